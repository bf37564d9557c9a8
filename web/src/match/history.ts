// The moves of a match from its events, for games with hidden information: their records cannot be replayed before the
// end, so words and points come from the server.
import type { ShownAction } from "../core/wasm";
import { isList, isText, isWhole } from "../shape";
import type { MatchEvent } from "../types";

const MOVE = /^([A-D]) (.+)$/;
const ASKED = /^ask ([A-D]) takeback(?: (\d+))?$/;
const AGREED = /^agree [A-D] takeback$/;

function moveOf(e: MatchEvent, seat: string, text: string): ShownAction {
    const { word, run, letters, points = 0, squares = [], placed = -1, fresh, also, rests } = e;
    return {
        seat,
        text,
        ...(word !== undefined && { word }),
        ...(run !== undefined && { run }),
        ...(letters !== undefined && { letters }),
        points,
        squares,
        placed,
        ...(isList(fresh, isWhole) && { fresh }),
        ...(isList(also, isText) && { also }),
        ...(isWhole(rests) && { rests }),
        scorer: seat,
    };
}

// A takeback removes all moves from the requester's n-th last one on.
function goBack(moves: ShownAction[], by: string, count: number): void {
    while (count > 0 && moves.length) if (moves.pop()!.seat === by) count--;
}

export function movesFrom(events: readonly MatchEvent[]): ShownAction[] {
    const moves: ShownAction[] = [];
    let asked: { by: string; count: number } | null = null;
    for (const e of events) {
        const move = MOVE.exec(e.text);
        const ask = ASKED.exec(e.text);
        if (move) moves.push(moveOf(e, move[1]!, move[2]!));
        if (ask) asked = { by: ask[1]!, count: Number(ask[2] ?? 1) };
        const settled = (ask || AGREED.test(e.text)) && !e.offers.takeback;
        if (asked && settled) goBack(moves, asked.by, asked.count);
    }
    return moves;
}
