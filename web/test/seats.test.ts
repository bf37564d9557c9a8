// Games with one seat, three or four, and with secrets: nothing around a board counts to two.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { seen } from "../src/core/protocol";
import type { ShownAction } from "../src/core/wasm";
import { lexiconFor, presets, type Position } from "../src/games/game";
import { movesFrom } from "../src/match/history";
import { eyesOf } from "../src/match/local";
import { resultText } from "../src/match/Actions";
import { coreName, follow, hides } from "../src/match/online";
import { placesOf } from "../src/match/Players";
import { totalsOf } from "../src/match/Review";
import { setMessages } from "../src/text";
import type { Match, MatchEvent } from "../src/types";
import { settingsText } from "../src/ui/settings";
import { loadMessages } from "../messages.mjs";

const root = process.env.LOGOMACHY_ROOT!;
const texts = loadMessages(join(root, "data/messages/web"));
setMessages("en", texts.en!);

const situation = {
    status: "running" as const,
    turn: ["A"],
    scores: [0, 0, 0],
    clocks: null,
    deadline: null,
    offers: { draw: null, takeback: null },
    result: null,
    seed: null,
};

function table(players: (string | number | null)[], you: string | null, more: Partial<Match> = {}): Match {
    const seats = players.map((one, i) => ({
        seat: "ABCD"[i]!,
        player: typeof one === "string" ? one : null,
        level: typeof one === "number" ? one : 0,
        out: false,
        free: one === null,
    }));
    return {
        ...situation,
        id: "m",
        game: "balda",
        lang: "en",
        lexicon: "en",
        settings: {},
        changed: [],
        clock: { kind: "none" },
        rated: false,
        listed: true,
        takebacks: true,
        seats,
        seq: 4,
        you,
        may: [],
        seed_hash: "",
        created: 1,
        started: 2,
        ended: null,
        previous: null,
        now: 5,
        state: "x\n",
        record: "game balda\nlang en\nseat A Ann\nA pass\n",
        ...more,
    };
}

test("one's own place is below, the others follow in turn", () => {
    const places = (players: (string | number | null)[], you: string | null) => {
        const { above, below } = placesOf(table(players, you));
        return [above, below];
    };
    assert.deepEqual(places(["Ann", "Bob"], "A"), [[1], [0]]);
    assert.deepEqual(places(["Ann", "Bob"], "B"), [[0], [1]]);
    assert.deepEqual(places(["Ann", "Bob"], null), [[0], [1]]);
    assert.deepEqual(places(["Ann"], "A"), [[], [0]]);
    assert.deepEqual(places(["Ann", "Bob", 3], "B"), [[2, 0], [1]]);
    assert.deepEqual(places(["Ann", "Bob", 3, 4], "D"), [[0, 1, 2], [3]]);
    assert.deepEqual(places([null, null], "B"), [[1], [0]]);
});

test("people at one device look with the eyes of who is to move", () => {
    const terms = { game: "x", lang: "en", lexicon: "en", levels: [2, 0, 0], seat: "B", settings: {}, start: "" };
    assert.deepEqual(
        [
            eyesOf(terms, ["A"]),
            eyesOf(terms, ["B"]),
            eyesOf(terms, ["C"]),
            eyesOf(terms, ["A", "C"]),
            eyesOf(terms, []),
        ],
        ["B", "B", "C", "C", "B"],
    );
});

test("how it ended, for one, three and a shared victory", () => {
    const over = (players: string[], you: string | null, winners: string[], scores: number[]) =>
        resultText(table(players, you, { status: "over", scores, result: { winners, draw: false, reason: "done" } }), {
            A: "Ann",
            B: "Bob",
            C: "Cy",
        });
    assert.equal(over(["Ann"], "A", ["A"], [412]), "412 points");
    assert.equal(over(["Ann", "Bob", "Cy"], "B", ["C"], [1, 2, 3]), texts.en!["web.game.you_lost"]);
    assert.equal(over(["Ann", "Bob", "Cy"], null, ["C"], [1, 2, 3]), "Cy has won");
    assert.equal(over(["Ann", "Bob", "Cy"], "B", ["B", "C"], [1, 3, 3]), texts.en!["web.game.shared"]);
});

const event = (seq: number, text: string, more: Partial<MatchEvent> = {}): MatchEvent => ({
    ...situation,
    seq,
    at: seq,
    text,
    draws: [],
    seat: null,
    ...more,
});

