// The Word Game in the browser: two people play whole games of both presets, and nothing that one of
// them is sent tells the other's tiles; tiles that are dragged, tapped and typed; blanks, exchanges, a
// reload in mid-turn, phones, the keyboard alone, without a network, replay and analysis.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
    actAt,
    api,
    boxOf,
    byHand,
    calm,
    captured,
    finish,
    fits,
    holdActions,
    holds,
    lexicons,
    localRecord,
    matchOf,
    middleOf,
    phone,
    openKept,
    present,
    program,
    recordOf,
    same,
    scores,
    soon,
    soonHolds,
    test,
    textOf,
    untilEntries,
    violations,
    watchRenders,
} from "./harness.mjs";

/**
 * @typedef {import("./harness.mjs").ContextOptions} ContextOptions
 * @typedef {import("./harness.mjs").LegalMove} LegalMove
 * @typedef {import("./harness.mjs").Locator} Locator
 * @typedef {import("./harness.mjs").Match} Match
 * @typedef {import("./harness.mjs").Page} Page
 * @typedef {import("./harness.mjs").Run} Run
 */

// --- Moves, found by the program and made by hand.

/** @param {string[]} args @param {string} input */
const ask = (args, input = "") =>
    JSON.parse(
        execFileSync(program, [...args, "--json", "--lexicons", lexicons], {
            input,
            maxBuffer: 1 << 26,
            encoding: "utf8",
        }),
    );
/** @param {string} record @param {number} top @returns {LegalMove[]} */
const legal = (record, top = 1) => ask(["moves", "-", "--top", String(top)], record).moves;

/** @param {string} text */
function parse(text) {
    const pattern = /^(?:(\d+)([A-O])|([A-O])(\d+)):(.+)$/u;
    const [, row, column, columnDown, rowDown, word] = present(pattern.exec(text), text);
    const down = columnDown !== undefined;
    const square = (Number(row ?? rowDown) - 1) * 15 + (column ?? columnDown).charCodeAt(0) - 65;
    return {
        down,
        letters: [...word].map((written, i) => ({
            square: square + i * (down ? 15 : 1),
            letter: written.toUpperCase(),
            blank: written !== written.toUpperCase(),
        })),
    };
}

/** @param {Page} page @param {number} square */
const cell = (page, square) => page.locator(`.wg-board [data-square="${square}"]`);
/** @param {Page} page */
const filled = (page) =>
    page.locator(".wg-cell.filled").evaluateAll((all) => all.map((one) => Number(one.dataset.square)));
/** @param {Page} page */
const slots = (page) =>
    page
        .locator(".wg-rack > .wg-slot")
        .evaluateAll((all) => all.map((one) => one.querySelector(".wg-letter")?.textContent ?? null));
/** @typedef {{ square: number, letter: string, blank: boolean }} Tile */

/** @param {Page} page @param {Pick<Tile, "letter" | "blank">} tile */
const slotOf = async (page, { letter, blank }) =>
    page.locator(".wg-rack > .wg-slot").nth((await slots(page)).indexOf(blank ? "" : letter));

// The tiles that a move puts on squares that are empty yet.
/** @param {Page} page @param {string} text */
async function tilesOf(page, text) {
    const taken = new Set(await filled(page));
    const { down, letters } = parse(text);
    return { down, tiles: letters.filter(({ square }) => !taken.has(square)) };
}

/** @param {Page} page @param {Tile} tile */
async function nameBlank(page, { letter, blank }) {
    if (blank) await page.locator("dialog[open] .wg-key", { hasText: new RegExp(`^${letter}$`) }).click();
}

/** @param {Page} page @param {Locator} from @param {Locator} to */
async function dragTo(page, from, to) {
    await page.mouse.move(...(await middleOf(from)));
    await page.mouse.down();
    const [x, y] = await middleOf(to);
    await page.mouse.move(x + 9, y + 5, { steps: 4 });
    await page.mouse.move(x, y);
    await page.mouse.up();
}

/** @param {Page} page @param {number} square @param {boolean} down */
async function pointCursor(page, square, down) {
    await cell(page, square).click();
    if ((await page.locator(".wg-arrow.down").count()) > 0 !== down) await cell(page, square).click();
    await soonHolds(
        async () => (await page.locator(".wg-arrow.down").count()) > 0 === down,
        "the direction is not as it should be",
    );
}

// The ways in which tiles get to the board.
/** @typedef {(page: Page, tiles: { down: boolean, tiles: Tile[] }) => Promise<void>} Way */
/** @satisfies {Record<string, Way>} */
const ways = {
    async type(page, { down, tiles }) {
        await pointCursor(page, tiles[0].square, down);
        for (const { letter, blank } of tiles)
            await page.keyboard.press(blank ? `Shift+${letter}` : letter.toLowerCase());
    },
    async drag(page, { tiles }) {
        for (const tile of tiles) {
            await dragTo(page, await slotOf(page, tile), cell(page, tile.square));
            await nameBlank(page, tile);
        }
    },
    async tap(page, { tiles }) {
        for (const tile of tiles) {
            await (await slotOf(page, tile)).click();
            await cell(page, tile.square).click();
            await nameBlank(page, tile);
        }
    },
    async follow(page, { down, tiles }) {
        await pointCursor(page, tiles[0].square, down);
        for (const tile of tiles) {
            await (await slotOf(page, tile)).click();
            await nameBlank(page, tile);
        }
    },
};

