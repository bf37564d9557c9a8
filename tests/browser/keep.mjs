// Nothing is lost: drafts, the games of this device, and a connection that comes back.
import {
    api,
    boxOf,
    draft,
    english,
    finish,
    fits,
    holds,
    legal,
    localRecord,
    pair,
    play,
    present,
    recordOf,
    same,
    savedGames,
    soon,
    soonHolds,
    test,
    textOf,
    untilEntries,
} from "./harness.mjs";

/**
 * @typedef {import("./harness.mjs").Page} Page
 */

const computer = "/play?game=balda&lang=en&lexicon=en&level=1&seat=A";

/** @param {Page} page */
const drafted = (page) => page.locator('.bd-word[data-verdict="good"]').waitFor();

// A tab that is closed, and another one at the same address.
/** @param {Page} page */
async function reopened(page) {
    const next = await page.context().newPage();
    const address = page.url();
    await page.close();
    await next.goto(address);
    return next;
}

// --- Drafts.

test("Balda: a draft survives reload, another page and a closed tab, also after the first move", async (t) => {
    let page = await t.page(computer);
    await page.locator(".bd-cell.open").first().waitFor();
    await play(page, legal(await localRecord(page))[0].text);
    await untilEntries(page, 2);
    await page.locator(".bd-cell.open").first().waitFor();
    await draft(page, legal(await localRecord(page))[0].text);
    await page.reload();
    await drafted(page);
    await page.locator('header a[href="/"]').first().click();
    await page.locator(".home").waitFor();
    await page.goBack();
    await drafted(page);
    page = await reopened(page);
    await drafted(page);
    await page.locator(".bd-buttons .primary").click();
    await untilEntries(page, 4);
    await soon(() => page.locator(".bd-word").count(), 0, "drafts in the next position:");
});

test("Balda online: a draft after the first move survives a closed tab", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en" });
    await play(ann, legal(await recordOf(ann, id))[0].text);
    await untilEntries(bob, 1);
    await play(bob, legal(await recordOf(ann, id))[0].text);
    await untilEntries(ann, 2);
    await ann.locator(".bd-cell.open").first().waitFor();
    await draft(ann, legal(await recordOf(ann, id))[0].text);
    const again = await reopened(ann);
    await drafted(again);
});

test("Bali: chosen columns survive reload and a closed tab", async (t) => {
    let page = await t.page("/play?game=bali&lang=fr&seats=1");
    await page.locator('.bl-table[data-active="true"]').waitFor();
    for (const place of ["A1", "A2"])
        await page.locator(`.bl-table [data-place="${place}"]`).click({ position: { x: 12, y: 12 } });
    await page.locator(".bl-word").waitFor();
    const before = await page.locator(".bl-making").textContent();
    await page.reload();
    await soon(() => page.locator(".bl-making").textContent(), before);
    page = await reopened(page);
    await soon(() => page.locator(".bl-making").textContent(), before);
});

test("Word Game: tiles on the board survive a closed tab", async (t) => {
    let page = await t.page("/play?game=wordgame&lang=en&lexicon=en&level=1&seat=A");
    const tiles = () => page.locator(".wg-cell.drafted").count();
    await page.locator(".wg-rack > .wg-slot").first().waitFor();
    await page.locator('.wg-cell[data-square="112"]').click();
    const letter = (await page.locator(".wg-rack > .wg-slot").first().textContent()) ?? "";
    await page.keyboard.press(/^[A-Z]/.exec(letter.trim())?.[0] ?? "A");
    await soonHolds(tiles);
    const before = await tiles();
    page = await reopened(page);
    await soon(tiles, before);
});

// --- The games of this device.

const bukva = "/play?game=bukva&lang=ru&lexicon=ru&level=1&seat=A";

/** @param {Page} page @param {string} address */
async function playOnce(page, address) {
    await page.goto(address);
    await page.locator(".bd-cell.open").first().waitFor();
    await play(page, legal(await localRecord(page))[0].text);
    await untilEntries(page, 2);
}

/** @param {Page} page */
const tiles = (page) => page.locator(".bd-cell.filled").count();

