// Cards, columns of them and rows of columns: what lies on the table.
import { type ReadonlySignal, useComputed } from "@preact/signals";
import { memo } from "../../board/memo";
import { printed } from "../../board/print";
import { room } from "../../board/Stage";
import { plural, t } from "../../text";
import type { Pointed } from "../game";
import type { Draft } from "./draft";
import { fitCards, stripOf } from "./fit";
import type { Dragging } from "./state";
import { JOKER, placeIndex, seatOf, type Card, type Column, type Deals, type Pack, type View } from "./view";

const Star = () => (
    <svg class="bl-star" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 2l2.9 6.6 7.1.7-5.4 4.7 1.6 7L12 17.3 5.8 21l1.6-7L2 9.3l7.1-.7z" fill="currentColor" />
    </svg>
);

// Screen readers get the labels of the columns, not the print of the cards.
// The face of a card: the joker shows a star until it stands for a letter.
const shownOn = (card: Card) => card.letter || (card.face === JOKER ? "" : card.face);

export function CardFace({ card, value, letter = "" }: { card: Card; value: number | undefined; letter?: string }) {
    const text = letter || shownOn(card);
    const kind = card.face === JOKER ? "joker" : value === 0 ? "vowel" : "plain";
    return (
        <span class={`bl-card ${kind}`}>
            <span class="bl-corner">
                <b {...printed(text)}>{!text && <Star />}</b>
                <i {...printed(value ?? "")} />
            </span>
            <span class="bl-face" {...printed(text)}>
                {card.face === JOKER && <Star />}
            </span>
        </span>
    );
}

export interface TableProps {
    view: View;
    deals: Deals;
    pack: Pack;
    rows: readonly string[]; // seats, the nearest last
    names: Readonly<Record<string, string>>;
    near: string | null; // whose row is the nearest
    draft: ReadonlySignal<Draft>;
    pointed: Pointed | null;
    words: ReadonlyMap<string, number>; // columns that can be taken, and for how much
    doubted: string | null; // the place of the join that can be challenged, or is
    focus: string;
    active: boolean;
    moved: boolean; // cards come while we look
    drag: ReadonlySignal<Dragging | null>;
}

const pointsAt = (p: TableProps, place: string) =>
    p.pointed?.squares.includes(placeIndex(place)) ? p.pointed.kind : null;

function labelOf(p: TableProps, place: string, column: Column | undefined, at: number): string {
    if (!column) return t("web.bali.empty_place", [place]);
    const letters = column.cards.map((card) => shownOn(card) || t("web.bali.joker")).join(" ");
    const parts = [`${place}: ${letters}`];
    const points = p.words.get(place);
    if (points !== undefined) parts.push(t("web.bali.a_word", [points]));
    if (at >= 0) parts.push(t("web.bali.chosen", [at + 1]));
    if (pointsAt(p, place))
        parts.push(t(pointsAt(p, place) === "chosen" ? "web.bali.highlighted" : "web.bali.pointed"));
    return parts.join(", ");
}

function classesOf(p: TableProps, place: string, column: Column | undefined, chosen: boolean): string {
    const found = ["bl-column"];
    if (!column) found.push("empty");
    if (chosen) found.push("chosen");
    if (p.words.has(place)) found.push("word");
    const pointed = pointsAt(p, place);
    if (pointed) found.push(pointed === "chosen" ? "violet" : "hinted");
    if (p.doubted === place) found.push("doubted");
    return found.join(" ");
}

// How a drag marks a place.
function dragMark(drag: Dragging | null, place: string): string {
    if (drag?.place === place) return " dragged";
    return drag?.on === place ? (drag.above ? " drop-above" : " drop-below") : "";
}

interface ColumnProps {
    place: string;
    column: Column | undefined;
    values: Pack["values"];
    classes: string;
    label: string;
    focused: boolean;
    selected: boolean;
    badge: string; // the order in the draft or in a hint
    points: number | undefined; // if it can be taken
    dealt: number; // the order in which its card comes while we look; -1: it does not
    deal: number; // how often a card was dealt to it
}

