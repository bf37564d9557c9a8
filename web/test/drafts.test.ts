// Drafts on the device: one for each position, the oldest are forgotten, garbage counts as none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { holdDraft, keepDraft, keptDraft, lastDraft, leaveDraft } from "../src/drafts";
import { draftKind as baldaKind } from "../src/games/balda/draft";
import { draftKind as baliKind } from "../src/games/bali/draft";
import { isDraft } from "../src/games/wordgame/draft";
import { Memory } from "./memory";

const isAny = (value: unknown): value is unknown => value !== undefined;
const record = (game: string, ...moves: string[]) =>
    [`game balda`, `lang en`, `seed ${game}`, ...moves.map((move) => `A ${move}`), ""].join("\n");

test("a draft belongs to its position and to no other", () => {
    const keeper = new Memory();
    keepDraft(record("1"), "first", keeper);
    keepDraft(record("1", "a1=T/a1a2"), "second", keeper);
    keepDraft(record("2"), "other game", keeper);
    assert.equal(keptDraft(record("1"), isAny, keeper), "first");
    assert.equal(keptDraft(record("1", "a1=T/a1a2"), isAny, keeper), "second");
    assert.equal(keptDraft(record("2"), isAny, keeper), "other game");
    assert.equal(keptDraft(record("3"), isAny, keeper), null);
    keepDraft(record("1"), null, keeper);
    assert.equal(keptDraft(record("1"), isAny, keeper), null);
    assert.equal(lastDraft(record("1"), isAny, keeper), "second");
    assert.equal(lastDraft(record("3"), isAny, keeper), null);
});

test("the draft of a move on its way stays until the move has arrived", () => {
    const keeper = new Memory();
    for (const arrived of [false, true]) {
        keepDraft(record("1"), "mine", keeper);
        const release = holdDraft(record("1"), keeper);
        leaveDraft(record("1"), keeper);
        assert.equal(keptDraft(record("1"), isAny, keeper), "mine");
        release(arrived);
        assert.equal(keptDraft(record("1"), isAny, keeper), arrived ? null : "mine");
    }
    keepDraft(record("1"), "mine", keeper);
    leaveDraft(record("1"), keeper);
    assert.equal(keptDraft(record("1"), isAny, keeper), null);
});

test("comments and empty lines make no other position", () => {
    const keeper = new Memory();
    keepDraft(record("1", "a1=T/a1a2"), "mine", keeper);
    const server = record("1", "a1=T/a1a2  # ROT 3").replace("lang", "\nlang") + "# seed-hash 77\r\n";
    assert.equal(keptDraft(server, isAny, keeper), "mine");
});

test("in a view # is a square", () => {
    const keeper = new Memory();
    keepDraft(record("1") + "\f# A", "mine", keeper);
    assert.equal(keptDraft(record("1") + "\f# B", isAny, keeper), null);
});

test("removing what is not there writes nothing", () => {
    const keeper = new Memory();
    keepDraft(record("1"), null, keeper);
    assert.equal(keeper.items.size, 0);
});

test("the oldest drafts are forgotten, so that they never fill the device", () => {
    const keeper = new Memory();
    for (let i = 0; i < 200; i++) keepDraft(record(String(i)), i, keeper);
    assert.equal(keptDraft(record("199"), isAny, keeper), 199);
    assert.equal(keptDraft(record("150"), isAny, keeper), 150);
    assert.equal(keptDraft(record("0"), isAny, keeper), null);
});

test("garbage in storage is no draft", () => {
    for (const text of ["", "{", "null", "[1,null,[],{}]", '{"drafts":1}', '[{"game":1,"position":2,"draft":3}]']) {
        const keeper = new Memory();
        keeper.setItem("drafts", text);
        assert.equal(keptDraft(record("1"), isAny, keeper), null);
        keepDraft(record("1"), "fresh", keeper);
        assert.equal(keptDraft(record("1"), isAny, keeper), "fresh");
    }
});

test("each game takes only drafts that fit its board", () => {
    const balda = baldaKind(25);
    assert.ok(balda.is({ square: 24, letter: "T", path: [0, 24] }));
    assert.ok(balda.is({ square: 24, letter: null, path: [] }));
    for (const wrong of [null, [], {}, { square: 25, letter: "T", path: [] }, { square: 1, letter: "T", path: [99] }])
        assert.ok(!balda.is(wrong), JSON.stringify(wrong));
    const bali = baliKind(new Map([["A1", 0]]));
    assert.ok(bali.is([{ place: "A1", letter: "" }]));
    for (const wrong of [null, {}, [{ place: "A2", letter: "" }], [{ place: "A1" }]])
        assert.ok(!bali.is(wrong), JSON.stringify(wrong));
    assert.ok(isDraft({ faces: ["A", "B"], placed: [{ slot: 1, square: 112, letter: "B" }] }));
    for (const wrong of [
        null,
        { faces: ["A"] },
        { faces: ["A"], placed: [{ slot: 1, square: 0, letter: "A" }] },
        { faces: ["A"], placed: [{ slot: 0, square: 225, letter: "A" }] },
        { faces: ["A"], placed: [{ slot: 0.5, square: 1, letter: "A" }] },
    ])
        assert.ok(!isDraft(wrong), JSON.stringify(wrong));
});
