// The room for the board. The style sheet lays out the page and leaves a cell to the board; an empty element in the same
// cell is measured, and the largest square that fits becomes --board, a length that all sizes on a board follow.
// (Container units would do the same without a script, but they make every style on the board unshareable.)
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

// The page side by side: board and panel. Otherwise one below the other. The style sheet has the same condition.
const SIDE_BY_SIDE = "(min-width: 40rem) and (min-aspect-ratio: 1/1)";

export function useSideBySide(): boolean {
    const [is, setIs] = useState(() => matchMedia(SIDE_BY_SIDE).matches);
    useLayoutEffect(() => {
        const media = matchMedia(SIDE_BY_SIDE);
        const change = () => setIs(media.matches);
        change();
        media.addEventListener("change", change);
        return () => media.removeEventListener("change", change);
    }, []);
    return is;
}

export interface Room {
    width: number; // px
    height: number;
}

// The cell of the board on the page that is shown.
export const room = signal<Room>({ width: 0, height: 0 });

// The players are as wide as the panel.
const panelOf = (element: HTMLElement) => element.parentElement?.querySelector<HTMLElement>(".mt-players, .mt-scores");

function fit(element: HTMLElement): void {
    const { clientWidth: width, clientHeight: height } = element;
    if (!width || !height) return;
    const page = element.closest<HTMLElement>(".mt");
    page?.style.setProperty("--board", `${Math.min(width, height)}px`);
    page?.style.setProperty("--panel", `${panelOf(element)?.clientWidth ?? width}px`);
    const now = room.peek();
    if (now.width !== width || now.height !== height) room.value = { width, height };
}

export function Stage() {
    const cell = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        const element = cell.current;
        if (!element) return;
        fit(element);
        const observer = new ResizeObserver(() => fit(element));
        for (const one of [element, panelOf(element)]) if (one) observer.observe(one);
        return () => observer.disconnect();
    }, []);
    return <div class="mt-room" ref={cell} aria-hidden="true" />;
}
