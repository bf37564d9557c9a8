// Bali in the browser: alone, by two and by four people, to the end; the joker, challenges, the
// keyboard alone, dragging, a phone, without a network.
import { execFileSync } from "node:child_process";
import {
    actAt,
    api,
    boxOf,
    byHand,
    calm,
    captured,
    finish,
    fits,
    holds,
    lexicons,
    localRecord,
    matchOf,
    openKept,
    phone,
    present,
    program,
    resultTexts,
    same,
    savedGames,
    scores,
    soon,
    soonHolds,
    test,
    untilEntries,
    violations,
} from "./harness.mjs";

/**
 * @typedef {import("./harness.mjs").ContextOptions} ContextOptions
 * @typedef {import("./harness.mjs").LegalMove} LegalMove
 * @typedef {import("./harness.mjs").Page} Page
 * @typedef {import("./harness.mjs").Run} Run
 */

// --- Moves, found by the program and made by hand.

/** @param {string[]} args @param {string} input */
const ask = (args, input = "") =>
    execFileSync(program, [...args, "--lexicons", lexicons], { input, maxBuffer: 1 << 28, encoding: "utf8" });
/** @param {string} record @returns {LegalMove[]} */
const legal = (record) => JSON.parse(ask(["moves", "-", "--json"], record)).moves;

// Which of them are words, all asked at once.
/** @param {string} lexicon @param {string[]} runs */
function wordsOf(lexicon, runs) {
    let said = "";
    try {
        said = ask(["lexicon", "has", lexicon, ...runs]);
    } catch (error) {
        said = String(/** @type {{ stdout: string }} */ (error).stdout); // its status says that some are none
    }
    return new Set(
        said
            .split("\n")
            .filter((line) => line.endsWith(" yes"))
            .map((line) => line.split(" ")[0]),
    );
}

const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

/** @param {{ text: string }} move */
const isTake = (move) => move.text.startsWith("take");

// A player who wants the game to come to its end: takes, makes words, or makes the longest run. Among
// several there can be a million moves: there it is the computer who chooses.
/** @param {string} record */
function choose(record) {
    if ((record.match(/^seat /gm) ?? []).length > 1)
        return JSON.parse(ask(["best", "-", "--json", "--level", "3"], record)).text;
    const moves = legal(record);
    const lexicon = captured(/^lexicon (\S+)/m, record);
    const scoring = moves.filter((m) => m.points > 0 || isTake(m)).sort((a, b) => b.points - a.points);
    if (scoring.length) return scoring[0].text;
    if (!moves.length) return null;
    const long = [...moves].sort((a, b) => b.run.length - a.run.length || (a.text < b.text ? -1 : 1)).slice(0, 400);
    const words = wordsOf(lexicon, [...new Set(long.map((m) => m.run))]);
    return (long.find((m) => m.run.length > 2 && words.has(m.run)) ?? long[0]).text;
}

/** @param {Page} page @param {string} place */
const column = (page, place) => page.locator(`.bl-table [data-place="${place}"]`);
/** @param {Page} page */
const made = (page) =>
    page.locator(".bl-word:is([data-verdict=run], [data-verdict=word], [data-verdict=take], [data-verdict=claim])");

// By its upper corner. On a small screen one scrolls until that is clear of the bars above and the tray below.
/** @param {Page} page @param {string} place */
async function tap(page, place) {
    await soonHolds(
        () =>
            column(page, place).evaluate((one) =>
                /** @type {const} */ (["start", "center", "end"]).some((block) => {
                    one.scrollIntoView({ block });
                    const { x, y } = one.getBoundingClientRect();
                    return one.contains(document.elementFromPoint(x + 12, y + 12));
                }),
            ),
        `${place} is covered`,
    );
    await column(page, place).click({ position: { x: 12, y: 12 } });
}

