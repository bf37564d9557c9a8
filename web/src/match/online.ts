// A match on the server. Events come by the live connection. A move adds a line to the record; after any larger change
// the match is fetched again.
import { segment } from "../address";
import { signal } from "@preact/signals";
import { api, ApiError } from "../api";
import { seen } from "../core/protocol";
import { presets } from "../games/game";
import { withLines } from "../games/record";
import { live } from "../live";
import { enter, toast } from "../state";
import { t } from "../text";
import type { Action, LiveMessage, Match, MatchEvent } from "../types";
import { movesFrom } from "./history";
import { isChatLine, isMatch } from "../wire";
import type { ChatLine, Table } from "./table";

// Pauses between attempts to fetch a match, in ms: from the first one, doubled each time.
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

const MOVE = /^[A-D] ./;

// Events that change only offers, clocks and the like. A takeback request is one of them only while an opponent has to
// agree.
const SITUATION = /^(offer|decline|ask|hold)\b/;

const isSituation = (e: MatchEvent) =>
    SITUATION.test(e.text) && (!e.text.startsWith("ask") || e.offers.takeback !== null);

// Errors that pass: no network, or a server that is overloaded, restarting, or behind a proxy without it.
const isPassing = (e: unknown) => e instanceof ApiError && [0, 408, 429, 500, 502, 503, 504].includes(e.status);

// Whether players have secrets from each other now.
export const hasSecrets = (m: Match) => presets[m.game]?.hidden === true && m.status === "running";

// Whether the record is not all shown now, so that the position comes as a view.
export const hides = (m: Match) =>
    hasSecrets(m) || (m.status === "running" && presets[m.game]?.forgets?.(m.settings) === true);

// The name of the match's game for the core; null before the start.
export function coreName(m: Match): string | null {
    if (hides(m)) return m.state === null ? null : seen(m.record, m.state);
    return m.started !== null ? m.record : null;
}

// Where the record cannot be replayed, an event brings the position, and its move is added to the log.
function followView(m: Match, e: MatchEvent, move: boolean): Pick<Match, "record" | "state" | "log"> | null {
    if (!m.log || (move && e.state === undefined)) return null;
    return { record: m.record, state: e.state ?? m.state, log: move ? [...m.log, ...movesFrom([e])] : m.log };
}

// The match after an event; null: it has to be fetched.
export function follow(m: Match, e: MatchEvent): Match | null {
    const move = MOVE.test(e.text);
    if (e.status !== "running" || m.status !== "running" || (!move && !isSituation(e))) return null;
    const shown = hides(m)
        ? followView(m, e, move)
        : {
              record: move ? withLines(m.record, [e.text, ...e.draws]) : m.record,
              state: e.state ?? (move ? null : m.state),
          };
    if (!shown) return null;
    const { status, turn, scores, clocks, deadline, offers, result, seed } = e;
    return {
        ...m,
        status,
        turn,
        scores,
        clocks,
        deadline,
        offers,
        result,
        seed,
        seq: e.seq + 1,
        now: e.at,
        may: e.may ?? [],
        ...shown,
    };
}

// The answer to our own offer; without it the offer would just disappear.
export function declinedText(m: Match, e: MatchEvent): string | null {
    const by = /^decline ([A-D])\b/.exec(e.text)?.[1];
    if (!m.you || !by || by === m.you) return null;
    if (m.offers.draw === m.you && e.offers.draw === null) return t("web.game.draw_declined");
    if (m.offers.takeback?.by === m.you && e.offers.takeback === null) return t("web.game.takeback_declined");
    return null;
}

export class OnlineTable implements Table {
    readonly kind = "online";
    readonly match = signal<Match | null>(null);
    readonly clocksAt = signal(0);
    readonly busy = signal(false);
    readonly failure = signal<unknown>(null);
    readonly chat = signal<ChatLine[]>([]);
    readonly rematch = signal<string | null>(null);
    private readonly stop: () => void;
    private closed = false;
    private fetching = false;
    private stale = false; // something has happened since the running request
    private tries = 0;
    private readsChat = false; // of a match that is not listed only players may
    private cancelRetry: () => void = () => {};

    constructor(readonly id: string) {
        this.stop = live.watch(id, 0, (message) => this.receive(message));
        void this.fetch();
    }

    close(): void {
        this.closed = true;
        this.cancelRetry();
        this.stop();
    }

    // Never back in time: an answer may be overtaken by events.
    private set(match: Match): void {
        const known = this.match.peek();
        if (!isMatch(match)) throw new Error(t("web.common.failed"));
        if (this.closed || (known && known.seq > match.seq)) return;
        this.clocksAt.value = performance.now();
        this.failure.value = null;
        this.match.value = match;
        if (this.readsChat || !(match.listed || match.you)) return;
        this.readsChat = true;
        void this.fetchChat();
    }

