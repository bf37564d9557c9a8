// The pointer on the board: squares are tapped, or a line is drawn along a word.
import { type Gesture, usePointer } from "../../board/pointer";
import { useLatest } from "../../ui/latest";
import { drag, lastOf, phaseOf, tap } from "./draft";
import { pickSquare, traceSquare } from "./making";
import type { BoardState } from "./state";

function pointAt(board: HTMLElement, e: PointerEvent, width: number): [number, number] {
    const box = board.getBoundingClientRect();
    return [((e.clientX - box.left) / box.width) * width, ((e.clientY - box.top) / box.height) * width];
}

// The square under the pointer; only near its middle while a line is drawn, so that it can go
// diagonally past a corner.
function squareAt(board: HTMLElement, e: PointerEvent, width: number, strict: boolean): number | null {
    const [x, y] = pointAt(board, e, width);
    const column = Math.floor(x);
    const row = Math.floor(y);
    if (column < 0 || row < 0 || column >= width || row >= width) return null;
    if (strict && Math.hypot(x - column - 0.5, y - row - 0.5) > 0.42) return null;
    return row * width + column;
}

// A line that is drawn and squares that are tapped one by one are the same gesture until the pointer
// moves on to a second square.
function draw(now: () => BoardState, board: HTMLElement, begun: number | null): Gesture {
    let from = begun; // the path's end, where the pointer went down
    const cancel = () => (now().tip.value = null);
    return {
        move(e) {
            const b = now();
            b.tip.value = pointAt(board, e, b.view.width);
            const square = squareAt(board, e, b.view.width, true);
            if (square === null || square === lastOf(b.draft.value)) return;
            from = null;
            if (b.view.letters[square] || square === b.draft.value.square) traceSquare(b, square, drag);
        },
        end() {
            if (from !== null) traceSquare(now(), from, tap); // taken back, since it did not go on
            cancel();
        },
        cancel,
    };
}

function press(now: () => BoardState, e: PointerEvent, board: HTMLElement): Gesture | null {
    const b = now();
    const square = squareAt(board, e, b.view.width, false);
    if (!b.active || square === null) return null;
    if (phaseOf(b.draft.value) !== "trace") {
        pickSquare(b, square);
        return null;
    }
    const atEnd = square === lastOf(b.draft.value);
    if (!atEnd) traceSquare(b, square, tap);
    board.setPointerCapture(e.pointerId);
    e.preventDefault();
    return draw(now, board, atEnd ? square : null);
}

function click(b: BoardState, target: Element): void {
    const square = target.closest<HTMLElement>("[data-square]")?.dataset.square;
    if (!b.active || square === undefined) return;
    b.focus.value = Number(square);
    if (phaseOf(b.draft.value) === "trace") traceSquare(b, Number(square), tap);
    else pickSquare(b, Number(square));
}

export function useTracing(state: BoardState): void {
    const latest = useLatest(state);
    const now = () => latest.current;
    usePointer(state.root, ".bd-board", {
        press: (e, board) => press(now, e, board),
        click: (target) => click(now(), target),
    });
}
