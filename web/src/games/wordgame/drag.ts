// Dragging tiles, by mouse or finger. A press that hardly moves is a tap, which the click handles. A copy of the
// dragged tile follows the pointer; the square under it is marked.
import type { RefObject } from "preact";
import { type Gesture, swallowClick, usePointer } from "../../board/pointer";
import { useLatest } from "../../ui/latest";
import { SIDE } from "./view";

export type Target = { square: number } | { rack: number } | null;

export interface DragUse {
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

class Drag implements Gesture {
    private ghost: HTMLElement | null = null;

    constructor(
        private readonly use: () => DragUse,
        private readonly root: HTMLElement,
        private readonly from: PointerEvent,
        private readonly element: HTMLElement,
        private readonly slot: number,
    ) {}

    private point(e: PointerEvent): [number, number] {
        return [e.clientX, e.clientY - (e.pointerType === "mouse" ? 0 : LIFT)];
    }

    private lift(): void {
        const tile = this.element.querySelector(".wg-tile");
        if (!tile) return;
        const size = Math.max(this.root.querySelector(".wg-cell")?.clientWidth ?? 0, 40);
        const ghost = document.createElement("div");
        ghost.className = "wg-ghost";
        ghost.style.setProperty("--size", `${size}px`);
        ghost.append(tile.cloneNode(true));
        this.root.append(ghost);
        this.ghost = ghost;
        this.use().onLift(this.slot);
    }

    move(e: PointerEvent): void {
        const far = Math.hypot(e.clientX - this.from.clientX, e.clientY - this.from.clientY) > ENOUGH;
        if (!this.ghost && far) this.lift();
        if (!this.ghost) return;
        e.preventDefault();
        const [x, y] = this.point(e);
        this.ghost.style.transform = `translate(${x}px, ${y}px)`;
        this.use().onOver(squareAt(this.root, x, y));
    }

    end(e: PointerEvent): void {
        if (!this.ghost) return;
        this.cancel();
        this.use().onDrop(this.slot, targetAt(this.root, ...this.point(e)));
    }

    cancel(): void {
        if (!this.ghost) return;
        this.ghost.remove();
        swallowClick();
        this.use().onLift(null);
        this.use().onOver(null);
    }
}

export function useDrag(root: RefObject<HTMLElement | null>, use: DragUse): void {
    const now = useLatest(use);
    usePointer(root, "", {
        press: (e, board) => {
            const element = (e.target as Element).closest<HTMLElement>("[data-slot]");
            if (!now.current.may || !element) return null;
            return new Drag(() => now.current, board, e, element, Number(element.dataset.slot));
        },
    });
}
