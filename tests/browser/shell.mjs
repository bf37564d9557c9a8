// The pages around the games: each of them in each language, on a small and a large screen and in both
// themes, without an error in the console, a violation of the policy, or anything that sticks out at
// the side; coming in, forgetting the password, going out; the shell without a network.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
    finish,
    fits,
    holds,
    lexicons,
    present,
    program,
    root,
    same,
    soon,
    soonHolds,
    test,
    violations,
} from "./harness.mjs";

/**
 * @typedef {import("./harness.mjs").BrowserContext} BrowserContext
 * @typedef {import("./harness.mjs").Page} Page
 * @typedef {import("./harness.mjs").Run} Run
 * @typedef {import("./harness.mjs").Server} Server
 */

const languages = ["en", "de", "fr", "nl", "ru"];
// 640 wide at 200 % is a window of 320.
const sizes = [
    { width: 320, height: 640 },
    { width: 360, height: 740 },
    { width: 1280, height: 860 },
];
const password = "a few plain words";
let people = 0;

// Texts of the client, to find things by their names.
const texts = Object.fromEntries(
    languages.map((lang) => [
        lang,
        Object.fromEntries(
            readFileSync(join(root, `data/messages/web/${lang}.txt`), "utf8")
                .split("\n")
                .filter((line) => line.startsWith("web."))
                .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]),
        ),
    ]),
);
/** @param {string} key @param {string} lang */
const say = (key, lang = "en") => {
    holds(texts[lang][key], `there is no text ${key}`);
    return texts[lang][key];
};

// --- Getting about.

/** @param {Page} page */
async function settled(page) {
    await page.waitForFunction(() => document.querySelector("main h1") && !document.querySelector("main .spinner"));
}

// Violations of the content security policy since the page was opened.
/** @param {BrowserContext} context */
async function watchPolicy(context) {
    await context.addInitScript(() => {
        window.refused = [];
        document.addEventListener("securitypolicyviolation", (event) =>
            window.refused.push(`${event.violatedDirective} ${event.blockedURI}`),
        );
    });
}

/** @param {Page} page @param {string} mail */
async function register(page, mail = "") {
    const name = `Person${++people}x${Date.now() % 100000}`;
    await page.goto("/register");
    await page.getByLabel(say("web.account.name"), { exact: true }).fill(name);
    await page.getByLabel(say("web.account.password"), { exact: true }).fill(password);
    if (mail) await page.getByLabel(say("web.account.mail")).fill(mail);
    await page.getByRole("button", { name: say("web.account.register") }).click();
    await page.waitForURL("**/");
    await page.locator(`summary[aria-label*="${name}"]`).waitFor();
    return name;
}

/** @param {Page} page @param {string} name @param {string} secret */
async function logIn(page, name, secret) {
    await page.goto("/login");
    await page.getByLabel(say("web.account.name"), { exact: true }).fill(name);
    await page.getByLabel(say("web.account.password"), { exact: true }).fill(secret);
    await page.getByRole("button", { name: say("web.account.login") }).click();
}

/** @param {Page} page @param {string} name */
async function logOut(page, name) {
    await page.locator(`summary[aria-label*="${name}"]`).click();
    await page.getByRole("button", { name: say("web.nav.logout") }).click();
    await page.locator("summary[aria-label]").first().waitFor();
    await page.waitForFunction((one) => !document.querySelector(`summary[aria-label*="${one}"]`), name);
}