test("moves are told by events, without those that were taken back", () => {
    const pending = { draw: null, takeback: { by: "A", moves: 1 } };
    const events = [
        event(1, "sit A 1"),
        event(2, "A play C", {
            word: "CAT",
            points: 5,
            squares: [1, 2, 3],
            placed: 1,
            fresh: [2],
            also: ["AT"],
            rests: 3,
        }),
        event(3, "B pass", { points: 0 }),
        event(4, "C play D", { points: 4, run: "DO" }),
        event(5, "ask A takeback 1", { offers: pending }),
        event(6, "decline B takeback"),
        event(7, "A play E", { points: 6 }),
    ];
    assert.deepEqual(
        movesFrom(events).map((m) => [m.seat, m.text, m.word, m.run, m.points]),
        [
            ["A", "play C", "CAT", undefined, 5],
            ["B", "pass", undefined, undefined, 0],
            ["C", "play D", undefined, "DO", 4],
            ["A", "play E", undefined, undefined, 6],
        ],
    );
    const [first, second] = movesFrom(events);
    assert.deepEqual([first!.fresh, first!.also, first!.rests], [[2], ["AT"], 3]);
    assert.deepEqual([second!.fresh, second!.also, second!.rests], [undefined, undefined, undefined]);
    const back = [
        ...events.slice(0, 5),
        event(6, "agree B takeback", { offers: pending }),
        event(7, "agree C takeback"),
    ];
    assert.deepEqual(movesFrom(back.slice(0, 6)).length, 3, "not all have agreed");
    assert.deepEqual(movesFrom(back), []);
    assert.deepEqual(
        movesFrom([...events.slice(0, 4), event(5, "ask C takeback 1")]).map((m) => m.seat),
        ["A", "B"],
        "the computer agrees at once",
    );
});

test("asking for a move back is over at once where nobody has to agree", () => {
    const m = table(["Ann", 3], "A");
    assert.equal(follow(m, event(4, "ask A takeback 1")), null);
    assert.ok(follow(m, event(4, "ask A takeback 1", { offers: { draw: null, takeback: { by: "A", moves: 1 } } })));
});

test("what chance does after a move is in the record", () => {
    assert.equal(
        follow(table(["Ann", "Bob"], "A"), event(4, "A take A2", { draws: ["deal A2 K", "deal B1 E"] }))!.record,
        "game balda\nlang en\nseat A Ann\nA pass\nA take A2\ndeal A2 K\ndeal B1 E\n",
    );
});

test("while others have secrets a game is known by what its player sees", () => {
    (presets as Record<string, unknown>).secret = { ...presets.balda!, hidden: true };
    const m = table(["Ann", "Bob"], "A", { game: "secret" });
    assert.equal(hides(m), true);
    assert.equal(coreName(m), "game balda\nlang en\nseat A Ann\n\fx\n");
    assert.equal(coreName(m), seen(m.record, "x\n"));
    assert.equal(coreName({ ...m, state: null }), null);
    assert.equal(coreName({ ...m, status: "over" }), m.record);
    assert.equal(follow(m, event(4, "A pass")), null);
    delete (presets as Record<string, unknown>).secret;
    assert.equal(coreName(table(["Ann"], "A", { started: null })), null);
});

test("points move by move, of three, with what the end adds", () => {
    const actions: ShownAction[] = [
        { seat: null, text: "deal" },
        { seat: "A", text: "x", points: 3, scorer: "A" },
        { seat: "B", text: "y", points: 0, scorer: "B" },
        { seat: "C", text: "z", points: 7, scorer: "C" },
    ];
    const position = { shown: { scores: [3, 0, 57], over: true, actions } } as unknown as Position;
    assert.deepEqual(totalsOf(position), [
        [0, 3, 3, 3],
        [0, 0, 0, 0],
        [0, 0, 0, 57],
    ]);
});

test("settings are said in words, with their name where a value does not speak for itself", () => {
    assert.deepEqual(settingsText({ size: "7", classes: "verbs,adverbs", diagonal: "on" }), [
        "7 × 7",
        "verbs, adverbs",
        "diagonals too",
    ]);
    assert.deepEqual(settingsText({ strange: "3" }), ["strange: 3"]);
    assert.deepEqual(settingsText({ board: "classic" }), ["classic"]);
    assert.deepEqual(
        settingsText({ board: `${`${"2".repeat(15)}/`.repeat(14)}${".".repeat(15)}` }),
        ["own layout"],
        "and not its 15 rows",
    );
});

test("a preset that has a board has its texts, and every setting a name and a sentence", () => {
    for (const name of Object.keys(presets)) {
        const file = readFileSync(join(root, `data/presets/${name}.txt`), "utf8");
        const settings = [...file.matchAll(/^setting (\S+)/gm)].map((one) => one[1]!.replaceAll("-", "_"));
        const keys = [
            `web.name.${name}`,
            `web.home.about_${name}`,
            `web.rules.${name}_lead`,
            ...settings.flatMap((one) => [`web.setting.${one}`, `web.setting.${one}.about`]),
        ];
        for (const key of keys) assert.ok(texts.en![key], `${name}: ${key} is missing`);
        const lang = presets[name]!.lang;
        for (const [, first, second] of file.matchAll(/^lexicon (\S+)(?: (\S+))?$/gm))
            assert.equal(lexiconFor(name, second ? first! : lang), second ?? first, `${name}: its lexicon`);
        assert.equal(lang, /^lang (\S+)/m.exec(file)?.[1], `${name}: the language where none is named`);
    }
});
