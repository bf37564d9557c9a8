// Lists of the best scores in games for one player.
import { segment } from "../address";
import { api } from "../api";
import { formatNumber, formatRelative, t } from "../text";
import type { MatchList } from "../types";
import { Show } from "./controls";
import { useLoad } from "./load";

interface BestsProps {
    game: string;
    lang: string;
    deal?: string; // a day's: "daily", or a date
    mine?: boolean;
    limit?: number;
    empty: string;
}

export function SiteBests({ game, lang, deal, mine, limit = 10, empty }: BestsProps) {
    const query = new URLSearchParams({
        lang,
        limit: String(limit),
        ...(deal && { deal }),
        ...(mine && { mine: "1" }),
    }).toString();
    const list = useLoad(() => api.get<MatchList>(`/api/bests/${segment(game)}?${query}`), [game, query]);
    return (
        <Show of={list}>
            {({ matches }) =>
                !matches.length ? (
                    <p class="muted small">{empty}</p>
                ) : (
                    <ol class="bests">
                        {matches.map((one, i) => (
                            <li key={one.id}>
                                <span class="muted number">{i + 1}</span>
                                {one.seats[0]?.player ? (
                                    <a href={`/players/${segment(one.seats[0].player)}`}>{one.seats[0].player}</a>
                                ) : (
                                    <span>{t("web.bests.somebody")}</span>
                                )}
                                <span class="muted small">{formatRelative(one.ended ?? one.created)}</span>
                                <a class="number" href={`/analysis?match=${segment(one.id)}&ply=0`}>
                                    {formatNumber(one.seats[0]?.score ?? 0)}
                                </a>
                            </li>
                        ))}
                    </ol>
                )
            }
        </Show>
    );
}
