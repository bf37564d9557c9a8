// A match on the server. Events come by the live connection. A move adds a line to the record; after any larger change
// the match is fetched again.
import { segment } from "../address";
import { signal } from "@preact/signals";
import { api, ApiError } from "../api";
import { seen } from "../core/protocol";
import { presets } from "../games/game";
import { withLines } from "../games/record";
import { live } from "../live";
import { enter } from "../state";
import { t } from "../text";
import type { Action, LiveMessage, Match, MatchEvent } from "../types";
import { movesFrom } from "./history";
import { isChatLine, isMatch } from "../wire";
import type { ChatLine, Table } from "./table";

const TRIES = 5; // to fetch a match that the server cannot show now

const MOVE = /^[A-D] ./;

// Events that change only offers, clocks and the like. A takeback request is one of them only while an opponent has to
// agree.
const SITUATION = /^(offer|decline|ask|hold)\b/;

const isSituation = (e: MatchEvent) =>
    SITUATION.test(e.text) && (!e.text.startsWith("ask") || e.offers.takeback !== null);

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

// The match after an event; null: it has to be fetched.
export function follow(m: Match, e: MatchEvent): Match | null {
    const move = MOVE.test(e.text);
    if (e.status !== "running" || m.status !== "running" || hides(m) || (!move && !isSituation(e))) return null;
    const record = move ? withLines(m.record, [e.text, ...e.draws]) : m.record;
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
        record,
        seq: e.seq + 1,
        now: e.at,
        may: e.may ?? [],
        state: e.state ?? (move ? null : m.state),
    };
}

export class OnlineTable implements Table {
    readonly kind = "online";
    readonly match = signal<Match | null>(null);
    readonly heard = signal(0);
    readonly busy = signal(false);
    readonly failure = signal<unknown>(null);
    readonly chat = signal<ChatLine[]>([]);
    readonly rematch = signal<string | null>(null);
    private readonly stop: () => void;
    private closed = false;

    constructor(readonly id: string) {
        this.stop = live.watch(id, 0, (message) => this.hear(message));
        void this.fetch();
        void this.fetchChat();
    }

    close(): void {
        this.closed = true;
        this.stop();
    }

    // Never back in time: an answer may be overtaken by events.
    private set(match: Match): void {
        const known = this.match.peek();
        if (!isMatch(match)) throw new Error(t("web.common.failed"));
        if (this.closed || (known && known.seq > match.seq)) return;
        this.heard.value = performance.now();
        this.failure.value = null;
        this.match.value = match;
    }

    // A rematch that was made while we were not connected.
    private async fetchRematch(): Promise<void> {
        const m = this.match.peek();
        if (this.rematch.peek() || !m?.you || (m.status !== "over" && m.status !== "aborted")) return;
        const { next } = await api.get<{ next: string | null }>(`/api/matches/${segment(this.id)}/rematch`);
        if (typeof next === "string") this.rematch.value = next;
    }

    // Retries while the server cannot answer: the event that caused this request does not come twice.
    private async fetch(tries = 0): Promise<void> {
        try {
            this.set(await this.withLog(await api.get<Match>(`/api/matches/${segment(this.id)}`)));
        } catch (e) {
            if (!this.match.peek()) this.failure.value = e;
            const passing = e instanceof ApiError && [0, 429, 503].includes(e.status);
            if (passing && tries < TRIES)
                setTimeout(() => this.closed || void this.fetch(tries + 1), 1000 * 2 ** tries);
            return;
        }
        await this.fetchRematch().catch(() => undefined);
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

    private hear(message: LiveMessage): void {
        // The lines that were said while we were not connected.
        if (message.op === "match" && this.match.peek()) void this.fetchChat(this.chat.peek().at(-1)?.id ?? 0);
        if (message.op === "match" && !hides(message.match)) this.returned(message.match);
        else if (message.op === "match") void this.fetch();
        else if (message.op === "chat") this.addChat([message]);
        else if (message.op === "chat-hidden") this.hideChat(message.id, message.hidden);
        else if (message.op === "rematch") this.rematch.value = message.next;
        else if (message.op === "event") this.happen(message);
    }

    private returned(match: Match): void {
        this.set(match);
        this.fetchRematch().catch(() => undefined);
    }

    private happen(e: MatchEvent): void {
        const known = this.match.peek();
        if (known && e.seq < known.seq) return;
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
        void this.fetchChat(); // of a match that is not listed only players may read it
    }

    async say(text: string): Promise<void> {
        await enter();
        await live.chat(this.id, text);
    }
}