const wayNames = /** @type {(keyof typeof ways)[]} */ (Object.keys(ways));

/** @param {Page} page @param {LegalMove} move @param {keyof typeof ways} way */
async function draft(page, move, way = "type") {
    await page.locator('.wg-board[data-active="true"]').waitFor();
    await ways[way](page, await tilesOf(page, move.text));
    // The tiles before the last one may form a word, too, with a score of its own.
    await page.locator(".wg-note.good", { hasText: new RegExp(`\\+${move.points}(?!\\d)`) }).waitFor();
}

/** @param {Page} page @param {LegalMove} move @param {keyof typeof ways} way */
async function play(page, move, way = "type") {
    await draft(page, move, way);
    await page.locator(".wg-play").click();
}

// --- Two people on the server.

/**
 * @typedef {{ texts: string[], pending: Promise<unknown>[] }} Heard
 * @typedef {{ page: Page, heard: Heard, seat: string }} Person
 */

// All that a page is sent, by HTTP and by WebSocket, for as long as it is listened to.
/** @param {Page} page */
function listen(page) {
    /** @type {Heard} */
    const heard = { texts: [], pending: [] };
    page.on("response", (response) => {
        if (/\/api\//.test(response.url()))
            heard.pending.push(
                response.text().then(
                    (text) => heard.texts.push(text),
                    () => undefined,
                ),
            );
    });
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.texts.push(String(payload))));
    return heard;
}

// Text that reveals another's tiles: in a state, in a record, in an event.
/** @param {string} seat */
const tells = (seat) => [
    new RegExp(`rack ${seat} \\d+ [^\\\\\\s"]`, "u"),
    new RegExp(`deal ${seat} \\?*[^?\\\\\\s"]`, "u"),
    new RegExp(`${seat} exchange \\?*[^?\\\\\\s"]`, "u"),
    /bag \d+ [^\\\s"]/u,
    /seed [0-9a-f]{16}/,
];

// A few letters of a rack may stand in a row by chance, in one's own rack above all.
const WHOLE = 7;

/** @param {{ heard: Heard, page: Page, other: string, rack: string }} about */
async function hidesRack({ heard, page, other, rack }) {
    await Promise.all(heard.pending.splice(0));
    for (const text of heard.texts.splice(0)) {
        for (const pattern of tells(other))
            holds(!pattern.test(text), `${other}'s tiles are told: ${pattern} in ${text}`);
        holds(rack.length < WHOLE || !text.includes(rack), `${other}'s tiles ${rack} are in ${text}`);
    }
    const html = await page.content();
    holds(rack.length < WHOLE || !html.includes(rack), `${other}'s tiles are in the document`);
}

// The same of all strings that the page has in memory.
/** @param {Page} page @param {string} rack */
async function forgetsRack(page, rack) {
    const session = await page.context().newCDPSession(page);
    /** @type {string[]} */
    const parts = [];
    session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => parts.push(chunk));
    await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
    await session.detach();
    /** @type {{ strings: string[] }} */
    const { strings } = JSON.parse(parts.join(""));
    holds(
        strings.some((one) => one.includes("rack A")),
        "the snapshot has no position at all",
    );
    same(
        strings.filter((one) => one.includes(rack)),
        [],
        "in memory there is",
    );
}

/** @param {Run} t @param {object} terms @param {ContextOptions[]} options */
async function pair(t, terms, options = []) {
    const ann = await t.page("/rules", { ...calm, ...options[0] });
    await api(ann, "POST", "/api/guest", { lang: "en" });
    const match = await api(ann, "POST", "/api/matches", { seats: ["me", "open"], ...terms });
    const heardA = listen(ann);
    await ann.goto(`/match/${match.id}`);
    await ann.locator(".mt-waiting").waitFor();
    const bob = await (await t.context({ ...calm, ...options[1] })).newPage();
    const heardB = listen(bob);
    await bob.goto(`/match/${match.id}`);
    await bob.locator(".mt-waiting .button.primary").click();
    for (const page of [ann, bob]) await page.locator(".wg-rack").waitFor();
    return {
        id: match.id,
        people: [
            { page: ann, heard: heardA, seat: "A" },
            { page: bob, heard: heardB, seat: "B" },
        ],
    };
}

/** @param {Match} match @param {string} seat */
const rackIn = (match, seat) => new RegExp(`^rack ${seat} \\d+ (\\S*)$`, "mu").exec(match.state ?? "")?.[1] ?? "";

