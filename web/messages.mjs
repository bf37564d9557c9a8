// The client's texts: data/messages/web/{en,de,fr,nl,ru}.txt, in the form that tools/messages.py
// describes. English sets the keys. A text that depends on a number has a key for each of its
// plural forms (`web.home.moves.one`, `.few`, `.many`, `.other`); which ones a language needs is for
// Intl to say.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const languages = ["en", "de", "fr", "nl", "ru"];

const forms = ["zero", "one", "two", "few", "many", "other"];

export function readMessages(text, path) {
    const messages = new Map();
    let last = null;
    text.split("\n").forEach((line, at) => {
        if (line.startsWith("#") || (!line.trim() && !/^\s/.test(line))) return;
        if (/^\s/.test(line) && last) {
            if (line.trim()) messages.set(last, messages.get(last) + "\n" + line.trim());
            return;
        }
        const [, key, value] = /^(\S+) +(.*)$/.exec(line) ?? [];
        if (!key || !/^web\.[a-z][a-z0-9._]*$/.test(key) || !value.trim())
            throw new Error(`${path}:${at + 1}: expected \`web.key text\``);
        if (messages.has(key)) throw new Error(`${path}:${at + 1}: ${key} is here twice`);
        messages.set(key, value.trim().replaceAll("\\n", "\n"));
        last = key;
    });
    return messages;
}

const placeholders = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(" ");

// The key without its plural form, where English has several forms of it.
function stem(key, english) {
    const dot = key.lastIndexOf(".");
    const base = key.slice(0, dot);
    return forms.includes(key.slice(dot + 1)) && english.has(base + ".one") && english.has(base + ".other")
        ? base
        : null;
}

// The plural forms that numbers up to a million need; larger ones take "other" where "many" is
// missing.
export function pluralForms(lang) {
    const rules = new Intl.PluralRules(lang);
    const used = new Set(["other"]);
    for (let n = 0; n <= 200; n++) used.add(rules.select(n));
    return used;
}

// What is wrong with a language, as sentences; none: all is well.
export function compareMessages(english, other, lang) {
    const wrong = [];
    const needed = pluralForms(lang);
    const wanted = new Map();
    for (const [key, text] of english) {
        const base = stem(key, english);
        if (!base) wanted.set(key, text);
        else for (const form of needed) wanted.set(`${base}.${form}`, english.get(base + ".other"));
    }
    for (const [key, text] of wanted) {
        if (!other.has(key)) wrong.push(`${lang}: ${key} is missing`);
        // "one" may say the number in a word of its own.
        else if (!key.endsWith(".one") && placeholders(text) !== placeholders(other.get(key)))
            wrong.push(`${lang}: ${key} has other placeholders than English`);
    }
    for (const key of other.keys()) {
        const base = stem(key, english);
        if (
            !wanted.has(key) &&
            !(
                base &&
                new Intl.PluralRules(lang).resolvedOptions().pluralCategories.includes(key.slice(base.length + 1))
            )
        )
            wrong.push(`${lang}: ${key} is not in English`);
    }
    return wrong;
}

// French sets a space before what ends a clause; a line must not begin with it.
const typeset = { fr: (text) => text.replace(/ (?=[:;?!»])/g, "\u00a0").replace(/« /g, "«\u00a0") };

// The texts of all languages, as plain objects; throws with every fault.
export function loadMessages(folder) {
    const all = Object.fromEntries(
        languages.map((lang) => {
            const path = join(folder, `${lang}.txt`);
            return [lang, readMessages(readFileSync(path, "utf8"), path)];
        }),
    );
    const wrong = languages.flatMap((lang) => compareMessages(all.en, all[lang], lang));
    if (wrong.length) throw new Error(wrong.join("\n"));
    const plain = (text) => text;
    return Object.fromEntries(
        languages.map((lang) => [
            lang,
            Object.fromEntries([...all[lang]].map(([key, text]) => [key, (typeset[lang] ?? plain)(text)])),
        ]),
    );
}
