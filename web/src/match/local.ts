// A game on this device: alone, against the computer, or between people who share it. Nothing is sent: records and
// results stay on the device.
import { signal } from "@preact/signals";
import { core, thinker } from "../core/core";
import { VIEWER_ALL, type Shown } from "../core/wasm";
import { presets } from "../games/game";
import { moveLines, readHeader, upTo, withMove } from "../games/record";
import { device, readKept, writeKept, type Keeper } from "../kept";
import { isTerms, seatIndex, seatLetter, type LocalTerms } from "../local";
import { isList, isNumber, isObject, isText } from "../shape";
import type { Action, Match } from "../types";
import { addBest } from "./scores";
import type { Table } from "./table";

const GAME = "local-game";
const RESULTS = "local-results";
const RESULTS_KEPT = 50;

// How long the computer is seen to think at least, and how long it may, in ms.
const SEEN = 700;
const LONGEST = 1000;

export interface LocalGame {
    terms: LocalTerms;
    record: string;
    begun: number;
    helped?: boolean; // a hint was asked for
}

export interface LocalResult {
    at: number;
    terms: LocalTerms;
    record: string;
    scores: number[];
    winners: string[];
    draw: boolean;
}

const isGame = (value: unknown): value is LocalGame =>
    isObject(value) && isTerms(value.terms) && isText(value.record) && isNumber(value.begun);

const isResult = (value: unknown): value is LocalResult =>
    isObject(value) &&
    isTerms(value.terms) &&
    isText(value.record) &&
    isNumber(value.at) &&
    isList(value.scores, isNumber);

const isAnyList = (value: unknown): value is unknown[] => Array.isArray(value);

export const keptGame = (keeper: Keeper = device()): LocalGame | null => readKept(keeper, GAME, isGame);

export const keptResults = (keeper: Keeper = device()): LocalResult[] =>
    (readKept(keeper, RESULTS, isAnyList) ?? []).filter(isResult);

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
    const may = shown.over
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
        settings: terms.settings,
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

export class LocalTable implements Table {
    readonly kind = "local";
    readonly match = signal<Match | null>(null);
    readonly heard = signal(0);
    readonly busy = signal(false);
    readonly failure = signal<unknown>(null);
    readonly chat = null;
    private readonly abort = new AbortController();

    constructor(
        private readonly game: LocalGame,
        private readonly keeper: Keeper = device(),
    ) {
        void this.set(game.record).catch((e: unknown) => (this.failure.value = e));
    }

    close(): void {
        this.abort.abort();
    }

    async say(): Promise<void> {}

    get helped(): boolean {
        return this.game.helped === true;
    }

    help(): void {
        this.game.helped = true;
        writeKept(this.keeper, GAME, this.game);
    }

    // With hidden information: only what the viewer may see.
    private async look(record: string): Promise<Shown> {
        const { terms } = this.game;
        const shown = await core.call("show", [terms.lexicon, record, VIEWER_ALL]);
        if (!shown.ok) throw new Error(shown.error.text);
        const preset = presets[terms.game];
        if (!(preset?.hidden || preset?.forgets?.(readHeader(record).settings)) || shown.over) return shown;
        const own = await core.call("show", [terms.lexicon, record, seatIndex(eyesOf(terms, shown.turn))]);
        return own.ok ? own : shown;
    }

    private async set(record: string): Promise<void> {
        const { terms } = this.game;
        const shown = await this.look(record);
        if (this.abort.signal.aborted) return;
        this.game.record = record;
        this.match.value = matchOf(terms, record, shown);
        if (shown.over) this.end(shown);
        else writeKept(this.keeper, GAME, this.game);
        const computer = shown.turn.find((seat) => (terms.levels[seatIndex(seat)] ?? 0) > 0);
        if (!shown.over && computer) void this.think(record, computer);
    }

    private end(shown: Shown): void {
        this.keeper.removeItem(GAME);
        const { terms, record, begun } = this.game;
        const { scores, winners, draw } = shown;
        if (terms.levels.length === 1 && !this.helped)
            addBest(terms, { score: scores[0] ?? 0, at: begun, record }, this.keeper);
        const results = keptResults(this.keeper).filter((one) => one.at !== begun);
        writeKept(
            this.keeper,
            RESULTS,
            [{ at: begun, terms, record, scores, winners, draw }, ...results].slice(0, RESULTS_KEPT),
        );
    }

    // The computer's move. One that was thought about another position is left out.
    private async think(record: string, seat: string): Promise<void> {
        const { terms } = this.game;
        const index = seatIndex(seat);
        const level = terms.levels[index]!;
        const seen = new Promise((resolve) => setTimeout(resolve, SEEN));
        try {
            const seed = Math.floor(Math.random() * 2 ** 32);
            const best = await thinker.call(
                "best",
                [terms.lexicon, record, level, LONGEST, seed, index],
                this.abort.signal,
            );
            await seen;
            if (this.abort.signal.aborted || this.game.record !== record) return;
            await this.set(withMove(record, seat, best.ok ? best.text : "resign"));
        } catch (e) {
            if (!this.abort.signal.aborted) this.failure.value = e;
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
        const answer = await core.call("try", [m.lexicon, m.record, seatIndex(m.you), move]);
        if (!answer.ok) throw new Error(answer.error.text);
        await this.set(withMove(m.record, m.you, move));
    }
}
