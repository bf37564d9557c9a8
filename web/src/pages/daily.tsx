// The deal of the day: the same for every player, played alone, once. Its seed is the server's secret. Offline there is
// a practice deal, derived from the date.
import { useState } from "preact/hooks";
import { segment } from "../address";
import { api, ApiError } from "../api";
import { lexiconFor, presets } from "../games/game";
import { dailySeed, localPath } from "../local";
import { enter, go, lang, me, online, route } from "../state";
import { formatDate, languageNames, languages, plural, t } from "../text";
import type { Match, MatchList, MatchSummary } from "../types";
import { SiteBests } from "../ui/bests";
import { Form, Select } from "../ui/controls";
import { useLoad, useTitle } from "../ui/load";
import { gameName } from "../ui/matches";

const DAY = 86_400_000;

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

// Without a server: a deal for practice, in no list.
async function playHere(game: string, tongue: string): Promise<void> {
    const seed = await dailySeed(dateOf(Date.now()), game, tongue);
    go(
        localPath({
            game,
            lang: tongue,
            lexicon: lexiconFor(game, tongue),
            levels: [0],
            seat: "A",
            settings: {},
            start: "",
            seed,
        }),
    );
}

async function begin(game: string, tongue: string): Promise<void> {
    try {
        await enter();
        const match = await api.post<Match>("/api/matches", { game, lang: tongue, seats: ["me"], deal: "daily" });
        go(`/match/${match.id}`);
    } catch (e) {
        if (!(e instanceof ApiError) || !e.offline || !crypto.subtle) throw e;
        await playHere(game, tongue);
    }
}

// The match in which the player has today's deal.
function useOwn(game: string, tongue: string): MatchSummary | null {
    const query = new URLSearchParams({ mine: "1", status: "over", game, lang: tongue, limit: "20" }).toString();
    const asked = me.value?.id;
    const list = useLoad(
        async () => (asked === undefined ? null : api.get<MatchList>(`/api/matches?${query}`)),
        [asked, query],
    );
    return list.data?.matches.find((one) => one.deal === dateOf(Date.now())) ?? null;
}

function Played({ match }: { match: MatchSummary }) {
    return (
        <>
            <p role="status">{t("web.daily.played", [plural("web.game.scored", match.seats[0]?.score ?? 0)])}</p>
            <div>
                <a class="button" href={`/match/${segment(match.id)}`}>
                    {t("web.daily.see")}
                </a>
            </div>
        </>
    );
}

export function Daily() {
    const query = route.value.query;
    const games = Object.keys(presets).filter((name) => presets[name]!.alone);
    const game = games.find((one) => one === query.get("game")) ?? games[0]!;
    const asked = query.get("lang") ?? lang.value;
    const [tongue, setTongue] = useState(languages.find((one) => one === asked) ?? presets[game]!.lang);
    const own = useOwn(game, tongue);
    useTitle(t("web.daily.title"));
    const now = Date.now();
    const day = (ms: number) => formatDate(ms, { dateStyle: "full", timeZone: "UTC" });
    const choice = (
        <Select
            label={t("web.nav.language")}
            value={tongue}
            onValue={(value) => setTongue(value as typeof tongue)}
            options={languages.map((one) => [one, languageNames[one]!] as const)}
        />
    );
    return (
        <div class="stack reading">
            <header class="page-head">
                <h1>{t("web.daily.title")}</h1>
                <p>
                    {gameName(game)} · <time dateTime={dateOf(now)}>{day(now)}</time>
                </p>
            </header>
            <section class="card stack-small">
                <p>{t("web.daily.about")}</p>
                {!online.value && <p>{t("web.daily.offline")}</p>}
                {own ? (
                    <>
                        {choice}
                        <Played match={own} />
                    </>
                ) : (
                    <Form onSend={() => begin(game, tongue)} action={t("web.daily.play")}>
                        {choice}
                    </Form>
                )}
            </section>
            <div class="columns">
                <section class="card stack-small">
                    <h2>{t("web.daily.today")}</h2>
                    <SiteBests game={game} lang={tongue} deal="daily" limit={20} empty={t("web.daily.nobody")} />
                </section>
                <section class="card stack-small">
                    <h2>{t("web.daily.yesterday")}</h2>
                    <SiteBests game={game} lang={tongue} deal={dateOf(now - DAY)} empty={t("web.bests.nobody")} />
                </section>
            </div>
        </div>
    );
}
