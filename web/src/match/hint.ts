// Hints in games on the device. The first request shows where the letter goes, the second the whole word.
// A hint costs up to a second of search, and the game its place among the best scores (local.ts, `helped`).
import { useState } from "preact/hooks";
import { thinker } from "../core/core";
import type { Game, Pointed, Position } from "../games/game";
import { toast, toastError } from "../state";
import { t } from "../text";

const LEVEL = 5;
const MILLISECONDS = 1000;

export function useHint(position: Position | null, game: Game | null) {
    const [hint, setHint] = useState<{ record: string; full: Pointed; step: number } | null>(null);
    const [asking, setAsking] = useState(false);
    const current = hint && position && hint.record === position.record ? hint : null;
    const ask = async () => {
        if (current) return setHint({ ...current, step: 2 });
        if (!position || !game || asking) return;
        setAsking(true);
        try {
            const best = await thinker.call("best", [position.lexicon, position.record, LEVEL, MILLISECONDS, 1]);
            const at = best.ok ? game.pointAt(best.text, position.shown) : null;
            if (best.ok && at)
                setHint({ record: position.record, full: { kind: "hint", text: best.text, ...at }, step: 1 });
            else if (best.ok) toast(t("web.game.hint_none"));
        } catch (e) {
            toastError(e);
        } finally {
            setAsking(false);
        }
    };
    const shown =
        current &&
        (current.step > 1
            ? current.full
            : { ...current.full, squares: [current.full.squares[current.full.placed]!], placed: 0 });
    return { hint: shown, ask };
}
