// Shared by the browser tests: a server of their own with the built client, Chromium, tests that
// print TAP. Any error on the console fails the test in which it happens.
//
//     import { test, finish, server, context, holds } from "./harness.mjs";
//     test("a guest plays", async (t) => { const page = await t.page(); ... });
//     await finish();
//
// LOGOMACHY_PROGRAM, LOGOMACHY_WEB and LOGOMACHY_LEXICONS may say where things are, LOGOMACHY_PATIENCE how many
// milliseconds a page has for what must happen.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadMessages } from "../../web/messages.mjs";

/**
 * @typedef {import("playwright-core").Browser} Browser
 * @typedef {import("playwright-core").BrowserContext} BrowserContext
 * @typedef {import("playwright-core").BrowserContextOptions} ContextOptions
 * @typedef {import("playwright-core").Locator} Locator
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("playwright-core").Route} Route
 * @typedef {import("../../web/src/types").Match} Match
 * @typedef {import("../../web/src/types").MatchEvent} MatchEvent
 * @typedef {{ text: string, points: number, run: string, word: string }} LegalMove
 */

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(join(root, "web/package.json"));
/** @type {typeof import("playwright-core")} */
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
export const english = /** @type {Record<string, string>} */ (loadMessages(join(root, "data/messages/web")).en);
export const program = process.env.LOGOMACHY_PROGRAM ?? join(root, "build/logomachy");
const web = process.env.LOGOMACHY_WEB ?? join(root, "build/web");
export const lexicons = process.env.LOGOMACHY_LEXICONS ?? join(root, "build/lexicons");
export const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";

/** @type {ContextOptions} */
export const desktop = { viewport: { width: 1280, height: 900 } };
/** @type {ContextOptions} */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** @type {(condition: unknown, about?: string) => asserts condition} */
export function holds(condition, about) {
    if (!condition) throw new Error(about);
}

/** @type {(is: unknown, wanted: unknown, about?: string) => void} */
export function same(is, wanted, about = "") {
    const [a, b] = [JSON.stringify(is), JSON.stringify(wanted)];
    if (a !== b) throw new Error(`${about} ${a} instead of ${b}`);
}

// The value that must be there, such as an element of a page or of an answer.
/** @template T @param {T | null | undefined} value @param {string} [about] @returns {T} */
export function present(value, about = "a value") {
    if (value === null || value === undefined) throw new Error(`${about} is missing`);
    return value;
}

// The first group of a pattern that must match.
/** @param {RegExp} pattern @param {string} text */
export const captured = (pattern, text) => present(pattern.exec(text)?.[1], `${pattern} in ${text}`);

/** @param {Locator} locator */
export const textOf = async (locator) => present(await locator.textContent(), "the text");

/** @param {Locator} locator */
export const boxOf = async (locator) => present(await locator.boundingBox(), "the box");

/** @param {Locator} locator @returns {Promise<[number, number]>} */
export async function middleOf(locator) {
    const box = await boxOf(locator);
    return [box.x + box.width / 2, box.y + box.height / 2];
}

// A page reacts a moment later, so it is polled. The timeout is long, because a busy machine is slow.
const soonMs = Number(process.env.LOGOMACHY_PATIENCE ?? 60000);

