// The move log, newest at the bottom. Choosing a move shows its squares, the player, and the meaning of its word.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Game, Pointed, Position } from "../games/game";
import type { ShownAction, WordFacts } from "../core/wasm";
import { cutOf } from "../games/record";
import { lookUp } from "../lookup";
import { plural, t } from "../text";
import { DefinitionText } from "../ui/definition";
import { useLatest } from "../ui/latest";
import { Gist } from "./Gist";

export function Definition({ lexicon, word, lang }: { lexicon: string; word: string; lang: string }) {
    const [meaning, setMeaning] = useState<WordFacts | "none" | null>(null);
    useEffect(() => {
        let current = true;
        setMeaning(null);
        lookUp(lexicon, word).then(
            (m) => current && setMeaning(m),
            () => current && setMeaning("none"),
        );
        return () => {
            current = false;
        };
    }, [lexicon, word]);
    if (meaning === null) return <p class="muted small">…</p>;
    if (meaning === "none") return <p class="muted small">{t("web.game.no_meaning_offline")}</p>;
    if (!meaning.definitions.length) return <p class="muted small">{t("web.game.no_meaning")}</p>;
    return (
        <ul class="mt-meaning" lang={lang}>
            {meaning.spellings.length > 0 && <li class="muted">{meaning.spellings.join(", ")}</li>}
            {meaning.definitions.slice(0, 6).map((d, i) => (
                <li key={i}>
                    <DefinitionText one={d} lang={lang} className="mt-class" />
                </li>
            ))}
        </ul>
    );
}

// A word that may be read in more than one way.
function Also({ lexicon, word, lang }: { lexicon: string; word: string; lang: string }) {
    return (
        <div class="mt-also">
            <b class="mt-word" lang={lang}>
                {word}
            </b>
            <Definition lexicon={lexicon} word={word} lang={lang} />
        </div>
    );
}

const HOVER_MS = 350;

interface Near {
    onPointerEnter(e: PointerEvent): void;
    onPointerLeave(): void;
    onFocusIn(): void;
    onFocusOut(): void;
}

// The entry on which the pointer or the keyboard has rested for a moment; a finger chooses instead.
function useNear(): [number | null, (entry: number) => Near] {
    const [near, setNear] = useState<number | null>(null);
    const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
    const come = (entry: number) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setNear(entry), HOVER_MS);
    };
    const leave = () => {
        clearTimeout(timer.current);
        setNear(null);
    };
    useEffect(() => () => clearTimeout(timer.current), []);
    return [
        near,
        (entry) => ({
            onPointerEnter: (e) => e.pointerType === "mouse" && come(entry),
            onPointerLeave: leave,
            onFocusIn: () => come(entry),
            onFocusOut: leave,
        }),
    ];
}

const wordOf = (action: ShownAction) => (action.word && [...action.word].length > 1 ? action.word : null);

interface EntryProps {
    action: ShownAction;
    number: number;
    game: Game;
    position: Position;
    name: string;
    chosen: boolean;
    current: boolean;
    mark: string;
    others: number;
    near: Near;
    onChoose(): void;
}

function Entry({ action, number, game, position, name, chosen, current, mark, others, near, onChoose }: EntryProps) {
    const said = game.describe(action);
    const detail = game.detail(action);
    const word = wordOf(action);
    const also = (chosen && action.also) || [];
    return (
        <li {...near} class={`mt-entry seat-${action.seat} ${chosen ? "chosen" : ""} ${current ? "current" : ""}`}>
            <button
                type="button"
                class="mt-move"
                aria-expanded={chosen}
                aria-current={current ? "step" : undefined}
                onClick={onChoose}
            >
                <span class="mt-number number">{number}</span>
                <span class="mt-dot" aria-hidden="true">
                    {action.seat}
                </span>
                {said === null ? (
                    <span class="mt-word" lang={position.shown.lang}>
                        {action.word}
                    </span>
                ) : (
                    <span class="mt-said">{said}</span>
                )}
                {said === null && game.place && (
                    <span class="mt-where muted small" aria-hidden="true">
                        {game.place(action)}
                    </span>
                )}
                {mark && (
                    <span class="mt-mark" title={t("web.game.gave_away_mark")}>
                        {mark}
                    </span>
                )}
                {others > 0 && (
                    <span class="mt-others-here small muted" title={t("web.game.variations")}>
                        <span aria-hidden="true">⑂{others}</span>
                        <span class="visually-hidden">
                            {t("web.game.variations")}: {others}
                        </span>
                    </span>
                )}
                <span class="visually-hidden">
                    {name}, {detail}
                </span>
                {(action.points ?? 0) > 0 && (
                    <span class="mt-gain number">
                        +{action.points}
                        <span class="visually-hidden"> {plural("web.game.points", action.points!)}</span>
                    </span>
                )}
            </button>
            {!chosen && word && <Gist lexicon={position.lexicon} word={word} lang={position.shown.lang} />}
            {chosen && (
                <div class="mt-about">
                    <p class="mt-placed">{detail ? t("web.game.who_placed", [name, detail]) : name}</p>
                    {word && <Definition lexicon={position.lexicon} word={word} lang={position.shown.lang} />}
                    {also.map((one, i) => (
                        <Also key={`${i} ${one}`} lexicon={position.lexicon} word={one} lang={position.shown.lang} />
                    ))}
                </div>
            )}
        </li>
    );
}