// Each player's record tells their own draws: together they tell the game.
/** @param {string} id @param {Person[]} people */
async function wholeRecord(id, people) {
    const [a, b] = await Promise.all(people.map(({ page }) => recordOf(page, id)));
    const other = b.split("\n");
    return a
        .split("\n")
        .map((line, i) => (/^(deal B|B )/.test(line) ? other[i] : line))
        .join("\n");
}

/** @param {string} id @param {Person[]} people @param {boolean} thoroughly */
async function checkSecrets(id, people, thoroughly) {
    const racks = await Promise.all(people.map(async ({ page, seat }) => rackIn(await matchOf(page, id), seat)));
    for (const [i, { page, heard }] of people.entries()) {
        const other = people[1 - i].seat;
        const rack = racks[1 - i];
        holds(rack.length > 0, `${other} has no tiles`);
        await hidesRack({ heard, page, other, rack });
        if (thoroughly) await forgetsRack(page, rack);
    }
    await soon(
        () =>
            Promise.all(
                people.map(async ({ page }) =>
                    (await slots(page))
                        .map((face) => face || "?")
                        .sort()
                        .join(""),
                ),
            ),
        racks.map((rack) => [...rack].sort().join("")),
        "the racks shown are",
    );
}

// A move with a blank is looked for, so that one is played.
/** @param {string} record */
function choose(record) {
    const moves = legal(record, 60);
    return moves.find(({ text }) => /:.*\p{Ll}/u.test(text)) ?? moves[0];
}

/** @param {Page} page */
async function exchange(page) {
    await page.getByRole("button", { name: "Exchange", exact: true }).click();
    for (const n of [0, 2]) await page.locator(".wg-rack > .wg-slot").nth(n).click();
    await page.getByRole("button", { name: "Exchange 2 tiles" }).click();
}

/** @param {Page} page */
async function pass(page) {
    await page.getByRole("button", { name: "Pass", exact: true }).click();
    await page.locator("dialog[open] .primary").click();
}

/** @param {Run} t @param {object} terms @param {{ exchangeAt?: number, options?: ContextOptions[] }} how */
async function wholeGame(t, terms, { exchangeAt = -1, options } = {}) {
    const { id, people } = await pair(t, terms, options);
    let blanks = 0;
    for (let n = 0; n < 80; n++) {
        const { page } = people[n % 2];
        const record = await wholeRecord(id, people);
        const move = choose(record);
        await checkSecrets(id, people, n === 6);
        if (n === exchangeAt) await exchange(page);
        else if (!move) await pass(page);
        else if (!byHand(n)) await actAt(page, id, move.text);
        else await play(page, move, wayNames[(n % 5) % wayNames.length]);
        blanks += move && /:.*\p{Ll}/u.test(move.text) ? 1 : 0;
        if (byHand(n + 1)) for (const one of people) await untilEntries(one.page, n + 1);
        if ((await api(page, "GET", `/api/matches/${id}`)).status === "over") break;
    }
    for (const { page } of people) await page.locator(".mt-end").waitFor();
    const match = await api(people[0].page, "GET", `/api/matches/${id}`);
    same(match.status, "over");
    const told = ask(["replay", "-"], match.record);
    same(told.scores, match.scores, "the program counts");
    for (const { page } of people) await soon(() => scores(page), match.scores, "the scores shown are");
    holds(blanks > 0, "no blank was played");
    return { id, people, match, told };
}

test("two people play a whole game, and nothing tells the other's tiles", async (t) => {
    const { match } = await wholeGame(t, { game: "wordgame", lang: "en" });
    holds(["out", "passes"].includes(match.result.reason), match.result.reason);
});

test("two people play a whole classic game, with an exchange, one of them on a phone", async (t) => {
    const { people, told, match } = await wholeGame(
        t,
        { game: "classic", lang: "en" },
        { exchangeAt: 3, options: [{}, phone] },
    );
    holds(
        told.moves.some((/** @type {LegalMove} */ { text }) => text.startsWith("exchange ")),
        "nobody has exchanged tiles",
    );
    const [ann, bob] = people.map(({ page }) => page);
    await fits(bob);
    await soon(() => ann.locator(".mt-said", { hasText: "exchanged 2 tiles" }).count(), 1);
    // It can be gone through, with what the engine thinks, and be taken home.
    await ann.locator(".mt-end .button:not(.primary)").click();
    await ann.locator(".mt-steps").waitFor();
    // One game in forty ends with six passes: steps back are counted from the last word.
    const places = told.moves.map((/** @type {LegalMove} */ { text }) => text.includes(":"));
    const last = places.lastIndexOf(true);
    await ann.waitForFunction(() => document.querySelectorAll(".wg-cell.filled").length > 0);
    const all = await ann.locator(".wg-cell.filled").count();
    for (let n = places.length; n > last; n--) {
        await ann.locator(".mt-at", { hasText: `${n} of ${places.length}` }).waitFor();
        await ann.locator(".mt-steps button").nth(1).click();
    }
    await ann.waitForFunction((n) => document.querySelectorAll(".wg-cell.filled").length < n, all);
    await ann.locator(".mt-candidate .mt-measures", { hasText: "equity" }).first().waitFor();
    // Now both racks may be seen
    await ann.waitForFunction(() => document.querySelectorAll(".wg-others dt").length === 2);
    const folder = mkdtempSync(join(tmpdir(), "logomachy-record-"));
    const [download] = await Promise.all([
        ann.waitForEvent("download"),
        ann.getByRole("button", { name: "Download" }).click(),
    ]);
    await download.saveAs(join(folder, "game.rec"));
    same(ask(["replay", join(folder, "game.rec")]).scores, match.scores, "what was downloaded ends with");
    rmSync(folder, { recursive: true });
});

