// The frame of every page: top bar, notices, footer.
import { segment } from "../address";
import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import {
    dismiss,
    lang,
    logOut,
    me,
    known,
    online,
    route,
    setLanguage,
    setTheme,
    theme,
    toastError,
    toasts,
    turns,
    go,
} from "../state";
import { live } from "../live";
import { gamesHere, updated } from "../offline";
import { languageNames, languages, plural, t } from "../text";
import { Boundary } from "./boundary";
import { Globe, List, Mark, Moon, Person, Sun } from "./icons";

const pages = [
    ["/new", "web.nav.play", ["new", "play", "match"]],
    ["/rules", "web.nav.rules", ["rules", "rulesOf"]],
    ["/words", "web.nav.words", ["words"]],
    ["/leaderboards", "web.nav.leaderboards", ["leaderboards"]],
    ["/games", "web.nav.games", ["games"]],
] as const;

function PageLinks() {
    return (
        <>
            {pages.map(([path, key, names]) => (
                <a
                    key={path}
                    href={path}
                    aria-current={(names as readonly string[]).includes(route.value.name) ? "page" : undefined}
                >
                    {t(key)}
                </a>
            ))}
        </>
    );
}

// A list that opens below its button and closes by a choice, a click elsewhere or Escape.
export function Menu({
    label,
    icon,
    children,
    class: name = "",
}: {
    label: string;
    icon: ComponentChildren;
    children: ComponentChildren;
    class?: string;
}) {
    const element = useRef<HTMLDetailsElement>(null);
    useEffect(() => {
        const close = (event: Event) => {
            const details = element.current;
            if (!details?.open) return;
            if (event instanceof KeyboardEvent) {
                if (event.key !== "Escape") return;
                details.open = false;
                details.querySelector("summary")?.focus();
            } else if (!details.contains(event.target as Node)) details.open = false;
        };
        document.addEventListener("click", close);
        document.addEventListener("keydown", close);
        return () => {
            document.removeEventListener("click", close);
            document.removeEventListener("keydown", close);
        };
    }, []);
    const choose = (event: TargetedMouseEvent<HTMLDivElement>) => {
        if ((event.target as Element).closest("a, button")) element.current?.removeAttribute("open");
    };
    return (
        <details class={`menu ${name}`} ref={element}>
            <summary class="icon-button" aria-label={label} title={label}>
                {icon}
            </summary>
            <div class="menu-list" onClick={choose}>
                {children}
            </div>
        </details>
    );
}

function Languages() {
    return (
        <Menu label={t("web.nav.language")} icon={<Globe />}>
            {languages.map((one) => (
                <button
                    key={one}
                    type="button"
                    lang={one}
                    aria-current={one === lang.value ? "true" : undefined}
                    onClick={() => setLanguage(one).catch(toastError)}
                >
                    {languageNames[one]}
                </button>
            ))}
        </Menu>
    );
}

