// Where a move of the log can still be seen on the table. The result of a join is followed from join to join by its
// letters: the log does not tell which joins a challenge has undone.
import type { Shown, ShownAction } from "../../core/wasm";
import { placesOf } from "./draft";
import { packOf, placeIndex, placeName, readView, type Column, type Pack } from "./view";

const isJoin = (places: readonly string[]) => places.length > 1;

const restingPlace = (join: ShownAction, places: readonly string[]) =>
    join.rests === undefined ? places[0]! : placeName(join.rests);

const lettersOf = (column: Column | undefined, pack: Pack) =>
    (column?.cards ?? []).map(({ face, letter }) => letter || (pack.plays[face] ?? "").charAt(0) || face).join("");

// The places where the run may lie after each of the joins that it was in, the latest first; null: it
// has been taken.
function follow(run: string, start: string, later: readonly ShownAction[]): string[] | null {
    let lay = [start];
    for (const action of later) {
        const places = action.seat === null ? [] : placesOf(action.text);
        const at = lay.findIndex((place) => places.includes(place) && (action.run ?? action.word ?? "").includes(run));
        if (at < 0) continue;
        if (action.word !== undefined) return null;
        lay = [restingPlace(action, places), ...lay.slice(at)];
    }
    return lay;
}

// Of a join the column that it is in now, if that still stands; of what was taken the places it left.
export function whereNow(actions: readonly ShownAction[], index: number, shown: Shown): string[] {
    const move = actions[index];
    const places = move ? placesOf(move.text) : [];
    if (!move || !isJoin(places) || move.word !== undefined) return places;
    const { columns } = readView(shown.state);
    const pack = packOf(shown.data);
    const run = move.run ?? "";
    const lay = follow(run, restingPlace(move, places), actions.slice(index + 1)) ?? [];
    return lay.filter((place) => lettersOf(columns.get(place), pack).includes(run)).slice(0, 1);
}

export function chosenAt(
    actions: readonly ShownAction[],
    index: number,
    shown: Shown,
): { squares: number[]; placed: number } {
    return { squares: whereNow(actions, index, shown).map(placeIndex), placed: -1 };
}
