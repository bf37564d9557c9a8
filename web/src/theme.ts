// Runs before the page is drawn: a chosen theme does not flash in the other one's colours, and what the page will need
// is on its way before its scripts are here: the texts, and for a game the core and what draws it.
import { device } from "./kept";
import { chooseLanguage, languages } from "./languages";

const kept = device();
const theme = kept.getItem("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

function ahead(href: string | undefined, as: "fetch" | "script" | "style", priority: "high" | "auto" = "auto"): void {
    if (!href) return;
    const link = document.createElement("link");
    link.rel = as === "script" ? "modulepreload" : "preload";
    link.href = href;
    link.fetchPriority = priority;
    if (as !== "script") link.as = as;
    if (as === "fetch") link.crossOrigin = "anonymous"; // as fetch() asks
    document.head.append(link);
}

const chosen = kept.getItem("lang");
ahead(TEXT_URLS[languages.find((one) => one === chosen) ?? chooseLanguage(navigator.languages)], "fetch");
if (/^\/(play|match|analysis)\b/.test(location.pathname)) {
    // A browser opens six connections: first what others wait for and what takes longest.
    const game = new URLSearchParams(location.search).get("game") ?? "";
    const own = Object.hasOwn(GAME_SCRIPTS, game) ? GAME_SCRIPTS[game]! : [];
    for (const one of CORE_URLS) ahead(one, "fetch", "high");
    ahead("/lexicons/current.json", "fetch", "high");
    for (const one of [...MATCH_SCRIPTS, ...own]) ahead(one, "script");
    ahead(GAME_STYLE, "style");
}
