// Bali's own state in the client: positions as text, drafts, what the core is asked, own bests.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { type Answer, type Best, Core, type Shown } from "../src/core/wasm";
import { serve, type Reply } from "../src/core/protocol";
import { rowsOf } from "../src/games/bali/state";
import { drop, empty, moveOf, placesOf, raise, settle, tap, type Draft } from "../src/games/bali/draft";
import { whereNow } from "../src/games/bali/trace";
import { dealsOf, joinedPlace, packOf, placeIndex, readView, takenBy } from "../src/games/bali/view";
import { judge, noWays, type Try, type Verdict, waysOf, type Ways } from "../src/games/bali/ways";
import { dailySeed, localPath, localTerms } from "../src/local";
import { cutOf } from "../src/games/record";
import { seated } from "../src/saved";
import { addBest, ownBests } from "../src/match/scores";
import { Memory } from "./memory";

const root = process.env.LOGOMACHY_ROOT!;
const wasm = [process.env.LOGOMACHY_WASM, join(root, "build/obj/src/wasm/logomachy.wasm")].find(
    (path) => path && existsSync(path),
)!;

const state =
    "started 1\nturn B\nresigned 4\npassed 0\nmissing 0\nend 0\ndeck A2 *1 Ä12\nscore A 18\nscore B 0\nscore C 0\ntaken A 6 18\n" +
    "column A1 P A R\ncolumn A3 *\ncolumn B1 *=E T\ncolumn B2 Ä\ndoubt B - A3:1 B1:1! B4:1\nrefilled A3\n";
const pack = packOf({ values: { P: 1 }, plays: { "*": "ABC", Ä: "ÄA", Ö: "O" } });

test("a position is read from its text", () => {
    const view = readView(state);
    assert.deepEqual([view.seats, view.deck, [...view.resigned]], [["A", "B", "C"], 15, ["C"]]);
    assert.deepEqual(view.columns.get("B1"), {
        place: "B1",
        cards: [
            { face: "*", letter: "E" },
            { face: "T", letter: "" },
        ],
    });
    assert.equal(view.columns.has("A2"), false);
    assert.deepEqual(view.doubt, { seat: "B", challenger: null });
    assert.equal(readView(state.replace("doubt B -", "doubt B C")).doubt!.challenger, "C");
    assert.deepEqual([readView("score A 0\n").deck, readView("score A 0\n").doubt], [0, null]);
});

test("which cards came last, and what was taken", () => {
    const view = readView(state);
    const deal = (text: string) => ({ seat: null, text });
    const deals = dealsOf(
        [
            deal("deal A1 P"),
            deal("deal A5 Q"),
            { seat: "A", text: "take A1", word: "PAR", points: 6, scorer: "A" },
            deal("deal A1 K"),
            deal("deal B2 Ä"),
        ],
        view,
    );
    assert.deepEqual([deals.width, deals.times.get("A1"), deals.last], [5, 2, ["A1", "B2"]]);
    assert.deepEqual(
        takenBy("A", [
            { seat: "A", text: "take A1", word: "PAR", points: 6, scorer: "A" },
            { seat: "A", text: "A1+A2", run: "PA", points: 0, scorer: "A" },
        ]),
        [{ word: "PAR", points: 6 }],
    );
});

