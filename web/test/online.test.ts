// A table on the server: events are applied as they come, and a request that fails is repeated until it succeeds.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { api, type ApiError } from "../src/api";
import { core } from "../src/core/core";
import { keepDraft, keptDraft, leaveDraft } from "../src/drafts";
import { Live, live } from "../src/live";
import { declinedText, follow, OnlineTable } from "../src/match/online";
import { toasts } from "../src/state";
import type { LiveMessage, Match, MatchEvent, Situation } from "../src/types";
import { Memory } from "./memory";
import { World } from "./world";

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
    hear({ op: "match", match: { ...shown, created: 1, deal: null, unranked: null } });
    await settle();
    assert.equal(asked.length, 2);
    assert.deepEqual(table.match.value?.log, []);
    table.close();
});

// --- The player's own move is shown at once.

const MOVE = "c2=T/b3c3c2";
const isAny = (value: unknown): value is unknown => value !== undefined;

// A table with a connection, whose match is at `seq` with the draft of a move. The core answers what it is told to.
async function seated(shown: Match) {
    const world = new World();
    const played = { ok: true, state: "after", turn: ["B"], scores: [3, 0], over: false, report: { points: 3 } };
    const calls = mock.method(core, "call", async () => played);
    Object.defineProperty(globalThis, "localStorage", { value: new Memory(), configurable: true });
    serve([shown]);
    const table = new OnlineTable("m", new Live(world.host));
    world.last.open();
    await settle();
    keepDraft(shown.record, "the draft");
    toasts.value = [];
    const sent = () => world.sockets.flatMap((socket) => socket.sent.filter((one) => one.op === "act"));
    const end = () => {
        table.close();
        calls.mock.restore();
    };
    return { world, table, played, sent, end };
}

type Seated = Awaited<ReturnType<typeof seated>>;

// The move is made; `failed` has the error that its player is told of.
async function moved({ table, sent }: Seated) {
    const made: { failed?: ApiError; done?: true } = {};
    void table.act({ verb: "move", move: MOVE }).then(
        () => (made.done = true),
        (e: ApiError) => (made.failed = e),
    );
    await settle();
    assert.deepEqual(
        sent().map(({ verb, move, seq }) => [verb, move, seq]),
        [["move", MOVE, 5]],
    );
    leaveDraft(match("balda", 5).record); // the board shows the next position
    return made;
}

const draftOf = (shown: Match) => keptDraft(shown.record, isAny);
const linesOf = (table: OnlineTable) => table.match.value?.record.split("\n").filter((line) => /^[AB] /.test(line));
const refused = (one: Record<string, unknown>, status: number, code: string) => ({
    op: "refused",
    request: one.request,
    status,
    error: { code, text: code },
});

const clocked = match("balda", 5, { clocks: [60_000, 60_000], deadline: 60_001, may: ["move", "resign"] });

test("a move is shown before the server has it, and its event replaces what was shown", async () => {
    const there = await seated(clocked);
    const { world, table, sent, end } = there;
    const made = await moved(there);
    assert.deepEqual(linesOf(table), [`A ${MOVE}`]);
    const { turn, scores, may, seq, clocks } = table.match.value!;
    assert.deepEqual([turn, scores, may, seq, table.pending.value], [["B"], [3, 0], ["resign"], 5, true]);
    assert.ok(clocks![0]! <= 60_000 && clocks![1] === 60_000, "the own clock has stopped, the other's begins");
    assert.equal(table.busy.value, true);
    assert.equal(draftOf(clocked), "the draft", "it is kept until the move has arrived");
    world.last.say({
        op: "event",
        match: "m",
        ...event(5, `A ${MOVE}`, { may: ["resign"], clocks: [65_000, 60_000] }),
    });
    assert.deepEqual(linesOf(table), [`A ${MOVE}`]);
    assert.deepEqual([table.match.value?.seq, table.match.value?.scores], [6, [12, 0]], "as the server says");
    assert.deepEqual(table.match.value?.clocks, [65_000, 60_000]);
    assert.equal(table.pending.value, false);
    world.last.say({ op: "done", match: "m", request: sent()[0]!.request, seq: 5, repeated: false });
    await settle();
    assert.deepEqual([made.done, table.busy.value, draftOf(clocked)], [true, false, null]);
    end();
});

for (const [status, code] of [
    [422, "balda.no_word"],
    [409, "api.stale"],
] as const)
    test(`a move that is refused with ${status} is taken back, and its draft stays`, async () => {
        const there = await seated(clocked);
        const { world, table, sent, end } = there;
        const made = await moved(there);
        assert.equal(table.pending.value, true);
        world.last.say(refused(sent()[0]!, status, code));
        await settle();
        assert.equal(made.failed?.status, status);
        assert.deepEqual([linesOf(table), table.pending.value, table.busy.value], [[], false, false]);
        assert.deepEqual(table.match.value, clocked);
        assert.equal(draftOf(clocked), "the draft");
        const later = match("balda", 6, { turn: ["B"] });
        if (status === 409) world.last.say({ op: "match", match: later });
        assert.equal(table.match.value?.seq, status === 409 ? 6 : 5);
        end();
    });

