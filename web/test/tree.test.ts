// The tree of an analysis.
import assert from "node:assert/strict";
import test from "node:test";
import { childrenAt, cut, extended, nodesOn, played, promoted, recordOf, siblings, treeOf } from "../src/match/tree";

const record = "game x\nstart crown\nA one\ndeal A K\nB two\nA three\n";
const texts = (tree: ReturnType<typeof treeOf>, way: readonly number[]) =>
    nodesOn(tree, way).map((node) => node.lines[0]!.slice(2));

test("a record is a tree of one line, and comes out as it went in", () => {
    const tree = treeOf(record);
    assert.deepEqual(extended(tree, []), [0, 0, 0]);
    assert.equal(recordOf(tree, [0, 0, 0]), record);
    assert.equal(recordOf(tree, [0]), "game x\nstart crown\nA one\ndeal A K\n");
    assert.equal(recordOf(treeOf("game x\n"), []), "game x\n");
    assert.deepEqual(extended(treeOf("game x\n"), []), []);
});

test("a move that is there is gone to, another one branches", () => {
    const start = treeOf(record);
    assert.deepEqual(played(start, [0], "B two"), { tree: start, way: [0, 0] });
    const other = played(start, [0], "B other");
    assert.deepEqual(other.way, [0, 1]);
    assert.deepEqual(
        texts(other.tree, extended(other.tree, [0])),
        ["one", "two", "three"],
        "the main line is as it was",
    );
    assert.deepEqual(texts(other.tree, other.way), ["one", "other"]);
    assert.deepEqual(siblings(other.tree, [0, 0, 0]), [0, 1, 0]);
    const further = played(other.tree, other.way, "A more");
    assert.deepEqual(texts(further.tree, further.way), ["one", "other", "more"]);
    assert.deepEqual(
        childrenAt(further.tree, [0]).map((node) => node.lines[0]),
        ["B two", "B other"],
    );
    assert.equal(childrenAt(start, [0]).length, 1, "the old tree is as it was");
});

test("a move is taken back with all that followed it", () => {
    const { tree, way } = played(treeOf(record), [0], "B other");
    const back = cut(tree, way);
    assert.deepEqual([back.way, childrenAt(back.tree, [0]).length], [[0], 1]);
    const first = cut(tree, [0]);
    assert.deepEqual(
        [first.way, first.tree.children.length, recordOf(first.tree, [])],
        [[], 0, "game x\nstart crown\n"],
    );
    assert.deepEqual(cut(tree, []), { tree, way: [] });
});

test("a variation becomes the main line, the other one stays", () => {
    let state = played(treeOf(record), [0], "B other");
    state = played(state.tree, state.way, "A more");
    state = played(state.tree, [0, 1], "A less");
    const up = promoted(state.tree, [0, 1, 1]);
    assert.deepEqual(texts(up.tree, extended(up.tree, [])), ["one", "other", "less"]);
    assert.deepEqual(texts(up.tree, [0, 1, 0]), ["one", "two", "three"]);
    assert.deepEqual(up.way, [0, 0, 0]);
});
