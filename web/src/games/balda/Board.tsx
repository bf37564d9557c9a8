// The board, and under it the tray: what is to be done now, the letters, the word that is traced.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useSafeEffect } from "../../guard";
import { readKept, tab, writeKept } from "../../kept";
import { isList, isObject, isText, isTextOrNull, isWhole } from "../../shape";
import { core } from "../../core/core";
import { lang, t } from "../../text";
import type { BoardProps, Pointed, PreviewProps } from "../game";
import {
    chooseLetter,
    chooseSquare,
    drag,
    empty,
    lastOf,
    moveOf,
    phaseOf,
    stepBack,
    tap,
    wordOf,
    type Draft,
} from "./draft";
import { Line } from "./Line";
import { Tray, type TrayState } from "./Tray";
import { readView, squareName, type View } from "./view";
import { findOpen, findTouch, noWays, verdictOf, type Verdict, type Ways } from "./ways";

const seatIndex = (seat: string) => seat.charCodeAt(0) - 65;

// --- What the core knows of the position.

function useWays(p: BoardProps, view: View) {
    const ways = useSignal<Ways>(noWays);
    const plain = useSignal<ReadonlySet<string>>(new Set()); // moves without a letter that are legal
    const { record, lexicon, letters } = p.position;
    useEffect(() => {
        let gone = false;
        ways.value = noWays;
        plain.value = new Set();
        if (!p.seat) return;
        const seat = seatIndex(p.seat);
        const letter = letters[0]!;
        const probe = (moves: string[]) => core.call("probe", [lexicon, record, seat, moves]);
        void (async () => {
            const names = ["pass", "accept", "refuse"];
            const codes = await probe(names);
            const open = await findOpen(view, letter, probe);
            const touch = await findTouch(view, open, letter, probe);
            if (gone) return;
            plain.value = new Set(names.filter((_, i) => codes[i] === ""));
            ways.value = { open, touch };
        })().catch(() => undefined);
        return () => {
            gone = true;
        };
    }, [record, lexicon, p.seat]);
    return { ways, plain };
}

// --- A draft outlives a reload.

const DRAFT = "draft";

function keepDraft(record: string, draft: Draft): void {
    if (draft.square === null) tab().removeItem(DRAFT);
    else writeKept(tab(), DRAFT, { record, draft });
}

const isDraft = (value: unknown): value is Draft =>
    isObject(value) && isWhole(value.square) && isTextOrNull(value.letter) && isList(value.path, isWhole);

const isKept = (value: unknown): value is { record: string; draft: Draft } =>
    isObject(value) && isText(value.record) && isDraft(value.draft);

// Only where it is on the board of this position.
function keptDraft(record: string, squares: number): Draft {
    const kept = readKept(tab(), DRAFT, isKept);
    if (kept?.record !== record) return empty;
    return [kept.draft.square!, ...kept.draft.path].every((square) => square >= 0 && square < squares)
        ? kept.draft
        : empty;
}

// --- The squares.

interface CellProps {
    view: View;
    square: number;
    letter: string;
    classes: string[];
    label: string;
    focused: boolean;
    order: number; // in the path, from 1; 0: not in it
}

function Cell({ view, square, letter, classes, label, focused, order }: CellProps) {
    return (
        <button
            type="button"
            role="gridcell"
            class={["bd-cell", ...classes].join(" ")}
            data-square={square}
            tabIndex={focused ? 0 : -1}
            aria-label={label}
            aria-selected={order > 0}
            aria-colindex={(square % view.width) + 1}
        >
            <span class="bd-tile" aria-hidden="true">
                <span class="bd-letter">{letter}</span>
            </span>
        </button>
    );
}

function Coordinates({ width }: { width: number }) {
    return (
        <>
            <div class="bd-files" aria-hidden="true">
                {Array.from({ length: width }, (_, i) => (
                    <span key={i}>{String.fromCharCode(97 + i)}</span>
                ))}
            </div>
            <div class="bd-ranks" aria-hidden="true">
                {Array.from({ length: width }, (_, i) => (
                    <span key={i}>{i + 1}</span>
                ))}
            </div>
        </>
    );
}

interface GridProps {
    view: View;
    draft: Draft;
    ways: Ways;
    pointed: Pointed | null;
    last: Pointed | null; // the last move
    focus: number;
    active: boolean;
    verdict: Verdict["kind"] | "";
    tip: readonly [number, number] | null;
    arrived: boolean; // the last move came while we looked
}

