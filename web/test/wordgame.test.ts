// The Word Game's board without a browser: positions and moves as text, a draft from one state to the
// next, and the real core's word on it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { seen, serve, type Reply } from "../src/core/protocol";
import { Core } from "../src/core/wasm";
import {
    at,
    empty,
    follow,
    lastBefore,
    moveOf,
    moveSlot,
    nextFree,
    ordered,
    put,
    recall,
    shuffle,
    slotFor,
    sort,
    take,
    type Draft,
} from "../src/games/wordgame/draft";
import {
    bonusAt,
    CENTRE,
    ownLayout,
    ownerOf,
    parsePlacement,
    placementText,
    readView,
    setOf,
    squareName,
    squaresOf,
    unseen,
    type View,
} from "../src/games/wordgame/view";
import { noWays, verdictOf, waysOf } from "../src/games/wordgame/verdict";

const root = process.env.LOGOMACHY_ROOT!;
const wasm = [process.env.LOGOMACHY_WASM, join(root, "build/obj/src/wasm/logomachy.wasm")].find(
    (path) => path && existsSync(path),
)!;
const program = process.env.LOGOMACHY_PROGRAM ?? join(root, "build/logomachy");

const row = (text = "") => `row ${text.padEnd(15, ".")}\n`;
const state = (rows: Record<number, string> = {}, racks = "rack A 8 AEINRST?\nrack B 8 \n") =>
    `turn A\npasses 0\nscoreless 0\nresigned 0\nend 0\nturns 2\nscore A 0\nscore B 0\n${racks}bag 80 \naside 0 \n${Array.from({ length: 15 }, (_, i) => row(rows[i])).join("")}`;
const trains = readView(state({ 7: "...TRAiNS" })); // d8 to i8, a blank on g8
const rack = ["A", "E", "I", "N", "R", "S", "T", "?"];
const drafted = (...tiles: [slot: number, square: number, letter: string][]): Draft =>
    tiles.reduce((d, [slot, square, letter]) => put(d, slot, square, letter), { ...empty, faces: rack } as Draft);

test("a position is read: board, blanks, racks, bag", () => {
    assert.equal(trains.board.filter(Boolean).length, 6);
    assert.deepEqual(
        [trains.board[108], trains.board[111], trains.board[107]],
        [{ letter: "T", blank: false }, { letter: "I", blank: true }, null],
    );
    assert.deepEqual(
        [trains.racks.A, trains.racks.B, trains.bag, trains.turn],
        [{ count: 8, tiles: rack }, { count: 8, tiles: [] }, 80, "A"],
    );
    assert.equal(ownerOf(trains), "A");
    assert.equal(ownerOf(readView(state({}, "rack A 8 \nrack B 8 \n"))), null, "who looks on has no tiles");
    assert.equal(ownerOf(readView(state({}, "rack A 1 Q\nrack B 2 AB\n"))), null, "all is known");
    assert.equal(readView(state({ 14: "..............Я" })).board[224]?.letter, "Я");
});

test("a layout of one's own is told in the settings, another is not", () => {
    assert.deepEqual(
        [ownLayout({ board: "..2/t.." }), ownLayout({ board: "classic" }), ownLayout({})],
        [["..2", "t.."], [], []],
    );
});

test("moves are written as the rules say", () => {
    for (const text of ["8D:TRAINS", "D8:TRAINS", "15A:abc", "O1:ÄÖÜ", "1A:ЖУК"])
        assert.equal(placementText(parsePlacement(text)!), text);
    assert.deepEqual(squaresOf(parsePlacement("D8:AB")!), [108, 123]);
    for (const text of ["pass", "exchange AEI", "8P:AB", "16A:AB", "0A:AB", "8N:ABC", "N15:AB", "8D:"])
        assert.equal(parsePlacement(text), null, text);
    assert.deepEqual(
        ["8D", "h15"].map((_, i) => squareName([CENTRE, 224][i]!)),
        ["h8", "o15"],
    );
});

