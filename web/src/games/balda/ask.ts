// The board's questions to the core: where may a letter go, which moves need none, what is the traced word worth?
import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { core } from "../../core/core";
import { useSafeEffect } from "../../guard";
import { seatIndex } from "../../local";
import { lang } from "../../text";
import { useFollowing } from "../../ui/latest";
import type { BoardProps } from "../game";
import { noWays, type Verdict, verdictOf, type Ways, waysOf } from "./ways";

// Asked once for each position.
export function useWays(p: BoardProps): Signal<Ways> {
    const ways = useSignal<Ways>(noWays);
    const { record, lexicon } = p.position;
    useEffect(() => {
        let gone = false;
        ways.value = noWays;
        if (!p.seat) return;
        core.call("targets", [lexicon, record, seatIndex(p.seat)]).then(
            (answer) => {
                if (!gone) ways.value = waysOf(answer);
            },
            () => undefined,
        );
        return () => {
            gone = true;
        };
    }, [record, lexicon, p.seat]);
    return ways;
}

// The verdict on the traced word. Only the answer to the newest question counts.
export function useVerdict(p: BoardProps, text: ReadonlySignal<string | null>): Signal<Verdict | null> {
    const verdict = useSignal<Verdict | null>(null);
    const asked = useRef(0);
    const seat = useFollowing(p.seat);
    const record = useFollowing(p.position.record);
    useSafeEffect(() => {
        const number = ++asked.current;
        const move = text.value;
        const who = seat.value;
        const name = record.value;
        void lang.value;
        verdict.value = null;
        if (!move || !who) return;
        core.call("try", [p.position.lexicon, name, seatIndex(who), move]).then(
            (answer) => {
                if (number === asked.current) verdict.value = verdictOf(answer);
            },
            () => undefined,
        );
    });
    return verdict;
}
