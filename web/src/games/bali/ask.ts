// The board's questions to the core: which moves are legal, what is the draft worth?
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { core } from "../../core/core";
import { useSafeEffect } from "../../guard";
import { seatIndex } from "../../local";
import { lang } from "../../text";
import { useFollowing, useLatest } from "../../ui/latest";
import type { BoardProps } from "../game";
import { ownPlaces } from "./Cards";
import { type Draft, moveOf, settle } from "./draft";
import { choicesOf, type View } from "./view";
import { type Asked, judge, type Try, type Verdict } from "./ways";

const PLAIN = ["pass", "done", "challenge"];

// The legal moves without columns, and the player's columns that are words.
export function useMoves(p: BoardProps, view: View) {
    const plain = useSignal<ReadonlySet<string>>(new Set());
    const words = useSignal<ReadonlyMap<string, number>>(new Map());
    const { record, lexicon, shown } = p.position;
    const who = p.seat ?? (shown.over ? null : (p.near ?? null));
    useEffect(() => {
        let gone = false;
        plain.value = new Set();
        words.value = new Map();
        if (!who) return;
        const seat = seatIndex(who);
        void (async () => {
            const codes = await core.call("probe", [lexicon, record, seat, PLAIN]);
            const found = new Map<string, number>();
            for (const place of p.seat ? ownPlaces(view, p.seat) : []) {
                const answer = await core.call("try", [lexicon, record, seat, `take ${place}`]);
                if (answer.ok) found.set(place, answer.points);
            }
            if (gone) return;
            plain.value = new Set(PLAIN.filter((_, i) => codes[i] === ""));
            words.value = found;
        })().catch(() => undefined);
        return () => {
            gone = true;
        };
    }, [record, lexicon, who, p.seat, view]);
    return { plain, words };
}

// The verdict on the draft. Only the answer to the newest question counts. `fits`: of an open card, the letters with
// which the draft can be played.
export function useVerdict(
    p: BoardProps,
    asked: Asked | null,
    draft: { value: Draft },
    told: (v: Verdict, d: Draft) => void,
) {
    const verdict = useSignal<Verdict | null>(null);
    const fits = useSignal<ReadonlySet<string>>(new Set());
    const number = useRef(0);
    const now = useLatest({ asked, told });
    const { lexicon } = p.position;
    const position = useFollowing(asked && `${asked.seat} ${asked.record}`);
    useSafeEffect(() => {
        const mine = ++number.current;
        const made = draft.value;
        void position.value;
        const about = now.current.asked;
        void lang.value;
        verdict.value = null;
        fits.value = new Set();
        if (!about || !made.length) return;
        const ask: Try = (record, seat, move) => core.call("try", [lexicon, record, seatIndex(seat), move]);
        void (async () => {
            const found = await judge(about, made, ask);
            if (mine !== number.current) return;
            verdict.value = found;
            if (found) now.current.told(found, made);
            const open =
                made.length > 1
                    ? made.find((part) => choicesOf(about.view.columns.get(part.place), about.pack).length)
                    : undefined;
            if (!open) return;
            const letters = choicesOf(about.view.columns.get(open.place), about.pack);
            const codes = await core.call("probe", [
                lexicon,
                about.record,
                seatIndex(about.seat),
                letters.map((letter) => moveOf(settle(made, open.place, letter))!),
            ]);
            if (mine === number.current) fits.value = new Set(letters.filter((_, i) => codes[i] === ""));
        })().catch(() => undefined);
    });
    return { verdict, fits };
}