function show(list: HTMLElement | null, entry: number): void {
    const item = list?.querySelectorAll<HTMLElement>(".mt-entry")[entry];
    if (!list || !item) return;
    const below = item.offsetTop + Math.max(item.offsetHeight, MEANING_ROOM) - list.clientHeight;
    if (item.offsetTop < list.scrollTop) list.scrollTop = item.offsetTop - 8;
    else if (below > list.scrollTop) list.scrollTop = below;
}

// Room in px for a meaning, which arrives a moment later.
const MEANING_ROOM = 130;

export interface LogProps {
    position: Position;
    game: Game;
    names: Readonly<Record<string, string>>;
    chosen: number | null; // a move's number, from 0
    onChoose(move: number | null): void;
    current?: number; // of a replay: how many moves are shown
    marks?: readonly string[];
    branches?: readonly number[]; // of an analysis: how many other moves there are in a move's place
}

export function movesOf(position: Position): ShownAction[] {
    return position.shown.actions.filter((a) => a.seat !== null);
}

// The squares of a move, from 0 on; null: there are none to see.
export function pointedEntry(game: Game, position: Position, move: number): Pointed | null {
    const { actions } = position.shown;
    const made = movesOf(position)[move];
    if (!made) return null;
    const { squares, placed } = game.chosenAt?.(actions, actions.indexOf(made), position.shown) ?? {
        squares: made.squares ?? [],
        placed: made.placed ?? -1,
    };
    return squares.length ? { kind: "chosen", text: made.text, squares, placed } : null;
}

export function Log({ position, game, names, chosen, onChoose, current, marks, branches }: LogProps) {
    const list = useRef<HTMLOListElement>(null);
    const moves = movesOf(position);
    const start = position.shown.actions.find((a) => a.seat === null && a.text.startsWith("start "))?.text.slice(6);
    const cut = cutOf(position.shown.record);
    const choice = useLatest(chosen);
    // The newest move is in sight, or the chosen one with its meaning, without moving the page.
    useEffect(() => {
        const at = current === undefined ? moves.length : current;
        show(list.current, choice.current ?? at - 1);
    }, [moves.length, current]);
    useEffect(() => {
        if (chosen !== null) show(list.current, chosen);
    }, [chosen]);
    const [near, nearOf] = useNear();
    const word = near === null || near === chosen || !moves[near] ? null : wordOf(moves[near]);
    return (
        <div class="mt-log-frame">
            <ol class="mt-log" ref={list} aria-label={t("web.game.log")}>
                {start && (
                    <li class="mt-start muted">
                        <span lang={position.shown.lang}>{t("web.game.start_word", [start])}</span>
                    </li>
                )}
                {cut.length > 0 && (
                    <li class="mt-start mt-cut muted">
                        {t("web.game.cut", [
                            cut.map(({ seat, card }) => `${names[seat] ?? seat} – ${card}`).join("; "),
                            names.A ?? "A",
                        ])}
                    </li>
                )}
                {moves.map((action, i) => (
                    <Entry
                        key={i}
                        action={action}
                        number={i + 1}
                        game={game}
                        position={position}
                        name={names[action.seat!] ?? action.seat!}
                        chosen={chosen === i}
                        current={current === i + 1}
                        mark={marks?.[i] ?? ""}
                        others={branches?.[i] ?? 0}
                        near={nearOf(i)}
                        onChoose={() => onChoose(chosen === i ? null : i)}
                    />
                ))}
                {!moves.length && <li class="mt-start muted">{t("web.game.no_moves")}</li>}
            </ol>
            {word && (
                <div class="mt-tip" role="tooltip">
                    <b class="mt-word" lang={position.shown.lang}>
                        {word}
                    </b>
                    <Definition lexicon={position.lexicon} word={word} lang={position.shown.lang} />
                </div>
            )}
        </div>
    );
}
