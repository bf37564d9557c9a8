// The table, and under it the tray. Columns are tapped in reading order, or one is dragged onto another; the core
// judges the draft at once.
import { signal } from "@preact/signals";
import { Announcer } from "../../board/announce";
import type { BoardProps, PreviewProps } from "../game";
import { Deck, Table } from "./Cards";
import { empty, raise, settle } from "./draft";
import { onKey } from "./keys";
import { confirmDraft, takeDraft } from "./making";
import { useDragging } from "./pointer";
import { type BoardState, rowsOf, sendMove, useBoardState } from "./state";
import { Summary } from "./Summary";
import { Tray } from "./Tray";
import { type Deals, dealsOf, packOf, readView } from "./view";
import { noWays } from "./ways";

// A word that has just been taken, and its points.
function Gain({ p, on }: { p: BoardProps; on: boolean }) {
    const last = p.position.shown.actions.findLast((a) => a.seat !== null);
    if (!on || !last?.word || !last.points) return null;
    return (
        <div class="bl-gain" aria-hidden="true">
            <span lang={p.position.shown.lang}>{last.word}</span> <b class="number">+{last.points}</b>
        </div>
    );
}

interface PartProps {
    p: BoardProps;
    b: BoardState;
}

function OwnTable({ p, b }: PartProps) {
    const begins = p.position.shown.actions.every((action) => action.seat === null); // a new game is seen dealt
    return (
        <Table
            view={b.view}
            deals={b.deals}
            pack={b.pack}
            rows={b.rows}
            names={p.names}
            near={b.near}
            draft={b.draft}
            pointed={p.pointed}
            words={b.active ? b.ways.value.takes : noWays.takes}
            doubted={b.doubted}
            focus={b.focus.value}
            active={b.active}
            moved={b.arrived || begins}
            drag={b.drag}
        />
    );
}

function OwnTray({ p, b }: PartProps) {
    const { draft } = b;
    return (
        <Tray
            view={b.view}
            pack={b.pack}
            draft={draft.value}
            verdict={b.verdict.value}
            fits={b.fits.value}
            ways={b.ways.value}
            doubted={b.doubted}
            lang={p.position.shown.lang}
            active={b.active}
            busy={p.busy}
            names={p.names}
            seat={p.seat}
            idle={p.idle ?? null}
            onConfirm={() => confirmDraft(p, b)}
            onTake={() => takeDraft(p, b)}
            onMove={(move) => sendMove(p, b, move)}
            onRaise={(place) => (draft.value = raise(draft.value, place))}
            onSettle={(place, letter) => (draft.value = settle(draft.value, place, letter))}
            onClear={() => (draft.value = empty)}
            onBack={() => (draft.value = draft.value.slice(0, -1))}
        />
    );
}

export function Board(p: BoardProps) {
    const b = useBoardState(p);
    const { shown } = p.position;
    useDragging(p, b);
    const tray = p.seat !== null || p.idle || b.ways.value.plain.size > 0;
    return (
        <div class="bl" ref={b.root} onKeyDown={(e) => onKey(p, b, e)} data-seats={b.view.seats.length}>
            <div class="bl-frame">
                <Deck left={b.view.deck} />
                <Gain key={shown.actions.length} p={p} on={b.arrived} />
                <OwnTable p={p} b={b} />
            </div>
            <Announcer said={b.said} />
            {shown.over && <Summary shown={shown} names={p.names} onAgain={p.onAgain} />}
            {!shown.over && tray && <OwnTray p={p} b={b} />}
        </div>
    );
}

const notDragged = signal(null);
const notDrafted = signal(empty);
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
                    draft={notDrafted}
                    pointed={null}
                    words={noWays.takes}
                    doubted={null}
                    focus=""
                    active={false}
                    moved={false}
                    drag={notDragged}
                />
            </div>
        </div>
    );
}
