// WebKit, the engine of Safari and of every browser on iOS: Debian's MiniBrowser, driven by WebKitWebDriver
// (https://www.w3.org/TR/webdriver2/), which speaks JSON over HTTP. It needs a display, so Xvfb gives it one.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../harness.mjs";
import { ended, pageCall, tapActions } from "./process.mjs";

/** @typedef {import("./process.mjs").EnginePage} EnginePage */

export const path = process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver";

function miniBrowser() {
    for (const machine of readdirSync("/usr/lib").filter((name) => name.endsWith("-linux-gnu")))
        for (const version of ["4.1", "4.0"]) {
            const found = `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`;
            if (existsSync(found)) return found;
        }
    throw new Error("there is no MiniBrowser");
}

/** @param {string} url @param {string} method @param {object} [body] @returns {Promise<any>} */
async function send(url, method, body) {
    const answer = await fetch(url, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
}

/** @param {string} url @returns {Promise<void>} */
async function ready(url) {
    for (let n = 0; n < 1200; n++) {
        const up = await send(`${url}/status`, "GET").catch(() => undefined);
        if (up) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("WebKitWebDriver does not answer");
}

/** @returns {Promise<{ page: EnginePage, close: () => Promise<void> }>} */
export async function launch() {
    const folder = mkdtempSync(join(tmpdir(), "logomachy-webkit-"));
    const port = freePort();
    const display = ["-a", "-s", "-screen 0 2000x1400x24"];
    const driver = spawn("xvfb-run", [...display, path, `--port=${port}`], {
        stdio: "ignore",
        detached: true, // with Xvfb it is a group of processes, which end together
        env: { ...process.env, HOME: folder, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" },
    });
    const base = `http://127.0.0.1:${port}`;
    await ready(base);
    const browser = { binary: miniBrowser(), args: ["--automation"] };
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": browser } };
    const { sessionId } = await send(`${base}/session`, "POST", { capabilities });
    const session = `${base}/session/${sessionId}`;
    await send(`${session}/timeouts`, "POST", { script: 120000, pageLoad: 120000 });
    return {
        page: pageOf(session),
        async close() {
            await send(session, "DELETE").catch(() => undefined);
            process.kill(-(driver.pid ?? 0), "SIGTERM");
            await ended(driver);
            rmSync(folder, { recursive: true, force: true });
        },
    };
}

/** @param {string} session @returns {EnginePage} */
function pageOf(session) {
    /** @param {number} width @param {number} height */
    const resize = (width, height) => send(`${session}/window/rect`, "POST", { x: 0, y: 0, width, height });
    return {
        async goto(url) {
            await send(`${session}/url`, "POST", { url });
        },
        // The window has bars around the page.
        async size(width, height) {
            await resize(width, height);
            const [w = 0, h = 0] = await this.evaluate(() => [innerWidth, innerHeight]);
            await resize(2 * width - w, 2 * height - h);
        },
        async evaluate(call, value) {
            const script = `const done = arguments[0]; ${pageCall(call, value)}
                .then((json) => done([json]), (error) => done([null, String(error)]));`;
            const [json, error] = await send(`${session}/execute/async`, "POST", { script, args: [] });
            if (error) throw new Error(error);
            return JSON.parse(json);
        },
        async tap(x, y) {
            await send(`${session}/actions`, "POST", { actions: [tapActions(x, y)] });
        },
        async picture() {
            return Buffer.from(await send(`${session}/screenshot`, "GET"), "base64");
        },
    };
}
