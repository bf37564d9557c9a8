// After a game for one player: the best scores of the player and of the site.
import { me } from "../state";
import { formatNumber, formatRelative, t } from "../text";
import type { Match } from "../types";
import { SiteBests } from "../ui/bests";
import { ownBests } from "./scores";
import type { Table } from "./table";

const SHOWN = 5;

function OwnHere({ match, helped }: { match: Match; helped: boolean }) {
    const list = ownBests(match).slice(0, SHOWN);
    const first = !helped && list[0]?.record === match.record;
    return (
        <>
            {first && <p class="bests-new">{t("web.bests.new_best")}</p>}
            {helped && <p class="muted small">{t("web.bests.helped")}</p>}
            {!list.length ? (
                <p class="muted small">{t("web.bests.none")}</p>
            ) : (
                <ol class="bests">
                    {list.map((one, i) => (
                        <li key={one.at} class={one.record === match.record ? "now" : ""}>
                            <span class="muted number">{i + 1}</span>
                            <span class="muted small">{formatRelative(one.at)}</span>
                            <a
                                class="number"
                                href={`/analysis?${new URLSearchParams({ record: one.record, ply: "0" })}`}
                            >
                                {formatNumber(one.score)}
                            </a>
                        </li>
                    ))}
                </ol>
            )}
        </>
    );
}

export function Bests({ table, match }: { table: Table; match: Match }) {
    const local = table.kind === "local";
    const site = { game: match.game, lang: match.lang, limit: SHOWN };
    return (
        <section class="card stack-small mt-bests" aria-label={t("web.bests.title")}>
            <h2>{t("web.bests.own")}</h2>
            {local ? (
                <OwnHere match={match} helped={table.helped === true} />
            ) : (
                me.value && <SiteBests {...site} mine empty={t("web.bests.none")} />
            )}
            {navigator.onLine && (
                <>
                    <h2>{t("web.bests.site")}</h2>
                    <SiteBests {...site} empty={t("web.bests.nobody")} />
                </>
            )}
            <p>
                <a href={`/daily?${new URLSearchParams({ game: match.game, lang: match.lang })}`}>
                    {t("web.daily.title")} <span aria-hidden="true">→</span>
                </a>
            </p>
        </section>
    );
}
