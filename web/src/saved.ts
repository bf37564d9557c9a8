// The games of this device, running and finished. Each has a key of its own, so that tabs with different games do not
// disturb each other, and a format number: a game of a newer client is left alone.
//
//     for (const game of savedGames()) …     // the one that was played last comes first
//     if (!saveGame(game)) …                 // storage is full or blocked
import { signal } from "@preact/signals";
import { moveLines } from "./games/record";
import { device, isBlocked, type Keeper, keptKeys, readKept, writeKept } from "./kept";
import { isTerms, type LocalTerms, seatIndex, seatLetter } from "./local";
import { isList, isNumber, isObject, isText } from "./shape";

export interface SavedGame {
    id: string;
    terms: LocalTerms;
    record: string;
    begun: number;
    changed: number;
    scores: number[];
    result?: { winners: string[]; draw: boolean }; // once it is over
    helped?: boolean; // a hint was asked for
    leader?: number; // the place whose player took seat A by the cut
    kept?: { account: number; version: number; changed: number }; // in an account, as of that change (account_games.ts)
    draft?: true; // the record is what a new game is begun with; such a game is not stored yet
}

const FORMAT = 1;
const PREFIX = "game-";
const UNTOUCHED = 3; // games without a move that are kept

// Counts changes of the list, in this tab and in others.
export const changes = signal(0);

const isOutcome = (value: unknown): value is SavedGame["result"] =>
    value === undefined || (isObject(value) && isList(value.winners, isText) && typeof value.draw === "boolean");

const isKept = (value: unknown): value is NonNullable<SavedGame["kept"]> =>
    isObject(value) && [value.account, value.version, value.changed].every(isNumber);

const isGame = (value: unknown): value is Omit<SavedGame, "id"> =>
    isObject(value) &&
    value.format === FORMAT &&
    isTerms(value.terms) &&
    isText(value.record) &&
    isNumber(value.begun) &&
    isNumber(value.changed) &&
    isList(value.scores, isNumber) &&
    isOutcome(value.result);

export function newId(): string {
    return [...crypto.getRandomValues(new Uint8Array(9))].map((b) => (b % 36).toString(36)).join("");
}

// --- Reading.

export function savedGame(id: string, keeper: Keeper = device()): SavedGame | null {
    migrate(keeper);
    const game = readKept(keeper, PREFIX + id, isGame);
    if (!game) return null;
    const { terms, record, begun, changed, scores, result, helped, leader, kept } = game;
    return {
        ...{ id, terms, record, begun, changed, scores },
        ...(result && { result }),
        ...(helped === true && { helped }),
        ...(isNumber(leader) && { leader }),
        ...(isKept(kept) && { kept }),
    };
}

export function savedGames(keeper: Keeper = device()): SavedGame[] {
    migrate(keeper);
    return keptKeys(keeper, PREFIX)
        .map((key) => savedGame(key.slice(PREFIX.length), keeper))
        .filter((game) => game !== null)
        .sort((a, b) => b.changed - a.changed || (a.id < b.id ? -1 : 1));
}

// The terms with the players on the seats that they cut for: the leader first, the others in their order.
export function seated(game: Pick<SavedGame, "terms" | "leader">): LocalTerms {
    const { terms, leader } = game;
    if (!leader) return terms;
    const at = (place: number) => (place === leader ? 0 : place < leader ? place + 1 : place);
    const levels = [...terms.levels];
    for (const [place, level] of terms.levels.entries()) levels[at(place)] = level;
    return { ...terms, levels, seat: seatLetter(at(seatIndex(terms.seat))) };
}

// Whether a person has moved. Others are boards that were only looked at.
export const isTouched = (game: SavedGame) =>
    moveLines(game.record).some((line) => seated(game).levels[seatIndex(line)] === 0);

// --- Writing.

// False: it could not be stored.
export function saveGame(game: SavedGame, keeper: Keeper = device()): boolean {
    const fresh = savedGame(game.id, keeper) === null;
    const { id, ...value } = game;
    const stored = writeKept(keeper, PREFIX + id, { format: FORMAT, ...value });
    if (fresh && stored) forgetUntouched(keeper);
    changes.value++;
    return stored;
}

