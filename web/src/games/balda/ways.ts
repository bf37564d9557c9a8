// Where a letter may go and which squares touch, as the core says (targets() in src/games/balda/targets.c), and its
// verdict on a draft. There are no rules here.
import type { Answer, Report } from "../../core/wasm";
import { isList, isObject, isText, isWhole } from "../../shape";

export interface Ways {
    open: ReadonlySet<number>; // squares where a letter may be placed
    plain: ReadonlySet<string>; // moves without a letter
    touch(a: number, b: number): boolean; // a path may go on from one to the other
}

export const noWays: Ways = { open: new Set(), plain: new Set(), touch: () => false };

const isPair = (value: unknown): value is [number, number] => isList(value, isWhole) && value.length === 2;
const keyOf = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;

export function waysOf(answer: Answer<object>): Ways {
    const { open, plain, touch }: Record<string, unknown> = isObject(answer) ? answer : {};
    if (!answer.ok || !isList(open, isWhole) || !isList(plain, isText) || !isList(touch, isPair)) return noWays;
    const touching = new Set(touch.map(([a, b]) => keyOf(a, b)));
    return { open: new Set(open), plain: new Set(plain), touch: (a, b) => touching.has(keyOf(a, b)) };
}

// The core's verdict on the drafted move: good, bad, or only unfinished.
export type Verdict =
    | { kind: "good"; report: Report }
    | { kind: "ask" } // the other seat will be asked
    | { kind: "unfinished"; text: string }
    | { kind: "bad"; text: string };

export function verdictOf(answer: Answer<Report>): Verdict {
    if (answer.ok) return answer.word ? { kind: "good", report: answer } : { kind: "ask" };
    return { kind: answer.error.kind, text: answer.error.text };
}
