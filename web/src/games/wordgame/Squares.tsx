// The board: 225 squares with their tiles and marks.
import type { ComponentChildren } from "preact";
import { Coordinates, Grid } from "../../board/Grid";
import { memo } from "../../board/memo";
import { printed } from "../../board/print";
import { t } from "../../text";
import type { Pointed } from "../game";
import { at, type Cursor, type Draft } from "./draft";
import { bonusMark, bonusName, Tile, tileLabel } from "./Tile";
import {
    BLANK,
    bonusAt,
    CENTRE,
    parsePlacement,
    SIDE,
    squareName,
    squaresOf,
    type BoardTile,
    type TileSet,
    type View,
} from "./view";
import type { Verdict } from "./verdict";

export interface SquaresProps {
    view: View;
    set: TileSet;
    draft: Draft;
    cursor: Cursor | null;
    focus: number;
    pointed: Pointed | null;
    pointedNew: readonly number[]; // squares that the pointed move filled
    last: readonly number[]; // squares that the last move filled
    arrived: boolean; // it came while we looked
    active: boolean;
    dragged: number | null; // a slot
    verdict: Verdict | null;
    lang: string;
}

// The letters of a move that is only a proposal.
function ghosts(p: Pointed | null, view: View): Map<number, BoardTile> {
    const placement = p?.kind === "hint" && p.squares.length > 1 ? parsePlacement(p.text) : null;
    if (!placement) return new Map();
    return new Map(
        squaresOf(placement).flatMap((square, i) => {
            const written = placement.letters[i]!;
            const letter = written.toUpperCase();
            return view.board[square] ? [] : [[square, { letter, blank: letter !== written }] as const];
        }),
    );
}

function classesOf(g: SquaresProps, square: number, ghost: boolean): string {
    const own = at(g.draft, square);
    const marks: Record<string, boolean> = {
        filled: g.view.board[square] !== null,
        drafted: own !== undefined,
        dragged: own !== undefined && own.slot === g.dragged,
        ghost,
        last: g.last.includes(square),
        arrived: g.arrived && g.last.includes(square),
        violet: g.pointed?.kind === "chosen" && g.pointed.squares.includes(square),
        hinted: g.pointed?.kind === "hint" && g.pointed.squares.includes(square),
        fresh: g.pointed?.kind === "chosen" && g.pointedNew.includes(square),
        cursor: g.active && g.cursor?.square === square,
    };
    const bonus = bonusAt(g.set, square);
    return ["wg-cell", ...(bonus ? [`bonus-${bonus}`] : []), ...Object.keys(marks).filter((name) => marks[name])].join(
        " ",
    );
}

function labelOf(g: SquaresProps, square: number, tile: BoardTile | undefined): string {
    const parts = [squareName(square)];
    if (tile) parts.push(tileLabel(tile.blank ? BLANK : tile.letter, tile.letter, g.set));
    if (at(g.draft, square)) parts.push(t("web.wordgame.not_played"));
    if (!tile)
        parts.push(
            bonusName(bonusAt(g.set, square)) || t(square === CENTRE ? "web.wordgame.centre" : "web.wordgame.empty"),
        );
    if (g.last.includes(square)) parts.push(t("web.wordgame.last"));
    if (g.pointed?.squares.includes(square)) parts.push(t("web.wordgame.highlighted"));
    if (g.active && g.cursor?.square === square)
        parts.push(t(g.cursor.down ? "web.wordgame.goes_down" : "web.wordgame.goes_across"));
    return parts.join(", ");
}

interface CellProps {
    square: number;
    slot: number | undefined; // of the drafted tile on it
    face: string; // of a tile; "": none
    letter: string;
    arrow: "" | "across" | "down"; // the cursor
    set: TileSet;
    classes: string;
    label: string;
    focused: boolean;
}

function contentOf({ square, face, letter, arrow, set }: CellProps) {
    if (face) return <Tile face={face} letter={letter} set={set} />;
    const bonus = bonusAt(set, square);
    if (arrow) return <span class={`wg-arrow ${arrow === "down" ? "down" : ""}`} aria-hidden="true" />;
    if (bonus) return <span class="wg-mark" aria-hidden="true" {...printed(bonusMark(bonus))} />;
    return square === CENTRE ? <span class="wg-star" aria-hidden="true" /> : null;
}

const Cell = memo((p: CellProps) => (
    <button
        type="button"
        role="gridcell"
        class={p.classes}
        data-square={p.square}
        data-slot={p.slot}
        tabIndex={p.focused ? 0 : -1}
        aria-label={p.label}
        aria-colindex={(p.square % SIDE) + 1}
    >
        {contentOf(p)}
    </button>
));

const arrowAt = ({ active, cursor }: SquaresProps, square: number) =>
    !active || cursor?.square !== square ? "" : cursor.down ? "down" : "across";

function cellOf(g: SquaresProps, square: number, ghost: BoardTile | undefined) {
    const own = at(g.draft, square);
    const drafted = own && { letter: own.letter, blank: g.draft.faces[own.slot] === BLANK };
    const tile = g.view.board[square] ?? drafted ?? ghost;
    return (
        <Cell
            key={square}
            square={square}
            slot={own?.slot}
            face={tile ? (tile.blank ? BLANK : tile.letter) : ""}
            letter={tile?.letter ?? ""}
            arrow={arrowAt(g, square)}
            set={g.set}
            classes={classesOf(g, square, ghost !== undefined && !drafted)}
            label={labelOf(g, square, tile)}
            focused={square === g.focus}
        />
    );
}

// The points of the move, at its last tile.
function Worth({ g }: { g: SquaresProps }) {
    if (g.verdict?.kind !== "good" || !g.draft.placed.length) return null;
    const square = Math.max(...g.draft.placed.map((p) => p.square));
    return (
        <span
            class="wg-worth number"
            aria-hidden="true"
            style={{ "--x": square % SIDE, "--y": Math.floor(square / SIDE) }}
        >
            {g.verdict.report.points}
        </span>
    );
}

export function Squares(g: SquaresProps & { children?: ComponentChildren }) {
    const proposed = ghosts(g.pointed, g.view);
    return (
        <div class="wg-inner">
            <Coordinates name="wg" width={SIDE} />
            <Grid
                name="wg"
                width={SIDE}
                label={t("web.wordgame.board")}
                lang={g.lang}
                data={{ "data-active": g.active, "data-verdict": g.verdict?.kind ?? "none" }}
                cell={(square) => cellOf(g, square, proposed.get(square))}
            >
                <Worth g={g} />
                {g.children}
            </Grid>
        </div>
    );
}
