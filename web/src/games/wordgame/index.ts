// The Word Game and the classic set-up: one board for both.
import type { Shown, ShownAction } from "../../core/wasm";
import { plural, t } from "../../text";
import type { Game } from "../game";
import { Aside } from "./Aside";
import { Board, Preview } from "./Board";
import { parsePlacement, readView, SIDE, squaresOf } from "./view";

const plain: Record<string, string> = { pass: "web.wordgame.passed", resign: "web.wordgame.resigned" };

function describe(action: ShownAction): string | null {
    const key = plain[action.text];
    if (key) return t(key);
    const swapped = /^exchange (.+)$/u.exec(action.text);
    return swapped ? plural("web.wordgame.swapped", [...swapped[1]!].length) : null;
}

// Where the word begins, as moves are written: 8d across, d8 down.
const placeOf = (action: ShownAction) =>
    parsePlacement(action.text) ? action.text.slice(0, action.text.indexOf(":")).toLowerCase() : "";

function detail(action: ShownAction): string {
    const p = parsePlacement(action.text);
    return p ? t(p.down ? "web.wordgame.down_from" : "web.wordgame.across_from", [placeOf(action)]) : "";
}

function pointAt(text: string, shown: Shown): { squares: number[]; placed: number } | null {
    const p = parsePlacement(text);
    if (!p) return null;
    const squares = squaresOf(p);
    const { board } = readView(shown.state);
    return { squares, placed: squares.findIndex((square) => !board[square]) };
}

const blank = () => `row ${".".repeat(SIDE)}\n`.repeat(SIDE);

export const game: Game = { Board, Preview, Aside, blank, describe, detail, place: placeOf, pointAt };
