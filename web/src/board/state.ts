// The part of a board's state that all boards have.
import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { BoardProps } from "../games/game";

export interface CommonState<T> {
    root: RefObject<HTMLDivElement | null>;
    active: boolean; // a move may be made
    arrived: boolean; // the last move came while we looked: only then is it shown coming
    focus: Signal<T>; // the cell that has the focus when the board has it
    said: Signal<string>; // for screen readers
}

export function useCommonState<T>(p: BoardProps, focused: T): CommonState<T> {
    const root = useRef<HTMLDivElement>(null);
    const first = useRef(p.position.record);
    const focus = useSignal(focused);
    const said = useSignal("");
    const active = p.seat !== null && !p.busy;
    return { root, active, arrived: first.current !== p.position.record, focus, said };
}

export function say(b: { said: Signal<string> }, text: string): void {
    b.said.value = text;
}
