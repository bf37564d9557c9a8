// Hostile input: whatever one user writes, a link says, the server sends or the device has stored, the page shows it
// literally and goes on working. Thousands of texts go through one page whose server is the test; a sample of them goes
// through the real one.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { hostileTexts, samples } from "../../web/test/hostile.mjs";
import {
    api,
    calm,
    finish,
    fits,
    holds,
    legal,
    pair,
    phone,
    program,
    recordOf,
    same,
    soon,
    soonHolds,
    test,
    untilEntries,
} from "./harness.mjs";

/**
 * @typedef {import("./harness.mjs").ContextOptions} ContextOptions
 * @typedef {import("./harness.mjs").Match} Match
 * @typedef {import("./harness.mjs").Page} Page
 * @typedef {import("./harness.mjs").Run} Run
 */

/** @param {Page} page */
const lines = (page) => page.locator(".mt-lines p").allTextContents();
/** @param {Page} page @param {string} id @param {string} text */
const say = (page, id, text) => api(page, "POST", `/api/matches/${id}/chat`, { text });
const narrow = { ...phone, ...calm };

// The next legal move, made through the API by the player to move: both pages have to show it.
/** @param {string} id @param {Page} ann @param {Page} bob */
async function moveArrives(id, ann, bob) {
    const before = await ann.locator(".mt-entry").count();
    const [move] = legal(await recordOf(ann, id));
    const mover = (await api(ann, "GET", `/api/matches/${id}`)).may.includes("move") ? ann : bob;
    await api(mover, "POST", `/api/matches/${id}/actions`, { verb: "move", move: move.text });
    for (const page of [ann, bob]) await untilEntries(page, before + 1);
}

// Lists the elements that stick out, for debugging.
/** @param {Page} page */
const widest = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll("body *")]
            .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
            .slice(0, 6)
            .map((one) => `${one.tagName}.${one.className}`),
    );

/** @param {Page} page @param {string} about */
const whole = async (page, about) => {
    holds(!(await page.locator(".failure").count()), `${about}: something failed, the console says why`);
    await fits(page, about).catch(async (error) => {
        throw new Error(`${error.message}: ${await widest(page)}`);
    });
};

// Half a surrogate pair does not survive the way into the browser but in an escape.
/**
 * @template A, R
 * @param {Page} page
 * @param {(data: A) => R} run
 * @param {A} data
 * @returns {Promise<Awaited<R>>}
 */
const inPage = (page, run, data) => page.evaluate(`(${run})(JSON.parse(${JSON.stringify(JSON.stringify(data))}))`);

// --- Through the real server.

test("a chat line that looks like the address of a match is text and nothing else", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en", start: "crown" });
    const said = ["http://[/match/x", `${t.server.url}/match/abc`, "https://%/match/a-b", "http://a:99999/match/x"];
    for (const text of said) await say(bob, id, text);
    await soonHolds(async () => (await lines(ann)).length === said.length, "every line is shown");
    for (const [i, text] of said.entries()) holds((await lines(ann))[i].endsWith(text), `${text} is shown as it is`);
    same(await ann.locator(".mt-lines a").count(), 0, "links in the chat:");
    await moveArrives(id, ann, bob);
    await ann.reload();
    await untilEntries(ann, 1);
    await moveArrives(id, ann, bob);
});

/** @type {(path: string, body: object) => Post} */
const post = (path, body) => [path, body];

// Any input that the server accepts. Refusals are fine; accepted input must not break a page.
/**
 * @typedef {[path: string, body: object]} Post
 * @param {Page} page
 * @param {Post[]} requests
 */
async function sendAll(page, requests) {
    return inPage(
        page,
        async (all) => {
            const { account } = await (await fetch("/api/me")).json();
            const answers = [];
            for (const [path, body] of all) {
                const answer = await fetch(path, {
                    method: "POST",
                    headers: { "Content-Type": "application/json", "X-CSRF-Token": account.csrf },
                    body: JSON.stringify(body),
                });
                answers.push(answer.ok ? JSON.parse((await answer.text()) || "{}") : null);
            }
            return answers;
        },
        requests,
    );
}

// On a phone the chat is closed at first.
/** @param {Page} page */
const openChat = (page) => page.getByRole("button", { name: /^Chat/ }).click();

