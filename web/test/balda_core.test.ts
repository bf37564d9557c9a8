// The real core, from WebAssembly, with a small lexicon: the worker's protocol, lexicon files, where a
// letter may go, and a whole game on the device against the computer.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { Aborted, Caller, type Port } from "../src/core/core";
import {
    keepWords,
    loadDefinitions,
    loadLexicon,
    NotALexicon,
    readPackHeader,
    type Progress,
    type LexiconCache,
} from "../src/core/lexfile";
import { serve, type Reply, type Request } from "../src/core/protocol";
import { Core } from "../src/core/wasm";
import { readView, squareName } from "../src/games/balda/view";
import { verdictOf, waysOf } from "../src/games/balda/ways";
import { moveLines } from "../src/games/record";
import { savedGame } from "../src/saved";
import { Memory } from "./memory";

const root = process.env.LOGOMACHY_ROOT!;
const wasm = [process.env.LOGOMACHY_WASM, join(root, "build/obj/src/wasm/logomachy.wasm")].find(
    (path) => path && existsSync(path),
)!;
const program = process.env.LOGOMACHY_PROGRAM ?? join(root, "build/logomachy");

const words =
    "crown rot rote tor row cow crow now own won worn torn corn horn born trot toro noon town tow two word wore core cone tone owl bow brow brown crows rows".split(
        " ",
    );
let file: Uint8Array; // tiny.lex
let pack: Uint8Array; // as the server packs it
let current: Record<string, string>;
let englishPack: Uint8Array | undefined;

const english = join(process.env.LOGOMACHY_LEXICONS ?? join(root, "build/lexicons"), "en.lex");

// The server's answers and files.
async function fetchPacks(folder: string): Promise<void> {
    const args = ["serve", "--port", "0", "--db", join(folder, "db"), "--lexicons", folder];
    const server = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    try {
        const url = await new Promise<string>((resolve) => {
            let said = "";
            server.stdout.on("data", (more) => {
                said += more;
                const found = /http:\/\/[\d.]+:\d+/.exec(said);
                if (found) resolve(found[0]);
            });
        });
        const bytes = async (path: string) => new Uint8Array(await (await fetch(url + path)).arrayBuffer());
        current = (await (await fetch(`${url}/lexicons/current.json`)).json()) as Record<string, string>;
        pack = await bytes(current.tiny!);
        if (current.en) englishPack = await bytes(current.en);
    } finally {
        server.kill();
    }
}

before(async () => {
    const folder = mkdtempSync(join(tmpdir(), "logomachy-lex-"));
    writeFileSync(join(folder, "words.txt"), words.join("\n") + "\n");
    execFileSync(
        program,
        ["lexicon", "import", "tiny", join(folder, "words.txt"), "--lang", "en", "--lexicons", folder],
        { env: { ...process.env, LOGOMACHY_LEXICONS: folder } },
    );
    file = new Uint8Array(readFileSync(join(folder, "tiny.lex")));
    if (existsSync(english)) copyFileSync(english, join(folder, "en.lex"));
    await fetchPacks(folder);
});

const start = async () => Core.start(await WebAssembly.compile(readFileSync(wasm)));
const record = "game balda\nlang en\nlexicon tiny\nstart crown\n";

// A worker without a browser.
function worker(
    load?: (name: string, told: (p: Progress) => void) => Promise<Uint8Array>,
): Port & { received: Reply[]; sent: Request[] } {
    const port = {
        received: [] as Reply[],
        sent: [] as Request[],
        onmessage: null,
        onerror: null,
        postMessage(message: unknown) {
            if ("wasm" in (message as object)) return;
            port.sent.push(message as Request);
            void answer(message as Request);
        },
    } as Port & { received: Reply[]; sent: Request[] };
    const answer = serve({
        core: start(),
        load: load ?? (async () => pack),
        definitions: async () => null,
        reply: (r) => {
            port.received.push(r);
            port.onmessage?.({ data: structuredClone(r) } as MessageEvent<Reply>);
        },
    });
    return port;
}

