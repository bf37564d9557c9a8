// The types of the API, as the client names them. Those of wire_types.ts are generated from data/api/openapi.json.
import type { ShownAction } from "./core/wasm";
import type {
    WireAccount,
    WireCatalogue,
    WireClock,
    WireDone,
    WireGame,
    WireLexicon,
    WireLiveChat,
    WireLiveChatHidden,
    WireLiveEvent,
    WireLiveLobby,
    WireLiveMatch,
    WireLiveMessage,
    WireLivePresence,
    WireLiveRematch,
    WireLiveUnwatched,
    WireMatch,
    WireMatches,
    WireMe,
    WireRange,
    WireRating,
    WireSeat,
    WireSetting,
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

// Changes with every event.
export type Situation = Pick<
    WireMatch,
    "status" | "turn" | "scores" | "clocks" | "deadline" | "offers" | "result" | "seed"
>;

export interface Match extends Omit<WireMatch, "created" | "deal" | "unranked"> {
    created: number | null; // null: a game on this device
    log?: ShownAction[]; // not the server's: the moves, where the record cannot be played again
}

export type MatchEvent = Omit<WireLiveEvent, "op" | "match">;

export interface Page {
    before: number;
    before_id: string;
}

export type Range = WireRange;
export type Setting = WireSetting;
export type Game = WireGame;

// Lists that were kept long ago lack some members.
type Older<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;
export type Catalogue = Older<WireCatalogue, "fixed">;
export type Lexicon = Older<WireLexicon, "marks">;

// Messages of the live connection (docs/protocol.md), and the part of it that is about a match.
export type ServerMessage = WireLiveMessage;
export type LobbyMessage = WireLiveLobby;
export type LiveMessage =
    | WireLiveMatch
    | WireLiveEvent
    | WireLiveChat
    | WireLiveChatHidden
    | WireLiveRematch
    | WireLivePresence
    | WireLiveUnwatched;

// The message with a name.
export type Named<Op extends ServerMessage["op"]> = Extract<ServerMessage, { op: Op }>;

export interface Action {
    verb: string;
    move?: string;
    seq?: number;
    seat?: string;
    moves?: number;
}
