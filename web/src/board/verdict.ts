// A board's questions to the core: where can a move go, what is the draft worth? Only the answer to the newest question
// counts.
//
//     const ways = useAnswer(p.position, p.seat, (ask) => ask.targets().then(waysOf));
//     const verdict = useVerdict(p.position, p.seat, text, verdictOf);
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { core } from "../core/core";
import type { Answer, Report } from "../core/wasm";
import type { Position } from "../games/game";
import { useSafeEffect } from "../guard";
import { seatIndex } from "../local";
import { lang } from "../text";
import { useLatest } from "../ui/latest";

// Questions about one position, for one seat.
export interface Ask {
    targets(): Promise<Answer<object>>;
    try(move: string): Promise<Answer<Report>>;
    probe(moves: string[]): Promise<string[]>; // of each move the code of its refusal; "": it is legal
}

function askAbout(lexicon: string, record: string, seat: number): Ask {
    return {
        targets: () => core.call("targets", [lexicon, record, seat]),
        try: (move) => core.call("try", [lexicon, record, seat, move]),
        probe: (moves) => core.call("probe", [lexicon, record, seat, moves]),
    };
}

// Asks again in a new position, in another language, and when a signal changes that `question` reads. Null: there is
// nothing to ask, or no answer yet; `lasts`: the old answer stays until there is a new one.
export function useAnswer<T>(
    { record, lexicon }: Position,
    seat: string | null,
    question: (ask: Ask) => Promise<T> | null,
    { lasts = false } = {},
): ReadonlySignal<T | null> {
    const answer = useSignal<T | null>(null);
    const about = useSignal<Ask | null>(null);
    const number = useRef(0);
    const now = useLatest(question);
    useLayoutEffect(() => {
        about.value = seat === null ? null : askAbout(lexicon, record, seatIndex(seat));
    }, [record, lexicon, seat]);
    useSafeEffect(() => {
        const mine = ++number.current;
        const asked = about.value && now.current(about.value);
        void lang.value;
        if (!lasts) answer.value = null;
        asked?.then(
            (found) => {
                if (mine === number.current) answer.value = found;
            },
            () => undefined,
        );
    });
    return answer;
}

// The core's verdict on a move in the making, as soon as that has a text.
export function useVerdict<V>(
    position: Position,
    seat: string | null,
    text: ReadonlySignal<string | null>,
    read: (answer: Answer<Report>) => V,
): ReadonlySignal<V | null> {
    return useAnswer(position, seat, (ask) => {
        const move = text.value;
        return move ? ask.try(move).then(read) : null;
    });
}