test("hostile lines, names, reports, words and news reach the other player and the administrator as text", async (t) => {
    t.expected = [/status of 4\d\d/];
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" }, [narrow, {}]);
    const texts = samples.filter((text) => text.trim()).map((text) => text.slice(0, 300));
    const plain = texts.filter((text) => !/[\0\p{Surrogate}]/u.test(text)); // others are no JSON for the server
    const said = (
        await sendAll(
            bob,
            texts.map((text) => post(`/api/matches/${id}/chat`, { text })),
        )
    )
        .filter(Boolean)
        .map((one) => one.text);
    holds(said.length > 60, `only ${said.length} lines were taken`);
    await openChat(ann);
    await soon(() => ann.locator(".mt-lines bdi").allTextContents(), said, "the lines");
    await moveArrives(id, ann, bob);
    await whole(ann, "the match with hostile chat");
    // Names that the server takes: shown to the other side of a match and on the profile.
    const eve = await t.page("/", narrow);
    const named = texts
        .filter((text) => text.length <= 20)
        .map((name, i) => post("/api/register", { name, password: `a few plain words ${i}`, lang: "en" }));
    await api(eve, "POST", "/api/guest", { lang: "en" });
    for (const one of await sendAll(eve, named.slice(0, 60))) {
        if (!one?.name) continue;
        await eve.goto(`/players/${encodeURIComponent(one.name)}`);
        await soon(() => eve.locator("h1").textContent(), one.name, "the profile's heading");
    }
    // Reports, suggested words and news, as the administrator sees them.
    await sendAll(
        bob,
        texts.slice(0, 40).map((text) => post(`/api/matches/${id}/reports`, { about: "x", text })),
    );
    const { account } = await api(ann, "GET", "/api/me");
    const reports = await sendAll(
        bob,
        texts.map((text) => post(`/api/matches/${id}/reports`, { about: account.name, text })),
    );
    const words = await sendAll(
        bob,
        texts.map((text) => post("/api/lexicons/en/suggestions", { word: text.slice(0, 15), kind: "add", note: text })),
    );
    holds(reports.filter(Boolean).length > 10, "reports are taken");
    const boss = await t.page("/register", narrow);
    const name = `Boss${Date.now() % 1e6}`;
    await api(boss, "POST", "/api/register", { name, password: "a few plain words", lang: "en" });
    execFileSync(program, ["admin", "grant", name, "--db", join(t.server.folder, "db")]);
    await api(boss, "POST", "/api/login", { name, password: "a few plain words" });
    await boss.goto("/admin?tab=reports");
    await boss.locator("blockquote").first().waitFor();
    await whole(boss, "reports");
    if (words.some(Boolean)) {
        await boss.goto("/admin?tab=suggestions");
        await boss.locator(".plain-rows li").first().waitFor();
        await whole(boss, "suggestions");
    }
    const markdown = `# ${texts[0]} <b>\n\n${plain.join("\n\n").slice(0, 5000)}\n\n[x](javascript:alert(1)) <script>alert(1)</script>\n`;
    const [posted] = await sendAll(boss, [["/api/admin/news", { file: "2026-01-02-hostile.en.md", markdown }]]);
    holds(posted, "the news are taken");
    await boss.goto("/news/2026-01-02/hostile");
    await boss.locator(".prose").waitFor();
    same(
        await boss
            .locator(".prose script, .prose img, .prose [onerror], .prose a[href^='javascript']")
            .evaluateAll((all) => all.map((one) => one.outerHTML)),
        [],
        "active content in the news:",
    );
    await whole(boss, "news");
});

// --- Through a page whose server is the test.

// A socket that says what it is told to, in the page's own world. Each message is rendered before the next one comes.
function fakeSocket() {
    window.alert = () => console.error("a script of somebody else runs");
    class FakeSocket {
        readyState = 0;
        /** @type {(() => void) | undefined} */
        onopen = undefined;
        /** @type {((event: { data: string }) => void) | undefined} */
        onmessage = undefined;
        constructor() {
            window.fake = this;
            setTimeout(() => {
                this.readyState = 1;
                this.onopen?.();
            });
        }
        /** @param {string} text */
        send(text) {
            const { op, match } = JSON.parse(text);
            if (op === "watch" && window.fakeMatch)
                this.hear({ op: "match", match: { ...window.fakeMatch, id: match } });
        }
        close() {}
        /** @param {object} message */
        hear(message) {
            this.onmessage?.({ data: JSON.stringify(message) });
        }
    }
    Object.assign(window, { WebSocket: FakeSocket });
    const channel = new MessageChannel();
    /** @type {(() => void)[]} */
    const waiting = [];
    channel.port1.onmessage = () => waiting.shift()?.();
    window.rendered = () =>
        new Promise((done) => {
            waiting.push(done);
            channel.port2.postMessage(0);
        });
}