// The address in the newest mail of its kind in the outbox.
/** @param {Server} server @param {string} kind */
async function mailedLink(server, kind) {
    const folder = join(server.folder, "outbox");
    const pattern = new RegExp(`/${kind}\\?token=[\\w-]+`);
    for (let tries = 0; tries < 200; tries++) {
        /** @type {string[]} */
        let files = [];
        try {
            files = readdirSync(folder)
                .filter((name) => name.endsWith(".eml"))
                .sort();
        } catch {
            // There was no mail yet.
        }
        for (const name of files.reverse()) {
            const mail = readFileSync(join(folder, name), "utf8")
                .replaceAll("=\r\n", "")
                .replaceAll("=\n", "")
                .replaceAll("=3D", "=");
            const plain = /base64/i.test(mail)
                ? Buffer.from(
                      mail
                          .split(/\r?\n\r?\n/)
                          .slice(1)
                          .join(""),
                      "base64",
                  ).toString()
                : mail;
            const found = pattern.exec(plain);
            if (found) return found[0];
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`no mail with a link to ${kind} came`);
}

// --- Every page.

const pages = [
    "/",
    "/new",
    "/new?with=anyone&game=bukva",
    "/login",
    "/register",
    "/forgot",
    "/reset?token=x",
    "/leaderboards",
    "/games",
    "/games?status=open",
    "/settings",
    "/admin",
    "/rules",
    "/rules/bukva",
    "/words",
    "/words?lexicon=en&word=crown",
    "/words?lexicon=en&pattern=c%3Ft",
    "/sources",
    "/news",
    "/news/2026-11-16/welcome",
    "/nowhere-at-all",
];

/** @param {Page} page @param {string} path @param {string} about */
async function lookAt(page, path, about) {
    await page.goto(path);
    await settled(page);
    for (const size of sizes) {
        await page.setViewportSize(size);
        await fits(page, `${about}, ${size.width} wide,`);
    }
    same(await page.evaluate(() => window.refused), [], `${about}: the policy refused`);
    const keys = await page.evaluate(() => document.body.innerText.match(/\bweb\.[a-z_]+\.[a-z_.]+/g) ?? []);
    same(keys, [], `${about} shows keys instead of texts`);
    const title = await page.title();
    holds(title.includes("Logomachy"), `${about} is called ${title}`);
}

// Games come and go: their pages are those that the client shows.
/** @param {Page} page */
async function everyPage(page) {
    await page.goto("/rules");
    await settled(page);
    const games = await page.locator(".tabs a").evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    return [...new Set([...pages, ...games, ...games.map((path) => `/new?game=${path.split("/").pop()}`)])];
}

for (const lang of languages)
    test(`every page in ${lang}, on small and large screens`, async (t) => {
        const context = await t.context({ locale: lang, viewport: sizes[0] });
        await watchPolicy(context);
        const page = await context.newPage();
        for (const path of await everyPage(page)) await lookAt(page, path, path);
        await soon(() => page.evaluate(() => document.documentElement.lang), lang, "the page's language");
    });

test("every page of somebody who is logged in", async (t) => {
    const context = await t.context();
    await watchPolicy(context);
    const page = await context.newPage();
    const name = await register(page);
    for (const path of [...(await everyPage(page)), `/players/${name}`]) await lookAt(page, path, path);
});

test("the policy refuses scripts and styles that are no files of ours", async (t) => {
    const context = await t.context();
    await watchPolicy(context);
    const page = await context.newPage();
    t.expected.push(/Content Security Policy/);
    await page.goto("/");
    await settled(page);
    await page.evaluate(() => {
        /** @param {string} name @param {Record<string, string>} attributes @param {string} text */
        const add = (name, attributes, text) =>
            document.head.append(Object.assign(document.createElement(name), attributes, { textContent: text }));
        add("script", {}, "window.bad = 1");
        add("script", { src: "http://example.org/bad.js" }, "");
        add("style", {}, "body { color: red }");
    });
    await page.waitForFunction(() => window.refused.length >= 3);
    await soon(
        () => page.evaluate(() => [window.bad, ...window.refused.map((one) => one.split(" ")[0]).sort()]),
        [null, "script-src-elem", "script-src-elem", "style-src-elem"],
    );
});

const strict = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };

test("axe finds nothing on any page", async (t) => {
    const context = await t.context({ bypassCSP: true, reducedMotion: "reduce" });
    const page = await context.newPage();
    const name = await register(page);
    for (const path of [...(await everyPage(page)), `/players/${name}`]) {
        await page.goto(path);
        await settled(page);
        await violations(page, path, strict);
    }
});

// --- Coming and going.

