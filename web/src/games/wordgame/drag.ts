// Dragging tiles, by mouse or finger. A press that hardly moves is a tap, which the click handles. A copy of the
// dragged tile follows the pointer; the square under it is marked.
import { useEffect } from "preact/hooks";
import { useLatest } from "../../ui/latest";
import { SIDE } from "./view";

export type Target = { square: number } | { rack: number } | null;

export interface DragUse {
    root: { readonly current: HTMLElement | null };
    may: boolean;
    onLift(slot: number | null): void; // null: it has been let go
    onOver(square: number | null): void;
    onDrop(slot: number, target: Target): void;
}

const ENOUGH = 6; // pixels; less is a tap
const LIFT = 34; // a finger hides what is under it: the tile is shown above

const inside = (box: DOMRect, x: number, y: number) => x >= box.left && x < box.right && y >= box.top && y < box.bottom;

function squareAt(root: HTMLElement, x: number, y: number): number | null {
    const board = root.querySelector(".wg-board");
    const frame = root.querySelector(".wg-scroll");
    if (!board || !frame || !inside(frame.getBoundingClientRect(), x, y)) return null;
    const box = board.getBoundingClientRect();
    if (!inside(box, x, y)) return null;
    return Math.floor(((y - box.top) / box.height) * SIDE) * SIDE + Math.floor(((x - box.left) / box.width) * SIDE);
}

function targetAt(root: HTMLElement, x: number, y: number): Target {
    const square = squareAt(root, x, y);
    if (square !== null) return { square };
    const places = [...root.querySelectorAll(".wg-rack .wg-slot")].map((one) => one.getBoundingClientRect());
    const rack = root.querySelector(".wg-rack")?.getBoundingClientRect();
    if (!rack || !inside(rack, x, y) || !places.length) return null;
    const before = places.findIndex((box) => x < box.right);
    return { rack: before < 0 ? places.length - 1 : before };
}

class Drag {
    private ghost: HTMLElement | null = null;
    private readonly stop = new AbortController();

    constructor(
        private readonly use: () => DragUse,
        private readonly from: PointerEvent,
        private readonly element: HTMLElement,
        private readonly slot: number,
    ) {
        const { signal } = this.stop;
        window.addEventListener("pointermove", (e) => this.move(e), { signal });
        window.addEventListener("pointerup", (e) => this.end(e, true), { signal });
        window.addEventListener("pointercancel", (e) => this.end(e, false), { signal });
    }

    private point(e: PointerEvent): [number, number] {
        return [e.clientX, e.clientY - (e.pointerType === "mouse" ? 0 : LIFT)];
    }

    private lift(): void {
        const tile = this.element.querySelector(".wg-tile");
        const root = this.use().root.current;
        if (!tile || !root) return;
        const size = Math.max(root.querySelector(".wg-cell")?.clientWidth ?? 0, 40);
        const ghost = document.createElement("div");
        ghost.className = "wg-ghost";
        ghost.style.setProperty("--size", `${size}px`);
        ghost.append(tile.cloneNode(true));
        root.append(ghost);
        this.ghost = ghost;
        this.use().onLift(this.slot);
    }

    private move(e: PointerEvent): void {
        if (e.pointerId !== this.from.pointerId) return;
        const far = Math.hypot(e.clientX - this.from.clientX, e.clientY - this.from.clientY) > ENOUGH;
        if (!this.ghost && far) this.lift();
        const root = this.use().root.current;
        if (!this.ghost || !root) return;
        e.preventDefault();
        const [x, y] = this.point(e);
        this.ghost.style.transform = `translate(${x}px, ${y}px)`;
        this.use().onOver(squareAt(root, x, y));
    }

    private end(e: PointerEvent, dropped: boolean): void {
        if (e.pointerId !== this.from.pointerId) return;
        this.stop.abort();
        if (!this.ghost) return;
        this.ghost.remove();
        swallowClick();
        const use = this.use();
        const root = use.root.current;
        use.onLift(null);
        use.onOver(null);
        if (dropped && root) use.onDrop(this.slot, targetAt(root, ...this.point(e)));
    }
}

// Swallows the click that the browser sends at the end of a drag.
function swallowClick(): void {
    const done = new AbortController();
    addEventListener(
        "click",
        (e) => {
            e.stopPropagation();
            e.preventDefault();
            done.abort();
        },
        { capture: true, signal: done.signal },
    );
    setTimeout(() => done.abort(), 0);
}

export function useDrag(use: DragUse): void {
    const now = useLatest(use);
    useEffect(() => {
        const root = now.current.root.current;
        if (!root) return;
        const down = (e: PointerEvent) => {
            const element = (e.target as Element).closest<HTMLElement>("[data-slot]");
            if (!now.current.may || e.button || !e.isPrimary || !element) return;
            new Drag(() => now.current, e, element, Number(element.dataset.slot));
        };
        root.addEventListener("pointerdown", down);
        return () => root.removeEventListener("pointerdown", down);
    }, []);
}
