// The board's questions to the core: which moves are legal, what is the draft worth?
import { type ReadonlySignal, untracked, useComputed } from "@preact/signals";
import { type Ask, useAnswer } from "../../board/verdict";
import { useSafeEffect } from "../../guard";
import type { BoardProps } from "../game";
import { type Draft, moveOf, settle } from "./draft";
import { judge, noWays, openIn, type Verdict, type Ways, waysOf } from "./ways";

// Also while others are to move, since a join may be challenged.
export function useWays(p: BoardProps): ReadonlySignal<Ways> {
    const who = p.seat ?? (p.position.shown.over ? null : (p.near ?? null));
    const found = useAnswer(p.position, who, (ask) => ask.targets().then(waysOf));
    return useComputed(() => found.value ?? noWays);
}

// Of an open card, the letters with which the draft can be played.
async function askFits(ask: Ask, ways: Ways, draft: Draft): Promise<ReadonlySet<string>> {
    const [open] = openIn(ways, draft);
    if (!open) return new Set();
    const { letters } = ways.choices.get(open.place)!;
    const codes = await ask.probe(letters.map((letter) => moveOf(settle(draft, open.place, letter))!));
    return new Set(letters.filter((_, i) => codes[i] === ""));
}

// The verdict on the draft, which `told` hears as soon as it comes.
export function useVerdict(
    p: BoardProps,
    ways: ReadonlySignal<Ways>,
    draft: ReadonlySignal<Draft>,
    told: (v: Verdict, d: Draft) => void,
) {
    const verdict = useAnswer(p.position, p.seat, (ask) =>
        ways.value === noWays ? null : judge(ways.value, draft.value, ask.try),
    );
    const fits = useAnswer(p.position, p.seat, (ask) => askFits(ask, ways.value, draft.value));
    useSafeEffect(() => {
        const found = verdict.value;
        if (found) untracked(() => told(found, draft.peek()));
    });
    return { verdict, fits: useComputed<ReadonlySet<string>>(() => fits.value ?? new Set()) };
}
