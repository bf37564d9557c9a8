// The keyboard, while the focus is in the table: arrows move the focus, Enter and Space choose, letters settle a card.
import type { BoardProps } from "../game";
import { empty, has, remove, settle } from "./draft";
import { chooseColumn, confirmDraft } from "./making";
import type { BoardState } from "./state";
import { choicesOf } from "./view";
import { playable } from "./ways";

const steps: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

function movedFocus(place: string, key: string, rows: readonly string[], width: number): string | null {
    const row = rows.indexOf(place.charAt(0));
    const at = Number(place.slice(1)) - 1;
    if (key === "Home") return `${place.charAt(0)}1`;
    if (key === "End") return `${place.charAt(0)}${width}`;
    const step = steps[key];
    if (!step) return null;
    const x = Math.min(width - 1, Math.max(0, at + step[0]));
    const y = Math.min(rows.length - 1, Math.max(0, row + step[1]));
    return `${rows[y]}${x + 1}`;
}

function focusPlace(b: BoardState, place: string): void {
    b.focus.value = place;
    b.root.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus({ preventScroll: true });
}

// The column of the draft with an open card that the letter may be.
function openTo(b: BoardState, letter: string) {
    const draft = b.draft.value;
    if (draft.length < 2) return undefined;
    return draft.find((part) => choicesOf(b.view.columns.get(part.place), b.pack).includes(letter));
}

// False: the key is not for us.
function actOnKey(p: BoardProps, b: BoardState, e: KeyboardEvent, onTable: boolean): boolean {
    const draft = b.draft.value;
    const letter = e.key.toUpperCase();
    const open = openTo(b, letter);
    const last = draft[draft.length - 1];
    const chosen = has(draft, b.focus.value) && playable(b.verdict.value);
    if (open) b.draft.value = settle(draft, open.place, letter);
    else if (e.key === "Escape") b.draft.value = empty;
    else if (e.key === "Backspace" && last) b.draft.value = remove(draft, last.place);
    else if (onTable && e.key === "Enter" && chosen) confirmDraft(p, b);
    else if (onTable && (e.key === "Enter" || e.key === " ")) chooseColumn(p, b, b.focus.value, e.shiftKey);
    else return false;
    return true;
}

export function onKey(p: BoardProps, b: BoardState, e: KeyboardEvent): void {
    const target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || target.closest("input, textarea")) return;
    const onTable = target.closest(".bl-table") !== null;
    const next = onTable ? movedFocus(b.focus.value, e.key, b.rows, b.deals.width) : null;
    if (next !== null) focusPlace(b, next);
    else if (!b.active || !actOnKey(p, b, e, onTable)) return;
    e.preventDefault();
}
