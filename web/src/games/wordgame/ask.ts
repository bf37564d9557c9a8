// The board's questions to the core: may the player pass or exchange, and what are the tiles on the board worth?
import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { core } from "../../core/core";
import { useSafeEffect } from "../../guard";
import { seatIndex } from "../../local";
import { lang } from "../../text";
import { useFollowing } from "../../ui/latest";
import type { BoardProps } from "../game";
import type { Written } from "./draft";
import { noWays, type Verdict, verdictOf, type Ways, waysOf } from "./verdict";
import { BLANK } from "./view";

// Passing and exchanging: asked once for each position.
export function useWays(p: BoardProps, rack: readonly string[]): Signal<Ways> {
    const ways = useSignal<Ways>(noWays);
    const { record, lexicon } = p.position;
    const tile = rack[0] ?? BLANK;
    useEffect(() => {
        let gone = false;
        if (!p.seat) return;
        core.call("probe", [lexicon, record, seatIndex(p.seat), ["pass", `exchange ${tile}`]]).then(
            (codes) => {
                if (!gone) ways.value = waysOf(codes);
            },
            () => undefined,
        );
        return () => {
            gone = true;
        };
    }, [record, lexicon, p.seat, tile]);
    return ways;
}

// The verdict on the tiles on the board. Only the answer to the newest question counts.
export function useVerdict(p: BoardProps, written: ReadonlySignal<Written>): Signal<Verdict | null> {
    const verdict = useSignal<Verdict | null>(null);
    const asked = useRef(0);
    const text = useComputed(() => (written.value.kind === "move" ? written.value.text : null));
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