test("a move of the log is found where it lies now", () => {
    const shownWith = (...columns: string[]) =>
        ({
            state: `score A 0\nscore B 0\n${columns.map((one) => `column ${one}\n`).join("")}`,
            data: pack,
        }) as unknown as Shown;
    const join = (seat: string, text: string, run: string, rests: string) => ({
        seat,
        text,
        run,
        rests: placeIndex(rests),
    });
    const dealt = { seat: null, text: "deal A1 Q" };
    const moves = [
        join("A", "B1+A2+A1", "PAR", "A2"),
        dealt,
        join("B", "A2+B3", "PART", "B3"),
        join("B", "B2+B3", "PPART", "B2"),
    ];
    assert.deepEqual(
        whereNow(moves.slice(0, 1), 0, shownWith("A2 P A R", "A1 Q")),
        ["A2"],
        "where the first own column lay",
    );
    assert.deepEqual(
        whereNow(moves.slice(0, 3), 0, shownWith("B3 P A R T", "A2 Q")),
        ["B3"],
        "in what it has become part of",
    );
    assert.deepEqual(whereNow(moves, 0, shownWith("B2 P P A R T")), ["B2"]);
    assert.deepEqual(whereNow(moves, 0, shownWith("B2 P", "B3 P A R T")), ["B3"], "a join that was undone");
    assert.deepEqual(whereNow(moves, 0, shownWith("A2 A", "A1 R", "B1 P")), [], "it was undone itself");
    assert.deepEqual(
        whereNow([...moves, { seat: "B", text: "take B2", word: "PPART" }], 0, shownWith("B2 P", "A2 P A R")),
        [],
        "taken",
    );
    assert.deepEqual(
        whereNow([...moves, { seat: "B", text: "take B2", word: "PPART" }], 4, shownWith("B2 P")),
        ["B2"],
        "the place of what was taken",
    );
    assert.deepEqual(
        whereNow([{ seat: "A", text: "A1+A2", word: "PAR", points: 6 }], 0, shownWith()),
        ["A1", "A2"],
        "taken at once",
    );
    assert.deepEqual(whereNow([{ seat: "A", text: "pass" }], 0, shownWith()), []);
    assert.deepEqual(
        whereNow([join("A", "A1+A2=B+A3", "PBO", "A1")], 0, shownWith("A1 P *=B Ö")),
        ["A1"],
        "cards that are read as another letter",
    );
});

test("the join that can be challenged is the last one", () => {
    const moves = [
        { seat: "A", text: "A1+A2", rests: 0 },
        { seat: "B", text: "A3+B4", rests: 10 },
        { seat: null, text: "deal A3 E" },
    ];
    assert.equal(joinedPlace(moves), "B4");
    assert.equal(joinedPlace([{ seat: "A", text: "take A1" }]), null);
});

test("what is no answer of the core offers nothing", () => {
    for (const answer of [{ ok: true }, { ok: true, plain: [], takes: [{}], choices: [] }])
        assert.equal(waysOf(answer as never), noWays);
});

const texts = (d: Draft) => d.map((part) => part.place).join(" ");
const of = (...places: string[]): Draft => places.map((place) => ({ place, letter: "" }));

test("columns are tapped in order, set above and below, raised", () => {
    assert.equal(texts(tap(tap(empty, "A1"), "B2")), "A1 B2");
    assert.equal(texts(tap(of("A1"), "B2", true)), "B2 A1");
    assert.equal(texts(tap(of("A1", "B2"), "A1")), "B2");
    assert.equal(texts(drop(empty, "A2", "A1", true)), "A2 A1");
    assert.equal(texts(drop(empty, "A2", "A1", false)), "A1 A2");
    assert.equal(texts(drop(of("A5", "A6"), "A2", "A1", false)), "A1 A2", "two others are a new draft");
    assert.equal(texts(drop(of("A1", "A3"), "A2", "A1", false)), "A1 A2 A3");
    assert.equal(texts(drop(of("A1", "A3"), "A3", "A2", true)), "A1 A3 A2", "the one that is dragged is in it");
    assert.equal(texts(drop(of("A1", "A3"), "A3", "A1", true)), "A3 A1");
    assert.equal(texts(drop(of("A1"), "A1", "A1", true)), "A1");
    assert.equal(texts(raise(of("A1", "A2", "A3"), "A3")), "A1 A3 A2");
    assert.equal(texts(raise(of("A1", "A2", "A3"), "A1")), "A2 A3 A1");
    assert.equal(moveOf(settle(of("A2", "B5", "A1"), "B5", "E")), "A2+B5=E+A1");
    assert.deepEqual([moveOf(of("A2")), moveOf(empty)], ["take A2", null]);
    assert.deepEqual(placesOf("A2+B5=E+A1"), ["A2", "B5", "A1"]);
    assert.deepEqual([placesOf("take C4"), placesOf("pass"), placesOf("name MAISON")], [["C4"], [], []]);
});

