// The pointer on the table: columns are tapped, or dragged onto each other.
import { type Gesture, usePointer } from "../../board/pointer";
import { useLatest } from "../../ui/latest";
import type { BoardProps } from "../game";
import { type Draft, drop } from "./draft";
import { chooseColumn, dropColumn } from "./making";
import type { BoardState } from "./state";

const FAR = 7; // px: from here on a press is a drag
const COLUMN = ".bl-column:not(.empty)";

const columnAt = (e: PointerEvent) =>
    document.elementFromPoint(e.clientX, e.clientY)?.closest<HTMLElement>(COLUMN) ?? null;

interface Table {
    p: BoardProps;
    b: BoardState;
}

// A tap chooses a column. One that is dragged follows the pointer; over another column it lies above or
// below it, by which half of it the pointer is on.
class Press implements Gesture {
    private readonly before: Draft;
    private readonly place: string;

    constructor(
        private readonly now: () => Table,
        private readonly from: PointerEvent,
        private readonly column: HTMLElement,
    ) {
        this.before = now().b.draft.value;
        this.place = column.dataset.place!;
    }

    move(e: PointerEvent): void {
        const { drag, draft } = this.now().b;
        const dx = e.clientX - this.from.clientX;
        const dy = e.clientY - this.from.clientY;
        if (!drag.value && Math.hypot(dx, dy) < FAR) return;
        this.column.style.setProperty("--bl-x", `${dx}px`);
        this.column.style.setProperty("--bl-y", `${dy}px`);
        const over = columnAt(e);
        const box = over?.getBoundingClientRect();
        const on = over && over !== this.column ? over.dataset.place! : null;
        const above = box !== undefined && e.clientY < box.top + box.height / 2;
        if (drag.value?.on === on && drag.value.above === above) return;
        drag.value = { place: this.place, on, above };
        draft.value = on ? drop(this.before, this.place, on, above) : this.before;
    }

    end(e: PointerEvent): void {
        const { p, b } = this.now();
        const was = b.drag.value;
        this.letGo();
        if (!was) chooseColumn(p, b, this.place);
        else if (was.on) dropColumn(p, b, b.draft.value);
        e.preventDefault();
    }

    cancel(): void {
        const { drag, draft } = this.now().b;
        if (drag.value) draft.value = this.before;
        this.letGo();
    }

    private letGo(): void {
        this.column.style.removeProperty("--bl-x");
        this.column.style.removeProperty("--bl-y");
        this.now().b.drag.value = null;
    }
}

export function useDragging(p: BoardProps, b: BoardState): void {
    const latest = useLatest({ p, b });
    const now = () => latest.current;
    usePointer(b.root, ".bl-table", {
        press: (e, table) => {
            const column = (e.target as Element).closest<HTMLElement>(COLUMN);
            if (!now().b.active || !column) return null;
            table.setPointerCapture(e.pointerId);
            return new Press(now, e, column);
        },
        click: (target) => {
            const column = target.closest<HTMLElement>(COLUMN);
            if (now().b.active && column) chooseColumn(now().p, now().b, column.dataset.place!);
        },
    });
}
