// Time to the first move: from opening a game's address until the board takes a move, on a slow phone.
//
//     node bench/first_move.mjs [GAME-LANG…]        # without a name: every game in every language
//     node bench/first_move.mjs --runs=5 balda-en   # the median of five; otherwise of three
//     node bench/first_move.mjs --json balda-en     # for other programs
//     node bench/first_move.mjs --fast balda-en     # with all of the processor: what the network costs
//
// Ends with 1 if a median exceeds its budget (COLD, WARM).
//
// A server of its own, and Chromium behind a proxy of 1.6 Mbit/s down and 150 ms round trip: it slows down whatever the
// browser fetches, also in workers, which the browser's own emulation does not. For the processor, the processes of the
// page run a quarter of the time (stopped and continued every 20 ms), again with all their workers. Cold: a new browser
// profile. Warm: the same address in a new tab once the service worker runs and the line is quiet. LOGOMACHY_WEB and the
// like as for the tests in tests/browser. A busy machine shows as a higher load in the last column; measure again then.
import { readFileSync, readdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { root, Server } from "../tests/browser/harness.mjs";

const require = createRequire(join(root, "web/package.json"));
/** @type {typeof import("playwright-core")} */
const { chromium } = require("playwright-core");

const DOWN = 1.6e6 / 8; // bytes a second
const DELAY = 75; // milliseconds each way
const SHARE = process.argv.includes("--fast") ? 1 : 0.25; // of the time that the page's processes run
const PERIOD = 20;
const LONGEST = 240000;
const QUIET = 6000; // milliseconds without a byte on the line, longer than the client pauses between what it keeps
// Budgets in seconds.
const COLD = { "balda-en": 4, "wordgame-en": 5, other: 9 };
const WARM = 1;
const PLAYABLE = '.bd-cell.open, .wg-board[data-active="true"], .bl-card';

const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

// --- The network.

// Writes pieces when they are due, in their order: timers of different lengths that are late would mix them up.
/** @param {net.Socket} socket */
function delayed(socket) {
    /** @type {{ due: number, piece: Buffer }[]} */
    const queue = [];
    const flush = () => {
        while (queue[0] && queue[0].due <= Date.now()) {
            const { piece } = /** @type {{ piece: Buffer }} */ (queue.shift());
            if (socket.writable) socket.write(piece);
        }
        if (queue[0]) setTimeout(flush, queue[0].due - Date.now());
    };
    return (/** @type {Buffer} */ piece, /** @type {number} */ due) => {
        queue.push({ due, piece });
        if (queue.length === 1) setTimeout(flush, due - Date.now());
    };
}

class Line {
    constructor() {
        this.free = 0; // when the line has sent all that it has taken
        this.bytes = 0;
        /** @type {Set<net.Socket>} */
        this.sockets = new Set();
    }
    /** @param {number} port */
    async open(port) {
        this.server = net.createServer((near) => this.join(near, net.connect(port, "127.0.0.1")));
        await new Promise((resolve) => this.server?.listen(0, "127.0.0.1", () => resolve(undefined)));
        return /** @type {net.AddressInfo} */ (this.server.address()).port;
    }
    /** @param {net.Socket} near @param {net.Socket} far */
    join(near, far) {
        const opened = Date.now();
        for (const one of [near, far]) {
            this.sockets.add(one);
            one.setNoDelay(true);
            one.on("error", () => undefined);
            one.on("close", () => this.sockets.delete(one));
        }
        const [up, down] = [delayed(far), delayed(near)];
        // A connection costs a round trip before its first byte.
        near.on("data", (chunk) => up(chunk, Math.max(Date.now() + DELAY, opened + DELAY * 3)));
        near.on("close", () => far.destroy());
        far.on("data", (chunk) => this.send(down, far, chunk));
        far.on("close", () => setTimeout(() => near.end(), Math.max(0, this.free - Date.now()) + DELAY));
    }
    // Connections share the line: each piece waits for those before it.
    /** @param {ReturnType<typeof delayed>} down @param {net.Socket} far @param {Buffer} chunk */
    send(down, far, chunk) {
        const piece = 4096;
        for (let at = 0; at < chunk.length; at += piece) {
            const part = chunk.subarray(at, at + piece);
            this.free = Math.max(this.free, Date.now()) + (1000 * part.length) / DOWN;
            down(part, this.free + DELAY);
        }
        this.bytes += chunk.length;
        // As if the sender's window were small: it waits until the line is nearly free.
        const ahead = this.free - Date.now();
        if (ahead > 50) {
            far.pause();
            setTimeout(() => far.resume(), ahead - 50);
        }
    }
    close() {
        for (const one of this.sockets) one.destroy();
        this.server?.close();
    }
}

// --- The processor.

/** @param {string} pid */
function readProcess(pid) {
    try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? "";
        return { pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, "utf8") };
    } catch {
        return null;
    }
}

/** @param {string} profile */
function pagesOf(profile) {
    const all = readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .flatMap((pid) => readProcess(pid) ?? []);
    const browsers = all.filter((one) => one.command.includes(profile) && !one.command.includes("--type="));
    const family = new Set(browsers.map((one) => one.pid));
    for (let grown = -1; grown !== family.size; ) {
        grown = family.size;
        for (const one of all) if (family.has(one.parent)) family.add(one.pid);
    }
    return all
        .filter((one) => family.has(one.pid) && one.command.includes("--type=renderer"))
        .map((one) => Number(one.pid));
}