test("one's own row is the nearest, the others follow in turn", () => {
    assert.deepEqual(rowsOf(["A", "B", "C", "D"], "B"), ["C", "D", "A", "B"]);
    assert.deepEqual(rowsOf(["A", "B"], "A"), ["B", "A"]);
    assert.deepEqual(rowsOf(["A", "B", "C"], null), ["A", "B", "C"]);
});

// --- The core's own word, about French.

interface Asking {
    asker(record: string): Try;
    ways(record: string): Promise<Ways>;
    best(record: string, level: number): Promise<Answer<Best>>;
}

async function asking(): Promise<Asking> {
    const file = readFileSync(join(root, "build/lexicons/fr.lex"));
    const waiting = new Map<number, (r: Reply) => void>();
    let next = 1;
    const handle = serve({
        core: WebAssembly.compile(readFileSync(wasm)).then((module) => Core.start(module)),
        load: async () => new Uint8Array(file),
        definitions: async () => null,
        reply: (r) => "id" in r && waiting.get(r.id)!(r),
    });
    const call = (name: string, args: unknown[]) =>
        new Promise<never>((resolve, reject) => {
            const id = next++;
            waiting.set(id, (r) => ("value" in r ? resolve(r.value as never) : reject(new Error(JSON.stringify(r)))));
            void handle({ id, call: name as "try", args });
        });
    return {
        asker: (record) => (move) => call("try", ["fr", record, 0, move]),
        ways: async (record) => waysOf(await call("targets", ["fr", record, 0])),
        best: (record, level) => call("best", ["fr", record, level, 50, 7, 0]),
    };
}

const lexicon = existsSync(join(root, "build/lexicons/fr.lex"));
const deals = (seat: string, cards: string) => [...cards].map((card, i) => `deal ${seat}${i + 1} ${card}\n`).join("");

test("the core judges a draft: a word and its points, a run, nothing, a letter to choose", {
    skip: !lexicon && "there is no lexicon",
}, async () => {
    const { asker, ways } = await asking();
    const record = "game bali\nlang fr\nlexicon fr\nseat A\n" + deals("A", "PARTIE*");
    const found = await ways(record);
    const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    assert.deepEqual([...found.plain], ["done"]);
    assert.deepEqual([...found.choices], [["A7", { place: "A7", letters: alphabet, own: null }]]);
    assert.deepEqual([found.takes.size, found.claims], [0, false]);
    const ask = asker(record);
    const said = (d: Draft) => judge(found, d, ask) as Promise<Verdict>;
    assert.deepEqual(await said(of("A1", "A2", "A3", "A4", "A5", "A6")), {
        kind: "word",
        word: "PARTIE",
        points: 18,
        now: false,
        take: true,
    });
    assert.deepEqual(await said(of("A1", "A3")), { kind: "run", word: "PR", short: false });
    assert.deepEqual(await said(of("A4", "A6")), { kind: "run", word: "TE", short: true });
    assert.equal((await said(of("A4", "A1", "A3", "A4"))).kind, "bad");
    assert.deepEqual(await said(of("A1", "A7")), { kind: "letter" });
    assert.deepEqual(await said(settle(of("A1", "A2", "A7"), "A7", "S")), {
        kind: "word",
        word: "PAS",
        points: 18,
        now: false,
        take: true,
    });
    assert.deepEqual(await said(of("A1")), { kind: "alone" });
    assert.equal(await judge(found, empty, ask), null);
    assert.deepEqual(await judge({ ...found, claims: true }, of("A1", "A3"), ask), { kind: "claim", word: "PR" });
});