export function deleteGame(id: string, keeper: Keeper = device()): void {
    try {
        keeper.removeItem(PREFIX + id);
    } catch {
        // Then there was none.
    }
    changes.value++;
}

function forgetUntouched(keeper: Keeper): void {
    const untouched = savedGames(keeper).filter((game) => !game.result && !isTouched(game));
    for (const game of untouched.slice(UNTOUCHED)) deleteGame(game.id, keeper);
}

export const storageProblem = (keeper: Keeper = device()): "blocked" | "full" =>
    isBlocked(keeper) ? "blocked" : "full";

let asked = false;

// Asks the browser, once, not to clear the storage of this site when the device is short of room.
export function askToKeep(): void {
    const { storage } = (globalThis.navigator ?? {}) as Partial<Navigator>;
    if (!asked) void storage?.persist?.().catch(() => undefined);
    asked = true;
}

// --- Changes from elsewhere: another tab, another device.

const watchers = new Set<(id: string) => void>();

// Tells this tab's own page of a game that it was replaced.
export function announce(id: string): void {
    for (const watcher of watchers) watcher(id);
}

// Calls back when the game was changed elsewhere. Returns how to stop.
export function watchGame(id: string, changed: () => void): () => void {
    const watcher = (other: string) => {
        if (other === id) changed();
    };
    const hear = (event: StorageEvent) => {
        if (event.key === PREFIX + id) changed();
    };
    watchers.add(watcher);
    addEventListener("storage", hear);
    return () => {
        watchers.delete(watcher);
        removeEventListener("storage", hear);
    };
}

export function listenForGames(): void {
    addEventListener("storage", (event: StorageEvent) => {
        if (event.key === null || event.key.startsWith(PREFIX)) changes.value++;
    });
}

// --- Older clients kept one running game, and a list of results.

const OLD_GAME = "local-game";
const OLD_RESULTS = "local-results";

const isOldGame = (value: unknown): value is Omit<SavedGame, "id" | "changed" | "scores"> =>
    isObject(value) && isTerms(value.terms) && isText(value.record) && isNumber(value.begun);

interface OldResult {
    at: number;
    terms: LocalTerms;
    record: string;
    scores: number[];
    winners: string[];
    draw: boolean;
}

const isOldResult = (value: unknown): value is OldResult =>
    isObject(value) &&
    isTerms(value.terms) &&
    isText(value.record) &&
    isNumber(value.at) &&
    isList(value.scores, isNumber) &&
    isList(value.winners, isText);

const isAnyList = (value: unknown): value is unknown[] => Array.isArray(value);

// An id from the time of its beginning: two tabs that migrate at once make the same games.
const oldId = (begun: number) => Math.abs(Math.trunc(begun)).toString(36);

function oldGames(keeper: Keeper): SavedGame[] {
    const running = readKept(keeper, OLD_GAME, isOldGame);
    const results = (readKept(keeper, OLD_RESULTS, isAnyList) ?? []).filter(isOldResult);
    const finished = results.map(({ at, terms, record, scores, winners, draw }): SavedGame => {
        const result = { winners, draw: draw === true };
        return { id: oldId(at), terms, record, begun: at, changed: at, scores, result };
    });
    if (!running) return finished;
    const { terms, record, begun, helped } = running;
    const game: SavedGame = {
        id: oldId(begun),
        terms,
        record,
        begun,
        changed: begun,
        scores: terms.levels.map(() => 0),
    };
    return [...finished, helped === true ? { ...game, helped } : game];
}

// A game that cannot be stored again stays where it is.
function migrate(keeper: Keeper): void {
    const games = oldGames(keeper);
    const stored = games.map(
        ({ id, ...game }) =>
            readKept(keeper, PREFIX + id, isGame) !== null ||
            writeKept(keeper, PREFIX + id, { format: FORMAT, ...game }),
    );
    if (!games.length || stored.includes(false)) return;
    keeper.removeItem(OLD_GAME);
    keeper.removeItem(OLD_RESULTS);
}
