// The types of the API. data/api/openapi.json describes it.
import type { ShownAction } from "./core/wasm";

export interface Account {
    id: number;
    name: string;
    kind: "guest" | "person" | "bot";
    lang: string;
    mail: string;
    mail_turns: boolean;
    admin: boolean;
    muted_until: number;
    created: number;
    csrf: string;
}

export interface Rating {
    game: string;
    rating: number;
    deviation: number;
    provisional: boolean;
    games: number;
    at: number;
}

export interface Me {
    account: Account | null;
    ratings?: Rating[];
    turns?: number;
}

export interface SeatSummary {
    seat: string;
    player: string | null;
    level: number;
    free: boolean;
    score?: number;
    won?: boolean;
    rating_before?: number;
    rating_after?: number;
}

export interface MatchSummary {
    id: string;
    game: string;
    lang: string;
    lexicon: string;
    rated: boolean;
    listed: boolean;
    status: "waiting" | "running" | "over" | "aborted";
    settings: Record<string, string>;
    clock: string;
    turn: string[];
    created: number;
    started: number | null;
    ended: number | null;
    deadline: number | null;
    result: string | null;
    reason: string | null;
    deal: string | null; // the date, of a day's deal
    seats: SeatSummary[];
}

export interface Page {
    before: number;
    before_id: string;
}

export interface MatchList {
    matches: MatchSummary[];
    next: Page | null;
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
}

export interface Lexicon {
    name: string;
    lang: string;
    words: number;
    definitions: number;
    classes: boolean;
    sources: { package: string; version: string; licence: string; about: string }[];
}

export interface ClockTerms {
    kind: "none" | "move" | "fischer" | "days";
    base_ms?: number;
    increment_ms?: number;
    days?: number;
}

export interface MatchSeat {
    seat: string;
    player: string | null;
    level: number;
    out: boolean;
    free: boolean;
    rating_before?: number;
    rating_after?: number;
}

// What changes with every event.
export interface Situation {
    status: "waiting" | "running" | "over" | "aborted";
    turn: string[];
    scores: number[];
    clocks: number[] | null;
    deadline: number | null;
    offers: { draw: string | null; takeback: { by: string; moves: number } | null };
    result: { winners: string[]; draw: boolean; reason: string } | null;
    seed: string | null;
}

export interface Match extends Situation {
    id: string;
    game: string;
    lang: string;
    lexicon: string;
    settings: Record<string, string>;
    clock: ClockTerms;
    rated: boolean;
    listed: boolean;
    takebacks: boolean;
    seats: MatchSeat[];
    seq: number;
    you: string | null;
    may: string[];
    seed_hash: string;
    created: number | null;
    started: number | null;
    ended: number | null;
    previous: string | null;
    now: number;
    state: string | null;
    record: string;
    log?: ShownAction[]; // not the server's: the moves, where the record cannot be played again
}

export interface MatchEvent extends Situation {
    seq: number;
    at: number;
    text: string;
    draws: string[];
    seat: string | null;
    word?: string;
    run?: string;
    letters?: number; // of a word that is not told
    points?: number;
    squares?: number[];
    placed?: number;
    player?: string;
    may?: string[];
    state?: string;
}

// Messages of the live connection about a match. See docs/protocol.md.
export type LiveMessage =
    | { op: "match"; match: Match; events?: MatchEvent[]; request?: string }
    | ({ op: "event"; match: string } & MatchEvent)
    | { op: "chat"; match: string; id: number; at: number; name: string; seat: string | null; text: string }
    | { op: "chat-hidden"; match: string; id: number; hidden: boolean }
    | { op: "rematch"; match: string; next: string }
    | { op: "unwatched"; match: string };

export interface Action {
    verb: string;
    move?: string;
    seq?: number;
    seat?: string;
    moves?: number;
}

export interface Done {
    seq: number;
    repeated: boolean;
}
