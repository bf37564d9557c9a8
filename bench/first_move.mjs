// Time to the first move: from opening a game's address until the board takes a move, on a slow phone.
//
//     node bench/first_move.mjs [GAME-LANG…]     # all: balda-en wordgame-en bali-fr bukva-ru balda-de …
//     node bench/first_move.mjs --json balda-en  # for other programs
//     node bench/first_move.mjs --fast balda-en  # with all of the processor: what the network costs
//
// A server of its own, and Chromium behind a proxy of 1.6 Mbit/s down and 150 ms round trip: it slows down whatever the
// browser fetches, also in workers, which the browser's own emulation does not. For the processor, the processes of the
// page run a quarter of the time (stopped and continued every 20 ms), again with all their workers. Cold: a new browser
// profile. Warm: the same address in a new tab once everything has settled. LOGOMACHY_WEB and the like as for the tests
// in tests/browser. A busy machine shows as a higher load in the last line; measure again then.
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
const GAMES = ["balda-en", "wordgame-en", "bali-fr", "bukva-ru", "balda-fr", "balda-nl", "balda-de", "wordgame-de"];
const PLAYABLE = '.bd-cell.open, .wg-board[data-active="true"], .bl-card';

const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

// --- The network.

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
        // A connection costs a round trip before its first byte.
        near.on("data", (chunk) =>
            setTimeout(() => far.write(chunk), Date.now() - opened < DELAY * 2 ? DELAY * 3 : DELAY),
        );
        near.on("close", () => far.destroy());
        far.on("data", (chunk) => this.send(near, far, chunk));
        far.on("close", () => setTimeout(() => near.end(), Math.max(0, this.free - Date.now()) + DELAY));
    }
    // Connections share the line: each piece waits for those before it.
    /** @param {net.Socket} near @param {net.Socket} far @param {Buffer} chunk */
    send(near, far, chunk) {
        const piece = 4096;
        for (let at = 0; at < chunk.length; at += piece) {
            const part = chunk.subarray(at, at + piece);
            this.free = Math.max(this.free, Date.now()) + (1000 * part.length) / DOWN;
            setTimeout(() => near.writable && near.write(part), this.free - Date.now() + DELAY);
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
    const look = setInterval(() => (pids = pagesOf(profile)), 200);
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
        // Until the service worker and all that is fetched in the background have what they want.
        for (let last = -1; last !== line.bytes; await sleep(3000)) last = line.bytes;
        await cold.page.close();
        const warm = await open(context, line, address, profile);
        return { which, cold, warm, all: line.bytes };
    } finally {
        await context.close();
        line.close();
        rmSync(profile, { recursive: true, force: true });
    }
}

const given = process.argv.slice(2);
const json = given.includes("--json");
const wanted = given.filter((word) => !word.startsWith("--"));
const server = await new Server().start();
try {
    if (!json) console.log("game            cold s  paint s  fetched kB   warm s  fetched kB   in all kB");
    for (const which of wanted.length ? wanted : GAMES) {
        const { cold, warm, all } = await measure(server, which);
        const kb = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(0);
        if (json)
            console.log(
                JSON.stringify({ which, cold: cold.seconds, paint: cold.paint, warm: warm.seconds, bytes: cold.bytes }),
            );
        else
            console.log(
                which.padEnd(14),
                cold.seconds.toFixed(1).padStart(7),
                cold.paint.toFixed(1).padStart(8),
                kb(cold.bytes).padStart(11),
                warm.seconds.toFixed(1).padStart(8),
                kb(warm.bytes).padStart(11),
                kb(all).padStart(11),
            );
    }
    if (!json) console.log(`load ${loadavg()[0]?.toFixed(1)}`);
} finally {
    await server.stop();
    server.remove();
}
