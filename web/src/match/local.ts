// A game on this device, against the computer or between two people at it. Nothing leaves it: the
// record is kept here, and so are the results.
import { signal } from "@preact/signals";
import { desk, thinker } from "../core/core";
import type { Shown } from "../core/wasm";
import { moveLines, upTo, withMove } from "../games/record";
import type { LocalTerms } from "../local";
import type { Action, Match } from "../types";
import type { Table } from "./table";

const GAME = "local-game", RESULTS = "local-results", RESULTS_KEPT = 50;

// How long the computer is seen to think at least, and how long it may, in ms.
const SEEN = 700, LONGEST = 1000;

export interface Keeper {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
}

export interface LocalGame {
    terms: LocalTerms;
    record: string;
    begun: number;
}

export interface LocalResult {
    at: number;
    terms: LocalTerms;
    record: string;
    scores: number[];
    winners: string[];
    draw: boolean;
}

function read<T>(keeper: Keeper, key: string): T | null {
    try {
        return JSON.parse(keeper.getItem(key) ?? "null") as T | null;
    } catch {
        return null;
    }
}

// A browser that keeps nothing still plays.
function write(keeper: Keeper, key: string, value: unknown): void {
    try {
        keeper.setItem(key, JSON.stringify(value));
    } catch {
        // It is gone with the page then.
    }
}

export const keptGame = (keeper: Keeper = localStorage) => read<LocalGame>(keeper, GAME);
export const keptResults = (keeper: Keeper = localStorage) => read<LocalResult[]>(keeper, RESULTS) ?? [];

export function sameTerms(a: LocalTerms, b: LocalTerms): boolean {
    const plain = (t: LocalTerms) => JSON.stringify([t.game, t.lang, t.lexicon, t.level, t.seat, t.start, Object.entries(t.settings).sort()]);
    return plain(a) === plain(b);
}

export function firstRecord(terms: LocalTerms, seed: string): string {
    const settings = Object.entries(terms.settings).map(([name, value]) => `set ${name} ${value}`);
    const opening = terms.start ? `start ${terms.start}` : `seed ${seed}`;
    return ["game " + terms.game, "lang " + terms.lang, "lexicon " + terms.lexicon, ...settings, opening, ""].join("\n");
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

const offers = { draw: null, takeback: null };

function matchOf(terms: LocalTerms, record: string, shown: Shown): Match {
    const both = terms.level === 0;
    const you = both ? (shown.turn[0] ?? terms.seat) : terms.seat;
    const seats = ["A", "B"].map((seat) => ({ seat, player: null, level: both || seat === terms.seat ? 0 : terms.level, out: false, free: false }));
    const may = shown.over ? [] : [...(shown.turn.includes(you) ? ["move"] : []), "resign", ...(takenBack(record, you) ? ["ask-takeback"] : [])];
    return {
        id: "", game: terms.game, lang: terms.lang, lexicon: terms.lexicon, settings: terms.settings, clock: { kind: "none" },
        rated: false, listed: false, takebacks: true, seats, seq: moveLines(record).length, you, may, seed_hash: "", created: null,
        started: null, ended: null, previous: null, now: 0, state: shown.state, record, status: shown.over ? "over" : "running",
        turn: shown.turn, scores: shown.scores, clocks: null, deadline: null, offers,
        result: shown.over ? { winners: shown.winners, draw: shown.draw, reason: shown.reason ?? "" } : null, seed: null,
    };
}

export class LocalTable implements Table {
    readonly kind = "local";
    readonly match = signal<Match | null>(null);
    readonly heard = signal(0);
    readonly busy = signal(false);
    readonly thinking = signal(false);
    readonly failure = signal<unknown>(null);
    readonly chat = null;
    private readonly abort = new AbortController();

    constructor(private readonly game: LocalGame, private readonly keeper: Keeper = localStorage) {
        void this.set(game.record).catch((e: unknown) => (this.failure.value = e));
    }

    close(): void {
        this.abort.abort();
    }

    async say(): Promise<void> {}

    private async set(record: string): Promise<void> {
        const { terms } = this.game;
        const shown = await desk.call("show", [terms.lexicon, record]);
        if (!shown.ok) throw new Error(shown.error.text);
        if (this.abort.signal.aborted) return;
        this.game.record = record;
        this.match.value = matchOf(terms, record, shown);
        if (shown.over) this.end(shown);
        else write(this.keeper, GAME, this.game);
        if (!shown.over && !shown.turn.includes(this.match.value.you!)) void this.think(record);
    }

    private end(shown: Shown): void {
        this.keeper.removeItem(GAME);
        const { terms, record, begun } = this.game;
        const { scores, winners, draw } = shown;
        const results = keptResults(this.keeper).filter((one) => one.at !== begun);
        write(this.keeper, RESULTS, [{ at: begun, terms, record, scores, winners, draw }, ...results].slice(0, RESULTS_KEPT));
    }

    // The computer's move. One that was thought about another position is left out.
    private async think(record: string): Promise<void> {
        const { terms } = this.game;
        const seen = new Promise((resolve) => setTimeout(resolve, SEEN));
        this.thinking.value = true;
        try {
            const seed = Math.floor(Math.random() * 2 ** 32);
            const best = await thinker.call("best", [terms.lexicon, record, terms.level, LONGEST, seed], this.abort.signal);
            await seen;
            if (this.abort.signal.aborted || this.game.record !== record) return;
            const asked = /^asked /m.test(this.match.peek()?.state ?? "");
            // Asked about a word that its lexicon does not have, it says no.
            const seat = this.match.peek()!.turn[0]!;
            const move = asked ? "refuse" : best.ok ? best.text : "resign";
            await this.set(withMove(record, seat, move));
        } catch (e) {
            if (!this.abort.signal.aborted) this.failure.value = e;
        } finally {
            this.thinking.value = false;
        }
    }

    async act(action: Action): Promise<void> {
        const m = this.match.peek();
        if (!m?.you) return;
        if (action.verb === "ask-takeback") {
            const before = takenBack(m.record, m.you);
            if (before) await this.set(before);
            return;
        }
        const move = action.verb === "resign" ? "resign" : action.move!;
        const answer = await desk.call("try", [m.lexicon, m.record, m.you.charCodeAt(0) - 65, move]);
        if (!answer.ok) throw new Error(answer.error.text);
        await this.set(withMove(m.record, m.you, move));
    }
}
