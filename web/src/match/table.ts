// A table: a match that is shown and played, whether on a server or on this device.
import type { ReadonlySignal } from "@preact/signals";
import type { Action, Match } from "../types";

export interface ChatLine {
    id: number;
    at: number;
    name: string;
    seat: string | null;
    text: string;
}

export interface Table {
    readonly kind: "online" | "local";
    readonly match: ReadonlySignal<Match | null>;
    readonly clocksAt: ReadonlySignal<number>; // when the match's clocks were right, by performance.now()
    readonly busy: ReadonlySignal<boolean>; // an action is on its way
    readonly pending?: ReadonlySignal<boolean>; // the match shows a move that has not arrived yet
    readonly failure: ReadonlySignal<unknown>; // why there is no match
    readonly chat: ReadonlySignal<ChatLine[]> | null; // null: no chat
    readonly rematch?: ReadonlySignal<string | null>; // the id of the match that continues this one
    readonly presence?: ReadonlySignal<Readonly<Record<string, boolean>>>; // who else is online, by seat
    readonly helped?: boolean; // a hint was asked for
    help?(): void; // says so
    again?(): void; // tries once more to open it
    act(action: Action): Promise<void>;
    say(text: string): Promise<void>;
    close(): void;
}
