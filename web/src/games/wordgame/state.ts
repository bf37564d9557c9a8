// The state of one board: what the position shows, what the player is making of it, and where the focus is.
import { computed, type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { useDraft } from "../../board/draft";
import { type CommonState, useCommonState } from "../../board/state";
import { useAnswer, useVerdict } from "../../board/verdict";
import type { BoardProps } from "../game";
import { type Cursor, type Draft, draftKind, moveOf, type Written } from "./draft";
import { noWays, type Verdict, verdictOf, type Ways, waysOf } from "./verdict";
import { CENTRE, ownerOf, readView, setOf, type TileSet, type View } from "./view";

// A blank that is put down: its letter is being asked for.
export interface AskedBlank {
    slot: number;
    square: number;
    typed: boolean; // the cursor goes on afterwards
}

export interface BoardState extends CommonState<number> {
    view: View;
    set: TileSet;
    owner: string | null; // of the rack that is at hand: the seat that moves, or that looks
    rack: readonly string[] | null; // null: there is none to move tiles from
    may: boolean; // tiles can be moved
    draft: Signal<Draft>;
    written: ReadonlySignal<Written>; // the draft as a move
    verdict: ReadonlySignal<Verdict | null>;
    ways: ReadonlySignal<Ways>;
    cursor: Signal<Cursor | null>; // where typing goes on
    selected: Signal<number | null>; // a slot of the rack
    swapped: Signal<ReadonlySet<number> | null>; // slots to exchange; null: not now
    asked: Signal<AskedBlank | null>;
    dragged: Signal<number | null>; // a slot
    over: Signal<number | null>; // the square that a dragged tile is over
    zoomed: Signal<boolean>;
}

// The player's unfinished actions, apart from the draft. A new position ends them.
function useIntent(record: string) {
    const cursor = useSignal<Cursor | null>(null);
    const selected = useSignal<number | null>(null);
    const swapped = useSignal<ReadonlySet<number> | null>(null);
    const asked = useSignal<AskedBlank | null>(null);
    const dragged = useSignal<number | null>(null);
    const over = useSignal<number | null>(null);
    const zoomed = useSignal(false);
    useEffect(() => {
        swapped.value = null;
        selected.value = null;
        asked.value = null;
    }, [record]);
    return { cursor, selected, swapped, asked, dragged, over, zoomed };
}

const textOf = (written: Written) => (written.kind === "move" ? written.text : null);

export function useBoardState(p: BoardProps): BoardState {
    const { record, shown } = p.position;
    const view = useMemo(() => readView(shown.state), [shown.state]);
    const set = useMemo(() => setOf(shown.data), [shown]);
    const common = useCommonState(p, CENTRE);
    const owner = p.seat ?? ownerOf(view);
    const tiles = owner !== null && !shown.over ? view.racks[owner]?.tiles : undefined;
    const rack = tiles?.length ? tiles : null;
    const draft = useDraft(record, rack?.join("") ?? null, draftKind(view, rack ?? []));
    // The same tiles are another move once the other has played.
    const written = useMemo(() => computed(() => moveOf(draft.value, view)), [draft, view]);
    const text = useMemo(() => computed(() => textOf(written.value)), [written]);
    const verdict = useVerdict(p.position, p.seat, text, verdictOf);
    const found = useAnswer(p.position, p.seat, (ask) => ask.targets().then(waysOf), { lasts: true });
    const ways = useComputed(() => found.value ?? noWays);
    const intent = useIntent(record);
    const may = rack !== null && !p.busy;
    return { ...common, ...intent, view, set, owner, rack, may, draft, written, verdict, ways };
}

export const isFree = (b: BoardState, square: number) => b.view.board[square] === null;
