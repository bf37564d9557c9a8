// Roving focus: one cell of a board is in the tab order; arrows, Home and End move the focus from there.
//
//     const next = movedFocus(b.focus.value, e.key, 15); // null: this key moves nothing
//     if (next !== null) focusCell(b, "square", next);
import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

const within = (n: number, size: number) => Math.min(size - 1, Math.max(0, n));

// Cells are numbered row by row. At the edge the focus stays.
export function movedFocus(cell: number, key: string, width: number, rows = width): number | null {
    const x = cell % width;
    const y = (cell - x) / width;
    if (key === "Home") return y * width;
    if (key === "End") return y * width + width - 1;
    const step = steps[key];
    return step ? within(y + step[1], rows) * width + within(x + step[0], width) : null;
}

export interface Focused<T> {
    root: RefObject<HTMLElement | null>;
    focus: Signal<T>; // the cell that has the focus when the board has it
}

// `attribute` names the cell: data-square, data-place.
export function focusCell<T extends number | string>(b: Focused<T>, attribute: string, cell: T): void {
    b.focus.value = cell;
    b.root.current?.querySelector<HTMLElement>(`[data-${attribute}="${cell}"]`)?.focus({ preventScroll: true });
}
