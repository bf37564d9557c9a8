// The table, and under it the tray. Columns are tapped in the order in which they are to be read, or
// one is dragged onto another; the core is asked at once what that would be.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useSafeEffect } from "../../guard";
import { core } from "../../core/core";
import { lang, t } from "../../text";
import type { BoardProps, PreviewProps } from "../game";
import { readHeader } from "../record";
import { Deck, ownPlaces, Table, type TableProps } from "./Cards";
import { drop, empty, has, moveOf, raise, remove, settle, tap, type Draft } from "./draft";
import { Summary } from "./Summary";
import { Tray } from "./Tray";
import { choicesOf, dealsOf, packOf, readView, type Deals, type View } from "./view";
import { judge, playable, type Asked, type Try, type Verdict } from "./ways";

const seatIndex = (seat: string) => seat.charCodeAt(0) - 65;

// Rows from the far side of the table to the near one: the others in turn, then one's own.
export function rowsOf(seats: readonly string[], near: string | null): string[] {
    const own = near === null ? seats.length - 1 : Math.max(0, seats.indexOf(near));
    return seats.map((_, i) => seats[(own + 1 + i) % seats.length]!);
}

// --- What the core knows of the position.

const PLAIN = ["pass", "done", "challenge"];

// Which moves need no column, and which of one's columns are words.
function useMoves(p: BoardProps, view: View) {
    const plain = useSignal<ReadonlySet<string>>(new Set());
    const words = useSignal<ReadonlyMap<string, number>>(new Map());
    const { record, lexicon, shown } = p.position;
    const who = p.seat ?? (shown.over ? null : (p.near ?? null));
    useEffect(() => {
        let gone = false;
        plain.value = new Set();
        words.value = new Map();
        if (!who) return;
        const seat = seatIndex(who);
        void (async () => {
            const codes = await core.call("probe", [lexicon, record, seat, PLAIN]);
            const found = new Map<string, number>();
            for (const place of p.seat ? ownPlaces(view, p.seat) : []) {
                const answer = await core.call("try", [lexicon, record, seat, `take ${place}`]);
                if (answer.ok) found.set(place, answer.points);
            }
            if (gone) return;
            plain.value = new Set(PLAIN.filter((_, i) => codes[i] === ""));
            words.value = found;
        })().catch(() => undefined);
        return () => {
            gone = true;
        };
    }, [record, lexicon, who, p.seat]);
    return { plain, words };
}

// What the draft comes to; only the newest question's answer counts. `fits` are the letters of a card
// that is open with which it comes to something.
function useVerdict(p: BoardProps, asked: Asked | null, draft: { value: Draft }, told: (v: Verdict, d: Draft) => void) {
    const verdict = useSignal<Verdict | null>(null);
    const fits = useSignal<ReadonlySet<string>>(new Set());
    const number = useRef(0);
    const now = useRef({ asked, told });
    now.current = { asked, told };
    const { lexicon } = p.position;
    useSafeEffect(() => {
        const mine = ++number.current;
        const made = draft.value;
        const about = now.current.asked;
        void lang.value;
        verdict.value = null;
        fits.value = new Set();
        if (!about || !made.length) return;
        const ask: Try = (record, seat, move) => core.call("try", [lexicon, record, seatIndex(seat), move]);
        void (async () => {
            const found = await judge(about, made, ask);
            if (mine !== number.current) return;
            verdict.value = found;
            if (found) now.current.told(found, made);
            const open =
                made.length > 1
                    ? made.find((part) => choicesOf(about.view.columns.get(part.place), about.pack).length)
                    : undefined;
            if (!open) return;
            const letters = choicesOf(about.view.columns.get(open.place), about.pack);
            const codes = await core.call("probe", [
                lexicon,
                about.record,
                seatIndex(about.seat),
                letters.map((letter) => moveOf(settle(made, open.place, letter))!),
            ]);
            if (mine === number.current) fits.value = new Set(letters.filter((_, i) => codes[i] === ""));
        })().catch(() => undefined);
    });
    return { verdict, fits };
}

// --- Keys.

const steps: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

function moved(place: string, key: string, rows: readonly string[], width: number): string | null {
    const row = rows.indexOf(place.charAt(0));
    const at = Number(place.slice(1)) - 1;
    if (key === "Home") return `${place.charAt(0)}1`;
    if (key === "End") return `${place.charAt(0)}${width}`;
    const step = steps[key];
    if (!step) return null;
    const x = Math.min(width - 1, Math.max(0, at + step[0]));
    const y = Math.min(rows.length - 1, Math.max(0, row + step[1]));
    return `${rows[y]}${x + 1}`;
}

// --- The board.

interface Dragging {
    place: string;
    on: string | null;
    above: boolean;
}

function useTable(p: BoardProps) {
    const { shown } = p.position;
    const view = useMemo(() => readView(shown.state), [shown.state]);
    const deals = useMemo(() => dealsOf(shown.actions, view), [shown]);
    const pack = useMemo(() => packOf(shown.data), [shown.data]);
    const challenges = useMemo(() => readHeader(p.position.record).settings.challenge === "on", [p.position.record]);
    return { view, deals, pack, challenges };
}

