// Administration: reports, suggested words, accounts, news.
import { segment } from "../address";
import { useState } from "preact/hooks";
import { api } from "../api";
import { go, known, me, route, toast, toastError } from "../state";
import { formatDate, formatTime, lang, languageNames, languages, t } from "../text";
import { Check, Dialog, Field, Form, Notice, Select, Show, Spinner } from "../ui/controls";
import { useLoad, useTitle } from "../ui/load";

const tabs = ["reports", "suggestions", "accounts", "news"] as const;

interface Report {
    id: number;
    author: string | null;
    about: string | null;
    match: string;
    at: number;
    resolved: boolean;
    text: string;
}

interface Suggestion {
    id: number;
    author: string | null;
    lexicon: string;
    word: string;
    at: number;
    resolved: boolean;
    note: string;
}

const Person = ({ name }: { name: string | null }) =>
    name ? <a href={`/players/${segment(name)}`}>{name}</a> : <i class="muted">{t("web.match.gone")}</i>;

function Reports() {
    const [all, setAll] = useState(false);
    const list = useLoad(() => api.get<{ reports: Report[] }>(`/api/admin/reports?open=${all ? 0 : 1}`), [all]);
    const resolve = (one: Report) =>
        api.post(`/api/admin/reports/${one.id}`, { resolved: !one.resolved }).then(list.again, toastError);
    return (
        <>
            <Check label={t("web.admin.all")} checked={all} onChecked={setAll} />
            <Show of={list}>
                {(data) =>
                    data.reports.length ? (
                        <ul class="plain-rows tall">
                            {data.reports.map((one) => (
                                <li key={one.id}>
                                    <div>
                                        <p>
                                            <Person name={one.author} />{" "}
                                            <span class="muted">{t("web.admin.about")}</span>{" "}
                                            <Person name={one.about} /> ·{" "}
                                            <a href={`/match/${segment(one.match)}`}>{t("web.admin.match")}</a>{" "}
                                            <span class="muted small">{formatTime(one.at)}</span>
                                        </p>
                                        <blockquote>{one.text}</blockquote>
                                    </div>
                                    <button type="button" class="button small" onClick={() => resolve(one)}>
                                        {t(one.resolved ? "web.admin.reopen" : "web.admin.resolve")}
                                    </button>
                                </li>
                            ))}
                        </ul>
                    ) : (
                        <p class="empty">{t("web.admin.nothing")}</p>
                    )
                }
            </Show>
        </>
    );
}

function Suggestions() {
    const [all, setAll] = useState(false);
    const list = useLoad(
        () => api.get<{ suggestions: Suggestion[] }>(`/api/admin/suggestions?open=${all ? 0 : 1}`),
        [all],
    );
    const resolve = (one: Suggestion) =>
        api.post(`/api/admin/suggestions/${one.id}`, { resolved: !one.resolved }).then(list.again, toastError);
    return (
        <>
            <Check label={t("web.admin.all")} checked={all} onChecked={setAll} />
            <Show of={list}>
                {(data) =>
                    data.suggestions.length ? (
                        <ul class="plain-rows tall">
                            {data.suggestions.map((one) => (
                                <li key={one.id}>
                                    <div>
                                        <p>
                                            <b>{one.word}</b> <code>{one.lexicon}</code> · <Person name={one.author} />{" "}
                                            <span class="muted small">{formatTime(one.at)}</span>
                                        </p>
                                        {one.note && <blockquote>{one.note}</blockquote>}
                                    </div>
                                    <button type="button" class="button small" onClick={() => resolve(one)}>
                                        {t(one.resolved ? "web.admin.reopen" : "web.admin.resolve")}
                                    </button>
                                </li>
                            ))}
                        </ul>
                    ) : (
                        <p class="empty">{t("web.admin.nothing")}</p>
                    )
                }
            </Show>
        </>
    );
}

interface AccountRow {
    name: string;
    kind: string;
    admin: boolean;
    banned: boolean;
    muted_until: number;
    created: number;
    seen: number;
}

function Sentence({ account, done }: { account: AccountRow; done(): void }) {
    const [closing, setClosing] = useState(false);
    const change = (body: Record<string, unknown>) =>
        api.post(`/api/admin/accounts/${segment(account.name)}`, body).then(done);
    const act = (body: Record<string, unknown>) => void change(body).catch(toastError);
    const muted = account.muted_until > Date.now();
    if (account.admin) return <span class="badge gold">{t("web.admin.admin")}</span>;
    return (
        <div class="actions">
            <button type="button" class="button small" onClick={() => act({ muted_days: muted ? 0 : 7 })}>
                {t(muted ? "web.admin.unmute" : "web.admin.mute_week")}
            </button>
            <button type="button" class="button small" onClick={() => act({ banned: !account.banned })}>
                {t(account.banned ? "web.admin.unban" : "web.admin.ban")}
            </button>
            <button type="button" class="button small danger" onClick={() => setClosing(true)}>
                {t("web.admin.close")}
            </button>
            <Dialog title={t("web.admin.close_title", [account.name])} open={closing} onClose={() => setClosing(false)}>
                <Form
                    onSend={() => change({ close: true })}
                    action={t("web.admin.close")}
                    kind="danger"
                    more={
                        <button type="button" class="button" onClick={() => setClosing(false)}>
                            {t("web.common.cancel")}
                        </button>
                    }
                >
                    <p>{t("web.admin.close_text")}</p>
                </Form>
            </Dialog>
        </div>
    );
}

