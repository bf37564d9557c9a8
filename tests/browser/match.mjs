// Playing in the browser: against the computer on the device, two people through the server to the
// end, a connection that is lost in mid-turn, the keyboard alone, talking, offers, replay.
import { readFileSync } from "node:fs";
import {
    api,
    cell,
    draft,
    english,
    finish,
    fits,
    holdActions,
    holds,
    legal,
    localRecord,
    middleOf,
    pair,
    parse,
    phone,
    play,
    recordOf,
    resultTexts,
    same,
    savedGames,
    scores,
    soon,
    soonHolds,
    test,
    textOf,
    trace,
    untilEntries,
    violations,
} from "./harness.mjs";

/**
 * @typedef {import("./harness.mjs").ContextOptions} ContextOptions
 * @typedef {import("./harness.mjs").Page} Page
 * @typedef {import("./harness.mjs").Run} Run
 */

/** @param {Page} page @param {number} n */
const untilTiles = (page, n) =>
    page.waitForFunction((want) => document.querySelectorAll(".bd-cell.filled").length === want, n);
/** @param {Page} page @param {string} selector @param {string} text */
const untilText = (page, selector, text) =>
    page.waitForFunction(
        ([s, want]) => [...document.querySelectorAll(s)].at(-1)?.textContent.trim() === want,
        [selector, text],
    );
/** @param {Page} page */
const entries = (page) => page.locator(".mt-entry").count();

/** @param {Run} t @param {object} terms @param {ContextOptions[]} options */
async function wholeGame(t, terms, options = []) {
    const { id, ann, bob } = await pair(t, terms, options);
    for (let n = 0; n < 40; n++) {
        const record = await recordOf(ann, id);
        const [move] = legal(record);
        if (!move) break;
        const [mover, other] = n % 2 ? [bob, ann] : [ann, bob];
        await play(mover, move.text);
        await untilEntries(mover, n + 1);
        await untilEntries(other, n + 1);
    }
    for (const page of [ann, bob]) await page.locator(".mt-end").waitFor();
    const match = await api(ann, "GET", `/api/matches/${id}`);
    same(match.status, "over");
    for (const page of [ann, bob]) await soon(() => scores(page), match.scores, "the scores shown are");
    return { id, ann, bob, match };
}

test("two people play a whole game of Balda", async (t) => {
    const { match, ann, bob } = await wholeGame(t, {
        game: "balda",
        lang: "en",
        settings: { start: undefined, size: "5" },
    });
    same(match.result.reason, "full");
    const said = await Promise.all([ann, bob].map((page) => page.locator(".mt-end h2").textContent()));
    same(said, resultTexts(match), "what each is told:");
});

test("two people play a whole game of Bukva, one of them on a phone", async (t) => {
    const { match, bob } = await wholeGame(t, { game: "bukva", lang: "ru" }, [
        { locale: "ru" },
        { ...phone, locale: "ru" },
    ]);
    holds(["full", "no-word"].includes(match.result.reason), match.result.reason);
    await fits(bob);
});

// --- On the device.

// The record of a game on the device says `seed`, which the program reads as well.
/** @param {Page} page */
async function localTurn(page) {
    await page.locator(".bd-cell.open").first().waitFor();
    const [move] = legal(await localRecord(page));
    const before = await entries(page);
    await play(page, move.text);
    await page.waitForFunction(
        (n) => document.querySelectorAll(".mt-entry").length > n + 1 || document.querySelector(".mt-end"),
        before,
    );
    return move;
}

test("a guest plays the computer on the device, to the end", async (t) => {
    const page = await t.page("/play?game=balda&lang=en&level=1&start=crown");
    while (!(await page.locator(".mt-end").count())) await localTurn(page);
    await untilTiles(page, 25);
    same(
        (await savedGames(page)).map((game) => game.result !== undefined),
        [true],
    );
    await page.locator(".mt-end .primary").click();
    await page.waitForFunction(
        () => document.querySelectorAll(".mt-entry").length === 0 && document.querySelector(".bd-cell.open"),
    );
});