    // A rematch that was made while we were not connected.
    private async fetchRematch(): Promise<void> {
        const m = this.match.peek();
        if (this.rematch.peek() || !m?.you || (m.status !== "over" && m.status !== "aborted")) return;
        const { next } = await api.get<{ next: string | null }>(`/api/matches/${segment(this.id)}/rematch`);
        if (typeof next === "string") this.rematch.value = next;
    }

    // Retries until the server answers: the event that caused this request does not come twice. Requests are not
    // piled up: one that is running is followed by one more, however many events asked for it.
    private async fetch(): Promise<void> {
        this.cancelRetry();
        if (this.fetching) {
            this.stale = true;
            return;
        }
        this.fetching = true;
        try {
            do {
                this.stale = false;
                this.set(await this.withLog(await api.get<Match>(`/api/matches/${segment(this.id)}`)));
            } while (this.stale && !this.closed);
            this.tries = 0;
        } catch (e) {
            if (!this.match.peek()) this.failure.value = e;
            if (isPassing(e)) this.fetchLater();
            return;
        } finally {
            this.fetching = false;
        }
        await this.fetchRematch().catch(() => undefined);
    }

    private fetchLater(): void {
        if (this.closed) return;
        const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.tries++);
        const timer = setTimeout(() => void this.fetch(), pause * (0.5 + Math.random() / 2));
        this.cancelRetry = () => clearTimeout(timer);
    }

    // The server may have gone on while it was asked twice.
    private async withLog(match: Match): Promise<Match> {
        if (!hides(match)) return match;
        const events = await this.fetchEvents();
        return { ...match, log: movesFrom(events.filter((e) => e.seq < match.seq)) };
    }

    // All of them, page by page.
    private async fetchEvents(): Promise<MatchEvent[]> {
        const events: MatchEvent[] = [];
        for (let from = 1, more = true; more && !this.closed; ) {
            const page = await api.get<{ events: MatchEvent[]; next: number; more: boolean }>(
                `/api/matches/${segment(this.id)}/events?from=${from}`,
            );
            events.push(...page.events);
            more = page.more && page.next > from;
            from = page.next;
        }
        return events;
    }

    private async fetchChat(after = 0): Promise<void> {
        try {
            let more = true;
            while (more && !this.closed) {
                const page = await api.get<{ chat: ChatLine[]; next: number }>(
                    `/api/matches/${segment(this.id)}/chat?after=${after}`,
                );
                more = page.next > after;
                after = page.next;
                this.addChat(page.chat.filter(isChatLine));
            }
        } catch {
            // A viewer who may not read the chat gets none.
        }
    }

    private addChat(lines: ChatLine[]): void {
        const all = new Map([...this.chat.peek(), ...lines].map((line) => [line.id, line]));
        this.chat.value = [...all.values()].sort((a, b) => a.id - b.id);
    }

    // A line that is no longer hidden is fetched with the others.
    private hideChat(id: number, hidden: boolean): void {
        if (hidden) this.chat.value = this.chat.peek().filter((line) => line.id !== id);
        else void this.fetchChat();
    }

    private receive(message: LiveMessage): void {
        // The lines that were said while we were not connected.
        if (message.op === "match" && this.readsChat) void this.fetchChat(this.chat.peek().at(-1)?.id ?? 0);
        if (message.op === "match") this.returned(message.match);
        else if (message.op === "chat") this.addChat([message]);
        else if (message.op === "chat-hidden") this.hideChat(message.id, message.hidden);
        else if (message.op === "rematch") this.rematch.value = message.next;
        else if (message.op === "event") this.happen(message);
    }

    // The connection is there. Where the record cannot be replayed, the log is needed too, unless it is known.
    private returned(match: Match): void {
        const known = this.match.peek();
        const log = known?.seq === match.seq ? known.log : undefined;
        if (hides(match) && !log) {
            void this.fetch();
            return;
        }
        this.set(log && hides(match) ? { ...match, log } : match);
        this.fetchRematch().catch(() => undefined);
    }

    private happen(e: MatchEvent): void {
        const known = this.match.peek();
        if (known && e.seq < known.seq) return;
        const declined = known && declinedText(known, e);
        if (declined) toast(declined);
        const next = known && e.seq === known.seq ? follow(known, e) : null;
        if (next && isMatch(next)) this.set(next);
        else void this.fetch();
    }

    async act(action: Action): Promise<void> {
        const seq = this.match.peek()?.seq;
        this.busy.value = true;
        try {
            if (action.verb === "join") await this.join();
            else await live.act(this.id, seq === undefined ? action : { ...action, seq });
        } finally {
            this.busy.value = false;
        }
    }

    private async join(): Promise<void> {
        await enter();
        await api.post(`/api/matches/${segment(this.id)}/actions`, { verb: "join" });
        await this.fetch();
    }

    async say(text: string): Promise<void> {
        await enter();
        await live.chat(this.id, text);
    }
}
