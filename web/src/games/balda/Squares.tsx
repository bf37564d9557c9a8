// The squares, and the line along the word that is traced or pointed at.
import { Grid } from "../../board/Grid";
import { memo } from "../../board/memo";
import { t } from "../../text";
import type { Pointed } from "../game";
import { type Draft, phaseOf } from "./draft";
import { Line, type Tip } from "./Line";
import { squareName, type View } from "./view";
import type { Verdict, Ways } from "./ways";

interface CellProps {
    square: number;
    column: number; // from 1
    letter: string;
    classes: string;
    label: string;
    focused: boolean;
    selected: boolean; // in the path
}

const Cell = memo(({ square, column, letter, classes, label, focused, selected }: CellProps) => (
    <button
        type="button"
        role="gridcell"
        class={`bd-cell ${classes}`}
        data-square={square}
        tabIndex={focused ? 0 : -1}
        aria-label={label}
        aria-selected={selected}
        aria-colindex={column}
    >
        <span class="bd-tile" aria-hidden="true">
            <span class="bd-letter">{letter}</span>
        </span>
    </button>
));

interface SquaresProps {
    view: View;
    draft: Draft;
    ways: Ways;
    pointed: Pointed | null;
    last: Pointed | null; // the last move
    focus: number;
    active: boolean;
    verdict: Verdict["kind"] | "";
    tip: Tip | null;
    arrived: boolean; // the last move came while we looked
}

function classesOf(g: SquaresProps, square: number): string[] {
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

function letterAt(g: SquaresProps, square: number): string {
    const { view, draft, pointed } = g;
    if (square === draft.square) return draft.letter ?? "";
    if (view.letters[square]) return view.letters[square]!;
    if (view.asked?.square === square) return view.asked.letter;
    if (pointed?.kind === "hint" && pointed.squares[pointed.placed] === square)
        return /=(.)/u.exec(pointed.text)?.[1] ?? "";
    return "";
}

function labelOf(g: SquaresProps, square: number, letter: string): string {
    const name = squareName(square, g.view.width);
    const parts = [name, letter || t("web.balda.empty")];
    if (g.ways.open.has(square) && !letter) parts.push(t("web.balda.open"));
    if (g.draft.path.includes(square)) parts.push(t("web.balda.in_word", [g.draft.path.indexOf(square) + 1]));
    if (g.pointed?.squares.includes(square)) parts.push(t("web.balda.highlighted"));
    if (g.pointed && g.pointed.squares[g.pointed.placed] === square) parts.push(t("web.balda.new_letter"));
    return parts.join(", ");
}

// The first step of a hint is one square, which is no path: the word may begin elsewhere.
const pathOf = (pointed: Pointed | null) =>
    pointed && (pointed.kind === "chosen" || pointed.squares.length > 1) ? pointed.squares : [];

function cellOf(g: SquaresProps, square: number) {
    const letter = letterAt(g, square);
    return (
        <Cell
            key={square}
            square={square}
            column={(square % g.view.width) + 1}
            letter={letter}
            classes={classesOf(g, square).join(" ")}
            label={labelOf(g, square, letter)}
            focused={square === g.focus}
            selected={g.draft.path.includes(square)}
        />
    );
}

export function Squares(g: SquaresProps) {
    const { width } = g.view;
    const shown = g.draft.path.length ? g.draft.path : pathOf(g.pointed);
    const kind = g.draft.path.length ? g.verdict || "trace" : g.pointed?.kind === "hint" ? "hint" : "violet";
    return (
        <Grid
            name="bd"
            width={width}
            label={t("web.balda.board", [width])}
            data={{ "data-active": g.active, "data-phase": phaseOf(g.draft) }}
            cell={(square) => cellOf(g, square)}
        >
            {g.arrived && g.last && !shown.length && (
                <Line key={g.last.text} path={g.last.squares} width={width} kind="fading" />
            )}
            <Line path={shown} width={width} kind={kind} tip={g.draft.path.length ? g.tip : null} />
        </Grid>
    );
}
