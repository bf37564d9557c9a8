// The draft of a move, the board's text, records: all that needs no core.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
    chooseLetter,
    chooseSquare,
    drag,
    empty,
    moveOf,
    phaseOf,
    stepBack,
    tap,
    wordOf,
    type Draft,
} from "../src/games/balda/draft";
import { parsePlacement, placementText, readView, squareName, squareOf } from "../src/games/balda/view";
import { moveLines, readHeader, upTo, withMove } from "../src/games/record";
import { analyse, finalMargin, gaps, lossOf, markOf, type Valued } from "../src/match/analysis";
import { follow } from "../src/match/online";
import { firstRecord, sameTerms, takenBack } from "../src/match/local";
import { leftNow } from "../src/match/Players";
import type { Best, Shown } from "../src/core/wasm";
import type { Match, MatchEvent } from "../src/types";

const state = "turn A\npasses 0\nstart CROWN\n# . . . . .\n# . . . . .\n# C R O W N\n# . . . . .\n# . . . . .\n";
const view = readView(state);
const sides = (a: number, b: number) =>
    Math.abs((a % 5) - (b % 5)) + Math.abs(Math.floor(a / 5) - Math.floor(b / 5)) === 1;
const placed: Draft = chooseLetter(chooseSquare(empty, 7), "T");
const drawn = (...path: number[]) => path.reduce((d, square) => drag(d, square, sides), placed);
const tapped = (...path: number[]) => path.reduce((d, square) => tap(d, square, sides), placed);

test("the board's text is read", () => {
    assert.equal(view.width, 5);
    assert.deepEqual(view.letters.slice(10, 15), ["C", "R", "O", "W", "N"]);
    assert.equal(view.letters[7], "");
    assert.equal(view.asked, null);
    assert.deepEqual(readView("asked b2=Ъ/a3b3b2\n# . . .\n# . . .\n# С Л О\n").asked, {
        square: 4,
        letter: "Ъ",
        path: [6, 7, 4],
    });
    assert.equal(readView("").width, 0);
});

test("squares and placements to text and back", () => {
    for (const width of [5, 7, 9])
        for (let s = 0; s < width * width; s++) assert.equal(squareOf(squareName(s, width), width), s);
    assert.equal(placementText({ square: 7, letter: "T", path: [11, 12, 7] }, 5), "c2=T/b3c3c2");
    assert.deepEqual(parsePlacement("c2=T/b3c3c2", 5), { square: 7, letter: "T", path: [11, 12, 7] });
    for (const wrong of ["pass", "c2=T/", "c2=/c2", "c2T/c2", "", "c2=TT/c2"])
        assert.equal(parsePlacement(wrong, 5), null);
});

test("a draft goes through its phases and back", () => {
    assert.equal(phaseOf(empty), "place");
    assert.equal(phaseOf(chooseSquare(empty, 7)), "letter");
    assert.equal(phaseOf(placed), "trace");
    assert.equal(chooseLetter(empty, "T"), empty);
    assert.equal(moveOf(placed, 5), null);
    const word = tapped(11, 12, 7);
    assert.equal(moveOf(word, 5), "c2=T/b3c3c2");
    assert.equal(wordOf(word, view.letters), "ROT");
    let d: Draft = word;
    const phases = [];
    for (let i = 0; i < 6; i++) {
        phases.push([phaseOf(d), d.path.length]);
        d = stepBack(d);
    }
    assert.deepEqual(phases, [
        ["trace", 3],
        ["trace", 2],
        ["trace", 1],
        ["trace", 0],
        ["letter", 0],
        ["place", 0],
    ]);
    assert.deepEqual(stepBack(empty), empty);
});

test("another square or letter begins anew", () => {
    assert.deepEqual(chooseSquare(tapped(11, 12), 17), { square: 17, letter: null, path: [] });
    assert.deepEqual(chooseLetter(tapped(11, 12), "B"), { square: 7, letter: "B", path: [] });
});

test("taps go on, go back, and begin elsewhere", () => {
    assert.deepEqual(tapped(11, 12, 12).path, [11]);
    assert.deepEqual(tapped(11, 12, 13, 11).path, [11]);
    assert.deepEqual(tapped(11, 12, 14).path, [14]);
    assert.deepEqual(tap(empty, 3, sides), empty);
});

