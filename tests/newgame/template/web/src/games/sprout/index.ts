// Sprout: a word that grows by a letter each turn.
import type { Shown, ShownAction } from "../../core/wasm";
import { t } from "../../text";
import type { Game } from "../game";
import { Board, Preview, readStem } from "./Board";

const describe = (action: ShownAction) =>
    action.text === "resign" ? t("web.sprout.resigned") : action.word ? null : (action.run ?? action.text);

const detail = (action: ShownAction) => (action.text === "resign" ? "" : t("web.sprout.added", [action.text]));

// The stem and the letter that the move adds to it.
function pointAt(text: string, shown: Shown): { squares: number[]; placed: number } | null {
    const { length } = readStem(shown.state);
    return text === "resign" ? null : { squares: Array.from({ length: length + 1 }, (_, i) => i), placed: length };
}

export const game: Game = { Board, Preview, blank: () => "", describe, detail, pointAt };
