// A move in the making: first a square, then its letter, then the word's squares in order. Pure: each
// function makes a new draft of an old one. Which squares are open and which touch comes from the
// core; see ways.ts.
import type { DraftKind } from "../../board/draft";
import { isList, isObject, isTextOrNull, isWhole } from "../../shape";
import { placementText } from "./view";

export interface Draft {
    readonly square: number | null;
    readonly letter: string | null;
    readonly path: readonly number[];
}

export type Phase = "place" | "letter" | "trace";

export const empty: Draft = { square: null, letter: null, path: [] };

// A stored draft counts where all of it is on the board.
export function draftKind(squares: number): DraftKind<Draft> {
    const isSquare = (value: unknown): value is number => isWhole(value) && value >= 0 && value < squares;
    return {
        empty,
        isEmpty: (draft) => draft.square === null,
        is: (value): value is Draft =>
            isObject(value) && isSquare(value.square) && isTextOrNull(value.letter) && isList(value.path, isSquare),
    };
}

export function phaseOf(d: Draft): Phase {
    if (d.square === null) return "place";
    return d.letter === null ? "letter" : "trace";
}

export function chooseSquare(_: Draft, square: number): Draft {
    return { square, letter: null, path: [] };
}

export function chooseLetter(d: Draft, letter: string): Draft {
    return d.square === null ? d : { ...d, letter, path: [] };
}

type Touch = (a: number, b: number) => boolean;

export function lastOf(d: Draft): number | undefined {
    return d.path[d.path.length - 1];
}

// A square that is pointed at on its own, by a tap or a key: goes on, or takes the last one back, or
// goes back to one in the middle; somewhere else a new path begins.
export function tap(d: Draft, square: number, touch: Touch): Draft {
    if (phaseOf(d) !== "trace") return d;
    const at = d.path.indexOf(square);
    const last = lastOf(d);
    if (square === last) return { ...d, path: d.path.slice(0, -1) };
    if (at >= 0) return { ...d, path: d.path.slice(0, at + 1) };
    if (last === undefined || touch(last, square)) return { ...d, path: [...d.path, square] };
    return { ...d, path: [square] };
}

// The next square of a line that is drawn: going back over it shortens it; what does not touch is
// passed over.
export function drag(d: Draft, square: number, touch: Touch): Draft {
    if (phaseOf(d) !== "trace") return d;
    const last = lastOf(d);
    if (last === undefined) return { ...d, path: [square] };
    if (square === last) return d;
    if (square === d.path[d.path.length - 2]) return { ...d, path: d.path.slice(0, -1) };
    if (d.path.includes(square) || !touch(last, square)) return d;
    return { ...d, path: [...d.path, square] };
}

// One step back: a square of the path, then the letter, then the square.
export function stepBack(d: Draft): Draft {
    if (d.path.length) return { ...d, path: d.path.slice(0, -1) };
    if (d.letter !== null) return { ...d, letter: null };
    return empty;
}

// The move's text, as soon as there is a path.
export function moveOf(d: Draft, width: number): string | null {
    if (d.square === null || d.letter === null || !d.path.length) return null;
    return placementText({ square: d.square, letter: d.letter, path: [...d.path] }, width);
}

// The letters along the path.
export function wordOf(d: Draft, letters: readonly string[]): string {
    return d.path.map((square) => (square === d.square ? d.letter : letters[square]) ?? "").join("");
}
