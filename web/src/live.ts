// The live connection: one WebSocket for the whole page. It opens on first use and reconnects by itself with
// exponential backoff. Then it catches up: a watched match is requested from the first missing event, and an action
// without an answer is sent again under the same request id (an idempotency key).
//
// A site of several processes says so in its hello. Then the connection moves to the process that serves the watched
// match: the load balancer chooses it by the match in the address (docs/operations.md).
//
//     const stop = live.watch(id, 0, (message) => ...);   // "match", then "event", "chat", ...
//     const { seq } = await live.act(id, { verb: "move", move: "c2=T/b3c3c2", seq });
import { segment } from "./address";
import { signal } from "@preact/signals";
import { ApiError } from "./api";
import { guarded, report } from "./guard";
import type { Action, Done, LiveMessage, LobbyMessage, Named, ServerMessage } from "./types";
import { isLiveMessage } from "./wire";

export interface Socket {
    readonly readyState: number;
    send(text: string): void;
    close(code?: number): void;
    onopen: ((event: never) => void) | null;
    onmessage: ((event: { data: unknown }) => void) | null;
    onclose: ((event: { code: number }) => void) | null;
}

export interface LiveHost {
    open(match: string): Socket; // the match that is watched; "": none or several
    now(): number;
    later(ms: number, run: () => void): () => void;
    random(): number;
}

type Handler = (message: LiveMessage) => void;

interface Watch {
    next: number; // the first event that is not known yet; 0: none is known
    held?: boolean; // the server has answered: events come
    handlers: Set<Handler>;
}

interface Pending {
    message: Record<string, unknown>;
    resend: boolean; // may be sent again after a loss
    again?: number; // how often the server had to be asked once more
    done(answer: Done & { id?: number }): void;
    failed(error: ApiError): void;
}

const OPEN = 1; // as WebSocket has it
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const CONNECT_PATIENCE = 5000; // a socket that does not open hangs
const WAKE_PATIENCE = 4000; // after sleep a dead socket is likely
const BEAT = 25_000;
const PATIENCE = 10_000;
const BUSY_PAUSE = 1000;
const BUSY_TRIES = 4;

const NOBODY: ReadonlySet<Handler> = new Set();

// A handler that throws affects neither the other handlers nor later messages.
function tellAll<T>(handlers: ReadonlySet<(message: T) => void>, message: T): void {
    for (const handler of [...handlers]) guarded(handler)(message);
}

export class Live {
    readonly connected = signal(false);
    // True when the connection has been missing for a moment; the page shows it.
    readonly lost = signal(false);
    onLoggedOut: () => void = () => {};

    private socket: Socket | null = null;
    private at = ""; // the match that it was opened for
    private moving: Socket | null = null; // is to take its place
    private spread = false; // the site has several processes
    private wanted = false;
    private tries = 0;
    private offset = 0; // the server's clock minus ours
    private requests = 0;
    private readonly watches = new Map<string, Watch>();
    private readonly pending = new Map<string, Pending>();
    private readonly lobbies = new Set<(message: LobbyMessage) => void>();
    private readonly mines = new Set<Handler>();
    private cancelRetry: () => void = () => {};
    private cancelWatch: () => void = () => {};
    private cancelBeat: () => void = () => {};
    private cancelPatience: () => void = () => {};
    private readonly prefix: string;

    constructor(private readonly host: LiveHost) {
        this.prefix = Math.floor(host.random() * 2 ** 40).toString(36);
    }

    // The server's clock, as well as it is known.
    now(): number {
        return this.host.now() + this.offset;
    }

    watch(match: string, from: number, handler: Handler): () => void {
        let watch = this.watches.get(match);
        if (!watch) {
            watch = { next: from, handlers: new Set() };
            this.watches.set(match, watch);
        }
        watch.handlers.add(handler);
        const known = watch;
        this.need();
        // A second handler needs the match as well, not only later events.
        this.say({ op: "watch", match, from: known.handlers.size > 1 ? 0 : known.next });
        this.move();
        return () => {
            known.handlers.delete(handler);
            if (known.handlers.size || this.watches.get(match) !== known) return;
            this.watches.delete(match);
            this.say({ op: "unwatch", match });
        };
    }

    act(match: string, action: Action): Promise<Done> {
        return this.ask({ op: "act", match, ...action }, true);
    }

    // Not repeated after a lost connection: a chat line twice is worse than typing it again.
    chat(match: string, text: string): Promise<Done> {
        return this.ask({ op: "chat", match, text }, false);
    }

    // Changes in the list of open games.
    lobby(handler: (message: LobbyMessage) => void): () => void {
        return this.subscribe(this.lobbies, handler, "lobby");
    }

