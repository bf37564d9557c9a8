// Where the words come from, and under which licences.
import { loadLexicons } from "../catalogue";
import { has, plural, t } from "../text";
import type { Lexicon } from "../types";
import { Show } from "../ui/controls";
import { useLoad, useTitle } from "../ui/load";
import { languageName } from "../ui/matches";

export const lexiconTitle = (name: string): string => {
    const key = `web.lexicon.${name.replaceAll("-", "_")}`;
    return has(key) ? t(key) : name;
};

type Source = Lexicon["sources"][number];

// Packages of one kind are one entry: a dictionary may be made from a dozen of them.
function grouped(sources: readonly Source[]): Source[][] {
    const groups = new Map<string, Source[]>();
    for (const one of sources) {
        const key = `${one.about}\t${one.licence}`;
        groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    return [...groups.values()];
}

function Book({ book }: { book: Lexicon }) {
    return (
        <article class="card">
            <div class="card-head">
                <h3 class="capital">{lexiconTitle(book.name)}</h3>
                <code class="muted">{book.name}</code>
            </div>
            <p class="muted">
                {plural("web.sources.words", book.words)} · {plural("web.sources.definitions", book.definitions)}
            </p>
            <ul class="sources">
                {grouped(book.sources).map((group) => (
                    <li key={group[0]!.package}>
                        <b class="capital">{group[0]!.about}</b>
                        <span class="small muted">
                            {group.map((one) => (
                                <span key={one.package}>
                                    <code>{one.package}</code> {one.version} ·{" "}
                                </span>
                            ))}
                            {group[0]!.licence}
                        </span>
                    </li>
                ))}
            </ul>
        </article>
    );
}

export function Sources() {
    useTitle(t("web.nav.sources"));
    const lexicons = useLoad(loadLexicons, []);
    return (
        <div>
            <div class="page-head">
                <h1>{t("web.nav.sources")}</h1>
                <p>{t("web.sources.lead")}</p>
            </div>
            <Show of={lexicons}>
                {(books) => (
                    <div class="stack">
                        {[...new Set(books.map((one) => one.lang))].map((lang) => (
                            <section key={lang} class="stack-small">
                                <h2>{languageName(lang)}</h2>
                                <div class="columns">
                                    {books
                                        .filter((one) => one.lang === lang)
                                        .sort((a, b) => Number(b.name === lang) - Number(a.name === lang))
                                        .map((one) => (
                                            <Book key={one.name} book={one} />
                                        ))}
                                </div>
                            </section>
                        ))}
                        <section class="card reading">
                            <h2>{t("web.sources.program")}</h2>
                            <p>{t("web.sources.program_text")}</p>
                        </section>
                    </div>
                )}
            </Show>
        </div>
    );
}