function classesOf(g: GridProps, square: number): string[] {
    const { view, draft, ways, pointed, last } = g;
    const found: string[] = [];
    const filled = view.letters[square] !== "";
    const at = draft.path.indexOf(square);
    if (filled) found.push("filled");
    if (!filled && ways.open.has(square) && phaseOf(draft) !== "trace") found.push("open");
    if (square === draft.square) found.push(draft.letter === null ? "chosen" : "drafted", "filled");
    if (at >= 0) found.push("traced");
    if (view.asked?.square === square) found.push("filled", "asked");
    if (pointed?.squares.includes(square)) found.push(pointed.kind === "hint" ? "hinted" : "violet");
    if (pointed && pointed.squares[pointed.placed] === square) found.push("placed");
    if (last && !draft.path.length) {
        if (last.squares.includes(square)) found.push("last");
        if (last.squares[last.placed] === square) found.push("last-placed", ...(g.arrived ? ["arrived"] : []));
    }
    return found;
}

function letterAt(g: GridProps, square: number): string {
    const { view, draft, pointed } = g;
    if (square === draft.square) return draft.letter ?? "";
    if (view.letters[square]) return view.letters[square]!;
    if (view.asked?.square === square) return view.asked.letter;
    if (pointed?.kind === "hint" && pointed.squares[pointed.placed] === square)
        return /=(.)/u.exec(pointed.text)?.[1] ?? "";
    return "";
}

function labelOf(g: GridProps, square: number, letter: string): string {
    const name = squareName(square, g.view.width);
    const parts = [name, letter || t("web.balda.empty")];
    if (g.ways.open.has(square) && !letter) parts.push(t("web.balda.open"));
    if (g.draft.path.includes(square)) parts.push(t("web.balda.in_word", [g.draft.path.indexOf(square) + 1]));
    if (g.pointed?.squares.includes(square)) parts.push(t("web.balda.highlighted"));
    if (g.pointed && g.pointed.squares[g.pointed.placed] === square) parts.push(t("web.balda.new_letter"));
    return parts.join(", ");
}

function Grid(g: GridProps) {
    const { width } = g.view;
    const rows = Array.from({ length: width }, (_, y) => Array.from({ length: width }, (_, x) => y * width + x));
    const shown = g.draft.path.length ? g.draft.path : (g.pointed?.squares ?? []);
    const kind = g.draft.path.length ? g.verdict || "trace" : g.pointed?.kind === "hint" ? "hint" : "violet";
    return (
        <div
            class="bd-board"
            role="grid"
            aria-label={t("web.balda.board", [width])}
            aria-rowcount={width}
            aria-colcount={width}
            data-active={g.active}
            data-phase={phaseOf(g.draft)}
        >
            {rows.map((row, y) => (
                <div role="row" class="bd-row" key={y} aria-rowindex={y + 1}>
                    {row.map((square) => {
                        const letter = letterAt(g, square);
                        return (
                            <Cell
                                key={square}
                                view={g.view}
                                square={square}
                                letter={letter}
                                classes={classesOf(g, square)}
                                label={labelOf(g, square, letter)}
                                focused={square === g.focus}
                                order={g.draft.path.indexOf(square) + 1}
                            />
                        );
                    })}
                </div>
            ))}
            {g.arrived && g.last && !shown.length && (
                <Line key={g.last.text} path={g.last.squares} width={width} kind="fading" />
            )}
            <Line path={shown} width={width} kind={kind} tip={g.draft.path.length ? g.tip : null} />
        </div>
    );
}

// --- Pointer and keys.

function pointAt(board: HTMLElement, e: PointerEvent, width: number): [number, number] {
    const box = board.getBoundingClientRect();
    return [((e.clientX - box.left) / box.width) * width, ((e.clientY - box.top) / box.height) * width];
}

// The square under the pointer; only near its middle while a line is drawn, so that it can go
// diagonally past a corner.
function squareAt(board: HTMLElement, e: PointerEvent, width: number, strict: boolean): number | null {
    const [x, y] = pointAt(board, e, width);
    const column = Math.floor(x);
    const row = Math.floor(y);
    if (column < 0 || row < 0 || column >= width || row >= width) return null;
    if (strict && Math.hypot(x - column - 0.5, y - row - 0.5) > 0.42) return null;
    return row * width + column;
}

const steps: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

function moved(square: number, width: number, key: string): number | null {
    if (key === "Home") return square - (square % width);
    if (key === "End") return square - (square % width) + width - 1;
    const step = steps[key];
    if (!step) return null;
    const x = (square % width) + step[0];
    const y = Math.floor(square / width) + step[1];
    return x < 0 || y < 0 || x >= width || y >= width ? square : y * width + x;
}

