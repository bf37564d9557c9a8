// The keyboard, while the focus is in the board: arrows move the focus, letters are placed, Enter traces and plays.
import type { BoardProps } from "../game";
import { empty, lastOf, phaseOf, stepBack, tap } from "./draft";
import { confirmDraft, isPlayable, pickSquare, setLetter, traceSquare } from "./making";
import { type BoardState, focusSquare } from "./state";

const steps: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

function movedFocus(square: number, width: number, key: string): number | null {
    if (key === "Home") return square - (square % width);
    if (key === "End") return square - (square % width) + width - 1;
    const step = steps[key];
    if (!step) return null;
    const x = (square % width) + step[0];
    const y = Math.floor(square / width) + step[1];
    return x < 0 || y < 0 || x >= width || y >= width ? square : y * width + x;
}

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
    const target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || target.closest("input, textarea, dialog")) return;
    const onBoard = target.closest(".bd-board") !== null;
    const next = onBoard ? movedFocus(b.focus.value, b.view.width, e.key) : null;
    if (next !== null) focusSquare(b, next);
    else if (!b.active || !actOnKey(p, b, e.key, onBoard)) return;
    e.preventDefault();
}
