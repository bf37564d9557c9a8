// The best that was scored alone on this device, for each game as it was set. A game that hints helped
// with is not among them.
import { dict } from "../dict";
import { device, readKept, writeKept, type Keeper } from "../kept";
import { isNumber, isObject, isText, type Fields } from "../shape";
import type { Match } from "../types";

export interface OwnBest {
    score: number;
    at: number; // when it was begun
    record: string;
}

type Played = Pick<Match, "game" | "lang" | "lexicon" | "settings" | "changed">;

const BESTS = "local-bests";
const KEPT = 10;

// Settings at their default are no part of the key: the default of a new setting changes nothing for older games.
function keyOf({ game, lang, lexicon, settings, changed }: Played): string {
    const own = Object.entries(settings).filter(([name]) => changed.includes(name));
    return JSON.stringify([game, lang, lexicon, own.sort()]);
}

const isBest = (value: unknown): value is OwnBest =>
    isObject(value) && isNumber(value.score) && isNumber(value.at) && isText(value.record);

const all = (keeper: Keeper): Fields => dict(readKept(keeper, BESTS, isObject) ?? {});

export function ownBests(played: Played, keeper: Keeper = device()): OwnBest[] {
    const kept = all(keeper)[keyOf(played)];
    return Array.isArray(kept) ? kept.filter(isBest) : [];
}

// Best first, of equal ones the older. The same game is there once, however often its end is seen.
export function addBest(played: Played, best: OwnBest, keeper: Keeper = device()): void {
    const others = ownBests(played, keeper).filter((one) => one.at !== best.at);
    const list = [...others, best].sort((a, b) => b.score - a.score || a.at - b.at).slice(0, KEPT);
    writeKept(keeper, BESTS, { ...all(keeper), [keyOf(played)]: list });
}
