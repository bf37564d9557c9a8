// Cards, columns of them and rows of columns: what lies on the table.
import { plural, t } from "../../text";
import type { Pointed } from "../game";
import type { Draft } from "./draft";
import { JOKER, placeIndex, seatOf, type Card, type Column, type Deals, type Pack, type View } from "./view";

const Star = () => (
    <svg class="bl-star" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 2l2.9 6.6 7.1.7-5.4 4.7 1.6 7L12 17.3 5.8 21l1.6-7L2 9.3l7.1-.7z" fill="currentColor" />
    </svg>
);

// The print of the cards is drawn by the style sheet: screen readers get the labels of the columns.
// The face of a card: the joker shows a star until it stands for a letter.
const shownOn = (card: Card) => card.letter || (card.face === JOKER ? "" : card.face);

export function CardFace({ card, value, letter = "" }: { card: Card; value: number | undefined; letter?: string }) {
    const text = letter || shownOn(card);
    const kind = card.face === JOKER ? "joker" : value === 0 ? "vowel" : "plain";
    return (
        <span class={`bl-card ${kind}`}>
            <span class="bl-corner">
                <b data-text={text}>{!text && <Star />}</b>
                <i data-text={value ?? ""} />
            </span>
            <span class="bl-face" data-text={text}>
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
    draft: Draft;
    pointed: Pointed | null;
    words: ReadonlyMap<string, number>; // columns that can be taken, and for how much
    focus: string;
    active: boolean;
    moved: boolean; // cards come while we look
    drag: { place: string; on: string | null; above: boolean } | null;
}

const pointsAt = (p: TableProps, place: string) =>
    p.pointed?.squares.includes(placeIndex(place)) ? p.pointed.kind : null;

function labelOf(p: TableProps, place: string, column: Column | undefined): string {
    if (!column) return t("web.bali.empty_place", [place]);
    const letters = column.cards.map((card) => shownOn(card) || t("web.bali.joker")).join(" ");
    const parts = [`${place}: ${letters}`];
    const at = p.draft.findIndex((part) => part.place === place);
    const points = p.words.get(place);
    if (points !== undefined) parts.push(t("web.bali.a_word", [points]));
    if (at >= 0) parts.push(t("web.bali.chosen", [at + 1]));
    if (pointsAt(p, place))
        parts.push(t(pointsAt(p, place) === "chosen" ? "web.bali.highlighted" : "web.bali.pointed"));
    return parts.join(", ");
}

function classesOf(p: TableProps, place: string, column: Column | undefined): string {
    const found = ["bl-column"];
    if (!column) found.push("empty");
    if (p.draft.some((part) => part.place === place)) found.push("chosen");
    if (p.words.has(place)) found.push("word");
    const pointed = pointsAt(p, place);
    if (pointed) found.push(pointed === "chosen" ? "violet" : "hinted");
    if (p.view.doubt?.place === place) found.push("doubted");
    if (p.drag?.place === place) found.push("dragged");
    if (p.drag?.on === place) found.push(p.drag.above ? "drop-above" : "drop-below");
    return found.join(" ");
}

function ColumnOf({ p, place }: { p: TableProps; place: string }) {
    const column = p.view.columns.get(place);
    const at = p.draft.findIndex((part) => part.place === place);
    const hint = p.pointed?.kind === "hint" ? p.pointed.squares.indexOf(placeIndex(place)) : -1;
    const letter =
        hint >= 0 && p.pointed!.squares.length > 1
            ? (new RegExp(`${place}=(.)`, "u").exec(p.pointed!.text)?.[1] ?? "")
            : "";
    const dealt = p.moved ? p.deals.last.indexOf(place) : -1;
    const points = p.words.get(place);
    return (
        <button
            type="button"
            role="gridcell"
            class={classesOf(p, place, column)}
            data-place={place}
            tabIndex={place === p.focus ? 0 : -1}
            aria-label={labelOf(p, place, column)}
            aria-selected={at >= 0}
            data-cards={column?.cards.length ?? 0}
        >
            <span
                class={`bl-cards ${dealt >= 0 ? "dealt" : ""}`}
                key={p.deals.times.get(place) ?? 0}
                aria-hidden="true"
                style={{ "--bl-order": Math.max(0, dealt) }}
            >
                {column?.cards.map((card, i) => (
                    <CardFace key={i} card={card} value={p.pack.values[card.face]} />
                ))}
            </span>
            {(at >= 0 || hint >= 0) && (
                <span
                    class="bl-order number"
                    aria-hidden="true"
                    data-text={at >= 0 ? at + 1 : `${hint + 1}${letter && ` ${letter}`}`}
                />
            )}
            {points !== undefined && <span class="bl-worth number" aria-hidden="true" data-text={points} />}
        </button>
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

export function Table(p: TableProps) {
    return (
        <div
            class="bl-table"
            role="grid"
            aria-label={t("web.bali.table")}
            aria-rowcount={p.rows.length}
            data-active={p.active}
            data-rows={p.rows.length}
            style={{ "--bl-width": p.deals.width }}
        >
            {p.rows.map((seat) => (
                <Row key={seat} p={p} seat={seat} />
            ))}
        </div>
    );
}

export const ownPlaces = (view: View, seat: string) =>
    [...view.columns.keys()].filter((place) => seatOf(place) === seat);
