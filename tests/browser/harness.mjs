// What the browser's tests share: a server of their own with the built client, Chromium, tests that
// print TAP. Whatever the console calls an error fails the test that it happens in.
//
//     import { test, finish, server, context, holds } from "./harness.mjs";
//     test("a guest plays", async (t) => { const page = await t.page(); ... });
//     await finish();
//
// LOGOMACHY_PROGRAM, LOGOMACHY_WEB and LOGOMACHY_LEXICONS may say where things are.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadMessages } from "../../web/messages.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(join(root, "web/package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
export const english = loadMessages(join(root, "data/messages/web")).en;
const program = process.env.LOGOMACHY_PROGRAM ?? join(root, "build/logomachy");
const web = process.env.LOGOMACHY_WEB ?? join(root, "build/web");
const lexicons = process.env.LOGOMACHY_LEXICONS ?? join(root, "build/lexicons");
const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";

export const desktop = { viewport: { width: 1280, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export function holds(condition, about) {
    if (!condition) throw new Error(about);
}

export function same(is, wanted, about = "") {
    const [a, b] = [JSON.stringify(is), JSON.stringify(wanted)];
    if (a !== b) throw new Error(`${about} ${a} instead of ${b}`);
}

// What a page shows follows what was done by a moment: it is read until it is so.
// It has long, for a busy machine is slow.
const soonMs = 60000;

async function settled(read, isSo) {
    for (const late = Date.now() + soonMs; ; ) {
        const got = await read();
        if (isSo(got) || Date.now() > late) return got;
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

export async function soon(read, wanted, about) {
    same(await settled(read, (got) => JSON.stringify(got) === JSON.stringify(wanted)), wanted, about);
}

export async function soonHolds(read, about) {
    holds(await settled(read, Boolean), about);
}

// --- The server.

export class Server {
    constructor(...flags) {
        this.folder = mkdtempSync(join(tmpdir(), "logomachy-browser-"));
        this.flags = flags;
        this.port = 0;
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
        this.process = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
        this.url = await new Promise((resolve, reject) => {
            let said = "";
            this.process.stdout.on("data", (more) => {
                said += more;
                const found = /http:\/\/[\d.]+:(\d+)/.exec(said);
                if (found) {
                    this.port = Number(found[1]);
                    resolve(`http://127.0.0.1:${this.port}`);
                }
            });
            this.process.on("exit", (status) => reject(new Error(`the server ended with ${status}: ${said}`)));
        });
        return this;
    }
    async stop() {
        const ended = new Promise((resolve) => this.process.once("exit", resolve));
        this.process.kill("SIGTERM");
        await ended;
    }
    remove() {
        rmSync(this.folder, { recursive: true, force: true });
    }
}

// --- Tests.

const tests = [];

export function test(name, run) {
    tests.push({ name, run });
}

class Run {
    constructor(browser, server) {
        this.browser = browser;
        this.server = server;
        this.contexts = [];
        this.errors = [];
        this.expected = []; // patterns of errors that this test brings about
    }
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
    watch(page) {
        const note = (text) => {
            if (!this.expected.some((pattern) => pattern.test(text))) this.errors.push(text);
        };
        page.on(
            "console",
            (message) => message.type() === "error" && note(`${message.text()} ${message.location().url}`),
        );
        page.on("pageerror", (error) => note(String(error)));
    }
    async page(path = "/", options = {}) {
        const page = await (await this.context(options)).newPage();
        await page.goto(path);
        return page;
    }
}

async function runOne(browser, server, { name, run }, number) {
    const t = new Run(browser, server);
    let wrong = "";
    const began = performance.now();
    try {
        await run(t);
        if (t.errors.length) throw new Error(`the console says: ${t.errors.join("; ")}`);
    } catch (error) {
        wrong = String(error.stack ?? error);
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

// What was to be seen when it failed, where somebody wants to look.
async function picture(t, number) {
    const folder = process.env.LOGOMACHY_PICTURES;
    const pages = t.contexts.flatMap((context) => context.pages());
    if (folder)
        for (const [i, page] of pages.entries())
            await page.screenshot({ path: join(folder, `failed-${number}-${i}.png`) }).catch(() => undefined);
}

// --- Moves of Balda and Bukva, found by the program and made by hand.

export function legal(record, top = 1) {
    const out = execFileSync(program, ["moves", "-", "--json", "--top", String(top), "--lexicons", lexicons], {
        input: record,
    });
    return JSON.parse(out).moves;
}

const squareOf = (name, width) => (name.charCodeAt(1) - 49) * width + name.charCodeAt(0) - 97;

export function parse(text, width) {
    const [, square, letter, path] = /^(..)=(.)\/(.+)$/u.exec(text);
    return { square: squareOf(square, width), letter, path: path.match(/../g).map((name) => squareOf(name, width)) };
}

export const cell = (page, square) => page.locator(`.bd-board [data-square="${square}"]`);

export async function draft(page, text, width = 5) {
    const move = parse(text, width);
    await page.locator(`.bd-cell.open[data-square="${move.square}"]`).click();
    await page.locator(".bd-key", { hasText: new RegExp(`^${move.letter}$`) }).click();
    for (const square of move.path) await cell(page, square).click();
    await page.locator('.bd-word[data-verdict="good"], .bd-word[data-verdict="ask"]').waitFor();
}

export async function play(page, text, width = 5) {
    await draft(page, text, width);
    await page.locator(".bd-buttons .primary").click();
}

// Of a long game the first moves and every sixth one are made by hand, those between as another program
// of the same player would make them. All are seen by all, before the next one by hand.
export const byHand = (n) => n < 8 || n % 6 === 0;
export const actAt = (page, id, move) => api(page, "POST", `/api/matches/${id}/actions`, { verb: "move", move });

export async function untilEntries(page, n) {
    await page.waitForFunction((want) => document.querySelectorAll(".mt-entry").length >= want, n);
}

// --- What is in anybody's way: all of axe's rules in the light theme, those about colours in the dark
// one too. The policy lets no foreign script in, and axe is one: the page has bypassCSP.

async function found(page, colorScheme, options) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(async () => {
        const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
        await Promise.all(moving.map((one) => one.finished.catch(() => undefined)));
        // Colours that change, change from one frame to the next also where motion is reduced.
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
    return page.evaluate(
        async (how) =>
            (await axe.run(document, how)).violations.map(
                (one) =>
                    `${one.id}: ${one.nodes
                        .slice(0, 3)
                        .map((node) => node.target.join(" "))
                        .join(", ")}`,
            ),
        options,
    );
}

export async function violations(page, about = page.url(), options = {}) {
    await page.evaluate(`${axe}; undefined`);
    same(await found(page, "light", options), [], `${about}, light: axe finds`);
    same(
        await found(page, "dark", { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }),
        [],
        `${about}, dark: axe finds`,
    );
}

// Nothing sticks out at the side, once the page has taken to its width.
export async function fits(page, about = page.url()) {
    const wide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    await page.waitForFunction(`(${wide})() === 0`).catch(() => undefined);
    same(await page.evaluate(wide), 0, `${about} sticks out by`);
}

// --- Matches on the server.

// What the players of a match are told at its end, by seat.
export function resultTexts(match) {
    const { winners, draw } = match.result;
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

export async function api(page, method, path, body) {
    return page.evaluate(
        async ([m, p, b]) => {
            const me = await (await fetch("/api/me")).json();
            const headers = { "Content-Type": "application/json", "X-CSRF-Token": me.account?.csrf ?? "" };
            const answer = await fetch(p, { method: m, headers, ...(b && { body: JSON.stringify(b) }) });
            const text = await answer.text();
            if (!answer.ok) throw new Error(`${p}: ${answer.status} ${text}`);
            return answer.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
        },
        [method, path, body],
    );
}

export const recordOf = (page, id) => api(page, "GET", `/api/matches/${id}/record`);

// Two people at a new match, each in a browser of his own.
// Nothing that moves has to be waited for, or drawn.
export const calm = { reducedMotion: "reduce" };

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
