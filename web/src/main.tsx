// The start of the client: language, account, and the page that the address names. Each page is loaded
// when it is first shown.
import { type ComponentType, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Home } from "./pages/home";
import { route, start } from "./state";
import type { RouteName } from "./routes";
import { t } from "./text";
import { Boundary } from "./ui/boundary";
import { Notice, Spinner } from "./ui/controls";
import { Layout } from "./ui/layout";
import { useTitle } from "./ui/load";

type Page = ComponentType<Record<string, string>>;
const page = <T,>(component: T) => component as Page;

const account = () => import("./pages/account");
const match = () => import("./match/index");

const loaders: Record<RouteName, () => Promise<Page>> = {
    home: async () => page(Home),
    new: async () => page((await import("./pages/new")).NewGame),
    login: async () => page((await account()).Login),
    register: async () => page((await account()).Register),
    forgot: async () => page((await account()).Forgot),
    reset: async () => page((await account()).Reset),
    confirm: async () => page((await account()).Confirm),
    player: async () => page((await import("./pages/player")).Player),
    leaderboards: async () => page((await import("./pages/leaderboards")).Leaderboards),
    daily: async () => page((await import("./pages/daily")).Daily),
    games: async () => page((await import("./pages/games")).Games),
    settings: async () => page((await import("./pages/settings")).Settings),
    admin: async () => page((await import("./pages/admin")).Admin),
    rules: async () => page((await import("./pages/rules")).Rules),
    rulesOf: async () => page((await import("./pages/rules")).Rules),
    words: async () => page((await import("./pages/words")).Words),
    sources: async () => page((await import("./pages/sources")).Sources),
    news: async () => page((await import("./pages/news")).NewsList),
    newsItem: async () => page((await import("./pages/news")).NewsItem),
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

const root = document.getElementById("app")!;
void start().then(
    () => {
        render(
            <Boundary page>
                <Layout>
                    <CurrentPage />
                </Layout>
            </Boundary>,
            root,
        );
        if ("serviceWorker" in navigator && location.hostname)
            navigator.serviceWorker.register("/sw.js").catch(() => {});
    },
    () => {
        root.textContent = "Logomachy could not be loaded. Please try again.";
    },
);