test("tiles that are laid become a move along their line, with what lies there", () => {
    const text = (d: Draft, view: View = trains) => {
        const move = moveOf(d, view);
        return move.kind === "move" ? move.text : move.kind;
    };
    assert.equal(text({ ...empty, faces: rack }), "none");
    assert.equal(text(drafted([1, 114, "E"])), "8D:TRAiNSE", "a single tile beside a word lengthens it");
    assert.equal(text(drafted([1, 93, "E"])), "D7:ET", "a single tile above one goes down");
    assert.equal(text(drafted([1, 93, "E"], [3, 78, "N"])), "D6:NET");
    assert.equal(text(drafted([7, 123, "O"])), "D8:To", "a blank is a small letter");
    assert.equal(text(drafted([0, 107, "A"], [1, 114, "E"])), "8C:ATRAiNSE", "around what lies there");
    assert.equal(text(drafted([0, 0, "A"], [1, 2, "E"])), "gap");
    assert.equal(text(drafted([1, 2, "E"], [0, 0, "A"], [2, 1, "I"])), "1A:AIE", "in any order");
    assert.equal(text(drafted([0, 0, "A"], [1, 16, "E"])), "scattered");
    assert.equal(text(drafted([0, 14, "A"], [1, 15, "E"])), "scattered", "lines end at the edge");
    assert.equal(text(drafted([0, 224, "A"])), "15O:A");
});

test("a tile lies in one place; what it is put on goes back", () => {
    const d = drafted([0, 10, "A"], [1, 11, "E"]);
    assert.deepEqual(
        put(d, 0, 12, "A").placed.map((p) => [p.slot, p.square]),
        [
            [1, 11],
            [0, 12],
        ],
    );
    assert.deepEqual(
        put(d, 2, 11, "I").placed.map((p) => [p.slot, p.square]),
        [
            [0, 10],
            [2, 11],
        ],
    );
    assert.deepEqual(take(d, 0).placed.length, 1);
    assert.equal(recall(d).placed.length, 0);
    assert.equal(slotFor(d, "E"), 7, "a blank where the letter is not at hand");
    assert.equal(slotFor(d, "N"), 3);
    assert.equal(slotFor(d, "N", true), 7, "a blank on request");
    assert.equal(slotFor(put(d, 7, 12, "E"), "E"), null);
});

test("the rack is ordered, and tiles on the board keep theirs", () => {
    const d = drafted([2, 10, "I"]);
    const moved = moveSlot(d, 0, 3);
    assert.equal(moved.faces.join(""), "EINARST?");
    assert.equal(moved.faces[moved.placed[0]!.slot], "I");
    const mixed = shuffle(d, () => 0.3);
    assert.deepEqual([...mixed.faces].sort(), [...rack].sort());
    assert.notEqual(mixed.faces.join(""), rack.join(""));
    assert.equal(mixed.faces[mixed.placed[0]!.slot], "I");
    const sorted = sort(mixed, [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]);
    assert.equal(sorted.faces.join(""), rack.join(""));
    assert.equal(sorted.placed[0]!.slot, 2);
    assert.deepEqual(ordered(["T", "A", "E", "A"], ["A", "A", "B", "E"]), ["A", "E", "A", "B"]);
});

test("a draft follows the game: what was planned stays where it can", () => {
    const d = drafted([0, 107, "A"], [1, 0, "E"]);
    const next = readView(state({ 0: "X", 7: "...TRAiNS" }));
    assert.deepEqual(
        follow(d, next, rack).placed.map((p) => p.square),
        [107],
    );
    assert.equal(follow(d, trains, rack), d, "nothing has changed");
    const drawn = follow(d, trains, ["E", "I", "N", "R", "S", "T", "?", "Q"]);
    assert.deepEqual([drawn.faces.join(""), drawn.placed.length], ["EINRST?Q", 0]);
});

test("typing goes on past tiles that lie there, and back", () => {
    const d = drafted([0, 107, "A"]);
    assert.equal(nextFree(d, trains, { square: 107, down: false }), 114);
    assert.equal(nextFree(d, trains, { square: 119, down: false }), null);
    assert.equal(nextFree(d, trains, { square: 93, down: true }), 123);
    assert.equal(lastBefore(d, { square: 114, down: false })?.square, 107);
    assert.equal(lastBefore(d, { square: 114, down: true }), null);
    assert.equal(at(d, 107)?.letter, "A");
});