test("the computer is seen thinking; a move is taken back; a reload goes on", async (t) => {
    const page = await t.page("/play?game=balda&lang=en&level=2&start=crown");
    await Promise.all([page.locator(".mt-thinking").waitFor(), play(page, "c2=T/b3c3c2")]); // it may not be there for long
    await untilEntries(page, 2);
    await page.reload();
    await untilEntries(page, 2);
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".mt-entry").length === 0);
    await untilTiles(page, 5);
});

test("a refused word is explained, and which words count is said", async (t) => {
    const page = await t.page("/play?game=balda&lang=en&level=1&start=beach");
    await page.locator(".mt-about-match", { hasText: "nouns only" }).waitFor();
    await trace(page, "b2=T/b2b3c3d3e3");
    await page.locator(".bd-note", { hasText: "TEACH is a verb; verbs do not count in this game" }).waitFor();
    await page.goto("/play?game=balda&lang=en&level=1&start=model");
    await page.locator(".bd-cell.open").first().waitFor();
    await trace(page, "e4=S/a3b3c3d3e3e4");
    await page.locator(".bd-note", { hasText: "MODELS is a form of MODEL; only base forms count" }).waitFor();
    await page.goto("/play?game=bukva&lang=ru&level=1");
    await page.locator(".mt-about-match", { hasText: "nouns only" }).waitFor();
});

test("a hint says where, then what", async (t) => {
    const page = await t.page("/play?game=balda&lang=en&level=2&start=crown");
    await page.locator(".bd-cell.open").first().waitFor();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".bd-cell.hinted").first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".bd-cell.hinted").length === 1);
    same(await page.locator(".bd-start").count(), 0, "rings where the word begins, before it is known:");
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".bd-cell.hinted").length > 1);
    await page.locator(".bd-line.hint .bd-start").waitFor({ state: "attached" });
});

// As screen readers and voice control do it, without a pointer.
test("plain clicks play a move", async (t) => {
    const page = await t.page("/play?game=balda&lang=en&level=1&start=crown");
    await page.locator(".bd-cell.open").first().waitFor();
    /** @param {string} selector */
    const click = (selector) =>
        page
            .locator(selector)
            .first()
            .evaluate((one) => /** @type {HTMLElement} */ (one).click());
    const move = parse("c2=T/b3c3c2", 5);
    await click(`[data-square="${move.square}"]`);
    await click(`.bd-key:text-is("${move.letter}")`);
    for (const square of move.path) await click(`[data-square="${square}"]`);
    await page.locator('.bd-word[data-verdict="good"]').waitFor();
    await click(".bd-buttons .primary");
    await untilEntries(page, 2);
});

// A pointer that moves draws the end of a line again, not the board.
test("drawing a line does not render the board", async (t) => {
    const page = await t.page("/play?game=balda&lang=en&level=1&start=crown");
    await page.locator(".bd-cell.open").first().click();
    await page.locator(".bd-key").first().click();
    const [x, y] = await middleOf(cell(page, 10));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.locator(".bd-cell.traced").waitFor();
    await page.evaluate(() => {
        const changes = { board: 0, tip: 0 };
        Object.assign(window, { changes });
        new MutationObserver((all) => {
            for (const { target } of all)
                changes[/** @type {Element} */ (target).closest?.(".bd-line") ? "tip" : "board"]++;
        }).observe(/** @type {Element} */ (document.querySelector(".mt")), {
            attributes: true,
            childList: true,
            characterData: true,
            subtree: true,
        });
    });
    for (let i = 1; i <= 10; i++) await page.mouse.move(x + i, y + i);
    const seen = await page.evaluate(
        () => /** @type {{ changes: { board: number, tip: number } }} */ (/** @type {unknown} */ (window)).changes,
    );
    same(seen.board, 0, "changes of the board:");
    holds(seen.tip > 0, "the end of the line follows the pointer");
    await page.mouse.up();
});

