// Words: look up, search by pattern or letters, suggest a correction.
import { segment } from "../address";
import { useState } from "preact/hooks";
import { api } from "../api";
import { loadLexicons } from "../catalogue";
import { core } from "../core/core";
import { hasDefinitions, keepDefinitions } from "../core/lexicon_cache";
import type { WordFacts } from "../core/wasm";
import { lookUp } from "../lookup";
import { go, lang, me, route, toast, toastError } from "../state";
import { has, t } from "../text";
import type { Lexicon } from "../types";
import { DefinitionText } from "../ui/definition";
import { Field, Form, Notice, Options, Select, Show, Spinner, wordsOf } from "../ui/controls";
import { useLoad, useTitle } from "../ui/load";
import { languageName } from "../ui/matches";
import { lexiconTitle } from "./sources";

interface Found {
    words: { word: string; tier: number; classes: string[] }[];
    next: string | null;
}

const className = (name: string) => (has(`web.class.${name}`) ? t(`web.class.${name}`) : name);

function Suggest({ lexicon, word }: { lexicon: string; word: WordFacts }) {
    const [open, setOpen] = useState(false);
    const [note, setNote] = useState("");
    const kind = word.in ? "remove" : "add";
    const send = async () => {
        await api.post(`/api/lexicons/${segment(lexicon)}/suggestions`, { word: word.word, kind, note });
        setOpen(false);
        toast(t("web.words.thanks"));
    };
    if (!open)
        return (
            <button type="button" class="button small quiet" onClick={() => setOpen(true)}>
                {t(word.in ? "web.words.wrong" : "web.words.missing")}
            </button>
        );
    if (!me.value || me.value.kind === "guest")
        return (
            <p class="muted small">
                {t("web.words.register")} <a href="/register">{t("web.nav.register")}</a>
            </p>
        );
    return (
        <Form onSend={send} action={t("web.words.send")}>
            <Field label={t("web.words.note")} value={note} onValue={setNote} maxLength={400} />
        </Form>
    );
}

function Entry({ lexicon, text }: { lexicon: string; text: string }) {
    const word = useLoad(() => lookUp(lexicon, text), [lexicon, text]);
    if (word.busy && !word.data) return <Spinner />;
    if (word.error) return <Notice kind="bad">{wordsOf(word.error)}</Notice>;
    return (
        <Show of={word}>
            {(data) => (
                <article class="card entry-word">
                    <div class="card-head">
                        <h2 class="daily-word" lang={data.lang}>
                            {data.spellings[0] ?? data.word.toLocaleLowerCase(data.lang)}
                        </h2>
                        {data.in ? (
                            <span class="badge good">✓ {t("web.words.in")}</span>
                        ) : (
                            <span class="badge bad">✗ {t("web.words.out")}</span>
                        )}
                    </div>
                    {data.spellings.length > 1 && (
                        <p class="muted">{t("web.words.spelt", [data.spellings.join(", ")])}</p>
                    )}
                    {data.in && (
                        <p class="muted small">
                            {[
                                ...data.classes.map(className),
                                data.tier !== null && has(`web.words.tier_${data.tier}`)
                                    ? t(`web.words.tier_${data.tier}`)
                                    : "",
                                ...data.marks.map((name) =>
                                    has(`web.words.mark.${name}`) ? t(`web.words.mark.${name}`) : name,
                                ),
                            ]
                                .filter(Boolean)
                                .join(" · ")}
                        </p>
                    )}
                    <ol class="definitions">
                        {data.definitions.map((one, i) => (
                            <li key={i}>
                                <DefinitionText one={one} lang={data.lang} className="muted" />
                            </li>
                        ))}
                    </ol>
                    {data.in && !data.definitions.length && <p class="muted">{t("web.words.no_definition")}</p>}
                    <Suggest key={data.word} lexicon={lexicon} word={data} />
                </article>
            )}
        </Show>
    );
}

// Definitions come from the server word by word. All of them are kept on the device only if somebody wants that.
function Keep({ lexicon }: { lexicon: string }) {
    const kept = useLoad(() => hasDefinitions(lexicon), [lexicon]);
    const [busy, setBusy] = useState(false);
    const keep = async () => {
        await core.call("lexicon", [lexicon]);
        await keepDefinitions(lexicon);
        kept.again();
    };
    const press = () => {
        setBusy(true);
        void keep()
            .catch(toastError)
            .finally(() => setBusy(false));
    };
    if (kept.data) return <p class="muted">{t("web.words.kept")}</p>;
    return (
        <button type="button" class="button small quiet" disabled={busy} onClick={press}>
            {t("web.words.keep")}
        </button>
    );
}