/** @param {unknown} value */
const json = (value) => ({ status: 200, contentType: "application/json", body: JSON.stringify(value) });

// The answers by path, the most particular first; what has none comes from the real server.
/** @param {Run} t @param {[RegExp, unknown][]} answers @param {ContextOptions} options */
async function fakedPage(t, answers, options) {
    const page = await (await t.context(options)).newPage();
    page.on("dialog", (dialog) => t.errors.push(`a dialog: ${dialog.message()}`));
    await page.addInitScript(fakeSocket);
    await page.route("**/api/**", (route) => {
        const url = new URL(route.request().url());
        const answer = answers.find(([path]) => path.test(url.pathname + url.search))?.[1];
        return answer === undefined
            ? route.continue()
            : route.fulfill(
                  answer === null
                      ? { ...json({ error: { code: "api.not_found", text: url.pathname } }), status: 404 }
                      : json(typeof answer === "function" ? answer(url) : answer),
              );
    });
    return page;
}

// A match of Balda and its first moves, from the program.
/** @param {Run} t @returns {Promise<Match>} */
async function someMatch(t) {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en", start: "crown" });
    const match = await api(ann, "GET", `/api/matches/${id}`);
    await Promise.all([ann.close(), bob.close()]);
    return { ...match, you: "B", may: [] };
}

/** @param {Match} match */
function nextEvent(match) {
    const [move] = legal(match.record);
    const seat = match.turn[0];
    const other = seat === "A" ? "B" : "A";
    const { status, scores, clocks, deadline, offers, result, seed } = match;
    const event = {
        op: "event",
        match: match.id,
        seq: match.seq,
        at: 1,
        text: `${seat} ${move.text}`,
        draws: [],
        seat,
        turn: [other],
        status,
        scores,
        clocks,
        deadline,
        offers,
        result,
        seed,
        may: [],
    };
    return {
        event,
        match: {
            ...match,
            seq: match.seq + 1,
            turn: [other],
            record: `${match.record.trimEnd()}\n${seat} ${move.text}\n`,
        },
    };
}

const account = {
    id: 1,
    name: "Bob",
    kind: "person",
    lang: "en",
    mail: "",
    mail_turns: false,
    admin: true,
    muted_until: 0,
    created: 1,
    csrf: "c",
};
const inChat = 700;
const inNames = 420;
const batches = 3;

