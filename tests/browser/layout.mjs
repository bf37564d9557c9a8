// Where things are on the page of a match: the board is large, and nothing that a turn needs is below the fold, on any
// board, in English and Russian. LOGOMACHY_PICTURES names a folder for screenshots of all of them, in light, dark and
// forced colours.
import { join } from "node:path";
import {
    actAt,
    api,
    boxOf,
    calm,
    english,
    fits,
    finish,
    holds,
    legal,
    middleOf,
    pair,
    phone,
    present,
    recordOf,
    same,
    soonHolds,
    test,
    untilEntries,
} from "./harness.mjs";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {{ width: number, height: number }} Size
 */

const sizes = [
    [320, 568],
    [390, 664],
    [820, 1180],
    [1280, 720],
    [1280, 800],
    [1366, 680],
    [1920, 1080],
].map(([width = 0, height = 0]) => ({ width, height }));

const pictures = process.env.LOGOMACHY_PICTURES;

/** @type {Record<string, Parameters<Page["emulateMedia"]>[0]>} */
const looks = {
    light: { colorScheme: "light", forcedColors: "none" },
    dark: { colorScheme: "dark", forcedColors: "none" },
    forced: { colorScheme: "light", forcedColors: "active" },
};

// The page in every look, if pictures are wanted.
/** @param {Page} page @param {string} about */
async function pictured(page, about) {
    if (!pictures) return;
    for (const [look, media] of Object.entries(looks)) {
        await page.emulateMedia(media);
        await frames(page);
        await page.screenshot({ path: join(pictures, `${about} ${look}.png`.replaceAll(" ", "-")) });
    }
    await page.emulateMedia(looks.light);
}

// Each board in a state of the game that needs most: letters to choose from, a word to confirm, a join.

/** @param {Page} page */
async function chooseSquare(page) {
    await page.locator(".bd-cell.open").first().click();
    await page.locator(".bd-key").first().waitFor();
}

/** @param {Page} page */
async function traceTwo(page) {
    await page.locator(".bd-key").first().click();
    for (const cell of (await page.locator(".bd-cell.filled:not(.drafted)").all()).slice(0, 2)) await cell.click();
    await page.locator(".bd-word").waitFor();
}

/** @param {Page} page */
async function placeTile(page) {
    await page.locator("button.wg-slot:enabled").first().click();
    await page.locator('.wg-cell[data-square="112"]').click();
    const blank = page.locator("dialog[open] .wg-key").first();
    if (await blank.count()) await blank.click();
    await page.locator(".wg-cell.drafted").waitFor();
}

/** @param {Page} page */
async function chooseColumns(page) {
    await page.locator('.bl-table[data-active="true"]').waitFor();
    const own = page.locator(".bl-row:last-child .bl-column:not(.empty)");
    await own.nth(0).click();
    await own.nth(1).click();
    await page.locator(".bl-making").waitFor();
}

/** @type {Record<string, { path: string, frame: string, steps: ((page: Page) => Promise<void>)[], square: boolean }>} */
const boards = {};
const balda = { frame: ".bd-frame", steps: [chooseSquare, traceTwo], square: true };
const wordgame = { frame: ".wg-frame", steps: [placeTile], square: true };
const bali = { frame: ".bl-frame", steps: [chooseColumns], square: false };
for (const size of [5, 7, 9]) boards[`balda ${size}`] = { ...balda, path: `game=balda&level=1&set.size=${size}` };
boards.bukva = { ...balda, path: "game=bukva&lang=ru&level=1" };
for (const seats of [1, 2, 3, 4])
    boards[`bali ${seats}`] = { ...bali, path: `game=bali&seats=${seats}&level=1&seed=${"5".repeat(64)}` };
boards.wordgame = { ...wordgame, path: "game=wordgame&level=1" };
boards.classic = { ...wordgame, path: "game=classic&level=1" };

// The controls that a turn needs, besides the board.
const needed = [
    ".mt-player",
    ".bd-tray button",
    ".bd-word",
    ".wg-rack",
    ".wg-tray button",
    ".wg-note",
    ".bl-tray button",
    ".bl-note",
    ".mt-actions > button",
    ".mt-more > summary",
];

// Elements that are not wholly in the window, or covered by something else.
/** @param {Page} page @param {string[]} selectors */
const outside = (page, selectors) =>
    page.evaluate((all) => {
        const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
        return all.flatMap((selector) =>
            [...document.querySelectorAll(selector)].flatMap((element) => {
                const box = element.getBoundingClientRect();
                if (!box.width) return [];
                const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                const inside =
                    box.top >= bar - 1 &&
                    box.left >= -1 &&
                    box.right <= innerWidth + 1 &&
                    box.bottom <= innerHeight + 1;
                const seen = top !== null && (element.contains(top) || top.contains(element));
                return inside && seen
                    ? []
                    : [
                          `${selector} ${element.textContent?.slice(0, 20)} ${Math.round(box.top)}-${Math.round(box.bottom)}`,
                      ];
            }),
        );
    }, selectors);

