// The home page: quick play, the player's matches, open games, the word of the day, news.
import { segment } from "../address";
import { useEffect } from "preact/hooks";
import { api } from "../api";
import type { WordText } from "../core/wasm";
import { live } from "../live";
import { lexiconFor, presets, type Preset } from "../games/game";
import { quickPath } from "../local";
import { isHere } from "../offline";
import { known, me, online, turns } from "../state";
import { formatDate, lang, plural, t } from "../text";
import type { MatchList, MatchSummary } from "../types";
import { Boundary } from "../ui/boundary";
import { Show } from "../ui/controls";
import { Computer, People } from "../ui/icons";
import { useLoad, useTitle } from "../ui/load";
import { isMyTurn, MatchRows } from "../ui/matches";
import { Picture } from "../ui/picture";
import { DefinitionText } from "../ui/definition";
import { heroes } from "../ui/heroes";
import { ContinueGames } from "../ui/saved";

interface DailyWord {
    word: string;
    date: string;
    lexicon: string;
    spellings: string[];
    definitions: WordText[];
}

interface News {
    news: { date: string; slug: string; title: string }[];
}

function Hero() {
    const quick = quickPath(Object.keys(presets)[0]!, lang.value);
    const hero = heroes[lang.value] ?? heroes.en!;
    return (
        <section class="hero">
            <div class="hero-text">
                <h1>
                    {t("web.home.title")
                        .split(/(?<=[.!?]) /)
                        .map((part) => (
                            <>
                                <span key={part}>{part}</span>{" "}
                            </>
                        ))}
                </h1>
                <p class="hero-lead">{t("web.home.lead")}</p>
                <div class="actions">
                    <a class="button primary large" href={quick}>
                        <Computer />
                        {t("web.home.play_computer")}
                    </a>
                    <a class="button large" href="/new?with=friend">
                        <People />
                        {t("web.home.play_friend")}
                    </a>
                </div>
                <p class="small muted">
                    {t("web.home.no_account")} <a href="/rules">{t("web.home.how")}</a>
                </p>
            </div>
            <figure class="hero-picture">
                <Picture
                    rows={hero.rows}
                    path={hero.path}
                    fresh={hero.fresh}
                    label={t("web.home.picture", [hero.word, hero.word.length])}
                />
                <figcaption>
                    <b class="hero-word">{hero.word}</b>
                    <span>{plural("web.common.points", hero.word.length)}</span>
                </figcaption>
            </figure>
        </section>
    );
}

// Without a network: whether the words that the game needs are here.
function Here({ game, tongue }: { game: string; tongue: string }) {
    if (online.value) return null;
    return isHere(lexiconFor(game, tongue)) ? (
        <p class="badge good">{t("web.home.here")}</p>
    ) : (
        <p class="badge">{t("web.home.not_here")}</p>
    );
}

const tongueOf = (preset: Preset) => (preset.native ? preset.lang : lang.value);

function GameCards() {
    return (
        <section class="game-cards" aria-label={t("web.home.games")}>
            {Object.entries(presets).map(([game, preset]) => (
                <article key={game} class="card game-card">
                    <h2>{t(`web.name.${game}`)}</h2>
                    <p class="muted">{t(`web.home.about_${game}`)}</p>
                    <Here game={game} tongue={tongueOf(preset)} />
                    <div class="actions">
                        <a class="button small" href={quickPath(game, tongueOf(preset))}>
                            {t("web.home.play_now")}
                        </a>
                        <a class="button small quiet" href={`/new?game=${game}`}>
                            {t("web.home.settings")}
                        </a>
                        {preset.alone && (
                            <a class="button small quiet" href={`/daily?game=${game}`}>
                                {t("web.daily.title")}
                            </a>
                        )}
                        <a class="button small quiet" href={`/rules/${game}`}>
                            {t("web.nav.rules")}
                        </a>
                    </div>
                </article>
            ))}
        </section>
    );
}

const order = (match: MatchSummary) => (isMyTurn(match) ? 0 : match.status === "running" ? 1 : 2);