test("thousands of hostile lines and names in a match: each is shown literally, and the game goes on", async (t) => {
    const texts = hostileTexts(inChat * batches);
    let match = await someMatch(t);
    /** @type {object[]} */
    let chat = [];
    const page = await fakedPage(
        t,
        [
            [/^\/api\/me$/, { account, ratings: [], turns: 0 }],
            [/^\/api\/me\/games/, { games: [] }],
            [/\/chat\?after=0$/, () => ({ chat, next: chat.length })],
            [/\/chat\?/, () => ({ chat: [], next: chat.length })],
            [/^\/api\/matches\/[^/]+$/, () => match],
        ],
        { ...narrow, viewport: { width: 390, height: 664 } },
    );
    await page.addInitScript((first) => (window.fakeMatch = first), match);
    for (let batch = 0; batch < batches; batch++) {
        const some = texts.slice(batch * inChat, (batch + 1) * inChat);
        chat = some.map((text, i) => ({ id: i + 1, at: 1, name: text, seat: ["A", "B", null][i % 3], text }));
        await page.goto(`/match/${match.id}`);
        await openChat(page);
        await page.waitForFunction((n) => document.querySelectorAll(".mt-lines p").length === n, inChat);
        const wrong = await inPage(
            page,
            (want) =>
                [...document.querySelectorAll(".mt-lines p")].filter(
                    (line, i) =>
                        line.firstElementChild?.textContent !== want[i] ||
                        line.querySelector("bdi")?.textContent !== want[i],
                ).length,
            some,
        );
        same(wrong, 0, `batch ${batch}: lines that are not shown literally:`);
        same(
            await page.locator(".mt-lines a, .mt-lines script, .mt-lines img").count(),
            0,
            "what the lines have made:",
        );
        await page.locator(".bd-board").waitFor();
        await fits(page, `batch ${batch}`);
        // Live: a line, then names and settings by the match itself, each rendered; then a move, which has to appear.
        const odd = await inPage(
            page,
            async ({ id, match, some }) => {
                window.fake.hear({
                    op: "chat",
                    match: id,
                    id: 1e6,
                    at: 1,
                    name: "Ann",
                    seat: "A",
                    text: "the last one",
                });
                const wrong = [];
                for (const [i, text] of some.entries()) {
                    const seats = match.seats.map((seat, n) => ({
                        ...seat,
                        player: n === i % 2 ? text || "x" : seat.player,
                    }));
                    const settings = i % 7 ? match.settings : { ...match.settings, [text]: text };
                    const offers = i % 5 ? match.offers : { draw: i % 2 ? "B" : "A", takeback: null };
                    window.fake.hear({
                        op: "match",
                        match: { ...match, seats, settings, offers, may: i % 5 ? [] : ["accept-draw"] },
                    });
                    await window.rendered();
                    const names = [...document.querySelectorAll(".mt-name-text")].map((one) => one.textContent);
                    if (!names.includes(text || "x")) wrong.push([text.slice(0, 40), names]);
                    if (document.documentElement.scrollWidth > document.documentElement.clientWidth)
                        wrong.push([text.slice(0, 40), document.documentElement.scrollWidth]);
                }
                return wrong;
            },
            { id: match.id, match, some: some.slice(0, inNames / batches) },
        );
        same(odd, [], `batch ${batch}: names that are not shown literally or stick out:`);
        const next = nextEvent(match);
        const before = await page.locator(".mt-entry").count();
        await inPage(page, (event) => window.fake.hear(event), next.event);
        await untilEntries(page, before + 1);
        holds((await lines(page)).at(-1)?.endsWith("the last one"), "the last line");
        match = next.match;
        await page.addInitScript((now) => (window.fakeMatch = now), match);
        await whole(page, `batch ${batch}`);
    }
});

// A game of the account that is not on this device.
/** @param {string} text @param {number} i */
const keptGame = (text, i) => ({
    ...{ id: text, version: 1, begun: 1, changed: i, scores: [1, 2], helped: false, leader: null },
    terms: {
        ...{ game: text, lang: text, lexicon: text, levels: [0, 2], seat: "A", start: text },
        settings: { [text]: text },
    },
    result: i % 2 ? null : { winners: [text], draw: false },
});

