// A player: since when, ratings with a graph, games.
import { segment } from "../address";
import { useState } from "preact/hooks";
import { api } from "../api";
import { me } from "../state";
import { formatDate, formatNumber, plural, t } from "../text";
import type { Rating } from "../types";
import { Notice, Show, Spinner, wordsOf } from "../ui/controls";
import { Graph } from "../ui/graph";
import { useLoad, useTitle } from "../ui/load";
import { gameName, MatchRows } from "../ui/matches";
import { useMatches } from "../ui/pages";

interface Profile {
    name: string;
    kind: "guest" | "person" | "bot";
    since: number;
    ratings: Rating[];
    matches: { running: number; over: number; won: number };
}

interface History {
    rank: number | null;
    history: { match: string | null; at: number; rating: number; deviation: number }[];
}

function RatingGraph({ name, game }: { name: string; game: string }) {
    const history = useLoad(
        () => api.get<History>(`/api/players/${segment(name)}/ratings/${segment(game)}?limit=100`),
        [name, game],
    );
    return (
        <Show of={history}>
            {(data) => {
                const points = data.history.map((one) => ({ at: one.at, value: one.rating })).reverse();
                if (points.length < 2) return <p class="empty">{t("web.player.graph_soon")}</p>;
                const low = Math.min(...points.map((one) => one.value));
                const high = Math.max(...points.map((one) => one.value));
                return (
                    <>
                        {data.rank !== null && <p class="muted">{t("web.player.rank", [data.rank])}</p>}
                        <Graph
                            points={points}
                            label={t("web.player.graph", [gameName(game), low, high, points[points.length - 1]!.value])}
                        />
                    </>
                );
            }}
        </Show>
    );
}

function Ratings({ profile }: { profile: Profile }) {
    const [game, setGame] = useState(profile.ratings[0]?.game ?? "");
    if (!profile.ratings.length)
        return (
            <section class="card">
                <h2>{t("web.player.ratings")}</h2>
                <p class="empty">{t("web.player.unrated")}</p>
            </section>
        );
    return (
        <section class="card">
            <h2>{t("web.player.ratings")}</h2>
            <div class="options rating-choice" role="group" aria-label={t("web.player.ratings")}>
                {profile.ratings.map((one) => (
                    <button
                        key={one.game}
                        type="button"
                        class="rating"
                        aria-pressed={one.game === game}
                        onClick={() => setGame(one.game)}
                    >
                        <span class="muted">{gameName(one.game)}</span>
                        <b class="number">
                            {one.rating}
                            {one.provisional && <span title={t("web.player.provisional")}>?</span>}
                        </b>
                        <small class="muted">
                            ± {one.deviation} · {plural("web.player.games", one.games)}
                        </small>
                    </button>
                ))}
            </div>
            {game && <RatingGraph key={game} name={profile.name} game={game} />}
        </section>
    );
}

function PlayerGames({ name }: { name: string }) {
    const list = useMatches(`/api/players/${segment(name)}/matches?limit=20`);
    return (
        <section class="card">
            <h2>{t("web.nav.games")}</h2>
            {list.error ? (
                <Notice kind="bad">{wordsOf(list.error)}</Notice>
            ) : list.matches ? (
                <MatchRows matches={list.matches} empty={t("web.player.no_games")} />
            ) : (
                <Spinner />
            )}
            {list.next && (
                <div class="actions more">
                    <button type="button" class="button small" disabled={list.busy} onClick={list.more}>
                        {t("web.common.more")}
                    </button>
                </div>
            )}
        </section>
    );
}

export function Player({ name = "" }: { name?: string }) {
    useTitle(name);
    const profile = useLoad(() => api.get<Profile>(`/api/players/${segment(name)}`), [name]);
    return (
        <Show of={profile}>
            {(data) => (
                <div class="stack">
                    <div class="player-head">
                        <span class="avatar" aria-hidden="true">
                            {[...data.name][0]?.toLocaleUpperCase()}
                        </span>
                        <div>
                            <h1>{data.name}</h1>
                            <p class="muted">
                                {t("web.player.since", [formatDate(data.since, { dateStyle: "long" })])}
                                {data.kind !== "person" && (
                                    <>
                                        {" "}
                                        <span class="badge">{t(`web.player.${data.kind}`)}</span>
                                    </>
                                )}
                            </p>
                        </div>
                        {me.value?.name === data.name && (
                            <a class="button small" href="/settings">
                                {t("web.nav.settings")}
                            </a>
                        )}
                    </div>
                    <dl class="figures">
                        <div>
                            <dt>{t("web.player.over")}</dt>
                            <dd>{formatNumber(data.matches.over)}</dd>
                        </div>
                        <div>
                            <dt>{t("web.player.won")}</dt>
                            <dd>{formatNumber(data.matches.won)}</dd>
                        </div>
                        <div>
                            <dt>{t("web.player.running")}</dt>
                            <dd>{formatNumber(data.matches.running)}</dd>
                        </div>
                    </dl>
                    <Ratings profile={data} />
                    <PlayerGames name={data.name} />
                </div>
            )}
        </Show>
    );
}