/** @param {string} profile */
function slowDown(profile) {
    let on = true;
    /** @type {number[]} */
    let pids = [];
    const signal = (/** @type {NodeJS.Signals} */ what) => {
        for (const pid of pids)
            try {
                process.kill(pid, what);
            } catch {
                // It has ended.
            }
    };
    const look = setInterval(() => (pids = pagesOf(profile)), 100);
    const loop = (async () => {
        while (on && SHARE < 1) {
            signal("SIGCONT");
            await sleep(PERIOD * SHARE);
            if (!on) break;
            signal("SIGSTOP");
            await sleep(PERIOD * (1 - SHARE));
        }
        signal("SIGCONT");
    })();
    return async () => {
        on = false;
        clearInterval(look);
        await loop;
    };
}

// --- One game.

/** @param {import("playwright-core").BrowserContext} context @param {Line} line @param {string} address @param {string} profile */
async function open(context, line, address, profile) {
    const page = await context.newPage();
    const faster = slowDown(profile);
    const before = line.bytes;
    const began = performance.now();
    await page.goto(address, { waitUntil: "commit", timeout: LONGEST });
    await page.waitForSelector(PLAYABLE, { timeout: LONGEST });
    const seconds = (performance.now() - began) / 1000;
    const bytes = line.bytes - before;
    await faster();
    const paint = await page.evaluate(
        () => (performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0) / 1000,
    );
    return { page, seconds, bytes, paint };
}

// Until the service worker and all that is fetched in the background have what they want.
/** @param {import("playwright-core").Page} page @param {Line} line */
async function settle(page, line) {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    for (let last = -1; last !== line.bytes; await sleep(QUIET)) last = line.bytes;
}

/** @param {Server} server @param {string} which */
async function measure(server, which) {
    const [game, lang] = which.split("-");
    const line = new Line();
    const port = await line.open(server.port);
    const profile = mkdtempSync(join(tmpdir(), "logomachy-first-"));
    const context = await chromium.launchPersistentContext(profile, {
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
        viewport: { width: 390, height: 844 },
        locale: "en",
    });
    const address = `http://localhost:${port}/play?game=${game}&lang=${lang}&level=2`;
    try {
        const cold = await open(context, line, address, profile);
        await settle(cold.page, line);
        await cold.page.close();
        const warm = await open(context, line, address, profile);
        return {
            ...{ cold: cold.seconds, paint: cold.paint, coldBytes: cold.bytes },
            ...{ warm: warm.seconds, warmBytes: warm.bytes, allBytes: line.bytes },
        };
    } finally {
        await context.close();
        line.close();
        rmSync(profile, { recursive: true, force: true });
    }
}

// --- All of them.

/** @param {Server} server @param {string} path */
const get = async (server, path) => (await fetch(server.url + path)).json();

// Every game in every language that it is offered in.
/** @param {Server} server @returns {Promise<string[]>} */
async function allGames(server) {
    const { games } = await get(server, "/api/games");
    return games.flatMap((/** @type {{ name: string, languages: { lang: string }[] }} */ game) =>
        game.languages.map(({ lang }) => `${game.name}-${lang}`),
    );
}

// The first request for a pack makes it: that is the server's start, not the client's.
/** @param {Server} server */
async function makePacks(server) {
    for (const path of Object.values(await get(server, "/lexicons/current.json")))
        await (await fetch(server.url + path)).arrayBuffer();
}

/** @typedef {Awaited<ReturnType<typeof measure>>} Measured */

// The median of each figure.
/** @param {Measured[]} all @returns {Measured} */
function median(all) {
    const middle = (/** @type {keyof Measured} */ key) =>
        all.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(all.length / 2)];
    return /** @type {Measured} */ (
        Object.fromEntries(Object.keys(all[0] ?? {}).map((key) => [key, middle(/** @type {keyof Measured} */ (key))]))
    );
}

/** @param {string} which @param {Measured} m */
function row(which, m) {
    const seconds = (/** @type {number} */ s, /** @type {number} */ budget) =>
        `${s.toFixed(1)}${s > budget ? "!" : " "}`;
    const kb = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(0);
    const cells = [seconds(m.cold, budgetOf(which)), m.paint.toFixed(1), kb(m.coldBytes), seconds(m.warm, WARM)];
    return [
        which.padEnd(14),
        ...[...cells, kb(m.warmBytes), kb(m.allBytes), loadavg()[0]?.toFixed(1) ?? ""].map((cell) => cell.padStart(9)),
    ].join("");
}

const budgetOf = (/** @type {string} */ which) => COLD[/** @type {keyof typeof COLD} */ (which)] ?? COLD.other;

const given = process.argv.slice(2);
const json = given.includes("--json");
const runs = Number(given.find((word) => word.startsWith("--runs="))?.slice(7) ?? 3);
const wanted = given.filter((word) => !word.startsWith("--"));
const server = await new Server().start();
try {
    await makePacks(server);
    if (!json)
        console.log("seconds, kB;    cold    paint  fetched     warm  fetched   in all     load   (!: over budget)");
    for (const which of wanted.length ? wanted : await allGames(server)) {
        /** @type {Measured[]} */
        const all = [];
        for (let i = 0; i < runs; i++) all.push(await measure(server, which));
        const m = median(all);
        console.log(json ? JSON.stringify({ which, ...m, load: loadavg()[0] }) : row(which, m));
        if (m.cold > budgetOf(which) || m.warm > WARM) process.exitCode = 1;
    }
} finally {
    await server.stop();
    server.remove();
}
