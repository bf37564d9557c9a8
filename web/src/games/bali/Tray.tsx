// The tray under the table: the columns of the join as they would read, whether that is a word or can become one, and
// its points; the joker's letters; a challenge and its answer; stopping.
import { useState } from "preact/hooks";
import { plural, t } from "../../text";
import { CardFace } from "./Cards";
import type { Draft, Part } from "./draft";
import type { Pack, View } from "./view";
import { openIn, playable, undecided, type Verdict, type Ways } from "./ways";

export interface TrayState {
    view: View;
    pack: Pack;
    draft: Draft;
    verdict: Verdict | null;
    fits: ReadonlySet<string>; // letters of the open card that make something that can be played
    ways: Ways;
    doubted: string | null; // the place of the join that can be challenged, or is
    lang: string;
    active: boolean;
    busy: boolean;
    names: Readonly<Record<string, string>>;
    seat: string | null;
}

interface TrayProps extends TrayState {
    onRaise(place: string): void;
    onSettle(place: string, letter: string): void;
    onConfirm(): void;
    onTake(): void; // the word that the draft makes
    onBack(): void;
    onClear(): void;
    onMove(text: string): void;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Chunk({ p, part, first }: { p: TrayProps; part: Part; first: boolean }) {
    const column = p.view.columns.get(part.place);
    if (!column) return null;
    const letters = column.cards.map((card) => part.letter || card.letter || card.face).join("");
    return (
        <button
            type="button"
            class="bl-chunk"
            data-place={part.place}
            disabled={p.draft.length < 2}
            onClick={() => p.onRaise(part.place)}
            aria-label={t(first ? "web.bali.to_bottom" : "web.bali.to_top", [letters])}
            title={t(first ? "web.bali.to_bottom" : "web.bali.to_top", [letters])}
        >
            {column.cards.map((card, i) => (
                <CardFace key={i} card={card} value={p.pack.values[card.face]} letter={part.letter} />
            ))}
        </button>
    );
}

// The letters that a card can be: those with which there is something to play stand out.
function Letters({ p, part }: { p: TrayProps; part: Part }) {
    const { letters, own } = p.ways.choices.get(part.place)!;
    const chosen = part.letter || own;
    return (
        <div
            class="bl-keys"
            role="group"
            aria-label={t("web.bali.letters", [part.place])}
            lang={p.lang}
            data-count={letters.length}
        >
            {letters.map((letter) => (
                <button
                    type="button"
                    key={letter}
                    class={`bl-key ${p.fits.has(letter) ? "fits" : ""}`}
                    aria-pressed={letter === chosen}
                    aria-label={p.fits.has(letter) ? t("web.bali.letter_fits", [letter]) : letter}
                    onClick={() => p.onSettle(part.place, letter)}
                >
                    {letter}
                </button>
            ))}
        </div>
    );
}

function noteOf(p: TrayProps): { text: string; kind: string } {
    const v = p.verdict;
    if (!v) return { text: "\u00a0", kind: "" };
    if (v.kind === "take") return { text: t("web.bali.can_take"), kind: "good" };
    if (v.kind === "word")
        return {
            text: t(v.now ? "web.bali.word_now" : v.take ? "web.bali.word_either" : "web.bali.word_later", [v.points]),
            kind: "good",
        };
    if (v.kind === "run") return { text: t(v.short ? "web.bali.too_short" : "web.bali.run"), kind: "fair" };
    if (v.kind === "claim") return { text: t("web.bali.claim"), kind: "fair" };
    if (v.kind === "letter") return { text: t("web.bali.choose_letter"), kind: "" };
    if (v.kind === "alone") return { text: t("web.bali.add_more"), kind: "" };
    return { text: capital(v.text), kind: "bad" };
}

function Word({ p }: { p: TrayProps }) {
    const v = p.verdict;
    const points = v && (v.kind === "take" || v.kind === "word") ? v.points : null;
    return (
        <div class="bl-word" data-verdict={v?.kind ?? "none"} data-word={v && "word" in v ? v.word : ""}>
            <div class="bl-chunks" lang={p.lang}>
                {p.draft.map((part, i) => (
                    <Chunk key={part.place} p={p} part={part} first={i === 0} />
                ))}
            </div>
            {points !== null && (
                <span class="bl-points">
                    {v?.kind === "word" && !v.now ? "" : "+"}
                    {points}
                    <span class="visually-hidden"> {plural("web.game.points", points)}</span>
                </span>
            )}
        </div>
    );
}

function Making({ p }: { p: TrayProps }) {
    const note = noteOf(p);
    const either = undecided(p.verdict);
    return (
        <div class="bl-making">
            <Word p={p} />
            {openIn(p.ways, p.draft).map((part) => (
                <Letters key={part.place} p={p} part={part} />
            ))}
            <p class={`bl-note ${note.kind}`} role="status">
                {note.text}
            </p>
            <div class="bl-buttons">
                <button type="button" class="button small" onClick={p.onBack}>
                    {t("web.bali.back")}
                </button>
                <button type="button" class="button small" onClick={p.onClear}>
                    {t("web.bali.clear")}
                </button>
                <button
                    type="button"
                    class="button small primary"
                    disabled={!p.active || (p.verdict !== null && !playable(p.verdict))}
                    onClick={p.onConfirm}
                >
                    {t(
                        p.draft.length === 1
                            ? "web.bali.take"
                            : p.verdict?.kind === "word" && p.verdict.now
                              ? "web.bali.finish"
                              : "web.bali.join",
                    )}
                </button>
                {either && (
                    <button type="button" class="button small bl-take" disabled={!p.active} onClick={p.onTake}>
                        {t("web.bali.take")}
                    </button>
                )}
            </div>
        </div>
    );
}

// The player whose join was challenged names a word that contains the letters, or concedes.
function Naming({ p }: { p: TrayProps }) {
    const [word, setWord] = useState("");
    const doubt = p.view.doubt!;
    const run =
        p.view.columns
            .get(p.doubted ?? "")
            ?.cards.map((card) => card.letter || card.face)
            .join("") ?? "";
    const send = (e: Event) => {
        e.preventDefault();
        if (word.trim()) p.onMove(`name ${word.trim()}`);
    };
    return (
        <form class="bl-naming" onSubmit={send}>
            <p class="bl-prompt" role="alert">
                {t("web.bali.name_word", [p.names[doubt.challenger!] ?? doubt.challenger!, run])}
            </p>
            <input
                class="input"
                value={word}
                onInput={(e) => setWord(e.currentTarget.value)}
                aria-label={t("web.bali.word_with", [run])}
                placeholder={t("web.bali.word_with", [run])}
                lang={p.lang}
                autoComplete="off"
                autoCapitalize="characters"
                spellcheck={false}
                maxLength={40}
            />
            <div class="bl-buttons">
                <button type="button" class="button small" disabled={!p.active} onClick={() => p.onMove("pass")}>
                    {t("web.bali.give_in")}
                </button>
                <button type="submit" class="button small primary" disabled={!p.active || !word.trim()}>
                    {t("web.bali.name_it")}
                </button>
            </div>
        </form>
    );
}

// Stopping ends the game, so it needs a confirmation.
function Stop({ onStop }: { onStop(): void }) {
    const [sure, setSure] = useState(false);
    return sure ? (
        <>
            <button type="button" class="button small" onClick={() => setSure(false)}>
                {t("web.bali.go_on")}
            </button>
            <button type="button" class="button small danger" onClick={onStop}>
                {t("web.bali.really_stop")}
            </button>
        </>
    ) : (
        <button type="button" class="button small quiet" onClick={() => setSure(true)}>
            {t("web.bali.stop")}
        </button>
    );
}

function Waiting({ p, prompt }: { p: TrayProps; prompt: string }) {
    const doubt = p.view.doubt;
    return (
        <div class="bl-waiting">
            <p class="bl-prompt">{prompt}</p>
            {p.ways.plain.has("challenge") && doubt && (
                <p class="bl-note">{t("web.bali.may_challenge", [p.names[doubt.seat] ?? doubt.seat])}</p>
            )}
            <div class="bl-buttons">
                {p.ways.plain.has("challenge") && (
                    <button type="button" class="button small" disabled={p.busy} onClick={() => p.onMove("challenge")}>
                        {t("web.bali.challenge")}
                    </button>
                )}
                {p.ways.plain.has("pass") && (
                    <button type="button" class="button small primary" onClick={() => p.onMove("pass")}>
                        {t("web.bali.pass")}
                    </button>
                )}
                {p.ways.plain.has("done") && <Stop onStop={() => p.onMove("done")} />}
            </div>
        </div>
    );
}

export function Tray(p: TrayProps & { idle: string | null }) {
    const { doubt } = p.view;
    if (p.busy)
        return (
            <div class="bl-tray">
                <p class="bl-prompt">{t("web.game.sending")}</p>
            </div>
        );
    if (p.seat && doubt?.challenger && doubt.seat === p.seat)
        return (
            <div class="bl-tray">
                <Naming p={p} />
            </div>
        );
    if (p.seat && p.draft.length)
        return (
            <div class="bl-tray">
                <Making p={p} />
            </div>
        );
    const prompt = !p.seat
        ? (p.idle ?? "\u00a0")
        : p.ways.plain.has("pass")
          ? t("web.bali.must_pass")
          : t("web.bali.prompt");
    return (
        <div class="bl-tray">
            <Waiting p={p} prompt={prompt} />
        </div>
    );
}