// Of forty first racks one has no word of four letters.
/** @param {Run} t @param {object} terms */
async function pairThatCanMove(t, terms) {
    for (;;) {
        const { id, people } = await pair(t, terms);
        const [move] = legal(await wholeRecord(id, people));
        if (move) return { id, people, move };
    }
}

// A layout of one's own: the first row has what no other layout has there.
const layout = ["t3d2t3d2t3d2t3d", ...Array(14).fill(".".repeat(15))].join("/");
/** @param {Page} page */
const firstRow = (page) =>
    page.locator(".wg-cell").evaluateAll((all) =>
        all
            .slice(0, 15)
            .map((one) => /bonus-(.)/.exec(one.className)?.[1] ?? ".")
            .join(""),
    );

test("a move is seen before the server has it, and its tiles come back if it is refused", async (t) => {
    const { people, move } = await pairThatCanMove(t, { game: "wordgame", lang: "en" });
    const [ann, bob] = people.map(({ page }) => page);
    const sent = await holdActions(ann);
    await draft(ann, move, "tap");
    const tiles = parse(move.text).letters.length;
    const before = await slots(ann);
    const shown = async () => [(await filled(ann)).length, await ann.locator(".wg-cell.drafted").count()];
    await soon(shown, [0, tiles], "tiles that lie, and are drafted:");
    await ann.locator(".wg-play").click();
    await soon(shown, [tiles, 0], "after the move:");
    await soon(async () => (await slots(ann)).length, before.length - tiles, "tiles of the rack:");
    await soon(() => scores(ann), [move.points, 0]);
    await soon(sent.count, 1);
    sent.last().answer({ op: "refused", status: 422, error: { code: "wordgame.no_word", text: "That is no word." } });
    await soon(shown, [0, tiles], "after the refusal:");
    await soon(() => slots(ann), before);
    await ann.locator(".wg-note.good").waitFor();
    await ann.locator(".wg-play").click();
    await soon(sent.count, 2);
    sent.last().deliver();
    for (const page of [ann, bob]) await untilEntries(page, 1);
    await soon(async () => (await slots(ann)).filter((face) => face !== null).length, before.length, "with new tiles:");
    await soon(() => filled(bob).then((all) => all.length), tiles);
});

test("a reload in mid-turn loses neither tiles nor their order; who looks on sees no tiles", async (t) => {
    const { id, people, move } = await pairThatCanMove(t, {
        game: "wordgame",
        lang: "en",
        settings: { board: layout },
    });
    const [ann, bob] = people.map(({ page }) => page);
    await soon(() => firstRow(bob), layout.slice(0, 15), "the layout is seen");
    await soon(
        () => bob.locator(".mt-about-match .small").textContent(),
        "English · own layout · casual",
        "and not told as text:",
    );
    await ann.getByRole("button", { name: "Shuffle" }).click();
    await draft(ann, move, "drag");
    const before = await slots(ann);
    await ann.reload();
    await ann.locator(".wg-note.good").waitFor();
    await soon(() => slots(ann), before, "the rack is");
    // Planned while the other thinks, it stays where its squares are free.
    const planned = bob.locator(".wg-rack > .wg-slot").first();
    await planned.click();
    await cell(bob, 0).click();
    await cell(bob, 0)
        .and(bob.locator(".drafted"))
        .waitFor({ timeout: 5000 })
        .catch(() => bob.locator("dialog[open] .wg-key").first().click());
    await ann.locator(".wg-play").click();
    await untilEntries(bob, 1);
    await bob.locator('.wg-cell.drafted[data-square="0"]').waitFor();
    await soon(async () => (await filled(bob)).length, parse(move.text).letters.length, "tiles on the board:");
    await bob.keyboard.press("Escape");
    await soon(() => bob.locator(".wg-cell.drafted").count(), 0);
    await soon(
        async () => (await bob.locator(".wg-cell.last").count()) - (await filled(bob)).length,
        0,
        "of the last move are marked",
    );
    // A spectator.
    const carol = await (await t.context()).newPage();
    const heard = listen(carol);
    await carol.goto(`/match/${id}`);
    await carol.locator(".wg-cell.filled").first().waitFor();
    for (const seat of ["A", "B"])
        await hidesRack({ heard: { ...heard, texts: [...heard.texts] }, page: carol, other: seat, rack: "" });
    same(await carol.locator(".wg-rack").count(), 0, "racks that a spectator sees:");
});

