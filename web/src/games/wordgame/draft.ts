// A move in the making: the rack as its owner has it in order, and which of its tiles lie on the board
// already. Plain values and functions from one to the next; nothing in here knows what is legal.
import type { DraftKind } from "../../board/draft";
import { isList, isObject, isText, isWhole } from "../../shape";
import { BLANK, placementText, SIDE, step, type View } from "./view";

export interface Placed {
    slot: number; // of the rack
    square: number;
    letter: string; // a capital: what the tile shows or stands for
}

export interface Draft {
    faces: readonly string[]; // by slot
    placed: readonly Placed[]; // in the order in which they were put
}

export const empty: Draft = { faces: [], placed: [] };

const isPlacedTile = (value: unknown): value is Placed =>
    isObject(value) &&
    isWhole(value.slot) &&
    value.slot >= 0 &&
    isWhole(value.square) &&
    value.square >= 0 &&
    value.square < SIDE * SIDE &&
    isText(value.letter);

// A stored draft, maybe by an older client.
export function isDraft(value: unknown): value is Draft {
    if (!isObject(value) || !isList(value.faces, isText) || !isList(value.placed, isPlacedTile)) return false;
    const { length } = value.faces;
    return value.placed.every((one) => one.slot < length);
}

export const at = (d: Draft, square: number) => d.placed.find((p) => p.square === square);
export const isPlaced = (d: Draft, slot: number) => d.placed.some((p) => p.slot === slot);
export const isBlank = (d: Draft, p: Placed) => d.faces[p.slot] === BLANK;

// --- Putting and taking.

// A tile of the rack, or one that lies elsewhere, on a square. A tile that lies there goes back.
export function put(d: Draft, slot: number, square: number, letter: string): Draft {
    const others = d.placed.filter((p) => p.slot !== slot && p.square !== square);
    return { ...d, placed: [...others, { slot, square, letter }] };
}

export const take = (d: Draft, slot: number): Draft => ({ ...d, placed: d.placed.filter((p) => p.slot !== slot) });
export const recall = (d: Draft): Draft => (d.placed.length ? { ...d, placed: [] } : d);

// The slot of a tile for a letter: its own, or else a blank; null: there is none.
export function slotFor(d: Draft, letter: string, blankOnly = false): number | null {
    const free = d.faces.map((face, slot) => (isPlaced(d, slot) ? "" : face));
    const own = blankOnly ? -1 : free.indexOf(letter);
    const found = own >= 0 ? own : free.indexOf(BLANK);
    return found < 0 ? null : found;
}

// --- The order of the rack.

// Where the tiles of `order` (slots) are to be next: the rack and what is placed follow.
function arrange(d: Draft, order: readonly number[]): Draft {
    return {
        faces: order.map((slot) => d.faces[slot]!),
        placed: d.placed.map((p) => ({ ...p, slot: order.indexOf(p.slot) })),
    };
}

const slots = (d: Draft) => d.faces.map((_, slot) => slot);

export function moveSlot(d: Draft, from: number, to: number): Draft {
    const order = slots(d);
    order.splice(to, 0, ...order.splice(from, 1));
    return arrange(d, order);
}