// --- Own bests, and the day's deal.

test("the best alone are kept by game and settings, best first, each game once", () => {
    const keeper = new Memory();
    const played = {
        game: "bali",
        lang: "fr",
        lexicon: "fr",
        settings: { obsolete: "forbid" },
        changed: [] as string[],
    };
    for (const [i, score] of [30, 90, 60, 90].entries()) addBest(played, { score, at: i, record: `r${i}` }, keeper);
    addBest(played, { score: 90, at: 1, record: "r1" }, keeper);
    assert.deepEqual(
        ownBests(played, keeper).map((one) => [one.score, one.at]),
        [
            [90, 1],
            [90, 3],
            [60, 2],
            [30, 0],
        ],
    );
    assert.deepEqual(ownBests({ ...played, settings: { min_word: "5" }, changed: ["min_word"] }, keeper), []);
    assert.equal(ownBests({ ...played, settings: {} }, keeper).length, 4, "a setting at its default is no other game");
    for (let i = 10; i < 30; i++) addBest(played, { score: i, at: i, record: "" }, keeper);
    assert.equal(ownBests(played, keeper).length, 10);
    keeper.setItem("local-bests", "junk");
    assert.deepEqual(ownBests(played, keeper), []);
});

test("the deal for practice without a server follows from the date, and has an address", async () => {
    const seed = await dailySeed("2026-11-16", "bali", "fr");
    const { createHash } = await import("node:crypto");
    assert.equal(seed, createHash("sha256").update("2026-11-16 bali fr").digest("hex"));
    const terms = { game: "bali", lang: "fr", lexicon: "fr", levels: [0], seat: "A", settings: {}, start: "", seed };
    assert.deepEqual(structuredClone(localTerms(new URL(localPath(terms), "http://x").searchParams)), terms);
    assert.equal(localTerms(new URLSearchParams({ game: "bali", seed: "not a seed" }))!.seed, undefined);
});

// R-BALI-59
test("players take the seats that they cut for, and a record tells the cut", () => {
    const terms = {
        game: "bali",
        lang: "fr",
        lexicon: "fr",
        levels: [0, 2, 4, 6],
        seat: "A",
        settings: {},
        start: "",
    };
    const at = (leader?: number) => {
        const game = { id: "x", terms, record: "", begun: 1, changed: 1, scores: [] };
        const { levels, seat } = seated({ ...game, ...(leader !== undefined && { leader }) });
        return [levels.join(""), seat];
    };
    assert.deepEqual([at(), at(0)], Array(2).fill(["0246", "A"]));
    assert.deepEqual(
        [at(1), at(2), at(3)],
        [
            ["2046", "B"],
            ["4026", "B"],
            ["6024", "B"],
        ],
    );
    assert.deepEqual(cutOf("game bali\nseat A Ann\ncut B Ö # x\ncut A *\nA pass\n"), [
        { seat: "B", card: "Ö" },
        { seat: "A", card: "*" },
    ]);
    assert.deepEqual(cutOf("game bali\nseat A cut B E\n# cut A E\n"), []);
});

// Taken words are out of sight, so moves in the log may lack letters; a move to be played has them all.
test("the computer's move says which letter its joker is", {
    skip: !lexicon && "there is no lexicon",
}, async () => {
    const { asker, best } = await asking();
    const header = "game bali\nlang fr\nlexicon fr\nset recall off\nseat A\nseat B\nseat C\n";
    const record = `${header}${deals("A", "*RT*E")}${deals("B", "PXWVH")}${deals("C", "ZQJKB")}`;
    for (const level of [1, 2, 3, 4, 5, 6]) {
        const found = await best(record, level);
        assert.ok(found.ok);
        assert.ok(!found.text.includes("?"), found.text);
        assert.ok((await asker(record)(found.text)).ok, found.text);
    }
});
