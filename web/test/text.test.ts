import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { compareMessages, languages, loadMessages, pluralForms, readMessages } from "../messages.mjs";
import { chooseLanguage, formatDate, formatDuration, formatRelative, has, plural, setMessages, t } from "../src/text";

const root = process.env.LOGOMACHY_ROOT!;
const folder = join(root, "data/messages/web");

const map = (texts: Record<string, string>) => new Map(Object.entries(texts));

test("every text is there in all five languages", () => {
    assert.deepEqual(Object.keys(loadMessages(folder)), ["en", "de", "fr", "nl", "ru"]);
    const stems = (lang: string) => {
        const keys: string[] = [...readMessages(readFileSync(join(folder, `${lang}.txt`), "utf8"), lang).keys()];
        return [...new Set(keys.map((key) => key.replace(/\.(one|few|many|other)$/, "")))].sort();
    };
    for (const lang of languages) assert.deepEqual(stems(lang), stems("en"), lang);
});

test("a text is not English in another language", () => {
    const all = loadMessages(folder);
    for (const lang of ["de", "fr", "nl", "ru"]) {
        const alike = Object.entries(all.en!).filter(
            ([key, text]) => all[lang]![key] === text && text.split(" ").length > 3 && /[a-z]{3}/.test(text),
        );
        assert.deepEqual(
            alike.map(([key]) => key),
            [],
            lang,
        );
    }
});

test("a missing text, one too many and other placeholders are found", () => {
    const english = map({ "web.a": "{0} of {1}", "web.b": "b" });
    assert.deepEqual(compareMessages(english, map({ "web.a": "{1} von {0}", "web.b": "b" }), "de"), []);
    assert.deepEqual(compareMessages(english, map({ "web.a": "{0} von {1}" }), "de"), ["de: web.b is missing"]);
    assert.deepEqual(compareMessages(english, map({ "web.a": "{0}", "web.b": "b" }), "de"), [
        "de: web.a has other placeholders than English",
    ]);
    assert.deepEqual(compareMessages(english, map({ "web.a": "{0} {1}", "web.b": "b", "web.c": "c" }), "de"), [
        "de: web.c is not in English",
    ]);
});

test("each language needs its own plural forms", () => {
    assert.deepEqual([...pluralForms("ru")].sort(), ["few", "many", "one", "other"]);
    const english = map({ "web.n.one": "{0} move", "web.n.other": "{0} moves" });
    assert.deepEqual(
        compareMessages(english, map({ "web.n.one": "{0} ход", "web.n.other": "{0} хода" }), "ru").sort(),
        ["ru: web.n.few is missing", "ru: web.n.many is missing"],
    );
    assert.deepEqual(
        compareMessages(english, map({ "web.n.one": "ein Zug", "web.n.other": "{0} Züge" }), "de"),
        [],
        "one may be a word",
    );
    assert.deepEqual(
        compareMessages(english, map({ "web.n.one": "a", "web.n.other": "{0} b", "web.n.many": "{0} c" }), "fr"),
        [],
        "many is French",
    );
    assert.deepEqual(
        compareMessages(english, map({ "web.n.one": "a", "web.n.other": "{0} b", "web.n.few": "{0} c" }), "de"),
        ["de: web.n.few is not in English"],
    );
});

test("a file with a line that is none is refused", () => {
    for (const text of ["web.a", "a text", "web.A x", "web.a x\nweb.a y", "Web.a x"])
        assert.throws(() => readMessages(text, "f"), /^Error: f:\d/, text);
    assert.deepEqual(
        [...readMessages("# c\nweb.a x\\ny\n  z\n\nweb.b  b \n", "f")],
        [
            ["web.a", "x\ny\nz"],
            ["web.b", "b"],
        ],
    );
});

const sources = (where: string): string[] =>
    readdirSync(where, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory()
            ? sources(join(where, entry.name))
            : /\.tsx?$/.test(entry.name)
              ? [readFileSync(join(where, entry.name), "utf8")]
              : [],
    );

test("every text that the client names is there, and every text is named", () => {
    const english = loadMessages(folder).en!;
    const all = sources(join(root, "web/src")).join("\n");
    const named = [...all.matchAll(/["'`](web\.[a-z0-9_.]+)["'`]/g)].map((one) => one[1]!);
    const beginnings = [...all.matchAll(/`(web\.[a-z0-9_.]*)\$\{/g)].map((one) => one[1]!);
    const stems = new Set(Object.keys(english).map((key) => key.replace(/\.(one|few|many|other)$/, "")));
    for (const key of named) assert.ok(key in english || stems.has(key), `${key} is named and not there`);
    for (const key of Object.keys(english)) {
        const stem = key.replace(/\.(one|few|many|other)$/, "");
        assert.ok(
            named.includes(key) || named.includes(stem) || beginnings.some((one) => key.startsWith(one)),
            `${key} is there and not named`,
        );
    }
});

test("in French no line begins with what ends a clause", () => {
    const french = Object.values(loadMessages(folder).fr!).join("\n");
    assert.ok(french.includes("\u00a0:") && !/ [:;?!»]|« /.test(french));
});

test("the first language that we have is taken", () => {
    assert.equal(chooseLanguage(["pt-BR", "fr-CA", "de"]), "fr");
    assert.equal(chooseLanguage(["RU"]), "ru");
    assert.equal(chooseLanguage(["eo", "la"]), "en");
    assert.equal(chooseLanguage([]), "en");
});

test("texts are filled in, by place or by name; a text that is not there shows its key", () => {
    setMessages("en", { "web.a": "{0} beats {1} {0}", "web.b": "{name} has {n}" });
    assert.equal(t("web.a", ["Ann", "Bob"]), "Ann beats Bob Ann");
    assert.equal(t("web.b", { name: "Ann", n: 12345 }), "Ann has 12,345");
    assert.equal(t("web.a"), "{0} beats {1} {0}");
    assert.equal(t("web.a", ["x"]), "x beats {1} x");
    assert.equal(t("web.none"), "web.none");
    assert.deepEqual([has("web.a"), has("web.none")], [true, false]);
});

test("plural forms are the language's", () => {
    setMessages("ru", loadMessages(folder).ru!);
    assert.deepEqual(
        [1, 2, 5, 11, 21, 22, 25].map((n) => plural("web.common.points", n)),
        ["1 очко", "2 очка", "5 очков", "11 очков", "21 очко", "22 очка", "25 очков"],
    );
    setMessages("fr", loadMessages(folder).fr!);
    assert.deepEqual(
        [0, 1, 2].map((n) => plural("web.common.points", n)),
        ["0 point", "1 point", "2 points"],
    );
});

test("times and dates are the language's", () => {
    setMessages("de", {});
    assert.equal(formatDate(Date.UTC(2026, 10, 16), { dateStyle: "long", timeZone: "UTC" }), "16. November 2026");
    assert.equal(formatRelative(1000, 1000 + 2 * 3_600_000), "vor 2 Stunden");
    assert.equal(formatRelative(3 * 86_400_000, 0), "in 3 Tagen");
    setMessages("en", {});
    assert.deepEqual([0, 999, 1000, 65_000, 3_600_000, 7_207_000, -5].map(formatDuration), [
        "0:00",
        "0:01",
        "0:01",
        "1:05",
        "1:00:00",
        "2:00:07",
        "0:00",
    ]);
    assert.equal(formatDuration(3 * 86_400_000), "3d");
    assert.equal(formatDuration(86_400_000 + 7_200_000), "1d 2h");
});
