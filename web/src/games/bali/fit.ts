// How large the cards are: as large as the room lets all columns be seen whole. Where even the smallest cards do not fit,
// the table scrolls.
import type { Room } from "../../board/Stage";

export interface Fit {
    width: number; // of a card, px
    across: 1 | 2; // rows of columns side by side
    scrolls: boolean;
}

export const RATIO = 1.42; // of a card, height to width
const SMALLEST = 30;
const WIDEST = [112, 84, 76, 76]; // by the number of rows
const COMFORT = 4; // cards of a column that have room from the start, so that sizes seldom change
const GAP = 6;
const PADDING = 34; // of the frame, above and below
const BESIDE = 28; // of the frame and a row, left and right
const LABEL = 27; // the owner's name
const ROW = 22; // a row's own padding and the badges that stick out
const DECK = 52; // where one player has the table alone

export const stripOf = (width: number) => Math.max(17, width * 0.42); // what is seen of a card under others

function heightOf(cards: number, width: number, labelled: boolean): number {
    return width * RATIO + (cards - 1) * stripOf(width) + ROW + (labelled ? LABEL : 0);
}

// The rows that lie side by side: of three the nearest has a line of its own.
function linesOf(rows: readonly number[], across: 1 | 2): number[] {
    if (across === 1) return [...rows];
    return Array.from({ length: Math.ceil(rows.length / 2) }, (_, i) => Math.max(...rows.slice(2 * i, 2 * i + 2)));
}

function tableHeight(lines: readonly number[], width: number, labelled: boolean): number {
    return lines.reduce((sum, cards) => sum + heightOf(cards, width, labelled) + GAP, PADDING + (labelled ? 0 : DECK));
}

function widthFor(lines: readonly number[], most: number, height: number, labelled: boolean): number {
    for (let width = most; width > SMALLEST; width--) if (tableHeight(lines, width, labelled) <= height) return width;
    return SMALLEST;
}

// `rows`: of each row the cards of its longest column, the nearest row last. `places`: how many columns a row has.
export function fitCards(rows: readonly number[], places: number, { width, height }: Room): Fit {
    const labelled = rows.length > 1;
    const wanted = rows.map((cards) => Math.max(cards, COMFORT));
    const fits = ([1, 2] as const)
        .filter((across) => across === 1 || rows.length > 2)
        .map((across) => {
            const lines = linesOf(wanted, across);
            const beside = (width - across * BESIDE) / across - (places - 1) * GAP;
            const most = Math.floor(Math.max(SMALLEST, Math.min(beside / places, WIDEST[rows.length - 1] ?? SMALLEST)));
            const card = widthFor(lines, most, height, labelled);
            const shown = linesOf(rows, across);
            return { width: card, across, scrolls: tableHeight(shown, card, labelled) > height };
        });
    return fits.reduce((best, one) =>
        (Number(best.scrolls) - Number(one.scrolls) || one.width - best.width) > 0 ? one : best,
    );
}
