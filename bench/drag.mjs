// How long a pointer move takes while a word is traced, a tile or a column is dragged: script and style on the main
// thread, in CPU time, with the processor slowed down four times (Chrome's tracing and CPU throttling).
//
//     node bench/drag.mjs [NAME…]      # "balda 5", "balda 9", "wordgame", "bali 3"; all without a name
//
// LOGOMACHY_PROGRAM, LOGOMACHY_WEB and LOGOMACHY_LEXICONS are those of tests/browser. Prints one line per board: moves
// measured, median, 95th percentile, most. The budget of the 95th percentile is 16 ms.
import { createRequire } from "node:module";
import { join } from "node:path";
import { desktop, root, Server } from "../tests/browser/harness.mjs";

/** @type {typeof import("playwright-core")} */
const { chromium } = createRequire(join(root, "web/package.json"))("playwright-core");

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {[number, number]} Point */
/** @typedef {{ name: string, ph: string, tid: number, ts: number, dur: number, tdur?: number, args?: any }} TraceEvent */

const SLOWDOWN = 4;
const BUDGET_MS = 16;
const SCRIPT_AND_STYLE = new Set([
    "EventDispatch",
    "FunctionCall",
    "FireAnimationFrame",
    "RunMicrotasks",
    "UpdateLayoutTree",
    "Layout",
]);

// --- The gestures: each returns the points that the pointer visits.

const steps = 12; // moves between two points

/** @param {Point[]} points @returns {Point[]} */
function between(points) {
    return points.slice(1).flatMap(([x, y], i) => {
        const [fromX, fromY] = points[i];
        return Array.from(
            { length: steps },
            (_, n) =>
                /** @type {Point} */ ([
                    fromX + ((x - fromX) * (n + 1)) / steps,
                    fromY + ((y - fromY) * (n + 1)) / steps,
                ]),
        );
    });
}

/** @param {import("playwright-core").Locator} locator @returns {Promise<Point>} */
async function middle(locator) {
    const box = await locator.boundingBox();
    if (!box) throw new Error(`${locator} is not drawn`);
    return [box.x + box.width / 2, box.y + box.height / 2];
}

/** @param {Page} page */
async function traceWord(page) {
    const open = page.locator(".bd-cell.open").first();
    await open.waitFor();
    await open.click();
    await page.locator(".bd-key").first().click();
    const filled = page.locator(".bd-cell.filled:not(.drafted)");
    const row = await Promise.all((await filled.all()).map(middle));
    return [...row, ...row.toReversed(), ...row, ...row.toReversed()];
}

/** @param {Page} page */
async function dragTile(page) {
    const tile = page.locator("button.wg-slot:enabled").first();
    await tile.waitFor();
    const cells = [112, 0, 14, 224, 210, 112];
    const path = await Promise.all(cells.map((n) => middle(page.locator(`.wg-board [data-square="${n}"]`))));
    return [await middle(tile), ...path, await middle(tile)];
}

/** @param {Page} page */
async function dragColumn(page) {
    await page.locator('.bl-table[data-active="true"]').waitFor();
    const columns = await page.locator(".bl-column:not(.empty)").all();
    const path = await Promise.all(columns.map(middle));
    return [...path, ...path.toReversed()];
}

/** @type {Record<string, [string, (page: Page) => Promise<Point[]>]>} */
const boards = {
    "balda 5": ["/play?game=balda&lang=en&level=1&start=crown", traceWord],
    "balda 9": ["/play?game=balda&lang=en&level=1&set.size=9", traceWord],
    wordgame: ["/play?game=wordgame&lang=en&level=1", dragTile],
    "bali 3": ["/play?game=bali&lang=en&seats=3&level=1,1", dragColumn],
};

// --- Measuring.

// CPU time of the outermost events of script and style after each pointer move, in ms.
/** @param {TraceEvent[]} events */
function perMove(events) {
    const isMove = (/** @type {TraceEvent} */ e) => e.name === "EventDispatch" && e.args?.data?.type === "pointermove";
    const thread = events.find(isMove)?.tid;
    const mine = events.filter((e) => e.ph === "X" && e.tid === thread && SCRIPT_AND_STYLE.has(e.name));
    mine.sort((a, b) => a.ts - b.ts || b.dur - a.dur);
    /** @type {number[]} */
    const sums = [];
    let covered = 0;
    for (const e of mine) {
        if (isMove(e)) sums.push(0);
        if (!sums.length || e.ts < covered) continue;
        covered = e.ts + e.dur;
        sums[sums.length - 1] += (e.tdur ?? e.dur) / 1000;
    }
    return sums;
}

/** @param {Browser} browser @param {Page} page @param {() => Promise<void>} run @returns {Promise<TraceEvent[]>} */
async function traced(browser, page, run) {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    await browser.startTracing(page, { categories: ["devtools.timeline"] });
    await run();
    const events = JSON.parse(String(await browser.stopTracing())).traceEvents;
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    return events;
}

const nextFrame = (/** @type {Page} */ page) =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));

/** @param {Browser} browser @param {string} url @param {(typeof boards)[string]} board */
async function measure(browser, url, [path, gesture]) {
    const page = await (await browser.newContext({ ...desktop, locale: "en", baseURL: url })).newPage();
    await page.goto(path);
    const points = await gesture(page);
    await page.mouse.move(...points[0]);
    const events = await traced(browser, page, async () => {
        await page.mouse.down();
        for (const [x, y] of between(points)) {
            await page.mouse.move(x, y);
            await nextFrame(page);
        }
    });
    await page.context().close();
    return perMove(events).sort((a, b) => a - b);
}

const at = (/** @type {number[]} */ sorted, /** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

const wanted = process.argv.slice(2);
const server = await new Server().start();
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox"],
});
console.log("board        moves  median     p95    most   (ms of script and style, CPU 4 times slower)");
for (const [name, board] of Object.entries(boards)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const times = await measure(browser, server.url, board);
    const [median, high, most] = [at(times, 0.5), at(times, 0.95), at(times, 1)].map((ms) => ms.toFixed(1).padStart(7));
    console.log(`${name.padEnd(11)}${String(times.length).padStart(7)} ${median} ${high} ${most}`);
    if (at(times, 0.95) > BUDGET_MS) process.exitCode = 1;
}
await browser.close();
await server.stop();
server.remove();