const modes = ["word", "pattern", "anagram", "from"] as const;
type Mode = (typeof modes)[number];

function Results({ lexicon, mode, text }: { lexicon: string; mode: Mode; text: string }) {
    const least = mode === "from" ? "&min=3" : "";
    const path = `/api/lexicons/${segment(lexicon)}/find?limit=100&${mode}=${segment(text)}${least}`;
    const found = useLoad(() => api.get<Found>(path), [path]);
    const [more, setMore] = useState<{ path: string; pages: Found[] }>({ path, pages: [] });
    if (found.error) return <Notice kind="bad">{wordsOf(found.error)}</Notice>;
    return (
        <Show of={found}>
            {(data) => {
                const pages = [data, ...(more.path === path ? more.pages : [])];
                const words = pages.flatMap((one) => one.words);
                const next = pages[pages.length - 1]!.next;
                const load = () =>
                    void api
                        .get<Found>(`${path}&after=${segment(next ?? "")}`)
                        .then((one) => setMore({ path, pages: [...pages.slice(1), one] }));
                return (
                    <section class="card" aria-label={t("web.words.results")}>
                        {words.length ? (
                            <ul class="word-list">
                                {words.map((one) => (
                                    <li key={one.word}>
                                        <a href={`/words?lexicon=${segment(lexicon)}&word=${segment(one.word)}`}>
                                            {one.word}
                                        </a>
                                    </li>
                                ))}
                            </ul>
                        ) : (
                            <p class="empty">{t("web.words.none")}</p>
                        )}
                        {next && (
                            <div class="actions more">
                                <button type="button" class="button small" onClick={load}>
                                    {t("web.common.more")}
                                </button>
                            </div>
                        )}
                    </section>
                );
            }}
        </Show>
    );
}

function Search({ lexicons }: { lexicons: Lexicon[] }) {
    const query = route.value.query;
    const mode = modes.find((one) => query.has(one)) ?? "word";
    const asked = query.get(mode) ?? "";
    const standard = lexicons.find((one) => one.name === lang.value) ?? lexicons[0];
    const [lexicon, setLexicon] = useState(query.get("lexicon") ?? standard?.name ?? "");
    const [way, setWay] = useState<Mode>(mode);
    const [text, setText] = useState(asked);
    const current = query.get("lexicon") ?? lexicon;
    const send = async () => {
        if (text.trim()) go(`/words?${new URLSearchParams({ lexicon, [way]: text.trim() })}`);
    };
    return (
        <div class="main-side">
            <div class="stack">
                <section class="card">
                    <Form onSend={send} action={t("web.words.search")}>
                        <Options
                            legend={t("web.words.what")}
                            value={way}
                            onValue={(value) => setWay(value as Mode)}
                            options={modes.map((one) => ({ value: one, label: t(`web.words.${one}`) }))}
                            hint={t(`web.words.${way}_hint`)}
                        />
                        <Field
                            key={asked}
                            label={t(`web.words.${way}_label`)}
                            value={text}
                            onValue={setText}
                            autoComplete="off"
                            autoCapitalize="none"
                            spellcheck={false}
                            maxLength={60}
                        />
                        <Select
                            label={t("web.new.lexicon")}
                            value={lexicon}
                            onValue={setLexicon}
                            options={lexicons.map(
                                (one) => [one.name, `${languageName(one.lang)}: ${lexiconTitle(one.name)}`] as const,
                            )}
                        />
                    </Form>
                </section>
                {asked &&
                    (mode === "word" ? (
                        <Entry lexicon={current} text={asked} />
                    ) : (
                        <Results lexicon={current} mode={mode} text={asked} />
                    ))}
            </div>
            <aside class="card">
                <h2>{t("web.words.about")}</h2>
                <p class="muted">{t("web.words.about_text")}</p>
                <p>
                    <a href="/sources">{t("web.nav.sources")}</a>
                </p>
                <Keep key={current} lexicon={current} />
            </aside>
        </div>
    );
}

export function Words() {
    useTitle(t("web.nav.words"));
    const lexicons = useLoad(loadLexicons, []);
    return (
        <div>
            <div class="page-head">
                <h1>{t("web.words.title")}</h1>
                <p>{t("web.words.lead")}</p>
            </div>
            <Show of={lexicons}>{(data) => <Search key={route.value.query.toString()} lexicons={data} />}</Show>
        </div>
    );
}
