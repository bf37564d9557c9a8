import assert from "node:assert/strict";
import { test } from "node:test";
import { Api, ApiError } from "../src/api";

interface Seen {
    path: string;
    init: RequestInit;
}

function apiWith(answer: () => Response | Promise<Response>): { api: Api; seen: Seen[] } {
    const seen: Seen[] = [];
    const api = new Api(async (path, init) => {
        seen.push({ path: String(path), init: init ?? {} });
        return answer();
    });
    return { api, seen };
}

const json = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
const headersOf = (seen: Seen) => seen.init.headers as Record<string, string>;

test("reading sends the language and no CSRF token", async () => {
    const { api, seen } = apiWith(() => json(200, { n: 1 }));
    api.csrf = "secret";
    api.lang = "ru";
    assert.deepEqual(await api.get("/api/me"), { n: 1 });
    assert.equal(seen[0]!.init.method, "GET");
    assert.equal(headersOf(seen[0]!)["Accept-Language"], "ru");
    assert.equal(headersOf(seen[0]!)["X-CSRF-Token"], undefined);
    assert.equal(seen[0]!.init.body, undefined);
    assert.equal(seen[0]!.init.credentials, "same-origin");
});

test("what changes something waits until the token is known; reading does not", async () => {
    const { api, seen } = apiWith(() => json(200, {}));
    let known = () => {};
    api.ready = new Promise((resolve) => (known = resolve));
    const changed = api.post("/api/mail/confirm", {});
    await api.get("/api/me");
    assert.equal(seen.length, 1);
    api.csrf = "late";
    known();
    await changed;
    assert.equal(headersOf(seen[1]!)["X-CSRF-Token"], "late");
});

test("whatever changes something sends the CSRF token", async () => {
    const { api, seen } = apiWith(() => json(200, {}));
    api.csrf = "secret";
    await api.post("/a", { x: 1 });
    await api.patch("/b", { x: 2 });
    await api.put("/c");
    await api.del("/d");
    assert.deepEqual(
        seen.map((one) => [one.init.method, headersOf(one)["X-CSRF-Token"], one.init.body]),
        [
            ["POST", "secret", '{"x":1}'],
            ["PATCH", "secret", '{"x":2}'],
            ["PUT", "secret", "{}"],
            ["DELETE", "secret", undefined],
        ],
    );
    assert.equal(headersOf(seen[3]!)["Content-Type"], undefined, "a body that is not there has no type");
});

test("a refusal is an error with the server's words, as a sentence", async () => {
    const { api } = apiWith(() => json(409, { error: { code: "api.stale", text: "look again" }, match: { id: "m" } }));
    await assert.rejects(api.post("/a"), (error: unknown) => {
        assert.ok(error instanceof ApiError);
        assert.deepEqual(
            [error.status, error.code, error.text, error.offline],
            [409, "api.stale", "Look again", false],
        );
        assert.deepEqual((error.body as { match: unknown }).match, { id: "m" });
        return true;
    });
});

test("a refusal without words, or with a page instead, is an error all the same", async () => {
    const page = apiWith(
        () => new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "Content-Type": "text/html" } }),
    );
    await assert.rejects(
        page.api.get("/a"),
        (error: unknown) => error instanceof ApiError && error.status === 502 && error.code === "",
    );
    const broken = apiWith(
        () => new Response('{"error', { status: 500, headers: { "Content-Type": "application/json" } }),
    );
    await assert.rejects(broken.api.get("/a"), (error: unknown) => error instanceof ApiError && error.status === 500);
});

test("no answer is an error of its own", async () => {
    const { api } = apiWith(() => Promise.reject(new TypeError("failed to fetch")));
    api.offlineText = "nobody there";
    await assert.rejects(
        api.get("/a"),
        (error: unknown) => error instanceof ApiError && error.offline && error.text === "Nobody there",
    );
});

test("an answer without a body is null, a text is a text", async () => {
    assert.equal(await apiWith(() => new Response(null, { status: 204 })).api.post("/a"), null);
    assert.equal(
        await apiWith(
            () => new Response("game balda\n", { status: 200, headers: { "Content-Type": "text/plain" } }),
        ).api.get("/a"),
        "game balda\n",
    );
});
