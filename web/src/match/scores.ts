// The best that was scored alone on this device, for each game as it was set. A game that hints helped
// with is not among them.
import type { LocalTerms } from "../local";
import type { Keeper } from "./local";

export interface OwnBest {
    score: number;
    at: number; // when it was begun
    record: string;
}

type Played = Pick<LocalTerms, "game" | "lang" | "lexicon" | "settings">;

const BESTS = "local-bests", KEPT = 10;

const keyOf = (p: Played) => JSON.stringify([p.game, p.lang, p.lexicon, Object.entries(p.settings).sort()]);

function all(keeper: Keeper): Record<string, OwnBest[]> {
    try {
        const kept = JSON.parse(keeper.getItem(BESTS) ?? "{}") as Record<string, OwnBest[]> | null;
        return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
    } catch {
        return {};
    }
}

export function ownBests(played: Played, keeper: Keeper = localStorage): OwnBest[] {
    const kept = all(keeper)[keyOf(played)];
    return Array.isArray(kept) ? kept : [];
}

// Best first, of equal ones the older. The same game is there once, however often its end is seen.
export function addBest(played: Played, best: OwnBest, keeper: Keeper = localStorage): void {
    const others = ownBests(played, keeper).filter((one) => one.at !== best.at);
    const list = [...others, best].sort((a, b) => b.score - a.score || a.at - b.at).slice(0, KEPT);
    try {
        keeper.setItem(BESTS, JSON.stringify({ ...all(keeper), [keyOf(played)]: list }));
    } catch {
        // It is gone with the page then.
    }
}
