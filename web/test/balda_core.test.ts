// The real core, from WebAssembly, with a small lexicon: the worker's protocol, lexicon files, where a
// letter may go, and a whole game on the device against the computer.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { Aborted, Caller, type Port } from "../src/core/core";
import {
    loadDefinitions,
    loadLexicon,
    NotALexicon,
    readHeader,
    type Progress,
    type LexiconCache,
} from "../src/core/lexfile";
import { serve, type Reply, type Request } from "../src/core/protocol";
import { Core } from "../src/core/wasm";
import { readView, squareName } from "../src/games/balda/view";
import { findOpen, findTouch, verdictOf, type Probe } from "../src/games/balda/ways";
import { moveLines } from "../src/games/record";

const root = process.env.LOGOMACHY_ROOT!;
const wasm = [process.env.LOGOMACHY_WASM, join(root, "build/obj/src/wasm/logomachy.wasm")].find(
    (path) => path && existsSync(path),
)!;
const program = process.env.LOGOMACHY_PROGRAM ?? join(root, "build/logomachy");

const words =
    "crown rot rote tor row cow crow now own won worn torn corn horn born trot toro noon town tow two word wore core cone tone owl bow brow brown crows rows".split(
        " ",
    );
let file: Uint8Array;

before(() => {
    const folder = mkdtempSync(join(tmpdir(), "logomachy-lex-"));
    writeFileSync(join(folder, "words.txt"), words.join("\n") + "\n");
    execFileSync(
        program,
        ["lexicon", "import", "tiny", join(folder, "words.txt"), "--lang", "en", "--lexicons", folder],
        { env: { ...process.env, LOGOMACHY_LEXICONS: folder } },
    );
    file = new Uint8Array(readFileSync(join(folder, "tiny.lex")));
});

const start = async () => Core.start(await WebAssembly.compile(readFileSync(wasm)));
const record = "game balda\nlang en\nlexicon tiny\nstart crown\n";

