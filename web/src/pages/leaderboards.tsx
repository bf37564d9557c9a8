// The best players of each game.
import { segment } from "../address";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { loadCatalogue } from "../catalogue";
import { lang, route, toastError } from "../state";
import { formatNumber, formatRelative, t } from "../text";
import type { Game, Rating } from "../types";
import { SiteBests } from "../ui/bests";
import { Select, Show } from "../ui/controls";
import { useLoad, useTitle } from "../ui/load";
import { gameName, languageName } from "../ui/matches";

interface Leaders {
    players: (Omit<Rating, "game"> & { name: string; kind: string })[];
    next: string | null;
}

function Table({ game }: { game: string }) {
    const first = useLoad(() => api.get<Leaders>(`/api/leaderboards/${segment(game)}?limit=50`), [game]);
    const [more, setMore] = useState<Leaders[]>([]);
    useEffect(() => setMore([]), [game]);
    return (
        <Show of={first}>
            {(data) => {
                const pages = [data, ...more];
                const players = pages.flatMap((one) => one.players);
                const next = pages[pages.length - 1]!.next;
                const load = () =>
                    api
                        .get<Leaders>(`/api/leaderboards/${segment(game)}?limit=50&after=${segment(next ?? "")}`)
                        .then((one) => setMore([...more, one]), toastError);
                if (!players.length) return <p class="empty">{t("web.leaders.none")}</p>;
                return (
                    <>
                        <table class="table">
                            <thead>
                                <tr>
                                    <th class="right" scope="col">
                                        #
                                    </th>
                                    <th scope="col">{t("web.leaders.player")}</th>
                                    <th class="right" scope="col">
                                        {t("web.leaders.rating")}
                                    </th>
                                    <th class="right wide-cell" scope="col">
                                        {t("web.leaders.games")}
                                    </th>
                                    <th class="wide-cell" scope="col">
                                        {t("web.leaders.last")}
                                    </th>
                                </tr>
                            </thead>
                            <tbody>
                                {players.map((one, i) => (
                                    <tr key={one.name}>
                                        <td class="right muted">{i + 1}</td>
                                        <td>
                                            <a href={`/players/${segment(one.name)}`}>{one.name}</a>
                                            {one.kind === "bot" && (
                                                <>
                                                    {" "}
                                                    <span class="badge">{t("web.player.bot")}</span>
                                                </>
                                            )}
                                        </td>
                                        <td class="right">
                                            <b>{one.rating}</b> <span class="muted small">± {one.deviation}</span>
                                        </td>
                                        <td class="right wide-cell">{formatNumber(one.games)}</td>
                                        <td class="muted wide-cell">{formatRelative(one.at)}</td>
                                    </tr>
                                ))}
                            </tbody>
                        </table>
                        {next && (
                            <div class="actions more">
                                <button type="button" class="button small" onClick={load}>
                                    {t("web.common.more")}
                                </button>
                            </div>
                        )}
                    </>
                );
            }}
        </Show>
    );
}

// Games for one player have no rating: the score counts, in each language.
function Alone({ game }: { game: Game }) {
    const tongues = game.languages.map((one) => one.lang);
    const [tongue, setTongue] = useState(tongues.includes(lang.value) ? lang.value : game.lang);
    return (
        <section class="card stack-small">
            <div class="card-head">
                <h2>{t("web.bests.title")}</h2>
                <a href={`/daily?${new URLSearchParams({ game: game.name, lang: tongue })}`}>{t("web.daily.title")}</a>
            </div>
            <Select
                label={t("web.nav.language")}
                value={tongue}
                onValue={setTongue}
                options={tongues.map((one) => [one, languageName(one)] as const)}
            />
            <SiteBests game={game.name} lang={tongue} limit={20} empty={t("web.bests.nobody")} />
        </section>
    );
}

export function Leaderboards() {
    useTitle(t("web.nav.leaderboards"));
    const catalogue = useLoad(loadCatalogue, []);
    const asked = route.value.query.get("game");
    return (
        <div>
            <div class="page-head">
                <h1>{t("web.nav.leaderboards")}</h1>
                <p>{t("web.leaders.lead")}</p>
            </div>
            <Show of={catalogue}>
                {({ games }) => {
                    const game = games.find((one) => one.name === asked)?.name ?? games[0]?.name ?? "";
                    return (
                        <>
                            <nav class="tabs" aria-label={t("web.home.games")}>
                                {games.map((one) => (
                                    <a
                                        key={one.name}
                                        href={`/leaderboards?game=${segment(one.name)}`}
                                        aria-current={one.name === game ? "page" : undefined}
                                    >
                                        {gameName(one.name)}
                                    </a>
                                ))}
                            </nav>
                            <div class="stack">
                                <section class="card card-table">
                                    <Table key={game} game={game} />
                                </section>
                                {games.find((one) => one.name === game)?.seats.min === 1 && (
                                    <Alone game={games.find((one) => one.name === game)!} />
                                )}
                            </div>
                        </>
                    );
                }}
            </Show>
        </div>
    );
}
