// Making a move of the draft: playing it, passing, exchanging tiles.
import type { BoardProps } from "../game";
import { recall } from "./draft";
import type { BoardState } from "./state";

function send(p: BoardProps, b: BoardState, move: string): void {
    b.cursor.value = null;
    p.onMove(move);
}

// A press that comes before the verdict counts too: the table checks every move before it plays it.
export function playDraft(p: BoardProps, b: BoardState): void {
    const move = b.written.value;
    const verdict = b.verdict.value;
    if (b.active && move.kind === "move" && (verdict === null || verdict.kind === "good")) send(p, b, move.text);
}

export function passTurn(p: BoardProps, b: BoardState): void {
    b.draft.value = recall(b.draft.value);
    send(p, b, "pass");
}

// Begins or ends the choice of tiles to exchange.
export function chooseExchange(b: BoardState, on: boolean): void {
    b.draft.value = recall(b.draft.value);
    b.cursor.value = null;
    b.swapped.value = on ? new Set() : null;
}

export function exchangeTiles(p: BoardProps, b: BoardState): void {
    const slots = b.swapped.value;
    if (!b.active || !slots?.size) return;
    send(p, b, `exchange ${[...slots].map((slot) => b.draft.value.faces[slot]).join("")}`);
}
