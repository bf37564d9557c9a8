// One definition of a word: its classes, what kind of text it is, and whose entry it is where the word is a form of another.
import type { WordText } from "../core/wasm";
import { has, t } from "../text";

export function DefinitionText({ one, lang, className }: { one: WordText; lang: string; className: string }) {
    const labels = [
        one.classes.map((name) => (has(`web.class.${name}`) ? t(`web.class.${name}`) : name)).join(", "),
        one.lemma ? t("web.words.form_of", [one.lemma.toLocaleLowerCase(lang)]) : "",
        one.kind === "synonyms" ? t("web.words.synonyms") : one.kind === "gloss" ? t("web.words.gloss") : "",
    ].filter(Boolean);
    return (
        <>
            {labels.length > 0 && <span class={className}>{labels.join(" · ")} </span>}
            <span lang={one.kind === "gloss" ? "en" : lang}>{one.text}</span>
        </>
    );
}
