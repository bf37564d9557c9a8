// The page's side of the core (C compiled to WebAssembly): calls that return promises. Two workers run it, started on
// first use: `core` answers at once (what is this move worth?), `thinker` searches for up to seconds (what would you
// play?).
import { signal, type Signal } from "@preact/signals";
import type { Progress } from "./lexfile";
import type { Beginning } from "./worker";
import type { CallName, Calls, Reply, Request } from "./protocol";
import { wasmUrl, workerUrl } from "virtual:core";

type Args<N extends CallName> = Parameters<Calls[N]>;
type Result<N extends CallName> = ReturnType<Calls[N]>;

interface Waiting {
    request: Request;
    resolve(value: unknown): void;
    reject(e: Error): void;
    signal?: AbortSignal | undefined;
}

export class Aborted extends Error {}

// The part of Worker that is used; tests bring their own.
export interface Port {
    postMessage(message: unknown): void;
    onmessage: ((e: MessageEvent<Reply>) => void) | null;
    onerror: ((e: ErrorEvent) => void) | null;
}

// Requests go to the worker one at a time, so that aborted ones can be dropped from the queue.
export class Caller {
    private port: Port | undefined;
    private queue: Waiting[] = [];
    private busy: Waiting | undefined;
    private next = 1;
    module: WebAssembly.Module | undefined; // the core, once it is compiled
    readonly progress: Signal<(Progress & { lexicon: string }) | null> = signal(null);

    constructor(private readonly make: () => Port) {}

    // `urgent`: before everything that is queued.
    call<N extends CallName>(name: N, args: Args<N>, abort?: AbortSignal, urgent = false): Promise<Result<N>> {
        return new Promise((resolve, reject) => {
            const request = { id: this.next++, call: name, args };
            const waiting = { request, resolve: resolve as (v: unknown) => void, reject, signal: abort };
            if (urgent) this.queue.unshift(waiting);
            else this.queue.push(waiting);
            this.pump();
        });
    }

    private pump(): void {
        while (!this.busy && this.queue.length) {
            const one = this.queue.shift()!;
            if (one.signal?.aborted) {
                one.reject(new Aborted("no longer wanted"));
                continue;
            }
            this.busy = one;
            this.worker().postMessage(one.request);
        }
    }

    private worker(): Port {
        if (this.port) return this.port;
        const port = this.make();
        port.onmessage = (e) => this.receive(e.data);
        port.onerror = (e) => this.fail(new Error(e.message || "the core could not be started"));
        this.port = port;
        return port;
    }

    private receive(reply: Reply): void {
        if ("module" in reply) {
            this.module = reply.module;
            return;
        }
        if ("progress" in reply) {
            this.progress.value = reply.progress;
            return;
        }
        const one = this.busy;
        if (!one || one.request.id !== reply.id) return;
        this.busy = undefined;
        this.progress.value = null;
        if ("error" in reply) one.reject(new Error(reply.error));
        else if (one.signal?.aborted) one.reject(new Aborted("no longer wanted"));
        else one.resolve(reply.value);
        this.pump();
    }

    // A worker that broke is replaced by the next call.
    private fail(e: Error): void {
        const lost = [...(this.busy ? [this.busy] : []), ...this.queue];
        this.busy = undefined;
        this.queue = [];
        this.port = undefined;
        for (const one of lost) one.reject(e);
    }
}

// The core is compiled once; the other worker gets the module.
function makeWorker(): Port {
    const worker = new Worker(workerUrl, { type: "module" });
    const wasm = core.module ?? thinker.module ?? wasmUrl;
    worker.postMessage({ wasm } satisfies Beginning);
    return worker;
}

export const core = new Caller(makeWorker);
export const thinker: Caller = new Caller(makeWorker);

// Prepares in the background what searches need of a lexicon, before the first one.
export function warmThinker(lexicon: string): void {
    void thinker.call("complete", [lexicon]).catch(() => undefined);
}

// The language of the core's refusals.
export function speak(tag: string): void {
    void core.call("language", [tag]).catch(() => undefined);
}