test("the keyboard alone plays a move", async (t) => {
    const page = await t.page("/play?game=balda&lang=en&level=1&start=crown");
    await page.locator(".bd-cell.open").first().waitFor();
    for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement?.closest(".bd-board"))); i++)
        await page.keyboard.press("Tab");
    const at = () => page.evaluate(() => document.activeElement?.getAttribute("data-square"));
    await soon(() => at(), "12", "the middle has the focus:");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.locator(".bd-keys").waitFor();
    await page.keyboard.press("t");
    await soon(() => cell(page, 7).textContent(), "T");
    for (const key of ["ArrowDown", "ArrowLeft", " ", "ArrowRight", " ", "ArrowUp", " "])
        await page.keyboard.press(key);
    await page.locator('.bd-word[data-verdict="good"]').waitFor();
    await soon(() => at(), "7");
    await page.keyboard.press("Backspace");
    await page.locator('.bd-word[data-verdict="unfinished"]').waitFor();
    await page.keyboard.press(" ");
    await page.locator('.bd-word[data-verdict="good"]').waitFor();
    await page.keyboard.press("Enter");
    await untilEntries(page, 2);
    await soon(() => page.evaluate(() => document.querySelector(".mt-entry .mt-word")?.textContent.trim()), "ROT");
});

// R-BALDA-39
test("a word is traced by drawing, with what it is worth; a wrong one cannot be played", async (t) => {
    const page = await t.page("/play?game=balda&lang=en&level=1&start=crown", phone);
    await page.locator('.bd-cell.open[data-square="7"]').waitFor();
    const open = () => page.locator(".bd-cell.open").evaluateAll((all) => all.map((one) => Number(one.dataset.square)));
    await soon(
        async () => (await open()).sort((a, b) => a - b),
        [5, 6, 7, 8, 9, 15, 16, 17, 18, 19],
        "where a letter may go:",
    );
    await page.locator('.bd-cell.open[data-square="7"]').click();
    await page.locator(".bd-key", { hasText: /^T$/ }).click();
    /** @param {number[]} squares */
    const draw = async (...squares) => {
        await page.mouse.move(...(await middleOf(cell(page, squares[0]))));
        await page.mouse.down();
        for (const square of squares.slice(1))
            await page.mouse.move(...(await middleOf(cell(page, square))), { steps: 8 });
        await page.mouse.up();
    };
    await draw(7, 12, 13);
    await page.locator('.bd-word[data-verdict="good"], .bd-word[data-verdict="bad"]').waitFor();
    await soon(() => page.locator(".bd-word").getAttribute("data-word"), "TOW");
    await soon(async () => (await textOf(page.locator(".bd-points"))).startsWith("+3"), true);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.locator('.bd-cell.open[data-square="7"]').click();
    await page.locator(".bd-key", { hasText: /^Q$/ }).click();
    await draw(10, 11, 12, 7);
    await page.locator('.bd-word[data-verdict="bad"]').waitFor();
    await soonHolds(() => page.locator(".bd-buttons .primary").isDisabled(), "it can be played");
    await fits(page);
});

// --- A connection that is lost.

test("a reload in mid-turn: the game is where it was", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" });
    const [first] = legal(await recordOf(ann, id));
    await draft(ann, first.text);
    await ann.reload();
    await ann.locator('.bd-word[data-verdict="good"]').waitFor(); // the drafted move is still there
    await ann.locator(".bd-buttons .primary").click();
    await untilEntries(bob, 1);
    await bob.reload();
    const [second] = legal(await recordOf(ann, id));
    await play(bob, second.text);
    for (const page of [ann, bob]) await untilEntries(page, 2);
    await soon(async () => [await entries(ann), await entries(bob)], [2, 2]);
});

test("the server is gone in mid-turn: the move is made once when it is back", async (t) => {
    t.expected = [/ERR_CONNECTION_REFUSED/, /WebSocket/, /ERR_EMPTY_RESPONSE/];
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" });
    const [first] = legal(await recordOf(ann, id));
    await draft(ann, first.text);
    await t.server.stop();
    const told = ann.locator(".toast", { hasText: "Your move will be sent" }).waitFor(); // it goes by itself
    await ann.locator(".bd-buttons .primary").click();
    await ann.locator(".lost").waitFor();
    await told;
    const { square, letter } = parse(first.text, 5);
    await soon(async () => [await entries(ann), await cell(ann, square).textContent()], [0, letter], "a draft again:");
    await t.server.start();
    await untilEntries(ann, 1);
    await untilEntries(bob, 1);
    await ann.locator(".lost").waitFor({ state: "detached" });
    const moves = (await recordOf(ann, id)).split("\n").filter((line) => /^[AB] /.test(line));
    same(moves, [`A ${first.text}`]);
    const [answer] = legal(await recordOf(ann, id));
    await play(bob, answer.text);
    await untilEntries(ann, 2);
});

