// The position of Balda and Bukva from the core's text of it (src/games/balda/text.c writes it).

export interface View {
    width: number;
    letters: string[]; // by square, row by row; "" where it is empty
    asked: { square: number; letter: string; path: number[] } | null;
}

export function squareName(square: number, width: number): string {
    return String.fromCharCode(97 + (square % width)) + String(Math.floor(square / width) + 1);
}

export function squareOf(name: string, width: number): number {
    return (name.charCodeAt(1) - 49) * width + (name.toLowerCase().charCodeAt(0) - 97);
}

export interface Placement {
    square: number;
    letter: string;
    path: number[];
}

export function parsePlacement(text: string, width: number): Placement | null {
    const parts = /^([a-i][1-9])=(.)\/((?:[a-i][1-9])+)$/iu.exec(text);
    if (!parts) return null;
    const path = parts[3]!.match(/../g)!.map((name) => squareOf(name, width));
    return { square: squareOf(parts[1]!, width), letter: parts[2]!, path };
}

export function placementText(p: Placement, width: number): string {
    const path = p.path.map((square) => squareName(square, width)).join("");
    return `${squareName(p.square, width)}=${p.letter}/${path}`;
}

export function readView(state: string): View {
    const lines = state.split("\n");
    const rows = lines.filter((line) => line.startsWith("# ")).map((line) => line.slice(2).split(" "));
    const width = rows.length;
    const asked = lines.find((line) => line.startsWith("asked "));
    return {
        width,
        letters: rows.flat().map((letter) => (letter === "." ? "" : letter)),
        asked: asked ? parsePlacement(asked.slice(6), width) : null,
    };
}
