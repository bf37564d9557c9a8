// Games of this device that the account keeps too: they survive a cleared browser and can be continued on another
// device. Nothing is sent until the player agrees (`keepGames`); from then on changes of those games follow.
//
//     if (adoptable().length) …              // an offer
//     const failed = await keepGames();      // how many the account could not keep
//     await fetchGame(id);                   // a game of `away`, onto this device
//
// Two devices may have gone on separately. The server keeps the record that extends the other; if neither does, this
// device keeps its own under another id.
import { computed, signal } from "@preact/signals";
import { api, ApiError } from "./api";
import { isTerms } from "./local";
import { safeEffect } from "./guard";
import {
    announce,
    changes,
    deleteGame,
    isTouched,
    newId,
    type SavedGame,
    savedGame,
    savedGames,
    saveGame,
} from "./saved";
import { isList, isNumber, isObject, isText } from "./shape";
import { me, online } from "./state";
import type { WireDeviceGame } from "./wire_types";

export type ListedGame = Omit<SavedGame, "record">;

// Games of the account that are not on this device.
export const away = signal<readonly ListedGame[]>([]);

// The account that may keep games; guests have none to come back to.
export const owner = computed(() => (me.value && me.value.kind !== "guest" ? me.value.id : null));

const isKeptBy = (game: SavedGame, account: number | null) => game.kept?.account === account;

// Games played on this device that the account does not have.
export function adoptable(): SavedGame[] {
    if (owner.value === null) return [];
    return savedGames().filter((game) => (isTouched(game) || game.result) && !isKeptBy(game, owner.value));
}

// --- The server's side.

const isResult = (value: unknown) =>
    value === null || (isObject(value) && isList(value.winners, isText) && typeof value.draw === "boolean");

const isWire = (value: unknown): value is WireDeviceGame =>
    isObject(value) &&
    isText(value.id) &&
    isTerms(value.terms) &&
    [value.version, value.begun, value.changed].every(isNumber) &&
    isList(value.scores, isNumber) &&
    isResult(value.result) &&
    (value.record === undefined || isText(value.record));

function listed(wire: WireDeviceGame, account: number): ListedGame {
    const { id, terms, begun, changed, scores, result, helped, leader, version } = wire;
    return {
        ...{ id, terms, begun, changed, scores, kept: { account, version, changed } },
        ...(result && { result }),
        ...(helped && { helped }),
        ...(leader !== null && { leader }),
    };
}

const pathOf = (id: string) => `/api/me/games/${encodeURIComponent(id)}`;

async function ask(id: string): Promise<WireDeviceGame & { record: string }> {
    const game = await api.get<unknown>(pathOf(id));
    if (!isWire(game) || !game.record) throw new Error("not a game");
    return { ...game, record: game.record };
}

function send(game: SavedGame, account: number): Promise<unknown> {
    const { terms, record, begun, changed, helped, leader } = game;
    return api.put<unknown>(pathOf(game.id), {
        ...{ terms, record, begun: Math.trunc(begun), changed: Math.trunc(changed), helped: helped === true },
        ...(leader !== undefined && { leader }),
        ...(isKeptBy(game, account) && { base: game.kept!.version }),
    });
}

// --- This device's.

// The account's game replaces the one that was here, unless somebody has moved since.
function takeOver(wire: WireDeviceGame & { record: string }, account: number, instead: SavedGame | null): boolean {
    if (savedGame(wire.id)?.record !== instead?.record) return false;
    const game = { ...listed(wire, account), record: wire.record };
    const stored = saveGame(instead?.helped ? { ...game, helped: true } : game);
    if (stored) announce(wire.id);
    return stored;
}

function mark(id: string, kept: SavedGame["kept"] | null): void {
    const game = savedGame(id);
    if (!game) return;
    const { kept: _, ...rest } = game;
    saveGame(kept ? { ...rest, kept } : rest);
}

