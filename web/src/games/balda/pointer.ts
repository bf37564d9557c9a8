// The pointer on the board: squares are tapped, or a line is drawn along a word.
import { useEffect } from "preact/hooks";
import { listenForPlainClicks } from "../../board/click";
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
export function usePointer(state: BoardState): void {
    const now = useLatest(state);
    useEffect(() => {
        const board = now.current.root.current?.querySelector<HTMLElement>(".bd-board");
        if (!board) return;
        let from: number | null = null; // where the pointer went down, on a square of the path's end
        let drawing = false;
        const down = (e: PointerEvent) => {
            const b = now.current;
            const { view, draft, active } = b;
            const square = squareAt(board, e, view.width, false);
            if (!active || e.button || square === null) return;
            from = null;
            drawing = phaseOf(draft.value) === "trace";
            if (!drawing) {
                pickSquare(b, square);
                return;
            }
            if (square === lastOf(draft.value))
                from = square; // taken back on release, unless it goes on
            else traceSquare(b, square, tap);
            board.setPointerCapture(e.pointerId);
            e.preventDefault();
        };
        const move = (e: PointerEvent) => {
            const b = now.current;
            const { view, draft } = b;
            if (drawing) b.tip.value = pointAt(board, e, view.width);
            const square = drawing ? squareAt(board, e, view.width, true) : null;
            if (square === null || square === lastOf(draft.value)) return;
            from = null;
            if (view.letters[square] || square === draft.value.square) traceSquare(b, square, drag);
        };
        const up = () => {
            if (drawing && from !== null) traceSquare(now.current, from, tap);
            cancel();
        };
        const stop = listenForPlainClicks(board, (target) => {
            const b = now.current;
            const square = target.closest<HTMLElement>("[data-square]")?.dataset.square;
            if (!b.active || square === undefined) return;
            b.focus.value = Number(square);
            if (phaseOf(b.draft.value) === "trace") traceSquare(b, Number(square), tap);
            else pickSquare(b, Number(square));
        });
        const cancel = () => {
            drawing = false;
            from = null;
            now.current.tip.value = null;
        };
        board.addEventListener("pointerdown", down);
        board.addEventListener("pointermove", move);
        board.addEventListener("pointerup", up);
        board.addEventListener("pointercancel", cancel);
        return () => {
            stop();
            board.removeEventListener("pointerdown", down);
            board.removeEventListener("pointermove", move);
            board.removeEventListener("pointerup", up);
            board.removeEventListener("pointercancel", cancel);
        };
    }, []);
}