// --- On the device.

// A game whose draws are known: the first seed that gives the first player such tiles.
/** @param {string} game @param {string} lang @param {(moves: LegalMove[]) => boolean} wanted */
function seeded(game, lang, wanted) {
    const header = `game ${game}\nlang ${lang}\nlexicon ${lang === "en" ? "en-international" : lang}\n`;
    for (let n = 1; n < 400; n++) {
        const record = `${header}seed ${n.toString(16).padStart(64, "0")}\n`;
        if (wanted(legal(record, 2000))) return record + "seat A\nseat B\n";
    }
    throw new Error("there is no such seed");
}

/** @param {Run} t @param {string} record @param {ContextOptions} options */
async function openLocal(t, record, options = {}) {
    const header = /^game (\S+)\nlang (\S+)\nlexicon (\S+)/;
    const [, game, lang, lexicon] = present(header.exec(record), "the header");
    const page = await t.page("/rules", options);
    const kept = {
        terms: { game, lang, lexicon, levels: [0, 1], seat: "A", settings: {}, start: "" },
        record,
        begun: 1,
    };
    await openKept(page, kept);
    await page.locator('.wg-board[data-active="true"]').waitFor();
    return page;
}

const plainSeed = () =>
    seeded("wordgame", "en", (moves) => moves.length > 20 && moves.every(({ text }) => !/:.*\p{Ll}/u.test(text)));
/** @param {string} game */
const blankSeed = (game) => seeded(game, "en", (moves) => moves.some(({ text }) => /:.*\p{Ll}/u.test(text)));

test("the computer answers on the device, without a network", async (t) => {
    t.expected.push(/ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/);
    const page = await openLocal(t, plainSeed());
    await page.context().setOffline(true);
    for (let n = 0; n < 3; n++) {
        const [move] = legal(await localRecord(page));
        await play(page, move, wayNames[n]);
        await untilEntries(page, 2 * n + 2);
    }
    const seen = await page.locator(".wg-unseen .badge").textContent();
    const bag = await page.locator(".wg-bag [aria-hidden]").last().textContent();
    same(Number(seen), Number(bag) + 8, "unseen are the bag's tiles and the other's:");
    await soon(async () => (await filled(page)).length + 8 + Number(seen), 104, "tiles in all:");
});

test("a tile that is laid while the other thinks joins what the other plays", async (t) => {
    const { id, people } = await pair(t, { game: "wordgame", lang: "en" });
    const [ann, bob] = people.map(({ page }) => page);
    const ends = (/** @type {string} */ text) => present(parse(text).letters.at(-1)).square;
    const across = (/** @type {LegalMove} */ { text }) => !parse(text).down && ends(text) % 15 < 14;
    const move = present(legal(await wholeRecord(id, people), 200).find(across));
    const { tiles } = await tilesOf(bob, move.text);
    const next = ends(move.text) + 1;
    const slot = (await slots(bob)).findIndex(Boolean);
    const letter = (await slots(bob))[slot];
    await bob.locator(".wg-rack > .wg-slot").nth(slot).click();
    await cell(bob, next).click();
    await bob.locator(`.wg-cell.drafted[data-square="${next}"]`).waitFor();
    await actAt(ann, id, move.text);
    const word = tiles.map((tile) => tile.letter).join("") + letter;
    await soonHolds(async () => (await textOf(bob.locator(".wg-note"))).includes(word), `${word} is not judged`);
});

// A tile that is dragged moves a mark over the board; the squares stay as they are.
test("dragging a tile does not render the board", async (t) => {
    const page = await openLocal(t, plainSeed());
    await page.mouse.move(...(await middleOf(page.locator("button.wg-slot:enabled").first())));
    await page.mouse.down();
    const [x, y] = await middleOf(cell(page, 112));
    await page.mouse.move(x, y, { steps: 4 });
    await page.locator(".wg-slot.dragged").waitFor();
    const mark = page.locator(".wg-over");
    const at = () => mark.evaluate((one) => [one.style.getPropertyValue("--x"), one.style.getPropertyValue("--y")]);
    await soon(at, ["7", "7"], "the mark:");
    const rendered = await watchRenders(page, ".wg-board, .wg-row, .wg-cell");
    await page.mouse.move(...(await middleOf(cell(page, 20))), { steps: 10 });
    await soon(at, ["5", "1"], "the mark:");
    same(await rendered(), 0, "parts of the board that were drawn again:");
    await page.mouse.up();
});

test("typing a tile renders one square", async (t) => {
    const page = await openLocal(t, plainSeed());
    await cell(page, 112).click();
    await page.locator(".wg-arrow").waitFor();
    const rendered = await watchRenders(page, ".wg-cell");
    await page.keyboard.press(present((await slots(page)).find(Boolean)).toLowerCase());
    await page.locator(".wg-cell.drafted").waitFor();
    await page.locator(".wg-note[data-verdict=unfinished]").waitFor();
    same(await rendered(), 2, "squares that were drawn again, with the one of the cursor:");
});