test("a move is seen before the server has it; one that is refused is taken back, with its draft", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" });
    const sent = await holdActions(ann);
    const ahead = async () => [await entries(ann), await ann.locator(".mt[data-pending]").count()];
    const drafts = () => ann.evaluate(() => JSON.parse(localStorage.getItem("drafts") ?? "[]").length);
    const [first] = legal(await recordOf(ann, id));
    await play(ann, first.text);
    await soon(ahead, [1, 1], "moves, and whether one is on its way:");
    await soon(() => scores(ann), [first.points, 0]);
    await soon(sent.count, 1);
    same([legal(await recordOf(ann, id))[0]?.text, await entries(bob)], [first.text, 0], "nobody else has it:");
    await soon(drafts, 1, "drafts while the move is on its way:");
    sent.last().deliver();
    for (const page of [ann, bob]) await untilEntries(page, 1);
    await soon(ahead, [1, 0]);
    await soon(drafts, 0, "drafts of moves that have arrived:");

    await play(bob, legal(await recordOf(ann, id))[0].text);
    await untilEntries(ann, 2);
    const [third] = legal(await recordOf(ann, id));
    await play(ann, third.text);
    await soon(ahead, [3, 1]);
    await soon(sent.count, 2);
    const told = ann.locator(".toast", { hasText: "That is no word." }).waitFor(); // it goes by itself
    sent.last().answer({ op: "refused", status: 422, error: { code: "balda.no_word", text: "That is no word." } });
    await told;
    await soon(ahead, [2, 0]);
    await ann.locator('.bd-word[data-verdict="good"]').waitFor();
    await soon(() => ann.locator(".bd-word").getAttribute("data-word"), third.word);
    await ann.locator(".bd-buttons .primary").click();
    await soon(sent.count, 3);
    sent.last().deliver();
    for (const page of [ann, bob]) await untilEntries(page, 3);
});

test("a player sees whether the other one is online", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" }, [{ bypassCSP: true }]);
    const other = ann.locator('.mt-player[data-seat="B"]');
    await other.getByRole("img", { name: "Online" }).waitFor();
    await violations(ann);
    await bob.goto("about:blank");
    await other.getByRole("img", { name: "Offline" }).waitFor();
    await bob.goto(`/match/${id}`);
    await other.getByRole("img", { name: "Online" }).waitFor();
    await soon(() => ann.locator('.mt-player[data-seat="A"] .mt-online').count(), 0, "marks of oneself:");
    await ann.getByRole("button", { name: "Resign" }).click();
    await ann.locator("dialog .danger").click();
    await ann.locator(".mt-end").waitFor();
    await soon(() => ann.locator(".mt-online").count(), 0, "marks after the end:");
});

// --- Log, chat, offers, the end.

// R-BALDA-43
test("the log shows a line of each word's meaning without being asked", async (t) => {
    const { ann, bob } = await pair(t, { game: "balda", lang: "en", start: "crown" });
    const [move] = legal(await recordOf(ann, new URL(ann.url()).pathname.split("/")[2]));
    await play(ann, move.text);
    for (const page of [ann, bob]) {
        await untilEntries(page, 1);
        const gist = page.locator(".mt-entry .mt-gist");
        await soonHolds(
            async () => /^noun .{4}/.test((await gist.textContent()) ?? ""),
            `it says what ${move.word} is`,
        );
        holds((await gist.evaluate((e) => e.getBoundingClientRect().height)) < 40, "on one line");
    }
    await bob.locator(".mt-move").click();
    await bob.locator(".mt-meaning li").first().waitFor();
    same(await bob.locator(".mt-gist").count(), 0, "the whole entry takes its place");
});

