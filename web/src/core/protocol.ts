// The protocol between page and worker. A request names a call of the table below; the answer carries the same id.
// Games are identified by their records, so the worker has no state that could differ from the page's; the last few
// stay open, because one game gets many requests.
//
// While a game with hidden information goes on, its players have no record that can be replayed. Then the name is the
// record's header, a form feed, and the text of the position as the player sees it (seen()).
import type { Answer, Best, Core, Cut, MoveList, Report, Shown, WordFacts } from "./wasm";
import { isPack, type Progress } from "./lexfile";

export interface Calls {
    language(tag: string): void;
    lexicon(name: string): { letters: string[]; words: number; lang: string };
    // Opens a lexicon with all that searches need. Without it the first search takes longer.
    complete(name: string): void;
    // A new game from the header of its record; it is shown with the record to go on with.
    begin(lexicon: string, draft: string): Answer<Shown>;
    // viewer: a seat from 0 on, VIEWER_PUBLIC, or VIEWER_ALL where none is named
    show(lexicon: string, record: string, viewer?: number): Answer<Shown>;
    targets(lexicon: string, record: string, seat: number): Answer<object>;
    try(lexicon: string, record: string, seat: number, move: string): Answer<Report>;
    // The codes of the refusals, "": legal. For asking about many moves at once.
    probe(lexicon: string, record: string, seat: number, moves: string[]): string[];
    // The position after one more move, and what the move is worth. Chance is not played: tiles that are drawn next
    // are missing.
    play(lexicon: string, record: string, seat: number, move: string): Answer<Shown & { report: Report }>;
    // Random chance events at the end of a record, as lines of it.
    draws(lexicon: string, record: string, seed: number): Answer<{ draws: string[] }>;
    cut(lexicon: string, record: string): Answer<Cut>;
    moves(lexicon: string, record: string, top: number): Answer<MoveList>;
    // seat: from 0 on; by default the one to act. outlook: with a forecast of the end
    best(
        lexicon: string,
        record: string,
        level: number,
        ms: number,
        seed: number,
        seat?: number,
        outlook?: boolean,
    ): Answer<Best>;
    word(lexicon: string, word: string): Answer<WordFacts>;
}

export type CallName = keyof Calls;

export interface Request {
    id: number;
    call: CallName;
    args: unknown[];
}

export type Reply =
    | { id: number; value: unknown }
    | { id: number; error: string }
    | { module: WebAssembly.Module }
    | { progress: Progress & { lexicon: string } };

export interface Host {
    core: Promise<Core>;
    load(name: string, onProgress: (p: Progress) => void, fresh: boolean): Promise<Uint8Array>;
    keep?(name: string, words: Uint8Array): Promise<void>; // what opens faster than a pack
    definitions(name: string): Promise<Uint8Array | null>;
    reply(r: Reply): void;
}

const OPEN_GAMES = 8;
const OPEN_LEXICONS = 2;
const SEEN = "\f";
const NOT_LOADED = "lexicon.bad_block";

const HEADER = /^(game|lang|lexicon|set|seat|cut) /;

// The name of a game of which only a position is known.
export function seen(record: string, state: string): string {
    return (
        record
            .split("\n")
            .filter((line) => HEADER.test(line))
            .join("\n") +
        "\n" +
        SEEN +
        state
    );
}

function openGame(core: Core, record: string) {
    const at = record.indexOf(SEEN);
    return at < 0 ? core.open(record) : core.openSeen(record.slice(0, at), record.slice(at + 1));
}

class Server {
    private lexicons = new Map<string, Promise<{ letters: string[]; words: number; lang: string }>>();
    private games = new Map<string, { game: number; lexicon: string }>(); // by record, the one used last at the end

    constructor(private readonly host: Host) {}

    private async readLexicon(name: string, fresh: boolean) {
        const onProgress = (p: Progress) => this.host.reply({ progress: { ...p, lexicon: name } });
        const bytes = await this.host.load(name, onProgress, fresh);
        const core = await this.host.core;
        const opened = core.lexicon(name, bytes);
        if (opened.ok && isPack(bytes)) void this.host.keep?.(name, core.words(name)).catch(() => undefined);
        return opened;
    }

    // If the core refuses a lexicon from the cache, the server's is fetched.
    private async openLexicon(name: string) {
        const kept = await this.readLexicon(name, false);
        const opened = kept.ok ? kept : await this.readLexicon(name, true);
        if (!opened.ok) throw new Error(opened.error.text);
        return { letters: opened.letters, words: opened.words, lang: opened.lang };
    }

    // A lexicon that could not be loaded may be requested again.
    async lexicon(name: string) {
        let loading = this.lexicons.get(name);
        if (!loading) {
            loading = this.openLexicon(name);
            loading.catch(() => this.lexicons.delete(name));
        }
        this.lexicons.delete(name);
        this.lexicons.set(name, loading); // used last
        const opened = await loading;
        await this.forgetOldest();
        return opened;
    }

