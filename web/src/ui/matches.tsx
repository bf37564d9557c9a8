// Lists of matches: who plays whom, in what, and how it stands.
import { segment } from "../address";
import type { ComponentChildren } from "preact";
import { me } from "../state";
import { formatDuration, formatRelative, has, languageNames, plural, t } from "../text";
import type { MatchSummary, SeatSummary } from "../types";
import { settingsText } from "./settings";

export const gameName = (game: string): string => (has(`web.name.${game}`) ? t(`web.name.${game}`) : game);
export const languageName = (lang: string): string => languageNames[lang] ?? lang;
export const levelName = (level: number): string => t("web.match.computer", [t(`web.level.${level}`)]);

export const seatName = (seat: SeatSummary): string =>
    seat.level ? levelName(seat.level) : (seat.player ?? t(seat.free ? "web.match.free" : "web.match.gone"));

// A clock's terms as a list has them: none, move 60000, fischer 300000 5000, days 3.
export function clockText(clock: string): string {
    const [kind, first = "0", second = "0"] = clock.split(" ");
    const minutes = (ms: string) => formatDuration(Number(ms));
    if (kind === "move") return t("web.clock.move", [minutes(first)]);
    if (kind === "fischer") return t("web.clock.fischer", [minutes(first), Number(second) / 1000]);
    if (kind === "days" || kind === "correspondence")
        return plural("web.clock.days", Number(first) >= 86_400_000 ? Number(first) / 86_400_000 : Number(first));
    return t("web.clock.none");
}

export const ownSeat = (match: MatchSummary): SeatSummary | undefined =>
    match.seats.find((seat) => me.value && seat.player === me.value.name);

export const isMyTurn = (match: MatchSummary): boolean =>
    match.status === "running" && match.turn.includes(ownSeat(match)?.seat ?? "-");

function Outcome({ match }: { match: MatchSummary }) {
    const own = ownSeat(match);
    if (match.status === "waiting")
        return own ? (
            <span class="badge gold">{t("web.match.waiting")}</span>
        ) : (
            <span class="badge accent">{t("web.match.join")}</span>
        );
    if (match.status === "aborted")
        return <span class="badge">{t(match.reason === "expired" ? "web.match.expired" : "web.match.aborted")}</span>;
    if (match.status === "running") {
        if (isMyTurn(match)) return <span class="badge accent">{t("web.match.your_turn")}</span>;
        return <span class="badge">{t(own ? "web.match.their_turn" : "web.match.running")}</span>;
    }
    if (!own) return <span class="badge">{t("web.match.over")}</span>;
    if (match.seats.length === 1) return <span class="badge">{plural("web.game.scored", own.score ?? 0)}</span>;
    const won = match.seats.filter((seat) => seat.won);
    if (won.length === 1)
        return own.won ? (
            <span class="badge good">{t("web.match.won")}</span>
        ) : (
            <span class="badge bad">{t("web.match.lost")}</span>
        );
    return <span class="badge">{t("web.match.drawn")}</span>;
}

function Players({ match }: { match: MatchSummary }) {
    return (
        <span class="match-players">
            {match.seats.map((seat, i) => (
                <span key={seat.seat} class={seat.won && match.seats.length > 1 ? "match-won" : ""}>
                    {i > 0 && <span class="muted"> – </span>}
                    {seatName(seat)}
                    {seat.rating_before !== undefined && <span class="muted number"> ({seat.rating_before})</span>}
                    {seat.score !== undefined && <b class="number"> {seat.score}</b>}
                </span>
            ))}
        </span>
    );
}

function Terms({ match }: { match: MatchSummary }) {
    const terms = [gameName(match.game), languageName(match.lang), ...settingsText(match.settings)];
    if (match.clock !== "none") terms.push(clockText(match.clock));
    if (match.rated) terms.push(t("web.match.rated"));
    return <span class="match-terms">{terms.join(" · ")}</span>;
}

export function MatchRow({ match }: { match: MatchSummary }) {
    return (
        <li>
            <a class="match-row" href={`/match/${segment(match.id)}`}>
                <Players match={match} />
                <Outcome match={match} />
                <Terms match={match} />
                <span class="match-when">{formatRelative(match.ended ?? match.started ?? match.created)}</span>
            </a>
        </li>
    );
}

export function MatchRows({ matches, empty }: { matches: readonly MatchSummary[]; empty: ComponentChildren }) {
    if (!matches.length) return <div class="empty">{empty}</div>;
    return (
        <ul class="match-rows">
            {matches.map((match) => (
                <MatchRow key={match.id} match={match} />
            ))}
        </ul>
    );
}
