// The keyboard: arrows move the focus, letters lay tiles, Enter plays. Keys work wherever the focus is on the page,
// except in inputs and dialogs.
import { useEffect } from "preact/hooks";
import { focusCell, movedFocus } from "../../board/focus";
import { handleKey } from "../../board/keys";
import { useLatest } from "../../ui/latest";
import type { BoardProps } from "../game";
import { chooseExchange, playDraft } from "./moves";
import type { BoardState } from "./state";
import { eraseTile, recallTiles, tapSquare, turnCursor, typeLetter } from "./tiles";
import { SIDE } from "./view";

// The letter of a key: as it is, or without its accent where the alphabet has not got it.
function letterOf(key: string, letters: readonly string[]): string | null {
    if ([...key].length !== 1) return null;
    const capital = key.toUpperCase();
    const plain = capital.normalize("NFD")[0] ?? "";
    return [capital, plain].find((one) => letters.includes(one)) ?? null;
}

// The keys that act on the square with the focus. False: this is none of them.
function actOnSquare(p: BoardProps, b: BoardState, key: string): boolean {
    if (key === "Delete") eraseTile(b);
    else if (key !== " " && key !== "Enter") return false;
    else if (b.selected.value !== null) tapSquare(b, b.focus.value);
    else if (key === "Enter" && b.verdict.value?.kind === "good") playDraft(p, b);
    else turnCursor(b);
    return true;
}

// False: the key is not for us.
function actOnKey(p: BoardProps, b: BoardState, e: KeyboardEvent, onBoard: boolean): boolean {
    const letter = letterOf(e.key, p.position.letters);
    if (!b.may || b.swapped.value) {
        if (e.key !== "Escape" || !b.swapped.value) return false;
        chooseExchange(b, false);
    } else if (letter && (onBoard || b.cursor.value)) typeLetter(b, letter, e.shiftKey);
    else if (e.key === "Backspace" && (onBoard || b.cursor.value)) eraseTile(b);
    else if (e.key === "Escape") recallTiles(b);
    else return onBoard && actOnSquare(p, b, e.key);
    return true;
}

// The cursor goes along with the focus.
function moveFocus(b: BoardState, key: string): boolean {
    const next = movedFocus(b.focus.value, key, SIDE);
    if (next === null) return false;
    focusCell(b, "square", next);
    if (b.may) b.cursor.value = { square: next, down: b.cursor.value?.down ?? false };
    return true;
}

export function useKeys(p: BoardProps, b: BoardState): void {
    const now = useLatest({ p, b });
    useEffect(() => {
        const key = (e: KeyboardEvent) => {
            const { p, b } = now.current;
            const target = e.target as HTMLElement;
            if (target !== document.body && !b.root.current?.contains(target)) return;
            handleKey(e, {
                board: ".wg-board",
                moves: (key) => moveFocus(b, key),
                acts: (e, onBoard) => actOnKey(p, b, e, onBoard),
            });
        };
        addEventListener("keydown", key);
        return () => removeEventListener("keydown", key);
    }, []);
}
