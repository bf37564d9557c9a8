// Input from others, from links and from the device's storage may be anything. See hostile.mjs.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { segment } from "../src/address";
import { api } from "../src/api";
import { loadCatalogue, loadLexicons } from "../src/catalogue";
import { dict, dictOf } from "../src/dict";
import { lexiconFor, loadGame, presets } from "../src/games/game";
import { moveLines, readHeader, upTo } from "../src/games/record";
import { readKept, writeKept, type Keeper } from "../src/kept";
import { isTerms, localPath, localTerms } from "../src/local";
import { addBest, ownBests } from "../src/match/scores";
import { live } from "../src/live";
import { firstRecord, sameTerms, takenBack } from "../src/match/local";
import { deleteGame, savedGame, savedGames, saveGame } from "../src/saved";
import { OnlineTable } from "../src/match/online";
import { treeOf } from "../src/match/tree";
import { parseRoute } from "../src/routes";
import { isObject } from "../src/shape";
import { formatDate, formatDuration, formatRelative, has, setMessages, t } from "../src/text";
import type { Match } from "../src/types";
import { gameName, languageName } from "../src/ui/matches";
import { settingsText } from "../src/ui/settings";
import { isChatLine, isLiveMessage, isMatch } from "../src/wire";
import { broken, hostileTexts, randomOf } from "./hostile.mjs";

const texts = hostileTexts(4000);
const inherited = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"];

// --- Lookups.

test("a dictionary has its own keys and no others", () => {
    const some = dict({ a: 1 }, { b: 2 });
    assert.deepEqual([some.a, some.b, Object.keys(some)], [1, 2, ["a", "b"]]);
    for (const key of inherited) assert.deepEqual([some[key], key in some], [undefined, false], key);
    const all = dictOf(inherited.map((key) => [key, key] as const));
    for (const key of inherited) assert.equal(all[key], key);
    assert.equal(Object.getPrototypeOf(dict(JSON.parse('{"__proto__": {"x": 1}}') as Record<string, object>)), null);
});

test("no inherited name is a game, a language, a text or a lexicon", async () => {
    setMessages("en", { "web.a": "x" });
    for (const key of inherited) {
        assert.equal(presets[key], undefined, key);
        assert.equal(key in presets, false, key);
        assert.equal(lexiconFor(key, key), key);
        for (const game of Object.keys(presets)) assert.equal(lexiconFor(game, key), key);
        await assert.rejects(loadGame(key));
        assert.deepEqual([has(key), t(key), languageName(key), gameName(key)], [false, key, key, key]);
        assert.equal(localTerms(new URLSearchParams({ game: key }))?.lang, "en");
        assert.equal(readHeader(`game ${key}\nset ${key} 1\n`).settings[key], "1");
    }
});

// --- Texts.

test("braces in a value are not filled in", () => {
    setMessages("en", { "web.two": "{0} beats {1}" });
    for (const value of texts) assert.equal(t("web.two", [value, "Bob"]), `${value} beats Bob`);
    for (const value of ["{1}", "{0}", "$&", "$1", "$$", "{constructor}"])
        assert.equal(t("web.two", [value, value]), `${value} beats ${value}`);
    assert.equal(t("web.two", ["{1}", "Bob"]), "{1} beats Bob");
});

test("settings, games and languages of any name are told literally", () => {
    setMessages("en", {});
    for (const text of texts.filter((one) => one && !/[\s,]/.test(one))) {
        assert.deepEqual(
            settingsText({ [text]: "1" }),
            Object.keys({ [text]: 1 }).map((name) => `${name}: 1`),
        );
        assert.deepEqual([gameName(text), languageName(text)], [text, text]);
    }
});

test("a time that is none is shown as such", () => {
    setMessages("en", {});
    for (const ms of [NaN, Infinity, 1e300, null, "x", {}, undefined] as number[])
        assert.deepEqual([formatDate(ms), formatRelative(ms)], ["–", "–"]);
    assert.equal(typeof formatDuration(NaN), "string");
});

// --- Addresses.

test("any text is one segment of an address, and nothing else", () => {
    for (const text of texts) {
        const url = new URL(`/api/matches/${segment(text)}/chat?after=${segment(text)}`, "http://here");
        assert.match(url.pathname, /^\/api\/matches\/[^/]*\/chat$/);
        if (![".", ".."].includes(text))
            assert.equal(url.searchParams.get("after"), text.replace(/\p{Surrogate}/gu, "\ufffd"));
    }
});

