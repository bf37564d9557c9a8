// Where a letter may go, and which squares touch: asked of the core, move by move, so that the rules
// stay where they are. The refusals tell: a placement whose only fault is its path is on an open
// square; a path of two squares whose fault is not that they are apart goes on.
import type { Report } from "../../core/wasm";
import { placementText, type View } from "./view";

export interface Ways {
    open: ReadonlySet<number>;
    touch(a: number, b: number): boolean;
}

export const noWays: Ways = { open: new Set(), touch: () => false };

// Refuses or lets through, for each move: "" or a code.
export type Probe = (moves: string[]) => Promise<string[]>;

const NOT_OPEN = "balda.not_open";
const APART = "balda.path_apart";

// Codes that say nothing of squares: it is not the seat's turn, or the game is over.
const NOT_NOW = /^(rules|desk)\.|^balda\.answer_first$/;

export async function findOpen(view: View, letter: string, probe: Probe): Promise<Set<number>> {
    const free = view.letters.flatMap((l, square) => (l ? [] : [square]));
    const codes = await probe(free.map((square) => placementText({ square, letter, path: [square] }, view.width)));
    return new Set(free.filter((_, i) => codes[i] !== NOT_OPEN && !NOT_NOW.test(codes[i]!)));
}

function near(a: number, width: number): number[] {
    const x = a % width;
    const y = Math.floor(a / width);
    const found: number[] = [];
    for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++)
            if ((dx || dy) && x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < width)
                found.push((y + dy) * width + x + dx);
    return found;
}

// For all squares that are filled, or will be by the placement.
export async function findTouch(
    view: View,
    open: ReadonlySet<number>,
    letter: string,
    probe: Probe,
): Promise<Ways["touch"]> {
    const filled = (square: number) => view.letters[square] !== "" || open.has(square);
    const pairs: [number, number][] = [];
    const moves: string[] = [];
    const [anyOpen] = open;
    if (anyOpen === undefined) return () => false;
    for (let a = 0; a < view.letters.length; a++)
        for (const b of near(a, view.width)) {
            if (a > b || !filled(a) || !filled(b) || (open.has(a) && open.has(b))) continue;
            const square = open.has(a) ? a : open.has(b) ? b : anyOpen;
            pairs.push([a, b]);
            moves.push(placementText({ square, letter, path: [a, b] }, view.width));
        }
    const codes = await probe(moves);
    const size = view.letters.length;
    const touching = new Set(pairs.filter((_, i) => codes[i] !== APART).map(([a, b]) => a * size + b));
    return (a, b) => touching.has(Math.min(a, b) * size + Math.max(a, b));
}

// The core's verdict on the drafted move: good, bad, or only unfinished.
export type Verdict =
    | { kind: "good"; report: Report }
    | { kind: "ask" } // the other seat will be asked
    | { kind: "unfinished"; text: string }
    | { kind: "bad"; text: string };

const UNFINISHED = new Set(["balda.path_misses", "balda.too_short"]);

export function verdictOf(
    answer: ({ ok: true } & Report) | { ok: false; error: { code: string; text: string } },
): Verdict {
    if (answer.ok) return answer.word ? { kind: "good", report: answer } : { kind: "ask" };
    const { code, text } = answer.error;
    return { kind: UNFINISHED.has(code) ? "unfinished" : "bad", text };
}
