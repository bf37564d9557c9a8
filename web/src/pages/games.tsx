// All listed games: those in play, and the archive.
import { useState } from "preact/hooks";
import { loadCatalogue } from "../catalogue";
import { go, me, route } from "../state";
import { t } from "../text";
import { Notice, Select, Spinner, wordsOf } from "../ui/controls";
import { useLoad, useTitle } from "../ui/load";
import { gameName, languageName, MatchRows } from "../ui/matches";
import { useMatches } from "../ui/pages";
import { SavedGames } from "../ui/saved";

const kinds = ["over", "running", "open", "device"] as const;

function address(query: Record<string, string>): string {
    const set = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
    return `/games${set.size ? `?${set}` : ""}`;
}

interface Filter {
    status: string;
    game: string;
    lang: string;
    mine: string;
}

function Filters({ status, game, lang, mine }: Filter) {
    const catalogue = useLoad(loadCatalogue, []);
    const games = catalogue.data?.games ?? [];
    const languages = [...new Set(games.flatMap((one) => one.languages.map((other) => other.lang)))];
    const change = (part: Record<string, string>) =>
        go(address({ status, game, lang, mine, ...part }), { replace: true });
    return (
        <div class="filters">
            <Select
                label={t("web.new.game")}
                value={game}
                onValue={(value) => change({ game: value })}
                options={[["", t("web.games.all")], ...games.map((one) => [one.name, gameName(one.name)] as const)]}
            />
            <Select
                label={t("web.new.language")}
                value={lang}
                onValue={(value) => change({ lang: value })}
                options={[["", t("web.games.all")], ...languages.map((one) => [one, languageName(one)] as const)]}
            />
            {me.value && (
                <Select
                    label={t("web.games.whose")}
                    value={mine}
                    onValue={(value) => change({ mine: value })}
                    options={[
                        ["", t("web.games.everybody")],
                        ["1", t("web.games.mine")],
                    ]}
                />
            )}
        </div>
    );
}

// The server's.
function ListedGames(filter: Filter) {
    const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
    const list = useMatches(`/api/matches?${search}&limit=30`);
    return (
        <>
            <Filters {...filter} />
            <section class="card">
                {list.error ? (
                    <Notice kind="bad">{wordsOf(list.error)}</Notice>
                ) : list.matches ? (
                    <MatchRows matches={list.matches} empty={t("web.games.none")} />
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
        </>
    );
}

export function Games() {
    useTitle(t("web.nav.games"));
    const query = route.value.query;
    const [initial] = useState(() => kinds.find((one) => one === query.get("status")) ?? "over");
    const status = kinds.find((one) => one === query.get("status")) ?? initial;
    const game = query.get("game") ?? "";
    const lang = query.get("lang") ?? "";
    const mine = query.get("mine") === "1" && me.value ? "1" : "";
    return (
        <div>
            <div class="page-head">
                <h1>{t("web.nav.games")}</h1>
                <p>{t("web.games.lead")}</p>
            </div>
            <nav class="tabs" aria-label={t("web.games.status")}>
                {kinds.map((one) => (
                    <a
                        key={one}
                        href={address({ status: one, game, lang, mine })}
                        aria-current={one === status ? "page" : undefined}
                    >
                        {t(`web.games.${one}`)}
                    </a>
                ))}
            </nav>
            {status === "device" ? (
                <div class="stack">
                    <SavedGames />
                </div>
            ) : (
                <ListedGames status={status} game={game} lang={lang} mine={mine} />
            )}
        </div>
    );
}
