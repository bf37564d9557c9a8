// The board of a Word Game, the rack and the tray. Tiles are dragged (drag.ts), tapped (tiles.ts) or typed (keys.ts);
// state.ts holds the state that they change.
import type { ReadonlySignal } from "@preact/signals";
import { Announcer } from "../../board/announce";
import type { BoardProps, PreviewProps } from "../game";
import { t } from "../../text";
import { empty } from "./draft";
import { useDrag } from "./drag";
import { Squares } from "./Squares";
import { useKeys } from "./keys";
import { chooseExchange, exchangeTiles, passTurn, playDraft } from "./moves";
import { OtherRacks } from "./Rack";
import { type BoardState, isFree, useBoardState } from "./state";
import { chooseBlank, dropTile, recallTiles, shuffleRack, sortRack, tapRack, tapSquare } from "./tiles";
import { BlankDialog, Tray } from "./Tray";
import { noWays } from "./verdict";
import { CENTRE, noSet, ownLayout, readView, SIDE, type TileSet } from "./view";

// The last move, and the squares that it filled.
function lastMove(p: BoardProps): number[] {
    return p.position.shown.actions.findLast((action) => action.seat !== null)?.fresh ?? [];
}

function pointedNew(p: BoardProps): number[] {
    const { actions } = p.position.shown;
    return actions.findLast((action) => action.seat !== null && action.text === p.pointed?.text)?.fresh ?? [];
}

// --- Near and far.

function lookAt(root: HTMLElement, square: number): void {
    const frame = root.querySelector<HTMLElement>(".wg-scroll");
    const cell = root.querySelector<HTMLElement>(`[data-square="${square}"]`);
    if (!frame || !cell) return;
    const [a, b] = [frame.getBoundingClientRect(), cell.getBoundingClientRect()];
    frame.scrollLeft += b.left + b.width / 2 - a.left - a.width / 2;
    frame.scrollTop += b.top + b.height / 2 - a.top - a.height / 2;
}

function toggleZoom(p: BoardProps, b: BoardState): void {
    b.zoomed.value = !b.zoomed.value;
    const square = b.cursor.value?.square ?? b.draft.value.placed.at(-1)?.square ?? lastMove(p)[0] ?? CENTRE;
    requestAnimationFrame(() => b.root.current && lookAt(b.root.current, square));
}

// --- The parts of the page.

function onClick(b: BoardState, e: MouseEvent): void {
    const slot = (e.target as Element).closest<HTMLElement>(".wg-rack [data-slot]");
    const cell = (e.target as Element).closest<HTMLElement>(".wg-cell");
    if (!b.may) return;
    if (slot) tapRack(b, Number(slot.dataset.slot));
    else if (cell && !b.swapped.value) tapSquare(b, Number(cell.dataset.square));
}

interface PartProps {
    p: BoardProps;
    b: BoardState;
}

// The square that a dragged tile is over. It changes with every square that the pointer crosses; the board does not.
function Over({ square: { value } }: { square: ReadonlySignal<number | null> }) {
    if (value === null) return null;
    return <span class="wg-over" aria-hidden="true" style={{ "--x": value % SIDE, "--y": Math.floor(value / SIDE) }} />;
}

function OwnSquares({ p, b }: PartProps) {
    const draft = b.draft.value;
    return (
        <div class="wg-frame">
            <div class="wg-scroll" tabIndex={-1}>
                <Squares
                    view={b.view}
                    set={b.set}
                    draft={draft}
                    cursor={b.cursor.value}
                    focus={b.focus.value}
                    pointed={draft.placed.length && p.pointed?.kind === "hint" ? null : p.pointed}
                    pointedNew={pointedNew(p)}
                    last={lastMove(p)}
                    arrived={b.arrived}
                    active={b.may && !b.swapped.value}
                    dragged={b.dragged.value}
                    verdict={b.verdict.value}
                    lang={p.position.shown.lang}
                >
                    <Over square={b.over} />
                </Squares>
            </div>
        </div>
    );
}

function OwnTray({ p, b }: PartProps) {
    const { kind } = b.written.value;
    return (
        <Tray
            draft={b.draft.value}
            set={b.set}
            lang={p.position.shown.lang}
            bag={b.view.bag}
            selected={b.swapped.value ?? new Set(b.selected.value === null ? [] : [b.selected.value])}
            dragged={b.dragged.value}
            may={b.may}
            turn={b.active}
            busy={p.busy}
            idle={p.idle ?? null}
            exchanging={b.swapped.value !== null}
            ways={p.seat ? b.ways.value : noWays}
            verdict={b.verdict.value}
            said={kind === "scattered" || kind === "gap" ? t(`web.wordgame.${kind}`) : ""}
            zoomed={b.zoomed.value}
            onShuffle={() => shuffleRack(b)}
            onSort={() => sortRack(b, p.position.letters)}
            onRecall={() => recallTiles(b)}
            onZoom={() => toggleZoom(p, b)}
            onPlay={() => playDraft(p, b)}
            onPass={() => passTurn(p, b)}
            onExchange={(on) => chooseExchange(b, on)}
            onSwap={() => exchangeTiles(p, b)}
        />
    );
}

export function Board(p: BoardProps) {
    const b = useBoardState(p);
    const { letters, shown } = p.position;
    useDrag(b.root, {
        may: b.may && !b.swapped.value,
        onDrop: (slot, target) => dropTile(b, slot, target),
        onLift: (slot) => (b.dragged.value = slot),
        onOver: (square) => (b.over.value = square !== null && isFree(b, square) ? square : null),
    });
    useKeys(p, b);
    return (
        <div class="wg" ref={b.root} onClick={(e) => onClick(b, e)} data-zoomed={b.zoomed.value}>
            <OwnSquares p={p} b={b} />
            <Announcer said={b.said} />
            <div class="wg-hand">
                {b.rack && <OwnTray p={p} b={b} />}
                {!b.rack && p.idle && <p class="wg-note">{p.idle}</p>}
                <OtherRacks view={b.view} names={p.names} except={b.rack && b.owner} set={b.set} lang={shown.lang} />
            </div>
            <BlankDialog
                open={b.asked.value !== null}
                letters={letters}
                lang={shown.lang}
                onLetter={(letter) => chooseBlank(b, letter)}
                onClose={() => (b.asked.value = null)}
            />
        </div>
    );
}

// Before the core is there: the letters, and a custom layout from the settings.
export function Preview({ state, settings }: PreviewProps) {
    const view = readView(state);
    const set: TileSet = { ...noSet, board: ownLayout(settings) };
    return (
        <div class="wg">
            <div class="wg-frame">
                <div class="wg-scroll">
                    <Squares
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