/** @param {Page} page @param {string} text */
async function draft(page, text) {
    const parts = (isTake({ text }) ? text.slice(5) : text).split("+");
    for (const part of parts) await tap(page, part.slice(0, 2));
    for (const [place, letter] of parts.map((part) => part.split("=")))
        if (letter && parts.length > 1)
            await page
                .locator(`.bl-keys[aria-label*="${place}"] .bl-key`, { hasText: new RegExp(`^${letter}$`) })
                .click();
    await made(page).waitFor();
}

/** @param {Page} page @param {string} text */
async function play(page, text) {
    if (text === "pass") return page.getByRole("button", { name: "Pass", exact: true }).click();
    await draft(page, text);
    const atOnce = isTake({ text }) && text.includes("+");
    await page.locator(`.bl-making .${atOnce ? "bl-take" : "primary"}`).click();
}

/** @param {Page} page */
const ready = (page) => page.locator('.bl-table[data-active="true"]').waitFor();
/** @param {Page} page */
const shownColumns = (page) =>
    page
        .locator(".bl-column:not(.empty)")
        .evaluateAll((all) =>
            Object.fromEntries(
                all.map((one) => [
                    one.dataset.place,
                    [...one.querySelectorAll(".bl-corner b")].map((b) => b.getAttribute("data-text")).join(""),
                ]),
            ),
        );

// The record of a first position, from the cards that lie on the table; a joker shows no letter.
/** @param {Record<string, string>} columns */
const dealt = (columns) =>
    `game bali\nlang fr\nlexicon fr\n${Object.entries(columns)
        .map(([place, card]) => `deal ${place} ${card || "*"}\n`)
        .join("")}`;

// What the log's chosen entry marks.
/** @param {Page} page */
const marked = (page) => page.locator(".bl-column.violet").evaluateAll((all) => all.map((one) => one.dataset.place));

const alone = "/play?game=bali&lang=fr&seats=1";

/** @param {Page} page */
async function wholeSolitaire(page) {
    for (let n = 0; n < 120 && !(await page.locator(".mt-end").count()); n++) {
        await ready(page);
        const move = choose(await localRecord(page));
        await play(page, move);
        await untilEntries(page, n + 1);
    }
    await page.locator(".mt-end").waitFor();
}

test("somebody plays alone to the end, and again at once", async (t) => {
    const page = await t.page(alone);
    await wholeSolitaire(page);
    const [result] = await savedGames(page);
    await page.locator(".bl-total").waitFor();
    const words = await page.locator(".bl-total li:not(.bl-bonus) .number").allTextContents();
    const bonus = Number((await page.locator(".bl-bonus .number").allTextContents())[0] ?? 0);
    same(
        words.map(Number).reduce((a, b) => a + b, bonus),
        result.scores[0],
        "the words and the bonus add up:",
    );
    holds(result.scores[0] > 0, "some points");
    same(JSON.parse(ask(["replay", "-", "--json"], result.record)).scores, result.scores, "the program agrees:");
    await page.locator(".bl-summary .primary").click();
    await page.waitForFunction(
        () => document.querySelector('.bl-deck[data-left="47"]') && !document.querySelector(".mt-entry"),
    );
});

// --- Matches on the server.

// By the seats that they cut for.
/** @param {Page[]} people @param {string} id */
async function bySeat(people, id) {
    const seats = await Promise.all(people.map(async (page) => (await matchOf(page, id)).you ?? ""));
    return people.map((_, i) => present(people[seats.indexOf("ABCD"[i] ?? "")]));
}

// People at a new match, each in a browser of his own, in the order of the seats.
/** @param {Run} t @param {number} seats @param {object} terms @param {ContextOptions[]} options */
async function gather(t, seats, terms = {}, options = []) {
    const first = await t.page("/rules", options[0]);
    await api(first, "POST", "/api/guest", { lang: "en" });
    const match = await api(first, "POST", "/api/matches", {
        game: "bali",
        lang: "fr",
        seats: ["me", ...Array(seats - 1).fill("open")],
        ...terms,
    });
    await first.goto(`/match/${match.id}`);
    const people = [first];
    for (let i = 1; i < seats; i++) {
        const page = await t.page(`/match/${match.id}`, options[i]);
        await page.locator(".mt-waiting .button.large").click();
        people.push(page);
        await page.locator(".mt-waiting .button.large").waitFor({ state: "detached" });
    }
    for (const page of people) await page.locator(".bl-column:not(.empty)").first().waitFor();
    return { id: match.id, people: await bySeat(people, match.id) };
}

