// Firefox, driven by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/): JSON messages over a WebSocket that
// Firefox opens itself, without a driver between.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../harness.mjs";
import { ended, pageCall, said, tapActions } from "./process.mjs";

/** @typedef {import("./process.mjs").EnginePage} EnginePage */

const { WebSocket } = createRequire(join(root, "web/package.json"))("ws");

export const path = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

// Firefox looks for updates, studies and captive portals when it starts. Nothing here has a network.
const preferences = {
    "app.update.disabledForTesting": true,
    "app.normandy.enabled": false,
    "browser.shell.checkDefaultBrowser": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "extensions.getAddons.cache.enabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": false,
    "ui.prefersReducedMotion": 1,
};

/** @param {string} folder */
function writeProfile(folder) {
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
    writeFileSync(join(folder, "user.js"), `${lines.join("\n")}\n`);
}

class Connection {
    /** @param {any} socket */
    constructor(socket) {
        this.socket = socket;
        this.last = 0;
        /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
        this.waiting = new Map();
        /** @type {(event: any) => void} */
        this.onEvent = () => undefined;
        socket.on("message", (/** @type {Buffer} */ data) => this.receive(JSON.parse(String(data))));
        socket.on("close", () => {
            for (const { reject } of this.waiting.values()) reject(new Error("Firefox closed the connection"));
        });
    }
    /** @param {string} url @returns {Promise<Connection>} */
    static open(url) {
        const socket = new WebSocket(`${url}/session`);
        return new Promise((resolve, reject) => {
            socket.on("open", () => resolve(new Connection(socket)));
            socket.on("error", reject);
        });
    }
    /** @param {any} message */
    receive(message) {
        if (message.type === "event") return this.onEvent(message);
        const asked = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        if (message.type === "error") asked?.reject(new Error(`${message.error}: ${message.message}`));
        else asked?.resolve(message.result);
    }
    /** @param {string} method @param {object} params @returns {Promise<any>} */
    send(method, params) {
        const id = ++this.last;
        this.socket.send(JSON.stringify({ id, method, params }));
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }
}

/** @param {string[]} errors @returns {Promise<{ page: EnginePage, close: () => Promise<void> }>} */
export async function launch(errors) {
    const folder = mkdtempSync(join(tmpdir(), "logomachy-firefox-"));
    writeProfile(folder);
    const args = ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0", "about:blank"];
    const firefox = spawn(path, args, { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: folder } });
    const url = await said(firefox, firefox.stderr, /WebDriver BiDi listening on (ws:\S+)/);
    const connection = await Connection.open(url);
    await connection.send("session.new", { capabilities: {} });
    await connection.send("session.subscribe", { events: ["log.entryAdded"] });
    connection.onEvent = ({ params }) => params.level === "error" && errors.push(params.text);
    const { contexts } = await connection.send("browsingContext.getTree", {});
    return {
        page: pageOf(connection, contexts[0].context),
        async close() {
            connection.send("browser.close", {}).catch(() => undefined);
            await ended(firefox);
            rmSync(folder, { recursive: true, force: true });
        },
    };
}

/** @param {Connection} connection @param {string} context @returns {EnginePage} */
function pageOf(connection, context) {
    return {
        async goto(url) {
            await connection.send("browsingContext.navigate", { context, url, wait: "complete" });
        },
        async size(width, height) {
            await connection.send("browsingContext.setViewport", { context, viewport: { width, height } });
        },
        async evaluate(call, value) {
            const { result, exceptionDetails } = await connection.send("script.evaluate", {
                expression: pageCall(call, value),
                target: { context },
                awaitPromise: true,
            });
            if (exceptionDetails) throw new Error(exceptionDetails.text);
            return JSON.parse(result.value);
        },
        async tap(x, y) {
            await connection.send("input.performActions", { context, actions: [tapActions(x, y)] });
        },
        async picture() {
            const { data } = await connection.send("browsingContext.captureScreenshot", { context });
            return Buffer.from(data, "base64");
        },
    };
}
