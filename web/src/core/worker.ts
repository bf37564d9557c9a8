// The web worker: runs the core, with lexicons from the network or from the device's cache.
import { loadDefinitions, loadLexicon } from "./lexfile";
import { serve, type Reply, type Request } from "./protocol";
import { lexiconCache } from "./lexicon_cache";
import { Core } from "./wasm";

let begin: (url: string) => void;
const core = new Promise<string>((resolve) => (begin = resolve)).then(async (url) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return Core.start(await WebAssembly.compile(await answer.arrayBuffer()));
});

const answer = serve({
    core,
    load: (name, told, fresh) => loadLexicon(name, lexiconCache, told, fresh),
    definitions: (name) => loadDefinitions(name, lexiconCache),
    reply: (r: Reply) => self.postMessage(r),
});

self.onmessage = (e: MessageEvent<{ wasm: string } | Request>) => {
    if ("wasm" in e.data) begin(e.data.wasm);
    else void answer(e.data);
};
