// The service worker: what it answers from its caches, which versions it keeps, and what a notification opens.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

type Listener = (event: Record<string, unknown>) => void;

const origin = "http://here";
const listeners = new Map<string, Listener>();
const stores = new Map<string, Map<string, Response>>();
const fetched: string[] = [];
let windows: ReturnType<typeof tab>[] = [];
const opened: string[] = [];

const pathOf = (request: Request | string) =>
    new URL(typeof request === "string" ? request : request.url, origin).pathname;

function store(name: string) {
    const files = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, files);
    return {
        match: async (request: Request | string) => files.get(pathOf(request))?.clone(),
        addAll: async (paths: string[]) => {
            for (const path of paths) files.set(path, new Response(`kept ${path}`));
        },
    };
}

// A page of this browser; the service worker may send it elsewhere only if it controls it.
function tab(path: string, controlled = true) {
    const one = {
        url: origin + path,
        focused: 0,
        focus: async () => void one.focused++,
        navigate: async (to: string) => {
            if (!controlled) throw new TypeError("not controlled");
            one.url = origin + to;
            return one;
        },
    };
    return one;
}

Object.assign(globalThis, {
    FILES: ["/", "/main-AAAAAAA2.js"],
    VERSION: "new",
    location: { origin },
    self: {
        addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
        skipWaiting: async () => undefined,
        clients: {
            claim: async () => undefined,
            matchAll: async () => windows,
            openWindow: async (path: string) => void opened.push(path),
        },
    },
    caches: {
        open: async (name: string) => store(name),
        keys: async () => [...stores.keys()],
        delete: async (name: string) => stores.delete(name),
        match: async (request: Request) => {
            for (const name of stores.keys()) {
                const found = await store(name).match(request);
                if (found) return found;
            }
            return undefined;
        },
    },
    fetch: (request: Request) => {
        fetched.push(pathOf(request));
        return new Promise<Response>(() => undefined); // a server that does not answer
    },
});

async function happen(name: string, event: Record<string, unknown> = {}): Promise<void> {
    let work: unknown;
    listeners.get(name)?.({ waitUntil: (promise: unknown) => (work = promise), ...event });
    await work;
}

// Undefined: the browser does it itself. Null: the server is asked, which never answers here.
async function answer(path: string, mode = "navigate", method = "GET"): Promise<string | null | undefined> {
    let given: Promise<Response> | undefined;
    fetched.length = 0;
    const request = new Request(origin + path, { method });
    Object.defineProperty(request, "mode", { value: mode });
    listeners.get("fetch")?.({ request, respondWith: (response: Promise<Response>) => (given = response) });
    if (!given) return undefined;
    const asked = async () => {
        while (!fetched.length) await new Promise((resolve) => setTimeout(resolve, 1));
        return null;
    };
    return Promise.race([given.then((response) => response.text()), asked()]);
}

beforeEach(async () => {
    stores.clear();
    opened.length = 0;
    if (!listeners.size) await import("../src/sw");
    await happen("install");
});

test("every page of the client is the kept one, and no server is waited for", async () => {
    for (const path of ["/", "/play?game=balda", "/match/abc", "/rules/bali", "/words"])
        assert.equal(await answer(path), "kept /", path);
});

test("what is no page of the client is left to the server", async () => {
    for (const path of ["/healthz", "/api/games", "/icon.svg", "/lexicons/en-0123456789abcdef.pack", "/nowhere/at/all"])
        assert.equal(await answer(path), undefined, path);
    assert.equal(await answer("/api/me", "cors"), undefined);
    assert.equal(await answer("/play", "navigate", "POST"), undefined);
});

test("a file comes from its own version, from an older one, or from the server", async () => {
    stores.set("shell-old", new Map([["/old-BBBBBBB3.js", new Response("old")]]));
    assert.equal(await answer("/main-AAAAAAA2.js", "cors"), "kept /main-AAAAAAA2.js");
    assert.equal(await answer("/old-BBBBBBB3.js", "cors"), "old");
    assert.equal(await answer("/other-CCCCCCC4.js", "cors"), null);
});

test("three versions are kept, and what is not of a version", async () => {
    stores.clear();
    for (const name of ["shell-1", "lexicons-1", "lexicons-2", "shell-2", "shell-3", "shell-new"])
        stores.set(name, new Map());
    await happen("activate");
    assert.deepEqual([...stores.keys()], ["lexicons-2", "shell-2", "shell-3", "shell-new"]);
});

test("a notification leads to its match", async () => {
    const click = (data: unknown) => happen("notificationclick", { notification: { data, close: () => undefined } });
    windows = [tab("/"), tab("/match/abc")];
    await click("/match/abc");
    assert.deepEqual([windows.map((one) => one.focused), opened], [[0, 1], []], "a page shows it");
    windows = [tab("/rules")];
    await click("/match/abc");
    assert.deepEqual(
        [windows[0]!.url, windows[0]!.focused, opened],
        [`${origin}/match/abc`, 1, []],
        "a page goes there",
    );
    windows = [tab("/rules", false)];
    await click("/match/abc");
    assert.deepEqual([windows[0]!.focused, opened], [0, ["/match/abc"]], "no page can go there");
    windows = [];
    await click(undefined);
    assert.deepEqual(opened, ["/match/abc", "/"], "there is no page");
});