// Every page that shows what others have written, with hostile texts in all of it.
/** @param {string[]} texts @returns {[RegExp, unknown][]} */
function hostileSite(texts) {
    const some = texts.filter((text) => text.trim());
    const at = 1_700_000_000_000;
    /** @param {string} text */
    const seats = (text) => [
        { seat: "A", player: text, level: 0, free: false, score: 3, won: true, rating_before: 1500 },
        { seat: "B", player: "Ann", level: 0, free: false },
    ];
    /** @param {string} text @param {number} i */
    const summary = (text, i) => ({
        id: `m${i}`,
        game: i % 3 ? "balda" : text,
        lang: i % 4 ? "en" : text,
        lexicon: "en",
        rated: true,
        listed: true,
        status: ["waiting", "running", "over", "aborted"][i % 4],
        settings: { [text]: text, size: "5" },
        clock: i % 5 ? "none" : text,
        turn: ["A"],
        created: at,
        started: null,
        ended: null,
        deadline: null,
        result: text,
        reason: text,
        deal: null,
        seats: seats(text),
    });
    const list = { matches: some.map(summary), next: null };
    const leaders = [...new Set(some)].map((name, i) => ({
        name,
        kind: i % 3 ? "person" : "bot",
        rating: 1500,
        deviation: 50,
        provisional: false,
        games: 3,
        at,
    }));
    const news = some.map((title, i) => ({
        date: i % 3 ? "2026-01-02" : title,
        slug: title,
        lang: "en",
        title,
        html: "<p>x</p>",
    }));
    return [
        [/^\/api\/me$/, { account: { ...account, name: some[3] }, ratings: [], turns: 2 }],
        [/^\/api\/me\/mutes/, { mutes: some }],
        [/^\/api\/me\/games/, { games: some.map(keptGame) }],
        [
            /^\/api\/me\/tokens/,
            { tokens: some.map((label, i) => ({ id: String(i), label, created: at, expires: at })) },
        ],
        [
            /^\/api\/me\/sessions/,
            {
                sessions: some.map((label, i) => ({
                    id: String(i),
                    label,
                    created: at,
                    expires: at,
                    current: i === 0,
                })),
            },
        ],
        [/^\/api\/players\/[^/]*\/matches/, list],
        [/^\/api\/players\/[^/]*\/ratings/, { rank: 1, history: [] }],
        [
            /^\/api\/players\//,
            (/** @type {URL} */ url) => ({
                name: decodeURIComponent(url.pathname.split("/")[3]),
                kind: "person",
                since: at,
                ratings: [],
                matches: { running: 1, over: 2, won: 1 },
            }),
        ],
        [/^\/api\/leaderboards/, { players: leaders, next: null }],
        [/^\/api\/bests/, list],
        [/^\/api\/matches\?/, list],
        [/^\/api\/me\/matches/, list],
        [/^\/api\/news\?/, { news }],
        [/^\/api\/news\//, { ...news[0], title: some[5] }],
        [
            /^\/api\/word-of-the-day/,
            {
                lexicon: "en",
                word: some[6],
                lang: "en",
                spellings: [some[9]],
                marks: [some[6]],
                definitions: [{ classes: [some[7]], text: some[8], kind: some[5], lemma: some[4] }],
            },
        ],
        [
            /^\/api\/admin\/reports/,
            {
                reports: some.map((text, id) => ({
                    id,
                    at,
                    author: text,
                    about: text,
                    match: text,
                    text,
                    resolved: false,
                })),
            },
        ],
        [
            /^\/api\/admin\/suggestions/,
            {
                suggestions: some.map((text, id) => ({
                    id,
                    at,
                    author: text,
                    lexicon: text,
                    word: text,
                    kind: "add",
                    note: text,
                    resolved: false,
                })),
            },
        ],
        [
            /^\/api\/admin\/accounts/,
            {
                accounts: some.map((name) => ({
                    name,
                    kind: "person",
                    admin: false,
                    banned: true,
                    muted_until: 0,
                    created: at,
                    seen: at,
                })),
                next: null,
            },
        ],
        [
            /^\/api\/lexicons\/en\/words\//,
            (/** @type {URL} */ url) => ({
                ok: true,
                word: decodeURIComponent(url.pathname.split("/")[5]),
                in: true,
                lang: "en",
                tier: 1,
                classes: some.slice(0, 3),
                spellings: some.slice(0, 20),
                marks: some.slice(3, 5),
                definitions: some.slice(0, 20).map((text) => ({ classes: [text], text, kind: text, lemma: text })),
            }),
        ],
        [
            /^\/api\/lexicons\/en\/find/,
            { words: some.map((word) => ({ word, tier: 1, classes: [] })), next: null, count: 3 },
        ],
    ];
}

const shownOn = {
    "/": ".match-players",
    "/games": ".match-players",
    "/leaderboards?game=balda": "tbody tr",
    "/news": ".news-rows li",
    "/news/2026-01-02/x": "h1",
    "/players/x": ".match-players",
    "/admin?tab=reports": "blockquote",
    "/admin?tab=suggestions": ".plain-rows li",
    "/admin?tab=accounts": ".plain-rows li",
    "/settings": ".plain-rows li",
    "/words?lexicon=en&word=abc": ".entry-word",
    "/words?lexicon=en&pattern=abc": ".word-list li",
    "/daily?game=bali": ".bests li",
};

test("every page of lists shows hostile texts literally and stays within its width", async (t) => {
    const texts = hostileTexts(400, 99);
    const each = 400;
    for (let from = 0; from < texts.length; from += each) {
        const page = await fakedPage(t, hostileSite(texts.slice(from, from + each)), {
            ...narrow,
            viewport: { width: 390, height: 664 },
        });
        for (const [path, selector] of Object.entries(shownOn)) {
            await page.goto(path);
            // A hostile name may have no visible character, and requests are answered in any order.
            await page.locator(selector).first().waitFor({ state: "attached" });
            await whole(page, `${path} from ${from}`);
            same(
                await page.locator("main script, main img[onerror], main [onload]").count(),
                0,
                `${path}: what the texts have made:`,
            );
        }
        await page.goto("/leaderboards?game=balda");
        await page.locator("tbody tr").first().waitFor();
        const wrong = await inPage(
            page,
            (want) => {
                const shown = new Set([...document.querySelectorAll("tbody td a")].map((one) => one.textContent));
                return want.filter((text) => text.trim() && !shown.has(text)).length;
            },
            texts.slice(from, from + each),
        );
        same(wrong, 0, "names that are not shown literally:");
        await page.context().close();
    }
});

// --- Links.

test("no address breaks the client", async (t) => {
    t.expected = [/status of 4\d\d/];
    const page = await fakedPage(t, [[/^\/api\/(matches|players|news|lexicons|leaderboards|bests)\b/, null]], narrow);
    /** @type {string[]} */
    const climbed = [];
    page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (
            /^\/api\/(?!me$|games$|lexicons\b|matches\b|players\b|news\b|leaderboards\b|bests\b|word-of-the-day|live)/.test(
                pathname,
            )
        )
            climbed.push(pathname);
    });
    await page.goto("/rules/constructor");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.goto("/rules/__proto__");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const shown = await inPage(
        page,
        async (texts) => {
            let failed = 0;
            let gone = 0;
            for (const text of texts) {
                const part = encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
                for (const path of [
                    `/rules/${part}`,
                    `/players/${part}`,
                    `/match/${part}`,
                    `/news/${part}/${part}`,
                    `/${part}`,
                    `/leaderboards?game=${part}`,
                    `/new?game=${part}&lang=${part}`,
                    `/words?lexicon=${part}&word=${part}`,
                    `/daily?game=${part}&lang=${part}`,
                    `/analysis?match=${part}&ply=${part}`,
                    `/admin?tab=${part}`,
                ]) {
                    history.pushState(null, "", path);
                    dispatchEvent(new PopStateEvent("popstate"));
                    await window.rendered();
                    gone += document.querySelector("main")?.childElementCount ? 0 : 1;
                    failed += document.querySelector(".failure") ? 1 : 0;
                }
            }
            return { failed, gone };
        },
        hostileTexts(110, 5).map((text) => text.slice(0, 60)),
    );
    same(shown, { failed: 0, gone: 0 }, "pages that failed or went away:");
    same(climbed, [], "requests that a link has led elsewhere:");
    await page.locator(".brand").click();
    await page.locator(".hero, .home, h1").first().waitFor();
});