// A worker without a browser.
function worker(
    load?: (name: string, told: (p: Progress) => void) => Promise<{ bytes: Uint8Array; size: number }>,
): Port & { heard: Reply[]; sent: Request[] } {
    const port = {
        heard: [] as Reply[],
        sent: [] as Request[],
        onmessage: null,
        onerror: null,
        postMessage(message: unknown) {
            if ("wasm" in (message as object)) return;
            port.sent.push(message as Request);
            void answer(message as Request);
        },
    } as Port & { heard: Reply[]; sent: Request[] };
    const answer = serve({
        core: start(),
        load: load ?? (async () => ({ bytes: file, size: file.length })),
        definitions: async () => null,
        reply: (r) => {
            port.heard.push(r);
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

test("a lexicon without its definitions is one all the same", async () => {
    const core = await start();
    const { size, needed } = readHeader(file);
    assert.equal(size, file.length);
    assert.ok(core.lexicon("tiny", file.subarray(0, needed), size).ok);
    assert.ok(core.open(record).ok);
    const damaged = file.slice();
    damaged[200]! ^= 0xff;
    assert.ok(!(await start()).lexicon("tiny", damaged).ok);
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
            return { bytes: file, size: file.length };
        }),
    );
    await assert.rejects(caller.call("lexicon", ["tiny"]), /no tiny/);
    const shown = await caller.call("show", ["tiny", record]);
    assert.ok(shown.ok);
    assert.equal(tries, 2);
    assert.equal(caller.progress.value, null);
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
    const probe: Probe = (moves) => caller.call("probe", ["tiny", text, 0, moves]);
    const open = await findOpen(view, "A", probe);
    return { view, open, touch: await findTouch(view, open, "A", probe) };
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
});

test("what is said of a traced word", () => {
    const report = { points: 3, scorer: "A", placed: 0, squares: [1] };
    assert.equal(verdictOf({ ok: true, word: "ROT", ...report }).kind, "good");
    assert.equal(verdictOf({ ok: true, ...report }).kind, "ask");
    assert.equal(verdictOf({ ok: false, error: { code: "balda.path_misses", text: "x" } }).kind, "unfinished");
    assert.equal(verdictOf({ ok: false, error: { code: "balda.no_word", text: "x" } }).kind, "bad");
});

// --- Lexicon files.

interface Served {
    bytes: Uint8Array;
    tag: string;
    ranges: boolean;
    offline: boolean;
}

function fakeCache(served: Served): LexiconCache & { asked: string[]; store: Map<string, Response> } {
    const store = new Map<string, Response>();
    const asked: string[] = [];
    return {
        store,
        asked,
        async fetch(url, init) {
            const headers = new Headers(init?.headers);
            const range = /bytes=(\d+)-(\d+)/.exec(headers.get("Range") ?? "");
            asked.push(`${url} ${headers.get("Range") ?? ""}`);
            if (served.offline) throw new TypeError("no network");
            if (headers.get("If-None-Match") === served.tag) return new Response(null, { status: 304 });
            const whole = !range || !served.ranges;
            const body = whole ? served.bytes : served.bytes.subarray(+range![1]!, +range![2]! + 1);
            return new Response(body as BodyInit, { status: whole ? 200 : 206, headers: { ETag: served.tag } });
        },
        kept: async (url) => store.get(url)?.clone(),
        keep: async (url, response) => void store.set(url, response),
    };
}

test("a lexicon is fetched up to its definitions, kept, and not fetched again", async () => {
    const served = { bytes: file, tag: '"1"', ranges: true, offline: false };
    const s = fakeCache(served);
    const seen: Progress[] = [];
    const { needed, size } = readHeader(file);
    const got = await loadLexicon("tiny", s, (p) => seen.push(p));
    assert.deepEqual([got.size, got.bytes.length], [size, needed]);
    assert.deepEqual(Buffer.from(got.bytes), Buffer.from(file.subarray(0, needed)));
    assert.deepEqual(s.asked, ["/lexicons/tiny.lex bytes=0-175", `/lexicons/tiny.lex bytes=176-${needed - 1}`]);
    assert.deepEqual(seen.at(-1), { loaded: needed, total: needed });
    s.asked.length = 0;
    assert.deepEqual(Buffer.from((await loadLexicon("tiny", s, () => undefined)).bytes), Buffer.from(got.bytes));
    assert.equal(s.asked.length, 1);
});

test("without a network what is kept is used; a new version is fetched; damage is repaired", async () => {
    const served = { bytes: file, tag: '"1"', ranges: true, offline: false };
    const s = fakeCache(served);
    await loadLexicon("tiny", s, () => undefined);
    served.offline = true;
    assert.ok(await loadLexicon("tiny", s, () => undefined));
    await assert.rejects(loadLexicon("other", s, () => undefined));
    served.offline = false;
    served.tag = '"2"';
    s.asked.length = 0;
    await loadLexicon("tiny", s, () => undefined);
    assert.equal(s.asked.length, 3);
    assert.equal(s.store.get("/lexicons/tiny.lex")?.headers.get("ETag"), '"2"');
    s.store.set("/lexicons/tiny.lex", new Response("junk", { headers: { ETag: '"2"' } }));
    assert.ok(await loadLexicon("tiny", s, () => undefined));
});

test("a server that knows no ranges will do; what is no lexicon is refused", async () => {
    const plain = fakeCache({ bytes: file, tag: '"1"', ranges: false, offline: false });
    const { needed } = readHeader(file);
    assert.deepEqual(
        Buffer.from((await loadLexicon("tiny", plain, () => undefined)).bytes),
        Buffer.from(file.subarray(0, needed)),
    );
    const junk = fakeCache({ bytes: new Uint8Array(500), tag: '"1"', ranges: true, offline: false });
    await assert.rejects(
        loadLexicon("tiny", junk, () => undefined),
        NotALexicon,
    );
    const cut = fakeCache({ bytes: file.subarray(0, 300), tag: '"1"', ranges: true, offline: false });
    await assert.rejects(
        loadLexicon("tiny", cut, () => undefined),
        NotALexicon,
    );
});

test("definitions are kept beside the words that they belong to", async () => {
    const { needed, size } = readHeader(file);
    const longer = new Uint8Array(size + 50).fill(7, size);
    longer.set(file);
    new DataView(longer.buffer).setBigUint64(16, BigInt(size + 50), true);
    const served = { bytes: longer, tag: '"1"', ranges: true, offline: false };
    const s = fakeCache(served);
    assert.equal(await loadDefinitions("tiny", s), null, "there are no words yet");
    await loadLexicon("tiny", s, () => undefined);
    assert.deepEqual(Buffer.from((await loadDefinitions("tiny", s))!), Buffer.from(longer.subarray(needed)));
    served.offline = true;
    assert.equal((await loadDefinitions("tiny", s))!.length, size + 50 - needed, "from the device");
    served.offline = false;
    served.tag = '"2"';
    await loadLexicon("tiny", s, () => undefined);
    await loadDefinitions("tiny", s);
    assert.equal(
        s.store.get("/lexicons/tiny.lex?definitions")?.headers.get("ETag"),
        '"2"',
        "those of other words are of no use",
    );
});

const english = join(process.env.LOGOMACHY_LEXICONS ?? join(root, "build/lexicons"), "en.lex");

test("the core tells what a word means once it has the definitions", { skip: !existsSync(english) }, async () => {
    const core = await start();
    const whole = new Uint8Array(readFileSync(english));
    const { needed, size } = readHeader(whole);
    assert.ok(core.lexicon("en", whole.subarray(0, needed), size).ok);
    const before = core.word("en", "crown");
    assert.ok(!before.ok && before.error.code === "lexicon.bad_block");
    const none = core.word("en", "zzz");
    assert.ok(none.ok && !none.in && !none.definitions.length);
    core.definitions("en", whole.subarray(needed));
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
    const { LocalTable, keptGame, keptResults } = await import("../src/match/local");
    const store = new Map<string, string>();
    const keeper = {
        getItem: (k: string) => store.get(k) ?? null,
        setItem: (k: string, v: string) => void store.set(k, v),
        removeItem: (k: string) => void store.delete(k),
    };
    const terms = {
        game: "balda",
        lang: "en",
        lexicon: "tiny",
        levels: [1, 0],
        seat: "B",
        settings: {},
        start: "crown",
    };
    let table = new LocalTable({ terms, record, begun: 5 }, keeper);
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
    assert.equal(keptGame(keeper)?.record, m.record);
    table.close();
    table = new LocalTable(keptGame(keeper)!, keeper);
    m = await mine();
    for (let i = 0; m.status !== "over"; i++) {
        assert.ok(i < 30);
        await table.act(i > 2 ? { verb: "resign" } : { verb: "move", move: best(m.record) });
        m = await mine();
    }
    assert.deepEqual([m.result?.winners, m.result?.reason], [["A"], "resignation"]);
    assert.equal(keptGame(keeper), null);
    assert.deepEqual(
        keptResults(keeper).map((r) => [r.at, r.winners]),
        [[5, ["A"]]],
    );
    table.close();
});