test("a blank takes the letter that is chosen; tiles are taken back in every way", async (t) => {
    const page = await openLocal(t, blankSeed("wordgame"));
    const move = present(legal(await localRecord(page), 2000).find(({ text }) => /:.*\p{Ll}/u.test(text)));
    await draft(page, move, "tap");
    const { tiles } = await tilesOf(page, move.text);
    const blank = present(tiles.find((one) => one.blank));
    await soon(() => cell(page, blank.square).locator(".wg-tile.blank").innerText(), blank.letter);
    await soonHolds(
        async () => (await cell(page, blank.square).getAttribute("aria-label"))?.includes(`stands for ${blank.letter}`),
        "the blank says what it is",
    );
    // Tapped, it goes back; dragged off the board; typed away; all at once.
    await cell(page, blank.square).click();
    await soon(async () => (await slots(page)).includes(""), true, "the blank is back:");
    const other = present(tiles.find((one) => !one.blank));
    await dragTo(page, cell(page, other.square), page.locator(".wg-rack"));
    await soon(() => page.locator(".wg-cell.drafted").count(), tiles.length - 2);
    await page.locator(".wg-tool-recall").click();
    await soon(() => page.locator(".wg-cell.drafted").count(), 0);
    // Escape in the dialog leaves the blank on the rack.
    await page
        .locator(".wg-rack > .wg-slot")
        .nth((await slots(page)).indexOf(""))
        .click();
    await cell(page, 112).click();
    await page.locator("dialog[open] .wg-key").first().waitFor();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog[open]"));
    await soon(() => page.locator(".wg-cell.drafted").count(), 0);
    await page
        .locator(".wg-rack > .wg-slot")
        .nth((await slots(page)).indexOf(""))
        .click();
    await cell(page, 112).click();
    await page.locator("dialog[open] .wg-key").first().waitFor();
    await page.keyboard.press("q");
    await page.locator('.wg-cell.drafted[data-square="112"]').waitFor();
    await soon(() => cell(page, 112).locator(".wg-letter").innerText(), "Q");
});

// R-WG-10, R-WG-13
test("what is wrong is said: a gap, tiles out of line, no word, not through the centre", async (t) => {
    const page = await openLocal(t, plainSeed());
    /** @param {number} slot @param {number} square */
    const put = async (slot, square) => {
        await page.locator(".wg-rack > .wg-slot").nth(slot).click();
        await cell(page, square).click();
    };
    /** @param {string} text */
    const note = (text) => page.locator(".wg-note", { hasText: text }).waitFor();
    await put(0, 0);
    await put(1, 16);
    await note("one line");
    await page.keyboard.press("Escape");
    await put(0, 0);
    await put(1, 2);
    await note("gap");
    await put(2, 1);
    await page.locator(".wg-note:is(.bad, .unfinished)").waitFor();
    await soon(() => page.locator(".wg-play").isDisabled(), true, "Play is off:");
    await page.getByRole("button", { name: "Take all tiles back" }).click();
    const faces = await slots(page);
    await page.getByRole("button", { name: "Sort by alphabet" }).click();
    await soon(() => slots(page), [...faces].sort(), "sorted:");
    await dragTo(page, page.locator(".wg-rack > .wg-slot").first(), page.locator(".wg-rack > .wg-slot").nth(4));
    const [first, ...rest] = [...faces].sort();
    await soon(() => slots(page), [...rest.slice(0, 4), first, ...rest.slice(4)], "moved on the rack:");
});