const ColumnButton = memo((p: ColumnProps) => (
    <button
        type="button"
        role="gridcell"
        class={p.classes}
        data-place={p.place}
        tabIndex={p.focused ? 0 : -1}
        aria-label={p.label}
        aria-selected={p.selected}
        data-cards={p.column?.cards.length ?? 0}
    >
        <span
            class={`bl-cards ${p.dealt >= 0 ? "dealt" : ""}`}
            key={p.deal}
            aria-hidden="true"
            style={{ "--bl-order": Math.max(0, p.dealt) }}
        >
            {p.column?.cards.map((card, i) => (
                <CardFace key={i} card={card} value={p.values[card.face]} />
            ))}
        </span>
        {p.badge && <span class="bl-order number" aria-hidden="true" {...printed(p.badge)} />}
        {p.points !== undefined && <span class="bl-worth number" aria-hidden="true" {...printed(p.points)} />}
    </button>
));

// "2", or of a hint "2 S" where a card is to become a letter.
function badgeOf(p: TableProps, place: string, at: number): string {
    const hint = p.pointed?.kind === "hint" ? p.pointed.squares.indexOf(placeIndex(place)) : -1;
    if (at >= 0) return String(at + 1);
    if (hint < 0) return "";
    const letter =
        p.pointed!.squares.length > 1 ? (new RegExp(`${place}=(.)`, "u").exec(p.pointed!.text)?.[1] ?? "") : "";
    return `${hint + 1}${letter && ` ${letter}`}`;
}

// Reads what a drag changes, so that the table is not drawn again while it is under way.
function ColumnOf({ p, place }: { p: TableProps; place: string }) {
    const column = p.view.columns.get(place);
    const at = useComputed(() => p.draft.value.findIndex((part) => part.place === place)).value;
    const mark = useComputed(() => dragMark(p.drag.value, place)).value;
    return (
        <ColumnButton
            place={place}
            column={column}
            values={p.pack.values}
            classes={classesOf(p, place, column, at >= 0) + mark}
            label={labelOf(p, place, column, at)}
            focused={place === p.focus}
            selected={at >= 0}
            badge={badgeOf(p, place, at)}
            points={p.words.get(place)}
            dealt={p.moved ? p.deals.last.indexOf(place) : -1}
            deal={p.deals.times.get(place) ?? 0}
        />
    );
}

function Row({ p, seat }: { p: TableProps; seat: string }) {
    const places = Array.from({ length: p.deals.width }, (_, i) => `${seat}${i + 1}`);
    const alone = p.rows.length === 1;
    return (
        <div
            role="row"
            class={`bl-row ${seat === p.near ? "near" : ""} ${p.view.resigned.has(seat) ? "gone" : ""}`}
            data-seat={seat}
        >
            {!alone && (
                <span role="rowheader" class={`bl-owner seat-${seat}`}>
                    <span class="mt-dot" aria-hidden="true">
                        {seat}
                    </span>
                    <span class="bl-name">{p.names[seat] ?? seat}</span>
                </span>
            )}
            {places.map((place) => (
                <ColumnOf key={place} p={p} place={place} />
            ))}
        </div>
    );
}

export function Deck({ left }: { left: number }) {
    return (
        <div class="bl-deck" data-left={left} role="img" aria-label={plural("web.bali.deck", left)}>
            <span class="bl-back" data-thick={left > 20 ? 3 : left > 8 ? 2 : left > 0 ? 1 : 0}>
                <b class="number">{left}</b>
            </span>
            <span class="bl-deck-text small muted">{t(left ? "web.bali.in_deck" : "web.bali.deck_empty")}</span>
        </div>
    );
}

// Of each row the cards of its longest column.
const longest = (p: TableProps) =>
    p.rows.map((seat) =>
        Math.max(1, ...ownPlaces(p.view, seat).map((place) => p.view.columns.get(place)!.cards.length)),
    );

export function Table(p: TableProps) {
    const fit = fitCards(longest(p), p.deals.width, room.value);
    return (
        <div
            class="bl-table"
            role="grid"
            aria-label={t("web.bali.table")}
            aria-rowcount={p.rows.length}
            data-active={p.active}
            data-rows={p.rows.length}
            data-across={fit.across}
            data-scrolls={fit.scrolls}
            style={{ "--bl-width": p.deals.width, "--bl-w": `${fit.width}px`, "--bl-strip": `${stripOf(fit.width)}px` }}
        >
            {p.rows.map((seat) => (
                <Row key={seat} p={p} seat={seat} />
            ))}
        </div>
    );
}

const ownPlaces = (view: View, seat: string) => [...view.columns.keys()].filter((place) => seatOf(place) === seat);
