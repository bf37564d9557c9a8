// The tiles of each language, as the rules themselves read them.
import classicDe from "../../../../data/tiles/classic-de.txt";
import classicEn from "../../../../data/tiles/classic-en.txt";
import classicFr from "../../../../data/tiles/classic-fr.txt";
import classicNl from "../../../../data/tiles/classic-nl.txt";
import classicRu from "../../../../data/tiles/classic-ru.txt";
import wordgameDe from "../../../../data/tiles/wordgame-de.txt";
import wordgameEn from "../../../../data/tiles/wordgame-en.txt";
import wordgameFr from "../../../../data/tiles/wordgame-fr.txt";
import wordgameNl from "../../../../data/tiles/wordgame-nl.txt";
import wordgameRu from "../../../../data/tiles/wordgame-ru.txt";

export const classicTiles: Readonly<Record<string, string>> = {
    de: classicDe,
    en: classicEn,
    fr: classicFr,
    nl: classicNl,
    ru: classicRu,
};
export const wordgameTiles: Readonly<Record<string, string>> = {
    de: wordgameDe,
    en: wordgameEn,
    fr: wordgameFr,
    nl: wordgameNl,
    ru: wordgameRu,
};
