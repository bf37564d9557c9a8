// The best that was scored alone on this device, for each game as it was set. A game that hints helped
// with is not among them.
import { dict } from "../dict";
import { device, readKept, writeKept, type Keeper } from "../kept";
import type { LocalTerms } from "../local";
import { isNumber, isObject, isText, type Fields } from "../shape";

export interface OwnBest {
    score: number;
    at: number; // when it was begun
    record: string;
}

type Played = Pick<LocalTerms, "game" | "lang" | "lexicon" | "settings">;

const BESTS = "local-bests";
const KEPT = 10;

const keyOf = (p: Played) => JSON.stringify([p.game, p.lang, p.lexicon, Object.entries(p.settings).sort()]);

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
