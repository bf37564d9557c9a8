// Games of the device that the account keeps, against a small server that follows the rules of docs/protocol.md.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { adoptable, away, fetchGame, forgetGame, keepGames, syncGames } from "../src/account_games";
import { type SavedGame, savedGame, savedGames, saveGame, watchGame } from "../src/saved";
import { me } from "../src/state";
import type { Account } from "../src/types";
import type { WireDeviceGame } from "../src/wire_types";
import { Memory } from "./memory";

const terms = { game: "balda", lang: "en", lexicon: "en", levels: [0, 2], seat: "A", settings: {}, start: "" };
const header = "game balda\nlang en\nlexicon en\nseed 00\nseat A\nseat B\n";
const one = `${header}A c2=T/b3c3c2\n`;
const two = `${one}B resign\n`;
const other = `${header}A c2=S/b3c3c2\n`;
const game = (id: string, record = one): SavedGame => ({
    ...{ id, terms, record, begun: 1, changed: 2, scores: [0, 0] },
});

// --- The server.

interface Body {
    record: string;
    begun: number;
    changed: number;
    base?: number;
}

let kept = new Map<string, WireDeviceGame & { record: string }>();
let version = 100;
let asked: string[] = [];
let meanwhile = (_id: string) => {}; // happens before the answer

const put = (id: string, { record, begun, changed }: Body) =>
    kept.set(id, { ...{ id, terms, record, begun, changed, version: ++version }, ...standing });
const standing = { scores: [3, 0], result: null, helped: false, leader: null };

function answer(method: string, id: string, body: Body | null): [status: number, value: unknown] {
    const there = kept.get(id);
    if (!id) return [200, { games: [...kept.values()].map(({ record: _, ...rest }) => rest) }];
    if (method === "DELETE") kept.delete(id);
    if (method === "GET") return there ? [200, there] : [404, { error: { code: "api.not_found" } }];
    if (method === "PUT" && body) {
        const extended = there?.record.startsWith(body.record) && there.record !== body.record;
        if (there && there.version !== body.base && !body.record.startsWith(there.record))
            return extended ? [200, there] : [409, { error: { code: "me.games_fork" } }];
        put(id, body);
    }
    return [200, kept.get(id) ?? null];
}

globalThis.fetch = async (path, init) => {
    const id = String(path).slice("/api/me/games/".length);
    const body = typeof init?.body === "string" ? (JSON.parse(init.body) as Body) : null;
    asked.push(`${init?.method} ${id}`);
    meanwhile(id);
    const [status, value] = answer(init?.method ?? "GET", id, body);
    return new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });
};

// --- The device.

const person = { id: 7, name: "Ann", kind: "person" } as Account;
const records = () => savedGames().map((saved) => saved.record);

beforeEach(() => {
    (globalThis as { localStorage: unknown }).localStorage = new Memory();
    globalThis.addEventListener = () => {};
    globalThis.removeEventListener = () => {};
    kept = new Map();
    asked = [];
    meanwhile = () => {};
    away.value = [];
    me.value = person;
});

test("nothing is sent before the player agrees, and nothing at all for guests", async () => {
    saveGame(game("a"));
    saveGame(game("untouched", header));
    await syncGames();
    assert.deepEqual(asked, ["GET "]);
    assert.deepEqual(
        adoptable().map(({ id }) => id),
        ["a"],
    );
    me.value = { ...person, kind: "guest" };
    assert.deepEqual(adoptable(), []);
    await syncGames();
    assert.deepEqual(asked, ["GET "]);
});

test("kept games follow changes, also a takeback; others stay on the device", async () => {
    saveGame(game("a"));
    assert.equal(await keepGames(), 0);
    assert.deepEqual(savedGame("a")?.kept, { account: 7, version, changed: 2 });
    assert.deepEqual(adoptable(), []);
    saveGame(game("b"));
    saveGame({ ...savedGame("a")!, record: two, changed: 3 });
    await syncGames();
    assert.deepEqual([[...kept.keys()], kept.get("a")?.record], [["a"], two]);
    saveGame({ ...savedGame("a")!, record: other, changed: 4 });
    await syncGames();
    assert.equal(kept.get("a")?.record, other);
    asked = [];
    await syncGames();
    assert.deepEqual(asked, ["GET "], "nothing has changed");
});

test("what was played on another device is taken over, unless somebody has moved here meanwhile", async () => {
    saveGame(game("a"));
    await keepGames();
    let told = 0;
    const stop = watchGame("a", () => told++);
    put("a", { ...game("a", two), changed: 9 });
    await syncGames();
    assert.deepEqual([records(), told], [[two], 1]);
    put("a", { ...game("a", `${two}A resign\n`), changed: 10 });
    meanwhile = (id) => {
        if (id) saveGame({ ...savedGame("a")!, record: other, changed: 11 });
    };
    await syncGames();
    assert.equal(savedGame("a")?.record, other, "the move that was made here stays");
    stop();
});

test("two that differ are both kept, on the device and in the account", async () => {
    saveGame(game("a"));
    await keepGames();
    put("a", game("a", two));
    saveGame({ ...savedGame("a")!, record: other, changed: 5 });
    await syncGames();
    assert.deepEqual(records().sort(), [two, other].sort());
    assert.equal(savedGame("a")?.record, two);
    assert.deepEqual([...kept.values()].map(({ record }) => record).sort(), [two, other].sort());
    await syncGames();
    assert.equal(savedGames().length, 2, "once");
});

test("games of the account are listed, fetched when they are wanted, and deleted from both", async () => {
    put("a", game("a"));
    put("b", game("b"));
    await syncGames();
    assert.deepEqual(
        away.value.map(({ id }) => id),
        ["a", "b"],
    );
    assert.deepEqual(savedGames(), []);
    assert.equal(await fetchGame("a"), true);
    assert.deepEqual(records(), [one]);
    assert.deepEqual(
        away.value.map(({ id }) => id),
        ["b"],
    );
    await forgetGame(savedGame("a")!);
    await forgetGame(away.value[0]!);
    assert.deepEqual([savedGames(), away.value, [...kept.keys()]], [[], [], []]);
    await assert.rejects(fetchGame("a"));
});

test("a game that another device has deleted stays here; another account's mark counts for nothing", async () => {
    saveGame(game("a"));
    await keepGames();
    kept.clear();
    await syncGames();
    assert.deepEqual([savedGame("a")?.kept, adoptable().length], [undefined, 1]);
    await keepGames();
    me.value = { ...person, id: 8 };
    assert.equal(adoptable().length, 1);
});

test("an answer that is no list of games changes nothing", async () => {
    saveGame(game("a"));
    await keepGames();
    kept.set("b", { id: "b", terms: null } as unknown as WireDeviceGame & { record: string });
    await syncGames();
    assert.deepEqual([records(), away.value], [[one], []]);
});