    // Events of all the player's matches, watched or not.
    mine(handler: Handler): () => void {
        return this.subscribe(this.mines, handler, "mine");
    }

    // Reconnects with the present session.
    restart(): void {
        if (!this.wanted) return;
        this.drop();
        this.tries = 0;
        this.connect();
    }

    // The network is back, or the page is visible again: reconnect at once. A socket that looks open may be dead since
    // the device slept, so it is asked.
    hurry(): void {
        if (!this.wanted) return;
        this.tries = 0;
        if (this.connected.value) this.ping(WAKE_PATIENCE);
        else if (!this.socket) {
            this.cancelRetry();
            this.connect();
        }
    }

    // Disconnects until hurry(): a page with an open socket cannot be put aside for the way back.
    rest(): void {
        this.drop();
    }

    private subscribe<T>(all: Set<T>, handler: T, op: string): () => void {
        all.add(handler);
        this.need();
        this.say({ op, on: true });
        return () => {
            all.delete(handler);
            if (!all.size) this.say({ op, on: false });
        };
    }

    private ask(message: Record<string, unknown>, resend: boolean): Promise<Done> {
        const request = `${this.prefix}-${++this.requests}`;
        return new Promise((done, failed) => {
            this.pending.set(request, { message: { ...message, request }, resend, done, failed });
            this.need();
            this.say({ ...message, request });
        });
    }

    private need(): void {
        if (this.wanted) return;
        this.wanted = true;
        this.connect();
    }

    // A closing socket would lose the message. Pending requests are sent again on the next socket.
    private say(message: Record<string, unknown>): void {
        if (this.connected.value && this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(message));
    }

    // The match that is watched, where it is one.
    private watched(): string {
        return this.watches.size === 1 ? [...this.watches.keys()][0]! : "";
    }

    private connect(): void {
        this.at = this.watched();
        const socket = this.host.open(this.at);
        this.use(socket);
        socket.onopen = () => {
            if (this.socket === socket) this.opened();
        };
        this.cancelPatience = this.host.later(CONNECT_PATIENCE, () => this.closed(1006));
    }

    // Only while no answer is pending, and without a gap: the old connection closes when the new one is open.
    private move(): void {
        const match = this.watched();
        if (!this.spread || !this.connected.value || this.moving || !match || match === this.at) return;
        const socket = this.host.open(match);
        this.moving = socket;
        socket.onopen = () => {
            if (this.moving !== socket) return;
            this.moving = null;
            if (this.pending.size) return socket.close(1000);
            const old = this.socket;
            this.at = match;
            this.use(socket);
            this.cancelBeat();
            this.cancelPatience();
            old?.close(1000);
            this.opened();
        };
        socket.onclose = () => {
            if (this.moving === socket) this.moving = null;
        };
    }

    private use(socket: Socket): void {
        this.socket = socket;
        socket.onmessage = (event) => {
            if (this.socket === socket) this.receive(String(event.data));
        };
        socket.onclose = (event) => {
            if (this.socket === socket) this.closed(event.code);
        };
    }

    private drop(): void {
        const old = this.socket;
        this.socket = null;
        this.moving?.close(1000);
        this.moving = null;
        this.connected.value = false;
        this.cancelRetry();
        this.cancelWatch();
        this.cancelBeat();
        this.cancelPatience();
        old?.close(1000);
    }

    private opened(): void {
        this.cancelPatience();
        this.connected.value = true;
        this.lost.value = false;
        this.tries = 0;
        if (this.lobbies.size) this.say({ op: "lobby", on: true });
        if (this.mines.size) this.say({ op: "mine", on: true });
        for (const watch of this.watches.values()) watch.held = false;
        this.watchAll();
        for (const one of this.pending.values()) this.say(one.message);
        this.beat();
    }

