// The draft of a board, stored on the device (drafts.ts): it survives a reload, another page and a closed tab.
//
//     const draft = useDraft(position.record, seat, kind);
import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { keepDraft, keptDraft, lastDraft, leaveDraft } from "../drafts";
import { useSafeEffect } from "../guard";

export interface DraftKind<D> {
    empty: D;
    isEmpty(draft: D): boolean;
    is(value: unknown): value is D; // and fits the board
    // The draft that goes on in the position that the board shows, where drafts outlive their position; without it a
    // new position begins with none. `before` is the last draft in this game, or empty.
    follow?(before: D): D;
}

// `hand`: whose draft it is, such as a seat or the tiles of a rack; null: nobody may draft, and the draft is empty.
export function useDraft<D>(record: string, hand: string | null, kind: DraftKind<D>): Signal<D> {
    const draft = useSignal(kind.empty);
    const shown = useRef<{ record: string; hand: string | null }>({ record: "", hand: null });
    const drafted = useRef(""); // the position that was drafted in last
    // Before anything is drawn, so that no draft is ever seen in another position.
    if (shown.current.record !== record || shown.current.hand !== hand) {
        const before = shown.current.hand === null ? null : draft.peek();
        const begun = () => {
            const kept = keptDraft(record, kind.is);
            if (!kind.follow) return kept ?? kind.empty;
            return kind.follow(kept ?? before ?? lastDraft(record, kind.is) ?? kind.empty);
        };
        const next = hand === null ? kind.empty : begun();
        if (drafted.current && drafted.current !== record) leaveDraft(drafted.current);
        drafted.current = hand !== null || drafted.current === record ? record : "";
        shown.current = { record, hand };
        draft.value = next;
    }
    useSafeEffect(() => {
        const value = draft.value;
        const { record, hand } = shown.current;
        if (hand !== null) keepDraft(record, kind.isEmpty(value) ? null : value);
    });
    return draft;
}