test("the core plays: open, show, try, play, undo, moves, best, word", async () => {
    const core = await start();
    const opened = core.lexicon("tiny", file);
    assert.ok(opened.ok);
    assert.equal(opened.words, new Set(words).size);
    assert.deepEqual([opened.lang, opened.letters.length, opened.letters[0]], ["en", 26, "A"]);
    const game = core.open(record);
    assert.ok(game.ok);
    const tried = core.try(game.game, 0, "c2=T/b3c3c2");
    assert.ok(tried.ok);
    assert.deepEqual([tried.word, tried.points, tried.squares, tried.placed], ["ROT", 3, [11, 12, 7], 2]);
    const wrong = core.try(game.game, 0, "c2=X/b3c3c2");
    assert.ok(!wrong.ok);
    assert.equal(wrong.error.code, "balda.no_word");
    assert.ok(core.play(game.game, 0, "c2=T/b3c3c2").ok);
    const shown = core.show(game.game);
    assert.ok(shown.ok);
    assert.deepEqual([shown.turn, shown.scores, shown.over, shown.actions.length], [["B"], [3, 0], false, 2]);
    assert.ok(core.undo(game.game, 1).ok);
    const moves = core.moves(game.game, 3);
    assert.ok(moves.ok && moves.moves.length === 3 && moves.count > 3);
    const best = core.best(game.game, 3, 0, 1);
    assert.ok(best.ok && core.try(game.game, 0, best.text).ok);
    const word = core.word("tiny", "rot");
    assert.ok(word.ok && word.in);
    core.language("de");
    const german = core.try(game.game, 0, "c2=X/b3c3c2");
    assert.ok(!german.ok && german.error.text !== wrong.error.text);
});

test("what is urgent comes before all that waits", async () => {
    const port = worker();
    const caller = new Caller(() => port);
    const word = (text: string, urgent = false) => caller.call("word", ["tiny", text], undefined, urgent);
    await Promise.all([word("one"), word("two"), word("three"), word("four", true)]);
    assert.deepEqual(
        port.sent.map((r) => r.args[1]),
        ["one", "four", "two", "three"],
    );
});

test("a packed lexicon is one all the same, also for searches, and damage is refused", async () => {
    const [core, whole] = [await start(), await start()];
    assert.ok(core.lexicon("tiny", pack).ok && whole.lexicon("tiny", file).ok);
    core.complete("tiny");
    const answers = [core, whole].map((one) => {
        const game = one.open(record);
        assert.ok(game.ok);
        return [one.show(game.game), one.moves(game.game), one.best(game.game, 4, 0, 1), one.word("tiny", "rot")];
    });
    assert.deepEqual(answers[0], answers[1]);
    core.forget("tiny");
    assert.ok(!core.open(record).ok, "there is no such lexicon now");
    assert.ok(core.lexicon("tiny", pack).ok && core.open(record).ok);
    for (const at of [100, pack.length - 1]) {
        const damaged = pack.slice();
        damaged[at]! ^= 0x10;
        assert.ok(!(await start()).lexicon("tiny", damaged).ok);
    }
    assert.ok(!(await start()).lexicon("tiny", pack.subarray(0, pack.length - 1)).ok);
});