export function shuffle(d: Draft, random: () => number = Math.random): Draft {
    const order = slots(d);
    for (let i = order.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return arrange(d, order);
}

export function sort(d: Draft, letters: readonly string[]): Draft {
    const rank = (face: string) => (face === BLANK ? letters.length : letters.indexOf(face));
    return arrange(
        d,
        slots(d).sort((a, b) => rank(d.faces[a]!) - rank(d.faces[b]!) || a - b),
    );
}

// --- From one position to the next.

const counted = (faces: readonly string[]) => [...faces].sort().join("");

// The rack in its owner's order: tiles that are still there stay where they are, new ones come last.
export function ordered(before: readonly string[], rack: readonly string[]): string[] {
    const left = [...rack];
    const kept = before.filter((face) => {
        const found = left.indexOf(face);
        if (found >= 0) left.splice(found, 1);
        return found >= 0;
    });
    return [...kept, ...left];
}

// Carries a draft over to a new position: a move that was planned while the opponent thought stays, except on squares
// that are taken now.
export function follow(d: Draft, view: View, rack: readonly string[]): Draft {
    if (counted(d.faces) !== counted(rack)) return { faces: ordered(d.faces, rack), placed: [] };
    const placed = d.placed.filter((p) => !view.board[p.square]);
    return placed.length === d.placed.length ? d : { ...d, placed };
}

// Unlike in other games a draft outlives its position: what is planned while the other thinks stays where its squares
// are free.
export const draftKind = (view: View, rack: readonly string[]): DraftKind<Draft> => ({
    empty,
    isEmpty: (draft) => !draft.faces.length,
    is: isDraft,
    follow: (before) => follow(before, view, rack),
});

// --- The move's text.

const filled = (d: Draft, view: View, square: number) => view.board[square] !== null || at(d, square) !== undefined;

const before = (square: number, down: boolean) => (down ? square >= SIDE : square % SIDE > 0);
const after = (square: number, down: boolean) => (down ? square < SIDE * (SIDE - 1) : square % SIDE < SIDE - 1);

function firstOf(d: Draft, view: View, square: number, down: boolean): number {
    while (before(square, down) && filled(d, view, square - step(down))) square -= step(down);
    return square;
}

function written(d: Draft, view: View, square: number): string {
    const own = at(d, square);
    const there = view.board[square];
    if (own) return isBlank(d, own) ? own.letter.toLowerCase() : own.letter;
    return there!.blank ? there!.letter.toLowerCase() : there!.letter;
}

// A single tile is read in the direction in which it has neighbours.
function directionOf(d: Draft, view: View): boolean | null {
    const [first, second] = d.placed;
    if (!first) return null;
    const column = first.square % SIDE;
    const row = Math.floor(first.square / SIDE);
    if (second) {
        if (d.placed.every((p) => Math.floor(p.square / SIDE) === row)) return false;
        return d.placed.every((p) => p.square % SIDE === column) ? true : null;
    }
    const beside = (down: boolean) =>
        (before(first.square, down) && filled(d, view, first.square - step(down))) ||
        (after(first.square, down) && filled(d, view, first.square + step(down)));
    return !beside(false) && beside(true);
}

export type Written =
    | { kind: "none" }
    | { kind: "scattered" }
    | { kind: "gap" }
    | { kind: "move"; text: string; squares: number[] };

// The tiles on the board as the text of a move: the whole word along their line.
export function moveOf(d: Draft, view: View): Written {
    if (!d.placed.length) return { kind: "none" };
    const down = directionOf(d, view);
    if (down === null) return { kind: "scattered" };
    const squares: number[] = [];
    let square = firstOf(d, view, d.placed[0]!.square, down);
    for (; filled(d, view, square); square += step(down)) {
        squares.push(square);
        if (!after(square, down)) break;
    }
    if (!d.placed.every((p) => squares.includes(p.square))) return { kind: "gap" };
    return {
        kind: "move",
        squares,
        text: placementText({ square: squares[0]!, down, letters: squares.map((s) => written(d, view, s)) }),
    };
}

// --- Typing.

export interface Cursor {
    square: number;
    down: boolean;
}

// The next square of the line that can take a tile; null: the line ends.
export function nextFree(d: Draft, view: View, { square, down }: Cursor): number | null {
    while (after(square, down)) {
        square += step(down);
        if (!filled(d, view, square)) return square;
    }
    return null;
}

// The tile that was typed last on this line before the cursor; null: there is none.
export function lastBefore(d: Draft, cursor: Cursor): Placed | null {
    let { square } = cursor;
    for (;;) {
        const own = at(d, square);
        if (own) return own;
        if (!before(square, cursor.down)) return null;
        square -= step(cursor.down);
    }
}
