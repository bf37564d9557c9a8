// Records as text: what a page needs to know of them without the core. A record is a header, and a
// line for each move: `A c2=T/b3c3c2`.
import { dict } from "../dict";
import { lexiconFor, presets } from "./game";

const MOVE = /^[A-D] /;

function linesOf(record: string): string[] {
    return record.split(/\r?\n/).filter((line) => line.trim() !== "");
}

export function moveLines(record: string): string[] {
    return linesOf(record).filter((line) => MOVE.test(line));
}

// The record up to its n-th move, with what chance did until then.
export function upTo(record: string, moves: number): string {
    const kept: string[] = [];
    let seen = 0;
    for (const line of linesOf(record)) {
        if (MOVE.test(line) && ++seen > moves) break;
        kept.push(line);
    }
    return kept.join("\n") + "\n";
}

export function withLines(record: string, lines: readonly string[]): string {
    return [record.replace(/\n*$/, ""), ...lines, ""].join("\n");
}

export function withMove(record: string, seat: string, move: string): string {
    return withLines(record, [`${seat} ${move}`]);
}

export interface CutCard {
    seat: string;
    card: string;
}

// The cards cut for the lead, in order.
export function cutOf(record: string): CutCard[] {
    return linesOf(record).flatMap((line) => {
        const cut = /^cut ([A-D]) +([^#\s]+)/.exec(line);
        return cut ? [{ seat: cut[1]!, card: cut[2]! }] : [];
    });
}

export interface Header {
    game: string;
    lang: string;
    lexicon: string;
    names: Record<string, string>;
    settings: Record<string, string>;
}

function value(record: string, key: string): string | undefined {
    return new RegExp(`^${key} +([^#\\s]+)`, "m").exec(record)?.[1];
}

// As record.h says.
export function readHeader(record: string): Header {
    const game = value(record, "game") ?? "";
    const lang = value(record, "lang") ?? presets[game]?.lang ?? "en";
    const names = dict<string>();
    const settings = dict<string>();
    for (const line of linesOf(record)) {
        const seat = /^seat ([A-D]) +([^#]+)/.exec(line);
        const set = /^set (\S+) +([^#]+)/.exec(line);
        if (seat) names[seat[1]!] = seat[2]!.trim();
        if (set) settings[set[1]!] = set[2]!.trim();
    }
    return { game, lang, lexicon: value(record, "lexicon") ?? lexiconFor(game, lang), names, settings };
}
