// The core: the server's own C, compiled to WebAssembly, behind plain functions. It runs in a worker and, for the
// tests, in Node. Nothing here knows a rule: texts go in, JSON comes out. src/wasm/core_api.h documents each call.
import { sentence } from "../sentence";

export interface CoreError {
    code: string;
    kind: "unfinished" | "bad"; // unfinished: going on with the move may mend it
    text: string;
}

export interface Refused {
    ok: false;
    error: CoreError;
}

export type Answer<T> = ({ ok: true } & T) | Refused;

// The value of a move where the game measures more than points: leave (worth of the tiles that stay), equity (points
// plus leave), and the chance to win, from 0 to 1.
export interface Worth {
    leave?: number;
    equity?: number;
    win?: number;
}

// The outcome of a move.
export interface Report extends Worth {
    word?: string;
    run?: string;
    later?: number; // what the run would score if it were taken afterwards; none: it is no word
    short?: boolean; // the run is a word, but too short to be taken
    take?: boolean; // the run may also be taken by the same move
    rests?: number; // the square where what is joined lies afterwards
    points: number;
    scorer: string;
    placed: number; // index into squares of the new one; -1: none
    squares: number[];
    fresh?: number[]; // the squares that the move fills
    also?: string[]; // words that a move of the log made besides
}

// A move or, where seat is null, a chance event; those have no report.
export interface ShownAction extends Partial<Report> {
    seat: string | null;
    text: string;
    letters?: number; // of a word that is not told
}

export interface Shown {
    game: string;
    lang: string;
    lexicon: string;
    settings: Record<string, string>;
    changed: string[]; // names of settings that are not at their default
    turn: string[];
    scores: number[];
    over: boolean;
    draw: boolean;
    winners: string[];
    reason?: string; // why it is over
    state: string;
    record: string;
    actions: ShownAction[];
    data?: Readonly<Record<string, unknown>>; // of the preset: what cards or tiles are worth, a layout
}

// The cut for the lead: lines of a record, none where nobody cuts, and the leader's place in the order of sitting down.
export interface Cut {
    leader: number;
    cut: string[];
}

export interface Listed extends Worth {
    text: string;
    word: string | null;
    run?: string; // letters that are joined and score nothing yet
    points: number;
}

export interface MoveList {
    count: number;
    moves: Listed[];
}

// The engine's forecast of the end, where it has one and the caller wants it.
export interface Outlook {
    score?: number; // expected points of the seat
    bonus?: number; // chance of what the game adds at the end, from 0 to 1
}

export interface Best extends Worth, Outlook {
    seat: string;
    text: string;
    points: number;
    margin: number;
    exact: boolean;
    depth: number;
    nodes: number;
    line: Listed[];
}

// As in the server's API.
export interface WordText {
    classes: string[];
    text: string;
    kind: "definition" | "synonyms" | "gloss";
    lemma?: string; // the word that the text is about, if the one asked for is a form of it
}

export interface WordFacts {
    lang: string;
    word: string;
    in: boolean;
    tier: number | null;
    classes: string[];
    marks: ("offensive" | "obsolete")[];
    spellings: string[];
    definitions: WordText[];
}

export interface Opened {
    words: number;
    lang: string;
    letters: string[];
    definitions?: { at: number; size: number }; // bytes of the file that are still missing
}

export interface Exports {
    memory: WebAssembly.Memory;
    _initialize?: () => void;
    lm_alloc(size: number): number;
    lm_free(at: number): void;
    lm_answer(): number;
    lm_answer_len(): number;
    lm_language(at: number, len: number): void;
    lm_lexicon(name: number, nameLen: number, at: number, len: number): number;
    lm_definitions(name: number, nameLen: number, at: number, len: number): number;
    lm_words(name: number, nameLen: number): number;
    lm_words_len(name: number, nameLen: number): number;
    lm_complete(name: number, nameLen: number): void;
    lm_forget(name: number, nameLen: number): void;
    lm_open(at: number, len: number): number;
    lm_begin(at: number, len: number): number;
    lm_open_seen(header: number, headerLen: number, at: number, len: number): number;
    lm_close(game: number): void;
    lm_show(game: number, viewer: number): void;
    lm_targets(game: number, seat: number): number;
    lm_try(game: number, seat: number, at: number, len: number): number;
    lm_play(game: number, seat: number, at: number, len: number): number;
    lm_undo(game: number, actions: number): number;
    lm_draws(game: number, seed: number): number;
    lm_cut(game: number): number;
    lm_moves(game: number, top: number): number;
    lm_best(game: number, seat: number, level: number, ms: number, seed: number, outlook: boolean): number;
    lm_word(lexicon: number, lexiconLen: number, at: number, len: number): number;
}

// A viewer: a seat from 0 on, or one of these.
export const VIEWER_PUBLIC = 4,
    VIEWER_ALL = 5;

// The seat to act.
export const ANYONE = 4;