// With it the program, which chooses the moves, can read the record while the game runs.
const recall = { recall: "on" };

/** @param {Run} t @param {number} seats @param {ContextOptions[]} options */
async function wholeGame(t, seats, options) {
    const { id, people } = await gather(t, seats, { settings: recall }, options);
    for (let n = 0; n < 200; n++) {
        const match = await matchOf(people[0], id);
        if (match.status === "over") break;
        const page = people[match.turn[0].charCodeAt(0) - 65];
        const move = choose(match.record);
        if (byHand(n)) {
            await ready(page);
            await play(page, move);
        } else await actAt(page, id, move);
        if (byHand(n + 1)) await Promise.all(people.map((one) => untilEntries(one, n + 1)));
    }
    const match = await matchOf(people[0], id);
    same(match.status, "over");
    for (const page of people) {
        await page.locator(".mt-end").waitFor();
        await soon(() => scores(page), match.scores, "the scores shown are");
        const totals = page.locator(".bl-total h3 .number");
        await soon(
            async () => (await totals.allTextContents()).map(Number),
            match.scores,
            "the totals of the words are",
        );
        await fits(page);
    }
    return { id, people, match };
}

// R-BALI-59, R-BALI-60
test("who leads is cut for, online and on the device, and everybody sees it", async (t) => {
    const { id, people } = await gather(t, 2, {}, [calm, calm]);
    const { record, seats } = await matchOf(present(people[0]), id);
    const cards = [...record.matchAll(/^cut ([AB]) (\S+)$/gm)];
    holds(cards.length >= 2, "each has cut");
    const names = Object.fromEntries(seats.map((seat) => [seat.seat, seat.player]));
    const said = `Cut for the lead: ${cards.map(([, seat, card]) => `${names[seat ?? ""]} – ${card}`).join("; ")}. First to play: ${names.A}.`;
    const eve = await t.page(`/match/${id}`, calm);
    for (const page of [...people, eve]) same(await page.locator(".mt-cut").textContent(), said);
    const led = new Set();
    for (let n = 1; n < 12 && led.size < 2; n++) {
        const page = await t.page(`/play?game=bali&lang=fr&level=1&seed=${n}`, calm);
        await ready(page);
        const kept = await localRecord(page);
        same(await page.locator(".mt-cut").count(), 1);
        led.add(
            await page
                .locator(".mt-cut")
                .textContent()
                .then((text) => /play: You/.test(text ?? "")),
        );
        same(JSON.parse(ask(["replay", "-", "--json"], kept)).cut.length >= 2, true, "the program agrees:");
        await page.reload();
        await ready(page);
        same(await localRecord(page), kept, "after a reload it is the same game:");
    }
    same(led.size, 2, "sometimes one leads, sometimes the computer:");
});

test("two people play a whole game", async (t) => {
    const { match, people } = await wholeGame(t, 2, [calm, calm]);
    const { reason } = present(match.result, "the result");
    holds(["passes", "out"].includes(reason), reason);
    const said = await Promise.all(people.map((page) => page.locator(".mt-end h2").textContent()));
    same(said, resultTexts(match), "what each is told:");
});

test("four people play a whole game, two of them on phones", async (t) => {
    const { match } = await wholeGame(t, 4, [calm, { ...phone, ...calm }, { ...narrow, ...calm }, calm]);
    const { reason } = present(match.result, "the result");
    holds(["passes", "out"].includes(reason), reason);
});

// --- One thing each, in a game that was begun before.

