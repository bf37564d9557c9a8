// The client's texts: data/messages/web/{en,de,fr,nl,ru}.txt, in the form that tools/messages.py
// describes. English sets the keys. A text that depends on a number has a key for each of its
// plural forms (`web.home.moves.one`, `.few`, `.many`, `.other`); which ones a language needs is for
// Intl to say.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const languages = ["en", "de", "fr", "nl", "ru"];

const forms = ["zero", "one", "two", "few", "many", "other"];

/** @param {string} text @param {string} path @returns {Map<string, string>} */
export function readMessages(text, path) {
    /** @type {Map<string, string>} */
    const messages = new Map();
    let last = "";
    text.split("\n").forEach((line, at) => {
        if (line.startsWith("#") || (!line.trim() && !/^\s/.test(line))) return;
        if (/^\s/.test(line) && last) {
            if (line.trim()) messages.set(last, messages.get(last) + "\n" + line.trim());
            return;
        }
        const [, key, value] = /^(\S+) +(.*)$/.exec(line) ?? [];
        if (!key || !value || !/^web\.[a-z][a-z0-9._]*$/.test(key) || !value.trim())
            throw new Error(`${path}:${at + 1}: expected \`web.key text\``);
        if (messages.has(key)) throw new Error(`${path}:${at + 1}: ${key} is here twice`);
        messages.set(key, value.trim().replaceAll("\\n", "\n"));
        last = key;
    });
    return messages;
}

/** @param {string} text */
const placeholders = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(" ");

// The key without its plural form, where English has several forms of it.
/** @param {string} key @param {ReadonlyMap<string, string>} english */
function stem(key, english) {
    const dot = key.lastIndexOf(".");
    const base = key.slice(0, dot);
    return forms.includes(key.slice(dot + 1)) && english.has(base + ".one") && english.has(base + ".other")
        ? base
        : null;
}

// The plural forms that numbers up to a million need; larger ones take "other" where "many" is
// missing.
/** @param {string} lang */
export function pluralForms(lang) {
    const rules = new Intl.PluralRules(lang);
    const used = new Set(["other"]);
    for (let n = 0; n <= 200; n++) used.add(rules.select(n));
    return used;
}

// The faults of a language, as sentences; none: all is well.
/**
 * @param {ReadonlyMap<string, string>} english
 * @param {ReadonlyMap<string, string>} other
 * @param {string} lang
 */
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
        const translated = other.get(key);
        if (translated === undefined) wrong.push(`${lang}: ${key} is missing`);
        // "one" may say the number in a word of its own.
        else if (!key.endsWith(".one") && placeholders(text) !== placeholders(translated))
            wrong.push(`${lang}: ${key} has other placeholders than English`);
    }
    const categories = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    for (const key of other.keys()) {
        const base = stem(key, english);
        const form = base && categories.find((one) => key === `${base}.${one}`);
        if (!wanted.has(key) && !form) wrong.push(`${lang}: ${key} is not in English`);
    }
    return wrong;
}

// French sets a space before what ends a clause; a line must not begin with it.
/** @type {Record<string, (text: string) => string>} */
const typeset = { fr: (text) => text.replace(/ (?=[:;?!»])/g, "\u00a0").replace(/« /g, "«\u00a0") };

// The texts of all languages, as plain objects; throws with every fault.
/** @param {string} folder @returns {Record<string, Record<string, string>>} */
export function loadMessages(folder) {
    /** @param {string} lang */
    const read = (lang) => {
        const path = join(folder, `${lang}.txt`);
        return readMessages(readFileSync(path, "utf8"), path);
    };
    const all = languages.map((lang) => ({ lang, texts: read(lang) }));
    const english = all.find((one) => one.lang === "en")?.texts ?? new Map();
    const wrong = all.flatMap(({ lang, texts }) => compareMessages(english, texts, lang));
    if (wrong.length) throw new Error(wrong.join("\n"));
    return Object.fromEntries(
        all.map(({ lang, texts }) => [
            lang,
            Object.fromEntries([...texts].map(([key, text]) => [key, typeset[lang]?.(text) ?? text])),
        ]),
    );
}
