// Making a move: a square, its letter, the squares of the word, and sending it.
import { focusCell } from "../../board/focus";
import { say } from "../../board/state";
import { t } from "../../text";
import type { BoardProps } from "../game";
import { chooseLetter, chooseSquare, tap, wordOf } from "./draft";
import type { BoardState } from "./state";
import { squareName } from "./view";

// False: no letter may go there.
export function pickSquare(b: BoardState, square: number): boolean {
    if (!b.ways.value.open.has(square)) return false;
    b.draft.value = chooseSquare(b.draft.value, square);
    b.focus.value = square;
    say(b, t("web.balda.say_letter", [squareName(square, b.view.width)]));
    return true;
}

export function setLetter(b: BoardState, letter: string): void {
    b.draft.value = chooseLetter(b.draft.value, letter);
    say(b, t("web.balda.say_trace", [letter]));
    focusCell(b, "square", b.focus.value);
}

// The next square of the word, by a tap or by a line that is drawn (draft.ts).
export function traceSquare(b: BoardState, square: number, how: typeof tap): void {
    if (!b.view.letters[square] && square !== b.draft.value.square) {
        if (how === tap) pickSquare(b, square); // another square after all
        return;
    }
    b.draft.value = how(b.draft.value, square, b.ways.value.touch);
    say(b, wordOf(b.draft.value, b.view.letters));
}

export function isPlayable(b: BoardState): boolean {
    const kind = b.verdict.value?.kind;
    return kind === "good" || kind === "ask";
}

// A press that comes before the verdict counts too: the table checks every move before it plays it.
export function confirmDraft(p: BoardProps, b: BoardState): void {
    const move = b.text.value;
    if (b.active && move && (b.verdict.value === null || isPlayable(b))) p.onMove(move);
}
