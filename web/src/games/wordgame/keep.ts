// A draft, and the order of the rack, outlive a reload.
import { readKept, tab, writeKept } from "../../kept";
import { isList, isObject, isText, isWhole } from "../../shape";
import type { Draft, Placed } from "./draft";
import { SIDE } from "./view";

const DRAFT = "wordgame-draft";

interface Kept {
    record: string;
    draft: Draft;
}

export function keepDraft(record: string, draft: Draft): void {
    writeKept(tab(), DRAFT, { record, draft });
}

const isPlaced = (value: unknown): value is Placed =>
    isObject(value) &&
    isWhole(value.slot) &&
    value.slot >= 0 &&
    isWhole(value.square) &&
    value.square >= 0 &&
    value.square < SIDE * SIDE &&
    isText(value.letter);

const isKept = (value: unknown): value is Kept =>
    isObject(value) &&
    isText(value.record) &&
    isObject(value.draft) &&
    isList(value.draft.faces, isText) &&
    isList(value.draft.placed, isPlaced) &&
    value.draft.placed.every((one) => one.slot < (value.draft as Draft & object).faces.length);

// The stored draft, and whether it was for this position.
export function keptDraft(record: string): { draft: Draft; current: boolean } | null {
    const kept = readKept(tab(), DRAFT, isKept);
    return kept && { draft: kept.draft, current: kept.record === record };
}
