// The tray under the board during a turn: a prompt, the letters to choose from, the traced word with its points and
// whether it counts.
import { Pass } from "../../board/Pass";
import { plural, t } from "../../text";
import type { Draft, Phase } from "./draft";
import type { Placement } from "./view";
import type { Verdict } from "./ways";

interface TrayProps {
    phase: Phase;
    draft: Draft;
    word: string;
    verdict: Verdict | null;
    letters: readonly string[];
    lang: string;
    plain: ReadonlySet<string>;
    active: boolean;
    busy: boolean;
    asked: Placement | null;
    askedWord: string;
    onLetter(letter: string): void;
    onConfirm(): void;
    onBack(): void;
    onClear(): void;
    onMove(text: string): void;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Keys({
    letters,
    chosen,
    lang,
    onLetter,
}: {
    letters: readonly string[];
    chosen: string | null;
    lang: string;
    onLetter(l: string): void;
}) {
    return (
        <div class="bd-keys" role="group" aria-label={t("web.balda.letters")} lang={lang} data-count={letters.length}>
            {letters.map((letter) => (
                <button
                    type="button"
                    key={letter}
                    class="bd-key"
                    aria-pressed={letter === chosen}
                    onClick={() => onLetter(letter)}
                >
                    {letter}
                </button>
            ))}
        </div>
    );
}

// The word as small tiles, the new letter marked.
function Word({ draft, word, verdict, lang }: { draft: Draft; word: string; verdict: Verdict | null; lang: string }) {
    const points = verdict?.kind === "good" ? verdict.report.points : null;
    return (
        <div class={`bd-word ${verdict?.kind ?? ""}`} data-verdict={verdict?.kind ?? "none"} data-word={word}>
            <span class="visually-hidden" lang={lang}>
                {word}
            </span>
            <span class="bd-word-letters" lang={lang} aria-hidden="true">
                {[...word].map((letter, i) => (
                    <span key={i} class={draft.path[i] === draft.square ? "new" : ""}>
                        {letter}
                    </span>
                ))}
            </span>
            {points !== null && (
                <span class="bd-points">
                    +{points}
                    <span class="visually-hidden"> {plural("web.game.points", points)}</span>
                </span>
            )}
        </div>
    );
}

function note(p: TrayProps): string {
    if (!p.draft.path.length) return t("web.balda.trace_now");
    if (!p.verdict) return "\u00a0";
    if (p.verdict.kind === "good") return p.draft.path.length === 1 ? t("web.balda.single") : t("web.balda.in_play");
    return p.verdict.kind === "ask" ? t("web.balda.will_ask") : capital(p.verdict.text);
}

function Trace(p: TrayProps) {
    const ready = p.active && (p.verdict?.kind === "good" || p.verdict?.kind === "ask");
    return (
        <div class="bd-trace">
            {p.word ? <Word {...p} /> : <p class="bd-prompt">{t("web.balda.trace", [p.draft.letter!])}</p>}
            <p class={`bd-note ${p.verdict?.kind ?? ""}`} role="status">
                {note(p)}
            </p>
            <div class="bd-buttons">
                <button type="button" class="button small" onClick={p.onBack}>
                    {t("web.balda.back")}
                </button>
                <button type="button" class="button small" onClick={p.onClear}>
                    {t("web.balda.clear")}
                </button>
                <button type="button" class="button small primary" disabled={!ready} onClick={p.onConfirm}>
                    {p.verdict?.kind === "ask" ? t("web.balda.ask") : t("web.balda.confirm")}
                </button>
            </div>
        </div>
    );
}

function Question(p: TrayProps) {
    return (
        <div class="bd-question">
            <p class="bd-prompt">{t("web.balda.question", [p.askedWord])}</p>
            <div class="bd-buttons">
                <button
                    type="button"
                    class="button small primary"
                    disabled={!p.active}
                    onClick={() => p.onMove("accept")}
                >
                    {t("web.balda.accept")}
                </button>
                <button type="button" class="button small" disabled={!p.active} onClick={() => p.onMove("refuse")}>
                    {t("web.balda.refuse")}
                </button>
            </div>
        </div>
    );
}

export function Tray(p: TrayProps) {
    if (p.busy)
        return (
            <div class="bd-tray">
                <p class="bd-prompt">{t("web.game.sending")}</p>
            </div>
        );
    if (p.plain.has("accept"))
        return (
            <div class="bd-tray">
                <Question {...p} />
            </div>
        );
    return (
        <div class="bd-tray" data-phase={p.phase}>
            {p.phase === "place" && (
                <div class="bd-place">
                    <p class="bd-prompt">{t("web.balda.place")}</p>
                    {p.plain.has("pass") && (
                        <Pass
                            label={t("web.balda.pass")}
                            question={t("web.balda.pass_sure")}
                            disabled={!p.active}
                            onPass={() => p.onMove("pass")}
                        />
                    )}
                </div>
            )}
            {p.phase === "letter" && (
                <Keys letters={p.letters} chosen={p.draft.letter} lang={p.lang} onLetter={p.onLetter} />
            )}
            {p.phase === "trace" && <Trace {...p} />}
        </div>
    );
}