test("register, log out, log in", async (t) => {
    const page = await t.page();
    const name = await register(page);
    await logOut(page, name);
    await page.goto("/settings");
    await page.getByText(say("web.settings.nobody")).waitFor();
    t.expected.push(/401/);
    await logIn(page, name, "a wrong one");
    await page.getByRole("alert").waitFor();
    await logIn(page, name, password);
    await page.locator(`summary[aria-label*="${name}"]`).waitFor();
    await page.reload();
    await page.locator(`summary[aria-label*="${name}"]`).waitFor();
});

test("what the server refuses is said beside the form", async (t) => {
    const page = await t.page("/register");
    t.expected.push(/422/);
    await page.getByLabel(say("web.account.name"), { exact: true }).fill("x");
    await page.getByLabel(say("web.account.password"), { exact: true }).fill("short");
    await page.getByRole("button", { name: say("web.account.register") }).click();
    const words = await page.getByRole("alert").innerText();
    const refusal = await page.evaluate(async () =>
        (
            await fetch("/api/register", {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ name: "x", password: "short", lang: "en" }),
            })
        ).json(),
    );
    same(words.toLowerCase(), refusal.error.text.toLowerCase(), "the server's own words:");
    holds(/^[A-Z]/.test(words), "as a sentence");
    same(new URL(page.url()).pathname, "/register", "still at");
});

test("a forgotten password, through the outbox", async (t) => {
    const page = await t.page();
    const address = `someone${Date.now()}@example.org`;
    const name = await register(page, address);
    await page.goto(await mailedLink(t.server, "confirm"));
    await page.getByText(say("web.account.confirm_done")).waitFor();
    await logOut(page, name);
    await page.goto("/forgot");
    await page.getByLabel(say("web.account.name_or_mail")).fill(address);
    await page.getByRole("button", { name: say("web.account.forgot_send") }).click();
    await page.getByText(say("web.account.forgot_sent")).waitFor();
    await page.goto(await mailedLink(t.server, "reset"));
    await page.getByLabel(say("web.account.new_password"), { exact: true }).fill("quite another one");
    await page.getByRole("button", { name: say("web.account.reset_send") }).click();
    await page.locator(`summary[aria-label*="${name}"]`).waitFor();
    await logOut(page, name);
    t.expected.push(/401/);
    await logIn(page, name, password);
    await page.getByRole("alert").waitFor();
    await logIn(page, name, "quite another one");
    await page.locator(`summary[aria-label*="${name}"]`).waitFor();
});

test("settings: password, token, mute, data, the end", async (t) => {
    const page = await t.page();
    const other = await register(page);
    await logOut(page, other);
    const name = await register(page);
    await page.goto("/settings");
    /** @param {string} key */
    const section = (key) => page.locator(`section[aria-labelledby="${key}-title"]`);
    await section("tokens").getByLabel(say("web.settings.token_label")).fill("my bot");
    await section("tokens")
        .getByRole("button", { name: say("web.settings.token_make") })
        .click();
    const token = await section("tokens").locator(".token").innerText();
    const me = await (await t.browser.newContext()).request.get(`${t.server.url}/api/me`, {
        headers: { Authorization: `Bearer ${token}` },
    });
    same((await me.json()).account.name, name, "the token is good for");
    await section("tokens")
        .getByRole("button", { name: say("web.settings.revoke") })
        .click();
    await section("tokens").locator("li").waitFor({ state: "detached" });
    await section("mutes").getByLabel(say("web.account.name")).fill(other);
    await section("mutes")
        .getByRole("button", { name: say("web.settings.mute"), exact: true })
        .click();
    await section("mutes").getByText(other, { exact: true }).waitFor();
    await section("password").getByLabel(say("web.settings.password_now")).fill(password);
    await section("password").getByLabel(say("web.account.new_password")).fill("still another one");
    await section("password")
        .getByRole("button", { name: say("web.settings.password_send") })
        .click();
    await page.getByText(say("web.settings.password_done")).waitFor();
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        section("data")
            .getByRole("link", { name: say("web.settings.export") })
            .click(),
    ]);
    const data = JSON.parse(readFileSync(await download.path(), "utf8"));
    same(data.account.name, name, "the data are of");
    await section("data")
        .getByRole("button", { name: say("web.settings.delete") })
        .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(say("web.account.password")).fill("still another one");
    await dialog.getByRole("button", { name: say("web.settings.delete_yes") }).click();
    await page.waitForURL("**/");
    await page.getByText(say("web.settings.deleted")).waitFor();
    t.expected.push(/401/);
    await logIn(page, name, "still another one");
    await page.getByRole("alert").waitFor();
});

