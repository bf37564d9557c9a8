// A new game in the browser: its card on the first page, a move against the computer, the log, its
// rules. tests/newgame/newgame.py runs this in a tree that has one; NAME_OF_GAME says which it is.
import { calm, english, finish, holds, soon, test, untilEntries } from "../browser/harness.mjs";

const name = process.env.NAME_OF_GAME;

test("a new game is played against the computer", async (t) => {
    const page = await t.page("/", calm);
    const card = page.locator(".game-card", { hasText: english[`web.home.about_${name}`] });
    await card.getByRole("link", { name: english["web.home.play_now"] }).click();
    await page.locator(`.${name}-letter`).first().waitFor();
    const before = await page.locator(`.${name}-tile`).count();
    holds(before >= 1, "the first letter is there");
    const letter = await page.locator(`.${name}-letter`).first().textContent();
    await page.locator(`.${name}-letter`).first().click();
    await untilEntries(page, 2);
    await soon(async () => (await page.locator(`.${name}-tile`).count()) >= before + 2, true, "both letters are there");
    holds((await page.locator(`.${name}-tile`).nth(before).textContent()) === letter, "ours comes first");
});

test("its rules are told", async (t) => {
    const page = await t.page(`/rules/${name}`, calm);
    await page.getByText(english[`web.rules.${name}_points`].split("\n")[0]).waitFor();
});

await finish();
