// A table on the server: events are applied as they come, and a request that fails is repeated until it succeeds.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { api } from "../src/api";
import { live } from "../src/live";
import { declinedText, follow, OnlineTable } from "../src/match/online";
import type { LiveMessage, Match, MatchEvent, Situation } from "../src/types";

const situation: Situation = {
    status: "running",
    turn: ["A"],
    scores: [0, 0],
    clocks: null,
    deadline: null,
    offers: { draw: null, takeback: null },
    result: null,
    seed: null,
};

const match = (game: string, seq: number, more: Partial<Match> = {}): Match => ({
    ...{ id: "m", game, lang: "en", lexicon: "en", settings: {}, changed: [], clock: { kind: "none" }, rated: false },
    ...{ listed: false, takebacks: true, seq, you: "A", may: ["move"], seed_hash: "", created: 1, started: 1 },
    ...{ ended: null, previous: null, now: 1, state: "state 1", record: `game ${game}\nlang en\nlexicon en\n` },
    seats: ["A", "B"].map((seat) => ({ seat, player: seat, level: 0, out: false, free: false })),
    ...situation,
    ...more,
});

const event = (seq: number, text: string, more: Partial<MatchEvent> = {}): MatchEvent => ({
    ...{ seq, at: 2, text, draws: [], seat: text[0]!, may: [] },
    ...situation,
    turn: ["B"],
    scores: [12, 0],
    ...more,
});

test("a move of a game with hidden tiles is applied from its event", () => {
    const before = match("wordgame", 5, { log: [] });
    const e = event(5, "A 8D:WORD", { word: "WORD", points: 12, state: "state 2", draws: ["deal A ABCD"] });
    const after = follow(before, e);
    assert.ok(after);
    assert.deepEqual([after.seq, after.state, after.scores, after.turn], [6, "state 2", [12, 0], ["B"]]);
    assert.deepEqual(
        after.log?.map((one) => [one.seat, one.text, one.word, one.points]),
        [["A", "8D:WORD", "WORD", 12]],
    );
    assert.equal(follow(after, event(6, "offer A draw", { offers: { draw: "A", takeback: null } }))?.state, "state 2");
    assert.equal(follow(before, { ...e, state: undefined } as never), null, "without the position it is fetched");
    assert.equal(follow(match("wordgame", 5), e), null, "without the log it is fetched");
    assert.equal(follow(before, { ...e, status: "over" }), null, "the end shows everything");
    assert.equal(follow(before, event(5, "agree B takeback")), null);
});

test("a player is told that an offer was declined, nobody else is", () => {
    const offered = match("balda", 5, { offers: { draw: "A", takeback: null } });
    const declined = event(5, "decline B draw");
    assert.equal(declinedText(offered, declined), "web.game.draw_declined");
    assert.equal(declinedText({ ...offered, you: "B" }, declined), null);
    assert.equal(declinedText({ ...offered, you: null }, declined), null);
    assert.equal(declinedText(offered, event(5, "A pass")), null);
    const asked = match("balda", 5, { offers: { draw: null, takeback: { by: "A", moves: 1 } } });
    assert.equal(declinedText(asked, event(5, "decline B takeback")), "web.game.takeback_declined");
});

test("a move of an open game adds a line to the record", () => {
    const after = follow(match("balda", 5), event(5, "A c2=T/b3c3c2"));
    assert.equal(after?.record, "game balda\nlang en\nlexicon en\nA c2=T/b3c3c2\n");
    assert.equal(after?.log, undefined);
});

// The server as a list of answers: a status, or a body.
function serve(answers: (number | unknown)[]): string[] {
    const asked: string[] = [];
    api.ready = Promise.resolve();
    globalThis.fetch = (async (path: string) => {
        if (/chat|rematch/.test(path)) return Response.json({ chat: [], next: null });
        asked.push(path);
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        return typeof answer === "number" ? new Response("", { status: answer }) : Response.json(answer);
    }) as typeof fetch;
    return asked;
}

function open(): { table: OnlineTable; hear(message: LiveMessage): void } {
    const watch = mock.method(live, "watch", () => () => undefined);
    const table = new OnlineTable("m");
    const hear = watch.mock.calls[0]!.arguments[2] as (message: LiveMessage) => void;
    watch.mock.restore();
    return { table, hear };
}

// Timers that fire when they are told to.
function timers() {
    const pauses: number[] = [];
    let waiting: (() => void)[] = [];
    const fake = mock.method(globalThis, "setTimeout", ((run: () => void, ms: number) => {
        pauses.push(ms);
        waiting.push(run);
        return 0;
    }) as unknown as typeof setTimeout);
    const run = () => {
        const now = waiting;
        waiting = [];
        for (const one of now) one();
    };
    return { pauses, run, restore: () => fake.mock.restore() };
}

const settle = async () => {
    for (let i = 0; i < 50; i++) await Promise.resolve();
    await new Promise((done) => setImmediate(done));
};

test("a request that fails is repeated with growing pauses until the match is there", async () => {
    const due = timers();
    const over = match("balda", 7, { status: "over" });
    const asked = serve([match("balda", 5), 502, 503, 429, 500, 504, 408, 503, over]);
    const { table, hear } = open();
    await settle();
    assert.equal(table.match.value?.seq, 5);
    hear({ op: "event", match: "m", ...event(5, "A resign", { status: "over" }) });
    for (let i = 0; i < 12; i++) {
        await settle();
        due.run();
    }
    await settle();
    assert.ok(
        due.pauses.every((ms, n) => ms >= Math.min(30_000, 1000 * 2 ** n) / 2 && ms <= 30_000),
        String(due.pauses),
    );
    assert.equal(table.match.value?.status, "over");
    assert.equal(asked.length, 9);
    table.close();
    due.restore();
});

test("a match that is not there is not asked for again", async () => {
    const due = timers();
    const asked = serve([404]);
    const { table } = open();
    await settle();
    due.run();
    await settle();
    assert.equal(asked.length, 1);
    assert.ok(table.failure.value);
    table.close();
    due.restore();
});

test("a connection that comes back to a known position fetches nothing", async () => {
    const shown = match("wordgame", 5, { turn: ["A"] });
    const asked = serve([shown, { events: [], next: 0, more: false }]);
    const { table, hear } = open();
    await settle();
    assert.equal(asked.length, 2, "the match and its log");
    hear({ op: "match", match: shown });
    await settle();
    assert.equal(asked.length, 2);
    assert.deepEqual(table.match.value?.log, []);
    table.close();
});
