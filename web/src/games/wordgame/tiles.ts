// How tiles get from the rack to the board and back: by taps, by dragging, by typing. All of it changes the draft only.
import { focusCell } from "../../board/focus";
import { say } from "../../board/state";
import { t } from "../../text";
import { at, isBlank, lastBefore, moveSlot, nextFree, put, recall, shuffle, slotFor, sort, take } from "./draft";
import type { Target } from "./drag";
import { type BoardState, isFree } from "./state";
import { BLANK, squareName } from "./view";

function moveCursorOn(b: BoardState, square: number): void {
    const down = b.cursor.value?.down ?? false;
    const next = nextFree(b.draft.value, b.view, { square, down });
    b.cursor.value = { square: next ?? square, down };
    if (next !== null) b.focus.value = next;
}

function sayDirection(b: BoardState, square: number): void {
    if (!b.cursor.value) return;
    say(b, t(b.cursor.value.down ? "web.wordgame.say_down" : "web.wordgame.say_across", [squareName(square)]));
}

// Puts a tile on a square. For a blank without a letter, the dialog asks for one.
export function placeTile(b: BoardState, slot: number, square: number, typed: boolean, letter?: string): void {
    const face = b.draft.value.faces[slot]!;
    b.selected.value = null;
    if (face === BLANK && !letter) {
        b.asked.value = { slot, square, typed };
        return;
    }
    b.draft.value = put(b.draft.value, slot, square, letter ?? face);
    say(b, t("web.wordgame.say_put", [letter ?? face, squareName(square)]));
    if (typed) moveCursorOn(b, square);
}

export function chooseBlank(b: BoardState, letter: string): void {
    const wanted = b.asked.value;
    b.asked.value = null;
    if (!wanted) return;
    placeTile(b, wanted.slot, wanted.square, wanted.typed, letter);
    focusCell(b, "square", wanted.typed ? b.focus.value : wanted.square);
}

export function tapRack(b: BoardState, slot: number): void {
    if (b.swapped.value) {
        const next = new Set(b.swapped.value);
        if (!next.delete(slot)) next.add(slot);
        b.swapped.value = next;
    } else if (b.cursor.value && isFree(b, b.cursor.value.square)) placeTile(b, slot, b.cursor.value.square, true);
    else b.selected.value = b.selected.value === slot ? null : slot;
}

// A free square takes the selected tile, or the cursor: across, then down, then none.
export function tapSquare(b: BoardState, square: number): void {
    b.focus.value = square;
    const own = at(b.draft.value, square);
    const here = b.cursor.value;
    if (b.selected.value !== null && isFree(b, square)) placeTile(b, b.selected.value, square, false);
    else if (own) {
        b.draft.value = take(b.draft.value, own.slot);
        b.cursor.value = here && { ...here, square };
    } else if (!isFree(b, square)) b.cursor.value = null;
    else if (here?.square !== square) b.cursor.value = { square, down: here?.down ?? false };
    else b.cursor.value = here.down ? null : { square, down: true };
    sayDirection(b, square);
}

export function dropTile(b: BoardState, slot: number, target: Target): void {
    if (!target) b.draft.value = take(b.draft.value, slot);
    else if ("rack" in target) b.draft.value = moveSlot(take(b.draft.value, slot), slot, target.rack);
    else if (isFree(b, target.square)) {
        const own = b.draft.value.placed.find((one) => one.slot === slot);
        placeTile(b, slot, target.square, false, own && isBlank(b.draft.value, own) ? own.letter : undefined);
        b.cursor.value = null;
    }
}

export function typeLetter(b: BoardState, letter: string, blank: boolean): void {
    const here = b.cursor.value ?? { square: b.focus.value, down: false };
    const untouched = isFree(b, here.square) && !at(b.draft.value, here.square);
    const square = untouched ? here.square : nextFree(b.draft.value, b.view, here);
    const slot = slotFor(b.draft.value, letter, blank);
    if (slot === null) {
        say(b, t("web.wordgame.say_none", [letter]));
        return;
    }
    if (square === null) return;
    b.cursor.value = { ...here, square };
    placeTile(b, slot, square, true, letter);
    focusCell(b, "square", b.focus.value);
}

export function eraseTile(b: BoardState): void {
    const here = b.cursor.value ?? { square: b.focus.value, down: false };
    const own = lastBefore(b.draft.value, here) ?? b.draft.value.placed.at(-1);
    if (!own) return;
    b.draft.value = take(b.draft.value, own.slot);
    b.cursor.value = { square: own.square, down: b.cursor.value?.down ?? false };
    focusCell(b, "square", own.square);
}

export function turnCursor(b: BoardState): void {
    b.cursor.value = { square: b.focus.value, down: !(b.cursor.value?.down ?? true) };
    sayDirection(b, b.focus.value);
}

export function recallTiles(b: BoardState): void {
    if (!b.draft.value.placed.length) b.cursor.value = null;
    b.draft.value = recall(b.draft.value);
    say(b, t("web.wordgame.say_recalled"));
}

export function shuffleRack(b: BoardState): void {
    b.draft.value = shuffle(b.draft.value);
    b.selected.value = null;
}

export function sortRack(b: BoardState, letters: readonly string[]): void {
    b.draft.value = sort(b.draft.value, letters);
    b.selected.value = null;
}
