// A draft, and the order of the rack, outlive a reload.
import type { Draft } from "./draft";

const DRAFT = "wordgame-draft";

export function keepDraft(record: string, draft: Draft): void {
    try {
        sessionStorage.setItem(DRAFT, JSON.stringify({ record, draft }));
    } catch {
        // It is gone with the page then.
    }
}

// What was kept, and whether it was for this position.
export function keptDraft(record: string): { draft: Draft; current: boolean } | null {
    try {
        const kept = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null") as { record: string; draft: Draft } | null;
        if (!kept || !Array.isArray(kept.draft.faces) || !Array.isArray(kept.draft.placed)) return null;
        return { draft: kept.draft, current: kept.record === record };
    } catch {
        return null;
    }
}