// --- Ratings and administration.

// Asks the API as the user of the page.
/** @param {Page} page @param {string} method @param {string} path @param {object} [data] */
async function ask(page, method, path, data) {
    const { account } = await (await page.request.get("/api/me")).json();
    const answer = await page.request.fetch(path, { method, data, headers: { "X-CSRF-Token": account.csrf } });
    holds(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.status() === 204 ? null : answer.json();
}

// A rated game that the second one resigns at once.
/** @param {Page} winner @param {Page} loser */
async function ratedGame(winner, loser) {
    const match = await ask(winner, "POST", "/api/matches", {
        game: "balda",
        lang: "en",
        seats: ["me", "open"],
        rated: true,
    });
    await ask(loser, "POST", `/api/matches/${match.id}/actions`, { verb: "join" });
    const { moves } = JSON.parse(
        execFileSync(program, ["moves", "-", "--json", "--top", "2", "--lexicons", lexicons], {
            input: (await ask(winner, "GET", `/api/matches/${match.id}`)).record,
            encoding: "utf8",
        }),
    );
    await ask(winner, "POST", `/api/matches/${match.id}/actions`, { verb: "move", move: moves[0].text });
    await ask(loser, "POST", `/api/matches/${match.id}/actions`, { verb: "resign" });
    return match.id;
}

test("a profile shows ratings with a graph, and games", async (t) => {
    const [winner, loser] = [await t.page("/", { bypassCSP: true, reducedMotion: "reduce" }), await t.page()];
    const name = await register(winner);
    const other = await register(loser);
    const games = [await ratedGame(winner, loser), await ratedGame(winner, loser), await ratedGame(winner, loser)];
    await winner.goto(`/players/${name}`);
    const graph = winner.locator("svg.graph");
    await graph.waitFor();
    const said = present(await graph.getAttribute("aria-label"));
    const { history } = await ask(winner, "GET", `/api/players/${name}/ratings/balda`);
    same(history.length, 3, "the games that were rated:");
    holds(
        said.includes(String(history[0].rating.toLocaleString("en"))),
        `${said} has the last rating, ${history[0].rating}`,
    );
    await soon(
        () => winner.locator(".graph-line").evaluate((line) => line.getAttribute("points")?.split(" ").length),
        3,
        "points of the line:",
    );
    await winner.locator("a.match-row", { hasText: other }).nth(2).waitFor();
    for (const id of games) await soon(() => winner.locator(`a[href="/match/${id}"]`).count(), 1, id);
    await soon(() => winner.locator("a.match-row", { hasText: other }).count(), 3);
    await soonHolds(
        async () =>
            (await winner.locator("a.match-row .match-players").allTextContents()).every((row) =>
                /^\S+ \(\d+\) \d+ – \S+ \(\d+\) \d+$/.test(row),
            ),
        "ratings stand apart from points",
    );
    await violations(winner, "a profile", strict);
    await winner.setViewportSize({ width: 320, height: 640 });
    await fits(winner, "a profile");
});

test("an administrator reads reports and suggestions, mutes, bans, closes, posts news", async (t) => {
    const [admin, person] = [await t.page("/", { bypassCSP: true, reducedMotion: "reduce" }), await t.page()];
    const boss = await register(admin);
    const name = await register(person);
    execFileSync(program, ["admin", "grant", boss, "--db", join(t.server.folder, "db")]);
    const match = await ratedGame(person, admin);
    await ask(person, "POST", `/api/matches/${match}/reports`, { about: boss, text: "plays too well" });
    await ask(person, "POST", "/api/lexicons/en/suggestions", { word: "xyzzy", kind: "add", note: "a magic word" });
    await logOut(admin, boss);
    await logIn(admin, boss, password);
    await admin.locator(`summary[aria-label*="${boss}"]`).waitFor();
    for (const [tab, text] of [
        ["reports", "plays too well"],
        ["suggestions", "xyzzy"],
    ]) {
        await admin.goto(`/admin?tab=${tab}`);
        await admin.getByText(text).waitFor();
        await violations(admin, tab, strict);
        await admin.getByRole("button", { name: say("web.admin.resolve"), exact: true }).click();
        await admin.getByText(text).waitFor({ state: "detached" });
    }
    await admin.goto("/admin?tab=accounts");
    await admin.getByLabel(say("web.admin.find")).fill(name);
    const row = admin.locator("li", { hasText: name });
    t.expected.push(/40[13]/); // who is banned is told so at once
    for (const [press, see] of [
        ["mute_week", "unmute"],
        ["unmute", "mute_week"],
        ["ban", "unban"],
    ]) {
        await row.getByRole("button", { name: say(`web.admin.${press}`), exact: true }).click();
        await row.getByRole("button", { name: say(`web.admin.${see}`), exact: true }).waitFor();
    }
    await violations(admin, "accounts", strict);
    await logIn(person, name, password);
    await person.getByRole("alert").waitFor();
    await row.getByRole("button", { name: say("web.admin.close"), exact: true }).click();
    await admin
        .getByRole("dialog")
        .getByRole("button", { name: say("web.admin.close"), exact: true })
        .click();
    await admin.locator("li", { hasText: name }).waitFor({ state: "detached" });
    await admin.goto("/admin?tab=news");
    await admin.getByLabel(say("web.admin.news_slug")).fill("tested");
    await admin.getByLabel(say("web.admin.news_title")).fill("Something new");
    await admin.getByLabel(say("web.admin.news_text")).fill("It **works**. <script>alert(1)</script>");
    await violations(admin, "news", strict);
    await admin.getByRole("button", { name: say("web.admin.news_send"), exact: true }).click();
    await admin.getByRole("heading", { name: "Something new" }).waitFor();
    await soon(() => admin.locator(".prose").innerText(), "It works. alert(1)", "no script in the news");
});

// --- Choosing.

test("the language changes at once and is remembered", async (t) => {
    const page = await t.page("/rules");
    for (const lang of ["ru", "nl", "fr", "de"]) {
        await page
            .locator(".bar-end details")
            .filter({ has: page.locator("button[lang]") })
            .locator("summary")
            .click();
        await page.locator(`button[lang="${lang}"]`).click();
        await page.getByRole("heading", { name: say("web.rules.goal", lang) }).waitFor();
        await soon(() => page.evaluate(() => document.documentElement.lang), lang);
    }
    await page.reload();
    await page.getByRole("heading", { name: say("web.rules.goal", "de") }).waitFor();
});

test("the theme is chosen, and there before the page is drawn", async (t) => {
    const page = await t.page("/settings");
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByRole("radio", { name: say("web.settings.theme_dark") }).check({ force: true });
    const dark = await ground();
    holds(light !== dark, "the ground is another one");
    // The theme when the body arrives, before the first paint.
    await page.addInitScript(() =>
        new MutationObserver((_, observer) => {
            if (!document.body) return;
            window.themeAtFirst = document.documentElement.dataset.theme ?? "none";
            observer.disconnect();
        }).observe(document, { childList: true, subtree: true }),
    );
    await page.reload({ waitUntil: "commit" });
    await page.waitForFunction(() => window.themeAtFirst);
    same(await page.evaluate(() => window.themeAtFirst), "dark", "the theme when the body comes:");
    await settled(page);
    await soon(() => ground(), dark);
});

test("a new game for a friend: link and QR code", async (t) => {
    const page = await t.page("/new?with=friend");
    await settled(page);
    await page.getByRole("radio", { name: "7 × 7" }).check({ force: true });
    await page.getByRole("button", { name: say("web.new.open") }).click();
    await page.waitForURL("**/match/*");
    await page.getByRole("img", { name: say("web.qr.label") }).waitFor();
    const match = await (await page.request.get(`/api/matches/${page.url().split("/").pop()}`)).json();
    same(
        [
            match.game,
            match.settings.size,
            match.listed,
            match.seats.filter((/** @type {{ free: boolean }} */ seat) => seat.free).length,
        ],
        ["balda", "7", false, 1],
    );
});

test("a game for one to four: alone, each other seat somebody else", async (t) => {
    const context = await t.context();
    // The server's catalogue, with a game that leaves the number of seats open.
    await context.route("**/api/games", async (route) => {
        const answer = await route.fetch();
        const catalogue = await answer.json();
        catalogue.games[0].seats = { min: 1, max: 4 };
        await route.fulfill({ response: answer, json: catalogue });
    });
    /** @type {{ seats: unknown[], rated: boolean }[]} */
    const sent = [];
    await context.route("**/api/matches", async (route) => {
        if (route.request().method() === "POST") sent.push(route.request().postDataJSON());
        return route.request().method() === "POST"
            ? route.fulfill({ status: 422, json: { error: { code: "x", text: "not today" } } })
            : route.continue();
    });
    t.expected.push(/422/);
    const page = await context.newPage();
    /** @param {string} n */
    const seats = (n) =>
        page
            .getByRole("group", { name: say("web.new.seats") })
            .getByRole("radio", { name: n })
            .check({ force: true });
    const begin = () => page.getByRole("button", { name: say("web.new.begin") }).click();
    await page.goto("/new");
    await seats("4");
    await page.getByLabel(say("web.new.opponent_n").replace("{0}", "3")).selectOption("5");
    await page.getByRole("radio", { name: say("web.new.begins_me") }).check({ force: true });
    await begin();
    await page.waitForURL("**/play?*");
    same(
        ["seats", "level", "seat"].map((name) => new URL(page.url()).searchParams.get(name)),
        ["4", "2,5,2", "A"],
    );
    await page.goto("/new?with=friend");
    await seats("3");
    await page.getByLabel(say("web.new.opponent_n").replace("{0}", "2")).selectOption("4");
    await page.getByRole("radio", { name: say("web.new.begins_other") }).check({ force: true });
    await page.getByRole("button", { name: say("web.new.open") }).click();
    await page.getByText("not today").waitFor();
    same([sent.at(-1)?.seats, sent.at(-1)?.rated], [[4, "open", "me"], false]);
    await page.goto("/new");
    await seats("1");
    await page.getByText(say("web.new.alone")).waitFor();
    await soon(() => page.getByRole("group", { name: say("web.new.opponent") }).count(), 0);
    await begin();
    await page.waitForURL("**/play?*");
    same(new URL(page.url()).searchParams.get("seats"), "1");
});

test("kinds of words are asked for in every language that knows them", async (t) => {
    const page = await t.page("/new");
    await settled(page);
    const kinds = page.getByRole("group", { name: say("web.setting.classes") });
    await kinds.waitFor();
    for (const lang of ["de", "nl"]) {
        await page.getByLabel(say("web.new.language"), { exact: true }).selectOption(lang);
        await settled(page);
        await kinds.waitFor();
        await soon(() => page.getByText(say("web.new.no_classes")).count(), 0);
    }
});

test("an open game is seen by others without asking again", async (t) => {
    const watcher = await t.page("/");
    await watcher.getByText(say("web.home.none_open")).waitFor();
    const page = await t.page("/new?with=anyone");
    await settled(page);
    await page.getByRole("button", { name: say("web.new.open") }).click();
    await page.waitForURL("**/match/*");
    const path = new URL(page.url()).pathname;
    await watcher.locator(`a[href="${path}"]`).waitFor();
});

test("a word is looked up", async (t) => {
    const page = await t.page("/words");
    await settled(page);
    await page.getByLabel(say("web.words.word_label"), { exact: true }).fill("crown");
    await page.getByRole("button", { name: say("web.words.search") }).click();
    await page.locator(".badge", { hasText: say("web.words.in") }).waitFor();
    await soonHolds(async () => (await page.locator(".definitions li").count()) > 2, "it has definitions");
    await page.getByRole("radio", { name: say("web.words.anagram") }).check({ force: true });
    await page.getByLabel(say("web.words.anagram_label"), { exact: true }).fill("stone");
    await page.getByRole("button", { name: say("web.words.search") }).click();
    await page
        .getByRole("link", { name: "NOTES" })
        .or(page.getByRole("link", { name: "ONSET" }))
        .first()
        .waitFor();
});

test("links and the keyboard: the skip link, back and forward", async (t) => {
    const page = await t.page("/");
    await settled(page);
    await page.keyboard.press("Tab");
    await soon(() => page.evaluate(() => document.activeElement?.className), "skip", "first comes");
    await page
        .getByRole("navigation")
        .first()
        .getByRole("link", { name: say("web.nav.rules") })
        .click();
    await page.getByRole("heading", { name: say("web.rules.goal") }).waitFor();
    await soon(() => page.evaluate(() => document.activeElement?.id), "main", "a new page is read from its beginning:");
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: say("web.home.title") }).waitFor();
    await page.goForward();
    await page.getByRole("heading", { name: say("web.rules.goal") }).waitFor();
});

