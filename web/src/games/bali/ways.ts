// What the core says of a draft. There is no rule in here: whether joined columns would be a word, and
// worth what, is asked about the position that there would be, in which it could be taken.
import type { Answer, Report } from "../../core/wasm";
import { seen } from "../../core/protocol";
import { moveOf, type Draft } from "./draft";
import { seatOf, type Column, type Pack, type View } from "./view";

export type Verdict =
    | { kind: "take"; word: string; points: number } // this column can be taken
    | { kind: "word"; word: string; points: number; now: boolean } // joined it is a word, taken at once or later
    | { kind: "run"; word: string } // part of a word
    | { kind: "claim"; word: string } // whatever it is: others may challenge it
    | { kind: "letter"; place: string } // which letter is this card to be?
    | { kind: "alone" } // one column, which cannot be taken
    | { kind: "bad"; text: string };

export const playable = (v: Verdict | null) => v !== null && ["take", "word", "run", "claim"].includes(v.kind);

export interface Asked {
    record: string;
    state: string;
    seat: string;
    challenges: boolean;
    view: View;
    pack: Pack;
}

export type Try = (record: string, seat: string, move: string) => Promise<Answer<Report>>;

function cardsOf(column: Column, letter: string, pack: Pack): string[] {
    return column.cards.map(({ face, letter: settled }) => {
        const own = (pack.plays[face] ?? "").charAt(0);
        const said = settled || letter || own;
        return said && (pack.plays[face]?.length ?? 0) > 1 ? `${face}=${said}` : face;
    });
}

// The position after the join, as if it were the seat's turn again and nothing were dealt in between.
export function supposed(asked: Asked, draft: Draft): { state: string; place: string } {
    const { view, pack, seat } = asked;
    const places = new Set(draft.map((part) => part.place));
    const kept = asked.state.split("\n").filter((line) => !/^(deck|doubt|refilled|missing|turn) ?/.test(line) && !places.has(/^column (\S+)/.exec(line)?.[1] ?? ""));
    const cards = draft.flatMap((part) => cardsOf(view.columns.get(part.place)!, part.letter, pack));
    const place = draft.find((part) => seatOf(part.place) === seat)!.place;
    return { state: [...kept, "deck", `turn ${seat}`, `column ${place} ${cards.join(" ")}`, ""].filter((line, i, all) => line || i === all.length - 1).join("\n"), place };
}

async function judgeJoin(asked: Asked, draft: Draft, ask: Try): Promise<Verdict> {
    const answer = await ask(asked.record, asked.seat, moveOf(draft)!);
    if (!answer.ok && answer.error.code === "bali.say_letter") {
        const open = draft.find((part) => !part.letter && asked.view.columns.get(part.place)!.cards[0]!.face === "*");
        return { kind: "letter", place: open?.place ?? draft[0]!.place };
    }
    if (!answer.ok) return { kind: "bad", text: answer.error.text };
    if (answer.word) return { kind: "word", word: answer.word, points: answer.points, now: true };
    const word = answer.run ?? "";
    if (asked.challenges) return { kind: "claim", word };
    const { state, place } = supposed(asked, draft);
    const taken = await ask(seen(asked.record, state), asked.seat, `take ${place}`);
    return taken.ok ? { kind: "word", word, points: taken.points, now: false } : { kind: "run", word };
}

export async function judge(asked: Asked, draft: Draft, ask: Try): Promise<Verdict | null> {
    if (!draft.length || draft.some((part) => !asked.view.columns.has(part.place))) return null;
    if (draft.length > 1) return judgeJoin(asked, draft, ask);
    const answer = await ask(asked.record, asked.seat, moveOf(draft)!);
    return answer.ok ? { kind: "take", word: answer.word ?? "", points: answer.points } : { kind: "alone" };
}
