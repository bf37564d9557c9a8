// A position for the first page in each language, from games that were played to there by the rules.
import type { PictureProps } from "./picture";

export type HeroPosition = Pick<PictureProps, "rows" | "path" | "fresh"> & { word: string };

export const heroes: Record<string, HeroPosition> = {
    en: {
        word: "CAROLER",
        rows: [".....", "CAR..", "STONE", "..LER", "....."],
        path: ["a2", "b2", "c2", "c3", "c4", "d4", "e4"],
        fresh: "c2",
    },
    de: {
        word: "SALBADERN",
        rows: ["LB...", "AAD..", "STERN", ".....", "....."],
        path: ["a3", "a2", "a1", "b1", "b2", "c2", "c3", "d3", "e3"],
        fresh: "c2",
    },
    fr: {
        word: "DÉROUTE",
        rows: [".....", "IME..", "ROUTE", "ED...", "....."],
        path: ["b4", "a4", "a3", "b3", "c3", "d3", "e3"],
        fresh: "b4",
    },
    nl: {
        word: "STEIGER",
        rows: [".....", "ALIG.", "STEEN", "...R.", "....."],
        path: ["a3", "b3", "c3", "c2", "d2", "d3", "d4"],
        fresh: "d4",
    },
    ru: {
        word: "ДОГОВОР",
        rows: [".....", "..ГОД", "СЛОВО", ".У..Р", ".Р..."],
        path: ["e2", "d2", "c2", "c3", "d3", "e3", "e4"],
        fresh: "e2",
    },
};
