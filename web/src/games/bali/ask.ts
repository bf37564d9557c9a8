// The board's questions to the core: which moves are legal, what is the draft worth?
import { type ReadonlySignal, untracked, useComputed } from "@preact/signals";
import { type Ask, useAnswer } from "../../board/verdict";
import { useSafeEffect } from "../../guard";
import type { BoardProps } from "../game";
import { ownPlaces } from "./Cards";
import { type Draft, moveOf, settle } from "./draft";
import { choicesOf, type View } from "./view";
import { type Asked, judge, type Verdict } from "./ways";

const PLAIN = ["pass", "done", "challenge"];
const noPlain: ReadonlySet<string> = new Set();
const noWords: ReadonlyMap<string, number> = new Map();

async function askPlain(ask: Ask): Promise<ReadonlySet<string>> {
    const codes = await ask.probe(PLAIN);
    return new Set(PLAIN.filter((_, i) => codes[i] === ""));
}

async function askWords(ask: Ask, places: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    for (const place of places) {
        const answer = await ask.try(`take ${place}`);
        if (answer.ok) found.set(place, answer.points);
    }
    return found;
}

// The legal moves without columns, and the player's columns that are words.
export function useMoves(p: BoardProps, view: View) {
    const who = p.seat ?? (p.position.shown.over ? null : (p.near ?? null));
    const plain = useAnswer(p.position, who, askPlain);
    const words = useAnswer(p.position, p.seat, (ask) => askWords(ask, p.seat ? ownPlaces(view, p.seat) : []));
    return {
        plain: useComputed(() => plain.value ?? noPlain),
        words: useComputed(() => words.value ?? noWords),
    };
}

// Of an open card, the letters with which the draft can be played.
async function askFits(ask: Ask, { view, pack }: Asked, draft: Draft): Promise<ReadonlySet<string>> {
    const lettersOf = (place: string) => choicesOf(view.columns.get(place), pack);
    const open = draft.length > 1 ? draft.find((part) => lettersOf(part.place).length) : undefined;
    if (!open) return noPlain;
    const letters = lettersOf(open.place);
    const codes = await ask.probe(letters.map((letter) => moveOf(settle(draft, open.place, letter))!));
    return new Set(letters.filter((_, i) => codes[i] === ""));
}

// The verdict on the draft, which `told` hears as soon as it comes.
export function useVerdict(
    p: BoardProps,
    asked: Asked,
    draft: ReadonlySignal<Draft>,
    told: (v: Verdict, d: Draft) => void,
) {
    const verdict = useAnswer(p.position, p.seat, (ask) => judge(asked, draft.value, ask.try));
    const fits = useAnswer(p.position, p.seat, (ask) => askFits(ask, asked, draft.value));
    useSafeEffect(() => {
        const found = verdict.value;
        if (found) untracked(() => told(found, draft.peek()));
    });
    return { verdict, fits: useComputed(() => fits.value ?? noPlain) };
}