// --- Speed and the lack of a network.

test("the first page is small", async () => {
    const web = process.env.LOGOMACHY_WEB ?? join(root, "build/web");
    const { first, wasm } = JSON.parse(readFileSync(join(web, "sizes.json"), "utf8"));
    // A tenth more than today, which is 50,000 since games and drafts are kept. Raise it with a reason; 60,000 is the
    // limit that was set.
    holds(first <= 55_000, `the first page with its texts is ${first} bytes`);
    holds(wasm > 0 && wasm <= 160_000, `the core is ${wasm} bytes`);
});

test("the page of a game brings its words along, and is drawn without another file", async (t) => {
    const current = await (await fetch(`${t.server.url}/lexicons/current.json`)).json();
    const linkOf = async (/** @type {string} */ path) => (await fetch(t.server.url + path)).headers.get("link");
    /** @param {string} name */
    const ahead = (name) => `<${current[name]}>; rel=preload; as=fetch; crossorigin`;
    for (const [query, name] of /** @type {const} */ ([
        ["game=balda&lang=en", "en"],
        ["game=wordgame&lang=en", "en-international"],
        ["game=balda&lang=en&lexicon=de", "de"],
        ["game=bukva", "ru"],
    ]))
        same(await linkOf(`/play?${query}`), ahead(name), query);
    for (const path of [
        "/",
        "/play",
        "/rules?game=balda",
        "/play?game=none",
        "/play?lexicon=none%0d%0aX:y",
        "/play?game=balda&lang=xx",
    ])
        same(await linkOf(path), null, path);
    const page = await (await fetch(`${t.server.url}/play`)).text();
    holds(/<script>/.test(page) && /<style>/.test(page), "script and style are in the page");
    holds(!/<link rel="stylesheet"|<script src/.test(page), "no other file delays the first paint");
});