// R-BALDA-37, R-BALDA-38
test("the log tells the meaning, shows the squares in violet and who placed what", async (t) => {
    const { ann, bob } = await pair(t, { game: "balda", lang: "en" });
    const start = await textOf(ann.locator(".mt-start").first());
    holds(/Start word: \w{5}/.test(start), start);
    const [move] = legal(await recordOf(ann, new URL(ann.url()).pathname.split("/")[2]));
    await play(ann, move.text);
    await untilEntries(bob, 1);
    const told = await textOf(bob.locator(".mt-move"));
    holds(told.includes(move.word) && told.includes(`+${move.points}`), `the log tells word and points: ${told}`);
    await bob.locator(".mt-move").hover();
    await bob.locator(".mt-tip .mt-meaning li, .mt-tip .muted").first().waitFor();
    await bob.locator(".mt-move").click();
    const squares = parse(move.text, 5);
    await bob.waitForFunction((n) => document.querySelectorAll(".bd-cell.violet").length === n, squares.path.length);
    await soon(() => bob.locator(".bd-cell.violet.placed").getAttribute("data-square"), String(squares.square));
    await soonHolds(
        async () => (await textOf(bob.locator(".mt-placed"))).includes(`${squares.letter} on `),
        "who placed what",
    );
    await bob.locator(".mt-meaning li, .mt-about .muted").first().waitFor();
});

test("people talk, offer a draw, take a move back, resign, and play again", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" });
    await ann.locator(".mt-say .input").fill("good luck <b>");
    await ann.keyboard.press("Enter");
    await bob.locator(".mt-lines", { hasText: "good luck <b>" }).waitFor();
    const [move] = legal(await recordOf(ann, id));
    await play(ann, move.text);
    await untilEntries(bob, 1);
    await ann.getByRole("button", { name: "Ask to take back" }).click();
    await bob.locator(".mt-offer .primary").click();
    await bob.waitForFunction(() => document.querySelectorAll(".mt-entry").length === 0);
    await ann.locator(".bd-cell.open").first().waitFor();
    await ann.getByRole("button", { name: "Offer a draw" }).click();
    await bob.locator(".mt-offer").getByRole("button", { name: "Decline" }).click();
    await bob.locator(".mt-offer").waitFor({ state: "detached" });
    await ann.getByRole("button", { name: "Resign" }).click();
    await ann.locator("dialog .danger").click();
    await bob.locator(".mt-end", { hasText: "won" }).waitFor();
    await ann.locator(".mt-end", { hasText: "lost" }).waitFor();
    await bob.getByRole("button", { name: "Rematch" }).click();
    await bob.locator(".mt-waiting").waitFor();
    holds(!bob.url().includes(id), "it is another match");
    await ann.locator(".mt-end a.primary").waitFor(); // told at once
    same(await ann.locator(".mt-lines", { hasText: "/match/" }).count(), 0, "an address in the chat:");
    await ann.reload(); // and found by users who come later
    await ann.locator(".mt-end a.primary").click();
    await ann.locator(".mt-waiting .button.primary").click();
    await bob.locator(".bd-board").waitFor();
    same(new URL(ann.url()).pathname, new URL(bob.url()).pathname);
});

// R-BUKVA-17, R-BUKVA-18, R-BUKVA-19
test("a word that the lexicon does not have is put to the other side", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "bukva", lang: "ru", settings: { unknown: "ask" } });
    await draft(ann, "a2=Ъ/a3a2");
    await ann.getByRole("button", { name: "Ask", exact: true }).click();
    await bob.getByRole("button", { name: "No, refuse it" }).click();
    await ann.locator(".bd-cell.open").first().waitFor();
    await draft(ann, "a2=Ъ/a3a2");
    await ann.getByRole("button", { name: "Ask", exact: true }).click();
    await bob.getByRole("button", { name: "Yes, accept it" }).click();
    await bob.locator(".bd-cell.open").first().waitFor();
    await soon(async () => (await api(ann, "GET", `/api/matches/${id}`)).scores, [2, 0], "an accepted word scores:");
    // A pass is asked about; who thinks better of it is still to move.
    await bob.getByRole("button", { name: "Pass" }).click();
    await bob.locator("dialog[open]", { hasText: english["web.balda.pass_sure"] }).waitFor();
    await bob.keyboard.press("Escape");
    await bob.waitForFunction(() => !document.querySelector("dialog[open]"));
    await bob.locator(".bd-cell.open").first().waitFor();
    same((await api(ann, "GET", `/api/matches/${id}`)).turn, ["B"], "nobody has passed, to move is:");
    await bob.getByRole("button", { name: "Pass" }).click();
    await bob.locator("dialog[open] .primary").click();
    await ann.locator(".mt-said", { hasText: "passed" }).waitFor();
});

