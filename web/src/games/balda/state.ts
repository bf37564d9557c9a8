// The state of one board: what the position shows, and the move that the player is making on it.
import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useSafeEffect } from "../../guard";
import type { BoardProps } from "../game";
import { useVerdict, useWays } from "./ask";
import { type Draft, empty, moveOf } from "./draft";
import { keepDraft, keptDraft } from "./keep";
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
    plain: Signal<ReadonlySet<string>>; // moves without a letter that are legal
    focus: Signal<number>; // the square that has the focus when the board has it
    tip: Signal<readonly [number, number] | null>; // where the pointer is while it draws, in squares
    said: Signal<string>; // for screen readers
}

// A draft is for one position only. A reload does not lose it.
function useDraft(record: string, seat: string | null, squares: number): Signal<Draft> {
    const draft = useSignal<Draft>(empty);
    useEffect(() => {
        draft.value = seat ? keptDraft(record, squares) : empty;
    }, [record, seat, squares]);
    useSafeEffect(() => {
        if (seat) keepDraft(record, draft.value);
    });
    return draft;
}

export function useBoardState(p: BoardProps): BoardState {
    const { record, shown } = p.position;
    const view = useMemo(() => readView(shown.state), [shown.state]);
    const root = useRef<HTMLDivElement>(null);
    const focus = useSignal(Math.floor(view.letters.length / 2));
    const said = useSignal("");
    const tip = useSignal<readonly [number, number] | null>(null);
    const { ways, plain } = useWays(p, view);
    const draft = useDraft(record, p.seat, view.letters.length);
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
        plain,
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
