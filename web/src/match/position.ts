// The position of a record, from the core. The last one stays until the next arrives, so that nothing flickers.
import { useEffect, useState } from "preact/hooks";
import { core, speak } from "../core/core";
import type { ShownAction } from "../core/wasm";
import { loadGame, type Game, type Position } from "../games/game";
import { lang, t } from "../text";
import { useLatest } from "../ui/latest";

export interface Placed {
    position: Position | null;
    error: string;
    again(): void;
}

async function lettersOf(lexicon: string): Promise<string[]> {
    try {
        return (await core.call("lexicon", [lexicon])).letters;
    } catch {
        throw new Error(t("web.game.words_failed"));
    }
}

async function find(lexicon: string, record: string, eyes: Eyes): Promise<Position> {
    const letters = await lettersOf(lexicon);
    const shown = await core.call("show", [lexicon, record, eyes.viewer]);
    if (!shown.ok) throw new Error(shown.error.text);
    return { lexicon, record, shown: eyes.log ? { ...shown, actions: eyes.log } : shown, letters };
}

// The viewer, and the move log where the record does not have it.
export interface Eyes {
    viewer?: number | undefined; // none: everything is visible
    log?: ShownAction[] | undefined;
}

export function usePosition(lexicon: string, record: string | null, eyes: Eyes = {}): Placed {
    const [placed, setPlaced] = useState<Omit<Placed, "again">>({ position: null, error: "" });
    const [round, setRound] = useState(0);
    const language = lang.value;
    useEffect(() => speak(language), [language]);
    const { viewer, log } = eyes;
    const moves = useLatest(log); // it only grows: its length tells whether it is another one
    useEffect(() => {
        let current = true;
        if (!record) return;
        find(lexicon, record, { viewer, log: moves.current }).then(
            (position) => current && setPlaced({ position, error: "" }),
            (e: unknown) => current && setPlaced({ position: null, error: e instanceof Error ? e.message : String(e) }),
        );
        return () => {
            current = false;
        };
    }, [lexicon, record, viewer, log?.length, round]);
    return { ...placed, again: () => setRound((n) => n + 1) };
}

export function useGame(preset: string): Game | null {
    const [game, setGame] = useState<Game | null>(null);
    useEffect(() => {
        let current = true;
        if (preset)
            loadGame(preset).then(
                (found) => current && setGame(found),
                () => undefined,
            );
        return () => {
            current = false;
        };
    }, [preset]);
    return game;
}