// A record goes on as if it had been played on this device.
/** @param {Run} t @param {string} record @param {object} terms @param {ContextOptions} options */
async function goOn(t, record, terms = {}, options = {}) {
    const page = await t.page("/rules", { ...calm, ...options });
    const lang = captured(/^lang (\S+)/m, record);
    const game = {
        terms: {
            game: "bali",
            lang,
            lexicon: captured(/^lexicon (\S+)/m, record),
            levels: [0],
            seat: "A",
            settings: {},
            start: "",
            ...terms,
        },
        record,
        begun: 1,
    };
    await openKept(page, game);
    await ready(page);
    return page;
}

const french = "game bali\nlang fr\nlexicon fr\nseed 0070\nseat A\n"; // I A I V * L E
const german = "game bali\nlang de\nlexicon de\nseed 0006\nseat A\n"; // O R Z * X Ä T

test("what is joined says whether it is a word or can become one, and what it would bring", async (t) => {
    const page = await goOn(t, french);
    await soon(() => shownColumns(page), { A1: "I", A2: "A", A3: "I", A4: "V", A5: "", A6: "L", A7: "E" });
    await draft(page, "A1+A2");
    await soon(() => page.locator(".bl-word").getAttribute("data-verdict"), "run", "IA is part of a word:");
    await page.locator(".bl-making").getByRole("button", { name: "Clear" }).click();
    for (const place of ["A6", "A4", "A1", "A3"]) await column(page, place).click();
    await page.locator('.bl-word[data-verdict="bad"]').waitFor();
    await soon(() => page.locator(".bl-making .primary").isDisabled(), true, "what is in no word cannot be joined:");
    await page.locator(".bl-making").getByRole("button", { name: "Clear" }).click();
    await draft(page, "A2+A4+A1+A6+A3+A7");
    await page.locator('.bl-word[data-verdict="word"][data-word="AVILIE"] .bl-points', { hasText: "24" }).waitFor();
    await page.locator(".bl-making .primary").click();
    await untilEntries(page, 1);
    await page.locator('.bl-column.word[data-place="A2"] .bl-worth[data-text="24"]').waitFor();
    await soon(() => page.locator('.bl-deck[data-left="42"]').count(), 1, "five places were refilled:");
    await soon(() => marked(page), []);
    await page.locator(".mt-move").first().click();
    await soon(() => marked(page), ["A2"], "the log shows where it lies:");
    await page.locator(".mt-move").first().click();
    await soon(() => marked(page), []);
    await column(page, "A2").dblclick();
    await untilEntries(page, 2);
    await soon(() => page.locator(".mt-score").getAttribute("data-score"), "24", "tapped twice it is taken:");
    await page.locator(".mt-move").nth(1).click();
    await soon(() => marked(page), ["A2"], "the log shows where it was taken from:");
    await page.locator(".mt-move").first().click();
    await soonHolds(
        () => page.locator(".mt-entry.chosen .mt-number", { hasText: /^1$/ }).count(),
        "the join is chosen",
    );
    await soon(() => marked(page), [], "what was taken is not to be seen any more:");
});

test("the order of the columns is changed in the tray", async (t) => {
    const page = await goOn(t, french);
    for (const place of ["A2", "A1"]) await column(page, place).click();
    await page.locator('.bl-word[data-word="AI"]').waitFor();
    await page.locator('.bl-chunk[data-place="A1"]').click();
    await page.locator('.bl-word[data-word="IA"]').waitFor();
    await column(page, "A2").click();
    await soon(() => page.locator(".bl-chunk").count(), 1, "a second tap takes a column out:");
});

// R-BALI-61
test("alone a word is joined, or taken at once before the refill", async (t) => {
    const page = await goOn(t, french);
    await draft(page, "A2+A4+A1+A6+A3+A7");
    await page.locator(".bl-making .bl-take").waitFor();
    await page.locator(".bl-making .bl-take").click();
    await untilEntries(page, 1);
    await soon(() => page.locator('.bl-deck[data-left="41"]').count(), 1, "six places were refilled:");
    await soon(async () => (await localRecord(page)).includes("A take A2+A4+A1+A6+A3+A7"), true, "in one move:");
});

/** @param {Page} page */
const shownText = (page) => page.evaluate(() => document.body.innerText);

