// The same games in Firefox and WebKit as in Chromium: one of each kind to its end against the computer on the device,
// with the mouse, and some with nothing but element.click(), as assistive technology activates elements.
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as chromium from "./engines/chromium.mjs";
import * as firefox from "./engines/firefox.mjs";
import * as webkit from "./engines/webkit.mjs";
import { holds, lexicons, localRecord, present, program, Server, same, settled } from "./harness.mjs";

/**
 * @typedef {import("./engines/process.mjs").EnginePage} EnginePage
 * @typedef {(page: EnginePage, selector: string, text?: string) => Promise<void>} Press
 * @typedef {{ path: string, turn: string, turns: number, move: (page: EnginePage, press: Press, text: string) => Promise<void> }} Play
 */

// --- Elements of a page.

/** @param {EnginePage} page @param {string} selector */
const count = (page, selector) => page.evaluate((one) => document.querySelectorAll(one).length, selector);

/** @param {EnginePage} page @param {string} selector */
async function appears(page, selector) {
    holds(await settled(() => count(page, selector), Boolean), `${selector} does not appear`);
}

// The element that a selector finds, with this text if one is given.
/** @param {{ selector: string, text?: string }} wanted @returns {HTMLElement | undefined} */
function find({ selector, text }) {
    const all = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))];
    return all.find((one) => text === undefined || one.textContent?.trim() === text);
}

// Runs a function on the element, as soon as there is one.
/** @param {EnginePage} page @param {string} call @param {{ selector: string, text?: string }} wanted @returns {Promise<any>} */
async function onElement(page, call, wanted) {
    const script = `(wanted) => { const one = (${find})(wanted); return one ? (${call})(one) : false; }`;
    const inPage = Object.assign(() => undefined, { toString: () => script });
    const got = await settled(() => page.evaluate(/** @type {any} */ (inPage), wanted), Boolean);
    holds(got, `${wanted.selector} ${wanted.text ?? ""} is not there`);
    return got;
}

// With the mouse: on the middle of the element, which nothing else may cover. A column of cards is taken by its upper
// corner.
/** @type {Press} */
async function withMouse(page, selector, text) {
    const place = String((/** @type {HTMLElement} */ one) => {
        one.scrollIntoView({ block: "center" });
        const { x, y, width, height } = one.getBoundingClientRect();
        const [left, top] = [x + Math.min(width / 2, 20), y + Math.min(height / 2, 20)];
        return one.contains(document.elementFromPoint(left, top)) && [left, top];
    });
    const [x, y] = await onElement(page, place, { selector, text });
    await page.tap(x, y);
}

/** @type {Press} */
async function byClick(page, selector, text) {
    await onElement(page, "(one) => (one.click(), true)", { selector, text });
}

// --- Moves of each game, found by the program.

/** @param {string} record @returns {string | undefined} */
function best(record) {
    const out = execFileSync(program, ["best", "-", "--json", "--level", "2", "--lexicons", lexicons], {
        input: record,
        encoding: "utf8",
    });
    return JSON.parse(out).text;
}

/** @param {string} name @param {number} width */
const squareOf = (name, width) => (name.charCodeAt(1) - 49) * width + name.charCodeAt(0) - 97;

/** @param {EnginePage} page @param {Press} press */
async function passTurn(page, press) {
    await press(page, "button", "Pass");
    await press(page, "dialog[open] .primary");
}

/** @type {Play["move"]} */
async function playLetter(page, press, text) {
    if (text === "pass") return passTurn(page, press);
    const [, square = "", letter = "", path = ""] = present(/^(..)=(.)\/(.+)$/u.exec(text), text);
    await press(page, `.bd-cell.open[data-square="${squareOf(square, 5)}"]`);
    await press(page, ".bd-key", letter);
    for (const name of path.match(/../g) ?? []) await press(page, `.bd-board [data-square="${squareOf(name, 5)}"]`);
    await appears(page, '.bd-word[data-verdict="good"], .bd-word[data-verdict="ask"]');
    await press(page, ".bd-buttons .primary");
}

/** @type {Play["move"]} */
async function playCards(page, press, text) {
    if (text === "done") {
        await press(page, "button", "Stop here");
        return press(page, "button", "Really stop");
    }
    const take = text.startsWith("take ");
    const parts = (take ? text.slice(5) : text).split("+");
    for (const part of parts) await press(page, `.bl-table [data-place="${part.slice(0, 2)}"]`);
    for (const [place, letter] of parts.map((part) => part.split("=")))
        if (letter && parts.length > 1) await press(page, `.bl-keys[aria-label*="${place}"] .bl-key`, letter);
    await appears(page, ".bl-word:is([data-verdict=run], [data-verdict=word], [data-verdict=take])");
    await press(page, `.bl-making .${take && parts.length > 1 ? "bl-take" : "primary"}:not(:disabled)`);
}

/** @param {EnginePage} page @param {string} letter "": a blank */
const slotOf = (page, letter) =>
    page.evaluate(
        (wanted) =>
            [...document.querySelectorAll(".wg-rack > .wg-slot")].findIndex(
                (one) => one.querySelector(".wg-letter")?.textContent === wanted,
            ) + 1,
        letter,
    );

