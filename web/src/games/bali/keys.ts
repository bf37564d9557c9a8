// The keyboard, while the focus is in the table: arrows move the focus, Enter and Space choose, letters settle a card.
import { focusCell, movedFocus } from "../../board/focus";
import { handleKey } from "../../board/keys";
import type { BoardProps } from "../game";
import { empty, has, remove, settle } from "./draft";
import { chooseColumn, confirmDraft } from "./making";
import type { BoardState } from "./state";
import { numberOf, seatOf } from "./view";
import { openIn, playable } from "./ways";

// False: the key moves nothing.
function moveFocus(b: BoardState, key: string): boolean {
    const { width } = b.deals;
    const place = b.focus.value;
    const next = movedFocus(b.rows.indexOf(seatOf(place)) * width + numberOf(place) - 1, key, width, b.rows.length);
    if (next === null) return false;
    focusCell(b, "place", `${b.rows[Math.floor(next / width)]}${(next % width) + 1}`);
    return true;
}

// The column of the draft with an open card that the letter may be.
function openTo(b: BoardState, letter: string) {
    const ways = b.ways.value;
    return openIn(ways, b.draft.value).find((part) => ways.choices.get(part.place)!.letters.includes(letter));
}

// False: the key is not for us.
function actOnKey(p: BoardProps, b: BoardState, e: KeyboardEvent, onTable: boolean): boolean {
    const draft = b.draft.value;
    const letter = e.key.toUpperCase();
    const open = openTo(b, letter);
    const last = draft[draft.length - 1];
    const chosen = has(draft, b.focus.value) && playable(b.verdict.value);
    if (open) b.draft.value = settle(draft, open.place, letter);
    else if (e.key === "Escape") b.draft.value = empty;
    else if (e.key === "Backspace" && last) b.draft.value = remove(draft, last.place);
    else if (onTable && e.key === "Enter" && chosen) confirmDraft(p, b);
    else if (onTable && (e.key === "Enter" || e.key === " ")) chooseColumn(p, b, b.focus.value, e.shiftKey);
    else return false;
    return true;
}

export function onKey(p: BoardProps, b: BoardState, e: KeyboardEvent): void {
    handleKey(e, {
        board: ".bl-table",
        moves: (key) => moveFocus(b, key),
        acts: (e, onTable) => b.active && actOnKey(p, b, e, onTable),
    });
}
