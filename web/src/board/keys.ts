// Keys of a board: those that move the focus on it, then those that act. A key that was for the board does nothing else.
//
//     <div onKeyDown={(e) => handleKey(e, { board: ".bd-board", moves: (key) => …, acts: (e, onBoard) => … })}>
const FIELDS = "input, textarea, select, dialog";

export interface BoardKeys {
    board: string; // selector of the grid
    moves(key: string): boolean; // true: it moved the focus, which is on the grid
    acts(e: KeyboardEvent, onBoard: boolean): boolean; // false: the key is not for the board
}

export function handleKey(e: KeyboardEvent, { board, moves, acts }: BoardKeys): void {
    const target = e.target as Element;
    if (e.ctrlKey || e.metaKey || e.altKey || target.closest(FIELDS)) return;
    const onBoard = target.closest(board) !== null;
    if ((onBoard && moves(e.key)) || acts(e, onBoard)) e.preventDefault();
}
