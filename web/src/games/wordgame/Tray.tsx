// The tray under the board: the rack, the verdict on the tiles on the board, and the buttons.
import { Pass } from "../../board/Pass";
import { plural, t } from "../../text";
import { Dialog } from "../../ui/controls";
import { Rack, Tool } from "./Rack";
import type { Draft } from "./draft";
import type { TileSet } from "./view";
import type { Verdict, Ways } from "./verdict";

export interface TrayProps {
    draft: Draft;
    set: TileSet;
    lang: string;
    bag: number;
    selected: ReadonlySet<number>;
    dragged: number | null;
    may: boolean; // tiles can be moved
    turn: boolean; // and a move be made
    busy: boolean;
    idle: string | null; // the opponent to wait for
    exchanging: boolean;
    ways: Ways;
    verdict: Verdict | null;
    said: string; // why the tiles on the board are no move
    zoomed: boolean;
    onShuffle(): void;
    onSort(): void;
    onRecall(): void;
    onZoom(): void;
    onPlay(): void;
    onPass(): void;
    onExchange(on: boolean): void;
    onSwap(): void;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Note(p: TrayProps) {
    const kind = p.busy ? "" : (p.verdict?.kind ?? "");
    const text = p.busy
        ? t("web.game.sending")
        : p.exchanging
          ? t("web.wordgame.choose_swap")
          : p.verdict?.kind === "good"
            ? (p.verdict.report.word ?? "")
            : p.verdict
              ? capital(p.verdict.text)
              : p.said || (!p.turn ? (p.idle ?? "") : p.draft.placed.length ? "" : t("web.wordgame.place"));
    return (
        <p class={`wg-note ${kind}`} data-verdict={kind || "none"} role="status">
            <span lang={kind === "good" ? p.lang : undefined}>{text || "\u00a0"}</span>
            {!p.busy && p.verdict?.kind === "good" && (
                <b class="wg-points number">
                    +{p.verdict.report.points}
                    <span class="visually-hidden"> {plural("web.game.points", p.verdict.report.points)}</span>
                </b>
            )}
        </p>
    );
}

function Exchange(p: TrayProps) {
    return (
        <div class="wg-buttons">
            <button type="button" class="button small" onClick={() => p.onExchange(false)}>
                {t("web.common.cancel")}
            </button>
            <button
                type="button"
                class="button small primary"
                disabled={!p.selected.size || !p.turn}
                onClick={p.onSwap}
            >
                {plural("web.wordgame.swap", p.selected.size)}
            </button>
        </div>
    );
}

function Buttons(p: TrayProps) {
    const ready = p.turn && p.verdict?.kind === "good";
    return (
        <div class="wg-buttons">
            <Pass
                label={t("web.wordgame.pass")}
                question={t("web.wordgame.pass_sure")}
                disabled={!p.turn || !p.ways.pass}
                onPass={p.onPass}
            />
            {p.ways.exchange !== "never" && (
                <button
                    type="button"
                    class="button small"
                    disabled={!p.turn || p.ways.exchange !== "yes"}
                    onClick={() => p.onExchange(true)}
                >
                    {t("web.wordgame.exchange")}
                </button>
            )}
            <button type="button" class="button small primary wg-play" disabled={!ready} onClick={p.onPlay}>
                {t("web.wordgame.play")}
            </button>
        </div>
    );
}

function Bag({ count }: { count: number }) {
    const text = plural("web.wordgame.in_bag", count);
    return (
        <span class="wg-bag number" title={text}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <path
                    d="M9 3h6l-1.5 4c4 1.5 6.5 5.5 6.5 9 0 3.5-3.5 5-8 5s-8-1.5-8-5c0-3.5 2.5-7.5 6.5-9z"
                    fill="none"
                    stroke="currentColor"
                    stroke-width="1.8"
                    stroke-linejoin="round"
                />
            </svg>
            <span aria-hidden="true">{count}</span>
            <span class="visually-hidden">{text}</span>
        </span>
    );
}

export function Tray(p: TrayProps) {
    const drafted = p.draft.placed.length > 0;
    return (
        <div class="wg-tray" data-exchanging={p.exchanging}>
            <Tool name="shuffle" disabled={!p.may || p.draft.faces.length < 2} onUse={p.onShuffle} />
            <Rack draft={p.draft} set={p.set} lang={p.lang} selected={p.selected} dragged={p.dragged} may={p.may} />
            {drafted ? (
                <Tool name="recall" disabled={!p.may} onUse={p.onRecall} />
            ) : (
                <Tool name="sort" disabled={!p.may || p.draft.faces.length < 2} onUse={p.onSort} />
            )}
            <Tool name="zoom" pressed={p.zoomed} onUse={p.onZoom} />
            <Note {...p} />
            <Bag count={p.bag} />
            {p.exchanging ? <Exchange {...p} /> : <Buttons {...p} />}
        </div>
    );
}

// Chooses the letter of a blank.
export function BlankDialog({
    open,
    letters,
    lang,
    onLetter,
    onClose,
}: {
    open: boolean;
    letters: readonly string[];
    lang: string;
    onLetter(letter: string): void;
    onClose(): void;
}) {
    const type = (e: KeyboardEvent) => {
        const letter = letters.find((one) => one === e.key.toUpperCase());
        if (!letter || e.ctrlKey || e.metaKey || e.altKey) return;
        e.preventDefault();
        e.stopPropagation();
        onLetter(letter);
    };
    return (
        <Dialog title={t("web.wordgame.blank_title")} open={open} onClose={onClose}>
            <div class="wg-letters" lang={lang} onKeyDown={type}>
                {letters.map((letter) => (
                    <button type="button" key={letter} class="wg-key" onClick={() => onLetter(letter)}>
                        {letter}
                    </button>
                ))}
            </div>
        </Dialog>
    );
}