test("what one has not seen is all but the board and the own rack", () => {
    const set = setOf({ tiles: { A: 2, T: 3, "?": 2, Z: 1 } });
    assert.deepEqual(Object.fromEntries(unseen(set, readView(state({ 7: "TAt" })), ["A", "?"])), {
        A: 0,
        T: 2,
        "?": 0,
        Z: 1,
    });
});

test("exchange: never, not now, or yes", () => {
    const ways = (answer: object) => waysOf({ ok: true, ...answer });
    assert.deepEqual(ways({ plain: ["pass"], exchange: "yes" }), { pass: true, exchange: "yes" });
    assert.deepEqual(ways({ plain: ["pass"], exchange: "not_now" }), { pass: true, exchange: "not_now" });
    assert.deepEqual(ways({ plain: [], exchange: "sometimes" }), { pass: false, exchange: "never" });
    assert.equal(ways({}), noWays, "not to move");
});

// --- The real core.

const folder = mkdtempSync(join(tmpdir(), "logomachy-lex-"));

async function core() {
    writeFileSync(
        join(folder, "words.txt"),
        "train\ntrains\nrain\nrains\ntin\nast\nstar\nstare\nsea\nat\nin\nas\nnet\n",
    );
    execFileSync(
        program,
        ["lexicon", "import", "tiny", join(folder, "words.txt"), "--lang", "en", "--lexicons", folder],
        { env: { ...process.env, LOGOMACHY_LEXICONS: folder } },
    );
    const made = await Core.start(await WebAssembly.compile(readFileSync(wasm)));
    assert.ok(made.lexicon("tiny", new Uint8Array(readFileSync(join(folder, "tiny.lex")))).ok);
    return made;
}

const header = "game wordgame\nlang en\nlexicon tiny\n";

test("the core tells layout and values, what a move is worth, and what is wrong with it", async () => {
    const made = await core();
    const game = made.open(`${header}deal A AEINRST?\ndeal B AAEEIIOO\n`);
    assert.ok(game.ok);
    const shown = made.show(game.game, 0);
    assert.ok(shown.ok);
    const set = setOf(shown.data);
    const view = readView(shown.state);
    assert.deepEqual(
        [set.rack, set.board.length, set.values.A, set.tiles["?"], bonusAt(set, 0), bonusAt(set, CENTRE)],
        [8, 15, 1, 2, "d", ""],
    );
    assert.deepEqual([ownerOf(view), view.racks.B], ["A", { count: 8, tiles: [] }]);
    assert.equal(
        unseen(set, view, view.racks.A!.tiles).reduce((sum, [, n]) => sum + n, 0),
        view.bag + 8,
    );
    const verdict = (text: string) => verdictOf(made.try(game.game, 0, text));
    const good = verdict("8D:TRAINs");
    assert.ok(good.kind === "good" && good.report.word === "TRAINS" && good.report.points > 0);
    assert.ok(
        typeof good.report.equity === "number" &&
            typeof good.report.leave === "number" &&
            good.report.win! > 0 &&
            good.report.win! < 1,
        "the core measures moves",
    );
    assert.deepEqual(
        ["8H:TIN", "8H:T", "1A:RAIN", "8D:TNIAR"].map((text) => verdict(text).kind),
        ["unfinished", "unfinished", "unfinished", "bad"],
    );
    assert.deepEqual(waysOf(made.targets(game.game, 0)), { pass: true, exchange: "never" });
    assert.equal(waysOf(made.targets(game.game, 1)), noWays);
    const moves = made.moves(game.game, 5);
    assert.ok(moves.ok);
    const equities = moves.moves.map((one) => one.equity!);
    assert.deepEqual(
        equities,
        [...equities].sort((a, b) => b - a),
        "candidates come by equity",
    );
});

test("the log tells which squares a move filled, and the words that it made besides", async () => {
    const made = await core();
    const game = made.open(`${header}deal A AEINRST?\ndeal B AATEIIOO\nA 8D:TRAIN\ndeal A EEEEE\nB E7:AR\n`);
    assert.ok(!game.ok, "AR is no word");
    const good = made.open(`${header}deal A AEINRST?\ndeal B SATEIIOO\nA 8D:TRAIN\ndeal A EEEEE\nB I8:SEA\n`);
    assert.ok(good.ok, JSON.stringify(good));
    const shown = made.show(good.game);
    assert.ok(shown.ok);
    const [first, second] = shown.actions.filter((action) => action.seat !== null);
    assert.deepEqual([first!.fresh, first!.also], [[108, 109, 110, 111, 112], undefined]);
    assert.deepEqual([second!.fresh, second!.also], [[113, 128, 143], ["TRAINS"]]);
});

