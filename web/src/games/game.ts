// The interface of a game to the page of a match: a board, and how its moves read in the log. A game is a
// folder, found from the registry (src/games/games.txt): presets.ts says what presets it has and is on
// the first page; index.ts exports `game`, and rules.tsx `rules`, which are loaded when they are needed.
import type { ComponentType } from "preact";
import { games } from "virtual:games";
import type { Shown, ShownAction } from "../core/wasm";
import { dict } from "../dict";

// A position that the core knows. `record` is the game's name for questions to the core: its record,
// or, while others have secrets, what is known of it (core/protocol.ts).
export interface Position {
    lexicon: string;
    record: string;
    shown: Shown; // as the one who looks may see it
    letters: string[]; // of the alphabet
}

// A highlighted move: the entry of the log that is chosen, a hint, a line of the engine.
export interface Pointed {
    kind: "chosen" | "hint";
    text: string; // the move
    squares: number[];
    placed: number; // index into squares
}

export interface BoardProps {
    position: Position;
    seat: string | null; // who drafts a move here; null: nobody, the board is only looked at
    busy: boolean; // a move is on its way
    pointed: Pointed | null;
    names: Readonly<Record<string, string>>; // by seat
    onMove(text: string): void;
    idle?: string | null; // what is said in place of a move's making while others are to move
    near?: string | undefined; // the viewer's seat, also while others are to move
    onAgain?: (() => void) | undefined; // after the end: a new game, where it can be had at once
}

// The board before the core is there: from the server's text of the position.
export interface PreviewProps {
    state: string;
    settings: Readonly<Record<string, string>>;
}

export interface Game {
    // The text of a board on which nothing has happened, for Preview.
    blank(settings: Readonly<Record<string, string>>, seats: number): string;
    Board: ComponentType<BoardProps>;
    shape?: "square" | "table"; // a table uses all the room that there is, a square board a square of it
    Preview: ComponentType<PreviewProps>;
    // Further information beside the board.
    Aside?: ComponentType<{ position: Position }>;
    // A move of the log that scored no word: "passes"; null: the word says it all.
    describe(action: ShownAction): string | null;
    // The text of a move besides its word: "T on c2".
    detail(action: ShownAction): string;
    // Where a move is, in the log beside its word, where that is short: "8d".
    place?(action: ShownAction): string;
    // The engine's forecast of the end, if any: points, and the chance of the bonus.
    outlook?(score: string, chance: string): string;
    // Where a move of the log can be seen now, in games whose moves do not stay where they were made.
    chosenAt?(actions: readonly ShownAction[], index: number, shown: Shown): { squares: number[]; placed: number };
    // A move's squares, from its text; for moves that are not in the log.
    pointAt(text: string, shown: Shown): { squares: number[]; placed: number } | null;
}

// The data of a preset before its board is loaded. Its name, description and settings
// are texts: web.name.NAME, web.home.about_NAME, web.rules.NAME_lead, web.setting.*.
export interface Preset {
    lang: string; // where a record names none
    lexicons?: Readonly<Record<string, string>>; // of languages whose lexicon is not called like them
    native?: boolean; // played in that language, whatever the reader's own is
    alone?: boolean; // the quickest way to play it is alone
    cuts?: boolean; // several players cut for the lead
    hidden?: boolean; // players do not see the same position
    forgets?(settings: Readonly<Record<string, string>>): boolean; // nobody may look back while the game runs
    wordClasses?: string; // kinds of words count, where a lexicon knows them: the setting for it, if the game has it
    opening?: boolean; // a start word may be named
    load(): Promise<{ game: Game }>;
    rules(): Promise<{ rules: Readonly<Record<string, ComponentType>> }>; // by preset: its page of rules
}

export const presets: Readonly<Record<string, Preset>> = dict<Preset>(...games);

// The lexicon of a game in a language, where none is named.
export const lexiconFor = (preset: string, lang: string) => dict(presets[preset]?.lexicons ?? {})[lang] ?? lang;

export async function loadGame(preset: string): Promise<Game> {
    const found = presets[preset];
    if (!found) throw new Error(`there is no board for ${preset}`);
    return (await found.load()).game;
}
