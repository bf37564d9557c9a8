// The global state of the page as signals, and the functions that change it. Only start() needs a browser.
import { batch, computed, signal, untracked } from "@preact/signals";
import { api } from "./api";
import { safeEffect } from "./guard";
import { live, listenForNetwork } from "./live";
import { parseRoute, type Route } from "./routes";
import { listenForGames } from "./saved";
import { chooseLanguage, lang, languages, loadLanguage, plural, t } from "./text";
import type { Account, Me, Rating } from "./types";

export type { Account } from "./types";
export type { Route } from "./routes";
export { lang } from "./text";

export type Theme = "system" | "light" | "dark";

export interface Toast {
    id: number;
    text: string;
    kind: "plain" | "error";
}

export const me = signal<Account | null>(null);
export const known = signal(false); // whether the account has been requested
export const ratings = signal<Rating[]>([]);
export const turns = signal(0); // matches that wait for our move
export const route = signal<Route>(parseRoute("/"));
export const theme = signal<Theme>("system");
export const toasts = signal<Toast[]>([]);
export const online = signal(true);

// --- Where we are.

export function go(path: string, options: { replace?: boolean } = {}): void {
    if (typeof history !== "undefined") history[options.replace ? "replaceState" : "pushState"](null, "", path);
    route.value = parseRoute(path);
    if (typeof scrollTo !== "undefined") scrollTo(0, 0);
}

// --- Short notices.

let lastToast = 0;

export function toast(text: string, kind: Toast["kind"] = "plain", ms = 6000): void {
    const one: Toast = { id: ++lastToast, text, kind };
    toasts.value = [...toasts.value.filter((other) => other.text !== text), one].slice(-4);
    setTimeout(() => dismiss(one.id), ms);
}

export function dismiss(id: number): void {
    toasts.value = toasts.value.filter((one) => one.id !== id);
}

// For errors of an action of the user.
export function toastError(error: unknown): void {
    toast(error instanceof Error && error.message ? error.message : t("web.common.failed"), "error");
}

// --- Who we are.

export function setAccount(account: Account | null): void {
    // The first answer is no change of account: the connection had the same cookie.
    const changed = known.value && (me.value?.id !== account?.id || me.value?.kind !== account?.kind);
    api.csrf = account?.csrf ?? "";
    batch(() => {
        me.value = account;
        known.value = true;
        if (!account) {
            ratings.value = [];
            turns.value = 0;
        }
    });
    if (changed) live.restart();
}

export async function refreshMe(): Promise<void> {
    const answer = await api.get<Me>("/api/me");
    setAccount(answer.account);
    ratings.value = answer.ratings ?? [];
    turns.value = answer.turns ?? 0;
}

// Any event of our matches may change whose turn it is. Events come in bursts, so the count is requested once, a moment
// later (debounced).
let asking: ReturnType<typeof setTimeout> | undefined;

// The page of a match tells of its own turns.
function setTurns(count: number): void {
    const more = count > turns.value;
    turns.value = count;
    if (more && route.value.name !== "match")
        void import("./alerts").then(
            ({ yourTurn }) => yourTurn(t("web.game.your_turn"), plural("web.nav.turns", count)),
            () => {},
        );
}

function askForTurns(): void {
    if (asking !== undefined) return;
    asking = setTimeout(() => {
        asking = undefined;
        if (me.value)
            void api.get<Me>("/api/me").then(
                (answer) => setTurns(answer.turns ?? 0),
                () => {},
            );
    }, 1000);
}

function followTurns(): void {
    let stop = () => {};
    const id = computed(() => me.value?.id);
    safeEffect(() => {
        stop();
        stop = id.value ? untracked(() => live.mine(askForTurns)) : () => {};
    });
}

// A visitor without an account becomes a guest as soon as one is needed.
let entering: Promise<Account> | null = null;

export function enter(): Promise<Account> {
    if (me.value) return Promise.resolve(me.value);
    entering ??= api
        .post<Account>("/api/guest", { lang: lang.value })
        .then((account) => {
            setAccount(account);
            return account;
        })
        .finally(() => (entering = null));
    return entering;
}

export async function logOut(): Promise<void> {
    await api.post("/api/logout");
    setAccount(null);
}

// --- Language and theme, remembered on this device, the language by the account too.

function remember(name: string, value: string): void {
    try {
        localStorage.setItem(name, value);
    } catch {
        // A browser that keeps nothing still shows the page.
    }
}

function remembered(name: string): string | null {
    try {
        return localStorage.getItem(name);
    } catch {
        return null;
    }
}

export async function setLanguage(language: string): Promise<void> {
    await loadLanguage(language);
    api.lang = language;
    remember("lang", language);
    if (me.value && me.value.lang !== language)
        me.value = await api.patch<Account>("/api/me", { lang: language }).catch(() => me.value);
}

export function setTheme(chosen: Theme): void {
    theme.value = chosen;
    remember("theme", chosen);
    if (chosen === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
}

// --- Beginning.

function watchAddress(): void {
    addEventListener("popstate", () => (route.value = parseRoute(location.href)));
    // A plain click on a link of ours stays on the page.
    document.addEventListener("click", (event) => {
        const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
        if (
            !link ||
            event.defaultPrevented ||
            event.button ||
            event.metaKey ||
            event.ctrlKey ||
            event.shiftKey ||
            event.altKey
        )
            return;
        if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
        if (/^\/(api|lexicons)\b/.test(link.pathname) || (link.pathname === location.pathname && link.hash)) return;
        event.preventDefault();
        go(link.href); // whole: a path may begin with two slashes
    });
}

export async function start(): Promise<void> {
    route.value = parseRoute(location.href);
    const stored = remembered("theme");
    if (stored === "light" || stored === "dark") theme.value = stored;
    const chosen = remembered("lang");
    const language = languages.find((one) => one === chosen) ?? chooseLanguage(navigator.languages);
    api.lang = language;
    await loadLanguage(language);
    safeEffect(() => {
        document.documentElement.lang = lang.value;
        api.offlineText = t("web.common.offline");
    });
    online.value = navigator.onLine;
    addEventListener("online", () => (online.value = true));
    addEventListener("offline", () => (online.value = false));
    watchAddress();
    listenForNetwork();
    listenForGames();
    followTurns();
    live.onLoggedOut = () => void refreshMe().catch(() => {});
    api.ready = refreshMe().catch(() => {
        known.value = true;
    });
}