function MyGames() {
    const mine = useLoad(() => api.get<MatchList>("/api/matches?mine=1&limit=20"), [me.value?.id]);
    useEffect(() => live.mine(mine.again), [me.value?.id, mine.again]);
    if (!mine.data?.matches.length) return null;
    return (
        <section class="card">
            <div class="card-head">
                <h2>{t("web.home.my_games")}</h2>
                {turns.value > 0 && <span class="badge accent">{plural("web.nav.turns", turns.value)}</span>}
            </div>
            <MatchRows matches={[...mine.data.matches].sort((a, b) => order(a) - order(b))} empty="" />
        </section>
    );
}

function OpenGames() {
    const open = useLoad(() => api.get<MatchList>("/api/matches?limit=8"), []);
    useEffect(() => live.lobby(open.again), [open.again]);
    return (
        <section class="card">
            <div class="card-head">
                <h2>{t("web.home.open_games")}</h2>
                <a href="/new">{t("web.home.new_game")}</a>
            </div>
            <Show of={open}>{(list) => <MatchRows matches={list.matches} empty={t("web.home.none_open")} />}</Show>
        </section>
    );
}

function LatestGames() {
    const over = useLoad(() => api.get<MatchList>("/api/matches?status=over&limit=10"), []);
    const played = over.data?.matches.filter(({ seats }) => seats.length > 1 || (seats[0]?.score ?? 0) > 0) ?? [];
    if (!played.length) return null;
    return (
        <section class="card">
            <div class="card-head">
                <h2>{t("web.home.latest")}</h2>
                <a href="/games">{t("web.home.all_games")}</a>
            </div>
            <MatchRows matches={played.slice(0, 5)} empty="" />
        </section>
    );
}

function WordOfTheDay() {
    const daily = useLoad(() => api.get<DailyWord>(`/api/word-of-the-day?lang=${lang.value}`), [lang.value]);
    if (!daily.data) return null;
    const { word, lexicon, spellings, definitions } = daily.data;
    return (
        <section class="card daily">
            <h2>{t("web.home.daily")}</h2>
            <p class="daily-word" lang={lang.value}>
                {spellings[0] ?? word.toLocaleLowerCase(lang.value)}
            </p>
            <ol class="definitions">
                {definitions.slice(0, 3).map((one, i) => (
                    <li key={i}>
                        <DefinitionText one={one} lang={lang.value} className="muted" />
                    </li>
                ))}
            </ol>
            <a href={`/words?lexicon=${segment(lexicon)}&word=${segment(word)}`}>
                {t("web.home.look_up")} <span aria-hidden="true">→</span>
            </a>
        </section>
    );
}

function NewsCard() {
    const news = useLoad(() => api.get<News>(`/api/news?limit=3&lang=${lang.value}`), [lang.value]);
    if (!news.data?.news.length) return null;
    return (
        <section class="card">
            <h2>{t("web.nav.news")}</h2>
            <ul class="news-rows">
                {news.data.news.map((one) => (
                    <li key={one.date + one.slug}>
                        <a href={`/news/${segment(one.date)}/${segment(one.slug)}`}>{one.title}</a>
                        <time class="small muted" dateTime={one.date}>
                            {formatDate(Date.parse(one.date), { dateStyle: "long", timeZone: "UTC" })}
                        </time>
                    </li>
                ))}
            </ul>
        </section>
    );
}

export function Home() {
    useTitle("");
    return (
        <div class="stack home">
            <Boundary>
                <ContinueGames />
            </Boundary>
            <Hero />
            {known.value && me.value && (
                <Boundary>
                    <MyGames />
                </Boundary>
            )}
            <GameCards />
            <div class="main-side">
                <div class="stack">
                    <Boundary>
                        <OpenGames />
                    </Boundary>
                    <Boundary>
                        <LatestGames />
                    </Boundary>
                </div>
                <div class="stack">
                    <Boundary>
                        <WordOfTheDay />
                    </Boundary>
                    <Boundary>
                        <NewsCard />
                    </Boundary>
                </div>
            </div>
        </div>
    );
}
