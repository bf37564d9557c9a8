// The core's answers: which moves there are (targets() in src/games/bali/targets.c), and its verdict on a draft. There
// are no rules here.
import type { Answer, Report } from "../../core/wasm";
import { isList, isObject, isText, isTextOrNull, isWhole } from "../../shape";
import { moveOf, type Draft } from "./draft";

// The letters that an open card can be settled as.
export interface Choice {
    letters: readonly string[];
    own: string | null; // meant where none is chosen; null: one has to be
}

export interface Ways {
    plain: ReadonlySet<string>; // moves without columns
    takes: ReadonlyMap<string, number>; // columns that can be taken, with their points
    choices: ReadonlyMap<string, Choice>;
    claims: boolean; // joins are not checked: opponents may challenge them
}

export const noWays: Ways = { plain: new Set(), takes: new Map(), choices: new Map(), claims: false };

type Listed<T> = T & { place: string };

const isTake = (value: unknown): value is Listed<{ points: number }> =>
    isObject(value) && isText(value.place) && isWhole(value.points);
const isChoice = (value: unknown): value is Listed<Choice> =>
    isObject(value) && isText(value.place) && isList(value.letters, isText) && isTextOrNull(value.own);

export function waysOf(answer: Answer<object>): Ways {
    const { plain, takes, choices, claims }: Record<string, unknown> = isObject(answer) ? answer : {};
    if (!answer.ok || !isList(plain, isText) || !isList(takes, isTake) || !isList(choices, isChoice)) return noWays;
    return {
        plain: new Set(plain),
        takes: new Map(takes.map((one) => [one.place, one.points])),
        choices: new Map(choices.map((one) => [one.place, one])),
        claims: claims === true,
    };
}

// The columns of a join whose card's letter can be chosen.
export const openIn = (ways: Ways, draft: Draft) =>
    draft.length > 1 ? draft.filter((part) => ways.choices.has(part.place)) : [];

export type Verdict =
    | { kind: "take"; word: string; points: number } // this column can be taken
    // Joined it is a word, which scores now or later; `take`: it may also be taken in the same move.
    | { kind: "word"; word: string; points: number; now: boolean; take: boolean }
    | { kind: "run"; word: string; short: boolean } // part of a word; short: a word itself, but too short to be taken
    | { kind: "claim"; word: string } // not checked: opponents may challenge it
    | { kind: "letter" } // a letter has to be chosen for a card
    | { kind: "alone" } // one column, which cannot be taken
    | { kind: "bad"; text: string };

// A word that can be joined or taken: the player has to say which.
export const undecided = (v: Verdict | null) => v?.kind === "word" && v.take;

export const playable = (v: Verdict | null) => v !== null && ["take", "word", "run", "claim"].includes(v.kind);

function verdictOf(ways: Ways, answer: Answer<Report>): Verdict {
    if (!answer.ok)
        return answer.error.kind === "unfinished" ? { kind: "letter" } : { kind: "bad", text: answer.error.text };
    const { word, run = "", points, later, take = false } = answer;
    if (word) return { kind: "word", word, points, now: true, take: false };
    if (ways.claims) return { kind: "claim", word: run };
    if (!later) return { kind: "run", word: run, short: answer.short === true };
    return { kind: "word", word: run, points: later, now: false, take };
}

export type Try = (move: string) => Promise<Answer<Report>>;

export async function judge(ways: Ways, draft: Draft, ask: Try): Promise<Verdict | null> {
    if (!draft.length) return null;
    const answer = await ask(moveOf(draft)!);
    if (draft.length > 1) return verdictOf(ways, answer);
    return answer.ok ? { kind: "take", word: answer.word ?? "", points: answer.points } : { kind: "alone" };
}
