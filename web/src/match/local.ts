// A game on this device: alone, against the computer, or between people who share it. Nothing is sent: records and
// results stay on the device, unless the player keeps them in an account (account_games.ts).
import { signal } from "@preact/signals";
import { ApiError } from "../api";
import { core, speak, thinker } from "../core/core";
import { VIEWER_ALL, type Shown } from "../core/wasm";
import { presets } from "../games/game";
import { moveLines, readHeader, upTo, withLines, withMove } from "../games/record";
import { device, type Keeper } from "../kept";
import { seatIndex, seatLetter, type LocalTerms } from "../local";
import { askToKeep, savedGame, saveGame, seated, type SavedGame } from "../saved";
import { lang, t } from "../text";
import type { Action, Match } from "../types";
import { addBest } from "./scores";
import type { Table } from "./table";

// How long the computer is seen to think at least, and how long it may, in ms.
const SEEN = 700;
const LONGEST = 1000;
const SHORTEST = 50; // after all people have resigned: they wait for the result only

export function sameTerms(a: LocalTerms, b: LocalTerms): boolean {
    const plain = (t: LocalTerms) =>
        JSON.stringify([
            t.game,
            t.lang,
            t.lexicon,
            t.levels,
            t.seat,
            t.start,
            t.seed ?? "",
            Object.entries(t.settings).sort(),
        ]);
    return plain(a) === plain(b);
}

// The record that a new game begins with. It names only the settings that were chosen; the core adds the defaults.
export function firstRecord(terms: LocalTerms, seed: string): string {
    const settings = Object.entries(terms.settings).map(([name, value]) => `set ${name} ${value}`);
    const opening = terms.start ? `start ${terms.start}` : `seed ${terms.seed ?? seed}`;
    const seats = terms.levels.map((_, i) => `seat ${seatLetter(i)}`);
    return [
        "game " + terms.game,
        "lang " + terms.lang,
        "lexicon " + terms.lexicon,
        ...settings,
        opening,
        ...seats,
        "",
    ].join("\n");
}

// Throws what is wrong with the terms, such as a start word that is none. Its line in the record says nothing here.
export async function checkTerms(terms: LocalTerms): Promise<void> {
    speak(lang.peek());
    const shown = await core.call("show", [terms.lexicon, firstRecord(terms, "0"), VIEWER_ALL]);
    if (!shown.ok) throw new ApiError(422, shown.error.code, shown.error.text.replace(/^line \d+: /i, ""));
}

