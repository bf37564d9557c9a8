import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../src/api";
import { Live } from "../src/live";
import type { LiveMessage } from "../src/types";
import { World } from "./world";

const begin = () => {
    const world = new World();
    return { world, live: new Live(world.host) };
};
const match = (seq: number) => ({ op: "match", match: { id: "m", seq } });
const event = (seq: number) => ({ op: "event", match: "m", seq });

test("nothing is said on a socket that is closing; on the next one it is", () => {
    const { world, live } = begin();
    live.lobby(() => {});
    world.last.open();
    const closing = world.last;
    const before = closing.sent.length;
    closing.readyState = 2;
    void live.act("m", { verb: "move", move: "a1=B/a1" });
    assert.equal(closing.sent.length, before);
    closing.lose();
    world.pass(1000);
    world.last.open();
    assert.notEqual(world.last, closing);
    assert.ok(world.last.sent.some((one) => one.op === "act"));
});
const ops = (received: LiveMessage[]) => received.map((one) => (one.op === "event" ? one.seq : one.op));

test("nothing is opened before somebody needs it", () => {
    const { world, live } = begin();
    live.restart();
    live.hurry();
    assert.equal(world.sockets.length, 0);
    live.watch("m", 0, () => {});
    assert.equal(world.sockets.length, 1);
    assert.equal(live.connected.value, false);
    world.last.open();
    assert.equal(live.connected.value, true);
    assert.deepEqual(world.last.sent, [{ op: "watch", match: "m", from: 0 }]);
});

test("after a loss a match is continued from the first event that is missing", () => {
    const { world, live } = begin();
    const received: LiveMessage[] = [];
    live.watch("m", 0, (message) => received.push(message));
    world.last.open();
    world.last.say(match(3));
    world.last.say(event(3));
    world.last.say(event(4));
    world.last.lose();
    assert.equal(live.connected.value, false);
    world.pass(500);
    assert.equal(world.sockets.length, 2);
    world.last.open();
    assert.deepEqual(world.last.sent, [{ op: "watch", match: "m", from: 5 }]);
    world.last.say({ ...match(7), events: [{ seq: 5 }, { seq: 6 }] });
    world.last.say(event(7));
    assert.deepEqual(ops(received), ["match", 3, 4, "match", 7]);
});

test("an event that is known is left out, one that is missing is asked for", () => {
    const { world, live } = begin();
    const received: LiveMessage[] = [];
    live.watch("m", 0, (message) => received.push(message));
    world.last.open();
    world.last.say(match(3));
    world.last.say(event(2));
    world.last.say(event(5));
    assert.deepEqual(ops(received), ["match"]);
    assert.deepEqual(world.last.sent[1], { op: "watch", match: "m", from: 3 });
});

test("an action is answered once, and sent again under the same name after a loss", async () => {
    const { world, live } = begin();
    const done = live.act("m", { verb: "move", move: "c2=T/c2", seq: 4 });
    world.last.open();
    const first = world.last.sent[0]!;
    assert.deepEqual(
        { ...first, request: "" },
        { op: "act", match: "m", verb: "move", move: "c2=T/c2", seq: 4, request: "" },
    );
    world.last.lose();
    world.pass(1000);
    world.last.open();
    assert.deepEqual(world.last.sent, [first]);
    world.last.say({ op: "done", match: "m", request: first.request, seq: 4, repeated: true });
    assert.deepEqual(await done, { seq: 4, repeated: true });
    world.last.lose();
    world.pass(1000);
    world.last.open();
    assert.deepEqual(world.last.sent, [], "what was answered is not sent again");
});

test("every action has a name of its own", () => {
    const { world, live } = begin();
    for (let i = 0; i < 3; i++) void live.act("m", { verb: "resign" });
    world.last.open();
    assert.equal(new Set(world.last.sent.map((one) => one.request)).size, 3);
    for (const one of world.last.sent) assert.ok(String(one.request).length <= 40);
});

test("what the server could not do, or does not know whether it did, is asked again under the same request id", async () => {
    const { world, live } = begin();
    const done = live.act("m1", { verb: "move", move: "c2=T/c2", seq: 4 });
    world.last.open();
    const request = world.last.sent.find((one) => one.op === "act")!.request;
    const asked = () => world.last.sent.filter((one) => one.op === "act" && one.request === request).length;
    world.last.say({ op: "refused", request, status: 503, error: { code: "api.unknown_outcome", text: "?" } });
    world.pass(1000);
    assert.equal(asked(), 2);
    world.last.say({ op: "refused", request, status: 503, error: { code: "api.unavailable", text: "?" } });
    world.pass(2000);
    assert.equal(asked(), 3);
    world.last.say({ op: "done", request, seq: 4, repeated: true });
    assert.deepEqual(await done, { seq: 4, repeated: true });
    world.pass(20_000);
    assert.equal(asked(), 3);
});