// R-BALI-62, R-BALI-64
test("taken words are out of sight until the game is over", async (t) => {
    const fresh = await t.page(alone, calm);
    await ready(fresh);
    await soonHolds(async () => (await localRecord(fresh)).includes("\nset recall off\n"), "the default");
    const page = await goOn(t, french.replace("seed", "set recall off\nseed"));
    await play(page, "take A2+A4+A1+A6+A3+A7");
    await untilEntries(page, 1);
    await page.locator(".mt-entry", { hasText: "6 cards taken" }).waitFor();
    for (const width of [1366, 390]) {
        await page.setViewportSize({ width, height: width > 400 ? 680 : 664 });
        await soonHolds(async () => !/AVILIE/i.test(await shownText(page)), "the word is not shown");
        await fits(page);
    }
    await page.getByRole("button", { name: "Stop here" }).click();
    await page.getByRole("button", { name: "Really stop" }).click();
    await soonHolds(async () => /AVILIE/.test(await shownText(page)), "now it is");
});

test("a column is dragged above or below another one", async (t) => {
    const page = await goOn(t, french);
    /** @param {string} place */
    const middle = async (place) => {
        const box = await boxOf(column(page, place));
        return [box.x + box.width / 2, box.y + box.height / 2, box.height];
    };
    /** @param {string} from @param {string} to @param {number} part @param {boolean} drop */
    const drag = async (from, to, part, drop = true) => {
        const [x, y] = await middle(from);
        const [tx, ty, height] = await middle(to);
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move((x + tx) / 2, y + 12, { steps: 3 });
        await page.mouse.move(tx, ty + part * height, { steps: 4 });
        if (drop) await page.mouse.up();
    };
    await drag("A2", "A1", -0.3, false);
    await page.locator('.bl-column.drop-above[data-place="A1"]').waitFor();
    await page.locator('.bl-word[data-word="AI"]').waitFor();
    const [x, y, height] = await middle("A1");
    await page.mouse.move(x, y + 0.3 * height);
    await page.locator('.bl-column.drop-below[data-place="A1"]').waitFor();
    await page.locator('.bl-word[data-word="IA"]').waitFor();
    await page.mouse.up();
    await untilEntries(page, 1);
    await soon(async () => (await shownColumns(page)).A1, "IA", "dropped below, and joined at once:");
    await drag("A6", "A1", 0.3);
    await untilEntries(page, 2);
    await soon(async () => (await shownColumns(page)).A1, "IAL");
    await drag("A4", "A1", -0.3, false);
    await page.mouse.move(5, 5, { steps: 3 });
    await page.mouse.up();
    await soon(() => page.locator(".bl-making").count(), 0, "dropped nowhere it is nothing:");
});

test("the joker becomes a letter, and stays it", async (t) => {
    const page = await goOn(t, french);
    for (const place of ["A1", "A5", "A7"]) await column(page, place).click();
    await page.locator('.bl-word[data-verdict="letter"]').waitFor();
    await page.locator(".bl-key.fits", { hasText: /^D$/ }).waitFor();
    await soon(() => page.locator(".bl-key").count(), 26);
    await page.keyboard.press("w");
    await page.locator('.bl-key[aria-pressed="true"]', { hasText: /^W$/ }).waitFor();
    await page.locator(".bl-key", { hasText: /^D$/ }).click();
    await page.locator('.bl-word[data-verdict="word"][data-word="IDE"] .bl-points', { hasText: "15" }).waitFor();
    await page.locator(".bl-making .primary").click();
    await untilEntries(page, 1);
    await soon(async () => (await shownColumns(page)).A1, "IDE");
});

test("in German an umlaut's card is itself, or the plain vowel", async (t) => {
    const page = await goOn(t, german);
    for (const place of ["A2", "A6", "A7"]) await column(page, place).click();
    await page.locator('.bl-word[data-verdict="word"][data-word="RÄT"]').waitFor();
    await soon(() => page.locator(".bl-key").allTextContents(), ["Ä", "A"]);
    await page.locator(".bl-key", { hasText: /^A$/ }).click();
    await page.locator('.bl-word[data-verdict="word"][data-word="RAT"]').waitFor();
    await page.locator(".bl-making .primary").click();
    await untilEntries(page, 1);
    await soon(async () => (await shownColumns(page)).A2, "RAT");
});

