// Account settings: appearance, mail, password, sessions, data, closing the account.
import { segment } from "../address";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { adoptable } from "../account_games";
import { api } from "../api";
import { changes } from "../saved";
import { go, known, lang, me, setAccount, setLanguage, setTheme, theme, toast, toastError, type Theme } from "../state";
import { formatTime, languageNames, languages, t } from "../text";
import type { Account } from "../types";
import { Alerts } from "../ui/alerts";
import { Check, Dialog, Field, Form, Notice, Options, Select, Show } from "../ui/controls";
import { Download } from "../ui/icons";
import { useLoad, useTitle } from "../ui/load";
import { AdoptGames } from "../ui/saved";

function Section({
    id,
    title,
    about,
    children,
}: {
    id: string;
    title: string;
    about?: string;
    children: ComponentChildren;
}) {
    return (
        <section class="card setting" id={id} aria-labelledby={`${id}-title`}>
            <div class="setting-head">
                <h2 id={`${id}-title`}>{title}</h2>
                {about && <p class="muted small">{about}</p>}
            </div>
            <div class="setting-body">{children}</div>
        </section>
    );
}

function Appearance() {
    const themes: Theme[] = ["system", "light", "dark"];
    return (
        <Section id="appearance" title={t("web.settings.appearance")}>
            <div class="form">
                <Select
                    label={t("web.nav.language")}
                    value={lang.value}
                    onValue={(value) => setLanguage(value).catch(toastError)}
                    options={languages.map((one) => [one, languageNames[one]!] as const)}
                />
                <Options
                    legend={t("web.settings.theme")}
                    value={theme.value}
                    onValue={(value) => setTheme(value as Theme)}
                    options={themes.map((one) => ({ value: one, label: t(`web.settings.theme_${one}`) }))}
                />
            </div>
        </Section>
    );
}

function Turns() {
    return (
        <Section id="turns" title={t("web.game.your_turn")} about={t("web.settings.turns_about")}>
            <Alerts />
        </Section>
    );
}

// For password managers: the user name that the password belongs to.
const Whose = ({ account }: { account: Account }) => (
    <input
        class="visually-hidden"
        type="text"
        name="username"
        autoComplete="username"
        value={account.name}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
    />
);

function Mail({ account }: { account: Account }) {
    const [mail, setMail] = useState(account.mail);
    const [password, setPassword] = useState("");
    const turns = (on: boolean) => api.patch<Account>("/api/me", { mail_turns: on }).then(setAccount, toastError);
    const send = async () => {
        setAccount(await api.post<Account>("/api/me/mail", { mail: mail.trim(), password }));
        setPassword("");
        toast(t(mail.trim() ? "web.account.confirm_sent" : "web.common.saved"));
    };
    return (
        <Section id="mail" title={t("web.settings.mail")} about={t("web.settings.mail_about")}>
            <Check
                label={t("web.settings.mail_turns")}
                hint={t("web.settings.mail_turns_about")}
                checked={account.mail_turns}
                disabled={!account.mail}
                onChecked={turns}
            />
            <Form onSend={send} action={t("web.common.save")} disabled={mail.trim() === account.mail || !password}>
                <Whose account={account} />
                <Field
                    label={t("web.account.mail")}
                    type="email"
                    autoComplete="email"
                    value={mail}
                    onValue={setMail}
                    hint={account.mail ? undefined : t("web.settings.mail_none")}
                />
                <Field
                    label={t("web.settings.password_now")}
                    type="password"
                    autoComplete="current-password"
                    value={password}
                    onValue={setPassword}
                />
            </Form>
        </Section>
    );
}

function PasswordSection({ account }: { account: Account }) {
    const [old, setOld] = useState("");
    const [fresh, setFresh] = useState("");
    const [tokens, setTokens] = useState(false);
    const send = async () => {
        await api.post("/api/me/password", { old, new: fresh, tokens });
        setOld("");
        setFresh("");
        toast(t("web.settings.password_done"));
    };
    return (
        <Section id="password" title={t("web.account.password")} about={t("web.settings.password_about")}>
            <Form onSend={send} action={t("web.settings.password_send")} disabled={!old || !fresh}>
                <Whose account={account} />
                <Field
                    label={t("web.settings.password_now")}
                    type="password"
                    autoComplete="current-password"
                    value={old}
                    onValue={setOld}
                />
                <Field
                    label={t("web.account.new_password")}
                    type="password"
                    autoComplete="new-password"
                    value={fresh}
                    onValue={setFresh}
                    hint={t("web.account.password_hint")}
                />
                <Check label={t("web.settings.password_tokens")} checked={tokens} onChecked={setTokens} />
            </Form>
        </Section>
    );
}

interface Key {
    id: string;
    label: string;
    created: number;
    expires: number;
    current: boolean;
    token?: string;
}

function Sessions() {
    const list = useLoad(() => api.get<{ sessions: Key[] }>("/api/me/sessions"), [me.value?.id]);
    const others = (list.data?.sessions.filter((one) => !one.current).length ?? 0) > 0;
    const end = () => api.del("/api/me/sessions").then(list.again, toastError);
    return (
        <Section id="sessions" title={t("web.settings.sessions")} about={t("web.settings.sessions_about")}>
            <Show of={list}>
                {(data) => (
                    <ul class="plain-rows">
                        {data.sessions.map((one) => (
                            <li key={one.id}>
                                <span>{t("web.settings.since", [formatTime(one.created)])}</span>
                                {one.current && <span class="badge accent">{t("web.settings.this_browser")}</span>}
                            </li>
                        ))}
                    </ul>
                )}
            </Show>
            {others && (
                <div class="actions">
                    <button type="button" class="button small" onClick={end}>
                        {t("web.settings.sessions_end")}
                    </button>
                </div>
            )}
        </Section>
    );
}

