// The board of a Word Game, the rack, and how tiles get from one to the other: they are dragged, or
// tapped, or typed.
import { useComputed, useSignal, type Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useSafeEffect } from "../../guard";
import { core } from "../../core/core";
import { lang, t } from "../../text";
import type { BoardProps, PreviewProps } from "../game";
import {
    at,
    empty,
    follow,
    isBlank,
    lastBefore,
    moveOf,
    moveSlot,
    nextFree,
    ordered,
    put,
    recall,
    shuffle,
    slotFor,
    sort,
    take,
    type Cursor,
    type Draft,
    type Written,
} from "./draft";
import { useDrag, type Target } from "./drag";
import { Grid } from "./Grid";
import { keepDraft, keptDraft } from "./keep";
import { OtherRacks } from "./Rack";
import { BlankDialog, Tray } from "./Tray";
import {
    BLANK,
    CENTRE,
    newSquares,
    noSet,
    ownLayout,
    ownerOf,
    readView,
    setOf,
    SIDE,
    squareName,
    type TileSet,
    type View,
} from "./view";
import { noWays, verdictOf, waysOf, type Verdict, type Ways } from "./verdict";

const seatIndex = (seat: string) => seat.charCodeAt(0) - 65;

// --- What the core says.

// Passing and exchanging: asked once for each position.
function useWays(p: BoardProps, rack: readonly string[]): Signal<Ways> {
    const ways = useSignal<Ways>(noWays);
    const { record, lexicon } = p.position;
    useEffect(() => {
        let gone = false;
        if (!p.seat) return;
        core.call("probe", [lexicon, record, seatIndex(p.seat), ["pass", `exchange ${rack[0] ?? BLANK}`]]).then(
            (codes) => {
                if (!gone) ways.value = waysOf(codes);
            },
            () => undefined,
        );
        return () => {
            gone = true;
        };
    }, [record, lexicon, p.seat]);
    return ways;
}

// What the tiles on the board come to; only the newest question's answer counts.
function useVerdict(p: BoardProps, written: { readonly value: Written }): Signal<Verdict | null> {
    const verdict = useSignal<Verdict | null>(null);
    const asked = useRef(0);
    const text = useComputed(() => (written.value.kind === "move" ? written.value.text : null));
    const seat = useSignal(p.seat);
    const record = useSignal(p.position.record);
    useLayoutEffect(() => {
        seat.value = p.seat;
        record.value = p.position.record;
    }, [p.seat, p.position.record]);
    useSafeEffect(() => {
        const number = ++asked.current;
        const move = text.value;
        const who = seat.value;
        const name = record.value;
        void lang.value;
        verdict.value = null;
        if (!move || !who) return;
        core.call("try", [p.position.lexicon, name, seatIndex(who), move]).then(
            (answer) => {
                if (number === asked.current) verdict.value = verdictOf(answer);
            },
            () => undefined,
        );
    });
    return verdict;
}

// --- The draft, from position to position.

function useDraft(record: string, view: View, rack: readonly string[] | null): Signal<Draft> {
    const draft = useSignal<Draft>(empty);
    const known = useRef("");
    // Before anything is shown, so that no tile is ever seen in two places.
    const faces = (rack ?? []).join("");
    const name = `${record}\n${faces}`;
    if (known.current !== name) {
        const kept = known.current === "" ? keptDraft(record) : null;
        known.current = name;
        const before = kept
            ? kept.current
                ? kept.draft
                : { ...empty, faces: ordered(kept.draft.faces, rack ?? []) }
            : draft.peek();
        draft.value = rack ? follow(before, view, rack) : empty;
    }
    useSafeEffect(() => {
        if (rack) keepDraft(record, draft.value);
    });
    return draft;
}

// --- Moving about.

const steps: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

function moved(square: number, key: string): number | null {
    const x = square % SIDE;
    const y = Math.floor(square / SIDE);
    if (key === "Home") return y * SIDE;
    if (key === "End") return y * SIDE + SIDE - 1;
    const by = steps[key];
    if (!by) return null;
    const [nx, ny] = [x + by[0], y + by[1]];
    return nx < 0 || ny < 0 || nx >= SIDE || ny >= SIDE ? square : ny * SIDE + nx;
}

// The letter of a key: as it is, or without its accent where the alphabet has not got it.
function letterOf(key: string, letters: readonly string[]): string | null {
    if ([...key].length !== 1) return null;
    const capital = key.toUpperCase();
    const plain = capital.normalize("NFD")[0] ?? "";
    return [capital, plain].find((one) => letters.includes(one)) ?? null;
}