export function Board(p: BoardProps) {
    const { position } = p;
    const { view, deals, pack, challenges } = useTable(p);
    const near = p.near ?? p.seat ?? null;
    const rows = rowsOf(view.seats, near);
    const root = useRef<HTMLDivElement>(null);
    const draft = useSignal<Draft>(empty);
    const drag = useSignal<Dragging | null>(null);
    const focus = useSignal(`${rows[rows.length - 1] ?? "A"}1`);
    const said = useSignal("");
    const eager = useRef<Draft | null>(null); // a drop that is played as soon as it is known to be right
    const { plain, words } = useMoves(p, view);
    const active = p.seat !== null && !p.busy;
    const asked: Asked | null =
        p.seat === null ? null : { record: position.record, seat: p.seat, challenges, view, pack };

    const send = (move: string) => {
        eager.current = null;
        draft.value = empty;
        p.onMove(move);
    };
    const told = (v: Verdict, made: Draft) => {
        said.value = sayOf(v);
        if (eager.current === made && playable(v) && !drag.peek()) send(moveOf(made)!);
    };
    const { verdict, fits } = useVerdict(p, asked, draft, told);

    // A draft is for one position only.
    useEffect(() => {
        draft.value = empty;
        drag.value = null;
    }, [position.record, p.seat]);

    // Whether cards come while we look: only then are they seen coming. A new game is seen dealt.
    const first = useRef(position.record);
    const arrived = first.current !== position.record;
    const begins = position.shown.actions.every((action) => action.seat === null);

    const confirm = () => {
        const move = moveOf(draft.value);
        if (active && move && playable(verdict.value)) send(move);
    };
    // A word that is tapped twice is taken.
    const choose = (place: string, above = false) => {
        if (!view.columns.has(place)) return;
        if (draft.value.length === 1 && has(draft.value, place) && words.value.has(place)) return send(`take ${place}`);
        eager.current = null;
        draft.value = tap(draft.value, place, above);
        focus.value = place;
    };
    const focusOn = (place: string) => {
        focus.value = place;
        root.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus({ preventScroll: true });
    };
    // Alone a drop that is right is a move; with others it is looked at once more.
    const dropped = (made: Draft) => {
        draft.value = made;
        if (view.seats.length > 1) return;
        eager.current = made;
        if (playable(verdict.value)) send(moveOf(made)!);
    };
    useDragging({ root, view, draft, drag, active, choose, dropped });

    const onKey = (e: KeyboardEvent) => {
        const target = e.target as HTMLElement;
        if (e.ctrlKey || e.metaKey || e.altKey || target.closest("input, textarea")) return;
        const onTable = target.closest(".bl-table") !== null;
        const next = onTable ? moved(focus.value, e.key, rows, deals.width) : null;
        if (next !== null) focusOn(next);
        else if (!active || !actOnKey(e, onTable)) return;
        e.preventDefault();
    };
    const actOnKey = (e: KeyboardEvent, onTable: boolean): boolean => {
        const open =
            draft.value.length > 1
                ? draft.value.find((part) =>
                      choicesOf(view.columns.get(part.place), pack).includes(e.key.toUpperCase()),
                  )
                : undefined;
        const last = draft.value[draft.value.length - 1];
        if (open) draft.value = settle(draft.value, open.place, e.key.toUpperCase());
        else if (e.key === "Escape") draft.value = empty;
        else if (e.key === "Backspace" && last) draft.value = remove(draft.value, last.place);
        else if (onTable && e.key === "Enter" && has(draft.value, focus.value) && playable(verdict.value)) confirm();
        else if (onTable && (e.key === "Enter" || e.key === " ")) choose(focus.value, e.shiftKey);
        else return false;
        return true;
    };

    const table: TableProps = {
        view,
        deals,
        pack,
        rows,
        names: p.names,
        near,
        draft: p.seat ? draft.value : empty,
        pointed: p.pointed,
        words: active ? words.value : new Map(),
        focus: focus.value,
        active,
        moved: arrived || begins,
        drag: drag.value,
    };
    return (
        <div class="bl" ref={root} onKeyDown={onKey} data-seats={view.seats.length}>
            <div class="bl-frame">
                <Deck left={view.deck} />
                <Gain key={position.shown.actions.length} p={p} on={arrived} />
                <Table {...table} />
            </div>
            <p class="visually-hidden" role="status" aria-live="polite">
                {said.value}
            </p>
            {p.between}
            {position.shown.over ? (
                <Summary shown={position.shown} names={p.names} onAgain={p.onAgain} />
            ) : (
                (p.seat !== null || p.idle || plain.value.size > 0) && (
                    <Tray
                        view={view}
                        pack={pack}
                        draft={draft.value}
                        verdict={verdict.value}
                        fits={fits.value}
                        plain={plain.value}
                        lang={position.shown.lang}
                        active={active}
                        busy={p.busy}
                        names={p.names}
                        seat={p.seat}
                        idle={p.idle ?? null}
                        onConfirm={confirm}
                        onMove={send}
                        onRaise={(place) => (draft.value = raise(draft.value, place))}
                        onSettle={(place, letter) => (draft.value = settle(draft.value, place, letter))}
                        onClear={() => (draft.value = empty)}
                        onBack={() => (draft.value = draft.value.slice(0, -1))}
                    />
                )
            )}
        </div>
    );
}