// A page in the background, and what it plays and shows: notes are counted, not heard, and what the
// system is to show is kept, since there is no system here that would.
/** @param {Page} page */
async function inBackground(page) {
    await page.evaluate(() => {
        Object.defineProperty(document, "hidden", { get: () => true });
        window.shown = [];
        ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data } = {}) =>
            void window.shown.push([title, body, data]);
        const note = () => ({
            frequency: {},
            gain: new Proxy({}, { get: () => () => undefined }),
            connect: (/** @type {object} */ to) => to,
            start: () => window.notes++,
            stop: () => undefined,
        });
        window.notes = 0;
        class SilentAudio {
            currentTime = 0;
            destination = {};
            resume = async () => undefined;
            createOscillator = note;
            createGain = note;
        }
        Object.assign(window, { AudioContext: SilentAudio });
    });
}

test("your turn: the title says so, and on request a sound and a notification", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" }, [{}, { permissions: ["notifications"] }]);
    await soon(
        async () => [await ann.title(), await bob.title()],
        ["● Your turn · Balda · Logomachy", "Balda · Logomachy"],
    );
    await bob.evaluate(() => navigator.serviceWorker.ready);
    await inBackground(bob);
    const [first] = legal(await recordOf(ann, id));
    await play(ann, first.text);
    await bob.waitForFunction(() => document.title.startsWith("●"));
    await soon(() => bob.evaluate(() => [window.notes, window.shown]), [0, []], "nobody has asked for more:");
    await bob.getByLabel("Sound when it is my turn").check();
    await soon(() => bob.evaluate(() => window.notes), 2, "what it sounds like:");
    await bob.getByLabel("Notification when it is my turn").check();
    await bob.waitForFunction(() => localStorage.getItem("notifications") === "on");
    const [second] = legal(await recordOf(ann, id));
    await play(bob, second.text);
    await untilEntries(ann, 2);
    await bob.waitForFunction(() => document.title === "Balda · Logomachy");
    const [third] = legal(await recordOf(ann, id));
    await play(ann, third.text);
    await bob.waitForFunction(() => window.notes === 4);
    await bob.waitForFunction(() => window.shown.length > 0);
    await soon(() => bob.evaluate(() => window.shown), [["Your turn", "Balda", `/match/${id}`]]);
    // Elsewhere on the site, too: the title counts the games that wait.
    await bob.goto("/rules");
    await bob.waitForFunction(() => document.title.startsWith("(1) "));
});

test("somebody looks on", async (t) => {
    const { id, ann } = await pair(t, { game: "balda", lang: "en" });
    const eve = await t.page(`/match/${id}`, phone);
    await eve.locator(".bd-cell.filled").first().waitFor();
    const [move] = legal(await recordOf(ann, id));
    await play(ann, move.text);
    await untilEntries(eve, 1);
    await soon(() => eve.locator(".bd-tray").count(), 0, "trays for who only looks on:");
    await soon(() => eve.getByRole("button", { name: "Resign" }).count(), 0);
});

// --- Replay and analysis.