test("no game is discarded: New game and other games leave it, and the home page goes on with it", async (t) => {
    const page = await t.page("/");
    same(await page.locator(".continue").count(), 0);
    await playOnce(page, computer);
    const first = await localRecord(page);
    await page.getByRole("button", { name: english["web.game.new"] }).click();
    await soon(() => page.locator(".mt-entry").count(), 0);
    await page.locator(".bd-cell.open").first().waitFor();
    await soon(() => tiles(page), 5);
    await page.goBack();
    await untilEntries(page, 2);
    await soon(() => tiles(page), 7);
    await playOnce(page, bukva);
    await page.goto("/");
    await soon(() => page.locator(".continue .match-row").count(), 2, "games to go on with:");
    holds((await boxOf(page.locator(".continue"))).y < (await boxOf(page.locator(".hero"))).y, "they come first");
    await page.locator(".continue .match-row").nth(1).click();
    await untilEntries(page, 2);
    same((await savedGames(page)).filter((game) => game.record === first).length, 1);
    await page.reload();
    await untilEntries(page, 2);
});

test("finished games are listed, can be reviewed, and are deleted only after a question", async (t) => {
    const page = await t.page(computer);
    await page.locator(".bd-cell.open").first().waitFor();
    await page.getByRole("button", { name: english["web.game.resign"] }).click();
    await page.locator("dialog[open] .danger").click();
    await page.locator(".mt-end").waitFor();
    await playOnce(page, bukva);
    await page.goto("/games");
    await page.getByRole("link", { name: english["web.games.device"] }).click();
    await soon(() => page.locator(".match-row").count(), 2);
    await page.locator(".match-row", { hasText: english["web.match.lost"] }).click();
    await page.getByRole("button", { name: english["web.game.review"] }).click();
    await page.locator(".mt-review, .mt-steps").first().waitFor();
    await page.goto("/play");
    await page.locator(".saved-row").first().waitFor();
    await page.locator(".saved-row .button").first().click();
    await page.locator("dialog[open]").getByRole("button", { name: english["web.common.cancel"] }).click();
    same((await savedGames(page)).length, 2);
    await page.locator(".saved-row .button").first().click();
    await page.locator("dialog[open] .danger").click();
    await soon(() => page.locator(".match-row").count(), 1);
    same((await savedGames(page)).length, 1);
    await fits(page);
});

test("two tabs with one game: the second shows the first one's moves, and overwrites none", async (t) => {
    const one = await t.page(computer);
    await one.locator(".bd-cell.open").first().waitFor();
    const two = await one.context().newPage();
    await two.goto(one.url());
    await two.locator(".bd-cell.open").first().waitFor();
    await play(one, legal(await localRecord(one))[0].text);
    await untilEntries(one, 2);
    await untilEntries(two, 2);
    await two.locator(".toast", { hasText: english["web.saved.elsewhere"] }).waitFor();
    await play(two, legal(await localRecord(two))[0].text);
    await untilEntries(two, 4);
    await untilEntries(one, 4);
    same((await savedGames(one)).length, 1);
});

test("storage that is full or blocked is explained, and the game goes on", async (t) => {
    const full = await (await t.context()).newPage();
    await full.addInitScript(() => {
        Storage.prototype.setItem = () => {
            throw new DOMException("full", "QuotaExceededError");
        };
    });
    const blocked = await (await t.context()).newPage();
    await blocked.addInitScript(() =>
        Object.defineProperty(window, "localStorage", {
            get() {
                throw new DOMException("blocked", "SecurityError");
            },
        }),
    );
    for (const [page, key] of /** @type {const} */ ([
        [full, "web.saved.full"],
        [blocked, "web.saved.blocked"],
    ])) {
        await page.goto("/play?game=balda&lang=en&level=1&start=crown");
        await page.locator(".notice", { hasText: english[key] }).waitFor();
        await play(page, "c2=T/b3c3c2");
        await untilEntries(page, 2);
        await page.goto("/games?status=device");
        await page.getByText(english["web.saved.none"] ?? "").waitFor();
    }
});

