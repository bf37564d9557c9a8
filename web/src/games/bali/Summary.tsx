// The end: every word of each player, and the points.
import type { Shown } from "../../core/wasm";
import { plural, t } from "../../text";
import { takenBy } from "./view";

interface SummaryProps {
    shown: Shown;
    names: Readonly<Record<string, string>>;
    onAgain: (() => void) | undefined;
}

function Words({ shown, seat, score, name }: { shown: Shown; seat: string; score: number; name: string | null }) {
    const words = takenBy(seat, shown.actions);
    const bonus = score - words.reduce((sum, one) => sum + one.points, 0);
    const best = Math.max(0, ...words.map((one) => one.points));
    return (
        <section class="bl-total" data-seat={seat}>
            <h3>
                <span>{name ?? plural("web.bali.words", words.length)}</span>
                <b class="number">{score}</b>
            </h3>
            <ul lang={shown.lang}>
                {words.map((one, i) => (
                    <li key={i} class={one.points === best ? "best" : ""}>
                        <span class="mt-word">{one.word}</span>
                        <span class="number">{one.points}</span>
                    </li>
                ))}
                {bonus > 0 && (
                    <li class="bl-bonus">
                        <span>{t("web.bali.bonus")}</span>
                        <span class="number">+{bonus}</span>
                    </li>
                )}
                {!words.length && <li class="muted">{t("web.bali.no_words")}</li>}
            </ul>
        </section>
    );
}

export function Summary({ shown, names, onAgain }: SummaryProps) {
    const alone = shown.scores.length === 1;
    return (
        <div class="bl-summary" data-seats={shown.scores.length}>
            {shown.scores.map((score, i) => {
                const seat = String.fromCharCode(65 + i);
                return (
                    <Words
                        key={seat}
                        shown={shown}
                        seat={seat}
                        score={score}
                        name={alone ? null : (names[seat] ?? seat)}
                    />
                );
            })}
            {onAgain && (
                <div class="bl-buttons">
                    <button type="button" class="button primary" onClick={onAgain}>
                        {t("web.bali.new_deal")}
                    </button>
                </div>
            )}
        </div>
    );
}
