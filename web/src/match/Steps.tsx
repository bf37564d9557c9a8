// Going through a game step by step, with buttons and keys.
import { useEffect, useState } from "preact/hooks";
import { t } from "../text";
import { useLatest } from "../ui/latest";

const STEP_MS = 1400;

interface StepsProps {
    at: number;
    last: number;
    runs: boolean;
    onGo(n: number): void;
    onRun(): void;
}

const Glyph = ({ d }: { d: string }) => (
    <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={d} fill="currentColor" />
    </svg>
);

export function Steps({ at, last, runs, onGo, onRun }: StepsProps) {
    const step = (label: string, to: number, d: string) => (
        <button
            type="button"
            class="icon-button"
            aria-label={t(label)}
            title={t(label)}
            disabled={to === at || to < 0 || to > last}
            onClick={() => onGo(to)}
        >
            <Glyph d={d} />
        </button>
    );
    return (
        <div class="mt-steps" role="group" aria-label={t("web.game.steps")}>
            {step("web.game.first", 0, "M6 5h2.5v14H6zM19 5v14l-9-7z")}
            {step("web.game.previous", at - 1, "M17 5v14l-10-7z")}
            <button
                type="button"
                class="icon-button"
                aria-label={t(runs ? "web.game.stop" : "web.game.run")}
                title={t(runs ? "web.game.stop" : "web.game.run")}
                aria-pressed={runs}
                onClick={onRun}
            >
                <Glyph d={runs ? "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z" : "M6 4.5l13 7.5-13 7.5z"} />
            </button>
            {step("web.game.next", at + 1, "M7 5v14l10-7z")}
            {step("web.game.last", last, "M15.5 5H18v14h-2.5zM5 5v14l9-7z")}
            <span class="number small muted mt-at" aria-live="polite">
                {t("web.game.move_of", [at, last])}
            </span>
        </div>
    );
}

// Lets it run, and hears the keys.
export function useSteps(at: number, last: number, goTo: (n: number) => void) {
    const [runs, setRuns] = useState(false);
    const go = useLatest(goTo);
    useEffect(() => {
        if (!runs) return;
        if (at >= last) return setRuns(false);
        const timer = setTimeout(() => go.current(at + 1), STEP_MS);
        return () => clearTimeout(timer);
    }, [runs, at, last]);
    useEffect(() => {
        const key = (e: KeyboardEvent) => {
            const target = e.target as HTMLElement;
            if (e.ctrlKey || e.metaKey || e.altKey || target.closest("input, textarea, [role=grid], select")) return;
            const to = { ArrowLeft: Math.max(at - 1, 0), ArrowRight: Math.min(at + 1, last), Home: 0, End: last }[
                e.key
            ];
            if (to === undefined) return;
            e.preventDefault();
            setRuns(false);
            go.current(to);
        };
        addEventListener("keydown", key);
        return () => removeEventListener("keydown", key);
    }, [at, last]);
    return { runs, setRuns };
}
