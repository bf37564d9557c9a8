// The core's verdict on the tiles on the board: good, bad, or only unfinished.
import type { Answer, Report } from "../../core/wasm";

export type Verdict =
    | { kind: "good"; report: Report }
    | { kind: "unfinished"; text: string }
    | { kind: "bad"; text: string };

// Faults that more tiles, or the next one, may mend.
const UNFINISHED = new Set(["wordgame.short", "wordgame.first_short", "wordgame.centre", "wordgame.apart"]);

export function verdictOf(answer: Answer<Report>): Verdict {
    if (answer.ok) return { kind: "good", report: answer };
    const { code, text } = answer.error;
    return { kind: UNFINISHED.has(code) ? "unfinished" : "bad", text };
}

// Whether tiles may be exchanged: never in this game, or not now, and why.
export interface Ways {
    pass: boolean;
    exchange: "yes" | "not_now" | "never";
}

export const noWays: Ways = { pass: false, exchange: "never" };

const NOT_NOW = "wordgame.bag_low";

// From what the core refuses of `pass` and of an exchange of some tile.
export function waysOf([pass, exchange]: readonly string[]): Ways {
    return { pass: pass === "", exchange: exchange === "" ? "yes" : exchange === NOT_NOW ? "not_now" : "never" };
}
