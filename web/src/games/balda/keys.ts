// The keyboard, while the focus is in the board: arrows move the focus, letters are placed, Enter traces and plays.
import { focusCell, movedFocus } from "../../board/focus";
import { handleKey } from "../../board/keys";
import type { BoardProps } from "../game";
import { empty, lastOf, phaseOf, stepBack, tap } from "./draft";
import { confirmDraft, isPlayable, pickSquare, setLetter, traceSquare } from "./making";
import type { BoardState } from "./state";

// Enter on the last square of a word that is in play makes the move.
function enterSquare(p: BoardProps, b: BoardState, key: string): void {
    const square = b.focus.value;
    if (key === "Enter" && square === lastOf(b.draft.value) && isPlayable(b)) confirmDraft(p, b);
    else if (phaseOf(b.draft.value) === "trace") traceSquare(b, square, tap);
    else pickSquare(b, square);
}

// False: the key is not for us.
function actOnKey(p: BoardProps, b: BoardState, key: string, onBoard: boolean): boolean {
    const phase = phaseOf(b.draft.value);
    const letter = p.position.letters.find((l) => l === key.toUpperCase());
    if (letter && phase === "place" && onBoard) {
        if (pickSquare(b, b.focus.value)) setLetter(b, letter);
    } else if (letter && (phase === "letter" || (phase === "trace" && !b.draft.value.path.length))) {
        setLetter(b, letter);
    } else if (key === "Backspace" || key === "Escape") {
        b.draft.value = key === "Escape" ? empty : stepBack(b.draft.value);
    } else if (onBoard && (key === "Enter" || key === " ")) {
        enterSquare(p, b, key);
    } else return false;
    return true;
}

export function onKey(p: BoardProps, b: BoardState, e: KeyboardEvent): void {
    handleKey(e, {
        board: ".bd-board",
        moves: (key) => {
            const next = movedFocus(b.focus.value, key, b.view.width);
            if (next !== null) focusCell(b, "square", next);
            return next !== null;
        },
        acts: ({ key }, onBoard) => b.active && actOnKey(p, b, key, onBoard),
    });
}