test("a server that cannot for long is not asked for ever", async () => {
    const { world, live } = begin();
    const failed = live.act("m1", { verb: "resign" }).catch((error: ApiError) => error.status);
    world.last.open();
    const request = world.last.sent.find((one) => one.op === "act")!.request;
    for (let i = 0; i < 5; i++) {
        world.last.say({ op: "refused", request, status: 503, error: { code: "api.unavailable", text: "?" } });
        world.pass(10_000);
    }
    assert.equal(await failed, 503);
});

test("a refusal is an error with the server's words", async () => {
    const { world, live } = begin();
    const done = live.act("m", { verb: "move", move: "x" });
    world.last.open();
    world.last.say({
        op: "refused",
        request: world.last.sent[0]!.request,
        status: 422,
        error: { code: "balda.no", text: "no such square" },
    });
    await assert.rejects(
        done,
        (error: unknown) =>
            error instanceof ApiError &&
            error.status === 422 &&
            error.text === "No such square" &&
            error.code === "balda.no",
    );
});

test("a match that the server cannot watch now, or lets go, is asked for again", () => {
    const { world, live } = begin();
    const told: string[] = [];
    live.watch("m", 0, (message: LiveMessage) => void told.push(message.op));
    world.last.open();
    world.last.say({ op: "hello", name: null, spread: false, now: 1000 });
    const watches = () => world.last.sent.filter((one) => one.op === "watch").length;
    const before = watches();
    world.last.say({ op: "refused", request: "", status: 503, error: { code: "api.unavailable", text: "?" } });
    assert.equal(watches(), before, "not at once");
    world.pass(3000);
    assert.equal(watches(), before + 1);
    world.last.say(match(4));
    world.last.say({ op: "refused", request: "", status: 429, error: { code: "api.limited", text: "?" } });
    world.pass(3000);
    assert.equal(watches(), before + 1, "it is watched");
    world.last.say({ op: "unwatched", match: "m" });
    world.pass(3000);
    assert.deepEqual([watches(), world.last.sent.at(-1)], [before + 2, { op: "watch", match: "m", from: 4 }]);
    assert.deepEqual(told, ["match", "unwatched"]);
});

test("a line of chat is not said twice", async () => {
    const { world, live } = begin();
    const said = live.chat("m", "hello");
    world.last.open();
    assert.equal(world.last.sent[0]!.op, "chat");
    world.last.lose();
    await assert.rejects(said, (error: unknown) => error instanceof ApiError && error.offline);
    world.pass(1000);
    world.last.open();
    assert.deepEqual(world.last.sent, []);
});

test("the pauses grow, up to half a minute, and the loss is shown from the second on", () => {
    const { world, live } = begin();
    live.lobby(() => {});
    world.last.open();
    const pauses: number[] = [];
    for (let i = 0; i < 9; i++) {
        world.last.lose();
        assert.equal(live.lost.value, i > 0);
        const count = world.sockets.length;
        const from = world.time;
        while (world.sockets.length === count) world.pass(125);
        pauses.push(world.time - from);
    }
    assert.deepEqual(pauses, [375, 750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500]);
    world.last.open();
    assert.equal(live.lost.value, false);
    assert.deepEqual(world.last.sent, [{ op: "lobby", on: true }]);
});

test("when the network is back, it does not wait", () => {
    const { world, live } = begin();
    live.lobby(() => {});
    world.last.open();
    world.last.lose();
    live.hurry();
    assert.equal(world.sockets.length, 2);
    world.last.open();
    world.pass(20_000);
    assert.equal(world.sockets.length, 2, "and not twice");
});

test("a connection that does not open is given up after five seconds", () => {
    const { world, live } = begin();
    live.lobby(() => {});
    world.pass(4999);
    assert.equal(world.sockets.length, 1);
    world.pass(1);
    assert.equal(world.sockets[0]!.closed, true);
    world.pass(500);
    assert.equal(world.sockets.length, 2);
    world.last.open();
    world.pass(20_000);
    assert.equal(live.connected.value, true, "one that opens stays");
    world.sockets[0]!.open();
    assert.equal(world.sockets[0]!.sent.length, 0, "one that opens too late is not used");
});

