// The pointer on the table: columns are tapped, or dragged onto each other.
import { useEffect } from "preact/hooks";
import { listenForPlainClicks } from "../../board/click";
import { useLatest } from "../../ui/latest";
import type { BoardProps } from "../game";
import { type Draft, drop } from "./draft";
import { chooseColumn, dropColumn } from "./making";
import type { BoardState } from "./state";

const FAR = 7; // px: from here on a press is a drag

const columnAt = (e: PointerEvent) =>
    document.elementFromPoint(e.clientX, e.clientY)?.closest<HTMLElement>(".bl-column:not(.empty)") ?? null;

// A tap chooses a column. One that is dragged follows the pointer; over another column it lies above or
// below it, by which half of it the pointer is on.
export function useDragging(p: BoardProps, b: BoardState): void {
    const now = useLatest({ p, b });
    useEffect(() => {
        const table = now.current.b.root.current?.querySelector<HTMLElement>(".bl-table");
        if (!table) return;
        let from: { x: number; y: number; column: HTMLElement; before: Draft } | null = null;
        const down = (e: PointerEvent) => {
            const column = (e.target as HTMLElement).closest<HTMLElement>(".bl-column:not(.empty)");
            const { active, draft } = now.current.b;
            if (!active || e.button || !column) return;
            from = { x: e.clientX, y: e.clientY, column, before: draft.value };
            table.setPointerCapture(e.pointerId);
        };
        const move = (e: PointerEvent) => {
            const { drag, draft } = now.current.b;
            if (!from) return;
            const dx = e.clientX - from.x;
            const dy = e.clientY - from.y;
            const place = from.column.dataset.place!;
            if (!drag.value && Math.hypot(dx, dy) < FAR) return;
            from.column.style.setProperty("--bl-x", `${dx}px`);
            from.column.style.setProperty("--bl-y", `${dy}px`);
            const over = columnAt(e);
            const box = over?.getBoundingClientRect();
            const on = over && over !== from.column ? over.dataset.place! : null;
            const above = box !== undefined && e.clientY < box.top + box.height / 2;
            const was = drag.value;
            if (was?.on === on && was?.above === above) return;
            drag.value = { place, on, above };
            draft.value = on ? drop(from.before, place, on, above) : from.before;
        };
        const up = (e: PointerEvent) => {
            if (!from) return;
            const { p, b } = now.current;
            const { column } = from;
            const was = b.drag.value;
            end();
            if (!was) chooseColumn(p, b, column.dataset.place!);
            else if (was.on) dropColumn(p, b, b.draft.value);
            e.preventDefault();
        };
        const end = () => {
            if (!from) return;
            from.column.style.removeProperty("--bl-x");
            from.column.style.removeProperty("--bl-y");
            now.current.b.drag.value = null;
            from = null;
        };
        const cancel = () => {
            const { drag, draft } = now.current.b;
            if (from && drag.value) draft.value = from.before;
            end();
        };
        const stop = listenForPlainClicks(table, (target) => {
            const { p, b } = now.current;
            const column = target.closest<HTMLElement>(".bl-column:not(.empty)");
            if (b.active && column) chooseColumn(p, b, column.dataset.place!);
        });
        const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: cancel };
        for (const [name, listener] of Object.entries(listeners))
            table.addEventListener(name, listener as EventListener);
        return () => {
            stop();
            for (const [name, listener] of Object.entries(listeners))
                table.removeEventListener(name, listener as EventListener);
        };
    }, []);
}