const PACKED = ["LOGOPAK\n", "LOGOWRD\n"]; // their bytes are needed no longer once they are read

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Core {
    private constructor(private readonly c: Exports) {}

    // The core never writes, reads or exits; the functions of the system interface that it links are
    // there for failed allocations and the like.
    static async start(module: WebAssembly.Module): Promise<Core> {
        const system: Record<string, () => number> = {};
        for (const i of WebAssembly.Module.imports(module)) if (i.module !== "env") system[i.name] = () => 0;
        const instance = await WebAssembly.instantiate(module, {
            env: { now: () => performance.now() },
            wasi_snapshot_preview1: { ...system, proc_exit: stop },
        });
        const core = new Core(instance.exports as unknown as Exports);
        core.c._initialize?.();
        return core;
    }

    private room(size: number): number {
        const at = this.c.lm_alloc(size || 1);
        if (!at) throw new Error("out of memory");
        return at;
    }

    private put(bytes: Uint8Array): number {
        const at = this.room(bytes.length);
        new Uint8Array(this.c.memory.buffer).set(bytes, at);
        return at;
    }

    // Lends texts to a call and takes their room back.
    private lend<R>(texts: string[], call: (...args: number[]) => R): R {
        const given = texts.map((t) => encoder.encode(t));
        const at = given.map((bytes) => this.put(bytes));
        try {
            return call(...at.flatMap((a, i) => [a, given[i]!.length]));
        } finally {
            for (const a of at) this.c.lm_free(a);
        }
    }

    // The bytes of the last answer, as the core wrote them.
    bytes(): Uint8Array {
        return new Uint8Array(this.c.memory.buffer, this.c.lm_answer(), this.c.lm_answer_len()).slice();
    }

    private answer<T>(): Answer<T> {
        const text = decoder.decode(this.bytes());
        if (!text) throw new Error("out of memory");
        const answer = JSON.parse(text) as Answer<T>;
        if (!answer.ok) answer.error.text = sentence(answer.error.text);
        return answer;
    }

    language(tag: string): void {
        this.lend([tag], (at, len) => this.c.lm_language(at!, len!));
    }

    // A packed lexicon, or a lexicon's file; the bytes of a file stay where they are put for as long as the core lives.
    lexicon(name: string, bytes: Uint8Array): Answer<Opened> {
        const at = this.put(bytes);
        const ok = this.lend([name], (n, len) => this.c.lm_lexicon(n!, len!, at, bytes.length));
        if (!ok || PACKED.includes(decoder.decode(bytes.subarray(0, 8)))) this.c.lm_free(at);
        return this.answer();
    }

    // Of a packed lexicon, which does not have them.
    definitions(name: string, bytes: Uint8Array): void {
        const at = this.put(bytes);
        const ok = this.lend([name], (n, len) => this.c.lm_definitions(n!, len!, at, bytes.length));
        if (!ok) this.c.lm_free(at);
    }

    // A packed lexicon in a form that opens faster. Empty: it is none.
    words(name: string): Uint8Array {
        const at = this.lend([name], (n, len) => this.c.lm_words(n!, len!));
        const len = this.lend([name], (n, nameLen) => this.c.lm_words_len(n!, nameLen!));
        return new Uint8Array(this.c.memory.buffer, at, len).slice();
    }

    // Adds what searches need to a packed lexicon. Takes a while.
    complete(name: string): void {
        this.lend([name], (n, len) => this.c.lm_complete(n!, len!));
    }

    // Closes a lexicon and the games that are played with it.
    forget(name: string): void {
        this.lend([name], (n, len) => this.c.lm_forget(n!, len!));
    }

    open(record: string): Answer<{ game: number }> {
        this.lend([record], (at, len) => this.c.lm_open(at!, len!));
        return this.answer();
    }

    // A new game: settings that the draft does not name have their defaults.
    begin(draft: string): Answer<{ game: number }> {
        this.lend([draft], (at, len) => this.c.lm_begin(at!, len!));
        return this.answer();
    }

    // Only the present, as one player sees it: a record's header and the text of the position.
    openSeen(header: string, state: string): Answer<{ game: number }> {
        this.lend([header, state], (h, hl, s, sl) => this.c.lm_open_seen(h!, hl!, s!, sl!));
        return this.answer();
    }

    close(game: number): void {
        this.c.lm_close(game);
    }

    show(game: number, viewer = VIEWER_ALL): Answer<Shown> {
        this.c.lm_show(game, viewer);
        return this.answer();
    }

    // Data for a game's board while a move is made; the game's own folder knows its members.
    targets(game: number, seat: number): Answer<object> {
        this.c.lm_targets(game, seat);
        return this.answer();
    }

    try(game: number, seat: number, move: string): Answer<Report> {
        this.lend([move], (at, len) => this.c.lm_try(game, seat, at!, len!));
        return this.answer();
    }

    play(game: number, seat: number, move: string): Answer<Report> {
        this.lend([move], (at, len) => this.c.lm_play(game, seat, at!, len!));
        return this.answer();
    }

    undo(game: number, actions: number): Answer<object> {
        this.c.lm_undo(game, actions);
        return this.answer();
    }

    draws(game: number, seed: number): Answer<{ draws: string[] }> {
        this.c.lm_draws(game, seed >>> 0);
        return this.answer();
    }

    cut(game: number): Answer<Cut> {
        this.c.lm_cut(game);
        return this.answer();
    }

    moves(game: number, top = 0): Answer<MoveList> {
        this.c.lm_moves(game, top);
        return this.answer();
    }

    best(game: number, level: number, ms: number, seed: number, seat = ANYONE, outlook = false): Answer<Best> {
        this.c.lm_best(game, seat, level, ms, seed >>> 0, outlook);
        return this.answer();
    }

    word(lexicon: string, word: string): Answer<WordFacts> {
        this.lend([lexicon, word], (l, ll, w, wl) => this.c.lm_word(l!, ll!, w!, wl!));
        return this.answer();
    }
}

function stop(): never {
    throw new Error("the core stopped");
}