function isDark(): boolean {
    return theme.value === "dark" || (theme.value === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

function ThemeButton({ class: name }: { class: string }) {
    const dark = isDark();
    const label = t(dark ? "web.nav.light" : "web.nav.dark");
    return (
        <button
            type="button"
            class={`icon-button ${name}`}
            aria-label={label}
            title={label}
            onClick={() => setTheme(dark ? "light" : "dark")}
        >
            {dark ? <Sun /> : <Moon />}
        </button>
    );
}

function AccountMenu() {
    const account = me.value;
    if (!account) return null;
    const leave = () => logOut().then(() => go("/"), toastError);
    return (
        <Menu
            label={[
                t("web.nav.account", [account.name]),
                ...(turns.value ? [plural("web.nav.turns", turns.value)] : []),
            ].join(". ")}
            icon={
                turns.value ? (
                    <span class="turn-count" title={plural("web.nav.turns", turns.value)}>
                        {turns.value}
                    </span>
                ) : (
                    <Person />
                )
            }
        >
            <p class="menu-title">{account.name}</p>
            <a href={`/players/${segment(account.name)}`}>{t("web.nav.profile")}</a>
            <a href="/settings">{t("web.nav.settings")}</a>
            {account.admin && <a href="/admin">{t("web.nav.admin")}</a>}
            <hr />
            {account.kind === "guest" ? (
                <>
                    <a href="/register">{t("web.nav.register")}</a>
                    <a href="/login">{t("web.nav.login")}</a>
                </>
            ) : (
                <button type="button" onClick={leave}>
                    {t("web.nav.logout")}
                </button>
            )}
        </Menu>
    );
}

function NarrowMenu() {
    const dark = isDark();
    return (
        <>
            <PageLinks />
            <hr />
            {known.value && !me.value && <a href="/login">{t("web.nav.login")}</a>}
            <button type="button" onClick={() => setTheme(dark ? "light" : "dark")}>
                {t(dark ? "web.nav.light" : "web.nav.dark")}
            </button>
        </>
    );
}

function Bar() {
    return (
        <header class="bar">
            <a class="skip" href="#main">
                {t("web.nav.skip")}
            </a>
            <div class="bar-inner">
                <a class="brand" href="/">
                    <Mark />
                    <span>Logomachy</span>
                </a>
                <nav class="nav wide-only" aria-label={t("web.nav.pages")}>
                    <PageLinks />
                </nav>
                <div class="bar-end">
                    {known.value && !me.value && (
                        <a class="bar-link wide-only" href="/login">
                            {t("web.nav.login")}
                        </a>
                    )}
                    <AccountMenu />
                    <Languages />
                    <ThemeButton class="wide-only" />
                    <Menu label={t("web.nav.menu")} icon={<List />} class="narrow-only">
                        <NarrowMenu />
                    </Menu>
                </div>
            </div>
        </header>
    );
}

function Foot() {
    return (
        <footer class="foot">
            <nav class="foot-inner" aria-label={t("web.nav.more")}>
                <a href="/rules">{t("web.nav.rules")}</a>
                <a href="/words">{t("web.nav.words")}</a>
                <a href="/news">{t("web.nav.news")}</a>
                <a href="/analysis">{t("web.nav.analysis")}</a>
                <a href="/sources">{t("web.nav.sources")}</a>
                <a href="/api/openapi.json">{t("web.nav.api")}</a>
            </nav>
        </footer>
    );
}

function Toasts() {
    return (
        <div class="toasts" role="status" aria-live="polite">
            {toasts.value.map((one) => (
                <div key={one.id} class={`toast ${one.kind}`}>
                    <span>{one.text}</span>
                    <button type="button" aria-label={t("web.common.close")} onClick={() => dismiss(one.id)}>
                        ×
                    </button>
                </div>
            ))}
        </div>
    );
}

// Games that can be played without a network depend on the stored words.
function offlineText(): string {
    const here = gamesHere().map(({ game, langs }) => {
        const names = langs.map((one) => languageNames[one] ?? one).join(", ");
        return `${t(`web.name.${game}`)} (${names})`;
    });
    return here.length ? t("web.common.no_network", [here.join(", ")]) : t("web.common.no_words");
}

// The connection is shown only when it is missed.
function Lost() {
    if (online.value && !live.lost.value) return null;
    return (
        <p class="lost" role="status">
            {online.value ? t("web.common.reconnecting") : offlineText()}
        </p>
    );
}

function NewVersion() {
    if (!updated.value) return null;
    return (
        <p class="lost new-version" role="status">
            {t("web.common.new_version")}{" "}
            <button type="button" class="button small" onClick={() => location.reload()}>
                {t("web.common.reload")}
            </button>
        </p>
    );
}

export function Layout({ children }: { children: ComponentChildren }) {
    const main = useRef<HTMLElement>(null);
    const path = route.value.path;
    const first = useRef(true);
    // A new page is read from its beginning, by screen readers too.
    useEffect(() => {
        if (first.current) first.current = false;
        else main.current?.focus({ preventScroll: true });
    }, [path]);
    return (
        <>
            <Boundary>
                <Bar />
            </Boundary>
            <Lost />
            <NewVersion />
            <main id="main" tabIndex={-1} ref={main}>
                {children}
            </main>
            <Foot />
            <Boundary of={toasts.value}>
                <Toasts />
            </Boundary>
        </>
    );
}
