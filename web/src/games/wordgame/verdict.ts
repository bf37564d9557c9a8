// The core's answers: its verdict on the tiles on the board, and what can be done with the rack. No rules here.
import type { Answer, Report } from "../../core/wasm";
import { isList, isObject, isText } from "../../shape";

export type Verdict =
    | { kind: "good"; report: Report }
    | { kind: "unfinished"; text: string } // more tiles may mend it
    | { kind: "bad"; text: string };

export function verdictOf(answer: Answer<Report>): Verdict {
    if (answer.ok) return { kind: "good", report: answer };
    return { kind: answer.error.kind, text: answer.error.text };
}

// As targets() in src/games/wordgame/rules.c says.
const exchanges = ["yes", "not_now", "never"] as const;

export interface Ways {
    pass: boolean;
    exchange: (typeof exchanges)[number]; // never in this game, or not now
}

export const noWays: Ways = { pass: false, exchange: "never" };

export function waysOf(answer: Answer<object>): Ways {
    const { plain, exchange }: Record<string, unknown> = isObject(answer) ? answer : {};
    if (!answer.ok || !isList(plain, isText)) return noWays;
    return { pass: plain.includes("pass"), exchange: exchanges.find((one) => one === exchange) ?? "never" };
}