// What was played last, and the squares that it filled.
function lastMove(p: BoardProps): number[] {
    const { actions } = p.position.shown;
    const fresh = newSquares(actions);
    const last = actions.findLastIndex((action) => action.seat !== null);
    return last < 0 ? [] : fresh[last]!;
}

function pointedNew(p: BoardProps): number[] {
    const { actions } = p.position.shown;
    const found = actions.findLastIndex((action) => action.seat !== null && action.text === p.pointed?.text);
    return found < 0 ? [] : newSquares(actions)[found]!;
}

// Whose tiles are at hand: of who moves, or of who looks.
const rackOwner = (p: BoardProps, view: View) => p.seat ?? ownerOf(view);

// --- Where zooming looks.

function lookAt(root: HTMLElement, square: number): void {
    const frame = root.querySelector<HTMLElement>(".wg-scroll");
    const cell = root.querySelector<HTMLElement>(`[data-square="${square}"]`);
    if (!frame || !cell) return;
    const [a, b] = [frame.getBoundingClientRect(), cell.getBoundingClientRect()];
    frame.scrollLeft += b.left + b.width / 2 - a.left - a.width / 2;
    frame.scrollTop += b.top + b.height / 2 - a.top - a.height / 2;
}

interface Asked {
    slot: number;
    square: number;
    typed: boolean; // the cursor goes on
}