test("the browser is asked, once, to keep what is stored", async (t) => {
    const page = await (await t.context()).newPage();
    await page.addInitScript(() => {
        const asked = /** @type {{ asked?: number }} */ (window);
        navigator.storage.persist = async () => {
            asked.asked = (asked.asked ?? 0) + 1;
            return true;
        };
    });
    const asked = () => page.evaluate(() => /** @type {{ asked?: number }} */ (window).asked ?? 0);
    await playOnce(page, computer);
    await soon(asked, 1);
    await page.locator(".bd-cell.open").first().waitFor();
    await play(page, legal(await localRecord(page))[0].text);
    await untilEntries(page, 4);
    same(await asked(), 1);
});

test("a game that was cleared from the device is told of, and none is begun in its place", async (t) => {
    const page = await t.page(computer);
    await page.locator(".bd-cell.open").first().waitFor();
    await soonHolds(() => new URL(page.url()).searchParams.has("id"));
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.locator(".notice", { hasText: english["web.saved.gone"] }).waitFor();
    same(await savedGames(page), []);
    await page.getByRole("link", { name: english["web.saved.same_again"] }).click();
    await page.locator(".bd-cell.open").first().waitFor();
    await soon(async () => (await savedGames(page)).length, 1);
    await soonHolds(() => new URL(page.url()).searchParams.has("id"));
    same(new URL(page.url()).searchParams.has("new"), false);
});

// --- Games in the account.

/** @param {Page} page @param {string} name */
async function logIn(page, name) {
    await page.goto("/login");
    await page.locator('input[name="name"]').fill(name);
    await page.locator('input[name="password"]').fill("correct horse");
    await page.locator("form button[type=submit]").click();
    await page.locator(".home").waitFor();
}

/** @param {Page} page @returns {Promise<{ id: string, version: number }[]>} */
const gamesOfAccount = async (page) => (await api(page, "GET", "/api/me/games")).games;

test("an account keeps the games of a device, and they go on on another one", async (t) => {
    const first = await t.page("/rules");
    await api(first, "POST", "/api/register", { name: "Keeper", password: "correct horse", lang: "en" });
    await api(first, "POST", "/api/logout", {});
    await playOnce(first, computer);
    const record = await localRecord(first);
    const second = await (await t.context()).newPage();
    await logIn(second, "Keeper");
    same(await second.locator(".continue, .adopt").count(), 0);
    // After the login: nothing is sent before the player agrees.
    await logIn(first, "Keeper");
    await first.locator(".adopt").waitFor();
    same(await gamesOfAccount(first), []);
    await first.locator(".adopt .button.primary").click();
    await soon(async () => (await gamesOfAccount(first)).length, 1);
    await soon(() => first.locator(".adopt").count(), 0);
    await first.goto("/settings");
    await first.getByText(english["web.saved.adopt_none"] ?? "").waitFor();
    // On the other device it is in the list, and is played on.
    await second.reload();
    await second.locator(".continue .match-row", { hasText: english["web.saved.in_account"] }).click();
    await untilEntries(second, 2);
    same(await localRecord(second), record);
    await second.locator(".bd-cell.open").first().waitFor();
    await play(second, legal(record)[0].text);
    await untilEntries(second, 4);
    const longer = await localRecord(second);
    const [{ id } = { id: "" }] = await gamesOfAccount(second);
    await soon(async () => (await api(second, "GET", `/api/me/games/${id}`)).record, longer);
    // And the first one takes over what was played there.
    await first.goto("/");
    await soon(() => localRecord(first), longer);
    same((await savedGames(first)).length, 1);
});