    // Memory is for the lexicons in use; another one can be opened again from the device's cache.
    private async forgetOldest(): Promise<void> {
        const oldest = this.lexicons.keys().next().value;
        if (this.lexicons.size <= OPEN_LEXICONS || oldest === undefined) return;
        this.lexicons.delete(oldest);
        for (const [record, { lexicon }] of this.games) if (lexicon === oldest) this.games.delete(record);
        (await this.host.core).forget(oldest);
    }

    async complete(name: string): Promise<void> {
        await this.lexicon(name);
        (await this.host.core).complete(name);
    }

    private remember(record: string, game: number, lexicon: string, core: Core) {
        this.games.set(record, { game, lexicon });
        const oldest = this.games.entries().next().value;
        if (this.games.size > OPEN_GAMES && oldest) {
            core.close(oldest[1].game);
            this.games.delete(oldest[0]);
        }
    }

    // Runs `use` with the open game, or hands on why it cannot be opened.
    async withGame<T>(
        lexicon: string,
        record: string,
        use: (core: Core, game: number) => Answer<T>,
    ): Promise<Answer<T>> {
        await this.lexicon(lexicon);
        const core = await this.host.core;
        let game = this.games.get(record)?.game;
        if (game === undefined) {
            const opened = openGame(core, record);
            if (!opened.ok) return opened;
            game = opened.game;
        }
        this.games.delete(record);
        this.remember(record, game, lexicon, core);
        return use(core, game);
    }

    // Definitions are loaded when the first one is missed.
    async word(lexicon: string, word: string): Promise<Answer<WordFacts>> {
        await this.lexicon(lexicon);
        const core = await this.host.core;
        const answer = core.word(lexicon, word);
        if (answer.ok || answer.error.code !== NOT_LOADED) return answer;
        const end = await this.host.definitions(lexicon);
        if (end) core.definitions(lexicon, end);
        return core.word(lexicon, word);
    }

    async begun(lexicon: string, draft: string): Promise<Answer<Shown>> {
        await this.lexicon(lexicon);
        const core = await this.host.core;
        const opened = core.begin(draft);
        if (!opened.ok) return opened;
        try {
            return core.show(opened.game);
        } finally {
            core.close(opened.game);
        }
    }

    // A copy of the game with one more move; the record that was asked about stays as it is. Where only a position is
    // known, the next one is what the seat sees of it.
    async played(lexicon: string, record: string, seat: number, move: string) {
        await this.lexicon(lexicon);
        const core = await this.host.core;
        const opened = openGame(core, record);
        if (!opened.ok) return opened;
        try {
            const report = core.play(opened.game, seat, move);
            if (!report.ok) return report;
            const shown = core.show(opened.game, record.includes(SEEN) ? seat : undefined);
            return shown.ok ? { ...shown, report } : shown;
        } finally {
            core.close(opened.game);
        }
    }
}

type Handler = (s: Server, ...args: never[]) => unknown;

function handlers(host: Host): Record<CallName, Handler> {
    return {
        language: async (_s, tag: string) => (await host.core).language(tag),
        lexicon: (s, name: string) => s.lexicon(name),
        complete: (s, name: string) => s.complete(name),
        begin: (s, lexicon: string, draft: string) => s.begun(lexicon, draft),
        show: (s, lexicon: string, record: string, viewer?: number) =>
            s.withGame(lexicon, record, (core, game) => core.show(game, viewer)),
        targets: (s, lexicon: string, record: string, seat: number) =>
            s.withGame(lexicon, record, (core, game) => core.targets(game, seat)),
        try: (s, lexicon: string, record: string, seat: number, move: string) =>
            s.withGame(lexicon, record, (core, game) => core.try(game, seat, move)),
        probe: async (s, lexicon: string, record: string, seat: number, moves: string[]) => {
            const codes = await s.withGame(lexicon, record, (core, game) => ({
                ok: true as const,
                codes: moves.map((m) => code(core.try(game, seat, m))),
            }));
            return codes.ok ? codes.codes : moves.map(() => codes.error.code);
        },
        play: (s, lexicon: string, record: string, seat: number, move: string) => s.played(lexicon, record, seat, move),
        draws: (s, lexicon: string, record: string, seed: number) =>
            s.withGame(lexicon, record, (core, game) => core.draws(game, seed)),
        cut: (s, lexicon: string, record: string) => s.withGame(lexicon, record, (core, game) => core.cut(game)),
        moves: (s, lexicon: string, record: string, top: number) =>
            s.withGame(lexicon, record, (core, game) => core.moves(game, top)),
        best: (
            s,
            lexicon: string,
            record: string,
            level: number,
            ms: number,
            seed: number,
            seat?: number,
            outlook?: boolean,
        ) => s.withGame(lexicon, record, (core, game) => core.best(game, level, ms, seed, seat, outlook)),
        word: (s, lexicon: string, word: string) => s.word(lexicon, word),
    };
}

function code(a: Answer<object>): string {
    return a.ok ? "" : a.error.code;
}

// Answers requests one after the other.
export function serve(host: Host): (r: Request) => Promise<void> {
    const server = new Server(host);
    const table = handlers(host);
    return async ({ id, call, args }) => {
        try {
            const value = await table[call](server, ...(args as never[]));
            host.reply({ id, value });
        } catch (e) {
            host.reply({ id, error: e instanceof Error ? e.message : String(e) });
        }
    };
}
