// The state of one board: what the position shows, what the player is making of it, and where the focus is.
import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { keepDraft, keptDraft, lastDraft, leaveDraft } from "../../drafts";
import { useSafeEffect } from "../../guard";
import type { BoardProps } from "../game";
import { useVerdict, useWays } from "./ask";
import { type Cursor, type Draft, empty, follow, isDraft, moveOf, ordered, type Written } from "./draft";
import type { Verdict, Ways } from "./verdict";
import { CENTRE, ownerOf, readView, setOf, type TileSet, type View } from "./view";

// A blank that is put down: its letter is being asked for.
export interface AskedBlank {
    slot: number;
    square: number;
    typed: boolean; // the cursor goes on afterwards
}

export interface BoardState {
    root: RefObject<HTMLDivElement | null>;
    view: View;
    set: TileSet;
    owner: string | null; // of the rack that is at hand: the seat that moves, or that looks
    rack: readonly string[] | null; // null: there is none to move tiles from
    may: boolean; // tiles can be moved
    turn: boolean; // and a move be made
    arrived: boolean; // the last move came while we looked
    draft: Signal<Draft>;
    written: ReadonlySignal<Written>; // the draft as a move
    verdict: Signal<Verdict | null>;
    ways: Signal<Ways>;
    cursor: Signal<Cursor | null>; // where typing goes on
    focus: Signal<number>; // the square that has the focus when the board has it
    selected: Signal<number | null>; // a slot of the rack
    swapped: Signal<ReadonlySet<number> | null>; // slots to exchange; null: not now
    asked: Signal<AskedBlank | null>;
    dragged: Signal<number | null>; // a slot
    over: Signal<number | null>; // the square that a dragged tile is over
    zoomed: Signal<boolean>;
    said: Signal<string>; // for screen readers
}

// The draft to begin with: the tiles in the order that their owner gave them.
function firstDraft(record: string, rack: readonly string[]): Draft {
    return { ...empty, faces: ordered(lastDraft(record, isDraft)?.faces ?? [], rack) };
}

// Unlike in other games a draft outlives its position: what is planned while the other thinks stays where its squares
// are free. A position may have a draft of its own: after a reload, or when a move was refused.
function useDraft(record: string, view: View, rack: readonly string[] | null): Signal<Draft> {
    const draft = useSignal<Draft>(empty);
    const known = useRef({ record: "", name: "" });
    // Before anything is shown, so that no tile is ever seen in two places.
    const name = `${record}\n${(rack ?? []).join("")}`;
    if (known.current.name !== name) {
        const shown = known.current.name ? draft.peek() : firstDraft(record, rack ?? []);
        const before = (known.current.record !== record && keptDraft(record, isDraft)) || shown;
        if (known.current.record && known.current.record !== record) leaveDraft(known.current.record);
        known.current = { record, name };
        draft.value = rack ? follow(before, view, rack) : empty;
    }
    useSafeEffect(() => {
        const value = draft.value;
        if (value.faces.length) keepDraft(known.current.record, value);
    });
    return draft;
}

// The player's unfinished actions, apart from the draft. A new position ends them.
function useIntent(record: string) {
    const cursor = useSignal<Cursor | null>(null);
    const focus = useSignal(CENTRE);
    const selected = useSignal<number | null>(null);
    const swapped = useSignal<ReadonlySet<number> | null>(null);
    const asked = useSignal<AskedBlank | null>(null);
    const dragged = useSignal<number | null>(null);
    const over = useSignal<number | null>(null);
    const zoomed = useSignal(false);
    const said = useSignal("");
    useEffect(() => {
        swapped.value = null;
        selected.value = null;
        asked.value = null;
    }, [record]);
    return { cursor, focus, selected, swapped, asked, dragged, over, zoomed, said };
}

export function useBoardState(p: BoardProps): BoardState {
    const { record, shown } = p.position;
    const view = useMemo(() => readView(shown.state), [shown.state]);
    const set = useMemo(() => setOf(shown.data), [shown]);
    const root = useRef<HTMLDivElement>(null);
    const owner = p.seat ?? ownerOf(view);
    const tiles = owner !== null && !shown.over ? view.racks[owner]?.tiles : undefined;
    const rack = tiles?.length ? tiles : null;
    const draft = useDraft(record, view, rack);
    const written = useComputed(() => moveOf(draft.value, view));
    const verdict = useVerdict(p, written);
    const ways = useWays(p, rack ?? []);
    const intent = useIntent(record);
    const first = useRef(record);
    return {
        root,
        view,
        set,
        owner,
        rack,
        may: rack !== null && !p.busy,
        turn: p.seat !== null && !p.busy,
        arrived: first.current !== record,
        draft,
        written,
        verdict,
        ways,
        ...intent,
    };
}

export const isFree = (b: BoardState, square: number) => b.view.board[square] === null;

export function say(b: BoardState, text: string): void {
    b.said.value = text;
}

export function focusSquare(b: BoardState, square: number): void {
    b.focus.value = square;
    b.root.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus({ preventScroll: true });
}