test("a game of the account is deleted from both, and one that was cleared comes back", async (t) => {
    const page = await t.page("/rules");
    await api(page, "POST", "/api/register", { name: "Cleared", password: "correct horse", lang: "en" });
    await playOnce(page, computer);
    const record = await localRecord(page);
    await page.goto("/games?status=device");
    await page.locator(".adopt .button.primary").click();
    await soon(async () => (await gamesOfAccount(page)).length, 1);
    await page.locator(".match-row").click();
    await untilEntries(page, 2);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await untilEntries(page, 2);
    same(await localRecord(page), record);
    await page.goto("/games?status=device");
    await page.locator(".saved-row .button").click();
    await page.locator("dialog[open]", { hasText: english["web.saved.delete_account"] }).waitFor();
    await page.locator("dialog[open] .danger").click();
    await soon(() => page.locator(".match-row").count(), 0);
    await soon(() => gamesOfAccount(page), []);
});

test("two devices that went on separately keep both games", async (t) => {
    t.expected = [/409 \(Conflict\)/, /ERR_FAILED/];
    const first = await t.page("/rules");
    await api(first, "POST", "/api/register", { name: "Forker", password: "correct horse", lang: "en" });
    await playOnce(first, computer);
    await first.goto("/games?status=device");
    await first.locator(".adopt .button.primary").click();
    await soon(async () => (await gamesOfAccount(first)).length, 1);
    const second = await (await t.context()).newPage();
    await logIn(second, "Forker");
    await second.locator(".continue .match-row").click();
    await untilEntries(second, 2);
    const common = await localRecord(second);
    const [{ id, version } = { id: "", version: 0 }] = await gamesOfAccount(first);
    // The second one is cut off and plays on; meanwhile the account gets another move.
    await second.route("**/api/me/games/**", (route) => route.abort());
    await second.locator(".bd-cell.open").first().waitFor();
    const [one, other] = legal(common, 2);
    await play(second, one.text);
    await untilEntries(second, 4);
    const mine = await localRecord(second);
    const [game] = await savedGames(second);
    const theirs = `${common}A ${other.text}\n`;
    await api(first, "PUT", `/api/me/games/${id}`, { ...game, record: theirs, base: version });
    await second.unroute("**/api/me/games/**");
    await second.goto("/");
    await soon(async () => (await savedGames(second)).map((one) => one.record).sort(), [mine, theirs].sort());
    await soon(async () => (await gamesOfAccount(second)).length, 2);
});

test("a start word that cannot be one is refused in the form", async (t) => {
    const page = await t.page("/new?game=balda&with=computer");
    const start = page.getByLabel(english["web.new.start"] ?? "");
    for (const word of ["horse1", "cat", "zzzzz"]) {
        await start.fill(word);
        await page.locator("form button[type=submit]").click();
        await soonHolds(async () => (await page.locator(".notice.bad, .notice-bad, form .notice").count()) > 0);
        holds(!/line \d/.test(await textOf(page.locator("form .notice").first())), "no line numbers");
        same(new URL(page.url()).pathname, "/new");
        same(await start.inputValue(), word, "the form keeps");
    }
    await start.fill("crown");
    await page.locator("form button[type=submit]").click();
    await page.locator(".bd-cell.open").first().waitFor();
});

// --- Without a network, and back.

test("offline: what can be played is said, and words that are missing come with the network", async (t) => {
    t.expected = [/ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/, /WebSocket/];
    const page = await t.page(computer);
    await page.locator(".bd-cell.open").first().waitFor();
    await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
    });
    await page.context().setOffline(true);
    await page.locator(".lost", { hasText: "Balda (English)" }).waitFor();
    const told = await textOf(page.locator(".lost"));
    // Other games in English need other words than Balda.
    for (const absent of ["Русский", "Bukva", "Bali", "Word Game"])
        holds(!told.includes(absent), `no ${absent}: ${told}`);
    await page.locator('header a[href="/"]').first().click();
    /** @param {string} game */
    const card = (game) => page.locator(".game-card", { has: page.locator(`a[href="/rules/${game}"]`) });
    await card("balda")
        .getByText(english["web.home.here"] ?? "")
        .waitFor();
    for (const absent of ["bukva", "bali", "wordgame"])
        await card(absent)
            .getByText(english["web.home.not_here"] ?? "")
            .waitFor();
    await page.locator('header a[href="/new"]').first().click();
    const missing = page.locator(".notice", { hasText: english["web.new.no_words"] });
    await page.locator('.option:has(input[value="bali"])').click();
    await missing.waitFor();
    await page.locator('.option:has(input[value="balda"])').click();
    await soon(() => missing.count(), 0);
    await page.locator('header a[href="/"]').first().click();
    await page.locator('.game-card a[href*="game=bukva"][href^="/play"]').click();
    await page.locator(".notice", { hasText: english["web.game.words_failed"] }).waitFor();
    await page.context().setOffline(false);
    await page.locator(".bd-cell.open").first().waitFor();
});

