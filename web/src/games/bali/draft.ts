// A join in the making: columns from the top, and the letters that cards are settled as. Pure: each
// function makes a new draft of an old one. A draft of one column may be a take.
import type { DraftKind } from "../../board/draft";
import { isList, isObject, isText } from "../../shape";

export interface Part {
    readonly place: string;
    readonly letter: string; // "": open
}

export type Draft = readonly Part[];

export const empty: Draft = [];

const isPart = (value: unknown): value is Part => isObject(value) && isText(value.place) && isText(value.letter);

// A stored draft counts where its columns are on the table.
export const draftKind = (columns: ReadonlyMap<string, unknown>): DraftKind<Draft> => ({
    empty,
    isEmpty: (draft) => draft.length === 0,
    is: (value): value is Draft => isList(value, isPart) && value.every((part) => columns.has(part.place)),
});

export const has = (d: Draft, place: string) => d.some((part) => part.place === place);

const without = (d: Draft, place: string) => d.filter((part) => part.place !== place);
const partOf = (d: Draft, place: string): Part => d.find((part) => part.place === place) ?? { place, letter: "" };

export function remove(d: Draft, place: string): Draft {
    return without(d, place);
}

// A column that is pointed at on its own: below the others, or out again.
export function tap(d: Draft, place: string, above = false): Draft {
    if (has(d, place)) return without(d, place);
    return above ? [partOf(d, place), ...d] : [...d, partOf(d, place)];
}

// One column is set above or below another one; where neither is in the draft, it is about those two.
export function drop(d: Draft, place: string, on: string, above: boolean): Draft {
    if (place === on) return d;
    if (!has(d, place) && !has(d, on)) d = [partOf(d, on)];
    if (!has(d, on)) return drop(d, on, place, !above);
    const part = partOf(d, place);
    return without(d, place).flatMap((one) => (one.place !== on ? [one] : above ? [part, one] : [one, part]));
}

// One step towards the top; the topmost goes to the bottom.
export function raise(d: Draft, place: string): Draft {
    const at = d.findIndex((part) => part.place === place);
    if (at < 0) return d;
    const rest = without(d, place);
    return at === 0 ? [...rest, d[0]!] : [...rest.slice(0, at - 1), d[at]!, ...rest.slice(at - 1)];
}

export function settle(d: Draft, place: string, letter: string): Draft {
    return d.map((part) => (part.place === place ? { ...part, letter } : part));
}

const partText = (part: Part) => part.place + (part.letter && `=${part.letter}`);

// The move's text: of one column that it is taken, of several that they are joined.
export function moveOf(d: Draft): string | null {
    if (!d.length) return null;
    return d.length === 1 ? `take ${d[0]!.place}` : d.map(partText).join("+");
}

// Of several that they are joined and taken at once.
export const takeOf = (d: Draft) => `take ${d.map(partText).join("+")}`;

export const isTake = (move: string) => move.startsWith("take ");

// The places of a move's text.
export function placesOf(move: string): string[] {
    return (isTake(move) ? move.slice(5) : move)
        .split("+")
        .map((part) => part.slice(0, 2))
        .filter((part) => /^[A-D][1-7]$/.test(part));
}
