// The players, with score, clock and turn.
import { segment } from "../address";
import { useEffect, useState } from "preact/hooks";
import { dictOf } from "../dict";
import { formatDuration, plural, t } from "../text";
import type { Match, MatchSeat } from "../types";
import { Computer, Person } from "../ui/icons";

// Several computers are distinguished by their seats.
function nameOf(seat: MatchSeat, m: Match, local: boolean, both: boolean): string {
    const { you } = m;
    if (seat.level)
        return m.seats.length > 2 ? t("web.game.computer_at", [seat.seat]) : t("web.game.computer", [seat.level]);
    if (seat.player) return seat.player;
    if (local) return both ? t("web.game.seat", [seat.seat]) : t("web.game.you");
    return you === seat.seat ? t("web.game.you") : t("web.game.free");
}

export function namesOf(m: Match, local: boolean): Record<string, string> {
    const both = local && m.seats.length > 1 && m.seats.every((seat) => !seat.level);
    return dictOf(m.seats.map((seat) => [seat.seat, nameOf(seat, m, local, both)] as const));
}

// Where players are shown, by the index of their seats: the viewer's own below the board, the others above in turn
// order. Spectators and players who share a device see them in the order of the seats.
export function placesOf(m: Match): { above: number[]; below: number[] } {
    const all = m.seats.map((_, i) => i);
    const shared = m.seats.every((seat) => !seat.level && !seat.player);
    const own = shared ? 0 : m.seats.findIndex((seat) => seat.seat === m.you);
    const last = own < 0 ? all.length - 1 : own;
    return { above: all.slice(1).map((n) => (last + n) % all.length), below: [last] };
}

// The time that a seat has left now: the server's number, and since then the time on this device.
export function leftNow(m: Match, seat: number, clocksAt: number, now: number): number | null {
    const left = m.clocks?.[seat];
    if (left === undefined) return null;
    const runs = m.status === "running" && m.deadline !== null && m.turn.includes(m.seats[seat]!.seat);
    return Math.max(0, runs ? left - (now - clocksAt) : left);
}

function Clock({ match, seat, clocksAt }: { match: Match; seat: number; clocksAt: number }) {
    const [, tick] = useState(0);
    const runs = match.status === "running" && match.deadline !== null && match.turn.includes(match.seats[seat]!.seat);
    useEffect(() => {
        if (!runs) return;
        const timer = setInterval(() => tick((n) => n + 1), 250);
        return () => clearInterval(timer);
    }, [runs]);
    const left = leftNow(match, seat, clocksAt, performance.now());
    if (left === null) return null;
    const tight = runs && left < 20_000;
    return (
        <span
            class={`mt-clock number ${runs ? "runs" : ""} ${tight ? "tight" : ""}`}
            role="timer"
            aria-label={t("web.game.time_left")}
        >
            {formatDuration(left)}
        </span>
    );
}

interface PlayerProps {
    match: Match;
    seat: number;
    name: string;
    score: number;
    clocksAt: number;
    turn: boolean;
    online?: boolean | undefined; // none: it is not known
}

// Filled or hollow, so that it does not depend on its colour.
function Presence({ online }: { online: boolean }) {
    const text = t(online ? "web.game.online" : "web.game.offline");
    return <span class={`mt-online ${online ? "on" : ""}`} role="img" aria-label={text} title={text} />;
}

function Rating({ seat }: { seat: MatchSeat }) {
    if (seat.rating_before === undefined) return null;
    const change = seat.rating_after === undefined ? 0 : seat.rating_after - seat.rating_before;
    return (
        <span class="mt-rating number">
            {seat.rating_after ?? seat.rating_before}
            {change !== 0 && (
                <span class={change > 0 ? "up" : "down"}>
                    {" "}
                    {change > 0 ? "+" : "−"}
                    {Math.abs(change)}
                </span>
            )}
        </span>
    );
}

export function Player({ match, seat, name, score, clocksAt, turn, online }: PlayerProps) {
    const one = match.seats[seat]!;
    const won = match.seats.length > 1 && (match.result?.winners.includes(one.seat) ?? false);
    const inside = (
        <>
            <span class="mt-name-text">{name}</span>
            {one.seat === match.you && one.player && <span class="mt-you">{t("web.game.you")}</span>}
        </>
    );
    return (
        <div class={`mt-player ${turn ? "turn" : ""} ${won ? "won" : ""}`} data-seat={one.seat}>
            <span class="mt-face" aria-hidden="true">
                {one.level ? <Computer /> : <Person />}
            </span>
            <div class="mt-who">
                <div class="mt-name">
                    {online !== undefined && match.status === "running" && <Presence online={online} />}
                    {one.player && !one.level ? <a href={`/players/${segment(one.player)}`}>{inside}</a> : inside}
                    <Rating seat={one} />
                </div>
                {(won || turn) && (
                    <div class="mt-doing">{won ? t("web.game.won_mark") : <Doing seat={one} you={match.you} />}</div>
                )}
            </div>
            <Clock match={match} seat={seat} clocksAt={clocksAt} />
            <span class="mt-score number" data-score={score} aria-label={plural("web.game.points", score)}>
                {score}
            </span>
        </div>
    );
}

function Doing({ seat, you }: { seat: MatchSeat; you: string | null }) {
    if (!seat.level) return <>{t(seat.seat === you ? "web.game.your_turn" : "web.game.to_move")}</>;
    return (
        <span class="mt-thinking">
            {t("web.game.thinking")}
            <span class="mt-dots" aria-hidden="true">
                <i />
                <i />
                <i />
            </span>
        </span>
    );
}
