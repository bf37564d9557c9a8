// The engine's value of every position of a game, and what each move gave away. Pure except for the engine, which is
// passed in.
import type { Answer, Best, Shown, Worth } from "../core/wasm";

// The loss of a move.
export interface Loss {
    points: number;
    chance?: number | undefined; // of winning, from 0 to 1, where the engine knows it
}

export interface Valued {
    best: Best | null; // null: the game is over here
    margin: number; // expected at the end, from A's side
    score?: number | undefined; // expected at the end of a game alone
    gave?: Loss | undefined; // by the move that followed, where moves are measured by themselves
}

// Of two; of one player, or more than two, from the mover's side.
export function fromA(best: Best): number {
    return best.seat === "B" ? -best.margin : best.margin;
}

export function finalMargin(shown: Shown): number {
    return (shown.scores[0] ?? 0) - (shown.scores[1] ?? 0);
}

// The loss of the move from one position to the next, from the mover's side; never less than
// nothing: a search that sees further after the move has not made the move better. Where chance comes
// between, only what could be known before counts.
export function lossOf(seat: string, before: Valued, after: Valued): Loss {
    if (before.gave !== undefined) return before.gave;
    const sign = seat === "B" ? -1 : 1;
    return { points: Math.max(0, sign * (before.margin - after.margin)) };
}

// The least loss for each mark.
const CHANCES = [0.05, 0.1, 0.2];
const POINTS = [2.5, 4.5, 8];

// Signs as in notes on chess: they need no colour. Points that cost no chance of winning are no mistake.
export function markOf({ points, chance }: Loss): string {
    const [size, limits] = chance === undefined ? [points, POINTS] : [chance, CHANCES];
    return ["", "?!", "?", "??"][limits.filter((limit) => size >= limit).length]!;
}

export type Ask = (moves: number) => Promise<Answer<Best>>;

// The value of the move that followed; null: none did, or it cannot be said.
export type Weigh = (moves: number) => Promise<Worth | null>;

// The loss of each move against the best one, as far as both are known. A move that looks better
// than the best gives nothing away: the best was searched longer.
export function gaps(
    best: string | undefined,
    moves: readonly string[],
    margins: ReadonlyMap<string, number>,
): (number | null)[] {
    const most = best === undefined ? undefined : margins.get(best);
    return moves.map((move) => {
        const margin = margins.get(move);
        return most === undefined || margin === undefined ? null : Math.max(0, most - margin);
    });
}

// The difference to the best; nothing where either is not known.
const less = (best: number | undefined, played: number | undefined) =>
    best === undefined || played === undefined ? undefined : Math.max(0, best - played);

async function valued(best: Best, n: number, weigh: Weigh): Promise<Valued> {
    const played = best.equity === undefined ? null : await weigh(n);
    const points = less(best.equity, played?.equity);
    const gave = points === undefined ? undefined : { points, chance: less(best.win, played?.win) };
    return { best, margin: fromA(best), score: best.score, gave };
}

export interface AnalysisHandlers {
    onValue(moves: number, v: Valued): void;
    wanted(): boolean;
    open?(moves: number): boolean; // is it not known yet?
}

// Values the positions after 0, 1, … moves; each is reported as soon as it is known.
export async function analyse(
    moves: number,
    shown: Shown,
    ask: Ask,
    weigh: Weigh,
    { onValue, wanted, open = () => true }: AnalysisHandlers,
): Promise<void> {
    for (let n = moves; n >= 0 && wanted(); n--) {
        if (!open(n)) continue;
        if (n === moves && shown.over) {
            onValue(n, { best: null, margin: finalMargin(shown), score: shown.scores[0] });
            continue;
        }
        const best = await ask(n);
        const value = best.ok ? await valued(best, n, weigh) : null;
        if (!wanted()) return;
        if (value) onValue(n, value);
    }
}