// Both are kept: what was played here goes on under another id.
async function split(mine: SavedGame, account: number): Promise<void> {
    const theirs = await ask(mine.id);
    const { kept: _, ...copy } = { ...mine, id: newId() };
    if (saveGame(copy) && takeOver(theirs, account, mine)) await push(copy, account);
    else deleteGame(copy.id);
}

async function push(mine: SavedGame, account: number): Promise<void> {
    try {
        const got = await send(mine, account);
        if (!isWire(got) || !got.record) throw new Error("not a game");
        if (got.record !== mine.record) takeOver({ ...got, record: got.record }, account, mine);
        else mark(mine.id, { account, version: got.version, changed: mine.changed });
    } catch (e) {
        if (!(e instanceof ApiError) || e.code !== "me.games_fork") throw e;
        await split(mine, account);
    }
}

// --- Both.

const isChanged = (game: SavedGame) => game.kept?.changed !== game.changed;

async function settle(mine: SavedGame, theirs: WireDeviceGame | undefined, account: number): Promise<void> {
    const kept = isKeptBy(mine, account) ? mine.kept : undefined;
    if (!theirs) {
        if (kept) mark(mine.id, null); // deleted from another device
        return;
    }
    if (kept && !isChanged(mine)) {
        if (kept.version !== theirs.version) takeOver(await ask(mine.id), account, mine);
        return;
    }
    await push(mine, account);
}

async function sync(): Promise<void> {
    const account = owner.peek();
    if (account === null) {
        away.value = [];
        return;
    }
    const answer = await api.get<{ games?: unknown }>("/api/me/games");
    const games = Array.isArray(answer.games) ? answer.games.filter(isWire) : [];
    const theirs = new Map(games.map((game) => [game.id, game]));
    for (const mine of savedGames()) await settle(mine, theirs.get(mine.id), account).catch(() => undefined);
    if (owner.peek() !== account) return;
    away.value = games.filter(({ id }) => !savedGame(id)).map((game) => listed(game, account));
}

// One after the other: two at once would see each other's half-done work.
let last: Promise<unknown> = Promise.resolve();

function queued<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
}

export const syncGames = (): Promise<void> => queued(sync);

// Returns how many the account could not keep.
export function keepGames(): Promise<number> {
    return queued(async () => {
        let failed = 0;
        for (const game of adoptable())
            try {
                await push(game, owner.peek()!);
            } catch (e) {
                if (e instanceof ApiError && (e.offline || e.status === 429)) throw e;
                failed++;
            }
        return failed;
    });
}

// A game of the account, onto this device. False: the account has none, or there is no room.
export function fetchGame(id: string): Promise<boolean> {
    return queued(async () => {
        const account = owner.peek();
        if (account === null) return false;
        if (savedGame(id)) return true;
        const there = takeOver(await ask(id), account, null);
        away.value = away.value.filter((game) => game.id !== id);
        return there;
    });
}

// From the device and from the account.
export async function forgetGame(game: ListedGame): Promise<void> {
    if (game.kept && game.kept.account === owner.peek()) await queued(() => api.del(pathOf(game.id)));
    away.value = away.value.filter(({ id }) => id !== game.id);
    deleteGame(game.id);
}

// --- When.

const QUIET = 2000; // ms after a change
const REST = 30_000; // between looks at what other devices did

export function followGames(): void {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const soon = (ms: number) => {
        clearTimeout(waiting);
        waiting = setTimeout(() => void syncGames().catch(() => undefined), ms);
    };
    safeEffect(() => {
        if (owner.value === null) away.value = [];
        else if (online.value) soon(0);
    });
    safeEffect(() => {
        void changes.value;
        const account = owner.value;
        if (account !== null && savedGames().some((game) => isKeptBy(game, account) && isChanged(game))) soon(QUIET);
    });
    let looked = performance.now();
    document.addEventListener("visibilitychange", () => {
        if (document.hidden || owner.peek() === null || performance.now() < looked + REST) return;
        looked = performance.now();
        soon(0);
    });
}
