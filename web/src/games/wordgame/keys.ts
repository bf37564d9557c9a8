// The keyboard: arrows move the focus, letters lay tiles, Enter plays. Keys work wherever the focus is on the page,
// except in inputs and dialogs.
import { useEffect } from "preact/hooks";
import { useLatest } from "../../ui/latest";
import type { BoardProps } from "../game";
import { chooseExchange, playDraft } from "./moves";
import { type BoardState, focusSquare } from "./state";
import { eraseTile, recallTiles, tapSquare, turnCursor, typeLetter } from "./tiles";
import { SIDE } from "./view";

const steps: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

function movedFocus(square: number, key: string): number | null {
    const x = square % SIDE;
    const y = Math.floor(square / SIDE);
    if (key === "Home") return y * SIDE;
    if (key === "End") return y * SIDE + SIDE - 1;
    const by = steps[key];
    if (!by) return null;
    const [nx, ny] = [x + by[0], y + by[1]];
    return nx < 0 || ny < 0 || nx >= SIDE || ny >= SIDE ? square : ny * SIDE + nx;
}

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
    const next = onBoard ? movedFocus(b.focus.value, e.key) : null;
    const letter = letterOf(e.key, p.position.letters);
    if (next !== null) {
        focusSquare(b, next);
        if (b.may) b.cursor.value = { square: next, down: b.cursor.value?.down ?? false };
    } else if (!b.may || b.swapped.value) {
        if (e.key !== "Escape" || !b.swapped.value) return false;
        chooseExchange(b, false);
    } else if (letter && (onBoard || b.cursor.value)) typeLetter(b, letter, e.shiftKey);
    else if (e.key === "Backspace" && (onBoard || b.cursor.value)) eraseTile(b);
    else if (e.key === "Escape") recallTiles(b);
    else return onBoard && actOnSquare(p, b, e.key);
    return true;
}

export function useKeys(p: BoardProps, b: BoardState): void {
    const now = useLatest({ p, b });
    useEffect(() => {
        const key = (e: KeyboardEvent) => {
            const { p, b } = now.current;
            const target = e.target as HTMLElement;
            const here = target === document.body || b.root.current?.contains(target);
            if (!here || e.ctrlKey || e.metaKey || e.altKey || target.closest("input, textarea, select, dialog"))
                return;
            if (actOnKey(p, b, e, target.closest(".wg-board") !== null)) e.preventDefault();
        };
        addEventListener("keydown", key);
        return () => removeEventListener("keydown", key);
    }, []);
}