test("a lost connection shows the match as it was; the move is repeated under the same request", async () => {
    const due = timers(); // the text on the page goes by itself
    const there = await seated(clocked);
    const { world, table, sent, end } = there;
    const made = await moved(there);
    world.last.lose();
    assert.equal(table.pending.value, true, "a short gap is not seen");
    world.pass(500);
    world.last.lose();
    assert.deepEqual([linesOf(table), table.pending.value, table.busy.value], [[], false, true]);
    assert.deepEqual(
        toasts.value.map((one) => one.text),
        ["web.game.move_waits"],
    );
    assert.equal(draftOf(clocked), "the draft");
    world.pass(2000);
    world.last.open();
    assert.deepEqual(sent()[1], sent()[0]);
    const after = match("balda", 6, { record: `${clocked.record}A ${MOVE}\n`, turn: ["B"] });
    world.last.say({ op: "match", match: after, events: [] });
    assert.deepEqual(table.match.value, after, "it had arrived before");
    world.last.say({ op: "done", match: "m", request: sent()[0]!.request, seq: 5, repeated: true });
    await settle();
    assert.deepEqual([made.done, made.failed, draftOf(clocked)], [true, undefined, null]);
    end();
    due.restore();
});

test("an event of the other side that comes first counts; the move is refused", async () => {
    const there = await seated(clocked);
    const { world, table, sent, end } = there;
    const made = await moved(there);
    const offered = event(5, "offer B draw", { turn: ["A"], scores: [0, 0], may: ["move", "accept-draw"] });
    world.last.say({ op: "event", match: "m", ...offered, offers: { draw: "B", takeback: null } });
    const { may, offers, seq } = table.match.value!;
    assert.deepEqual([linesOf(table), may, offers.draw, seq], [[], ["move", "accept-draw"], "B", 6]);
    assert.equal(table.pending.value, false);
    world.last.say(refused(sent()[0]!, 409, "api.stale"));
    await settle();
    assert.equal(made.failed?.status, 409);
    assert.deepEqual([table.match.value?.seq, draftOf(clocked)], [6, "the draft"]);
    end();
});

test("an event that is faster than the core is not covered by what the core foresees", async () => {
    const there = await seated(clocked);
    const { world, table, sent, end } = there;
    let answer: (value: unknown) => void = () => undefined;
    mock.method(core, "call", () => new Promise((done) => (answer = done)));
    void table.act({ verb: "move", move: MOVE });
    await settle();
    world.last.say({ op: "event", match: "m", ...event(5, `A ${MOVE}`) });
    world.last.say({ op: "done", match: "m", request: sent()[0]!.request, seq: 5, repeated: false });
    answer(there.played);
    await settle();
    assert.deepEqual([table.match.value?.seq, table.match.value?.scores, table.pending.value], [6, [12, 0], false]);
    end();
});

test("what the core cannot play is left to the server", async () => {
    const there = await seated(clocked);
    const { table, end } = there;
    mock.method(core, "call", async () => ({ ok: false, error: { code: "", text: "" } }));
    await moved(there);
    assert.deepEqual([table.match.value, table.busy.value], [clocked, true]);
    end();
});

test("what follows a move is sent for the match that the move has led to", async () => {
    const there = await seated(clocked);
    const { world, table, sent, end } = there;
    await moved(there);
    void table.act({ verb: "resign" });
    void table.act({ verb: "move", move: "a1=B/a1" }).catch(() => undefined);
    await settle();
    assert.equal(sent().length, 1, "it waits");
    world.last.say({ op: "event", match: "m", ...event(5, `A ${MOVE}`) });
    world.last.say({ op: "done", match: "m", request: sent()[0]!.request, seq: 5, repeated: false });
    await settle();
    world.last.say({ op: "done", match: "m", request: sent()[1]!.request, seq: 6, repeated: false });
    await settle();
    assert.deepEqual(
        sent().map(({ verb, seq }) => [verb, seq]),
        [
            ["move", 5],
            ["resign", 6],
            ["move", 5], // a move is for the position that its player saw
        ],
    );
    end();
});

test("who is online is known until the connection is lost", async () => {
    const { world, table, end } = await seated(clocked);
    assert.deepEqual(table.presence.value, {});
    world.last.say({ op: "presence", match: "m", seats: { B: true } });
    assert.deepEqual(table.presence.value, { B: true });
    world.last.say({ op: "presence", match: "m", seats: { B: false } });
    assert.deepEqual(table.presence.value, { B: false });
    world.last.lose();
    world.pass(500);
    world.last.lose();
    assert.deepEqual(table.presence.value, {});
    end();
});
