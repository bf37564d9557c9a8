// Hostile texts, the same for the same seed: anything that a user may write into a field that others see. Some are known
// to have broken clients; the others are pieces of them put together at random.

const urls = [
    "http://[/match/x",
    "https://%/match/a-b",
    "http://a:99999/match/x",
    "http://[::1/match/x",
    "http:///match/x",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "//evil.example/match/x",
    "http://user:pa%ss@x/match/a",
    "https://x/match/%E0%A4%A",
    "/../../api/me",
    "..",
    ".",
    "blob:http://x",
    "http://xn--/match/x",
    "ftp://x/match/y",
    "http://x\\@y/match/z",
    "\\\\evil\\match\\x",
];
const markup = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</p></div></main>",
    "<svg/onload=alert(1)>",
    "&lt;b&gt;",
    "&#x3c;b&#x3e;",
    "<!--",
    "-->",
    "]]>",
    "<b",
    "\"'`>",
    "<style>*{display:none}</style>",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: hostile text, meant as it stands
    "${alert(1)}",
    "{{constructor.constructor('alert(1)')()}}",
    "<%= 1 %>",
    "#{1}",
    "%s%n%x",
    "{0}",
    "{1}",
    "{0}{1}{2}",
    "{name}",
    "{",
    "}",
    "{{0}}",
    "$&",
    "$1",
    "$`",
];
const keys = [
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "__defineGetter__",
    "then",
    "length",
    "null",
    "undefined",
    "NaN",
    "Infinity",
    "true",
    "-0",
    "1e999",
    "0",
    "12345678901234567890",
];
const marks = [
    "\u202e\u05d0\u05d1",
    "\u200f\u200e",
    "\u2066\u2067\u2069",
    "\u061c",
    "\u200b\u200c\u200d\u2060\ufeff",
    "e" + "\u0301".repeat(80),
    "\u0489".repeat(40),
    "שלום עולם",
    "مرحبا",
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\u{1f1e9}\u{1f1ea}".repeat(9),
    "\u{1f44d}\u{1f3ff}",
    "ﷺ".repeat(30),
    "\ufffd",
    "\uffff",
    "\ufdd0",
    "\u2028",
    "\u2029",
    "\u0085",
    "\n",
    "\r\n",
    "\t",
    "\v\f",
    "\0",
    "\x1b[31m",
    "\x7f",
    "İıßŉǰΐ",
    "\u3164",
    "\u2800",
    "\u00ad".repeat(30),
];
const halves = ["\ud800", "\udfff", "a\ud83d", "\ude00b", "\udc00\ud800"]; // lone surrogates
const long = [
    "w".repeat(300),
    "W".repeat(5000),
    "a ".repeat(2500),
    "⸻".repeat(300),
    "\u{1f9d1}".repeat(150),
    "-".repeat(2000),
    "x\n".repeat(500),
];

export const samples = ["", " ", "   ", ...urls, ...markup, ...keys, ...marks, ...halves, ...long];

// Mulberry32: small, and the same everywhere.
/** @param {number} seed @returns {() => number} */
export function randomOf(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let x = Math.imul(state ^ (state >>> 15), 1 | state);
        x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
        return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** @typedef {() => number} Random */

/** @template T @param {Random} random @param {readonly T[]} list @returns {T} */
const pick = (random, list) => /** @type {T} */ (list[Math.floor(random() * list.length)]);

/** @param {Random} random @param {string} text */
function mutated(random, text) {
    const at = Math.floor(random() * (text.length + 1));
    const kind = Math.floor(random() * 4);
    if (kind === 0) return text.slice(0, at) + text.slice(at + 1);
    if (kind === 1) return text.slice(0, at) + String.fromCharCode(Math.floor(random() * 0x10000)) + text.slice(at);
    if (kind === 2) return text.slice(0, at) + pick(random, samples) + text.slice(at);
    return text.slice(at) + text.slice(0, at);
}

/** @param {Random} random */
function made(random) {
    if (random() < 0.4) return mutated(random, pick(random, samples));
    return Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(random, samples)).join(
        random() < 0.5 ? "" : " ",
    );
}

// All samples, then as many more as are wanted.
/** @param {number} count */
export function hostileTexts(count, seed = 14) {
    const random = randomOf(seed);
    const more = Array.from({ length: Math.max(0, count - samples.length) }, () => made(random).slice(0, 5000));
    return [...samples, ...more].slice(0, count);
}

const wrong = [
    null,
    undefined,
    true,
    0,
    -1,
    1.5,
    "",
    "x",
    "__proto__",
    [],
    [null],
    {},
    { length: -1 },
    "\ud800",
    1e308,
    [[]],
];

// A JSON value in which some members are missing, of another type or hostile.
/** @param {Random} random @param {unknown} value @returns {unknown} */
export function broken(random, value, depth = 0) {
    if (random() < 0.08) return pick(random, wrong);
    if (typeof value === "string" && random() < 0.15) return pick(random, samples);
    if (depth > 4 || value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.filter(() => random() > 0.05).map((one) => broken(random, one, depth + 1));
    const members = Object.entries(value)
        .filter(() => random() > 0.05)
        .map(([key, one]) => [key, broken(random, one, depth + 1)]);
    return Object.fromEntries(members);
}
