// The types of the API, as the client names them. Those of wire_types.ts are generated from data/api/openapi.json.
import type { ShownAction } from "./core/wasm";
import type {
    WireAccount,
    WireClock,
    WireDone,
    WireEvent,
    WireMatch,
    WireMatches,
    WireMe,
    WireRating,
    WireSeat,
    WireSummary,
    WireSummarySeat,
} from "./wire_types";

export type Account = WireAccount;
export type Rating = WireRating;
export type Me = WireMe;
export type SeatSummary = WireSummarySeat;
export type MatchSummary = WireSummary;
export type MatchList = WireMatches;
export type ClockTerms = WireClock;
export type MatchSeat = WireSeat;
export type Done = Pick<WireDone, "seq" | "repeated">;

// What changes with every event.
export type Situation = Pick<
    WireMatch,
    "status" | "turn" | "scores" | "clocks" | "deadline" | "offers" | "result" | "seed"
>;

export interface Match extends Omit<WireMatch, "created" | "deal" | "unranked"> {
    created: number | null; // null: a game on this device
    log?: ShownAction[]; // not the server's: the moves, where the record cannot be played again
}

// Of the live connection: also with what the viewer may do next, and the name of who takes a seat.
export interface MatchEvent extends WireEvent {
    player?: string;
    may?: string[];
}

export interface Page {
    before: number;
    before_id: string;
}

export interface Setting {
    name: string;
    kind: "choice" | "number" | "set" | "text";
    values: string[];
    default: string;
}

export interface Game {
    name: string;
    seats: { min: number; max: number };
    lang: string;
    lexicon: string;
    languages: { lang: string; lexicon: string; lexicons: string[] }[];
    settings: Setting[];
}

export interface Range {
    min: number;
    max: number;
}

export interface Catalogue {
    games: Game[];
    clocks: { kind: string; base_ms?: Range; increment_ms?: Range; days?: Range }[];
    levels: Range;
    fixed?: Record<string, string>; // settings that the operator decides; not in lists that were kept long ago
}

export interface Lexicon {
    name: string;
    lang: string;
    words: number;
    definitions: number;
    classes: boolean;
    marks?: Record<string, number>; // how many words have each; not in lists that were kept long ago
    sources: { package: string; version: string; licence: string; about: string }[];
}

// Messages of the live connection about a match. See docs/protocol.md.
export type LiveMessage =
    | { op: "match"; match: Match; events?: MatchEvent[]; request?: string }
    | ({ op: "event"; match: string } & MatchEvent)
    | { op: "chat"; match: string; id: number; at: number; name: string; seat: string | null; text: string }
    | { op: "chat-hidden"; match: string; id: number; hidden: boolean }
    | { op: "rematch"; match: string; next: string }
    | { op: "presence"; match: string; seats: Record<string, boolean> }
    | { op: "unwatched"; match: string };

export interface Action {
    verb: string;
    move?: string;
    seq?: number;
    seat?: string;
    moves?: number;
}