test("the worker answers every call, and a refusal is an answer", async () => {
    const caller = new Caller(() => worker());
    const lexicon = await caller.call("lexicon", ["tiny"]);
    assert.equal(lexicon.letters.join(""), "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const shown = await caller.call("show", ["tiny", record]);
    assert.ok(shown.ok && shown.turn[0] === "A");
    const bad = await caller.call("show", ["tiny", "game nothing\n"]);
    assert.ok(!bad.ok && bad.error.text);
    const codes = await caller.call("probe", ["tiny", record, 0, ["c2=T/b3c3c2", "c2=X/b3c3c2", "a1=T/a1", "pass"]]);
    assert.deepEqual(codes, ["", "balda.no_word", "balda.not_open", "rules.no_pass"]);
    const played = await caller.call("play", ["tiny", record, 0, "c2=T/b3c3c2"]);
    assert.ok(played.ok && played.scores[0] === 3);
    const again = await caller.call("show", ["tiny", record]);
    assert.ok(again.ok && again.scores[0] === 0, "the record that was asked about is as it was");
    const best = await caller.call("best", ["tiny", record, 4, 0, 1]);
    assert.ok(best.ok);
    const word = await caller.call("word", ["tiny", "zzz"]);
    assert.ok(word.ok && !word.in);
});

test("many games are asked about and none is lost", async () => {
    const caller = new Caller(() => worker());
    for (let i = 0; i < 40; i++) {
        const shown = await caller.call("show", ["tiny", `${record}# ${i}\n`]);
        assert.ok(shown.ok);
    }
});

test("a lexicon that could not be loaded may be asked for again", async () => {
    let tries = 0;
    const caller = new Caller(() =>
        worker(async (name, told) => {
            told({ loaded: 1, total: 2 });
            if (++tries === 1) throw new Error(`no ${name}`);
            return pack;
        }),
    );
    await assert.rejects(caller.call("lexicon", ["tiny"]), /no tiny/);
    const shown = await caller.call("show", ["tiny", record]);
    assert.ok(shown.ok);
    assert.equal(tries, 2);
    assert.equal(caller.progress.value, null);
});

test("two lexicons are open at most; the one that was used longest ago is loaded again", async () => {
    const loaded: string[] = [];
    const caller = new Caller(() =>
        worker(async (name) => {
            loaded.push(name);
            return pack;
        }),
    );
    const loadedBy = async (name: string) => {
        loaded.length = 0;
        const shown = await caller.call("show", [name, record.replace("tiny", name)]);
        assert.ok(shown.ok && shown.lexicon === name);
        return loaded.join();
    };
    for (const name of ["tiny", "second", "third"]) assert.equal(await loadedBy(name), name);
    assert.equal(await loadedBy("second"), "", "it is open");
    assert.equal(await loadedBy("tiny"), "tiny", "it was forgotten, with its game");
    assert.equal(await loadedBy("second"), "", "it was used after the third");
    assert.equal(await loadedBy("third"), "third");
});

// A clock that goes on by a millisecond whenever it is looked at.
async function withClock<T>(run: (looks: () => number) => T | Promise<T>): Promise<T> {
    const now = performance.now;
    let time = 0;
    performance.now = () => ++time;
    try {
        return await run(() => time);
    } finally {
        performance.now = now;
    }
}

test("a search ends with its time and uses it", { skip: !existsSync(english) }, async () => {
    const core = await start();
    assert.ok(core.lexicon("en", new Uint8Array(readFileSync(english))).ok);
    for (const game of ["balda", "wordgame"]) {
        const opened = core.begin(`game ${game}\nlang en\nlexicon en\nseed 1\nseat A\nseat B\n`);
        assert.ok(opened.ok);
        const nodes = (ms: number) =>
            withClock((time) => {
                const best = core.best(opened.game, 6, ms, 1);
                assert.ok(best.ok && best.text);
                assert.ok(time() <= ms + 20, `${game}: ${time()} ms of ${ms}`);
                return best.nodes;
            });
        const [few, many] = [await nodes(20), await nodes(200)];
        assert.ok(many > 2 * few, `${game}: ${few} and ${many} nodes`);
    }
});

test("the core keeps its engine: the second search prepares nothing", { skip: !existsSync(english) }, async () => {
    const core = await start();
    assert.ok(core.lexicon("en", new Uint8Array(readFileSync(english))).ok);
    const processor = () => {
        const opened = core.begin("game wordgame\nlang en\nlexicon en\nseed 1\nseat A\nseat B\n");
        const before = process.cpuUsage();
        assert.ok(opened.ok && core.best(opened.game, 5, 0, 1).ok);
        const { user, system } = process.cpuUsage(before);
        core.close(opened.game);
        return user + system;
    };
    const [first, second] = [processor(), processor()];
    assert.ok(second * 3 < first, `${first} and ${second} µs`);
});

test("calls go one at a time; what nobody wants any more is not sent", async () => {
    const port = worker();
    const caller = new Caller(() => port);
    const abort = new AbortController();
    const first = caller.call("lexicon", ["tiny"]);
    const second = caller.call("show", ["tiny", record], abort.signal);
    const third = caller.call("word", ["tiny", "rot"]);
    abort.abort();
    await first;
    await assert.rejects(second, Aborted);
    assert.ok((await third).ok);
    assert.deepEqual(
        port.sent.map((r) => r.call),
        ["lexicon", "word"],
    );
});

test("a worker that breaks is replaced", async () => {
    let made = 0;
    const caller = new Caller(() => {
        const port = worker();
        if (++made === 1)
            port.postMessage = () => setTimeout(() => port.onerror?.({ message: "broken" } as ErrorEvent));
        return port;
    });
    await assert.rejects(caller.call("lexicon", ["tiny"]), /broken/);
    assert.ok(await caller.call("lexicon", ["tiny"]));
    assert.equal(made, 2);
});

// --- Where a letter may go.

async function waysIn(text: string) {
    const caller = new Caller(() => worker());
    const shown = await caller.call("show", ["tiny", text]);
    assert.ok(shown.ok);
    const view = readView(shown.state);
    return { view, ...waysOf(await caller.call("targets", ["tiny", text, 0])) };
}

test("open squares and touching ones are what the core says", async () => {
    const { view, open, touch } = await waysIn(record);
    assert.deepEqual(
        [...open].map((s) => squareName(s, view.width)),
        ["a2", "b2", "c2", "d2", "e2", "a4", "b4", "c4", "d4", "e4"],
    );
    assert.equal(touch(11, 12), true);
    assert.equal(touch(12, 11), true);
    assert.equal(touch(7, 12), true);
    assert.equal(touch(7, 11), false);
    assert.equal(touch(10, 14), false);
    const wide = await waysIn("game balda\nlang en\nlexicon tiny\nset diagonal on\nstart crown\n");
    assert.equal(wide.touch(7, 11), true);
    const { open: none } = await waysIn("game balda\nlang en\nlexicon tiny\nstart crown\nA c2=T/b3c3c2\n");
    assert.equal(none.size, 0, "where another seat is to move");
    assert.equal(waysOf({ ok: true, open: ["x"] } as never).open.size, 0, "what cannot be read is nothing");
});

test("what is said of a traced word", () => {
    const report = { points: 3, scorer: "A", placed: 0, squares: [1] };
    assert.equal(verdictOf({ ok: true, word: "ROT", ...report }).kind, "good");
    assert.equal(verdictOf({ ok: true, ...report }).kind, "ask");
    assert.equal(
        verdictOf({ ok: false, error: { code: "balda.path_misses", kind: "unfinished", text: "x" } }).kind,
        "unfinished",
    );
    assert.equal(verdictOf({ ok: false, error: { code: "balda.no_word", kind: "bad", text: "x" } }).kind, "bad");
});

// --- Lexicons from the network and from the device.

interface Served {
    files: Record<string, Uint8Array>;
    current: Record<string, string>;
    tag: string; // of the file with the definitions
    offline: boolean;
    browser?: Map<string, Uint8Array>; // the browser's own cache
    hangs?: boolean; // the server takes requests and does not answer
}

const packUrl = "/lexicons/tiny-0123456789abcdef.pack";
const newerUrl = "/lexicons/tiny-fedcba9876543210.pack";

const serving = (): Served => ({
    files: { [packUrl]: pack, [newerUrl]: pack, "/lexicons/tiny.lex": file },
    current: { tiny: packUrl },
    tag: readPackHeader(pack).tag,
    offline: false,
});

function fakeCache(served: Served): LexiconCache & { asked: string[]; store: Map<string, Response> } {
    const store = new Map<string, Response>();
    const asked: string[] = [];
    return {
        store,
        asked,
        async fetch(url, init) {
            const headers = new Headers(init?.headers);
            const range = /bytes=(\d+)-(\d+)/.exec(headers.get("Range") ?? "");
            asked.push(url);
            if (served.offline) throw new TypeError("no network");
            if (served.hangs) return new Promise<Response>(() => undefined);
            if (url === "/lexicons/current.json") return Response.json(served.current);
            const bytes = (init?.cache === "default" && served.browser?.get(url)) || served.files[url];
            if (!bytes) return new Response(null, { status: 404 });
            const part = range && headers.get("If-Range") === served.tag;
            return new Response((part ? bytes.subarray(+range[1]!, +range[2]! + 1) : bytes) as BodyInit, {
                status: part ? 206 : 200,
                headers: { "Content-Length": String(bytes.length) },
            });
        },
        kept: async (url) => store.get(url)?.clone(),
        keep: async (url, response) => void store.set(url, response),
        urls: async () => [...store.keys()],
        drop: async (url) => void store.delete(url),
    };
}

const nobody = () => undefined;

async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("a lexicon is fetched once, under the name that the server has for it", async () => {
    const s = fakeCache(serving());
    const seen: Progress[] = [];
    assert.deepEqual(await loadLexicon("tiny", s, (p) => seen.push(p)), pack);
    assert.deepEqual(s.asked, ["/lexicons/current.json", packUrl]);
    assert.deepEqual(seen.at(-1), { loaded: pack.length, total: pack.length });
    s.asked.length = 0;
    assert.deepEqual(await loadLexicon("tiny", s, nobody), pack);
    assert.deepEqual(s.asked, ["/lexicons/current.json"]);
    await assert.rejects(loadLexicon("other", s, nobody), /404/);
    await assert.rejects(loadLexicon("__proto__", s, nobody), /404/);
});

test("without a network what is kept is used; a new version replaces the old one", async () => {
    const served = serving();
    const s = fakeCache(served);
    await loadLexicon("tiny", s, nobody);
    await loadDefinitions("tiny", s);
    served.offline = true;
    assert.deepEqual(await loadLexicon("tiny", s, nobody), pack);
    served.offline = false;
    served.current = { tiny: newerUrl };
    assert.deepEqual(await loadLexicon("tiny", s, nobody), pack, "the kept words are opened");
    await until(() => s.store.has(newerUrl) && !s.store.has(packUrl));
    assert.deepEqual([...s.store.keys()], [newerUrl], "one copy on the device");
});

test("words on the device open while the server does not answer", async () => {
    const served = serving();
    const s = fakeCache(served);
    await loadLexicon("tiny", s, nobody);
    served.hangs = true;
    assert.deepEqual(await loadLexicon("tiny", s, nobody), pack);
});

test("unpacked words replace only the pack that they come from", async () => {
    const s = fakeCache(serving());
    await loadLexicon("tiny", s, nobody);
    const core = await start();
    assert.ok(core.lexicon("tiny", pack).ok);
    const unpacked = core.words("tiny");
    const other = unpacked.slice();
    other[24] = other[24]! ^ 1; // of another file: its checksum
    await keepWords("tiny", other, s);
    assert.deepEqual(await loadLexicon("tiny", s, nobody), pack);
    await keepWords("tiny", unpacked, s);
    const kept = await loadLexicon("tiny", s, nobody);
    assert.deepEqual(Buffer.from(kept), Buffer.from(unpacked));
    assert.ok((await start()).lexicon("tiny", kept).ok);
});

test("a damaged or truncated lexicon is fetched again, and never kept", async () => {
    const served = serving();
    const s = fakeCache(served);
    for (const wrong of ["", "junk", pack.subarray(0, pack.length - 3)]) {
        await s.keep(packUrl, new Response(wrong as BodyInit));
        assert.deepEqual(await loadLexicon("tiny", s, nobody), pack);
    }
    s.store.clear();
    served.browser = new Map([[packUrl, pack.subarray(0, 300)]]);
    assert.deepEqual(await loadLexicon("tiny", s, nobody), pack, "the browser's own cache is passed over");
    const damaged = pack.slice();
    damaged[pack.length - 1]! ^= 1; // only the core sees it
    served.browser.set(packUrl, damaged);
    assert.deepEqual(await loadLexicon("tiny", s, nobody, true), pack);
    s.store.clear();
    served.browser.clear();
    served.files[packUrl] = pack.subarray(0, 300);
    await assert.rejects(loadLexicon("tiny", s, nobody), NotALexicon);
    assert.equal(s.store.has(packUrl), false);
});

test("definitions are kept beside the words that they belong to", async () => {
    const served = serving();
    const s = fakeCache(served);
    assert.equal(await loadDefinitions("tiny", s), null, "there are no words yet");
    await loadLexicon("tiny", s, nobody);
    const { definitionsAt, definitionsSize } = readPackHeader(pack);
    assert.equal(definitionsAt + definitionsSize, file.length);
    assert.deepEqual(Buffer.from((await loadDefinitions("tiny", s))!), Buffer.from(file.subarray(definitionsAt)));
    served.offline = true;
    assert.equal((await loadDefinitions("tiny", s))!.length, definitionsSize, "from the device");
    served.offline = false;
    s.store.delete(`${packUrl}?definitions`);
    served.tag = '"another version"';
    assert.equal(await loadDefinitions("tiny", s), null, "those of other words are of no use");
});

test("the core tells what a word means once it has the definitions", { skip: !existsSync(english) }, async () => {
    const core = await start();
    assert.ok(englishPack && core.lexicon("en", englishPack).ok);
    const before = core.word("en", "crown");
    assert.ok(!before.ok && before.error.code === "lexicon.bad_block");
    const none = core.word("en", "zzz");
    assert.ok(none.ok && !none.in && !none.definitions.length);
    core.definitions("en", new Uint8Array(9));
    assert.ok(!core.word("en", "crown").ok);
    core.definitions("en", new Uint8Array(readFileSync(english)).subarray(readPackHeader(englishPack).definitionsAt));
    const word = core.word("en", "Crown");
    assert.ok(word.ok && word.in && word.word === "CROWN" && word.definitions.length > 2);
    assert.ok(word.definitions.every((one) => one.text.length > 3 && one.classes.length > 0));
});

// --- A whole game on the device.

test("a game against the computer goes to its end, is kept on the way, and its result stays", async () => {
    // biome-ignore lint/complexity/useArrowFunction: `new Worker()` calls it, and an arrow function is no constructor
    (globalThis as { Worker?: unknown }).Worker = function () {
        return worker();
    };
    const { LocalTable } = await import("../src/match/local");
    const keeper = new Memory();
    const saved = () => savedGame("x", keeper);
    const terms = {
        game: "balda",
        lang: "en",
        lexicon: "tiny",
        levels: [1, 0],
        seat: "B",
        settings: {},
        start: "crown",
    };
    let table = new LocalTable({ id: "x", terms, record, begun: 5, changed: 5, scores: [0, 0] }, keeper);
    const mine = async () => {
        for (let i = 0; i < 400; i++) {
            const m = table.match.peek();
            if (table.failure.peek()) throw table.failure.peek();
            if (m && (m.status === "over" || m.turn.includes("B"))) return m;
            await new Promise((resolve) => setTimeout(resolve, 25));
        }
        throw new Error("the computer does not move");
    };
    const core = await start();
    core.lexicon("tiny", file);
    const best = (text: string) => {
        const game = core.open(text);
        assert.ok(game.ok);
        const answer = core.best(game.game, 2, 0, 3);
        core.close(game.game);
        assert.ok(answer.ok);
        return answer.text;
    };
    let m = await mine();
    assert.equal(moveLines(m.record).length, 1, "the computer began");
    await assert.rejects(table.act({ verb: "move", move: "a1=T/a1" }));
    await table.act({ verb: "move", move: best(m.record) });
    m = await mine();
    const before = moveLines(m.record).length;
    await table.act({ verb: "ask-takeback" });
    m = await mine();
    assert.equal(moveLines(m.record).length, before - 2);
    assert.equal(saved()?.record, m.record);
    table.close();
    table = new LocalTable(saved()!, keeper);
    m = await mine();
    for (let i = 0; m.status !== "over"; i++) {
        assert.ok(i < 30);
        await table.act(i > 2 ? { verb: "resign" } : { verb: "move", move: best(m.record) });
        m = await mine();
    }
    assert.deepEqual([m.result?.winners, m.result?.reason], [["A"], "resignation"]);
    assert.deepEqual(saved()?.result, { winners: ["A"], draw: false });
    assert.deepEqual(saved()?.scores, m.scores);
    table.close();
});

// Two people at one device, so that nothing happens between their moves.
test("two tabs with one game: the first move counts, and the other tab shows it", async () => {
    const { LocalTable } = await import("../src/match/local");
    const keeper = new Memory();
    const terms = {
        game: "balda",
        lang: "en",
        lexicon: "tiny",
        levels: [0, 0],
        seat: "A",
        settings: {},
        start: "crown",
    };
    const game = { id: "x", terms, record, begun: 5, changed: 5, scores: [0, 0] };
    const shown = async (table: InstanceType<typeof LocalTable>, moves: number) => {
        for (let i = 0; i < 400 && moveLines(table.match.peek()?.record ?? "A \nA \nA ").length !== moves; i++)
            await new Promise((resolve) => setTimeout(resolve, 5));
        const m = table.match.peek();
        assert.ok(m);
        assert.equal(moveLines(m.record).length, moves);
        return m;
    };
    const [first, second] = [new LocalTable(game, keeper), new LocalTable(game, keeper)];
    await shown(first, 0);
    const m = await shown(second, 0);
    const core = await start();
    core.lexicon("tiny", file);
    const best = (text: string) => {
        const opened = core.open(text);
        assert.ok(opened.ok);
        const answer = core.best(opened.game, 2, 0, 3);
        core.close(opened.game);
        assert.ok(answer.ok);
        return answer.text;
    };
    await first.act({ verb: "move", move: best(m.record) });
    const after = await shown(first, 1);
    // The other tab has not heard of it yet: its move is refused, and the game is shown as it stands.
    await assert.rejects(second.act({ verb: "resign" }), /web.saved.elsewhere/);
    assert.equal((await shown(second, 1)).record, after.record);
    assert.equal(savedGame("x", keeper)?.record, after.record);
    await second.act({ verb: "move", move: best(after.record) });
    await shown(second, 2);
    assert.equal(await first.refresh(), true);
    await shown(first, 2);
    // Told of a change, a tab follows, also back in time. Of two actions at once the first counts.
    const twice = [second.act({ verb: "ask-takeback" }), second.act({ verb: "resign" })];
    assert.equal(second.busy.peek(), true);
    await Promise.all(twice);
    assert.equal(second.busy.peek(), false);
    await shown(second, 0);
    assert.equal(await first.refresh(), true);
    await shown(first, 0);
    assert.equal(await first.refresh(), false);
    // A game that was deleted meanwhile is stored again by the next move.
    keeper.removeItem("game-x");
    await assert.rejects(first.act({ verb: "move", move: "a1=T/a1" }));
    await first.act({ verb: "resign" });
    assert.deepEqual(savedGame("x", keeper)?.result?.winners, ["B"]);
    first.close();
    second.close();
});