test("a second visit opens page and words while the server does not answer", async (t) => {
    t.expected = [/WebSocket/, /ERR_/, /error occurred when fetching the script/];
    const page = await t.page(computer);
    await page.locator(".bd-cell.open").first().waitFor();
    await soonHolds(() => page.evaluate(() => navigator.serviceWorker.controller !== null));
    const server = present(t.server.process, "the server");
    server.kill("SIGSTOP"); // it still takes connections
    try {
        await page.goto(computer);
        await page.locator(".bd-cell.open").first().waitFor();
    } finally {
        server.kill("SIGCONT");
    }
});

test("after the first visit the front page's game can be played without a network", async (t) => {
    t.expected = [/ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/, /WebSocket/];
    const page = await (await t.context()).newPage();
    await page.clock.install();
    await page.goto("/");
    await page.locator(".hero .button.primary").waitFor();
    await page.clock.fastForward(15_000);
    await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
    });
    await soonHolds(() =>
        page.evaluate(async () => {
            const names = (await caches.keys()).filter((name) => name.startsWith("lexicons"));
            const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
            return files.flat().length > 0;
        }),
    );
    await page.context().setOffline(true);
    await page.locator(".hero .button.primary").click();
    await page.locator(".bd-cell.open").first().waitFor();
});

test("a new version is offered", async (t) => {
    const page = await t.page("/rules");
    await soonHolds(() => page.evaluate(() => navigator.serviceWorker.controller !== null));
    same(await page.locator(".new-version").count(), 0, "the first one is no update");
    await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event("controllerchange")));
    await Promise.all([page.waitForEvent("load"), page.locator(".new-version .button").click()]);
    same(await page.locator(".new-version").count(), 0);
});

// --- At a table.

test("a declined offer is told; only who may chat has a box for it", async (t) => {
    const { id, ann, bob } = await pair(t, { game: "balda", lang: "en", listed: false });
    await ann.getByRole("button", { name: english["web.game.offer_draw"] }).click();
    await bob.getByRole("button", { name: english["web.game.decline"] }).click();
    await ann.locator(".toast", { hasText: english["web.game.draw_declined"] }).waitFor();
    same(await bob.locator(".toast").count(), 0);
    const eve = await t.page(`/match/${id}`);
    await eve.locator(".bd-cell.filled").first().waitFor();
    same([await ann.locator(".mt-chat").count(), await eve.locator(".mt-chat").count()], [1, 0]);
});

test("a move of a game with hidden tiles comes by the live connection, without another request", async (t) => {
    const ann = await t.page("/rules");
    await api(ann, "POST", "/api/guest", { lang: "en" });
    const { id } = await api(ann, "POST", "/api/matches", { game: "wordgame", lang: "en", seats: ["me", "open"] });
    await ann.goto(`/match/${id}`);
    const bob = await t.page(`/match/${id}`);
    await bob.locator(".mt-waiting .button.primary").click();
    for (const page of [ann, bob]) await page.locator(".wg-rack > .wg-slot").first().waitFor();
    /** @type {string[]} */
    const asked = [];
    bob.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const told = await api(ann, "GET", `/api/matches/${id}`);
    const mover = told.turn.includes("A") ? ann : bob;
    await api(mover, "POST", `/api/matches/${id}/actions`, { verb: "move", move: "pass" });
    for (const page of [ann, bob]) await untilEntries(page, 1);
    same(
        asked.filter((path) => path.startsWith(`/api/matches/${id}`) && !path.endsWith("/actions")),
        [],
        "requests for what the event brings:",
    );
});

await finish();