test("any address is understood, or leads nowhere", () => {
    for (const text of texts)
        for (const path of [
            `/${text}`,
            `/rules/${text}`,
            `/match/${text}`,
            `/news/${text}/${text}`,
            `/players/${segment(text)}?${text}=${text}#${text}`,
            text,
        ]) {
            const route = parseRoute(path);
            assert.ok(
                typeof route.name === "string" && Object.values(route.params).every((one) => typeof one === "string"),
                path,
            );
        }
    assert.equal(parseRoute(`/players/${segment("a/b")}`).params.name, "a/b");
});

test("any query asks for a game on this device, or for none", () => {
    for (const text of texts) {
        const query = new URLSearchParams({
            game: text,
            lang: text,
            lexicon: text,
            level: text,
            seats: text,
            seat: text,
            start: text,
            seed: text,
            [`set.${text}`]: text,
        });
        const terms = localTerms(query);
        assert.equal(terms === null, text === "");
        if (!terms) continue;
        assert.ok(isTerms(terms), JSON.stringify(terms));
        assert.equal(typeof localPath(terms), "string");
        assert.equal(typeof firstRecord(terms, "00"), "string");
        assert.ok(sameTerms(terms, terms));
    }
});

test("any record is read for what it says", () => {
    for (const text of texts) {
        const record = `game ${text}\nlang en\nseat A ${text}\nset ${text} ${text}\nA ${text}\n${text}`;
        assert.doesNotThrow(() => [
            readHeader(record),
            moveLines(record),
            upTo(record, 1),
            takenBack(record, "A"),
            treeOf(record),
        ]);
    }
});

// --- The network.

const seat = (letter: string) => ({ seat: letter, player: `Player ${letter}`, level: 0, out: false, free: false });
const match = {
    id: "m",
    game: "balda",
    lang: "en",
    lexicon: "en",
    settings: { size: "5" },
    changed: [],
    clock: { kind: "none" },
    rated: false,
    listed: true,
    takebacks: true,
    seats: [seat("A"), seat("B")],
    seq: 4,
    you: "A",
    may: ["move"],
    seed_hash: "",
    created: 1,
    started: 2,
    ended: null,
    previous: null,
    now: 5,
    state: "x\n",
    record: "game balda\n",
    status: "running",
    turn: ["A"],
    scores: [0, 0],
    clocks: null,
    deadline: null,
    offers: { draw: null, takeback: null },
    result: null,
    seed: null,
};
const messages = [
    { op: "match", match },
    { ...match, op: "event", match: "m", seq: 4, text: "A pass", draws: [] },
    { op: "chat", match: "m", id: 1, at: 1, name: "Bob", seat: "B", text: "hi" },
    { op: "chat-hidden", match: "m", id: 1, hidden: true },
    { op: "rematch", match: "m", next: "n" },
    { op: "unwatched", match: "m" },
    { op: "lobby", match },
    { op: "hello", name: null, spread: false, now: 1 },
];

test("messages are taken whole or not at all", () => {
    assert.ok(messages.every(isLiveMessage) && isMatch(match) && isChatLine(messages[2]));
    assert.ok(isMatch({ ...match, result: { winners: ["A"], draw: false, reason: "full" } }));
    for (const not of [
        null,
        1,
        "x",
        [],
        {},
        { op: 1 },
        { op: "event" },
        { op: "chat", match: "m", id: 1, name: {}, text: "" },
        { op: "match", match: null },
        { op: "rematch", match: "m" },
        { op: "pong", now: "x" },
        { op: "hello", now: 1 },
        { op: "done", seq: 1 },
        { op: "refused", request: "r", status: 422 },
        { op: "presence", match: "m", seats: { B: 1 } },
    ])
        assert.equal(isLiveMessage(not), false, JSON.stringify(not));
    assert.ok(isLiveMessage({ op: "constructor" }), "what is not known yet is left alone");
    for (const member of ["seats", "scores", "turn", "may", "offers", "settings", "result", "record"])
        assert.equal(isMatch({ ...match, [member]: undefined }), false, member);
    assert.equal(isMatch({ ...match, settings: { x: {} } }), false);
});

