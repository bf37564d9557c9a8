// The board kit without a browser: where keys move the focus, and which keys are for a board.
import assert from "node:assert/strict";
import { test } from "node:test";
import { movedFocus } from "../src/board/focus";
import { handleKey } from "../src/board/keys";

test("arrows move the focus by one cell and stop at the edges", () => {
    const from = (cell: number, key: string) => movedFocus(cell, key, 5);
    assert.deepEqual(
        ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => from(12, key)),
        [11, 13, 7, 17],
    );
    assert.deepEqual([from(10, "ArrowLeft"), from(14, "ArrowRight")], [10, 14], "not into another row");
    assert.deepEqual([from(3, "ArrowUp"), from(23, "ArrowDown")], [3, 23]);
    assert.deepEqual([from(12, "Home"), from(12, "End")], [10, 14]);
    assert.deepEqual([from(12, "a"), from(12, "Enter")], [null, null], "other keys move nothing");
});

test("a board may have fewer rows than columns", () => {
    const from = (cell: number, key: string) => movedFocus(cell, key, 7, 2);
    assert.deepEqual([from(3, "ArrowDown"), from(10, "ArrowDown"), from(10, "ArrowUp")], [10, 10, 3]);
    assert.equal(from(6, "ArrowRight"), 6);
});

// The effect of handleKey() on a key that is pressed inside of these elements.
function pressed(inside: readonly string[], change: Partial<KeyboardEvent> = {}) {
    const done: string[] = [];
    const closest = (selectors: string) => selectors.split(", ").find((one) => inside.includes(one)) ?? null;
    const e = { key: "a", target: { closest }, preventDefault: () => done.push("prevented"), ...change };
    handleKey(e as unknown as KeyboardEvent, {
        board: ".board",
        moves: (key) => key === "ArrowUp" && done.push("moved") > 0,
        acts: ({ key }, onBoard) => key === "a" && done.push(onBoard ? "acted on it" : "acted") > 0,
    });
    return done;
}

test("a key moves the focus on the board, or acts, or is left to the page", () => {
    assert.deepEqual(pressed([".board"]), ["acted on it", "prevented"]);
    assert.deepEqual(pressed([]), ["acted", "prevented"]);
    assert.deepEqual(pressed([".board"], { key: "ArrowUp" }), ["moved", "prevented"]);
    assert.deepEqual(pressed([], { key: "ArrowUp" }), [], "the focus is elsewhere");
    assert.deepEqual(pressed([".board"], { key: "Tab" }), []);
});

test("shortcuts, fields and dialogs keep their keys", () => {
    for (const field of ["input", "textarea", "select", "dialog"]) assert.deepEqual(pressed([field]), [], field);
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
        assert.deepEqual(pressed([".board"], held), []);
});
