// The board's questions to the core: where may a letter go, which moves need none, what is the traced word worth?
import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { core } from "../../core/core";
import { useSafeEffect } from "../../guard";
import { seatIndex } from "../../local";
import { lang } from "../../text";
import type { BoardProps } from "../game";
import type { View } from "./view";
import { findOpen, findTouch, noWays, type Verdict, verdictOf, type Ways } from "./ways";

const WITHOUT_LETTER = ["pass", "accept", "refuse"];

// Asked once for each position.
export function useWays(p: BoardProps, view: View) {
    const ways = useSignal<Ways>(noWays);
    const plain = useSignal<ReadonlySet<string>>(new Set()); // moves without a letter that are legal
    const { record, lexicon } = p.position;
    const letter = p.position.letters[0]!;
    useEffect(() => {
        let gone = false;
        ways.value = noWays;
        plain.value = new Set();
        if (!p.seat) return;
        const seat = seatIndex(p.seat);
        const probe = (moves: string[]) => core.call("probe", [lexicon, record, seat, moves]);
        void (async () => {
            const codes = await probe(WITHOUT_LETTER);
            const open = await findOpen(view, letter, probe);
            const touch = await findTouch(view, open, letter, probe);
            if (gone) return;
            plain.value = new Set(WITHOUT_LETTER.filter((_, i) => codes[i] === ""));
            ways.value = { open, touch };
        })().catch(() => undefined);
        return () => {
            gone = true;
        };
    }, [record, lexicon, p.seat, view, letter]);
    return { ways, plain };
}

// The verdict on the traced word. Only the answer to the newest question counts.
export function useVerdict(p: BoardProps, text: ReadonlySignal<string | null>): Signal<Verdict | null> {
    const verdict = useSignal<Verdict | null>(null);
    const asked = useRef(0);
    const { lexicon, record } = p.position;
    useSafeEffect(() => {
        const number = ++asked.current;
        const move = text.value;
        void lang.value;
        verdict.value = null;
        if (!move || !p.seat) return;
        core.call("try", [lexicon, record, seatIndex(p.seat), move]).then(
            (answer) => {
                if (number === asked.current) verdict.value = verdictOf(answer);
            },
            () => undefined,
        );
    });
    return verdict;
}
