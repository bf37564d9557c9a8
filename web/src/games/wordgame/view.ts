// The position of a Word Game from the core's text of it (src/games/wordgame/text.c writes it), and
// what of its preset is data (describe() of the rules).

export const SIDE = 15,
    SQUARES = SIDE * SIDE,
    CENTRE = (SQUARES - 1) / 2,
    BLANK = "?";

export interface BoardTile {
    letter: string; // a capital
    blank: boolean; // a blank stands for it
}

export interface Rack {
    count: number;
    tiles: readonly string[]; // those that are known
}

export interface View {
    board: readonly (BoardTile | null)[]; // row by row
    racks: Readonly<Record<string, Rack>>; // by seat
    bag: number;
    turn: string;
}

const emptyBoard = (): (BoardTile | null)[] => Array.from({ length: SQUARES }, () => null);

function tileOf(character: string): BoardTile | null {
    if (character === ".") return null;
    const letter = character.toUpperCase();
    return { letter, blank: letter !== character };
}

function countOf(rest: string): Rack {
    const [count = "0", tiles = ""] = rest.split(" ");
    return { count: Number(count), tiles: [...tiles] };
}

export function readView(state: string): View {
    const board = emptyBoard();
    const racks: Record<string, Rack> = {};
    let bag = 0;
    let turn = "";
    let row = 0;
    for (const line of state.split("\n")) {
        const at = line.indexOf(" ");
        const key = line.slice(0, at);
        const rest = line.slice(at + 1);
        if (key === "turn") turn = rest;
        else if (key === "bag") bag = countOf(rest).count;
        else if (key === "rack") racks[rest[0]!] = countOf(rest.slice(2));
        else if (key === "row" && row < SIDE) board.splice(SIDE * row++, SIDE, ...[...rest].slice(0, SIDE).map(tileOf));
    }
    return { board, racks, bag, turn };
}

// The seat whose tiles are visible; null: none is, or all are.
export function ownerOf(view: View): string | null {
    const known = Object.entries(view.racks).filter(([, rack]) => rack.tiles.length > 0);
    const hidden = Object.values(view.racks).some((rack) => rack.count > rack.tiles.length);
    return known.length === 1 && (hidden || view.bag === 0) ? known[0]![0] : null;
}

export function squareName(square: number): string {
    return String.fromCharCode(97 + (square % SIDE)) + String(Math.floor(square / SIDE) + 1);
}

// --- Moves.

export interface Placement {
    square: number; // of the first letter
    down: boolean;
    letters: string[]; // as written: a small one is a blank
}

export const step = (down: boolean) => (down ? SIDE : 1);

const columnOf = (name: string) => name.toUpperCase().charCodeAt(0) - 65;

export function parsePlacement(text: string): Placement | null {
    const parts = /^(?:(\d+)([a-o])|([a-o])(\d+)):(.+)$/iu.exec(text);
    if (!parts) return null;
    const down = parts[3] !== undefined;
    const row = Number(parts[1] ?? parts[4]) - 1;
    const column = columnOf(parts[2] ?? parts[3]!);
    const letters = [...parts[5]!];
    if (row < 0 || row >= SIDE || (down ? row : column) + letters.length > SIDE) return null;
    return { square: row * SIDE + column, down, letters };
}

export function placementText({ square, down, letters }: Placement): string {
    const row = String(Math.floor(square / SIDE) + 1);
    const column = String.fromCharCode(65 + (square % SIDE));
    return `${down ? column + row : row + column}:${letters.join("")}`;
}

export const squaresOf = (p: Placement) => p.letters.map((_, i) => p.square + i * step(p.down));

// --- What is data in a preset.

export interface TileSet {
    rack: number; // tiles on a full one
    board: readonly string[]; // rows: . plain, 2 3 letter bonus, d t word bonus
    tiles: Readonly<Record<string, number>>; // how many there are, by letter; "?" is the blank
    values: Readonly<Record<string, number>>;
    pairs: Readonly<Record<string, string>>; // letters that may be read as two others
}

export const noSet: TileSet = { rack: 0, board: [], tiles: {}, values: {}, pairs: {} };

export const setOf = (data: unknown): TileSet => ({ ...noSet, ...(data as Partial<TileSet> | undefined) });

// The rows of a custom layout; none where the layout has a name.
export const ownLayout = (settings: Readonly<Record<string, string>>) =>
    settings.board?.includes("/") ? settings.board.split("/") : [];

export type Bonus = "" | "2" | "3" | "d" | "t";

export function bonusAt(set: TileSet, square: number): Bonus {
    const mark = set.board[Math.floor(square / SIDE)]?.[square % SIDE] ?? ".";
    return mark === "." ? "" : (mark as Bonus);
}

// The tiles that the owner of this rack does not see: all but the rack and the board.
export function unseen(set: TileSet, view: View, rack: readonly string[]): [face: string, count: number][] {
    const left = new Map(Object.entries(set.tiles));
    const take = (face: string) => left.set(face, (left.get(face) ?? 0) - 1);
    for (const tile of view.board) if (tile) take(tile.blank ? BLANK : tile.letter);
    rack.forEach(take);
    return [...left];
}