test("the keyboard alone joins and takes", async (t) => {
    const page = await goOn(t, french);
    for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement?.closest(".bl-table"))); i++)
        await page.keyboard.press("Tab");
    const at = () => page.evaluate(() => document.activeElement?.getAttribute("data-place"));
    await soon(() => at(), "A1");
    for (const key of [
        "Enter",
        "ArrowRight",
        "Shift+Enter",
        "ArrowRight",
        "ArrowRight",
        "ArrowRight",
        "ArrowRight",
        " ",
    ])
        await page.keyboard.press(key);
    await page.locator('.bl-word[data-verdict="word"][data-word="AIL"]').waitFor();
    await page.keyboard.press("Enter");
    await untilEntries(page, 1);
    await page.locator('.bl-column.word[data-place="A2"]').waitFor();
    await soon(() => at(), "A6", "the focus stays on the table:");
    for (const key of ["Home", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await page.locator('.bl-word[data-verdict="take"]').waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".bl-making").waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await page.locator('.bl-word[data-verdict="take"]').waitFor();
    await page.keyboard.press("Enter");
    await untilEntries(page, 2);
    await soon(() => page.locator(".mt-score").getAttribute("data-score"), "3");
});

test("stopping is asked twice, and ends the game", async (t) => {
    const page = await goOn(t, french);
    await page.getByRole("button", { name: "Stop here" }).click();
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("button", { name: "Stop here" }).click();
    await page.getByRole("button", { name: "Really stop" }).click();
    await page.locator(".mt-end", { hasText: "stopped" }).waitFor();
    await page.locator(".bl-summary", { hasText: "No words" }).waitFor();
});

test("one's best are kept on the device, but not what a hint helped with", async (t) => {
    const page = await goOn(t, french);
    await play(page, "A2+A4+A1+A6+A3+A7");
    await untilEntries(page, 1);
    await play(page, "take A2");
    await untilEntries(page, 2);
    const stop = async () => {
        await page.getByRole("button", { name: "Stop here" }).click();
        await page.getByRole("button", { name: "Really stop" }).click();
        await page.locator(".mt-bests").waitFor();
    };
    await stop();
    await page.locator(".mt-bests .bests-new").waitFor();
    await soon(() => page.locator(".mt-bests .bests").first().locator(".now .number").last().textContent(), "24");
    await page.locator(".bl-summary .primary").click();
    await ready(page);
    const [{ key, ...game }] = await savedGames(page);
    await page.evaluate(
        ([k, helped]) => localStorage.setItem(k, helped),
        [key, JSON.stringify({ ...game, helped: true })],
    );
    await page.reload();
    await ready(page);
    await stop();
    await page.locator(".mt-bests", { hasText: "does not count" }).waitFor();
    await soon(
        () =>
            page.evaluate(() =>
                Object.values(JSON.parse(localStorage.getItem("local-bests") ?? "{}"))
                    .flat()
                    .map((one) => one.score),
            ),
        [24],
    );
});