export function Board(p: BoardProps) {
    const { position } = p;
    const view = useMemo(() => readView(position.shown.state), [position.shown.state]);
    const set = useMemo(() => setOf(position.shown.data), [position.shown]);
    const root = useRef<HTMLDivElement>(null);
    const owner = rackOwner(p, view);
    const rack =
        owner !== null && !position.shown.over && view.racks[owner]?.tiles.length ? view.racks[owner]!.tiles : null;
    const may = rack !== null && !p.busy;
    const turn = p.seat !== null && !p.busy;

    const draft = useDraft(position.record, view, rack);
    const written = useComputed(() => moveOf(draft.value, view));
    const verdict = useVerdict(p, written);
    const ways = useWays(p, rack ?? []);
    const cursor = useSignal<Cursor | null>(null);
    const focus = useSignal(CENTRE);
    const selected = useSignal<number | null>(null);
    const swapped = useSignal<ReadonlySet<number> | null>(null); // tiles to exchange; null: not now
    const asked = useSignal<Asked | null>(null);
    const dragged = useSignal<number | null>(null);
    const over = useSignal<number | null>(null);
    const zoomed = useSignal(false);
    const said = useSignal("");
    const first = useRef(position.record);
    const arrived = first.current !== position.record;

    useEffect(() => {
        swapped.value = null;
        selected.value = null;
        asked.value = null;
    }, [position.record]);

    const say = (text: string) => (said.value = text);
    const focusSquare = (square: number) => {
        focus.value = square;
        root.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus({ preventScroll: true });
    };
    const free = (square: number) => view.board[square] === null;

    // --- Tiles.

    const goOn = (square: number) => {
        const down = cursor.value?.down ?? false;
        const next = nextFree(draft.value, view, { square, down });
        cursor.value = { square: next ?? square, down };
        if (next !== null) focus.value = next;
    };
    const place = (slot: number, square: number, typed: boolean, letter?: string) => {
        const face = draft.value.faces[slot]!;
        selected.value = null;
        if (face === BLANK && !letter) {
            asked.value = { slot, square, typed };
            return;
        }
        draft.value = put(draft.value, slot, square, letter ?? face);
        say(t("web.wordgame.say_put", [letter ?? face, squareName(square)]));
        if (typed) goOn(square);
    };
    const chooseBlank = (letter: string) => {
        const wanted = asked.value;
        asked.value = null;
        if (!wanted) return;
        place(wanted.slot, wanted.square, wanted.typed, letter);
        focusSquare(wanted.typed ? focus.value : wanted.square);
    };
    const tapRack = (slot: number) => {
        if (swapped.value) {
            const next = new Set(swapped.value);
            if (!next.delete(slot)) next.add(slot);
            swapped.value = next;
        } else if (cursor.value && free(cursor.value.square)) place(slot, cursor.value.square, true);
        else selected.value = selected.value === slot ? null : slot;
    };
    const tapSquare = (square: number) => {
        focus.value = square;
        const own = at(draft.value, square);
        const here = cursor.value;
        if (selected.value !== null && free(square)) place(selected.value, square, false);
        else if (own) {
            draft.value = take(draft.value, own.slot);
            cursor.value = here && { ...here, square };
        } else if (!free(square)) cursor.value = null;
        else if (here?.square !== square) cursor.value = { square, down: here?.down ?? false };
        else cursor.value = here.down ? null : { square, down: true };
        if (cursor.value)
            say(t(cursor.value.down ? "web.wordgame.say_down" : "web.wordgame.say_across", [squareName(square)]));
    };
    const drop = (slot: number, target: Target) => {
        if (!target) draft.value = take(draft.value, slot);
        else if ("rack" in target) draft.value = moveSlot(take(draft.value, slot), slot, target.rack);
        else if (free(target.square)) {
            const own = draft.value.placed.find((one) => one.slot === slot);
            place(slot, target.square, false, own && isBlank(draft.value, own) ? own.letter : undefined);
            cursor.value = null;
        }
    };
    useDrag({
        root,
        may: may && !swapped.value,
        onDrop: drop,
        onLift: (slot) => (dragged.value = slot),
        onOver: (square) => (over.value = square !== null && free(square) ? square : null),
    });

    const onClick = (e: MouseEvent) => {
        const slot = (e.target as Element).closest<HTMLElement>(".wg-rack [data-slot]");
        const cell = (e.target as Element).closest<HTMLElement>(".wg-cell");
        if (!may) return;
        if (slot) tapRack(Number(slot.dataset.slot));
        else if (cell && !swapped.value) tapSquare(Number(cell.dataset.square));
    };

    // --- Moves.

    const send = (move: string) => {
        cursor.value = null;
        p.onMove(move);
    };
    const play = () => {
        const move = written.value;
        if (turn && move.kind === "move" && verdict.value?.kind === "good") send(move.text);
    };
    const pass = () => {
        draft.value = recall(draft.value);
        send("pass");
    };
    const swap = () => {
        const slots = swapped.value;
        if (!turn || !slots?.size) return;
        send(`exchange ${[...slots].map((slot) => draft.value.faces[slot]).join("")}`);
    };
    const exchange = (on: boolean) => {
        draft.value = recall(draft.value);
        cursor.value = null;
        swapped.value = on ? new Set() : null;
    };
    const takeAll = () => {
        if (!draft.value.placed.length) cursor.value = null;
        draft.value = recall(draft.value);
        say(t("web.wordgame.say_recalled"));
    };

    // --- Keys.

    const type = (letter: string, blank: boolean) => {
        const here = cursor.value ?? { square: focus.value, down: false };
        const square =
            free(here.square) && !at(draft.value, here.square) ? here.square : nextFree(draft.value, view, here);
        const slot = slotFor(draft.value, letter, blank);
        if (slot === null) return say(t("web.wordgame.say_none", [letter]));
        if (square === null) return;
        cursor.value = { ...here, square };
        place(slot, square, true, letter);
        focusSquare(focus.value);
    };
    const erase = () => {
        const own =
            lastBefore(draft.value, cursor.value ?? { square: focus.value, down: false }) ?? draft.value.placed.at(-1);
        if (!own) return;
        draft.value = take(draft.value, own.slot);
        cursor.value = { square: own.square, down: cursor.value?.down ?? false };
        focusSquare(own.square);
    };
    const turnCursor = () => {
        cursor.value = { square: focus.value, down: !(cursor.value?.down ?? true) };
        say(t(cursor.value.down ? "web.wordgame.say_down" : "web.wordgame.say_across", [squareName(focus.value)]));
    };
    const boardKeys: Record<string, () => void> = {
        " ": () => (selected.value !== null ? tapSquare(focus.value) : turnCursor()),
        Enter: () =>
            selected.value !== null ? tapSquare(focus.value) : verdict.value?.kind === "good" ? play() : turnCursor(),
        Delete: erase,
    };
    const onKey = (e: KeyboardEvent) => {
        const target = e.target as HTMLElement;
        const here = target === document.body || root.current?.contains(target);
        if (!here || e.ctrlKey || e.metaKey || e.altKey || target.closest("input, textarea, select, dialog")) return;
        const onBoard = target.closest(".wg-board") !== null;
        const next = onBoard ? moved(focus.value, e.key) : null;
        const letter = letterOf(e.key, position.letters);
        if (next !== null) {
            focusSquare(next);
            if (may) cursor.value = { square: next, down: cursor.value?.down ?? false };
        } else if (!may || swapped.value) {
            if (e.key !== "Escape" || !swapped.value) return;
            exchange(false);
        } else if (letter && (onBoard || cursor.value)) type(letter, e.shiftKey);
        else if (e.key === "Backspace" && (onBoard || cursor.value)) erase();
        else if (e.key === "Escape") takeAll();
        else if (onBoard && boardKeys[e.key]) boardKeys[e.key]!();
        else return;
        e.preventDefault();
    };
    const keys = useRef(onKey);
    keys.current = onKey;
    useEffect(() => {
        const key = (e: KeyboardEvent) => keys.current(e);
        addEventListener("keydown", key);
        return () => removeEventListener("keydown", key);
    }, []);

    // --- Near and far.

    const zoom = () => {
        zoomed.value = !zoomed.value;
        const square = cursor.value?.square ?? draft.value.placed.at(-1)?.square ?? lastMove(p)[0] ?? CENTRE;
        requestAnimationFrame(() => root.current && lookAt(root.current, square));
    };

    const badly =
        written.value.kind === "scattered" || written.value.kind === "gap"
            ? t(`web.wordgame.${written.value.kind}`)
            : "";
    const shownSlots = swapped.value ?? new Set(selected.value === null ? [] : [selected.value]);
    return (
        <div class="wg" ref={root} onClick={onClick} data-zoomed={zoomed.value}>
            <div class="wg-frame">
                <div class="wg-scroll" tabIndex={-1}>
                    <Grid
                        view={view}
                        set={set}
                        draft={draft.value}
                        cursor={cursor.value}
                        focus={focus.value}
                        pointed={draft.value.placed.length && p.pointed?.kind === "hint" ? null : p.pointed}
                        pointedNew={pointedNew(p)}
                        last={lastMove(p)}
                        arrived={arrived}
                        active={may && !swapped.value}
                        dragged={dragged.value}
                        verdict={verdict.value}
                        lang={position.shown.lang}
                    >
                        {over.value !== null && (
                            <span
                                class="wg-over"
                                aria-hidden="true"
                                style={{ "--x": over.value % SIDE, "--y": Math.floor(over.value / SIDE) }}
                            />
                        )}
                    </Grid>
                </div>
            </div>
            <p class="visually-hidden" role="status" aria-live="polite">
                {said.value}
            </p>
            {rack && (
                <Tray
                    draft={draft.value}
                    set={set}
                    lang={position.shown.lang}
                    bag={view.bag}
                    selected={shownSlots}
                    dragged={dragged.value}
                    may={may}
                    turn={turn}
                    busy={p.busy}
                    idle={p.idle ?? null}
                    exchanging={swapped.value !== null}
                    ways={p.seat ? ways.value : noWays}
                    verdict={verdict.value}
                    said={badly}
                    zoomed={zoomed.value}
                    onShuffle={() => ((draft.value = shuffle(draft.value)), (selected.value = null))}
                    onSort={() => ((draft.value = sort(draft.value, position.letters)), (selected.value = null))}
                    onRecall={takeAll}
                    onZoom={zoom}
                    onPlay={play}
                    onPass={pass}
                    onExchange={exchange}
                    onSwap={swap}
                />
            )}
            {!rack && p.idle && <p class="wg-note">{p.idle}</p>}
            <OtherRacks view={view} names={p.names} except={rack && owner} set={set} lang={position.shown.lang} />
            {p.between}
            <BlankDialog
                open={asked.value !== null}
                letters={position.letters}
                lang={position.shown.lang}
                onLetter={chooseBlank}
                onClose={() => (asked.value = null)}
            />
        </div>
    );
}

// Before the core is there: the letters, and a layout that is told in the settings.
export function Preview({ state, settings }: PreviewProps) {
    const view = readView(state);
    const set: TileSet = { ...noSet, board: ownLayout(settings) };
    return (
        <div class="wg">
            <div class="wg-frame">
                <div class="wg-scroll">
                    <Grid
                        view={view}
                        set={set}
                        draft={empty}
                        cursor={null}
                        focus={-1}
                        pointed={null}
                        pointedNew={[]}
                        last={[]}
                        arrived={false}
                        active={false}
                        dragged={null}
                        verdict={null}
                        lang=""
                    />
                </div>
            </div>
        </div>
    );
}
