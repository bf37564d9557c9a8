// The stem as a row of tiles, and under it the letters that can be added. Which ones those are, the
// core says: no rule is written down here.
import { useAnswer } from "../../board/verdict";
import { t } from "../../text";
import type { BoardProps, Pointed, PreviewProps } from "../game";

// From the core's text of the position, which text.c of the rules writes.
export const readStem = (state: string): string[] => [...(/^stem (.*)$/m.exec(state)?.[1] ?? "")];

// The letters that are legal moves.
function useLetters({ position, seat }: BoardProps): readonly string[] {
    const { letters } = position;
    const codes = useAnswer(position, seat, (ask) => ask.probe(letters)).value;
    return codes ? letters.filter((_, i) => codes[i] === "") : [];
}

function Stem({ stem, pointed }: { stem: readonly string[]; pointed: Pointed | null }) {
    const shown = pointed?.kind === "hint" ? [...stem, pointed.text] : stem;
    return (
        <p class="sprout-stem" role="img" aria-label={t("web.sprout.stem", [stem.join("")])}>
            {shown.map((letter, i) => (
                <span
                    key={i}
                    class={pointed?.squares.includes(i) ? `sprout-tile ${pointed.kind}` : "sprout-tile"}
                    aria-hidden="true"
                >
                    {letter}
                </span>
            ))}
        </p>
    );
}

export function Board(p: BoardProps) {
    const letters = useLetters(p);
    return (
        <div class="sprout">
            <Stem stem={readStem(p.position.shown.state)} pointed={p.pointed} />
            {p.seat === null && p.idle && <p class="sprout-tray">{p.idle}</p>}
            {p.seat !== null && (
                <div class="sprout-tray">
                    <p>{t("web.sprout.choose")}</p>
                    <div
                        class="sprout-letters"
                        role="group"
                        aria-label={t("web.sprout.letters")}
                        lang={p.position.shown.lang}
                    >
                        {letters.map((letter) => (
                            <button
                                type="button"
                                key={letter}
                                class="button sprout-letter"
                                disabled={p.busy}
                                onClick={() => p.onMove(letter)}
                            >
                                {letter}
                            </button>
                        ))}
                    </div>
                </div>
            )}
        </div>
    );
}

// Before the core is there.
export const Preview = ({ state }: PreviewProps) => (
    <div class="sprout">
        <Stem stem={readStem(state)} pointed={null} />
    </div>
);
