// The position of Bali from the core's text of it (src/games/bali/state_text.c writes it), and what the
// moves so far tell besides.
import type { ShownAction } from "../../core/wasm";

export interface Card {
    face: string; // as it is printed; "*" is the joker
    letter: string; // the letter that it stands for; "": open
}

export interface Column {
    place: string; // A1
    cards: Card[];
}

// The last join, while it can be challenged or is.
export interface Doubt {
    seat: string;
    challenger: string | null;
}

export interface View {
    columns: ReadonlyMap<string, Column>; // by place; none where it is empty
    seats: string[];
    deck: number; // cards left
    doubt: Doubt | null;
    resigned: ReadonlySet<string>;
}

export const JOKER = "*";

export const seatOf = (place: string) => place.charAt(0);
export const numberOf = (place: string) => Number(place.slice(1));

// Places as numbers, as the core counts them (src/games/bali/state.h).
const ROW = 7;
export const placeIndex = (place: string) => (place.charCodeAt(0) - 65) * ROW + numberOf(place) - 1;
export const placeName = (index: number) => `${String.fromCharCode(65 + Math.floor(index / ROW))}${(index % ROW) + 1}`;

function readColumn(rest: string): Column {
    const [place, ...cards] = rest.split(" ");
    return {
        place: place!,
        cards: cards.map((card) => ({ face: card.split("=")[0]!, letter: card.split("=")[1] ?? "" })),
    };
}

// B - B1:1! A3:2
function readDoubt(rest: string): Doubt {
    const [seat, challenger] = rest.split(" ");
    return { seat: seat!, challenger: challenger === "-" ? null : challenger! };
}

// Where the last join lies.
export function joinedPlace(actions: readonly ShownAction[]): string | null {
    const rests = actions.findLast((action) => action.rests !== undefined)?.rests;
    return rests === undefined ? null : placeName(rests);
}

export function readView(state: string): View {
    const all = state.split("\n").map((line) => [line.split(" ", 1)[0]!, line.slice(line.indexOf(" ") + 1)] as const);
    const of = (key: string) => all.filter(([one]) => one === key).map(([, rest]) => rest);
    const seats = of("score").map((rest) => rest.charAt(0));
    const resigned = Number(of("resigned")[0] ?? 0);
    const cards = (of("deck")[0] ?? "").match(/\d+(?= |$)/g) ?? [];
    const [doubt] = of("doubt");
    return {
        columns: new Map(
            of("column")
                .map(readColumn)
                .map((one) => [one.place, one]),
        ),
        seats,
        deck: cards.reduce((sum, one) => sum + Number(one), 0),
        doubt: doubt === undefined ? null : readDoubt(doubt),
        resigned: new Set(seats.filter((_, i) => (resigned >> i) & 1)),
    };
}

// --- Dealing.

const DEAL = /^deal ([A-D]\d) /;

export interface Deals {
    width: number; // places of a row
    times: ReadonlyMap<string, number>; // how often a place was dealt a card
    last: readonly string[]; // the places that were dealt one after the last move, in that order
}

export function dealsOf(actions: readonly ShownAction[], view: View): Deals {
    const times = new Map<string, number>();
    let last: string[] = [];
    for (const action of actions) {
        const place = action.seat === null ? DEAL.exec(action.text)?.[1] : undefined;
        if (place) {
            times.set(place, (times.get(place) ?? 0) + 1);
            last.push(place);
        } else if (action.seat !== null) last = [];
    }
    const width = Math.max(1, ...[...times.keys(), ...view.columns.keys()].map(numberOf));
    return { width, times, last };
}

// --- What the preset says of cards: shown.data.

export interface Pack {
    values: Readonly<Record<string, number>>;
    plays: Readonly<Record<string, string>>; // letters of cards that are not just their own
}

export function packOf(data: Readonly<Record<string, unknown>> | undefined): Pack {
    return { values: (data?.values ?? {}) as Pack["values"], plays: (data?.plays ?? {}) as Pack["plays"] };
}

// --- Words that were taken.

export interface Taken {
    word: string;
    points: number;
}

export function takenBy(seat: string, actions: readonly ShownAction[]): Taken[] {
    return actions
        .filter((a) => a.scorer === seat && a.word && a.points !== undefined)
        .map((a) => ({ word: a.word!, points: a.points! }));
}
