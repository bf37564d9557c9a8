// Balda and Bukva: one board for both.
import type { Shown, ShownAction } from "../../core/wasm";
import { t } from "../../text";
import type { Game } from "../game";
import { Board, Preview } from "./Board";
import { parsePlacement, readView } from "./view";

const plain: Record<string, string> = {
    pass: "web.balda.passed",
    resign: "web.balda.resigned",
    accept: "web.balda.accepted",
    refuse: "web.balda.refused",
};

function describe(action: ShownAction): string | null {
    const key = plain[action.text];
    if (key) return t(key);
    return action.word ? null : t("web.balda.asked_about");
}

function detail(action: ShownAction): string {
    const parts = /^([a-i][1-9])=(.)\//iu.exec(action.text);
    return parts ? t("web.balda.on", [parts[2]!.toUpperCase(), parts[1]!]) : "";
}

function pointAt(text: string, shown: Shown): { squares: number[]; placed: number } | null {
    const p = parsePlacement(text, readView(shown.state).width);
    return p && { squares: p.path, placed: p.path.indexOf(p.square) };
}

function blank(settings: Readonly<Record<string, string>>): string {
    const width = Number(settings.size ?? 5);
    return Array.from({ length: width }, () => `# ${Array(width).fill(".").join(" ")}\n`).join("");
}

export const game: Game = { Board, Preview, blank, describe, detail, pointAt };
