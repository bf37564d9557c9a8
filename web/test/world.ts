import type { LiveHost, Socket } from "../src/live";

// A world without a network: sockets that say what was sent, and a clock that is moved by hand.
export class World {
    sockets: FakeSocket[] = [];
    time = 1000;
    timers: { at: number; run: () => void }[] = [];
    host: LiveHost = {
        open: (match) => {
            const socket = new FakeSocket(match);
            this.sockets.push(socket);
            return socket;
        },
        now: () => this.time,
        later: (ms, run) => {
            const timer = { at: this.time + ms, run };
            this.timers.push(timer);
            return () => {
                this.timers = this.timers.filter((one) => one !== timer);
            };
        },
        random: () => 0.5,
    };
    get last(): FakeSocket {
        return this.sockets[this.sockets.length - 1]!;
    }
    pass(ms: number): void {
        const end = this.time + ms;
        for (;;) {
            const next = this.timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
            if (!next) break;
            this.timers = this.timers.filter((one) => one !== next);
            this.time = next.at;
            next.run();
        }
        this.time = end;
    }
}

export class FakeSocket implements Socket {
    constructor(readonly match: string) {}
    sent: Record<string, unknown>[] = [];
    closed = false;
    readyState = 0;
    onopen: ((event: never) => void) | null = null;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onclose: ((event: { code: number }) => void) | null = null;
    send(text: string): void {
        this.sent.push(JSON.parse(text) as Record<string, unknown>);
    }
    close(): void {
        this.closed = true;
    }
    open(): void {
        this.readyState = 1;
        this.onopen?.(undefined as never);
    }
    say(message: unknown): void {
        this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
    }
    lose(code = 1006): void {
        this.onclose?.({ code });
    }
}
