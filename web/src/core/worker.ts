// The worker: the core, its lexicons from the network or from what is kept on the device.
import { loadLexicon, type Shelf } from "./lexfile";
import { serve, type Reply, type Request } from "./protocol";
import { Core } from "./wasm";

const CACHE = "lexicons-1";

// Private windows may have no Cache: then every visit fetches.
const shelf: Shelf = {
    fetch: (url, init) => fetch(url, { ...init, cache: "no-store" }),
    kept: async (url) => {
        try {
            return await (await caches.open(CACHE)).match(url);
        } catch {
            return undefined;
        }
    },
    keep: async (url, response) => (await caches.open(CACHE)).put(url, response),
};

let begin: (url: string) => void;
const core = new Promise<string>((resolve) => (begin = resolve)).then(async (url) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return Core.start(await WebAssembly.compile(await answer.arrayBuffer()));
});

const answer = serve({
    core,
    load: (name, told) => loadLexicon(name, shelf, told),
    reply: (r: Reply) => self.postMessage(r),
});

self.onmessage = (e: MessageEvent<{ wasm: string } | Request>) => {
    if ("wasm" in e.data) begin(e.data.wasm);
    else void answer(e.data);
};