test("the keyboard alone plays and exchanges", async (t) => {
    const page = await openLocal(
        t,
        seeded("classic", "en", (moves) => moves.length > 20),
    );
    const [move] = legal(await localRecord(page));
    const { down, tiles } = await tilesOf(page, move.text);
    for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement?.closest(".wg-board"))); i++)
        await page.keyboard.press("Tab");
    const at = () => page.evaluate(() => Number(document.activeElement?.getAttribute("data-square")));
    await soon(() => at(), 112, "the centre has the focus:");
    const [x, y] = [(tiles[0].square % 15) - 7, Math.floor(tiles[0].square / 15) - 7];
    for (let i = 0; i < Math.abs(x); i++) await page.keyboard.press(x < 0 ? "ArrowLeft" : "ArrowRight");
    for (let i = 0; i < Math.abs(y); i++) await page.keyboard.press(y < 0 ? "ArrowUp" : "ArrowDown");
    await soon(() => at(), tiles[0].square);
    if (!(await page.locator(".wg-arrow").count())) await page.keyboard.press(" ");
    if ((await page.locator(".wg-arrow.down").count()) > 0 !== down) await page.keyboard.press(" ");
    for (const { letter, blank } of tiles) await page.keyboard.press(blank ? `Shift+${letter}` : letter.toLowerCase());
    await page.locator(".wg-note.good").waitFor();
    await page.keyboard.press("Backspace");
    await soon(() => page.locator(".wg-cell.drafted").count(), tiles.length - 1);
    const last = present(tiles.at(-1));
    await page.keyboard.press(last.blank ? `Shift+${last.letter}` : last.letter.toLowerCase());
    await page.locator(".wg-note.good").waitFor();
    await page.keyboard.press("Enter");
    await untilEntries(page, 2);
    await soon(() => page.locator(".mt-entry .mt-word").first().textContent(), move.word);
    // Exchange, by Tab and Enter.
    await page.locator('.wg-board[data-active="true"]').waitFor();
    /** @param {string} name @param {string} keys */
    const press = async (name, keys = "Enter") => {
        for (
            let i = 0;
            i < 60 &&
            !(await page.evaluate(
                (n) =>
                    document.activeElement?.textContent.trim() === n ||
                    document.activeElement?.matches(n.startsWith(".") ? n : "none"),
                name,
            ));
            i++
        )
            await page.keyboard.press("Tab");
        await page.keyboard.press(keys);
    };
    await press("Exchange");
    await page.locator('[data-exchanging="true"]').waitFor();
    await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
    await press(".wg-slot", " ");
    await press("Exchange 1 tile");
    await untilEntries(page, 4);
    // The computer may exchange, too
    await soon(() => page.locator(".mt-entry").nth(2).locator(".mt-said").textContent(), "exchanged 1 tile");
});

// A finger, as the browser hears of it.
/** @param {Page} page @param {Locator} from @param {Locator} to */
async function fingerDrag(page, from, to) {
    const session = await page.context().newCDPSession(page);
    /** @param {"touchStart" | "touchMove" | "touchEnd"} type @param {number[][]} points */
    const touch = (type, points) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    const [a, b] = [await middleOf(from), await middleOf(to)];
    const above = [b[0], b[1] + 34]; // the tile is shown above the finger
    await touch("touchStart", [a]);
    for (let i = 1; i <= 6; i++)
        await touch("touchMove", [[a[0] + ((above[0] - a[0]) * i) / 6, a[1] + ((above[1] - a[1]) * i) / 6]]);
    await page.waitForTimeout(150); // a finger that rests does not throw
    await touch("touchMove", [above]);
    await touch("touchEnd", []);
    await session.detach();
}

test("a small phone: a finger drags, the board can be enlarged, nothing is cut off", async (t) => {
    const page = await openLocal(t, plainSeed(), { ...phone, viewport: { width: 320, height: 700 } });
    const wide = async () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    await soon(() => wide(), true, "no sideways scrolling:");
    const [move] = legal(await localRecord(page));
    const { tiles } = await tilesOf(page, move.text);
    await fingerDrag(page, await slotOf(page, tiles[0]), cell(page, tiles[0].square));
    await page.locator(`.wg-cell.drafted[data-square="${tiles[0].square}"]`).waitFor();
    await page.locator(".wg-tool-zoom").tap();
    await page.locator('.wg[data-zoomed="true"]').waitFor();
    const size = await cell(page, 112).evaluate((one) => one.getBoundingClientRect().width);
    holds(size >= 32, `a square is only ${size} wide`);
    for (const tile of tiles.slice(1)) {
        await (await slotOf(page, tile)).tap();
        await cell(page, tile.square).tap();
    }
    await page.locator(".wg-note.good").waitFor();
    await soon(() => wide(), true, "no sideways scrolling, enlarged:");
    for (const one of await page.locator(".wg-tray button:visible").all()) {
        const box = await boxOf(one);
        holds(box.width >= 24 && box.height >= 24, `${await one.getAttribute("aria-label")} is too small a target`);
    }
    await page.locator(".wg-play").tap();
    await untilEntries(page, 2);
});

test("two at one device do not see each other's tiles", async (t) => {
    const seed = captured(/^seed (\S+)/m, plainSeed());
    const page = await t.page(`/play?game=wordgame&lang=en&level=0&seed=${seed}`);
    const cover = page.locator(".mt-hand-over");
    const board = page.locator('.wg-board[data-active="true"]');
    await cover.or(board).first().waitFor();
    if (await cover.count()) await cover.getByRole("button").click();
    await board.waitFor();
    holds((await localRecord(page)).includes(`\nseed ${seed}\n`), "the game has the seed that it was asked for");
    const [move] = legal(await localRecord(page));
    await play(page, move);
    await cover.waitFor();
    same(await page.locator(".wg-rack").count(), 0, "racks behind the cover:");
    await cover.getByRole("button").click();
    await page.locator('.wg-board[data-active="true"]').waitFor();
    await soon(async () => (await slots(page)).length, 8);
    await soon(async () => (await filled(page)).length, parse(move.text).letters.length);
});

