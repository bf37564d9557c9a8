// The start of the client: language, account, and the page that the address names. Each page is loaded
// when it is first shown.
import { type ComponentType, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { core } from "./core/core";
import { loadGame } from "./games/game";
import { localTerms } from "./local";
import { Home } from "./pages/home";
import { prepareOffline } from "./offline";
import { followGames } from "./account_games";
import { route, start } from "./state";
import type { RouteName } from "./routes";
import { t } from "./text";
import { Boundary } from "./ui/boundary";
import { Notice, Spinner } from "./ui/controls";
import { Layout } from "./ui/layout";
import { useTitle } from "./ui/load";

type Page = ComponentType<Record<string, string>>;
const page = <T,>(component: T) => component as Page;

const others = () => import("./pages/others");

// Boards have a style sheet of their own, which only pages with boards wait for.
let boardStyle: Promise<void> | undefined;
function loadBoardStyle(): Promise<void> {
    boardStyle ??= new Promise((resolve, reject) => {
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = GAME_STYLE;
        link.onload = () => resolve();
        link.onerror = () => {
            link.remove();
            boardStyle = undefined;
            reject(new Error(GAME_STYLE));
        };
        document.head.append(link);
    });
    return boardStyle;
}

async function withBoards<T>(module: Promise<T>): Promise<T> {
    const [made] = await Promise.all([module, loadBoardStyle()]);
    return made;
}

const match = () => withBoards(import("./match/index"));
const rules = () => withBoards(import("./pages/rules"));

const loaders: Record<RouteName, () => Promise<Page>> = {
    home: async () => page(Home),
    new: async () => page((await others()).NewGame),
    login: async () => page((await others()).Login),
    register: async () => page((await others()).Register),
    forgot: async () => page((await others()).Forgot),
    reset: async () => page((await others()).Reset),
    confirm: async () => page((await others()).Confirm),
    player: async () => page((await others()).Player),
    leaderboards: async () => page((await others()).Leaderboards),
    daily: async () => page((await others()).Daily),
    games: async () => page((await others()).Games),
    settings: async () => page((await others()).Settings),
    admin: async () => page((await others()).Admin),
    rules: async () => page((await rules()).Rules),
    rulesOf: async () => page((await rules()).Rules),
    words: async () => page((await others()).Words),
    sources: async () => page((await others()).Sources),
    news: async () => page((await others()).NewsList),
    newsItem: async () => page((await others()).NewsItem),
    match: async () => page((await match()).MatchPage),
    play: async () => page((await match()).LocalGamePage),
    analysis: async () => page((await match()).AnalysisPage),
};

const loaded = new Map<string, Page>([["home", page(Home)]]);

function Nowhere() {
    useTitle(t("web.nowhere.title"));
    return (
        <div class="page-head">
            <h1>{t("web.nowhere.title")}</h1>
            <p>{t("web.nowhere.text")}</p>
            <p>
                <a href="/">{t("web.nowhere.home")}</a>
            </p>
        </div>
    );
}

function Failed({ again }: { again(): void }) {
    return (
        <div class="stack-small">
            <Notice kind="bad">{t("web.common.page_failed")}</Notice>
            <div>
                <button type="button" class="button" onClick={again}>
                    {t("web.common.again")}
                </button>{" "}
                <button type="button" class="button" onClick={() => location.reload()}>
                    {t("web.common.reload")}
                </button>
            </div>
        </div>
    );
}

function CurrentPage() {
    const { name, params, path } = route.value;
    const [, redraw] = useState(0);
    const [failed, setFailed] = useState("");
    const Shown = loaded.get(name);
    const load = loaders[name as RouteName];
    useEffect(() => {
        if (Shown || !load || failed === name) return;
        load().then(
            (component) => {
                loaded.set(name, component);
                redraw((n) => n + 1);
            },
            () => setFailed(name),
        );
    }, [name, load, Shown, failed]);
    if (!load) return <Nowhere />;
    if (Shown)
        return (
            <Boundary key={path} of={route.value} page>
                <Shown {...params} />
            </Boundary>
        );
    return failed === name ? <Failed again={() => setFailed("")} /> : <Spinner />;
}

// The words of a game on the device are the longest wait: they are fetched before the page that shows it is.
const terms = location.pathname === "/play" ? localTerms(new URLSearchParams(location.search)) : null;
if (terms) {
    void core.call("lexicon", [terms.lexicon]).catch(() => undefined);
    void loadGame(terms.game).catch(() => undefined);
}

const root = document.getElementById("app")!;
void start().then(
    () => {
        root.textContent = ""; // the skeleton
        render(
            <Boundary page>
                <Layout>
                    <CurrentPage />
                </Layout>
            </Boundary>,
            root,
        );
        prepareOffline();
        followGames();
    },
    () => {
        root.textContent = "Logomachy could not be loaded. Please try again.";
    },
);