export function randomSeed(): string {
    return [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

// The record before the last move of the seat.
export function takenBack(record: string, seat: string): string | null {
    const moves = moveLines(record);
    const last = moves.findLastIndex((line) => line.startsWith(`${seat} `));
    return last < 0 ? null : upTo(record, last);
}

const hasResigned = (record: string, seat: string) => moveLines(record).includes(`${seat} resign`);

const arePeopleGone = (terms: LocalTerms, record: string) =>
    terms.levels.every((level, i) => level > 0 || hasResigned(record, seatLetter(i)));

// The line of a game in lists.
function standing({ over, scores, winners, draw }: Shown): Pick<SavedGame, "scores" | "result"> {
    return over ? { scores, result: { winners, draw } } : { scores };
}

const offers = { draw: null, takeback: null };

// The viewer of the board. Where several players share the device, it is the one to move.
export function eyesOf(terms: LocalTerms, turn: readonly string[]): string {
    return turn.find((seat) => terms.levels[seatIndex(seat)] === 0) ?? terms.seat;
}

// A game for one player has no takeback: the next cards would be known, and a best score would mean little.
function matchOf(terms: LocalTerms, record: string, shown: Shown): Match {
    const you = eyesOf(terms, shown.turn);
    const seats = shown.scores.map((_, i) => ({
        seat: seatLetter(i),
        player: null,
        level: terms.levels[i] ?? 0,
        out: false,
        free: false,
    }));
    const may =
        shown.over || hasResigned(record, you)
            ? []
            : [
                  ...(shown.turn.includes(you) ? ["move"] : []),
                  ...(seats.length > 1 ? ["resign", ...(takenBack(record, you) ? ["ask-takeback"] : [])] : []),
              ];
    return {
        id: "",
        game: terms.game,
        lang: terms.lang,
        lexicon: terms.lexicon,
        settings: shown.settings,
        changed: shown.changed,
        clock: { kind: "none" },
        rated: false,
        listed: false,
        takebacks: true,
        seats,
        seq: moveLines(record).length,
        you,
        may,
        seed_hash: "",
        created: null,
        started: null,
        ended: null,
        previous: null,
        now: 0,
        state: shown.state,
        record,
        status: shown.over ? "over" : "running",
        turn: shown.turn,
        scores: shown.scores,
        clocks: null,
        deadline: null,
        offers,
        result: shown.over ? { winners: shown.winners, draw: shown.draw, reason: shown.reason ?? "" } : null,
        seed: null,
    };
}

// The lexicon is not on the device and could not be fetched.
class NoWords extends Error {}

async function needWords(lexicon: string): Promise<void> {
    await core.call("lexicon", [lexicon]).catch(() => {
        throw new NoWords(t("web.game.words_failed"));
    });
}

// A new game draws what comes from chance, such as the start word and the cut for the lead.
async function begun(game: SavedGame): Promise<SavedGame> {
    const { lexicon } = game.terms;
    await needWords(lexicon);
    const shown = await core.call("begin", [lexicon, game.record]);
    if (!shown.ok) throw new Error(shown.error.text);
    const cut = await core.call("cut", [lexicon, shown.record]);
    if (!cut.ok) throw new Error(cut.error.text);
    return { ...game, leader: cut.leader, record: withLines(shown.record, cut.cut) };
}

export class LocalTable implements Table {
    readonly kind = "local";
    readonly match = signal<Match | null>(null);
    readonly clocksAt = signal(0);
    readonly busy = signal(false);
    readonly failure = signal<unknown>(null);
    readonly chat = null;
    readonly unsaved = signal(false); // the device cannot store the game
    private readonly abort = new AbortController();
    private stored: string | null; // the record that this tab last read or wrote: another one is of another tab

    constructor(
        private game: SavedGame,
        private readonly keeper: Keeper = device(),
    ) {
        this.stored = savedGame(game.id, keeper)?.record ?? null;
        void this.begin().catch((e: unknown) => (this.failure.value = e));
    }

    private async begin(): Promise<void> {
        const { draft, ...game } = this.game;
        if (draft) this.game = await begun(game);
        await this.show(this.game.record);
    }

    close(): void {
        this.abort.abort();
    }

    // Once more, after the words could not be fetched.
    again(): void {
        if (!(this.failure.peek() instanceof NoWords)) return;
        this.failure.value = null;
        void this.begin().catch((e: unknown) => (this.failure.value = e));
    }

    async say(): Promise<void> {}

    get helped(): boolean {
        return this.game.helped === true;
    }

    help(): void {
        this.game = { ...this.game, helped: true };
        this.save();
    }

    // Another tab has changed the game: its moves count.
    async refresh(): Promise<boolean> {
        const newer = savedGame(this.game.id, this.keeper);
        if (!newer || newer.record === this.game.record) return false;
        this.game = newer;
        this.stored = newer.record;
        await this.show(newer.record);
        return true;
    }

    // False: another tab was first (compare and swap).
    private save(): boolean {
        const now = savedGame(this.game.id, this.keeper);
        if (now && now.record !== this.stored) return false;
        if (now) {
            const { kept: _, ...rest } = this.game;
            this.game = { ...rest, ...(now.helped && { helped: true }), ...(now.kept && { kept: now.kept }) };
        }
        this.unsaved.value = !saveGame(this.game, this.keeper);
        this.stored = this.game.record;
        return true;
    }

    // With hidden information: only what the viewer may see.
    private async look(record: string): Promise<Shown> {
        const terms = seated(this.game);
        await needWords(terms.lexicon);
        const shown = await core.call("show", [terms.lexicon, record, VIEWER_ALL]);
        if (!shown.ok) throw new Error(shown.error.text);
        const preset = presets[terms.game];
        if (!(preset?.hidden || preset?.forgets?.(readHeader(record).settings)) || shown.over) return shown;
        const own = await core.call("show", [terms.lexicon, record, seatIndex(eyesOf(terms, shown.turn))]);
        return own.ok ? own : shown;
    }

    // False: the record is no longer `from`, in this tab or, with its position shown now, in another one.
    private async set(from: string, record: string): Promise<boolean> {
        const shown = await this.look(record);
        if (this.abort.signal.aborted) return true;
        const before = this.game;
        if (before.record !== from) return false;
        this.game = { ...before, record, changed: Date.now(), ...standing(shown) };
        if (!this.save()) {
            this.game = before;
            await this.refresh();
            return false;
        }
        this.draw(shown);
        return true;
    }

    // A game that is opened is stored at once if it is new; opening it changes nothing else.
    private async show(record: string): Promise<void> {
        const shown = await this.look(record);
        if (this.abort.signal.aborted || this.game.record !== record) return;
        this.game = { ...this.game, ...standing(shown) };
        this.save();
        this.draw(shown);
    }

    private draw(shown: Shown): void {
        const { record } = this.game;
        const terms = seated(this.game);
        const match = matchOf(terms, record, shown);
        this.match.value = match;
        if (shown.over) this.end(match);
        const computer = shown.turn.find((seat) => (terms.levels[seatIndex(seat)] ?? 0) > 0);
        if (!shown.over && computer) void this.think(record, computer);
    }

    private end(match: Match): void {
        const { record, begun } = this.game;
        if (match.seats.length === 1 && !this.helped)
            addBest(match, { score: match.scores[0] ?? 0, at: begun, record }, this.keeper);
    }

    // The computer's move. One that was thought about another position is left out.
    private async think(record: string, seat: string): Promise<void> {
        const terms = seated(this.game);
        const index = seatIndex(seat);
        const level = terms.levels[index]!;
        const alone = arePeopleGone(terms, record);
        const seen = new Promise((resolve) => setTimeout(resolve, alone ? 0 : SEEN));
        try {
            const seed = Math.floor(Math.random() * 2 ** 32);
            const best = await thinker.call(
                "best",
                [terms.lexicon, record, level, alone ? SHORTEST : LONGEST, seed, index],
                this.abort.signal,
            );
            await seen;
            if (this.abort.signal.aborted || this.game.record !== record) return;
            await this.set(record, withMove(record, seat, best.ok ? best.text : "resign"));
        } catch (e) {
            if (!this.abort.signal.aborted) this.failure.value = e;
        }
    }

    // One at a time: what comes while another is under way, such as the second tap of two, is dropped.
    async act(action: Action): Promise<void> {
        const m = this.match.peek();
        if (!m?.you || this.busy.peek()) return;
        this.busy.value = true;
        try {
            const next = await this.after(m, m.you, action);
            if (next && !(await this.set(m.record, next))) throw new Error(t("web.saved.elsewhere"));
            askToKeep();
        } finally {
            this.busy.value = false;
        }
    }

    // The record after the action; null: there is nothing to take back.
    private async after(m: Match, seat: string, action: Action): Promise<string | null> {
        if (action.verb === "ask-takeback") return takenBack(m.record, seat);
        const move = action.verb === "resign" ? "resign" : action.move!;
        const answer = await core.call("try", [m.lexicon, m.record, seatIndex(seat), move]);
        if (!answer.ok) throw new Error(answer.error.text);
        return withMove(m.record, seat, move);
    }
}
