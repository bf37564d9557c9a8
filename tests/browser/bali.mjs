// Bali in the browser: alone, by two and by four people, to the end; the joker, challenges, the
// keyboard alone, dragging, a phone, without a network.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { finish, holds, phone, root, same, test } from "./harness.mjs";

const program = process.env.LOGOMACHY_PROGRAM ?? join(root, "build/logomachy");
const lexicons = process.env.LOGOMACHY_LEXICONS ?? join(root, "build/lexicons");

// --- Moves, found by the program and made by hand.

const ask = (args, input) => execFileSync(program, [...args, "--lexicons", lexicons], { input, maxBuffer: 1 << 28 });
const legal = (record) => JSON.parse(ask(["moves", "-", "--json"], record)).moves;

// Which of them are words, all asked at once.
function wordsOf(lexicon, runs) {
    let said = "";
    try {
        said = String(ask(["lexicon", "has", lexicon, ...runs]));
    } catch (e) {
        said = String(e.stdout);
    }
    return new Set(said.split("\n").filter((line) => line.endsWith(" yes")).map((line) => line.split(" ")[0]));
}

// Nothing that moves has to be waited for.
const calm = { reducedMotion: "reduce" };
const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

const isTake = (move) => move.text.startsWith("take");

// A player who wants the game to come to its end: takes, makes words, or makes the longest run.
function choose(record) {
    const moves = legal(record), lexicon = /^lexicon (\S+)/m.exec(record)[1];
    const scoring = moves.filter((m) => m.points > 0 || isTake(m)).sort((a, b) => b.points - a.points);
    if (scoring.length) return scoring[0].text;
    if (!moves.length) return null;
    const long = [...moves].sort((a, b) => b.run.length - a.run.length || (a.text < b.text ? -1 : 1)).slice(0, 400);
    const words = wordsOf(lexicon, [...new Set(long.map((m) => m.run))]);
    return (long.find((m) => m.run.length > 2 && words.has(m.run)) ?? long[0]).text;
}

const column = (page, place) => page.locator(`.bl-table [data-place="${place}"]`);
const made = (page) => page.locator(".bl-word:is([data-verdict=run], [data-verdict=word], [data-verdict=take], [data-verdict=claim])");

async function draft(page, text) {
    const parts = isTake({ text }) ? [text.slice(5)] : text.split("+");
    for (const part of parts) await column(page, part.slice(0, 2)).click();
    for (const [place, letter] of parts.map((part) => part.split("=")))
        if (letter && parts.length > 1) await page.locator(`.bl-keys[aria-label*="${place}"] .bl-key`, { hasText: new RegExp(`^${letter}$`) }).click();
    await made(page).waitFor();
}

async function play(page, text) {
    if (text === "pass") return page.getByRole("button", { name: "Pass", exact: true }).click();
    await draft(page, text);
    await page.locator(".bl-making .primary").click();
}

const untilEntries = (page, n) => page.waitForFunction((want) => document.querySelectorAll(".mt-entry").length >= want, n);
const ready = (page) => page.locator('.bl-table[data-active="true"]').waitFor();
const localRecord = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("local-game"))?.record ?? "");
const shownColumns = (page) => page.locator(".bl-column:not(.empty)").evaluateAll((all) => Object.fromEntries(all.map((one) => [one.dataset.place, [...one.querySelectorAll(".bl-corner b")].map((b) => b.textContent).join("")])));

const alone = "/play?game=bali&lang=fr&seats=1";

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
    const [result] = await page.evaluate(() => JSON.parse(localStorage.getItem("local-results")));
    const words = await page.locator(".bl-total li:not(.bl-bonus) .number").allTextContents();
    const bonus = Number((await page.locator(".bl-bonus .number").allTextContents())[0] ?? 0);
    same(words.map(Number).reduce((a, b) => a + b, bonus), result.scores[0], "the words and the bonus add up:");
    holds(result.scores[0] > 0, "some points");
    same(JSON.parse(ask(["replay", "-", "--json"], result.record)).scores, result.scores, "the program agrees:");
    await page.locator(".bl-summary .primary").click();
    await page.waitForFunction(() => document.querySelector('.bl-deck[data-left="47"]') && !document.querySelector(".mt-entry"));
});

// --- Matches on the server.

async function api(page, method, path, body) {
    return page.evaluate(async ([m, p, b]) => {
        const me = await (await fetch("/api/me")).json();
        const headers = { "Content-Type": "application/json", "X-CSRF-Token": me.account?.csrf ?? "" };
        const answer = await fetch(p, { method: m, headers, ...(b && { body: JSON.stringify(b) }) });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${p}: ${answer.status} ${text}`);
        return answer.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
    }, [method, path, body]);
}

// People at a new match, each in a browser of his own, in the order of the seats.
async function gather(t, seats, terms = {}, options = []) {
    const first = await t.page("/rules", options[0]);
    await api(first, "POST", "/api/guest", { lang: "en" });
    const match = await api(first, "POST", "/api/matches", { game: "bali", lang: "fr", seats: ["me", ...Array(seats - 1).fill("open")], ...terms });
    await first.goto(`/match/${match.id}`);
    const people = [first];
    for (let i = 1; i < seats; i++) {
        const page = await t.page(`/match/${match.id}`, options[i]);
        await page.locator(".mt-waiting .button.primary").click();
        people.push(page);
        await page.locator(".mt-waiting .button.primary").waitFor({ state: "detached" });
    }
    for (const page of people) await page.locator(".bl-column:not(.empty)").first().waitFor();
    return { id: match.id, people };
}

const matchOf = (page, id) => api(page, "GET", `/api/matches/${id}`);

async function scores(page) {
    const found = await page.locator(".mt-player").evaluateAll((all) => all.map((one) => [one.dataset.seat, Number(one.querySelector(".mt-score").dataset.score)]));
    return found.sort().map(([, score]) => score);
}

async function wholeGame(t, seats, terms, options) {
    const { id, people } = await gather(t, seats, terms, options);
    for (let n = 0; n < 200; n++) {
        const match = await matchOf(people[0], id);
        if (match.status === "over") break;
        const page = people[match.turn[0].charCodeAt(0) - 65];
        await ready(page);
        const moves = choose(match.record);
        await play(page, moves ?? "pass");
        for (const one of people) await untilEntries(one, n + 1);
    }
    const match = await matchOf(people[0], id);
    same(match.status, "over");
    for (const page of people) {
        await page.locator(".mt-end").waitFor();
        same(await scores(page), match.scores, "the scores shown are");
        const totals = await page.locator(".bl-total h3 .number").allTextContents();
        same(totals.map(Number), match.scores, "the totals of the words are");
        same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "no sideways scrolling:");
    }
    return { id, people, match };
}

test("two people play a whole game", async (t) => {
    const { match, people } = await wholeGame(t, 2, {}, [calm, calm]);
    holds(["passes", "out"].includes(match.result.reason), match.result.reason);
    const said = await Promise.all(people.map((page) => page.locator(".mt-end h2").textContent()));
    holds(said.every((text) => /won|lost|shared/i.test(text)), said.join());
});

test("four people play a whole game, two of them on phones", async (t) => {
    const { match } = await wholeGame(t, 4, {}, [calm, { ...phone, ...calm }, { ...narrow, ...calm }, calm]);
    holds(["passes", "out"].includes(match.result.reason), match.result.reason);
});

await finish();