test("records from anywhere are analysed or refused in words", async (t) => {
    const page = await fakedPage(t, [], narrow);
    const head = "game balda\nlang en\nlexicon en\nstart crown\n";
    const texts = hostileTexts(100, 8).map((text) => text.replace(/[\r\n]/g, " ").slice(0, 200));
    const records = texts.map(
        (text, i) =>
            [
                `${head}seat A ${text}\nseat B ${text}\nA c2=T/b3c3c2\n`,
                `${head}# ${text}\nA ${text}\n`,
                `${head}set ${text} ${text}\n`,
                `game ${text}\nlang ${text}\nlexicon en\nA x\n`,
                `${text}\nA c2=T/b3c3c2\n`,
            ][i % 5],
    );
    await page.goto(`/analysis?${new URLSearchParams({ record: records[0] })}`);
    await page.locator(".bd-board, .notice").first().waitFor();
    for (const record of records.slice(1)) {
        await page.evaluate(
            ([query]) => {
                history.pushState(null, "", `/analysis?${query}`);
                dispatchEvent(new PopStateEvent("popstate"));
            },
            [String(new URLSearchParams({ record }))],
        );
        await page.waitForFunction(() => document.querySelector(".bd-board, .notice, .mt-loading, .spinner, progress"));
        same(await page.locator(".failure").count(), 0, JSON.stringify(record));
    }
    await page.goto(
        `/analysis?${new URLSearchParams({ record: `${head}seat A {1}{0}<b>\nseat B ${"w".repeat(40)}\nA c2=T/b3c3c2\n` })}`,
    );
    await page.locator(".mt-scores", { hasText: "{1}{0}<b>" }).waitFor();
    await whole(page, "an analysis with hostile names");
});

