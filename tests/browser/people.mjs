// Everything around a game: chat and muting, offers, sharing, watching; and accessibility:
// play by keyboard alone, with a screen reader, with motion reduced, from an installed
// page.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import {
    api,
    finish,
    fits,
    holds,
    legal,
    localRecord,
    pair,
    parse,
    phone,
    play,
    present,
    program,
    recordOf,
    root,
    same,
    soon,
    soonHolds,
    test,
    textOf,
    untilEntries,
    violations,
} from "./harness.mjs";

/**
 * @typedef {import("./harness.mjs").ContextOptions} ContextOptions
 * @typedef {import("./harness.mjs").Page} Page
 * @typedef {import("./harness.mjs").Run} Run
 */

// --- Talking.

/** @param {Page} page @param {string} text */
const say = async (page, text) => {
    await page.locator(".mt-say .input").fill(text);
    await page.keyboard.press("Enter");
};
/** @param {Page} page @param {string} text */
const heard = (page, text) => page.locator(".mt-lines p", { hasText: text });

test("what somebody says can be reported, and not be heard any more", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" });
    const { account } = await api(ann, "GET", "/api/me");
    await say(ann, "you are a fool");
    await heard(bob, "fool").waitFor();
    await soon(() => bob.locator(".mt-lines button").allTextContents(), [account.name], "who can be asked about:");
    await soon(() => ann.locator(".mt-lines button").count(), 0, "oneself cannot:");
    await bob.locator(".mt-speaker").click();
    await bob.getByLabel("What is wrong?").fill("is rude");
    await bob.getByRole("button", { name: "Report" }).click();
    await bob.locator(".toast", { hasText: "administrators" }).waitFor();
    await bob.locator(".mt-speaker").click();
    await bob.getByRole("dialog").getByRole("button", { name: "Mute" }).click();
    await heard(bob, "fool").waitFor({ state: "detached" });
    await say(ann, "and a coward");
    await heard(ann, "coward").waitFor();
    const [move] = legal(await recordOf(ann, id));
    await play(ann, move.text);
    await untilEntries(bob, 1);
    same(await heard(bob, "coward").count(), 0, "a muted player is heard:");
    await bob.reload();
    await bob.locator(".mt-say").waitFor();
    same(await heard(bob, "fool").count(), 0, "after a reload:");
    // An administrator sees the report and removes the line, for all at once.
    const boss = await t.page("/register");
    const name = `Boss${Date.now() % 1e6}`;
    await api(boss, "POST", "/api/register", { name, password: "a few plain words", lang: "en" });
    execFileSync(program, ["admin", "grant", name, "--db", join(t.server.folder, "db")]);
    await api(boss, "POST", "/api/login", { name, password: "a few plain words" });
    await boss.goto("/admin?tab=reports");
    await boss.locator("blockquote", { hasText: "is rude" }).waitFor();
    await boss.goto(`/match/${id}`);
    await heard(boss, "fool").locator(".mt-speaker").click();
    await boss.getByRole("button", { name: "Hide this line" }).click();
    await heard(ann, "fool").waitFor({ state: "detached" });
    await heard(ann, "coward").waitFor();
});

test("a draw is offered and accepted; the game is shared by its link", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" }, [
        { permissions: ["clipboard-read", "clipboard-write"] },
        {},
    ]);
    await ann.getByRole("button", { name: "Share" }).click();
    await ann.locator(".toast", { hasText: "Link copied" }).waitFor();
    await soon(() => ann.evaluate(() => navigator.clipboard.readText()), `${t.server.url}/match/${id}`);
    const [move] = legal(await recordOf(ann, id));
    await play(ann, move.text);
    await bob.getByRole("button", { name: "Offer a draw" }).click();
    await bob.getByText("You have offered a draw.").waitFor();
    await ann.locator(".mt-offer").getByRole("button", { name: "Accept" }).click();
    for (const page of [ann, bob]) await page.locator(".mt-end", { hasText: "A draw" }).waitFor();
    await soon(async () => (await api(ann, "GET", `/api/matches/${id}`)).result, {
        winners: [],
        draw: true,
        reason: "agreement",
    });
});

