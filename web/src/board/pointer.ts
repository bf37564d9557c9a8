// The pointer on a board. A press makes a gesture, which lasts until the pointer is lifted; a press may also act at once
// and make none. Clicks without a pointer come from assistive technology and scripts.
//
//     usePointer(root, ".bd-board", { press: (e, board) => …, click: (target) => … });
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { useLatest } from "../ui/latest";
import { listenForPlainClicks } from "./click";

export interface Gesture {
    move(e: PointerEvent): void;
    end(e: PointerEvent): void;
    cancel(): void;
}

export interface Pointer {
    press(e: PointerEvent, board: HTMLElement): Gesture | null;
    click?(target: Element): void;
}

// Follows one pointer, wherever it goes on the page.
function follow(gesture: Gesture, from: PointerEvent): () => void {
    const stop = new AbortController();
    const on = (name: string, act: (e: PointerEvent) => void) => {
        const own = (e: Event) => (e as PointerEvent).pointerId === from.pointerId && act(e as PointerEvent);
        addEventListener(name, own, { signal: stop.signal });
    };
    const last = (act: (e: PointerEvent) => void) => (e: PointerEvent) => {
        stop.abort();
        act(e);
    };
    on("pointermove", (e) => gesture.move(e));
    on(
        "pointerup",
        last((e) => gesture.end(e)),
    );
    on(
        "pointercancel",
        last(() => gesture.cancel()),
    );
    return () => stop.abort();
}

// `selector`: the element inside of the root that is pressed; "": the root itself.
export function usePointer(root: RefObject<HTMLElement | null>, selector: string, pointer: Pointer): void {
    const now = useLatest(pointer);
    useEffect(() => {
        const board = selector ? root.current?.querySelector<HTMLElement>(selector) : root.current;
        if (!board) return;
        let stop: (() => void) | null = null;
        const down = (e: PointerEvent) => {
            if (e.button || !e.isPrimary) return;
            const gesture = now.current.press(e, board);
            stop = gesture && follow(gesture, e);
        };
        board.addEventListener("pointerdown", down);
        const stopClicks = listenForPlainClicks(board, (target) => now.current.click?.(target));
        return () => {
            stop?.();
            stopClicks();
            board.removeEventListener("pointerdown", down);
        };
    }, [root, selector]);
}

// Swallows the click that the browser sends at the end of a drag.
export function swallowClick(): void {
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
