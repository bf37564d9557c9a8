// The games of the device: nothing is discarded but what nobody has touched; older clients' games are taken over.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deleteGame, isTouched, type SavedGame, savedGame, savedGames, saveGame } from "../src/saved";
import { Memory } from "./memory";

const terms = { game: "balda", lang: "en", lexicon: "en", levels: [0, 2], seat: "A", settings: {}, start: "" };
const header = "game balda\nlang en\nlexicon en\nseed 00\nseat A\nseat B\n";
const game = (id: string, changed: number, moves = "A c2=T/b3c3c2\n"): SavedGame => ({
    ...{ id, terms, record: header + moves, begun: 1, changed, scores: [0, 0] },
});
const ids = (keeper: Memory) => savedGames(keeper).map((one) => one.id);

test("games are listed with the last played first, and deleted one by one", () => {
    const keeper = new Memory();
    keeper.setItem("theme", "dark");
    for (const one of [game("a", 1), game("b", 3), game("c", 2)]) assert.ok(saveGame(one, keeper));
    assert.deepEqual(ids(keeper), ["b", "c", "a"]);
    saveGame({ ...game("a", 4), result: { winners: ["A"], draw: false }, helped: true }, keeper);
    assert.deepEqual(ids(keeper), ["a", "b", "c"]);
    assert.equal(savedGame("a", keeper)?.helped, true);
    deleteGame("b", keeper);
    assert.deepEqual(ids(keeper), ["a", "c"]);
    assert.equal(keeper.getItem("theme"), "dark");
});

test("whether an account keeps a game is read back, if it is well formed", () => {
    const keeper = new Memory();
    const kept = { account: 7, version: 9, changed: 1 };
    saveGame({ ...game("a", 1), kept }, keeper);
    assert.deepEqual(savedGame("a", keeper)?.kept, kept);
    keeper.setItem("game-a", keeper.getItem("game-a")!.replace('"account":7', '"account":"7"'));
    assert.equal(savedGame("a", keeper)?.kept, undefined);
    assert.deepEqual(ids(keeper), ["a"]);
});

test("no new game discards one in which somebody has moved, however many there are", () => {
    const keeper = new Memory();
    for (let i = 0; i < 300; i++) saveGame(game(`g${i}`, i), keeper);
    assert.equal(savedGames(keeper).length, 300);
    for (let i = 0; i < 10; i++) saveGame(game(`u${i}`, 1000 + i, "B a1=X/a1a2\n"), keeper);
    const untouched = savedGames(keeper).filter((one) => !isTouched(one));
    assert.deepEqual(
        untouched.map((one) => one.id),
        ["u9", "u8", "u7"],
    );
    assert.equal(savedGames(keeper).length, 303);
});

test("full storage says so and keeps what it has", () => {
    const keeper = new Memory();
    saveGame(game("a", 1), keeper);
    keeper.room = [...keeper.items.values()].join("").length + 10;
    assert.equal(saveGame(game("b", 2), keeper), false);
    assert.deepEqual(ids(keeper), ["a"]);
    assert.equal(saveGame(game("a", 3), keeper), true);
});

// The formats of the first clients, byte by byte: they must be read for ever.
const oldGame = `{"terms":${JSON.stringify(terms)},"record":${JSON.stringify(header)},"begun":1700000000000,"helped":true}`;
const oldResult = (at: number) =>
    `{"at":${at},"terms":${JSON.stringify(terms)},"record":"r","scores":[7,9],"winners":["B"],"draw":false}`;
// And of format 1.
const format1 = `{"format":1,"terms":${JSON.stringify(terms)},"record":"r","begun":5,"changed":6,"scores":[1,2],"result":{"winners":["B"],"draw":false}}`;

test("the one game and the results of older clients become games", () => {
    const keeper = new Memory();
    keeper.setItem("local-game", oldGame);
    keeper.setItem("local-results", `[${oldResult(1600000000000)},null,${oldResult(1650000000000)}]`);
    const games = savedGames(keeper);
    assert.deepEqual(
        games.map((one) => [one.begun, one.result?.winners ?? null, one.scores, one.helped ?? false]),
        [
            [1700000000000, null, [0, 0], true],
            [1650000000000, ["B"], [7, 9], false],
            [1600000000000, ["B"], [7, 9], false],
        ],
    );
    assert.deepEqual([keeper.getItem("local-game"), keeper.getItem("local-results")], [null, null]);
    assert.deepEqual(savedGames(keeper), games, "once");
});

test("what is too large to be taken over stays where it was", () => {
    const keeper = new Memory();
    keeper.setItem("local-game", oldGame);
    keeper.room = oldGame.length + 10;
    assert.deepEqual(savedGames(keeper), []);
    assert.equal(keeper.getItem("local-game"), oldGame);
});

test("format 1 is read", () => {
    const keeper = new Memory();
    keeper.setItem("game-x", format1);
    const [found] = savedGames(keeper);
    assert.deepEqual(found, {
        id: "x",
        terms,
        record: "r",
        begun: 5,
        changed: 6,
        scores: [1, 2],
        result: { winners: ["B"], draw: false },
    });
});