test("a game is opened for anyone, and joined from the first page; a seat is left, a game broken off", async (t) => {
    const ann = await t.page("/new?with=anyone");
    await ann.getByRole("button", { name: "Open the game" }).click();
    await ann.waitForURL("**/match/*");
    const path = new URL(ann.url()).pathname;
    const bob = await t.page("/", phone);
    await bob.locator(`a[href="${path}"]`).click();
    await bob.locator(".mt-waiting .button.primary").click();
    await bob.locator(".bd-board").waitFor();
    await ann.getByRole("button", { name: "Break off" }).click();
    await ann.locator("dialog .danger").click();
    for (const page of [ann, bob]) await page.locator(".mt-end", { hasText: "broken off" }).waitFor();
    await ann.goto("/new?with=friend");
    await ann.getByRole("button", { name: "Open the game" }).click();
    await ann.getByRole("button", { name: "Leave the seat" }).click();
    await ann.locator(".mt-waiting", { hasText: "You are invited" }).waitFor();
});

// --- Against the computer on the server.

test("a game against the computer is kept on the server, where a move can be taken back", async (t) => {
    const page = await t.page("/new");
    await page.getByRole("radio", { name: "I do" }).check({ force: true });
    await page.getByLabel("Start word (if you like)").fill("crown");
    await page.getByLabel("Keep the game on the server").check();
    await page.getByRole("button", { name: "Begin" }).click();
    await page.waitForURL("**/match/*");
    await play(page, "c2=T/b3c3c2");
    await untilEntries(page, 2);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".bd-cell.hinted").first().waitFor();
    same(await page.locator(".mt-say").count(), 0, "somebody to talk to:");
    await page.getByRole("button", { name: "Take back", exact: true }).click(); // the computer is not asked
    await page.waitForFunction(
        () =>
            document.querySelectorAll(".mt-entry").length === 0 &&
            document.querySelectorAll(".bd-cell.filled").length === 5,
    );
    await play(page, "c2=T/b3c3c2");
    await untilEntries(page, 2);
    await page.goto("/");
    await page.locator(".match-row", { hasText: "Your turn" }).waitFor();
});

// --- Several people at one device.

test("who plays at one device sees only his own tiles, when he says who he is", async (t) => {
    const page = await t.page("/play?game=wordgame&lang=en&level=0");
    const racks = [];
    for (const name of ["Player A", "Player B", "Player A"]) {
        await page.getByRole("heading", { name: `${name} is to move` }).waitFor();
        same(await page.locator(".wg-rack, .wg-letter").count(), 0, "tiles that are seen in between:");
        await page.getByRole("button", { name: `I am ${name}` }).click();
        await page.waitForFunction(() => document.querySelectorAll(".wg-rack .wg-letter").length === 8);
        racks.push((await page.locator(".wg-rack .wg-letter").allTextContents()).join(""));
        await page.getByRole("button", { name: "Pass", exact: true }).click();
        await page.locator("dialog[open] .primary").click();
    }
    holds(racks[0] !== racks[1], `the racks are ${racks}`);
});

// --- Words on their way.

test("words are fetched when they are needed, and that is shown", async (t) => {
    const context = await t.context();
    let asked = 0;
    let answer = () => {};
    /** @type {Promise<void>} */
    const held = new Promise((resolve) => (answer = resolve));
    await context.route("**/lexicons/*", async (route) => {
        asked++;
        if (asked > 1) await held;
        return route.continue();
    });
    const page = await context.newPage();
    await page.goto("/");
    await page.locator("a.primary").waitFor();
    same(asked, 0, "lexicons that the first page asks for:");
    await page.locator("a.primary").click();
    await page.getByRole("progressbar").waitFor();
    answer();
    await page.locator(".bd-cell.open").first().waitFor();
    await soon(() => page.getByRole("progressbar").count(), 0);
});

// --- Accessibility.

/** @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-square"));

/** @param {Page} page @param {number} square */
async function goTo(page, square) {
    const from = Number(await focused(page));
    const [dx, dy] = [(square % 5) - (from % 5), Math.floor(square / 5) - Math.floor(from / 5)];
    for (let i = 0; i < Math.abs(dx); i++) await page.keyboard.press(dx > 0 ? "ArrowRight" : "ArrowLeft");
    for (let i = 0; i < Math.abs(dy); i++) await page.keyboard.press(dy > 0 ? "ArrowDown" : "ArrowUp");
    await soon(() => focused(page), String(square));
}