test("in Dutch a Y is also an IJ", async (t) => {
    const record = "game wordgame\nlang nl\nlexicon nl\ndeal A YZERAAAE\ndeal B EEEENNNS\n";
    const page = await t.page(`/analysis?${new URLSearchParams({ record })}`);
    await page.locator('.wg-board[data-active="true"]').waitFor();
    await soon(
        () => page.locator(".wg-rack .wg-pair").evaluateAll((all) => all.map((one) => one.dataset.text)),
        ["ij"],
    );
    await ways.type(page, {
        down: false,
        tiles: [..."YZER"].map((letter, i) => ({ letter, blank: false, square: 109 + i })),
    });
    await page.locator(".wg-note.good", { hasText: "IJZER" }).waitFor();
    // The record tells its draws: where the game goes on by another move, others are drawn.
    await page.locator(".wg-play").click();
    await page.waitForFunction(
        () =>
            [...document.querySelectorAll(".wg-rack .wg-letter")]
                .map((one) => one.textContent)
                .sort()
                .join("") === "EEEENNNS",
    );
    await page.waitForFunction(() =>
        /^deal A \S{4}$/m.test(new URLSearchParams(location.search).get("record")?.split("YZER\n")[1] ?? ""),
    );
    await page.locator('.wg-board[data-active="true"]').waitFor();
    await ways.type(page, {
        down: false,
        tiles: [..."EENS"].map((letter, i) => ({ letter, blank: false, square: 121 + i })),
    });
    await page.locator(".wg-note.good", { hasText: "EENS" }).waitFor();
    await page.locator(".wg-play").click();
    await untilEntries(page, 2);
    await soon(
        () => page.locator(".mt-entry.chosen .mt-word").allTextContents(),
        ["EENS", "IJS"],
        "the log has the word across too, as it is read:",
    );
});

test("the log tells place and points, and shows the move; analysis lists candidates that can be played", async (t) => {
    const page = await openLocal(t, plainSeed());
    const [move] = legal(await localRecord(page));
    await play(page, move, "follow");
    await untilEntries(page, 2);
    const entry = page.locator(".mt-entry").first();
    await soon(async () => (await textOf(entry.locator(".mt-where"))).toUpperCase(), move.text.split(":")[0]);
    await entry.locator("button").click();
    await soon(() => page.locator(".wg-cell.violet").count(), parse(move.text).letters.length);
    await page.goto(`/analysis?${new URLSearchParams({ record: await localRecord(page) })}`);
    await page.locator(".mt-candidate").nth(2).click();
    await page.locator(".wg-cell.hinted").first().waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).and(page.locator(".mt-candidates .button")).click();
    await page.waitForFunction(() => document.querySelectorAll(".mt-entry").length === 3);
});

// --- Accessibility.

for (const { device, options } of [
    { device: "a phone", options: phone },
    { device: "a desk", options: {} },
])
    test(`nothing is in anybody's way, on ${device}`, async (t) => {
        const page = await openLocal(t, blankSeed("classic"), { ...options, bypassCSP: true });
        await violations(page, "at the start");
        const move = present(legal(await localRecord(page), 2000).find(({ text }) => /:.*\p{Ll}/u.test(text)));
        await draft(page, move, "tap");
        await violations(page, "with tiles on the board");
        await page.locator(".wg-play").click();
        await untilEntries(page, 2);
        await page.locator(".mt-entry button").first().click();
        await page.locator(".wg-cell.violet").first().waitFor();
        await violations(page, "with a chosen move");
        await page.getByRole("button", { name: "Exchange", exact: true }).click();
        await page.locator(".wg-rack > .wg-slot").first().click();
        await violations(page, "exchanging");
        await page.goto(`/analysis?${new URLSearchParams({ record: await localRecord(page) })}`);
        await page.locator(".mt-candidate").nth(1).click();
        await page.locator(".wg-cell.ghost").first().waitFor();
        await page.locator(".wg-others").waitFor();
        await violations(page, "analysing");
        for (const game of ["wordgame", "classic"]) {
            await page.goto(`/rules/${game}`);
            await page.locator(".wg-legend").waitFor();
            await violations(page, `the rules of ${game}`);
        }
    });

test("squares and tiles say what they are", async (t) => {
    const page = await openLocal(t, plainSeed());
    await soon(() => page.locator(".wg-board").getAttribute("role"), "grid");
    await soon(() => cell(page, 112).getAttribute("aria-label"), "h8, centre");
    const labels = await page
        .locator(".wg-cell")
        .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
    for (const bonus of ["double letter", "triple letter", "double word", "triple word"])
        holds(
            labels.some((label) => /^[a-o]\d+, /.test(label) && label.includes(bonus)),
            `no ${bonus}`,
        );
    await cell(page, 112).click();
    await page.locator('[role="status"]', { hasText: "h8, across" }).first().waitFor({ state: "attached" });
    await cell(page, 112).click();
    await page.locator('[role="status"]', { hasText: "h8, down" }).first().waitFor({ state: "attached" });
    await soonHolds(
        async () =>
            /, value \d+$/.test((await page.locator(".wg-rack > .wg-slot").first().getAttribute("aria-label")) ?? ""),
        "a tile says its value",
    );
});

await finish();
