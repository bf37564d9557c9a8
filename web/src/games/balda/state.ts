// The state of one board: what the position shows, and the move that the player is making on it.
import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { useDraft } from "../../board/draft";
import { type CommonState, useCommonState } from "../../board/state";
import { useAnswer, useVerdict } from "../../board/verdict";
import type { BoardProps } from "../game";
import { type Draft, draftKind, moveOf } from "./draft";
import { readView, type View } from "./view";
import { noWays, type Verdict, verdictOf, type Ways, waysOf } from "./ways";

export interface BoardState extends CommonState<number> {
    view: View;
    draft: Signal<Draft>;
    text: ReadonlySignal<string | null>; // the draft as a move
    verdict: ReadonlySignal<Verdict | null>;
    ways: ReadonlySignal<Ways>;
    tip: Signal<readonly [number, number] | null>; // where the pointer is while it draws, in squares
}

export function useBoardState(p: BoardProps): BoardState {
    const { record, shown } = p.position;
    const view = useMemo(() => readView(shown.state), [shown.state]);
    const common = useCommonState(p, Math.floor(view.letters.length / 2));
    const tip = useSignal<readonly [number, number] | null>(null);
    const targets = useAnswer(p.position, p.seat, (ask) => ask.targets().then(waysOf));
    const ways = useComputed(() => targets.value ?? noWays);
    const draft = useDraft(record, p.seat, draftKind(view.letters.length));
    const text = useComputed(() => moveOf(draft.value, view.width));
    const verdict = useVerdict(p.position, p.seat, text, verdictOf);
    return { ...common, view, draft, text, verdict, ways, tip };
}