    private closed(code: number): void {
        this.drop();
        for (const [request, one] of this.pending)
            if (!one.resend) {
                this.pending.delete(request);
                one.failed(new ApiError(0, "offline", ""));
            }
        if (code === 4001) guarded(this.onLoggedOut)();
        const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.tries++) * (0.5 + this.host.random() / 2);
        if (this.tries > 1) this.lost.value = true;
        this.cancelRetry = this.host.later(pause, () => this.connect());
    }

    // Heartbeat: a connection can be dead without notice, so a missing pong closes it.
    private beat(): void {
        this.cancelBeat = this.host.later(BEAT, () => this.ping(PATIENCE));
    }

    private ping(patience: number): void {
        this.cancelBeat();
        this.cancelPatience();
        this.say({ op: "ping", request: "beat" });
        this.cancelPatience = this.host.later(patience, () => this.closed(1006));
    }

    private receive(text: string): void {
        this.cancelBeat();
        this.cancelPatience();
        this.beat();
        let message: unknown;
        try {
            message = JSON.parse(text);
        } catch {
            return;
        }
        if (isLiveMessage(message)) this.take(message);
        else report(new Error(`a live message is malformed: ${text.slice(0, 200)}`));
    }

    private take(message: ServerMessage): void {
        switch (message.op) {
            case "hello":
                this.offset = message.now - this.host.now();
                this.spread = message.spread;
                this.move();
                break;
            case "pong":
                this.offset = message.now - this.host.now();
                break;
            case "done":
                this.settle(message);
                break;
            case "refused":
                this.refused(message);
                break;
            case "lobby":
                tellAll(this.lobbies, message);
                break;
            case "match":
                this.matched(message);
                break;
            case "event":
                this.happened(message);
                break;
            case "unwatched":
                this.unwatched(message);
                break;
            case "presence":
                tellAll(this.watches.get(message.match)?.handlers ?? NOBODY, message);
                break;
            case "chat":
            case "chat-hidden":
            case "rematch":
                this.tell(message);
                break;
        }
    }

    private settle({ request, seq = -1, repeated, id }: Named<"done">): void {
        const one = this.pending.get(request);
        this.pending.delete(request);
        one?.done({ seq, repeated, ...(id !== undefined && { id }) });
    }

    // 503: the server cannot do it now, or does not know whether it did. The request is repeated under the same id.
    private refused(message: Named<"refused">): void {
        const { request, status, error } = message;
        if (!request && (status === 503 || status === 429)) {
            this.watchLater();
            return;
        }
        const one = this.pending.get(request);
        if (one?.resend && status === 503 && (one.again ?? 0) < BUSY_TRIES) {
            one.again = (one.again ?? 0) + 1;
            this.host.later(BUSY_PAUSE * one.again, () => {
                if (this.pending.get(request) === one) this.say(one.message);
            });
            return;
        }
        this.pending.delete(request);
        one?.failed(new ApiError(status, error.code, error.text, message));
    }

    // Asks for the events of every match that the server has not answered for.
    private watchAll(): void {
        for (const [match, watch] of this.watches) if (!watch.held) this.say({ op: "watch", match, from: watch.next });
    }

    // The server could not watch a match for us, or dropped the watch. Without asking again no events would arrive.
    private watchLater(): void {
        this.cancelWatch();
        this.cancelWatch = this.host.later(3 * BUSY_PAUSE, () => this.watchAll());
    }

    private unwatched(message: Named<"unwatched">): void {
        const watch = this.watches.get(message.match);
        if (watch) watch.held = false;
        this.watchLater();
        this.tell(message);
    }

    private tell(message: LiveMessage): void {
        const id = typeof message.match === "string" ? message.match : message.match.id;
        const watch = this.watches.get(id);
        tellAll(watch?.handlers ?? this.mines, message);
    }

    private matched(message: Named<"match">): void {
        const watch = this.watches.get(message.match.id);
        if (!watch) return;
        watch.next = message.match.seq;
        watch.held = true;
        this.tell(message);
    }

    // Each event once and in order: a known one is dropped; from a missing one on, all are requested.
    private happened(message: Named<"event">): void {
        const watch = this.watches.get(message.match);
        if (watch && message.seq < watch.next) return;
        if (watch && message.seq > watch.next && watch.next > 0) {
            this.say({ op: "watch", match: message.match, from: watch.next });
            return;
        }
        if (watch) watch.next = message.seq + 1;
        this.tell(message);
        if (watch) tellAll(this.mines, message);
    }
}

const browser: LiveHost = {
    open: (match) => {
        const scheme = location.protocol === "https:" ? "wss" : "ws";
        const query = match && `?match=${segment(match)}`;
        return new WebSocket(`${scheme}://${location.host}/api/live${query}`) as unknown as Socket;
    },
    now: () => Date.now(),
    later: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
    },
    random: () => Math.random(),
};

export const live = new Live(browser);

const WAKE_CHECK = 10_000;

// The browser's events about the network. A timer that fires much too late tells that the device has slept: not all
// browsers have an event for that.
export function listenForNetwork(): void {
    addEventListener("online", () => live.hurry());
    addEventListener("pagehide", () => live.rest());
    addEventListener("pageshow", (event: PageTransitionEvent) => {
        if (event.persisted) live.hurry();
    });
    document.addEventListener("visibilitychange", () => {
        if (!document.hidden) live.hurry();
    });
    let last = Date.now();
    setInterval(() => {
        const now = Date.now();
        if (now - last > 2 * WAKE_CHECK) live.hurry();
        last = now;
    }, WAKE_CHECK);
}