// --- What is kept on the device.

const garbage = [
    "",
    "{",
    "null",
    "[]",
    "{}",
    "[null]",
    '{"terms":{"levels":[9e9]},"record":1}',
    '{"__proto__":{"a":1}}',
    "\u0000\ufffd",
    "x".repeat(20000),
    '"\\ud800"',
    '[{"game":"","position":"","draft":{"square":1e9,"path":{},"faces":[1],"placed":[{}]}}]',
    "<script>alert(1)</script>",
    "constructor",
    '{"games":[{}],"clocks":0,"lexicons":[0]}',
];
const localKeys = [
    "theme",
    "lang",
    "sound",
    "notifications",
    "drafts",
    "local-game",
    "local-results",
    "game-garbage",
    "local-bests",
    "adopt-later",
    "/api/games",
    "/api/lexicons",
];
const everyPage = [
    "/",
    "/new",
    "/login",
    "/register",
    "/forgot",
    "/leaderboards",
    "/daily",
    "/games",
    "/settings",
    "/rules",
    "/words",
    "/sources",
    "/news",
    "/play",
    "/play?game=balda&lang=en&level=0&start=crown",
    "/play?game=wordgame&lang=en&level=1",
    "/play?game=bali&lang=en&seats=1&level=0",
    "/analysis",
];

test("garbage in the device's storage breaks no page", async (t) => {
    const page = await (await t.context(narrow)).newPage();
    await page.addInitScript(
        ([values, local]) => {
            /** @type {Set<string>} */
            const read = new Set();
            window.readKeys = read;
            const { getItem } = Storage.prototype;
            const round = location.href.length - location.host.length; // another one for each page
            for (const [i, key] of local.entries()) localStorage.setItem(key, values[(round + i) % values.length]);
            Storage.prototype.getItem = function (key) {
                read.add(key);
                return getItem.call(this, key);
            };
        },
        [garbage, localKeys],
    );
    const read = new Set();
    for (const path of everyPage) {
        await page.goto(path);
        await page.locator("main h1, main .mt-players").first().waitFor();
        if (path.includes("game=")) await page.locator(".bd-board, .wg-frame, .bl-frame").first().waitFor();
        same(await page.locator(".failure").count(), 0, path);
        for (const key of await page.evaluate(() => [...window.readKeys])) read.add(key);
    }
    same(
        [...read].filter((key) => !localKeys.includes(key) && !key.startsWith("game-")),
        [],
        "keys that this test does not know:",
    );
    // A lexicon that was kept and is damaged: cut short, no lexicon at all, or refused by the core.
    for (const kind of ["nothing", "short", "middle"]) {
        await page.evaluate(async (how) => {
            const cache = await caches.open("lexicons-2");
            const [place] = (await cache.keys()).filter((one) => /\/en-[0-9a-f]+\.pack$/.test(one.url));
            const old = (place && (await cache.match(place))) ?? Response.error();
            const bytes = new Uint8Array(await old.arrayBuffer());
            const wrong =
                how === "nothing"
                    ? new Uint8Array(9)
                    : how === "short"
                      ? bytes.slice(0, bytes.length / 2)
                      : bytes.fill(255, 160, 4096);
            await cache.put(place ?? "", new Response(wrong));
        }, kind);
        await page.goto("/play?game=balda&lang=en&level=0&start=crown");
        await page.locator(".bd-cell.open").first().waitFor();
    }
});

test("a browser that blocks its storage still plays", async (t) => {
    const page = await (await t.context(narrow)).newPage();
    await page.addInitScript(() => {
        for (const name of ["localStorage", "sessionStorage", "caches"])
            Object.defineProperty(window, name, {
                get: () => {
                    throw new DOMException("blocked", "SecurityError");
                },
            });
    });
    for (const path of ["/", "/settings", "/play?game=balda&lang=en&level=0&start=crown"]) {
        await page.goto(path);
        await page.locator("main h1, .bd-cell.open").first().waitFor();
        same(await page.locator(".failure").count(), 0, path);
    }
});

// --- What fails stays where it is.