/** @param {Page} page @param {string} frame */
const frameBox = async (page, frame) => present(await page.locator(frame).boundingBox(), frame);

// The side of a square board that the size of the window promises.
/** @param {Size} size */
function leastSide({ width, height }) {
    if (width === 1280 && height === 800) return 640;
    if (width === 1366) return 540;
    if (width > height) return height - 120;
    return Math.min(width - 80, height * 0.5, 640);
}

/** @param {Page} page */
const frames = (page) =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

for (const lang of ["en", "ru"])
    for (const [name, board] of Object.entries(boards)) {
        if (name === "bukva" && lang === "en") continue;
        test(`${name} in ${lang}: nothing that a turn needs is below the fold`, async (t) => {
            const page = await t.page(`/play?lang=${lang}&${board.path}`, { ...calm, locale: lang });
            await page.locator(`${board.frame} [role=gridcell]`).first().waitFor();
            await page.locator(".mt-actions button").first().waitFor();
            for (const [i, step] of [undefined, ...board.steps].entries()) {
                await page.setViewportSize({ width: 1280, height: 900 });
                await step?.(page);
                for (const size of sizes) {
                    await page.setViewportSize(size);
                    await frames(page);
                    const about = `${name} ${lang} ${size.width}x${size.height} step ${i}`;
                    await pictured(page, about);
                    const selectors = [...needed, ...(board.square ? [board.frame] : [".bl-frame"])];
                    same(await outside(page, selectors), [], `${about}: outside`);
                    await fits(page, about);
                    const box = await frameBox(page, board.frame);
                    const least = leastSide(size);
                    if (board.square)
                        holds(box.width >= least && box.height >= least, `${about}: ${box.width} instead of ${least}`);
                }
            }
        });
    }

// Elements below the log stay where they are while the log grows and when a draw is offered.
test("buttons do not move: the log grows, a draw is offered", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" }, [{ viewport: { width: 1280, height: 720 } }]);
    const place = () => boxOf(ann.getByRole("button", { name: english["web.game.resign"], exact: true }));
    const before = await place();
    for (let n = 0; n < 8; n++) {
        const [move] = legal(await recordOf(ann, id));
        await actAt(n % 2 ? bob : ann, id, present(move).text);
    }
    await untilEntries(ann, 8);
    same(await place(), before, "after eight moves:");
    await ann.getByRole("button", { name: english["web.game.offer_draw"] }).click();
    await ann.locator(".mt-offer").waitFor();
    same(await place(), before, "after an offer:");
    same(await outside(ann, [".mt-actions > button", ".bd-frame", ".mt-offer"]), [], "outside");
});

// The board stays in sight while a review is read to its end.
for (const [width, height] of [
    [390, 664],
    [1280, 720],
])
    test(`a review keeps the board in sight, ${width}x${height}`, async (t) => {
        const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" });
        for (let n = 0; n < 6; n++) await actAt(n % 2 ? bob : ann, id, present(legal(await recordOf(ann, id))[0]).text);
        await api(ann, "POST", `/api/matches/${id}/actions`, { verb: "resign" });
        const page = await t.page(`/analysis?match=${id}`, { ...calm, viewport: { width, height } });
        await page.locator(".mt-expected").waitFor();
        await pictured(page, `review ${width}x${height}`);
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await page.locator(".mt-entry").last().scrollIntoViewIfNeeded();
        same(await outside(page, [".bd-frame"]), [], "outside");
    });

// Cards that a finger touches let the table scroll, where it is longer than its room.
test("a swipe on cards scrolls a table that is longer than the screen", async (t) => {
    const context = await t.context({ ...phone, ...calm, viewport: { width: 320, height: 480 } });
    const page = await context.newPage();
    await page.goto(`/play?game=bali&lang=en&seats=3&level=1,1&seed=${"5".repeat(64)}`);
    await page.locator('.bl-table[data-active="true"][data-scrolls="true"]').waitFor();
    const column = page.locator(".bl-row:last-child .bl-column:not(.empty)").first();
    same(await column.evaluate((one) => getComputedStyle(one).touchAction), "pan-y");
    const frame = page.locator(".bl-frame");
    await frame.evaluate((one) => one.scrollTo(0, 0));
    const [x, y] = await middleOf(page.locator(".bl-column:not(.empty)").first());
    const session = await context.newCDPSession(page);
    /** @param {"touchStart" | "touchMove" | "touchEnd"} type @param {number} [up] */
    const touch = (type, up) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: up === undefined ? [] : [{ x, y: y - up }] });
    await touch("touchStart", 0);
    for (let up = 8; up <= 80; up += 8) await touch("touchMove", up);
    await touch("touchEnd");
    await soonHolds(() => frame.evaluate((one) => one.scrollTop > 20), "the table has not been scrolled");
    same(await page.locator(".bl-column:is(.chosen, .dragged)").count(), 0, "columns that the swipe chose:");
});

await finish();