test("a game needs few scripts, and the main one is asked for first", async (t) => {
    const page = await (await t.context()).newPage();
    /** @type {string[]} */
    const scripts = [];
    page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.endsWith(".js") && !scripts.includes(pathname)) scripts.push(pathname);
    });
    await page.goto("/play?game=balda&lang=en&level=1");
    await page.locator(".bd-cell.open").first().waitFor();
    holds(scripts[0]?.startsWith("/main-"), `the first is ${scripts[0]}`);
    // The main one, those of matches and of the game, the worker; and the service worker's own, if it is early.
    holds(scripts.length <= 8, scripts.join());
});

test("without a network the shell starts, rules can be read, a game be chosen", async (t) => {
    const context = await t.context();
    const page = await context.newPage();
    await page.goto("/new");
    await settled(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).some((name) => name.startsWith("shell-")));
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await context.setOffline(true);
    t.expected.push(/ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/);
    await page.goto("/rules");
    await page.getByRole("heading", { name: say("web.rules.goal") }).waitFor();
    await page.getByText(say("web.common.no_words")).waitFor();
    await page.goto("/new");
    await settled(page);
    await page.getByRole("button", { name: say("web.new.begin") }).waitFor();
    await context.setOffline(false);
    await page.getByText(say("web.common.no_words")).waitFor({ state: "detached" });
});

// News are posted too, so they are a copy.
const news = mkdtempSync(join(tmpdir(), "logomachy-news-"));
cpSync(join(root, "data/news"), news, { recursive: true });
await finish("--news", news);
rmSync(news, { recursive: true, force: true });