test("the deal of the day is the same for everybody, is played once, and has its list", async (t) => {
    /** @param {ContextOptions} options */
    const begin = async (options = {}) => {
        const page = await t.page("/daily?game=bali&lang=fr", { ...calm, ...options });
        await page.getByRole("button", { name: "Play today’s deal" }).click();
        await page.waitForURL(/\/match\//);
        await ready(page);
        return page;
    };
    const ann = await begin();
    const bob = await begin(phone);
    await soon(
        async () => JSON.stringify(await shownColumns(ann)) === JSON.stringify(await shownColumns(bob)),
        true,
        "both have the cards",
    );
    await soon(() => ann.getByRole("button", { name: "Hint" }).count(), 0);
    const id = captured(/\/match\/([^/?]+)/, ann.url());
    await play(ann, choose(dealt(await shownColumns(ann))));
    await untilEntries(ann, 1);
    await ann.getByRole("button", { name: "Stop here" }).click();
    await ann.getByRole("button", { name: "Really stop" }).click();
    await ann.locator(".mt-bests .bests").first().waitFor();
    await ann.goto("/daily?game=bali&lang=fr");
    await ann.locator(".bests li").first().waitFor();
    await ann.getByRole("button", { name: "Play today’s deal" }).click();
    await ann.waitForURL(new RegExp(id));
    await ann.goto("/leaderboards?game=bali");
    await ann.getByRole("heading", { name: "Best alone" }).waitFor();
});

// --- The computer.

test("computers play along on the device, and a move is taken back with theirs", async (t) => {
    const page = await t.page("/play?game=bali&lang=fr&seats=3&level=2,4", calm);
    let before = 0;
    for (let n = 0; n < 3; n++) {
        await ready(page);
        before = await page.locator(".mt-entry").count();
        await play(page, choose(await localRecord(page)));
        await untilEntries(page, before + 3);
    }
    await ready(page);
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction((count) => document.querySelectorAll(".mt-entry").length === count, before);
});

test("a hint says with which column, then which ones and in what order", async (t) => {
    const page = await goOn(t, french);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".bl-column.hinted").first().waitFor();
    await soon(() => page.locator(".bl-column.hinted").count(), 1);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".bl-column.hinted").length > 1);
    await soon(async () => (await savedGames(page))[0].helped, true);
});

// --- Challenges.

test("a join is challenged: a right word costs the challenger a turn, none undoes the join", async (t) => {
    const {
        id,
        people: [ann, bob],
    } = await gather(t, 2, { settings: { challenge: "on", ...recall }, clock: { kind: "move", base_ms: 600_000 } }, [
        calm,
        calm,
    ]);
    await ready(ann);
    await ann.waitForFunction(() => document.querySelectorAll(".bl-column:not(.empty)").length === 14);
    const before = await shownColumns(ann);
    const right = present(legal((await matchOf(ann, id)).record).find((m) => m.run && !m.text.includes("=")));
    await play(ann, right.text);
    await bob.locator(".bl-column.doubted").waitFor();
    await bob.getByRole("button", { name: "Challenge", exact: true }).click();
    await ann.locator(".bl-naming").waitFor();
    for (const page of [ann, bob]) await page.locator('.mt-player[data-seat="A"] .mt-clock.runs').waitFor();
    const [{ word }] = (
        await api(ann, "GET", `/api/lexicons/fr/find?pattern=${encodeURIComponent(`*${right.run}*`)}&limit=1`)
    ).words;
    await ann.locator(".bl-naming .input").fill(word.toLowerCase());
    await ann.locator(".bl-naming .primary").click();
    await ann.locator(".mt-said", { hasText: `named ${word}` }).waitFor();
    await ready(ann);
    await soon(async () => (await matchOf(ann, id)).turn, ["A"], "B misses its turn:");
    const again = present(legal((await matchOf(ann, id)).record).find((m) => m.run && !m.text.includes("=")));
    const lay = await shownColumns(ann);
    await play(ann, again.text);
    await bob.getByRole("button", { name: "Challenge", exact: true }).click();
    await ann.getByRole("button", { name: "I have none" }).click();
    for (const page of [ann, bob]) await untilEntries(page, 6);
    await ready(bob);
    await soon(() => shownColumns(ann), lay, "the join is undone:");
    holds(Object.keys(before).length === 14, "all columns were there");
});

// --- For everybody.