/** @param {Page} page @param {() => unknown} want */
async function tabTo(page, want) {
    for (let i = 0; i < 60; i++) {
        if (await page.evaluate(want)) return;
        await page.keyboard.press("Tab");
    }
    throw new Error("the keyboard does not come there");
}

test("a whole game by the keyboard alone, from the first page to the result", async (t) => {
    const page = await t.page("/", { reducedMotion: "reduce" });
    await tabTo(page, () => document.activeElement?.matches("a.primary"));
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    holds(ring !== "none", "the focus is seen");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/play?*");
    for (let moves = 0; !(await page.locator(".mt-end").count()); moves++) {
        holds(moves < 20, "it comes to an end");
        await page.locator(".bd-cell.open").first().waitFor();
        const record = await localRecord(page);
        const [best] = legal(record);
        const { square, letter, path } = parse(best.text, 5);
        await tabTo(page, () => document.activeElement?.closest(".bd-board"));
        await goTo(page, square);
        await page.keyboard.press(letter.toLowerCase());
        for (const one of path) {
            await goTo(page, one);
            await page.keyboard.press(" ");
        }
        // The beginning of a word may be a word too.
        await page.locator('.bd-word[data-verdict="good"]', { hasText: best.word }).waitFor();
        await page.keyboard.press("Enter");
        await page.waitForFunction(
            (n) => document.querySelectorAll(".mt-entry").length > n || document.querySelector(".mt-end"),
            2 * moves + 1,
        );
    }
    await tabTo(page, () => document.activeElement?.closest(".mt-end"));
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".mt-entry").length === 0);
});

test("a screen reader is told squares, moves and results", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en", start: "crown" });
    const grid = bob.getByRole("grid");
    await grid.waitFor();
    await soonHolds(() => grid.getAttribute("aria-label"), "the board has a name");
    await soon(async () => [await grid.getByRole("row").count(), await grid.getByRole("gridcell").count()], [5, 25]);
    await soon(() => grid.getByRole("gridcell").nth(10).getAttribute("aria-label"), "a3, C");
    const open = present(await ann.getByRole("grid").getByRole("gridcell").nth(5).getAttribute("aria-label"));
    holds(/^a2, empty, ./.test(open), open);
    await play(ann, "c2=T/b3c3c2");
    await untilEntries(bob, 1);
    await bob.locator(".mt-move").focus();
    await bob.locator(".mt-tip .mt-meaning li").first().waitFor(); // the meaning comes to the keyboard, too
    const { account } = await api(ann, "GET", "/api/me");
    await bob.waitForFunction(
        (name) =>
            [...document.querySelectorAll("[aria-live]")].some(
                (one) => one.textContent.includes(name) && one.textContent.includes("ROT"),
            ),
        account.name,
    );
    // In a region that was there before: one that comes with its text is not read by all screen readers.
    const region = await ann.evaluateHandle(() => document.querySelector(".mt > [aria-live]"));
    same(await region.evaluate((one) => one?.textContent.includes("You have won")), false, "said too early:");
    await api(bob, "POST", `/api/matches/${id}/actions`, { verb: "resign" });
    await ann.locator(".mt-end").waitFor();
    await soon(
        () => region.evaluate((one) => one?.isConnected && one.textContent.includes("You have won")),
        true,
        "the result is announced:",
    );
});