function lastMove(p: BoardProps): Pointed | null {
    const { actions } = p.position.shown;
    for (let i = actions.length - 1; i >= 0; i--) {
        const a = actions[i]!;
        if (a.seat && a.squares?.length)
            return { kind: "chosen", text: a.text, squares: a.squares, placed: a.placed ?? -1 };
        if (a.seat && a.text !== "accept") return null;
    }
    return null;
}

export function Board(p: BoardProps) {
    const { position } = p;
    const view = useMemo(() => readView(position.shown.state), [position.shown.state]);
    const root = useRef<HTMLDivElement>(null);
    const draft = useSignal<Draft>(empty);
    const verdict = useSignal<Verdict | null>(null);
    const focus = useSignal(Math.floor(view.letters.length / 2));
    const said = useSignal("");
    const { ways, plain } = useWays(p, view);
    const active = p.seat !== null && !p.busy;

    const tip = useSignal<readonly [number, number] | null>(null);

    // A draft is for one position only; a reload does not lose it.
    useEffect(() => {
        draft.value = p.seat ? keptDraft(position.record, view.letters.length) : empty;
    }, [position.record, p.seat]);
    useSafeEffect(() => {
        if (p.seat) keepDraft(position.record, draft.value);
    });

    // Whether the last move came while we looked: only then is it shown coming.
    const first = useRef(position.record);
    const arrived = first.current !== position.record;

    // What the traced word is worth; only the newest question's answer counts.
    const asked = useRef(0);
    const text = useComputed(() => moveOf(draft.value, view.width));
    useSafeEffect(() => {
        const number = ++asked.current;
        const move = text.value;
        void lang.value;
        verdict.value = null;
        if (!move || !p.seat) return;
        void core.call("try", [position.lexicon, position.record, seatIndex(p.seat), move]).then(
            (answer) => {
                if (number === asked.current) verdict.value = verdictOf(answer);
            },
            () => undefined,
        );
    });

    // What is played is no draft any more, even where the game comes back to this position.
    const send = (move: string) => {
        keepDraft(position.record, empty);
        p.onMove(move);
    };
    const confirm = () => {
        const move = text.value;
        const kind = verdict.value?.kind;
        if (active && move && (kind === "good" || kind === "ask")) send(move);
    };
    const say = (what: string) => (said.value = what);
    const pick = (square: number) => {
        if (!ways.value.open.has(square)) return false;
        draft.value = chooseSquare(draft.value, square);
        focus.value = square;
        say(t("web.balda.say_letter", [squareName(square, view.width)]));
        return true;
    };
    const setLetter = (letter: string) => {
        draft.value = chooseLetter(draft.value, letter);
        say(t("web.balda.say_trace", [letter]));
        focusSquare(focus.value);
    };
    const step = (square: number, how: typeof tap) => {
        if (!view.letters[square] && square !== draft.value.square) {
            if (how === tap) pick(square); // another square after all
            return;
        }
        draft.value = how(draft.value, square, ways.value.touch);
        say(wordOf(draft.value, view.letters));
    };
    const focusSquare = (square: number) => {
        focus.value = square;
        root.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus({ preventScroll: true });
    };

    usePointer({ root, view, draft, active, tip, pick, step });

    const onKey = (e: KeyboardEvent) => {
        if (e.ctrlKey || e.metaKey || e.altKey || (e.target as HTMLElement).closest("input, textarea")) return;
        const onBoard = (e.target as HTMLElement).closest(".bd-board") !== null;
        const next = onBoard ? moved(focus.value, view.width, e.key) : null;
        if (next !== null) {
            e.preventDefault();
            focusSquare(next);
            return;
        }
        if (active) actOnKey(e, onBoard);
    };

    const actOnKey = (e: KeyboardEvent, onBoard: boolean) => {
        const phase = phaseOf(draft.value);
        const letter = position.letters.find((l) => l === e.key.toUpperCase());
        if (letter && phase === "place" && onBoard) {
            if (pick(focus.value)) setLetter(letter);
        } else if (letter && (phase === "letter" || (phase === "trace" && !draft.value.path.length))) {
            setLetter(letter);
        } else if (e.key === "Backspace" || e.key === "Escape") {
            draft.value = e.key === "Escape" ? empty : stepBack(draft.value);
        } else if (onBoard && (e.key === "Enter" || e.key === " ")) {
            const finished =
                e.key === "Enter" &&
                focus.value === lastOf(draft.value) &&
                ["good", "ask"].includes(verdict.value?.kind ?? "");
            if (finished) confirm();
            else if (phase === "trace") step(focus.value, tap);
            else pick(focus.value);
        } else return;
        e.preventDefault();
    };

    const tray: TrayState = {
        phase: phaseOf(draft.value),
        draft: draft.value,
        word: wordOf(draft.value, view.letters),
        verdict: verdict.value,
        letters: position.letters,
        lang: position.shown.lang,
        plain: plain.value,
        active,
        asked: view.asked,
        busy: p.busy,
        askedWord: view.asked ? wordOf({ ...view.asked }, view.letters) : "",
    };
    return (
        <div class="bd" ref={root} onKeyDown={onKey} style={{ "--bd-width": view.width }}>
            <div class="bd-frame">
                <Coordinates width={view.width} />
                <Grid
                    view={view}
                    draft={draft.value}
                    ways={active ? ways.value : noWays}
                    pointed={p.pointed}
                    last={lastMove(p)}
                    focus={focus.value}
                    active={active}
                    verdict={verdict.value?.kind ?? ""}
                    tip={tip.value}
                    arrived={arrived}
                />
            </div>
            <p class="visually-hidden" role="status" aria-live="polite">
                {said.value}
            </p>
            {p.between}
            {p.seat === null && p.idle && (
                <div class="bd-tray">
                    <p class="bd-prompt">{p.idle}</p>
                </div>
            )}
            {p.seat !== null && (
                <Tray
                    {...tray}
                    onLetter={setLetter}
                    onConfirm={confirm}
                    onMove={send}
                    onBack={() => (draft.value = stepBack(draft.value))}
                    onClear={() => (draft.value = empty)}
                />
            )}
        </div>
    );
}

