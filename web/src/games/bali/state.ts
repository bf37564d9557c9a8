// The state of one table: what the position shows, and the move that the player is making on it.
import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useDraft } from "../../board/draft";
import { type CommonState, useCommonState } from "../../board/state";
import { t } from "../../text";
import type { BoardProps } from "../game";
import { useVerdict, useWays } from "./ask";
import { type Draft, draftKind, moveOf } from "./draft";
import { type Deals, dealsOf, joinedPlace, type Pack, packOf, readView, type View } from "./view";
import { playable, undecided, type Verdict, type Ways } from "./ways";

export interface Dragging {
    place: string;
    on: string | null;
    above: boolean;
}

export interface BoardState extends CommonState<string> {
    view: View;
    deals: Deals;
    pack: Pack;
    doubted: string | null; // the place of the join that can be challenged, or is
    near: string | null; // the seat whose row is the nearest
    rows: readonly string[];
    draft: Signal<Draft>;
    drag: Signal<Dragging | null>;
    eager: { current: Draft | null }; // a drop that is played as soon as it is known to be right
    verdict: ReadonlySignal<Verdict | null>;
    fits: ReadonlySignal<ReadonlySet<string>>;
    ways: ReadonlySignal<Ways>;
}

// Rows from the far side of the table to the near one: the others in turn, then the viewer's own.
export function rowsOf(seats: readonly string[], near: string | null): string[] {
    const own = near === null ? seats.length - 1 : Math.max(0, seats.indexOf(near));
    return seats.map((_, i) => seats[(own + 1 + i) % seats.length]!);
}

function sayOf(v: Verdict): string {
    if (v.kind === "word" || v.kind === "take") return `${v.word}: ${t("web.bali.a_word", [v.points])}`;
    if (v.kind === "run") return `${v.word}: ${t(v.short ? "web.bali.too_short" : "web.bali.run")}`;
    return v.kind === "bad" ? v.text : "";
}

function useTable(p: BoardProps) {
    const { shown } = p.position;
    const view = useMemo(() => readView(shown.state), [shown.state]);
    const deals = useMemo(() => dealsOf(shown.actions, view), [shown, view]);
    const pack = useMemo(() => packOf(shown.data), [shown.data]);
    const joined = useMemo(() => joinedPlace(shown.actions), [shown]);
    return { view, deals, pack, doubted: view.doubt && joined };
}

export function sendMove(p: BoardProps, b: Pick<BoardState, "eager">, move: string): void {
    b.eager.current = null;
    p.onMove(move);
}

export function useBoardState(p: BoardProps): BoardState {
    const { record } = p.position;
    const { view, deals, pack, doubted } = useTable(p);
    const near = p.near ?? p.seat ?? null;
    const rows = rowsOf(view.seats, near);
    const common = useCommonState(p, `${rows[rows.length - 1] ?? "A"}1`);
    const { said } = common;
    const draft = useDraft(record, p.seat, draftKind(view.columns));
    const drag = useSignal<Dragging | null>(null);
    const eager = useRef<Draft | null>(null);
    const ways = useWays(p);
    const told = (v: Verdict, made: Draft) => {
        said.value = sayOf(v);
        if (eager.current === made && playable(v) && !undecided(v) && !drag.peek())
            sendMove(p, { eager }, moveOf(made)!);
    };
    const { verdict, fits } = useVerdict(p, ways, draft, told);
    useEffect(() => {
        drag.value = null;
        said.value = ""; // a taken word is not told any more
    }, [record, p.seat, said]);
    const made = { draft, drag, eager, verdict, fits, ways };
    return { ...common, view, deals, pack, doubted, near, rows, ...made };
}
