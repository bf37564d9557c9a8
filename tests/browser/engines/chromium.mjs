// Chromium, driven by Playwright as in all other tests of the browser.
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromiumPath, root } from "../harness.mjs";

/** @typedef {import("./process.mjs").EnginePage} EnginePage */

/** @type {typeof import("playwright-core")} */
const { chromium } = createRequire(join(root, "web/package.json"))("playwright-core");

export const path = chromiumPath;

/** @param {string[]} errors @returns {Promise<{ page: EnginePage, close: () => Promise<void> }>} */
export async function launch(errors) {
    const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
    const page = await browser.newPage({ locale: "en", reducedMotion: "reduce" });
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    return {
        page: {
            async goto(url) {
                await page.goto(url);
            },
            size: (width, height) => page.setViewportSize({ width, height }),
            evaluate: (call, value) => page.evaluate(/** @type {any} */ (call), value),
            tap: (x, y) => page.mouse.click(x, y),
            picture: () => page.screenshot(),
        },
        close: () => browser.close(),
    };
}