interface PointerUse {
    root: { current: HTMLDivElement | null };
    view: View;
    draft: { value: Draft };
    active: boolean;
    tip: { value: readonly [number, number] | null };
    pick(square: number): boolean;
    step(square: number, how: typeof tap): void;
}

// A line that is drawn and squares that are tapped one by one are the same gesture until the pointer
// moves on to a second square.
function usePointer(use: PointerUse) {
    const now = useRef(use);
    now.current = use;
    useEffect(() => {
        const board = use.root.current?.querySelector<HTMLElement>(".bd-board");
        if (!board) return;
        let from: number | null = null; // where the pointer went down, on a square of the path's end
        let drawing = false;
        const down = (e: PointerEvent) => {
            const { view, draft, active, pick, step } = now.current;
            const square = squareAt(board, e, view.width, false);
            if (!active || e.button || square === null) return;
            from = null;
            drawing = phaseOf(draft.value) === "trace";
            if (!drawing) {
                pick(square);
                return;
            }
            if (square === lastOf(draft.value))
                from = square; // taken back on release, unless it goes on
            else step(square, tap);
            board.setPointerCapture(e.pointerId);
            e.preventDefault();
        };
        const move = (e: PointerEvent) => {
            const { view, draft, step, tip } = now.current;
            if (drawing) tip.value = pointAt(board, e, view.width);
            const square = drawing ? squareAt(board, e, view.width, true) : null;
            if (square === null || square === lastOf(draft.value)) return;
            from = null;
            if (view.letters[square] || square === draft.value.square) step(square, drag);
        };
        const up = () => {
            if (drawing && from !== null) now.current.step(from, tap);
            cancel();
        };
        const cancel = () => {
            drawing = false;
            from = null;
            now.current.tip.value = null;
        };
        board.addEventListener("pointerdown", down);
        board.addEventListener("pointermove", move);
        board.addEventListener("pointerup", up);
        board.addEventListener("pointercancel", cancel);
        return () => {
            board.removeEventListener("pointerdown", down);
            board.removeEventListener("pointermove", move);
            board.removeEventListener("pointerup", up);
            board.removeEventListener("pointercancel", cancel);
        };
    }, []);
}

// Before the core is there: just the letters.
export function Preview({ state }: PreviewProps) {
    const view = readView(state);
    if (!view.width) return null;
    return (
        <div class="bd" style={{ "--bd-width": view.width }}>
            <div class="bd-frame">
                <Coordinates width={view.width} />
                <Grid
                    view={view}
                    draft={empty}
                    ways={noWays}
                    pointed={null}
                    last={null}
                    focus={-1}
                    active={false}
                    verdict=""
                    tip={null}
                    arrived={false}
                />
            </div>
        </div>
    );
}