test("a finished game is gone through, with what the engine thinks of it", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" });
    for (let n = 0; n < 4; n++) {
        const moves = legal(await recordOf(ann, id), 60);
        await play(n % 2 ? bob : ann, moves[n === 2 ? moves.length - 1 : 0].text);
        await untilEntries(ann, n + 1);
        await untilEntries(bob, n + 1);
    }
    await ann.getByRole("button", { name: "Resign" }).click();
    await ann.locator("dialog .danger").click();
    await ann.getByRole("button", { name: "Review" }).click();
    await untilText(ann, ".mt-at", "5 of 5");
    await ann.getByRole("button", { name: "To the start" }).click();
    await untilTiles(ann, 5);
    await ann.keyboard.press("ArrowRight");
    await untilTiles(ann, 6);
    await untilText(ann, ".mt-at", "1 of 5");
    await ann.locator(".mt-candidate").first().click();
    await ann.locator(".bd-cell.hinted").first().waitFor();
    await ann.locator(".mt-move").nth(2).click();
    await untilText(ann, ".mt-at", "3 of 5");
    await ann.locator("polyline.mt-guess").waitFor({ state: "attached" });
    await ann.locator(".mt-expected").waitFor();
    await ann.getByRole("button", { name: "To the start" }).click();
    await ann.getByRole("button", { name: "Let it run" }).click();
    await ann.waitForFunction(() => document.querySelector(".mt-at")?.textContent.startsWith("2 "));
    await ann.goto(`/analysis?match=${id}&ply=2`);
    await ann.waitForFunction(() => document.querySelector(".mt-at")?.textContent === "2 of 5");
});

// A comment belongs to the move that is marked on the board, not to the one that follows.
test("a review judges the move that led here, by its name", async (t) => {
    const record = "game balda\nlang en\nlexicon en\nstart crown\nA c2=T/b3c3c2\nB a2=Z/a2\n";
    const page = await t.page(`/analysis?${new URLSearchParams({ record, ply: "2" })}`);
    await page.locator(".mt-loss", { hasText: /^Z gave away about [\d.]+ points\.$/ }).waitFor();
    await page.locator(".mt-line", { hasText: english["web.game.line"] }).waitFor();
    await page.getByRole("button", { name: "One move back" }).click();
    await untilText(page, ".mt-at", "1 of 2");
    await page.locator(".mt-candidate").first().waitFor();
    await soonHolds(
        async () => (await page.locator(".mt-loss").allTextContents()).every((said) => said.startsWith("ROT ")),
        "only ROT is judged",
    );
});

test("moves are tried on a free board", async (t) => {
    const page = await t.page("/analysis");
    await page.locator("#tongue").selectOption("de");
    await page.getByRole("button", { name: "Balda" }).click();
    await page.locator(".bd-cell.open").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".bd-key").length === 29);
    await page.goto("/analysis");
    await page.locator("#record").fill("game balda\nlang en\nlexicon en\nstart crown\nA c2=T/b3c3c2\n");
    await page.getByRole("button", { name: "Open" }).click();
    await page.locator(".bd-cell.open").first().waitFor();
    await play(page, "d2=E/b3c3c2d2");
    await untilText(page, ".mt-at", "2 of 2");
    await untilTiles(page, 7);
    await page.getByRole("button", { name: "One move back" }).click();
    await untilTiles(page, 6);
    await play(page, "a2=Z/a2");
    await untilText(page, ".mt-entry .mt-word", "Z");
    await untilText(page, ".mt-at", "2 of 2");
    await untilTiles(page, 7);
    await page.getByRole("button", { name: "One move back" }).click();
    const branches = page.getByRole("group", { name: "Variations" }).getByRole("button");
    await branches.nth(1).waitFor();
    await soon(() => branches.allTextContents(), ["ROTE +4", "Z +1"]);
    await branches.nth(0).click();
    await untilText(page, ".mt-entry .mt-word", "ROTE");
    await page.getByRole("button", { name: "One move back" }).click();
    await branches.nth(1).click();
    await page.getByRole("button", { name: "main line" }).click();
    await page.getByRole("button", { name: "One move back" }).click();
    await branches.nth(1).waitFor();
    await soon(() => branches.allTextContents(), ["Z +1", "ROTE +4"]);
    // Each candidate shows its loss against the best one.
    await page.waitForFunction(() => document.querySelectorAll(".mt-away").length >= 5);
    await soon(() => page.locator(".mt-away > [aria-hidden]").first().textContent(), "=");
    await page.locator(".mt-candidate").nth(1).click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("button", { name: "One move back" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".mt-branch").length === 3);
    await branches.nth(2).click();
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".mt-branch").length === 2);
    // The line that is shown can be taken along, and the address leads back to it.
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download" }).click(),
    ]);
    same(
        readFileSync(await download.path(), "utf8"),
        "game balda\nlang en\nlexicon en\nstart crown\nA c2=T/b3c3c2\nB a2=Z/a2\n",
    );
    await page.reload();
    await page.waitForFunction(() => document.querySelector(".mt-at")?.textContent === "1 of 2");
    await untilTiles(page, 6);
    await page.goto(`/analysis?${new URLSearchParams({ record: "game nonsense\n" })}`);
    await page.locator(".notice.bad").waitFor();
});

