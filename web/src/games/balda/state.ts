// The state of one board: what the position shows, and the move that the player is making on it.
import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useDraft } from "../../drafts";
import type { BoardProps } from "../game";
import { useVerdict, useWays } from "./ask";
import { type Draft, draftKind, moveOf } from "./draft";
import { readView, type View } from "./view";
import type { Verdict, Ways } from "./ways";

export interface BoardState {
    root: RefObject<HTMLDivElement | null>;
    view: View;
    active: boolean; // a move may be made
    arrived: boolean; // the last move came while we looked: only then is it shown coming
    draft: Signal<Draft>;
    text: ReadonlySignal<string | null>; // the draft as a move
    verdict: Signal<Verdict | null>;
    ways: Signal<Ways>;
    focus: Signal<number>; // the square that has the focus when the board has it
    tip: Signal<readonly [number, number] | null>; // where the pointer is while it draws, in squares
    said: Signal<string>; // for screen readers
}

export function useBoardState(p: BoardProps): BoardState {
    const { record, shown } = p.position;
    const view = useMemo(() => readView(shown.state), [shown.state]);
    const root = useRef<HTMLDivElement>(null);
    const focus = useSignal(Math.floor(view.letters.length / 2));
    const said = useSignal("");
    const tip = useSignal<readonly [number, number] | null>(null);
    const ways = useWays(p);
    const draft = useDraft(record, p.seat !== null, draftKind(view.letters.length));
    const text = useComputed(() => moveOf(draft.value, view.width));
    const verdict = useVerdict(p, text);
    const first = useRef(record);
    const active = p.seat !== null && !p.busy;
    return {
        root,
        view,
        active,
        arrived: first.current !== record,
        draft,
        text,
        verdict,
        ways,
        focus,
        tip,
        said,
    };
}

export function say(b: BoardState, text: string): void {
    b.said.value = text;
}

export function focusSquare(b: BoardState, square: number): void {
    b.focus.value = square;
    b.root.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus({ preventScroll: true });
}