test("a drawn line passes over what does not touch, and shortens where it goes back", () => {
    assert.deepEqual(drawn(11, 12, 7).path, [11, 12, 7]);
    assert.deepEqual(drawn(11, 13, 12, 14).path, [11, 12]);
    assert.deepEqual(drawn(11, 12, 13, 12).path, [11, 12]);
    assert.deepEqual(drawn(11, 12, 13, 14, 12).path, [11, 12, 13, 14]);
    assert.deepEqual(drawn(11, 11).path, [11]);
    assert.deepEqual(drag(empty, 3, sides), empty);
});

const record =
    "game balda\nlang en\nlexicon en-common\nset size 7\nseat A Ann # not Bob\nseat B Bob\nstart CROWNED\nA c2=T/b3c3c2\n# a remark\nB pass\n\nA resign\n";

test("records are cut, lengthened and read", () => {
    assert.deepEqual(moveLines(record), ["A c2=T/b3c3c2", "B pass", "A resign"]);
    assert.deepEqual(moveLines(upTo(record, 1)), ["A c2=T/b3c3c2"]);
    assert.equal(upTo(record, 0).includes("start CROWNED"), true);
    assert.equal(upTo(record, 99).trimEnd(), record.replaceAll("\n\n", "\n").trimEnd());
    assert.deepEqual(moveLines(withMove(upTo(record, 1), "B", "pass")), ["A c2=T/b3c3c2", "B pass"]);
    assert.equal(withMove("game balda", "A", "pass"), "game balda\nA pass\n");
    assert.deepEqual(structuredClone(readHeader(record)), {
        game: "balda",
        lang: "en",
        lexicon: "en-common",
        names: { A: "Ann", B: "Bob" },
        settings: { size: "7" },
    });
    assert.equal(readHeader("game bukva\n").lexicon, "ru");
    assert.equal(readHeader("game balda\nlang de\n").lexicon, "de");
});

const terms = {
    game: "balda",
    lang: "en",
    lexicon: "en",
    levels: [0, 3],
    seat: "B",
    settings: { size: "5", diagonal: "on" },
    start: "",
};

test("a game on the device: its record, its terms, what is taken back", () => {
    assert.equal(
        firstRecord(terms, "ab"),
        "game balda\nlang en\nlexicon en\nset size 5\nset diagonal on\nseed ab\nseat A\nseat B\n",
    );
    assert.match(firstRecord({ ...terms, start: "crown" }, "ab"), /\nstart crown\nseat A\nseat B\n$/);
    assert.equal(sameTerms(terms, { ...terms, settings: { diagonal: "on", size: "5" } }), true);
    assert.equal(sameTerms(terms, { ...terms, levels: [0, 4] }), false);
    assert.deepEqual(moveLines(takenBack(record, "B")!), ["A c2=T/b3c3c2"]);
    assert.equal(takenBack(upTo(record, 1), "B"), null);
});

const situation = {
    status: "running" as const,
    turn: ["B"],
    scores: [3, 0],
    clocks: [60_000, 50_000],
    deadline: 99,
    offers: { draw: null, takeback: null },
    result: null,
    seed: null,
};
const match: Match = {
    ...situation,
    id: "m",
    game: "balda",
    lang: "en",
    lexicon: "en",
    settings: {},
    changed: [],
    clock: { kind: "fischer" },
    rated: false,
    listed: true,
    takebacks: true,
    seats: ["A", "B"].map((seat) => ({ seat, player: seat, level: 0, out: false, free: false })),
    seq: 4,
    you: "B",
    may: [],
    seed_hash: "",
    created: 1,
    started: 2,
    ended: null,
    previous: null,
    now: 5,
    state: "x",
    record: "game balda\n",
    turn: ["A"],
    scores: [0, 0],
};
const event = (text: string, more: Partial<MatchEvent> = {}): MatchEvent => ({
    ...situation,
    seq: 4,
    at: 77,
    text,
    draws: [],
    seat: "A",
    may: ["move"],
    ...more,
});

