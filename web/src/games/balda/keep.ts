// A draft outlives a reload.
import { readKept, tab, writeKept } from "../../kept";
import { isList, isObject, isText, isTextOrNull, isWhole } from "../../shape";
import { type Draft, empty } from "./draft";

const DRAFT = "draft";

export function keepDraft(record: string, draft: Draft): void {
    if (draft.square === null) tab().removeItem(DRAFT);
    else writeKept(tab(), DRAFT, { record, draft });
}

const isDraft = (value: unknown): value is Draft =>
    isObject(value) && isWhole(value.square) && isTextOrNull(value.letter) && isList(value.path, isWhole);

const isKept = (value: unknown): value is { record: string; draft: Draft } =>
    isObject(value) && isText(value.record) && isDraft(value.draft);

// Only where it is on the board of this position.
export function keptDraft(record: string, squares: number): Draft {
    const kept = readKept(tab(), DRAFT, isKept);
    if (kept?.record !== record) return empty;
    return [kept.draft.square!, ...kept.draft.path].every((square) => square >= 0 && square < squares)
        ? kept.draft
        : empty;
}
