// Making a move: choosing columns, dropping one onto another, sending it.
import type { BoardProps } from "../game";
import { type Draft, has, moveOf, takeOf, tap } from "./draft";
import { type BoardState, sendMove } from "./state";
import { playable, undecided } from "./ways";

// A press that comes before the verdict counts too: the table checks every move before it plays it.
export function confirmDraft(p: BoardProps, b: BoardState): void {
    const move = moveOf(b.draft.value);
    const verdict = b.verdict.value;
    if (b.active && move && (verdict === null || playable(verdict))) sendMove(p, b, move);
}

// A word that is tapped twice is taken.
export function chooseColumn(p: BoardProps, b: BoardState, place: string, above = false): void {
    const draft = b.draft.value;
    if (!b.view.columns.has(place)) return;
    if (draft.length === 1 && has(draft, place) && b.ways.value.takes.has(place)) {
        sendMove(p, b, `take ${place}`);
        return;
    }
    b.eager.current = null;
    b.draft.value = tap(draft, place, above);
    b.focus.value = place;
}

// Joins the columns of the draft and takes the word that they make.
export function takeDraft(p: BoardProps, b: BoardState): void {
    const verdict = b.verdict.value;
    if (b.active && b.draft.value.length && (verdict === null || undecided(verdict)))
        sendMove(p, b, takeOf(b.draft.value));
}

// A player who is alone plays a right move by dropping it, unless it could be taken as well. With others it waits to
// be confirmed.
export function dropColumn(p: BoardProps, b: BoardState, made: Draft): void {
    b.draft.value = made;
    if (b.view.seats.length > 1) return;
    b.eager.current = made;
    if (playable(b.verdict.value) && !undecided(b.verdict.value)) sendMove(p, b, moveOf(made)!);
}