test("chance goes on from a record that tells its draws", async () => {
    const made = await core();
    const record = `${header}deal A AEINRST?\ndeal B AAEEIIOO\nA 8D:TRAINs\n`;
    const game = made.open(record);
    assert.ok(game.ok);
    const drawn = made.draws(game.game, 7);
    assert.ok(drawn.ok);
    assert.match(drawn.draws.join("\n"), /^deal A [A-Z?]{6}$/);
    const next = made.open(record + drawn.draws.join("\n") + "\n");
    assert.ok(next.ok);
    const shown = made.show(next.game);
    const none = made.draws(next.game, 7);
    assert.ok(shown.ok && none.ok);
    assert.deepEqual([shown.turn, none.draws], [["B"], []]);
    const start = made.open(header);
    assert.ok(start.ok);
    const both = made.draws(start.game, 1);
    assert.ok(both.ok);
    assert.deepEqual(
        both.draws.map((line) => line.slice(0, 6)),
        ["deal A", "deal B"],
    );
});

test("what one player sees is enough for trying moves, and tells nothing of the other", async () => {
    const made = await core();
    const whole = made.open(`${header}deal A AEINRST?\ndeal B AAEEIIOO\nA 8D:TRAINs\n`);
    assert.ok(whole.ok);
    const shown = made.show(whole.game, 1);
    assert.ok(shown.ok);
    for (const text of [shown.state, shown.record, JSON.stringify(shown.actions)])
        assert.ok(!/rack A \d+ \S|deal A [^?\n"]/.test(text), text);
    const seen = made.openSeen(header, shown.state);
    assert.ok(seen.ok);
    const again = made.show(seen.game, 1);
    assert.ok(again.ok);
    assert.equal(again.state, shown.state);
});

test("a move on what one player sees is played without its draws, and the next position can be shown", async () => {
    await core(); // writes the lexicon
    const exchanging = `${header}set exchange on\n`;
    const replies: Reply[] = [];
    const load = async () => new Uint8Array(readFileSync(join(folder, "tiny.lex")));
    const ask = serve({
        core: WebAssembly.compile(readFileSync(wasm)).then((module) => Core.start(module)),
        load,
        definitions: async () => null,
        reply: (r) => replies.push(r),
    });
    const call = async (name: "play" | "show", ...args: unknown[]) => {
        await ask({ id: replies.length, call: name, args: ["tiny", ...args] });
        const reply = replies.at(-1);
        assert.ok(reply && "value" in reply, JSON.stringify(reply));
        const value = reply.value as ReturnType<Core["show"]> & { report?: { word?: string } };
        assert.ok(value.ok, JSON.stringify(value));
        return value;
    };
    const begun = `${exchanging}deal A AEINRST?\ndeal B AAEEIIOO\n`;
    const view = async (record: string, seat: number) => seen(exchanging, (await call("show", record, seat)).state);
    const first = await call("play", await view(begun, 0), 0, "8D:TRAINs");
    assert.equal(first.report?.word, "TRAINS");
    const after = readView((await call("show", seen(exchanging, first.state), undefined)).state);
    assert.deepEqual(after.racks, { A: { count: 2, tiles: ["E", "S"] }, B: { count: 8, tiles: [] } });
    assert.deepEqual([after.board.filter(Boolean).length, first.turn, first.scores[0]! > 0], [6, [], true]);
    const given = await call("play", await view(begun, 0), 0, "exchange AEINRST?");
    assert.equal(readView((await call("show", seen(exchanging, given.state), undefined)).state).racks.A!.count, 0);
    const again = await call("play", await view(`${begun}A pass\n`, 1), 1, "pass"); // both draw again
    const both = readView((await call("show", seen(exchanging, again.state), undefined)).state);
    assert.deepEqual([both.racks.A!.count, both.racks.B!.count], [0, 0]);
});