/** @type {Play["move"]} */
async function playTiles(page, press, text) {
    if (text === "pass") return passTurn(page, press);
    const pattern = /^(?:(\d+)([A-O])|([A-O])(\d+)):(.+)$/u;
    const [, row, column, columnDown, rowDown, word = ""] = present(pattern.exec(text), text);
    const first = (Number(row ?? rowDown) - 1) * 15 + (column ?? columnDown ?? "").charCodeAt(0) - 65;
    for (const [i, written] of [...word].entries()) {
        const square = `.wg-board [data-square="${first + i * (columnDown ? 15 : 1)}"]`;
        if (await count(page, `${square}.filled`)) continue;
        const letter = written.toUpperCase();
        await press(page, `.wg-rack > .wg-slot:nth-child(${await slotOf(page, written === letter ? letter : "")})`);
        await press(page, square);
        if (written !== letter) await press(page, "dialog[open] .wg-key", letter);
    }
    await appears(page, ".wg-note.good");
    await press(page, ".wg-play");
}

/** @type {Record<string, Play>} */
const games = {
    Balda: { path: "/play?game=balda&lang=en&level=1&start=crown", turn: ".bd-cell.open", turns: 2, move: playLetter },
    Bukva: { path: "/play?game=bukva&lang=ru&level=1", turn: ".bd-cell.open", turns: 2, move: playLetter },
    Bali: { path: "/play?game=bali&lang=fr&seats=1", turn: '.bl-table[data-active="true"]', turns: 1, move: playCards },
    "Word Game": {
        path: "/play?game=wordgame&lang=en&level=1",
        turn: '.wg-board[data-active="true"]',
        turns: 2,
        move: playTiles,
    },
};

const entries = () => ({
    made: document.querySelectorAll(".mt-entry").length,
    over: document.querySelector(".mt-end") !== null,
});

/** @param {EnginePage} page @param {string} url @param {Play} play @param {Press} press */
async function wholeGame(page, url, { path, turn, turns, move }, press) {
    await page.goto(url + path);
    for (let n = 0; n < 200; n++) {
        await appears(page, `${turn}, .mt-end`);
        if (await count(page, ".mt-end")) return n;
        const before = (await page.evaluate(entries)).made;
        await move(page, press, present(best(await localRecord(/** @type {any} */ (page))), "a move"));
        const more = async () => {
            const { made, over } = await page.evaluate(entries);
            return over || made >= before + turns;
        };
        holds(await settled(more, Boolean), "the move does not appear");
    }
    throw new Error("the game does not end");
}

// --- The engines. Each is started once; a new game takes the place of the last.

const engines = { Chromium: chromium, Firefox: firefox, WebKit: webkit };
const byMouse = Object.keys(games).map((game) => ({ game, press: withMouse, how: "with the mouse" }));
const byClicks = ["Balda", "Bali"].map((game) => ({ game, press: byClick, how: "by element.click()" }));

// Chromium plays whole games with the mouse in the tests of each game.
/** @param {string} name */
const plansOf = (name) => (name === "Chromium" ? byClicks : [...byMouse, ...byClicks]);

/** @param {string} title @param {EnginePage} page @param {typeof byMouse[number]} plan @param {string} url */
async function run(title, page, { game, press }, url) {
    try {
        const moves = await wholeGame(page, url, present(games[game]), press);
        holds(moves > 3, `only ${moves} moves`);
    } catch (error) {
        const folder = process.env.LOGOMACHY_PICTURES;
        if (folder) writeFileSync(join(folder, `failed-${title.replaceAll(" ", "-")}.png`), await page.picture());
        throw error;
    }
}

let number = 0;

/** @param {string} title @param {Promise<void>} running */
async function report(title, running) {
    const began = performance.now();
    const wrong = await running.then(
        () => "",
        (error) => String(error.stack),
    );
    if (wrong) process.exitCode = 1;
    console.log(
        `${wrong ? "not ok" : "ok"} ${++number} - ${title} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
    );
    if (wrong) console.log(wrong.replace(/^/gm, "# "));
}

/** @param {string} name @param {typeof engines[keyof typeof engines]} engine @param {string} url */
async function playAll(name, engine, url) {
    if (!existsSync(engine.path)) return console.log(`ok ${++number} - ${name} # SKIP there is no ${engine.path}`);
    /** @type {string[]} */
    const errors = [];
    const { page, close } = await engine.launch(errors);
    await page.size(1280, 800);
    for (const plan of plansOf(name)) {
        const title = `${name} plays ${plan.game} ${plan.how}`;
        await report(title, run(title, page, plan, url));
    }
    await close();
    await report(
        `${name} logs no errors`,
        Promise.resolve().then(() => same(errors, [], "the console says")),
    );
}

const chosen = Object.entries(engines).filter(([name]) => process.argv.length < 3 || process.argv.includes(name));
const server = await new Server().start();
console.log(
    `1..${chosen.reduce((sum, [name, { path }]) => sum + (existsSync(path) ? plansOf(name).length + 1 : 1), 0)}`,
);
for (const [name, engine] of chosen) await playAll(name, engine, server.url);
await server.stop();
server.remove();
