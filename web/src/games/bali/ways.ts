// The core's verdict on a draft. There are no rules here.
import type { Answer, Report } from "../../core/wasm";
import { moveOf, takeOf, type Draft } from "./draft";
import type { Pack, View } from "./view";

export type Verdict =
    | { kind: "take"; word: string; points: number } // this column can be taken
    // Joined it is a word, which scores now or later; `take`: it may also be taken in the same move.
    | { kind: "word"; word: string; points: number; now: boolean; take: boolean }
    | { kind: "run"; word: string; short: boolean } // part of a word; short: a word itself, but too short to be taken
    | { kind: "claim"; word: string } // not checked: opponents may challenge it
    | { kind: "letter"; place: string } // which letter is this card to be?
    | { kind: "alone" } // one column, which cannot be taken
    | { kind: "bad"; text: string };

// A word that can be joined or taken: the player has to say which.
export const undecided = (v: Verdict | null) => v?.kind === "word" && v.take;

export const playable = (v: Verdict | null) => v !== null && ["take", "word", "run", "claim"].includes(v.kind);

export interface Asked {
    challenges: boolean;
    view: View;
    pack: Pack;
}

export type Try = (move: string) => Promise<Answer<Report>>;

async function judgeJoin(asked: Asked, draft: Draft, ask: Try): Promise<Verdict> {
    const answer = await ask(moveOf(draft)!);
    if (!answer.ok && answer.error.code === "bali.say_letter") {
        const open = draft.find((part) => !part.letter && asked.view.columns.get(part.place)!.cards[0]!.face === "*");
        return { kind: "letter", place: open?.place ?? draft[0]!.place };
    }
    if (!answer.ok) return { kind: "bad", text: answer.error.text };
    if (answer.word) return { kind: "word", word: answer.word, points: answer.points, now: true, take: false };
    const word = answer.run ?? "";
    if (asked.challenges) return { kind: "claim", word };
    if (!answer.later) return { kind: "run", word, short: answer.short === true };
    const taken = await ask(takeOf(draft));
    return { kind: "word", word, points: answer.later, now: false, take: taken.ok };
}

export async function judge(asked: Asked, draft: Draft, ask: Try): Promise<Verdict | null> {
    if (!draft.length || draft.some((part) => !asked.view.columns.has(part.place))) return null;
    if (draft.length > 1) return judgeJoin(asked, draft, ask);
    const answer = await ask(moveOf(draft)!);
    return answer.ok ? { kind: "take", word: answer.word ?? "", points: answer.points } : { kind: "alone" };
}