/** @template T @param {() => T | Promise<T>} read @param {(got: T) => boolean} isSo @returns {Promise<T>} */
export async function settled(read, isSo) {
    for (const late = Date.now() + soonMs; ; ) {
        const got = await read();
        if (isSo(got) || Date.now() > late) return got;
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

/** @template T @param {() => T | Promise<T>} read @param {T} wanted @param {string} [about] */
export async function soon(read, wanted, about) {
    same(await settled(read, (got) => JSON.stringify(got) === JSON.stringify(wanted)), wanted, about);
}

/** @param {() => unknown} read @param {string} [about] */
export async function soonHolds(read, about) {
    holds(await settled(read, Boolean), about);
}

// --- The server.

// A port below the range of outgoing connections, so that none of them takes it before the server binds it or while
// the server restarts. tests/cli/harness/ports.py has those above.
const [firstPort, ports] = [12000, 8000];
const lockFolder = join(tmpdir(), "logomachy-ports");

// A lock file holds the number of its process. One whose process has ended is removed.
/** @param {string} path */
function locks(path) {
    try {
        writeFileSync(path, String(process.pid), { flag: "wx" });
        process.once("exit", () => rmSync(path, { force: true }));
        return true;
    } catch {
        try {
            process.kill(Number(readFileSync(path, "utf8")), 0);
        } catch {
            rmSync(path, { force: true });
        }
        return false;
    }
}

export function freePort() {
    mkdirSync(lockFolder, { recursive: true });
    for (;;) {
        const port = firstPort + Math.floor(Math.random() * ports);
        if (locks(join(lockFolder, String(port)))) return port;
    }
}

export class Server {
    /** @param {string[]} flags */
    constructor(...flags) {
        this.url = "";
        /** @type {import("node:child_process").ChildProcess | undefined} */
        this.process = undefined;
        this.folder = mkdtempSync(join(tmpdir(), "logomachy-browser-"));
        this.flags = flags;
        this.port = freePort();
        cpSync(join(root, "data/news"), join(this.folder, "news"), { recursive: true }); // tests post some
    }
    async start() {
        const args = [
            "serve",
            "--port",
            String(this.port),
            "--db",
            join(this.folder, "db"),
            "--outbox",
            join(this.folder, "outbox"),
            "--news",
            join(this.folder, "news"),
            "--web",
            web,
            "--lexicons",
            lexicons,
            "--limits",
            "off",
            ...this.flags,
        ];
        const started = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
        this.process = started;
        this.url = await new Promise((resolve, reject) => {
            let said = "";
            started.stdout.on("data", (more) => {
                said += more;
                if (/http:\/\/[\d.]+:\d+/.test(said)) resolve(`http://127.0.0.1:${this.port}`);
            });
            started.on("exit", (status) => reject(new Error(`the server ended with ${status}: ${said}`)));
        });
        return this;
    }
    async stop() {
        const running = present(this.process, "the server");
        const ended = new Promise((resolve) => running.once("exit", resolve));
        running.kill("SIGTERM");
        await ended;
    }
    remove() {
        rmSync(this.folder, { recursive: true, force: true });
    }
}

// --- Tests.

/** @typedef {{ name: string, run: (t: Run) => Promise<void> }} Test */

/** @type {Test[]} */
const tests = [];

/** @param {string} name @param {Test["run"]} run */
export function test(name, run) {
    tests.push({ name, run });
}

export class Run {
    /** @param {Browser} browser @param {Server} server */
    constructor(browser, server) {
        this.browser = browser;
        this.server = server;
        /** @type {BrowserContext[]} */
        this.contexts = [];
        /** @type {string[]} */
        this.errors = [];
        /** @type {RegExp[]} */
        this.expected = []; // patterns of errors that this test causes
    }
    /** @param {ContextOptions} options */
    async context(options = {}) {
        const context = await this.browser.newContext({
            ...desktop,
            locale: "en",
            baseURL: this.server.url,
            ...options,
        });
        context.setDefaultTimeout(soonMs);
        this.contexts.push(context);
        context.on("page", (page) => this.watch(page));
        return context;
    }
    /** @param {Page} page */
    watch(page) {
        /** @param {string} text */
        const note = (text) => {
            if (!this.expected.some((pattern) => pattern.test(text))) this.errors.push(text);
        };
        page.on(
            "console",
            (message) => message.type() === "error" && note(`${message.text()} ${message.location().url}`),
        );
        page.on("pageerror", (error) => note(String(error)));
    }
    /** @param {string} path @param {ContextOptions} options */
    async page(path = "/", options = {}) {
        const page = await (await this.context(options)).newPage();
        await page.goto(path);
        return page;
    }
}

/** @param {Browser} browser @param {Server} server @param {Test} test @param {number} number */
async function runOne(browser, server, { name, run }, number) {
    const t = new Run(browser, server);
    let wrong = "";
    const began = performance.now();
    try {
        await run(t);
        if (t.errors.length) throw new Error(`the console says: ${t.errors.join("; ")}`);
    } catch (error) {
        wrong = String(error instanceof Error ? error.stack : error);
        await picture(t, number);
    }
    for (const context of t.contexts) await context.close().catch(() => undefined);
    console.log(
        `${wrong ? "not ok" : "ok"} ${number} - ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
    );
    if (wrong)
        console.log(
            wrong
                .split("\n")
                .map((line) => `# ${line}`)
                .join("\n"),
        );
    return !wrong;
}

// Screenshots of a failed test, if LOGOMACHY_PICTURES names a folder.
/** @param {Run} t @param {number} number */
async function picture(t, number) {
    const folder = process.env.LOGOMACHY_PICTURES;
    const pages = t.contexts.flatMap((context) => context.pages());
    if (folder)
        for (const [i, page] of pages.entries())
            await page.screenshot({ path: join(folder, `failed-${number}-${i}.png`) }).catch(() => undefined);
}

// --- Moves of Balda and Bukva, found by the program and made by hand.

/** @param {string} record @param {number} top @returns {LegalMove[]} */
export function legal(record, top = 1) {
    const out = execFileSync(program, ["moves", "-", "--json", "--top", String(top), "--lexicons", lexicons], {
        input: record,
    });
    return JSON.parse(String(out)).moves;
}

/** @param {string} name @param {number} width */
const squareOf = (name, width) => (name.charCodeAt(1) - 49) * width + name.charCodeAt(0) - 97;

/** @param {string} text @param {number} width */
export function parse(text, width) {
    const [, square = "", letter = "", path = ""] = present(/^(..)=(.)\/(.+)$/u.exec(text), `a move in "${text}"`);
    const names = path.match(/../g) ?? [];
    return { square: squareOf(square, width), letter, path: names.map((name) => squareOf(name, width)) };
}

// Counts the elements that are drawn again, whether or not that changes them. Preact makes a node of its tree for each
// drawing (__k: its children, __e: its element, __v: its number).
/** @param {Page} page @param {string} selector */
export async function watchRenders(page, selector) {
    const numbers = () =>
        page.evaluate((selector) => {
            /** @typedef {{ type?: unknown, __k?: Node[], __e?: Element, __v?: number } | null} Node */
            /** @type {number[]} */
            const found = [];
            /** @param {Node} node */
            const visit = (node) => {
                if (typeof node?.type === "string" && node.__e?.matches(selector)) found.push(Number(node.__v));
                for (const child of node?.__k ?? []) visit(child);
            };
            for (const one of [document.body, ...document.body.children])
                visit(/** @type {{ __k?: Node }} */ (/** @type {unknown} */ (one)).__k ?? null);
            return found;
        }, selector);
    const before = new Set(await numbers());
    holds(before.size > 0, `nothing is drawn that matches ${selector}`);
    return async () => (await numbers()).filter((one) => !before.has(one)).length;
}

/** @param {Page} page @param {number} square */
export const cell = (page, square) => page.locator(`.bd-board [data-square="${square}"]`);

// A move of Balda as it is made by hand, whatever comes of it.
/** @param {Page} page @param {string} text @param {number} width */
export async function trace(page, text, width = 5) {
    const move = parse(text, width);
    await page.locator(`.bd-cell.open[data-square="${move.square}"]`).click();
    await page.locator(".bd-key", { hasText: new RegExp(`^${move.letter}$`) }).click();
    for (const square of move.path) await cell(page, square).click();
}

/** @param {Page} page @param {string} text @param {number} width */
export async function draft(page, text, width = 5) {
    await trace(page, text, width);
    await page.locator('.bd-word[data-verdict="good"], .bd-word[data-verdict="ask"]').waitFor();
}

/** @param {Page} page @param {string} text @param {number} width */
export async function play(page, text, width = 5) {
    await draft(page, text, width);
    await page.locator(".bd-buttons .primary").click();
}

// In a long game the first moves and every sixth one are made by hand, the others through the API, as another program
// of the same player would. Every page shows all of them before the next one by hand.
/** @param {number} n */
export const byHand = (n) => n < 8 || n % 6 === 0;
/** @param {Page} page @param {string} id @param {string} move */
export const actAt = (page, id, move) => api(page, "POST", `/api/matches/${id}/actions`, { verb: "move", move });

// The log has so many moves, and the server has them: a player's own move is shown before it arrives.
/** @param {Page} page @param {number} n */
export async function untilEntries(page, n) {
    await page.waitForFunction(
        (want) => document.querySelectorAll(".mt-entry").length >= want && !document.querySelector(".mt[data-pending]"),
        n,
    );
}

// Holds the page's actions back on their way to the server; other messages go straight. Returns those that were sent,
// by request, in order: one that is repeated takes the place of the first. The page is loaded anew, because a socket
// can only be caught when it opens.
/** @typedef {{ deliver(): void, answer(message: object): void }} Sent */
/** @param {Page} page */
export async function holdActions(page) {
    /** @type {Map<string, Sent>} */
    const sent = new Map();
    await page.routeWebSocket(/\/api\/live/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((text) => {
            const { op, request } = JSON.parse(String(text));
            const deliver = () => server.send(text);
            if (op !== "act") return deliver();
            sent.set(request, {
                deliver,
                answer: (answer) => socket.send(JSON.stringify({ request, ...answer })),
            });
        });
    });
    await page.reload();
    return {
        count: () => sent.size,
        last: () => present([...sent.values()].at(-1), "an action"),
    };
}

// --- Accessibility: all of axe's rules in the light theme, those about colours in the dark one too. The content
// security policy forbids foreign scripts, and axe is one, so the page needs bypassCSP.

/** @param {Page} page @param {"light" | "dark"} colorScheme @param {import("axe-core").RunOptions} options */
async function found(page, colorScheme, options) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(async () => {
        const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
        await Promise.all(moving.map((one) => one.finished.catch(() => undefined)));
        // Colours that change, change from one frame to the next also where motion is reduced.
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
    return page.evaluate(
        async (how) =>
            (await window.axe.run(document, how)).violations.map(
                (one) =>
                    `${one.id}: ${one.nodes
                        .slice(0, 3)
                        .map((node) => node.target.join(" "))
                        .join(", ")}`,
            ),
        options,
    );
}

/** @param {Page} page @param {string} about @param {import("axe-core").RunOptions} options */
export async function violations(page, about = page.url(), options = {}) {
    await page.evaluate(`${axe}; undefined`);
    same(await found(page, "light", options), [], `${about}, light: axe finds`);
    same(
        await found(page, "dark", { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }),
        [],
        `${about}, dark: axe finds`,
    );
}

// The page is no wider than the window, once its layout has settled.
/** @param {Page} page @param {string} about */
export async function fits(page, about = page.url()) {
    const wide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    await page.waitForFunction(`(${wide})() === 0`).catch(() => undefined);
    same(await page.evaluate(wide), 0, `${about} sticks out by`);
}

// --- Matches on the server.

// The result texts of a match, by seat.
/** @param {Match} match */
export function resultTexts(match) {
    const { winners, draw } = present(match.result, "the result");
    /** @param {string} seat */
    const kind = (seat) =>
        draw || !winners.length
            ? "drawn"
            : winners.length > 1
              ? "shared"
              : seat === winners[0]
                ? "you_won"
                : "you_lost";
    return match.seats.map(({ seat }) => english[`web.game.${kind(seat)}`]);
}

// The answer is JSON of any shape, as of JSON.parse(), or a text.
/** @param {Page} page @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
export async function api(page, method, path, body) {
    return page.evaluate(
        async ({ method, path, body }) => {
            const me = await (await fetch("/api/me")).json();
            const headers = { "Content-Type": "application/json", "X-CSRF-Token": me.account?.csrf ?? "" };
            const answer = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
            const text = await answer.text();
            if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
            return answer.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
        },
        { method, path, body },
    );
}

/** @param {Page} page @param {string} id @returns {Promise<Match>} */
export const matchOf = (page, id) => api(page, "GET", `/api/matches/${id}`);

// The record of the game on this device; "": there is none.
/** @param {Page} page @returns {Promise<string>} */
export const localRecord = async (page) => (await savedGames(page)).find((game) => !game.result)?.record ?? "";

// The games of the device, the newest first.
/** @param {Page} page @returns {Promise<(import("../../web/src/saved").SavedGame & { key: string })[]>} */
export const savedGames = (page) =>
    page.evaluate(() =>
        Object.keys(localStorage)
            .filter((key) => key.startsWith("game-"))
            .map((key) => ({ key, ...JSON.parse(localStorage.getItem(key) ?? "null") }))
            .sort((a, b) => b.changed - a.changed),
    );

// Goes on with a game that an older client kept.
/** @param {Page} page @param {{ begun: number }} game */
export async function openKept(page, game) {
    await page.evaluate((kept) => localStorage.setItem("local-game", JSON.stringify(kept)), game);
    await page.goto(`/play?id=${game.begun.toString(36)}`);
}

// The scores that a page shows, in the order of the seats.
/** @param {Page} page */
export async function scores(page) {
    const found = await page
        .locator(".mt-player")
        .evaluateAll((all) =>
            all.map((one) => [one.dataset.seat, one.querySelector(".mt-score")?.getAttribute("data-score")]),
        );
    return found.sort().map(([, score]) => Number(score));
}

/** @param {Page} page @param {string} id @returns {Promise<string>} */
export const recordOf = (page, id) => api(page, "GET", `/api/matches/${id}/record`);

// Without animations there is nothing to wait for, or to draw.
/** @type {ContextOptions} */
export const calm = { reducedMotion: "reduce" };

// Two people in a new match, each in a browser of their own.
/** @param {Run} t @param {object} terms @param {ContextOptions[]} options */
export async function pair(t, terms, options = []) {
    const ann = await t.page("/rules", { ...calm, ...options[0] });
    await api(ann, "POST", "/api/guest", { lang: "en" });
    const match = await api(ann, "POST", "/api/matches", { seats: ["me", "open"], ...terms });
    await ann.goto(`/match/${match.id}`);
    await ann.locator(".mt-waiting").waitFor();
    const bob = await t.page(`/match/${match.id}`, { ...calm, ...options[1] });
    await bob.locator(".mt-waiting .button.primary").click();
    await bob.locator(".bd-board").waitFor();
    await ann.locator(".bd-cell.open").first().waitFor();
    return { id: match.id, ann, bob };
}

// --- The end.

/** @param {string[]} flags */
export async function finish(...flags) {
    if (!existsSync(join(web, "index.html")) || !existsSync(chromiumPath)) {
        console.log("1..1\nok 1 - the browser # SKIP there is no client or no Chromium");
        return;
    }
    const wanted = process.argv.slice(2);
    const chosen = tests.filter(({ name }) => !wanted.length || wanted.some((part) => name.includes(part)));
    const server = await new Server(...flags).start();
    const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
    let failed = 0;
    console.log(`1..${chosen.length}`);
    for (const [i, one] of chosen.entries()) if (!(await runOne(browser, server, one, i + 1))) failed++;
    await browser.close();
    await server.stop();
    server.remove();
    process.exitCode = failed ? 1 : 0;
}