// A table whose server says whatever it likes.
test("a table holds a whole match, whatever it is told", async () => {
    const complaints = mock.method(console, "error", () => undefined);
    const random = randomOf(7);
    let answer: unknown = match;
    globalThis.fetch = (async (path: string) =>
        new Response(JSON.stringify(/chat/.test(path) ? { chat: [answer, messages[2]], next: 0 } : answer) ?? "null", {
            status: 200,
            headers: { "Content-Type": "application/json" },
        })) as typeof fetch;
    globalThis.location = { protocol: "http:", host: "here" } as Location;
    globalThis.WebSocket = class {
        close() {}
    } as unknown as typeof WebSocket;
    const table = new OnlineTable("m");
    const receive = (message: unknown) => (table as unknown as { receive(m: unknown): void }).receive(message);
    const { guarded } = await import("../src/guard");
    for (let i = 0; i < 5000; i++) {
        answer = broken(random, match);
        const message = JSON.parse(JSON.stringify(broken(random, messages[i % messages.length]) ?? null)) as unknown;
        if (isLiveMessage(message)) guarded(receive)(message);
        if (i % 100 === 0) await new Promise((done) => setTimeout(done));
        const held = table.match.value;
        assert.ok(held === null || isMatch(held), JSON.stringify(held));
        assert.ok(table.chat.value.every(isChatLine));
    }
    answer = { ...match, seq: Number.MAX_SAFE_INTEGER };
    guarded(receive)({ op: "match", match: answer });
    assert.equal((table.match.value as Match | null)?.seq, Number.MAX_SAFE_INTEGER, "and goes on");
    for (const text of texts) receive({ op: "chat", match: "m", id: 1e6, at: 1, name: text, seat: null, text });
    assert.equal(table.chat.value.at(-1)?.text, texts.at(-1));
    table.close();
    live.rest();
    complaints.mock.restore();
});

// --- The device's storage.

class Fake implements Keeper {
    constructor(private readonly value: string) {}
    written = "";
    readonly length = 1;
    key() {
        return "game-x";
    }
    getItem() {
        return this.value;
    }
    setItem(_: string, value: string) {
        this.written = value;
    }
    removeItem() {}
}

const garbage = [
    "",
    "{",
    "null",
    "[]",
    "{}",
    "0",
    '"x"',
    "[null]",
    "[[]]",
    '{"terms":{"levels":[]}}',
    '[{"terms":{"levels":[9e9]}}]',
    '{"__proto__":1}',
    '{"games":[null]}',
    '{"lexicons":{}}',
    "\u0000",
    '{"terms":',
    ...texts.slice(0, 300),
];
const played = { game: "bali", lang: "fr", lexicon: "fr", settings: {}, changed: [] };

test("whatever is kept on the device counts as missing if it is not what it should be", async () => {
    for (const value of garbage) {
        const keeper = new Fake(value);
        assert.deepEqual(
            [savedGame("x", keeper), savedGames(keeper), ownBests(played, keeper)],
            [null, [], []],
            value.slice(0, 80),
        );
        addBest(played, { score: 3, at: 1, record: "r" }, keeper);
        assert.deepEqual(ownBests(played, new Fake(keeper.written)), [{ score: 3, at: 1, record: "r" }]);
        globalThis.localStorage = keeper as unknown as Storage;
        globalThis.fetch = () => Promise.reject(new Error("no network"));
        api.ready = Promise.resolve();
        await assert.rejects(loadCatalogue());
        await assert.rejects(loadLexicons());
    }
});

test("saved games that are whole are read, the others are left out", () => {
    const terms = { ...played, levels: [0], seat: "A", start: "" };
    const game = { terms, record: "r", begun: 5, changed: 6, scores: [1], result: { winners: ["A"], draw: false } };
    const written = { format: 1, ...game };
    assert.deepEqual(savedGame("x", new Fake(JSON.stringify(written))), { id: "x", ...game });
    assert.equal(savedGame("x", new Fake(JSON.stringify({ ...written, format: 2 }))), null, "a newer client's");
    const random = randomOf(3);
    for (let i = 0; i < 3000; i++)
        for (const one of savedGames(new Fake(JSON.stringify(broken(random, written)) ?? "null"))) {
            assert.ok(isTerms(one.terms) && sameTerms(one.terms, one.terms) && typeof one.record === "string");
            assert.ok(one.scores.every(Number.isFinite) && Number.isFinite(one.changed));
        }
});

test("storage that is full or blocked costs nothing but what would be kept", () => {
    const full: Keeper = {
        length: 0,
        key: () => null,
        getItem: () => null,
        removeItem: () => undefined,
        setItem: () => {
            throw new Error("QuotaExceededError");
        },
    };
    assert.equal(writeKept(full, "x", 1), false);
    const blocked: Keeper = {
        ...full,
        getItem: () => {
            throw new Error("SecurityError");
        },
    };
    assert.equal(readKept(blocked, "x", isObject), null);
    Object.defineProperty(globalThis, "localStorage", {
        configurable: true,
        get: () => {
            throw new Error("SecurityError");
        },
    });
    assert.deepEqual([savedGame("x"), savedGames(), ownBests(played)], [null, [], []]);
    const terms = { ...played, levels: [0], seat: "A", start: "" };
    assert.equal(saveGame({ id: "x", terms, record: "r", begun: 5, changed: 6, scores: [] }), false);
    assert.doesNotThrow(() => deleteGame("x"));
});