test("after sleep a socket that looks open is asked at once, and given up if it is dead", () => {
    const { world, live } = begin();
    live.lobby(() => {});
    world.last.open();
    live.hurry();
    assert.equal(world.last.sent[1]!.op, "ping");
    world.last.say({ op: "pong", now: world.time });
    world.pass(20_000);
    assert.equal(live.connected.value, true, "an answer keeps it");
    live.hurry();
    live.hurry();
    world.pass(4000);
    assert.equal(live.connected.value, false);
    world.pass(500);
    assert.equal(world.sockets.length, 2);
});

test("a page that is put aside has no connection, and one again when it comes back", () => {
    const { world, live } = begin();
    live.lobby(() => {});
    world.last.open();
    live.rest();
    assert.equal(world.last.closed, true);
    world.pass(60_000);
    assert.equal(world.sockets.length, 1);
    live.hurry();
    assert.equal(world.sockets.length, 2);
    world.last.open();
    assert.deepEqual(world.last.sent, [{ op: "lobby", on: true }]);
});

test("a connection that does not answer is given up", () => {
    const { world, live } = begin();
    live.lobby(() => {});
    world.last.open();
    world.pass(25_000);
    assert.equal(world.last.sent[1]!.op, "ping");
    world.last.say({ op: "pong", now: world.time + 5000 });
    assert.equal(live.now(), world.time + 5000, "the server's clock");
    world.pass(25_000);
    assert.equal(world.last.sent[2]!.op, "ping");
    world.pass(10_000);
    assert.equal(live.connected.value, false);
    assert.equal(world.sockets[0]!.closed, true);
    world.sockets[0]!.say(match(3));
    world.pass(1000);
    assert.equal(world.sockets.length, 2);
});

test("who logs in is connected anew; who was logged out is told", () => {
    const { world, live } = begin();
    let out = 0;
    live.onLoggedOut = () => out++;
    live.mine(() => {});
    world.last.open();
    live.restart();
    assert.equal(world.sockets[0]!.closed, true);
    world.sockets[0]!.lose();
    assert.equal(world.sockets.length, 2, "the old one's end is nobody's business");
    world.last.open();
    assert.deepEqual(world.last.sent, [{ op: "mine", on: true }]);
    world.last.lose(4001);
    assert.equal(out, 1);
});

test("who looks no more is not told any more", () => {
    const { world, live } = begin();
    const received: LiveMessage[] = [];
    const second: LiveMessage[] = [];
    const stop = live.watch("m", 0, (message) => received.push(message));
    const stopSecond = live.watch("m", 0, (message) => second.push(message));
    world.last.open();
    world.last.say(match(1));
    stop();
    world.last.say(event(1));
    assert.deepEqual(ops(received), ["match"]);
    assert.deepEqual(ops(second), ["match", 1]);
    stopSecond();
    assert.deepEqual(world.last.sent.at(-1), { op: "unwatch", match: "m" });
    const lobby: unknown[] = [];
    const stopLobby = live.lobby((message) => lobby.push(message));
    world.last.say({ op: "lobby", match: { id: "x" } });
    stopLobby();
    world.last.say({ op: "lobby", match: { id: "y" } });
    assert.equal(lobby.length, 1);
    assert.deepEqual(world.last.sent.at(-1), { op: "lobby", on: false });
});

test("one's own matches reach the client, watched or not; nonsense is passed over", () => {
    const { world, live } = begin();
    const mine: LiveMessage[] = [];
    live.mine((message) => mine.push(message));
    world.last.open();
    world.last.say("this is no JSON");
    world.last.say({ op: "frobnicate" });
    world.last.say(event(9));
    live.watch("m", 0, () => {});
    world.last.say(match(10));
    world.last.say(event(10));
    assert.deepEqual(ops(mine), [9, 10]);
});

const hello = { op: "hello", name: null, spread: true, now: 1000 };