function sayOf(v: Verdict): string {
    if (v.kind === "word" || v.kind === "take") return `${v.word}: ${t("web.bali.a_word", [v.points])}`;
    if (v.kind === "run") return `${v.word}: ${t("web.bali.run")}`;
    return v.kind === "bad" ? v.text : "";
}

// A word that has just been taken, and what it brought.
function Gain({ p, on }: { p: BoardProps; on: boolean }) {
    const last = p.position.shown.actions.findLast((a) => a.seat !== null);
    if (!on || !last?.word || !last.points) return null;
    return (
        <div class="bl-gain" aria-hidden="true">
            <span lang={p.position.shown.lang}>{last.word}</span> <b class="number">+{last.points}</b>
        </div>
    );
}

interface DragUse {
    root: { current: HTMLDivElement | null };
    view: View;
    draft: { value: Draft };
    drag: { value: Dragging | null };
    active: boolean;
    choose(place: string): void;
    dropped(made: Draft): void;
}

const FAR = 7; // px: from here on a press is a drag

const columnAt = (e: PointerEvent) =>
    document.elementFromPoint(e.clientX, e.clientY)?.closest<HTMLElement>(".bl-column:not(.empty)") ?? null;

// A tap chooses a column. One that is dragged follows the pointer; over another column it lies above or
// below it, by which half of it the pointer is on.
function useDragging(use: DragUse) {
    const now = useRef(use);
    now.current = use;
    useEffect(() => {
        const table = use.root.current?.querySelector<HTMLElement>(".bl-table");
        if (!table) return;
        let from: { x: number; y: number; column: HTMLElement; before: Draft } | null = null;
        const down = (e: PointerEvent) => {
            const column = (e.target as HTMLElement).closest<HTMLElement>(".bl-column:not(.empty)");
            if (!now.current.active || e.button || !column) return;
            from = { x: e.clientX, y: e.clientY, column, before: now.current.draft.value };
            table.setPointerCapture(e.pointerId);
        };
        const move = (e: PointerEvent) => {
            const { drag, draft } = now.current;
            if (!from) return;
            const dx = e.clientX - from.x;
            const dy = e.clientY - from.y;
            const place = from.column.dataset.place!;
            if (!drag.value && Math.hypot(dx, dy) < FAR) return;
            from.column.style.setProperty("--bl-x", `${dx}px`);
            from.column.style.setProperty("--bl-y", `${dy}px`);
            const over = columnAt(e);
            const box = over?.getBoundingClientRect();
            const on = over && over !== from.column ? over.dataset.place! : null;
            const above = box !== undefined && e.clientY < box.top + box.height / 2;
            const was = drag.value;
            if (was?.on === on && was?.above === above) return;
            drag.value = { place, on, above };
            draft.value = on ? drop(from.before, place, on, above) : from.before;
        };
        const up = (e: PointerEvent) => {
            if (!from) return;
            const { drag, draft, choose, dropped } = now.current;
            const { column } = from;
            const was = drag.value;
            end();
            if (!was) choose(column.dataset.place!);
            else if (was.on) dropped(draft.value);
            e.preventDefault();
        };
        const end = () => {
            if (!from) return;
            from.column.style.removeProperty("--bl-x");
            from.column.style.removeProperty("--bl-y");
            now.current.drag.value = null;
            from = null;
        };
        const cancel = () => {
            if (from && now.current.drag.value) now.current.draft.value = from.before;
            end();
        };
        const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: cancel };
        for (const [name, listener] of Object.entries(listeners))
            table.addEventListener(name, listener as EventListener);
        return () => {
            for (const [name, listener] of Object.entries(listeners))
                table.removeEventListener(name, listener as EventListener);
        };
    }, []);
}

const ROWS = [7, 7, 5, 4]; // places of a row, by how many rows there are

// Before the core is there: just the cards, or where they will be dealt to.
export function Preview({ state }: PreviewProps) {
    const view = readView(state);
    const dealt = view.columns.size > 0;
    if (!view.seats.length) return null;
    const deals: Deals = dealt
        ? dealsOf([], view)
        : { width: ROWS[view.seats.length - 1]!, times: new Map(), last: [] };
    const names = Object.fromEntries(view.seats.map((seat) => [seat, ""]));
    return (
        <div class="bl" data-seats={view.seats.length}>
            <div class="bl-frame">
                {dealt && <Deck left={view.deck} />}
                <Table
                    view={view}
                    deals={deals}
                    pack={packOf(undefined)}
                    rows={rowsOf(view.seats, null)}
                    names={names}
                    near={null}
                    draft={empty}
                    pointed={null}
                    words={new Map()}
                    focus=""
                    active={false}
                    moved={false}
                    drag={null}
                />
            </div>
        </div>
    );
}