test("a match follows its events, and knows when it cannot", () => {
    const next = follow(match, event("A c2=T/b3c3c2"))!;
    assert.equal(next.record, "game balda\nA c2=T/b3c3c2\n");
    assert.deepEqual([next.seq, next.turn, next.scores, next.may, next.now], [5, ["B"], [3, 0], ["move"], 77]);
    assert.equal(next.id, "m");
    assert.equal(next.seats, match.seats);
    assert.equal(follow(match, event("offer A draw", { offers: { draw: "A", takeback: null } }))!.offers.draw, "A");
    assert.equal(follow(match, event("offer A draw"))!.record, match.record);
    for (const text of ["agree B takeback", "start", "sit A 17", "flag A", "abort A"])
        assert.equal(follow(match, event(text)), null);
    assert.equal(follow(match, event("A resign", { status: "over" })), null);
});

test("clocks run down only for who is to move", () => {
    assert.equal(leftNow(match, 0, 1000, 4000), 57_000);
    assert.equal(leftNow(match, 1, 1000, 4000), 50_000);
    assert.equal(leftNow(match, 0, 1000, 100_000), 0);
    assert.equal(leftNow({ ...match, status: "over" }, 0, 1000, 4000), 60_000);
    assert.equal(leftNow({ ...match, clocks: null }, 0, 1000, 4000), null);
});

test("what a move gave away", () => {
    const valued = (margin: number): Valued => ({ best: null, margin });
    assert.deepEqual(lossOf("A", valued(5), valued(2)), { points: 3 });
    assert.deepEqual(lossOf("B", valued(5), valued(8)), { points: 3 });
    assert.deepEqual(lossOf("B", valued(5), valued(2)), { points: 0 });
    const byPoints = [0, 2.4, 2.5, 4.5, 8].map((points) => markOf({ points }));
    assert.deepEqual(byPoints, ["", "", "?!", "?", "??"]);
    const byChance = [0.04, 0.05, 0.1, 0.2].map((chance) => markOf({ points: 30, chance }));
    assert.deepEqual(byChance, ["", "?!", "?", "??"]);
});

// 25 moves of a game that is won by 239: each gives away 10 points, but only one of them a chance.
test("a game that is won easily has few marks", async () => {
    const shown = { over: true, scores: [474, 235] } as Shown;
    const win = (n: number) => (n === 1 ? 0.6 : 0.96);
    const best = (n: number) =>
        Promise.resolve({ ok: true, seat: n % 2 ? "B" : "A", margin: 200, equity: 40, win: win(n) } as {
            ok: true;
        } & Best);
    const weigh = (n: number) => Promise.resolve({ equity: 30, win: n === 1 ? 0.45 : 0.94 });
    const values: Valued[] = [];
    await analyse(25, shown, best, weigh, { onValue: (n, v) => (values[n] = v), wanted: () => true });
    const marks = values.slice(0, -1).map((v, n) => markOf(lossOf(n % 2 ? "B" : "A", v, values[n + 1]!)));
    assert.deepEqual(marks.filter(Boolean), ["?"]);
    assert.equal(marks[1], "?");
    assert.equal(values[0]!.gave!.points, 10);
});

test("an analysis asks for every position and stops when nobody wants it", async () => {
    const shown = { over: true, scores: [7, 4] } as Shown;
    const asked: number[] = [];
    const best = (n: number) => {
        asked.push(n);
        return Promise.resolve({ ok: true as const, seat: n % 2 ? "B" : "A", margin: n } as { ok: true } & Best);
    };
    const told: [number, number][] = [];
    await analyse(3, shown, best, async () => null, {
        onValue: (n, v) => told.push([n, v.margin]),
        wanted: () => true,
    });
    assert.deepEqual(told, [
        [3, 3],
        [2, 2],
        [1, -1],
        [0, 0],
    ]);
    assert.deepEqual(asked, [2, 1, 0]);
    assert.equal(finalMargin(shown), 3);
    told.length = 0;
    await analyse(3, shown, best, async () => null, {
        onValue: (n, v) => told.push([n, v.margin]),
        wanted: () => told.length < 2,
    });
    assert.equal(told.length, 2);
});

test("what a move gives away is measured against the best one", () => {
    const margins = new Map([
        ["a", 5],
        ["b", 2.5],
        ["c", 6],
    ]);
    assert.deepEqual(gaps("a", ["a", "b", "c", "d"], margins), [0, 2.5, 0, null]);
    assert.deepEqual(gaps("d", ["a"], margins), [null]);
    assert.deepEqual(gaps(undefined, ["a"], margins), [null]);
});
