// Runtime checks of what the server sends (REST answers and live messages) against types.ts. They cover the fields that
// the client relies on. A message that fails is reported and dropped, so that it cannot break the page.
import { dict } from "./dict";
import type { ChatLine } from "./match/table";
import { isList, isNumber, isObject, isText, isTextOrNull, isTexts, isWhole, type Fields } from "./shape";
import type { Match, MatchSeat, ServerMessage } from "./types";

export const isChatLine = (line: unknown): line is ChatLine =>
    isObject(line) && isWhole(line.id) && isText(line.name) && isText(line.text) && isTextOrNull(line.seat);

const isSeat = (seat: unknown): seat is MatchSeat =>
    isObject(seat) && isText(seat.seat) && isTextOrNull(seat.player) && isWhole(seat.level);

// A result is null until there is one.
const isResult = (result: unknown) =>
    result === null || (isObject(result) && isList(result.winners, isText) && isText(result.reason));

export function isMatch(match: unknown): match is Match {
    return (
        isObject(match) &&
        isText(match.id) &&
        isWhole(match.seq) &&
        isText(match.game) &&
        isText(match.lang) &&
        isText(match.lexicon) &&
        isText(match.status) &&
        isText(match.record) &&
        isTextOrNull(match.state) &&
        isTextOrNull(match.you) &&
        isList(match.seats, isSeat) &&
        isList(match.turn, isText) &&
        isList(match.may, isText) &&
        isList(match.scores, isNumber) &&
        isObject(match.offers) &&
        isTexts(match.settings) &&
        isList(match.changed, isText) &&
        isResult(match.result)
    );
}

const ofMatch = (m: Fields) => isText(m.match);

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isFlags = (value: unknown) => isObject(value) && Object.values(value).every(isBoolean);
const isError = (error: unknown) => isObject(error) && isText(error.code) && isText(error.text);

// The fields of each live message that the client relies on, by op. An unknown op passes; the client ignores it.
const shapes = dict<(m: Fields) => boolean>({
    hello: (m) => isNumber(m.now) && isBoolean(m.spread),
    pong: (m) => isNumber(m.now),
    done: (m) => isText(m.request) && isBoolean(m.repeated),
    refused: (m) => isText(m.request) && isWhole(m.status) && isError(m.error),
    match: (m) => isObject(m.match) && isText(m.match.id) && isWhole(m.match.seq),
    event: (m) => ofMatch(m) && isWhole(m.seq),
    chat: (m) => ofMatch(m) && isChatLine(m),
    "chat-hidden": (m) => ofMatch(m) && isWhole(m.id),
    rematch: (m) => ofMatch(m) && isText(m.next),
    presence: (m) => ofMatch(m) && isFlags(m.seats),
    unwatched: ofMatch,
    lobby: (m) => isObject(m.match) && isText(m.match.id),
});

export const isLiveMessage = (message: unknown): message is ServerMessage =>
    isObject(message) && isText(message.op) && (shapes[message.op]?.(message) ?? true);