// Makes a call of the browser throw for elements that fit, until it is undone.
/** @param {Page} page @param {"Element" | "HTMLDialogElement"} prototype @param {string} name @param {string} selector */
const sabotage = (page, prototype, name, selector) =>
    page.evaluate(
        ({ prototype, name: method, selector: where }) => {
            const owner = window[prototype].prototype;
            const before = Object.getOwnPropertyDescriptor(owner, method) ?? {};
            /** @this {Element} @param {unknown[]} args */
            const broken = function (...args) {
                if (this.matches(where)) throw new Error(`${method} is broken`);
                return (before.get ?? before.value).apply(this, args);
            };
            Object.defineProperty(
                owner,
                method,
                before.get ? { ...before, get: broken } : { ...before, value: broken },
            );
            window.mend = () => void Object.defineProperty(owner, method, before);
        },
        { prototype, name, selector },
    );

test("a panel that throws says so and can be tried again; the others go on", async (t) => {
    t.expected = [/is broken/];
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" });
    let complaints = 0;
    ann.on("console", (message) => (complaints += message.type() === "error" ? 1 : 0));
    // The chat.
    await sabotage(ann, "Element", "scrollHeight", ".mt-lines");
    await say(bob, id, "one");
    await ann.locator(".mt-rest .failure").waitFor();
    same(await ann.locator(".mt-chat").count(), 0, "the chat that failed:");
    await moveArrives(id, ann, bob);
    await ann.evaluate(() => window.mend());
    await ann.locator(".failure").getByRole("button", { name: "Try again" }).click();
    await ann.locator(".mt-lines", { hasText: "one" }).waitFor();
    same(await ann.locator(".failure").count(), 0, "after trying again:");
    // The log: it comes back by itself with the next move.
    await sabotage(ann, "Element", "querySelectorAll", ".mt-log");
    await ann.evaluate(() => document.querySelector(".mt-log")?.querySelector("button")?.click());
    await ann.locator(".failure").waitFor();
    await say(bob, id, "two");
    await ann.locator(".mt-lines", { hasText: "two" }).waitFor();
    await ann.evaluate(() => window.mend());
    const [move] = legal(await recordOf(ann, id));
    const mover = (await api(ann, "GET", `/api/matches/${id}`)).may.includes("move") ? ann : bob;
    await api(mover, "POST", `/api/matches/${id}/actions`, { verb: "move", move: move.text });
    await untilEntries(ann, 2);
    same(await ann.locator(".failure").count(), 0, "after the next move:");
    // A dialog, and with it the row of buttons that it belongs to.
    await sabotage(ann, "HTMLDialogElement", "showModal", "dialog");
    await ann.getByRole("button", { name: "Resign" }).click();
    await ann.locator(".failure").waitFor();
    await moveArrives(id, ann, bob);
    await ann.evaluate(() => window.mend());
    same(complaints, 3, "each error is reported once:");
});

test("a message whose handler throws is the only one that is lost", async (t) => {
    t.expected = [/is broken/];
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" });
    await ann.evaluate(() => {
        const { now } = performance;
        performance.now = () => {
            performance.now = now;
            throw new Error("now() is broken");
        };
    });
    const [move] = legal(await recordOf(ann, id));
    await api(ann, "POST", `/api/matches/${id}/actions`, { verb: "move", move: move.text });
    await untilEntries(bob, 1);
    await say(bob, id, "still there?");
    await ann.locator(".mt-lines", { hasText: "still there?" }).waitFor();
    const [second] = legal(await recordOf(ann, id));
    await api(bob, "POST", `/api/matches/${id}/actions`, { verb: "move", move: second.text });
    await untilEntries(ann, 2);
});

test("a page that throws offers a reload, and every other page works", async (t) => {
    t.expected = [/is broken/];
    const page = await t.page("/rules");
    await page.locator("h1").waitFor();
    await page.evaluate(() => {
        const set = Object.getOwnPropertyDescriptor(Document.prototype, "title")?.set;
        Object.defineProperty(document, "title", {
            set: (title) => {
                if (title.includes("News")) throw new Error("the title is broken");
                set?.call(document, title);
            },
        });
    });
    await page.locator(".foot a[href='/news']").click();
    await page.locator("main .failure").waitFor();
    await page.getByRole("button", { name: "Reload" }).waitFor();
    await page.locator(".foot a[href='/rules']").click();
    await page.locator("main h1").waitFor();
    same(await page.locator(".failure").count(), 0, "another page:");
    await page.locator(".foot a[href='/news']").click();
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("heading", { name: "News" }).waitFor();
});

await finish();
