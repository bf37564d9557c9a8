import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../src/api";
import { localPath, localTerms, type LocalTerms } from "../src/local";
import { parseRoute } from "../src/routes";
import {
    dismiss,
    enter,
    go,
    known,
    logOut,
    me,
    ratings,
    refreshMe,
    route,
    setAccount,
    toast,
    toasts,
    turns,
} from "../src/state";
import type { Account } from "../src/types";
import { scale } from "../src/ui/graph";

const ann: Account = {
    id: 1,
    name: "Ann",
    kind: "person",
    lang: "en",
    mail: "",
    mail_turns: true,
    admin: false,
    muted_until: 0,
    created: 1,
    csrf: "c1",
};

// The server's answers, by method and path; requests are noted.
function serve(answers: Record<string, unknown>): string[] {
    const asked: string[] = [];
    globalThis.fetch = (async (path: string, init: RequestInit) => {
        const key = `${init.method} ${path}`;
        asked.push(key);
        if (!(key in answers))
            return new Response("{}", { status: 404, headers: { "Content-Type": "application/json" } });
        return new Response(JSON.stringify(answers[key]), {
            status: 200,
            headers: { "Content-Type": "application/json" },
        });
    }) as typeof fetch;
    return asked;
}

test("addresses are understood", () => {
    assert.equal(parseRoute("/").name, "home");
    assert.equal(parseRoute("http://x.org/").name, "home");
    assert.deepEqual(structuredClone(parseRoute("/match/abc").params), { id: "abc" });
    assert.deepEqual(structuredClone(parseRoute("/players/%C4%8Capek").params), { name: "Čapek" });
    assert.deepEqual(structuredClone(parseRoute("/news/2026-11-16/welcome").params), {
        date: "2026-11-16",
        slug: "welcome",
    });
    assert.equal(parseRoute("/rules/").name, "rules");
    assert.equal(parseRoute("/words?lexicon=en&word=a%20b").query.get("word"), "a b");
    for (const path of [
        "/nothing",
        "/match",
        "/match/",
        "/match//",
        "/match/a/b",
        "/news/2026-11-16",
        "/players/%ff",
        "/constructor",
        "/__proto__",
    ])
        assert.equal(parseRoute(path).name, "nowhere", path);
});

test("going somewhere changes the route", () => {
    go("/players/Ann?x=1");
    assert.deepEqual([route.value.name, route.value.params.name, route.value.query.get("x")], ["player", "Ann", "1"]);
    go("/");
    assert.equal(route.value.name, "home");
});

test("a game on this device is its address", () => {
    const terms: LocalTerms = {
        game: "bukva",
        lang: "ru",
        lexicon: "ru",
        levels: [4, 0],
        seat: "B",
        settings: { size: "7", classes: "verbs,adverbs" },
        start: "КНИГА",
    };
    assert.deepEqual(structuredClone(localTerms(parseRoute(localPath(terms)).query)), terms);
    assert.equal(localTerms(new URLSearchParams()), null);
    assert.deepEqual(structuredClone(localTerms(new URLSearchParams("game=balda&level=x&lang=de"))), {
        game: "balda",
        lang: "de",
        lexicon: "de",
        levels: [0, 2],
        seat: "A",
        settings: {},
        start: "",
    });
    assert.equal(localTerms(new URLSearchParams("game=bukva"))!.lang, "ru");
    const levels = (query: string) => localTerms(new URLSearchParams("game=balda&" + query))!.levels;
    assert.deepEqual(
        [levels("seats=1"), levels("seats=3&level=4"), levels("seats=4&level=1,3&seat=B"), levels("level=0")],
        [[0], [0, 4, 4], [1, 0, 3, 3], [0, 0]],
    );
    assert.deepEqual(
        [levels("seats=9&level=77"), levels("seat=Z"), levels("seats=3&level=,")],
        [
            [0, 2],
            [0, 2],
            [0, 2, 2],
        ],
    );
    for (const levels of [[0], [0, 0, 0], [0, 1, 2], [3, 0, 0, 4]]) {
        const some = { ...terms, levels, seat: levels[0] ? "B" : "A" };
        assert.deepEqual(structuredClone(localTerms(parseRoute(localPath(some)).query)), some);
    }
});

test("who logs in brings the CSRF token; who logs out leaves nothing", async () => {
    const asked = serve({
        "GET /api/me": { account: ann, ratings: [{ game: "balda" }], turns: 2 },
        "POST /api/logout": {},
    });
    assert.equal(known.value, false);
    await refreshMe();
    assert.deepEqual(
        [me.value?.name, api.csrf, turns.value, ratings.value.length, known.value],
        ["Ann", "c1", 2, 1, true],
    );
    await logOut();
    assert.deepEqual([me.value, api.csrf, turns.value, ratings.value.length], [null, "", 0, 0]);
    assert.deepEqual(asked, ["GET /api/me", "POST /api/logout"]);
});

test("nobody becomes a guest twice", async () => {
    const guest: Account = { ...ann, kind: "guest", name: "Guest 1" };
    const asked = serve({ "POST /api/guest": guest });
    const both = await Promise.all([enter(), enter()]);
    assert.deepEqual(
        both.map((one) => one.name),
        ["Guest 1", "Guest 1"],
    );
    assert.equal((await enter()).name, "Guest 1");
    assert.deepEqual(asked, ["POST /api/guest"]);
    setAccount(null);
    serve({});
    await assert.rejects(enter());
    serve({ "POST /api/guest": guest });
    assert.equal((await enter()).name, "Guest 1", "after a failure it is tried again");
    setAccount(null);
});

test("notices are few, and each is there once", () => {
    for (let i = 0; i < 6; i++) toast(`n${i}`, "plain", 1);
    toast("n5", "error", 1);
    assert.deepEqual(
        toasts.value.map((one) => [one.text, one.kind]),
        [
            ["n2", "plain"],
            ["n3", "plain"],
            ["n4", "plain"],
            ["n5", "error"],
        ],
    );
    dismiss(toasts.value[3]!.id);
    assert.equal(toasts.value.length, 3);
});

test("a graph has a few round numbers around its values", () => {
    assert.deepEqual(scale(1489, 1703), [1400, 1500, 1600, 1700, 1800]);
    assert.deepEqual(scale(1500, 1500), [1490, 1500, 1510]);
    for (const [low, high] of [
        [1, 9],
        [1499, 1501],
        [900, 2400],
        [0, 100_000],
    ] as const) {
        const ticks = scale(low, high);
        assert.ok(ticks[0]! <= low && ticks.at(-1)! >= high && ticks.length <= 7, `${low} ${high}: ${ticks}`);
    }
});
