// Bali: columns of cards that are joined and taken.
import type { Shown, ShownAction } from "../../core/wasm";
import { plural, t } from "../../text";
import type { Game } from "../game";
import { Board, Preview } from "./Board";
import { isTake, placesOf } from "./draft";
import { chosenAt } from "./trace";
import { placeIndex } from "./view";

const plain: Record<string, string> = {
    pass: "web.bali.passed",
    done: "web.bali.stopped",
    resign: "web.bali.resigned",
    challenge: "web.bali.challenged",
};

function describe(action: ShownAction): string | null {
    const key = plain[action.text];
    if (key) return t(key);
    if (action.text.startsWith("name ")) return t("web.bali.named", [action.text.slice(5)]);
    if (action.letters !== undefined) return plural("web.bali.took_cards", action.letters);
    if (action.run === undefined && placesOf(action.text).length > 1 && !action.word) return t("web.bali.a_join");
    return action.word ? null : (action.run ?? action.text);
}

function detail(action: ShownAction): string {
    const places = placesOf(action.text);
    if (!places.length) return "";
    return t(isTake(action.text) ? "web.bali.took" : "web.bali.joined", [places.join(" + ")]);
}

function pointAt(text: string, _shown: Shown): { squares: number[]; placed: number } | null {
    const places = placesOf(text);
    return places.length ? { squares: places.map(placeIndex), placed: 0 } : null;
}

const outlook = (score: string, chance: string) => t("web.bali.outlook", [score, chance]);

// A row of empty places for each.
const blank = (_: Readonly<Record<string, string>>, seats: number) =>
    [..."ABCD"]
        .slice(0, seats)
        .map((seat) => `score ${seat} 0\n`)
        .join("");

export const game: Game = { Board, Preview, shape: "table", blank, describe, detail, outlook, chosenAt, pointAt };
