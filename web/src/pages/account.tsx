// Accounts: log in, register, a forgotten password, the links in mails.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { go, lang, me, refreshMe, route, setAccount, setLanguage, toast } from "../state";
import { t } from "../text";
import type { Account } from "../types";
import { Field, Form, Notice, Spinner, wordsOf } from "../ui/controls";
import { Mark } from "../ui/icons";
import { useTitle } from "../ui/load";

function Narrow({ title, lead, children }: { title: string; lead?: string; children: ComponentChildren }) {
    useTitle(title);
    return (
        <div class="narrow entry">
            <div class="entry-head">
                <Mark />
                <h1>{title}</h1>
                {lead && <p class="muted">{lead}</p>}
            </div>
            <div class="card">{children}</div>
        </div>
    );
}

// Only addresses of our own: a link must not lead elsewhere.
function next(): string {
    const path = route.value.query.get("next") ?? "/";
    return /^\/(?!\/)/.test(path) ? path : "/";
}

async function welcome(account: Account): Promise<void> {
    setAccount(account);
    if (account.lang !== lang.value) await setLanguage(account.lang).catch(() => {});
    go(next(), { replace: true });
    void refreshMe().catch(() => {});
}

const Password = (props: { label: string; value: string; onValue(value: string): void; fresh?: boolean }) => (
    <Field
        label={props.label}
        type="password"
        name="password"
        required
        value={props.value}
        onValue={props.onValue}
        autoComplete={props.fresh ? "new-password" : "current-password"}
        hint={props.fresh ? t("web.account.password_hint") : undefined}
    />
);

const Name = (props: { label: string; value: string; onValue(value: string): void; hint?: string }) => (
    <Field
        {...props}
        name="name"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellcheck={false}
        maxLength={40}
    />
);

export function Login() {
    const [name, setName] = useState("");
    const [password, setPassword] = useState("");
    return (
        <Narrow title={t("web.account.login")}>
            <Form
                onSend={async () => welcome(await api.post<Account>("/api/login", { name, password }))}
                action={t("web.account.login")}
                more={<a href="/forgot">{t("web.account.forgot_link")}</a>}
            >
                <Name label={t("web.account.name")} value={name} onValue={setName} />
                <Password label={t("web.account.password")} value={password} onValue={setPassword} />
            </Form>
            <p class="entry-other">
                {t("web.account.no_account")} <a href="/register">{t("web.account.register")}</a>
            </p>
        </Narrow>
    );
}

export function Register() {
    const [name, setName] = useState("");
    const [password, setPassword] = useState("");
    const [mail, setMail] = useState("");
    const send = async () => {
        await welcome(
            await api.post<Account>("/api/register", { name, password, mail: mail.trim(), lang: lang.value }),
        );
        if (mail.trim()) toast(t("web.account.confirm_sent"));
    };
    return (
        <Narrow
            title={t("web.account.register")}
            lead={t(me.value?.kind === "guest" ? "web.account.register_guest" : "web.account.register_lead")}
        >
            <Form onSend={send} action={t("web.account.register")}>
                <Name label={t("web.account.name")} value={name} onValue={setName} hint={t("web.account.name_hint")} />
                <Password label={t("web.account.password")} value={password} onValue={setPassword} fresh />
                <Field
                    label={t("web.account.mail")}
                    type="email"
                    name="mail"
                    value={mail}
                    onValue={setMail}
                    autoComplete="email"
                    hint={t("web.account.mail_hint")}
                />
            </Form>
            <p class="entry-other">
                {t("web.account.have_account")} <a href="/login">{t("web.account.login")}</a>
            </p>
        </Narrow>
    );
}

export function Forgot() {
    const [who, setWho] = useState("");
    const [sent, setSent] = useState(false);
    const send = async () => {
        await api.post("/api/password/forgot", who.includes("@") ? { mail: who.trim() } : { name: who.trim() });
        setSent(true);
    };
    return (
        <Narrow title={t("web.account.forgot")} lead={t("web.account.forgot_lead")}>
            {sent ? (
                <Notice kind="good">{t("web.account.forgot_sent")}</Notice>
            ) : (
                <Form
                    onSend={send}
                    action={t("web.account.forgot_send")}
                    more={<a href="/login">{t("web.common.cancel")}</a>}
                >
                    <Name label={t("web.account.name_or_mail")} value={who} onValue={setWho} />
                </Form>
            )}
        </Narrow>
    );
}

export function Reset() {
    const [password, setPassword] = useState("");
    const token = route.value.query.get("token") ?? "";
    const send = async () => {
        const account = await api.post<Account>("/api/password/reset", { token, password });
        toast(t("web.account.reset_done"));
        await welcome(account);
    };
    return (
        <Narrow title={t("web.account.reset")}>
            <Form onSend={send} action={t("web.account.reset_send")}>
                <Password label={t("web.account.new_password")} value={password} onValue={setPassword} fresh />
            </Form>
        </Narrow>
    );
}

export function Confirm() {
    const [state, setState] = useState<{ done: boolean; error: string }>({ done: false, error: "" });
    const token = route.value.query.get("token") ?? "";
    useEffect(() => {
        api.post("/api/mail/confirm", { token }).then(
            () => {
                setState({ done: true, error: "" });
                void refreshMe().catch(() => {});
            },
            (error: unknown) => setState({ done: false, error: wordsOf(error) }),
        );
    }, [token]);
    return (
        <Narrow title={t("web.account.confirm")}>
            {state.done && <Notice kind="good">{t("web.account.confirm_done")}</Notice>}
            {state.error && <Notice kind="bad">{state.error}</Notice>}
            {!state.done && !state.error && <Spinner />}
            <p class="entry-other">
                <a href="/">{t("web.nowhere.home")}</a>
            </p>
        </Narrow>
    );
}
