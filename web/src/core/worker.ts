// The web worker: runs the core, with lexicons from the network or from the device's cache.
import { keepWords, loadDefinitions, loadLexicon } from "./lexfile";
import { serve, type Reply, type Request } from "./protocol";
import { lexiconCache } from "./lexicon_cache";
import { Core } from "./wasm";

// The first message: where the core is, or the core as another worker has compiled it.
export interface Beginning {
    wasm: string | WebAssembly.Module;
}

async function compile(url: string): Promise<WebAssembly.Module> {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    const module = await WebAssembly.compileStreaming(answer);
    self.postMessage({ module } satisfies Reply);
    return module;
}

let begin: (from: Beginning["wasm"]) => void;
const core = new Promise<Beginning["wasm"]>((resolve) => (begin = resolve)).then(async (from) =>
    Core.start(typeof from === "string" ? await compile(from) : from),
);

const answer = serve({
    core,
    load: (name, onProgress, fresh) => loadLexicon(name, lexiconCache, onProgress, fresh),
    keep: (name, words) => keepWords(name, words, lexiconCache),
    definitions: (name) => loadDefinitions(name, lexiconCache),
    reply: (r: Reply) => self.postMessage(r),
});

self.onmessage = (e: MessageEvent<Beginning | Request>) => {
    if ("wasm" in e.data) begin(e.data.wasm);
    else void answer(e.data);
};