test("where there are several processes the connection moves to that of the match, without a gap", () => {
    const { world, live } = begin();
    const received: LiveMessage[] = [];
    live.lobby(() => {});
    world.last.open();
    const first = world.last;
    first.say(hello);
    assert.equal(world.sockets.length, 1, "no match, no reason");
    live.watch("m", 0, (message) => received.push(message));
    assert.deepEqual(
        world.sockets.map((one) => one.match),
        ["", "m"],
    );
    first.say(match(3));
    first.say(event(3));
    assert.ok(!first.closed && live.connected.value, "the old one serves until the new one is there");
    world.last.open();
    assert.ok(first.closed && live.connected.value);
    assert.deepEqual(world.last.sent, [
        { op: "lobby", on: true },
        { op: "watch", match: "m", from: 4 },
    ]);
    first.lose();
    world.last.say(hello);
    world.last.say(event(4));
    world.pass(20_000);
    assert.equal(world.sockets.length, 2, "it stays there");
    assert.deepEqual(ops(received), ["match", 3, 4]);
    world.pass(15_000);
    assert.equal(world.last.sent.filter((one) => one.op === "ping").length, 1, "one beat, not two");
});

test("it does not move while an answer is waited for, nor where there is one process, nor between two matches", () => {
    const { world, live } = begin();
    live.watch("m", 0, () => {});
    world.last.open();
    assert.equal(world.last.match, "m", "where the match is known from the beginning");
    world.last.say({ ...hello, spread: false });
    const stop = live.watch("n", 0, () => {});
    world.last.say(hello);
    assert.equal(world.sockets.length, 1, "two are watched");
    stop();
    live.watch("m", 0, () => {});
    assert.equal(world.sockets.length, 1, "it is there already");
    const { world: other, live: busy } = begin();
    busy.lobby(() => {});
    other.last.open();
    other.last.say(hello);
    busy.watch("m", 0, () => {});
    void busy.act("m", { verb: "move", move: "a1=B/a1" });
    other.last.open();
    assert.ok(other.last.closed && !other.sockets[0]!.closed, "the answer comes where it was asked for");
});

test("a process that cannot be moved to changes nothing", () => {
    const { world, live } = begin();
    live.lobby(() => {});
    world.last.open();
    world.last.say(hello);
    live.watch("m", 0, () => {});
    world.last.lose();
    assert.ok(live.connected.value && !world.sockets[0]!.closed);
    live.restart();
    assert.deepEqual([world.sockets.length, world.last.match], [3, "m"]);
});

test("a handler that throws keeps nothing from the others, nor from what comes next", (context) => {
    const complaints = context.mock.method(console, "error", () => undefined);
    const { world, live } = begin();
    const received: LiveMessage[] = [];
    const lobby: unknown[] = [];
    const fail = () => {
        throw new Error("a broken panel");
    };
    live.watch("m", 0, fail);
    live.watch("m", 0, (message) => received.push(message));
    live.mine(fail);
    live.lobby(fail);
    live.lobby((message) => lobby.push(message));
    world.last.open();
    world.last.say(match(3));
    world.last.say(event(3));
    world.last.say({ op: "lobby", match: { id: "n" } });
    world.last.say(event(4));
    assert.deepEqual([ops(received), lobby.length], [["match", 3, 4], 1]);
    assert.equal(complaints.mock.callCount(), 1, "and is reported once");
});

test("a malformed message is left out", (context) => {
    context.mock.method(console, "error", () => undefined);
    const { world, live } = begin();
    const received: LiveMessage[] = [];
    live.watch("m", 0, (message) => received.push(message));
    world.last.open();
    for (const wrong of [
        "{",
        "null",
        "1",
        "[]",
        {},
        { op: "event", match: "m" },
        { op: "event", match: "m", seq: "x" },
        { op: "match", match: null },
        { op: "chat", match: {} },
        { op: "hello", now: "soon" },
        { op: "toString" },
    ])
        world.last.say(wrong);
    world.last.say(match(3));
    world.last.say(event(3));
    assert.deepEqual(ops(received), ["match", 3]);
    assert.ok(Number.isFinite(live.now()));
});

test("who is connected is told to who watches the match, and to nobody else", () => {
    const { world, live } = begin();
    const received: LiveMessage[] = [];
    const mine: LiveMessage[] = [];
    live.mine((message) => mine.push(message));
    const stop = live.watch("m", 0, (message) => received.push(message));
    world.last.open();
    world.last.say(match(3));
    const told = { op: "presence", match: "m", seats: { B: true } };
    world.last.say(told);
    for (const wrong of [
        { ...told, seats: null },
        { ...told, seats: { B: 1 } },
        { op: "presence", seats: {} },
    ])
        world.last.say(wrong);
    assert.deepEqual(received.slice(1), [told]);
    stop();
    world.last.say(told);
    assert.deepEqual([received.length, mine.length], [2, 0]);
});