test("nothing is in anybody's way", async (t) => {
    const page = await goOn(t, french, {}, { ...phone, bypassCSP: true });
    await violations(page);
    for (const place of ["A1", "A5", "A7"]) await column(page, place).click();
    await page.locator(".bl-key.fits").first().waitFor();
    await violations(page);
    await page.locator(".bl-key", { hasText: /^D$/ }).click();
    await page.locator('.bl-word[data-verdict="word"]').waitFor();
    await page.locator(".bl-making .primary").click();
    await untilEntries(page, 1);
    await page.locator(".bl-column.word").waitFor();
    await violations(page);
    await page.goto("/play?game=bali&lang=fr&seats=4&level=0");
    await ready(page);
    await violations(page);
    await page.goto("/rules/bali");
    await page.locator(".bl-picture").first().waitFor();
    await violations(page);
    await page.goto("/daily?game=bali");
    await page.locator(".reading .columns .card").nth(1).waitFor();
    await violations(page);
});

test("every text is there in every language, from 320 pixels on", async (t) => {
    for (const locale of ["en", "de", "fr", "nl", "ru"]) {
        const page = await t.page("/play?game=bali&lang=fr&seats=4&level=0", { ...narrow, ...calm, locale });
        await ready(page);
        await column(page, "A1").click();
        await column(page, "B1").click();
        await page.locator(".bl-note").waitFor();
        const whole = async () => {
            const text = await page.evaluate(() => document.body.innerText);
            holds(!/web\.[a-z]+\./.test(text), `${locale}: ${/web\.[a-z.]+/.exec(text)}`);
            await fits(page, locale);
        };
        await whole();
        if (locale === "de") {
            await page.goto(`/analysis?${new URLSearchParams({ record: await localRecord(page) })}`);
            await page.locator(".mt-candidate .mt-tag").waitFor();
            await whole();
        }
        await page.goto("/rules/bali");
        await page.locator(".bl-picture").first().waitFor();
        await whole();
    }
});

test("a game is gone through, and moves are tried on a free board", async (t) => {
    const deals = [..."PARTIE*"].map((card, i) => `deal A${i + 1} ${card}\n`).join("");
    const record = `game bali\nlang fr\nlexicon fr\nseat A\n${deals}A A1+A2\ndeal A2 S\nA A1+A3\ndeal A3 N\n`;
    const page = await t.page(`/analysis?${new URLSearchParams({ record })}`, calm);
    await page.waitForFunction(() => document.querySelector(".mt-at")?.textContent === "2 of 2");
    await soon(async () => (await shownColumns(page)).A1, "PAR");
    await page.getByRole("button", { name: "One move back" }).click();
    await page.waitForFunction(() => document.querySelector('[data-place="A1"]')?.getAttribute("data-cards") === "2");
    await page.locator(".mt-candidate").first().click();
    await page.locator(".bl-column.hinted").first().waitFor();
});

test("without a network one plays alone, also after a reload", async (t) => {
    t.expected = [
        /ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/,
        /ERR_CONNECTION_REFUSED/,
        /ERR_FAILED/,
        /WebSocket/,
    ];
    const page = await t.page(alone, calm);
    await ready(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await ready(page);
    await page.goto("/daily?game=bali&lang=fr");
    await page.getByRole("button", { name: "Play today’s deal" }).waitFor();
    await page.goto(alone);
    await ready(page);
    await t.server.stop();
    try {
        for (let n = 0; n < 3; n++) {
            await ready(page);
            await play(page, choose(await localRecord(page)));
            await untilEntries(page, n + 1);
        }
        await page.reload();
        await untilEntries(page, 3);
        await ready(page);
        await play(page, choose(await localRecord(page)));
        await untilEntries(page, 4);
        await page.goto(`/analysis?${new URLSearchParams({ record: await localRecord(page) })}`);
        await page.locator(".mt-outlook", { hasText: /expected score [\d.,]+ · chance of a bali \d+%/ }).waitFor();
        await page.goto("/daily?game=bali&lang=fr");
        await page.getByRole("button", { name: "Play today’s deal" }).click();
        await page.waitForURL(/\/play\?.*seed=[0-9a-f]{64}/);
        await ready(page);
        await soonHolds(
            async () => /^seed [0-9a-f]{64}$/m.test(await localRecord(page)),
            "the day's deal is played here then",
        );
    } finally {
        await t.server.start();
    }
});

await finish();