// --- Accessibility.

test("nothing is in anybody's way", async (t) => {
    const page = await t.page("/play?game=balda&lang=en&level=2&start=crown", { ...phone, bypassCSP: true });
    await page.locator('.bd-cell.open[data-square="7"]').waitFor();
    await violations(page);
    await page.locator('.bd-cell.open[data-square="7"]').click();
    await violations(page);
    await page.locator(".bd-key", { hasText: /^T$/ }).click();
    for (const square of [11, 12, 7]) await cell(page, square).click();
    await page.locator('.bd-word[data-verdict="good"]').waitFor();
    await violations(page);
    await page.locator(".bd-buttons .primary").click();
    await untilEntries(page, 2);
    await page.locator(".mt-move").first().click();
    await page.locator(".mt-meaning").waitFor();
    await violations(page);
    const record = "game balda\nlang en\nlexicon en\nstart crown\nA c2=T/b3c3c2\n";
    await page.goto(`/analysis?${new URLSearchParams({ record })}`);
    await page.locator(".mt-expected").waitFor();
    await violations(page);
});

test("every text is there in every language, from 320 pixels on", async (t) => {
    for (const locale of ["en", "de", "fr", "nl", "ru"]) {
        const page = await t.page("/play?game=bukva&lang=ru&level=1", {
            viewport: { width: 320, height: 640 },
            hasTouch: true,
            isMobile: true,
            locale,
        });
        await page.locator(".bd-cell.open").first().click();
        await page.locator(".bd-key").first().click();
        await cell(page, 12).click();
        await page.locator(".bd-note").waitFor();
        const text = await page.evaluate(() => document.body.innerText);
        holds(!/web\.[a-z]+\./.test(text), `${locale}: ${/web\.[a-z.]+/.exec(text)}`);
        await fits(page, locale);
    }
});

test("a match with a word that its lexicon has lost says so, and can be broken off", async (t) => {
    t.expected = [/status of 409/];
    const page = await t.page("/rules");
    await api(page, "POST", "/api/guest", { lang: "en" });
    const { id } = await api(page, "POST", "/api/matches", { game: "balda", lang: "en", seats: ["me", "open"] });
    const error = { code: "match.lexicon_changed", text: "the lexicon en has changed: CROWN is no longer in play" };
    await page.route(`**/api/matches/${id}`, (route) => route.fulfill({ status: 409, json: { error } }));
    await page.routeWebSocket(/^ws/, () => {}); // which would bring the match
    await page.goto(`/match/${id}`);
    await page.locator(".notice", { hasText: error.text }).waitFor();
    await page.getByRole("button", { name: "Break off" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.unroute(`**/api/matches/${id}`);
    await soon(async () => (await api(page, "GET", `/api/matches/${id}`)).status, "aborted");
});

test("without a network the game goes on, also after a reload", async (t) => {
    t.expected = [
        /ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/,
        /ERR_CONNECTION_REFUSED/,
        /ERR_FAILED/,
        /WebSocket/,
    ];
    const page = await t.page("/words?lexicon=en");
    await page.getByRole("button", { name: english["web.words.keep"] }).click();
    await page.getByText(english["web.words.kept"] ?? "").waitFor();
    await page.goto("/play?game=balda&lang=en&level=1&start=crown");
    await localTurn(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await t.server.stop();
    try {
        await localTurn(page);
        await page.reload();
        await untilEntries(page, 4);
        await localTurn(page);
        await untilEntries(page, 6);
        await page.locator(".mt-move").first().click();
        await page.locator(".mt-meaning li").first().waitFor(); // words have their meanings here too
        await page.goto("/words?lexicon=en&word=crown");
        await page.locator(".definitions li").nth(2).waitFor();
    } finally {
        await t.server.start();
    }
});

await finish();
