// A game on this device is wholly described by its address:
//     /play?game=balda&lang=en&lexicon=en&level=3&seat=A&set.size=7
// so that it can be linked to, and starts without a network. `level` has those of the other seats in
// turn, the last one for all that follow: level=2,4&seats=3.
import { dict } from "./dict";
import { lexiconFor, presets } from "./games/game";
import { isList, isObject, isText, isTexts, isWhole } from "./shape";

export interface LocalTerms {
    game: string;
    lang: string;
    lexicon: string;
    levels: number[]; // by seat: of the computer, 1 to 6; 0: a person
    seat: string; // of the person, or of the first of them: A begins
    settings: Record<string, string>;
    start: string; // the word that it begins with; empty: any
    seed?: string; // of the draws, where it is not any
}

const isLevel = (value: unknown): value is number => isWhole(value) && value >= 0 && value <= LEVELS;

// Terms that were kept, maybe by an older client.
export const isTerms = (value: unknown): value is LocalTerms =>
    isObject(value) &&
    [value.game, value.lang, value.lexicon, value.seat, value.start].every(isText) &&
    isTexts(value.settings) &&
    isList(value.levels, isLevel) &&
    value.levels.length >= 1 &&
    value.levels.length <= SEATS &&
    (value.seed === undefined || isText(value.seed));

const SEATS = 4;
const LEVELS = 6;
const SEED = /^[0-9a-f]{1,64}$/;

export const seatLetter = (index: number) => String.fromCharCode(65 + index);
export const seatIndex = (seat: string) => seat.charCodeAt(0) - 65;

// The players by seat: the person at `seat`, the others in turn.
export function levelsOf(seats: number, seat: string, others: readonly number[]): number[] {
    const own = seatIndex(seat);
    return Array.from({ length: seats }, (_, i) =>
        i === own ? 0 : (others[Math.min(i < own ? i : i - 1, others.length - 1)] ?? 0),
    );
}

// With the id of a game of this device: that one (saved.ts).
export function localPath(terms: LocalTerms, id = ""): string {
    const others = terms.levels.filter((_, i) => i !== seatIndex(terms.seat));
    const level = others.every((one) => one === others[0]) ? String(others[0] ?? 0) : others.join(",");
    const query = new URLSearchParams({
        game: terms.game,
        lang: terms.lang,
        lexicon: terms.lexicon,
        level,
        seat: terms.seat,
    });
    if (terms.levels.length !== 2) query.set("seats", String(terms.levels.length));
    if (terms.start) query.set("start", terms.start);
    if (terms.seed) query.set("seed", terms.seed);
    for (const [name, value] of Object.entries(terms.settings)) query.set(`set.${name}`, value);
    if (id) query.set("id", id);
    return `/play?${query}`;
}

// A new game, also where one with these terms is running.
export const newPath = (terms: LocalTerms) => `${localPath(terms)}&new=1`;

// The quickest way to play: alone where that can be done, else against the computer, as it comes.
export function quickPath(game: string, lang: string): string {
    return localPath({
        game,
        lang,
        lexicon: lexiconFor(game, lang),
        levels: presets[game]?.alone ? [0] : [0, 2],
        seat: "A",
        settings: {},
        start: "",
    });
}

// A deal for practice without the server: SHA-256 of what the day's deal is called. The day's own seed is secret.
export async function dailySeed(date: string, game: string, lang: string): Promise<string> {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${date} ${game} ${lang}`));
    return [...new Uint8Array(digest)].map((b) => b.toString(16).padStart(2, "0")).join("");
}

function within(text: string | null, least: number, most: number, otherwise: number): number {
    const n = text === null || text === "" ? otherwise : Number(text);
    return Number.isInteger(n) && n >= least && n <= most ? n : otherwise;
}

// Missing settings get beginner-friendly defaults. `null`: the address names no game.
export function localTerms(query: URLSearchParams): LocalTerms | null {
    const game = query.get("game");
    if (!game) return null;
    const lang = query.get("lang") ?? presets[game]?.lang ?? "en";
    const seats = within(query.get("seats"), 1, SEATS, 2);
    const named = query.get("seat") ?? "";
    const seat = named.length === 1 && seatIndex(named) >= 0 && seatIndex(named) < seats ? named : "A";
    const others = (query.get("level") ?? "2").split(",").map((one) => within(one, 0, LEVELS, 2));
    const settings = dict<string>();
    for (const [name, value] of query) if (name.startsWith("set.")) settings[name.slice(4)] = value;
    return {
        game,
        lang,
        lexicon: query.get("lexicon") ?? lexiconFor(game, lang),
        levels: levelsOf(seats, seat, others),
        seat,
        settings,
        start: query.get("start") ?? "",
        ...(SEED.test(query.get("seed") ?? "") && { seed: query.get("seed")! }),
    };
}
