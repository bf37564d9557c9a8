// Drafts: moves in the making, stored on the device for every game. A draft belongs to one position, so it survives a
// reload, another page and a closed tab, and is gone as soon as the board shows the next position. A move on its way to
// the server is shown before it arrives; until then its draft is held, because a move that is refused can be changed.
// Boards use useDraft() (board/draft.ts).
import { device, type Keeper, readKept, writeKept } from "./kept";
import { isObject, isText } from "./shape";

const DRAFTS = "drafts";
const MOST = 60; // the oldest are forgotten

interface Entry {
    game: string; // hash of the record's header
    position: string; // hash of the position's name
    draft: unknown;
}

const isEntry = (value: unknown): value is Entry =>
    isObject(value) && isText(value.game) && isText(value.position) && "draft" in value;

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

const stored = (keeper: Keeper) => (readKept(keeper, DRAFTS, isList) ?? []).filter(isEntry);

// FNV-1a, twice with different seeds: names of positions are long, and a collision shows a wrong draft at worst.
function hash(text: string): string {
    let a = 0x811c9dc5;
    let b = 0x1b873593;
    for (let i = 0; i < text.length; i++) {
        a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
        b = Math.imul(b ^ text.charCodeAt(i), 0x01000193);
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

// The same position whether the server wrote its record or moves were added here: comments do not count. After a form
// feed comes a view (core/protocol.ts), in which # is no comment.
function positionOf(name: string): string {
    const [record = "", ...view] = name.split("\f");
    const lines = record.split(/\r?\n/).map((line) => line.replace(/ *#.*/, "").trimEnd());
    return hash([lines.filter(Boolean).join("\n"), ...view].join("\f"));
}

const HEADER = /^(game|lang|lexicon|set|seat|seed|start) /;

const gameOf = (record: string) =>
    hash(
        record
            .split(/\r?\n/)
            .filter((line) => HEADER.test(line))
            .join("\n"),
    );

// The newest comes first. `null` removes the draft of the position.
export function keepDraft(record: string, draft: unknown, keeper: Keeper = device()): void {
    const position = positionOf(record);
    const all = stored(keeper);
    const others = all.filter((one) => one.position !== position);
    if (draft === null && others.length === all.length) return;
    const own = draft === null ? [] : [{ game: gameOf(record), position, draft }];
    writeKept(keeper, DRAFTS, [...own, ...others].slice(0, MOST));
}

export function keptDraft<D>(record: string, is: (value: unknown) => value is D, keeper: Keeper = device()): D | null {
    const position = positionOf(record);
    const found = stored(keeper).find((one) => one.position === position)?.draft;
    return is(found) ? found : null;
}

// The newest draft in any position of the same game.
export function lastDraft<D>(record: string, is: (value: unknown) => value is D, keeper: Keeper = device()): D | null {
    const game = gameOf(record);
    const found = stored(keeper).find((one) => one.game === game)?.draft;
    return is(found) ? found : null;
}

const held = new Set<string>(); // positions

// Keeps the draft of a position until the function that is returned is told whether its move has arrived.
export function holdDraft(record: string, keeper: Keeper = device()): (arrived: boolean) => void {
    const position = positionOf(record);
    held.add(position);
    return (arrived) => {
        held.delete(position);
        if (arrived) keepDraft(record, null, keeper);
    };
}

// The board shows another position.
export function leaveDraft(record: string, keeper: Keeper = device()): void {
    if (!held.has(positionOf(record))) keepDraft(record, null, keeper);
}
