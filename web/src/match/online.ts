// A match on the server. Events come by the live connection. A move adds a line to the record; after any larger change
// the match is fetched again.
//
// The player's own move is shown at once (optimistic update): `confirmed` is the match as the server has it, `match` the
// one on the page. The server's event replaces what was shown. If the move is refused, or the connection is lost, the
// page goes back to `confirmed`, and the board finds its draft again.
import { segment } from "../address";
import { batch, signal } from "@preact/signals";
import { api, ApiError } from "../api";
import { core } from "../core/core";
import { seen } from "../core/protocol";
import { holdDraft } from "../drafts";
import { presets } from "../games/game";
import { withLines, withMove } from "../games/record";
import { type Live, live as page } from "../live";
import { seatIndex } from "../local";
import { enter, toast } from "../state";
import { t } from "../text";
import type { Action, LiveMessage, Match, MatchEvent } from "../types";
import { movesFrom } from "./history";
import { leftNow } from "./Players";
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

// The match after the player's own move, as far as the core can tell: chance is the server's. null: it cannot tell.
// Other verbs stay, so that their buttons do not jump; they are sent after the move.
export async function foresee(m: Match, move: string): Promise<Match | null> {
    const name = coreName(m);
    if (!m.you || name === null) return null;
    const shown = await core.call("play", [m.lexicon, name, seatIndex(m.you), move]).catch(() => null);
    if (!shown?.ok) return null;
    const after = hides(m)
        ? m.log && { log: [...m.log, { ...shown.report, seat: m.you, text: move }] }
        : { record: withMove(m.record, m.you, move) };
    if (!after) return null;
    const isAlone = m.seats.length === 1; // the turn is theirs again after the draws
    return {
        ...m,
        ...after,
        state: shown.state,
        turn: isAlone ? m.turn : shown.turn,
        scores: shown.over ? m.scores : shown.scores, // at the end hidden tiles count
        may: m.may.filter((verb) => verb !== "move"),
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
    readonly pending = signal(false);
    readonly presence = signal<Readonly<Record<string, boolean>>>({});
    private confirmed: Match | null = null;
    private confirmedAt = 0; // when its clocks were right
    private sent: Match | null = null; // the match that a move is on its way for
    private last: Promise<unknown> = Promise.resolve(); // the action before
    private readonly stop: (() => void)[];
    private closed = false;
    private fetching = false;
    private stale = false; // something has happened since the running request
    private tries = 0;
    private readsChat = false; // of a match that is not listed only players may
    private cancelRetry: () => void = () => {};

    constructor(
        readonly id: string,
        private readonly live: Live = page,
    ) {
        this.stop = [
            this.live.watch(id, 0, (message) => this.receive(message)),
            this.live.lost.subscribe((lost) => lost && this.disconnected()),
        ];
        void this.fetch();
    }

    close(): void {
        this.closed = true;
        this.cancelRetry();
        for (const stop of this.stop) stop();
    }

    // Never back in time: an answer may be overtaken by events.
    private set(match: Match): void {
        const known = this.confirmed;
        if (!isMatch(match)) throw new Error(t("web.common.failed"));
        if (this.closed || (known && known.seq > match.seq)) return;
        this.confirmed = match;
        this.confirmedAt = performance.now();
        this.failure.value = null;
        if (!this.pending.peek() || known?.seq !== match.seq) this.showConfirmed();
        if (this.readsChat || !(match.listed || match.you)) return;
        this.readsChat = true;
        void this.fetchChat();
    }

    private show(match: Match, clocksAt: number, pending: boolean): void {
        batch(() => {
            this.pending.value = pending;
            this.clocksAt.value = clocksAt;
            this.match.value = match;
        });
    }

    private showConfirmed(): void {
        if (this.confirmed) this.show(this.confirmed, this.confirmedAt, false);
    }

    // The player's clock stops at once. Nothing is shown if the server was faster, or out of reach.
    private async showAhead(known: Match, move: string): Promise<void> {
        const next = await foresee(known, move);
        if (!next || this.closed || this.sent !== known || this.live.lost.peek()) return;
        if (this.confirmed?.seq !== known.seq) return;
        const now = performance.now();
        const clocks = known.clocks?.map((_, seat) => leftNow(known, seat, this.confirmedAt, now)!) ?? null;
        this.show({ ...next, clocks }, now, true);
    }

    private disconnected(): void {
        this.presence.value = {};
        this.wait();
    }

    // The connection is lost: the move on its way is repeated when it is back, and may come too late.
    private wait(): void {
        if (!this.sent) return;
        this.showConfirmed();
        toast(t("web.game.move_waits"));
    }

    // A rematch that was made while we were not connected.
    private async fetchRematch(): Promise<void> {
        const m = this.confirmed;
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
            if (!this.confirmed) this.failure.value = e;
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
        else if (message.op === "presence") this.presence.value = message.seats;
        else if (message.op === "event") this.happen(message);
    }

    // The connection is there. Where the record cannot be replayed, the log is needed too, unless it is known.
    private returned(match: Match): void {
        const known = this.confirmed;
        const log = known?.seq === match.seq ? known.log : undefined;
        if (hides(match) && !log) {
            void this.fetch();
            return;
        }
        this.set(log && hides(match) ? { ...match, log } : match);
        this.fetchRematch().catch(() => undefined);
    }

    private happen(e: MatchEvent): void {
        const known = this.confirmed;
        if (known && e.seq < known.seq) return;
        const declined = known && declinedText(known, e);
        if (declined) toast(declined);
        const next = known && e.seq === known.seq ? follow(known, e) : null;
        if (next && isMatch(next)) this.set(next);
        else void this.fetch();
    }

    // One action at a time. A move is for the match that the player saw; what follows it is for the one that it led to.
    act(action: Action): Promise<void> {
        const known = this.confirmed;
        const act = this.last.then(() => this.actNow(action, known));
        this.last = act.catch(() => undefined);
        return act;
    }

    private async actNow(action: Action, known: Match | null): Promise<void> {
        this.busy.value = true;
        try {
            if (action.verb === "join") await this.join();
            else if (action.verb === "move" && known) await this.move(known, action);
            else await this.send(action, this.confirmed);
        } finally {
            this.busy.value = false;
        }
    }

    private send(action: Action, known: Match | null): Promise<unknown> {
        return this.live.act(this.id, known ? { ...action, seq: known.seq } : action);
    }

    private async move(known: Match, action: Action): Promise<void> {
        const release = holdDraft(coreName(known) ?? "");
        this.sent = known;
        if (this.live.lost.peek()) this.wait();
        try {
            const answer = this.send(action, known);
            void this.showAhead(known, action.move ?? "");
            await answer;
            release(true);
        } catch (e) {
            release(false);
            this.showConfirmed();
            throw e;
        } finally {
            this.sent = null;
        }
    }

    private async join(): Promise<void> {
        await enter();
        await api.post(`/api/matches/${segment(this.id)}/actions`, { verb: "join" });
        await this.fetch();
    }

    async say(text: string): Promise<void> {
        await enter();
        await this.live.chat(this.id, text);
    }
}