test(`axe finds nothing at a table: waiting, playing, talking, ended, reviewed`, async (t) => {
    /** @type {ContextOptions} */
    const options = { bypassCSP: true, reducedMotion: "reduce" };
    const host = await t.page("/new?with=friend", options);
    await host.getByRole("button", { name: "Open the game" }).click();
    await host.getByRole("img", { name: "QR code of the link" }).waitFor();
    await violations(host, "waiting");
    const { id, ann, bob } = await pair(
        t,
        { game: "balda", lang: "en", clock: { kind: "fischer", base_ms: 600_000, increment_ms: 5000 } },
        [options, { ...options, ...phone }],
    );
    await say(ann, "hello");
    await bob.locator(".mt-unread", { hasText: "1" }).waitFor();
    await violations(bob, "playing");
    await bob.getByRole("button", { name: /^Chat/ }).click();
    await heard(bob, "hello").waitFor();
    same(await bob.locator(".mt-unread").count(), 0, "unread lines of an open chat:");
    await violations(bob, "talking");
    await bob.locator(".mt-speaker").click();
    await bob.getByLabel("What is wrong?").waitFor();
    await violations(bob, "a dialog");
    await bob.keyboard.press("Escape");
    const [move] = legal(await recordOf(ann, id));
    await play(ann, move.text);
    await api(bob, "POST", `/api/matches/${id}/actions`, { verb: "offer-draw" });
    await ann.locator(".mt-offer").waitFor();
    await violations(ann, "an offer");
    await ann.getByRole("button", { name: "Resign" }).click();
    await ann.locator("dialog .danger").waitFor();
    await violations(ann, "a question");
    await ann.locator("dialog .danger").click();
    await ann.locator(".mt-end").waitFor();
    await violations(ann, "the end");
    await ann.getByRole("button", { name: "Review" }).click();
    await ann.locator(".mt-expected").waitFor();
    await violations(ann, "a review");
    await ann.goto("/analysis");
    await ann.locator("#record").waitFor();
    await violations(ann, "analysis");
    await ann.goto("/play");
    await ann.locator("h1").waitFor();
    await violations(ann, "on this device");
});

// Nothing moves by itself, and what changes does so at once.
test("motion is reduced where that is wanted", async (t) => {
    const page = await t.page("/play?game=balda&lang=en&level=1&start=crown", { reducedMotion: "reduce" });
    await Promise.all([page.locator(".mt-thinking").waitFor(), play(page, "c2=T/b3c3c2")]); // it may not be there for long
    const moving = await page.evaluate(
        () =>
            document
                .getAnimations()
                .map((one) => one.effect?.getComputedTiming())
                .filter((timing) => Number(timing?.duration) > 20 || (timing?.iterations ?? 0) > 1).length,
    );
    same(moving, 0, "animations that run:");
});

// Twice as large is the same as half as wide, with letters that grow.
test("zoom of 200 %: everything is there and nothing is cut off", async (t) => {
    for (const path of ["/", "/new", "/settings", "/rules", "/play?game=balda&lang=en&level=1&start=crown"]) {
        const page = await t.page(path, { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 });
        await page.locator("main h1").first().waitFor();
        await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
        await fits(page, path);
    }
});

test("the page can be installed", async (t) => {
    const page = await t.page("/");
    await page.evaluate(() => navigator.serviceWorker.ready);
    const session = await page.context().newCDPSession(page);
    const { errors, data } = await session.send("Page.getAppManifest");
    same(errors, [], "the manifest");
    /** @type {{ name: string, start_url: string, display: string, icons: Record<"src" | "sizes" | "type", string>[] }} */
    const manifest = JSON.parse(present(data, "the manifest"));
    holds(manifest.name && manifest.start_url && manifest.display === "standalone", data);
    const sizes = await Promise.all(
        manifest.icons.map(async ({ src, sizes: said, type }) => {
            const answer = await page.request.get(src);
            same([answer.status(), answer.headers()["content-type"].split(";")[0]], [200, type], src);
            return said;
        }),
    );
    holds(sizes.includes("192x192") && sizes.includes("512x512"), sizes.join());
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    same(
        installabilityErrors.map((one) => one.errorId).filter((id) => id !== "in-incognito"),
        [],
        "it cannot be installed:",
    );
});

test("the first page has the word of the day with its meaning, news, and a game at once", async (t) => {
    const page = await t.page("/");
    await page.locator(".daily .definitions li").first().waitFor();
    const { word } = await (await page.request.get("/api/word-of-the-day?lang=en")).json();
    await soon(async () => (await textOf(page.locator(".daily-word"))).toUpperCase().replace(/[^A-Z]/g, ""), word);
    await page.getByRole("heading", { name: "News" }).waitFor();
    await page.locator("a.primary").click();
    await page.locator(".bd-cell.open").first().waitFor();
});

await finish("--news", join(root, "data/news"));