function Tokens() {
    const list = useLoad(() => api.get<{ tokens: Key[] }>("/api/me/tokens"), [me.value?.id]);
    const [label, setLabel] = useState("");
    const [made, setMade] = useState("");
    const send = async () => {
        setMade((await api.post<Key>("/api/me/tokens", { label: label.trim() })).token ?? "");
        setLabel("");
        list.again();
    };
    const end = (id: string) => api.del(`/api/me/tokens/${segment(id)}`).then(list.again, toastError);
    return (
        <Section id="tokens" title={t("web.settings.tokens")} about={t("web.settings.tokens_about")}>
            <Show of={list}>
                {(data) =>
                    data.tokens.length > 0 && (
                        <ul class="plain-rows">
                            {data.tokens.map((one) => (
                                <li key={one.id}>
                                    <span>
                                        <b>{one.label}</b>{" "}
                                        <span class="muted small">
                                            {t("web.settings.until", [formatTime(one.expires)])}
                                        </span>
                                    </span>
                                    <button type="button" class="button small danger" onClick={() => end(one.id)}>
                                        {t("web.settings.revoke")}
                                    </button>
                                </li>
                            ))}
                        </ul>
                    )
                }
            </Show>
            {made && (
                <Notice kind="good">
                    <p>{t("web.settings.token_once")}</p>
                    <code class="token">{made}</code>
                </Notice>
            )}
            <Form onSend={send} action={t("web.settings.token_make")} disabled={!label.trim()}>
                <Field
                    label={t("web.settings.token_label")}
                    value={label}
                    onValue={setLabel}
                    maxLength={40}
                    autoComplete="off"
                />
            </Form>
        </Section>
    );
}

function Mutes() {
    const list = useLoad(() => api.get<{ mutes: string[] }>("/api/me/mutes"), [me.value?.id]);
    const [name, setName] = useState("");
    const add = async () => {
        await api.put(`/api/me/mutes/${segment(name.trim())}`);
        setName("");
        list.again();
    };
    const drop = (one: string) => api.del(`/api/me/mutes/${segment(one)}`).then(list.again, toastError);
    return (
        <Section id="mutes" title={t("web.settings.mutes")} about={t("web.settings.mutes_about")}>
            <Show of={list}>
                {(data) =>
                    data.mutes.length > 0 && (
                        <ul class="plain-rows">
                            {data.mutes.map((one) => (
                                <li key={one}>
                                    <span>{one}</span>
                                    <button type="button" class="button small" onClick={() => drop(one)}>
                                        {t("web.settings.unmute")}
                                    </button>
                                </li>
                            ))}
                        </ul>
                    )
                }
            </Show>
            <Form onSend={add} action={t("web.settings.mute")} disabled={!name.trim()}>
                <Field label={t("web.account.name")} value={name} onValue={setName} autoComplete="off" maxLength={40} />
            </Form>
        </Section>
    );
}

function Data({ account }: { account: Account }) {
    const [asks, setAsks] = useState(false);
    const [password, setPassword] = useState("");
    const close = async () => {
        await api.del("/api/me", account.kind === "guest" ? {} : { password });
        setAsks(false);
        setAccount(null);
        toast(t("web.settings.deleted"));
        go("/");
    };
    return (
        <Section id="data" title={t("web.settings.data")} about={t("web.settings.data_about")}>
            <div class="actions">
                <a class="button" href="/api/me/export" download={`logomachy-${account.name}.json`}>
                    <Download />
                    {t("web.settings.export")}
                </a>
                {!account.admin && (
                    <button type="button" class="button danger" onClick={() => setAsks(true)}>
                        {t("web.settings.delete")}
                    </button>
                )}
            </div>
            <Dialog title={t("web.settings.delete_title")} open={asks} onClose={() => setAsks(false)}>
                <Form
                    onSend={close}
                    action={t("web.settings.delete_yes")}
                    kind="danger"
                    more={
                        <button type="button" class="button" onClick={() => setAsks(false)}>
                            {t("web.common.cancel")}
                        </button>
                    }
                >
                    <p>{t("web.settings.delete_text")}</p>
                    <Whose account={account} />
                    {account.kind !== "guest" && (
                        <Field
                            label={t("web.account.password")}
                            type="password"
                            autoComplete="current-password"
                            value={password}
                            onValue={setPassword}
                        />
                    )}
                </Form>
            </Dialog>
        </Section>
    );
}

function DeviceGames() {
    void changes.value;
    return (
        <Section id="device-games" title={t("web.game.on_device")}>
            {adoptable().length > 0 ? <AdoptGames /> : <p>{t("web.saved.adopt_none")}</p>}
        </Section>
    );
}

export function Settings() {
    useTitle(t("web.nav.settings"));
    const account = me.value;
    const registered = account && account.kind !== "guest";
    return (
        <div class="settings">
            <div class="page-head">
                <h1>{t("web.nav.settings")}</h1>
                {known.value && !registered && (
                    <p>
                        {t(account ? "web.settings.guest" : "web.settings.nobody")}{" "}
                        <a href="/register">{t("web.nav.register")}</a>
                    </p>
                )}
            </div>
            <div class="stack">
                <Appearance />
                <Turns />
                {account && registered && (
                    <>
                        <Mail key={account.mail} account={account} />
                        <PasswordSection account={account} />
                        <Sessions />
                        <Tokens />
                        <DeviceGames />
                    </>
                )}
                {account && (
                    <>
                        <Mutes />
                        <Data account={account} />
                    </>
                )}
            </div>
        </div>
    );
}
