// Confirming a draft whose verdict is still on its way: the press counts, and the table judges the move.
import assert from "node:assert/strict";
import test from "node:test";
import { confirmDraft as confirmBalda } from "../src/games/balda/making";
import { confirmDraft as confirmBali, takeDraft } from "../src/games/bali/making";
import { playDraft } from "../src/games/wordgame/moves";

// The moves that a confirmation sends.
function sent(confirm: (p: never, b: never) => void, board: object): string[] {
    const moves: string[] = [];
    confirm({ onMove: (move: string) => moves.push(move) } as never, board as never);
    return moves;
}

const is = <T>(value: T) => ({ value });
const bad = is({ kind: "bad", text: "no" });
const draft = is([
    { place: "A1", letter: "" },
    { place: "A2", letter: "" },
]);
const bali = { active: true, draft, eager: { current: null } };
const balda = { active: true, text: is("a1=B/a1a2") };
const wordgame = { active: true, written: is({ kind: "move", text: "8H:WORD" }), cursor: is(null) };

test("a press before the verdict sends the move in every game", () => {
    assert.deepEqual(sent(confirmBali, { ...bali, verdict: is(null) }), ["A1+A2"]);
    assert.deepEqual(sent(takeDraft, { ...bali, verdict: is(null) }), ["take A1+A2"]);
    assert.deepEqual(sent(confirmBalda, { ...balda, verdict: is(null) }), ["a1=B/a1a2"]);
    assert.deepEqual(sent(playDraft, { ...wordgame, verdict: is(null) }), ["8H:WORD"]);
});

test("a press after a refusal, without a draft or out of turn sends nothing", () => {
    for (const change of [
        { verdict: bad },
        { verdict: is(null), draft: is([]) },
        { verdict: is(null), active: false },
    ]) {
        assert.deepEqual(sent(confirmBali, { ...bali, ...change }), []);
        assert.deepEqual(sent(takeDraft, { ...bali, ...change }), []);
    }
    for (const change of [
        { verdict: bad },
        { verdict: is(null), text: is(null) },
        { verdict: is(null), active: false },
    ])
        assert.deepEqual(sent(confirmBalda, { ...balda, ...change }), []);
    for (const change of [{ verdict: bad }, { verdict: is(null), written: is({ kind: "none" }) }, { active: false }])
        assert.deepEqual(sent(playDraft, { ...wordgame, verdict: is(null), ...change }), []);
});