function Accounts() {
    const [prefix, setPrefix] = useState("");
    const list = useLoad(
        () => api.get<{ accounts: AccountRow[] }>(`/api/admin/accounts?limit=50&prefix=${segment(prefix.trim())}`),
        [prefix],
    );
    return (
        <div class="form">
            <Field label={t("web.admin.find")} value={prefix} onValue={setPrefix} type="search" autoComplete="off" />
            <Show of={list}>
                {(data) =>
                    data.accounts.length ? (
                        <ul class="plain-rows tall">
                            {data.accounts.map((one) => (
                                <li key={one.name}>
                                    <div>
                                        <p>
                                            <Person name={one.name} />{" "}
                                            {one.kind !== "person" && (
                                                <span class="badge">{t(`web.player.${one.kind}`)}</span>
                                            )}{" "}
                                            {one.banned && <span class="badge bad">{t("web.admin.banned")}</span>}{" "}
                                            {one.muted_until > Date.now() && (
                                                <span class="badge gold">
                                                    {t("web.admin.muted", [formatDate(one.muted_until)])}
                                                </span>
                                            )}
                                        </p>
                                        <p class="muted small">
                                            {t("web.admin.seen", [formatDate(one.created), formatTime(one.seen)])}
                                        </p>
                                    </div>
                                    <Sentence account={one} done={list.again} />
                                </li>
                            ))}
                        </ul>
                    ) : (
                        <p class="empty">{t("web.admin.nothing")}</p>
                    )
                }
            </Show>
        </div>
    );
}

function PostNews() {
    const [slug, setSlug] = useState("");
    const [language, setLanguage] = useState(lang.value);
    const [title, setTitle] = useState("");
    const [text, setText] = useState("");
    const date = new Date().toISOString().slice(0, 10);
    const send = async () => {
        await api.post("/api/admin/news", {
            file: `${date}-${slug.trim()}.${language}.md`,
            markdown: `# ${title.trim()}\n\n${text.trim()}\n`,
        });
        toast(t("web.admin.news_done"));
        go(`/news/${date}/${slug.trim()}`);
    };
    return (
        <Form onSend={send} action={t("web.admin.news_send")} disabled={!slug.trim() || !title.trim() || !text.trim()}>
            <Field
                label={t("web.admin.news_slug")}
                hint={t("web.admin.news_slug_hint")}
                value={slug}
                onValue={setSlug}
                pattern="[a-z0-9-]+"
                autoComplete="off"
            />
            <Select
                label={t("web.nav.language")}
                value={language}
                onValue={setLanguage}
                options={languages.map((one) => [one, languageNames[one]!] as const)}
            />
            <Field label={t("web.admin.news_title")} value={title} onValue={setTitle} maxLength={120} />
            <div class="field">
                <label for="news-text">{t("web.admin.news_text")}</label>
                <textarea
                    id="news-text"
                    class="input"
                    rows={12}
                    value={text}
                    onInput={(event) => setText(event.currentTarget.value)}
                />
            </div>
        </Form>
    );
}

const bodies = { reports: Reports, suggestions: Suggestions, accounts: Accounts, news: PostNews };

export function Admin() {
    useTitle(t("web.nav.admin"));
    const tab = tabs.find((one) => one === route.value.query.get("tab")) ?? "reports";
    const Body = bodies[tab];
    if (!known.value) return <Spinner />;
    return (
        <div>
            <div class="page-head">
                <h1>{t("web.nav.admin")}</h1>
            </div>
            {!me.value?.admin ? (
                <Notice kind="warn">{t("web.admin.not_you")}</Notice>
            ) : (
                <>
                    <nav class="tabs" aria-label={t("web.nav.admin")}>
                        {tabs.map((one) => (
                            <a key={one} href={`/admin?tab=${one}`} aria-current={one === tab ? "page" : undefined}>
                                {t(`web.admin.${one}`)}
                            </a>
                        ))}
                    </nav>
                    <section class="card">
                        <Body />
                    </section>
                </>
            )}
        </div>
    );
}
