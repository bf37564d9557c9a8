// A tile as it lies on the board and on the rack, and a square without one.
import { printed } from "../../board/print";
import { t } from "../../text";
import { BLANK, type Bonus, type TileSet } from "./view";

export interface TileProps {
    face: string; // as printed; "?" is a blank
    letter?: string; // what a blank stands for
    set: TileSet;
}

// Screen readers get the label of the square or slot.
export function Tile({ face, letter, set }: TileProps) {
    const blank = face === BLANK;
    return (
        <span class={`wg-tile ${blank ? "blank" : ""}`} aria-hidden="true">
            <span class="wg-letter">{blank ? (letter ?? "") : face}</span>
            {!blank && set.values[face] !== undefined && <span class="wg-value" {...printed(set.values[face])} />}
            {set.pairs[face] && <span class="wg-pair" {...printed(set.pairs[face].toLowerCase())} />}
        </span>
    );
}

// "T, 1 point"; "blank, as T".
export function tileLabel(face: string, letter: string | undefined, set: TileSet): string {
    if (face === BLANK) return letter ? t("web.wordgame.blank_as", [letter]) : t("web.wordgame.blank");
    const value = set.values[face];
    const name = set.pairs[face] ? t("web.wordgame.or", [face, set.pairs[face]]) : face;
    return value === undefined ? name : t("web.wordgame.worth", [name, value]);
}

const bonusKeys: Record<Exclude<Bonus, "">, string> = { 2: "letter2", 3: "letter3", d: "word2", t: "word3" };

export const bonuses = Object.keys(bonusKeys) as Exclude<Bonus, "">[];
export const bonusMark = (bonus: Bonus) => (bonus ? t(`web.wordgame.mark.${bonusKeys[bonus]}`) : "");
export const bonusName = (bonus: Bonus) => (bonus ? t(`web.wordgame.bonus.${bonusKeys[bonus]}`) : "");
