// The list of games and lexicons. The server's last answer is stored on the device, so that a game against the computer
// can be set up offline.
import { api } from "./api";
import { presets } from "./games/game";
import { device, readKept, writeKept } from "./kept";
import { isList, isObject, isText, type Fields } from "./shape";
import type { Catalogue, Game, Lexicon } from "./types";

async function kept<T>(path: string, is: (value: unknown) => value is T): Promise<T> {
    try {
        const answer = await api.get<T>(path);
        writeKept(device(), path, answer);
        return answer;
    } catch (error) {
        const old = readKept(device(), path, is);
        if (old) return old;
        throw error;
    }
}

const isGame = (value: unknown): value is Game =>
    isObject(value) &&
    isText(value.name) &&
    isText(value.lang) &&
    isObject(value.seats) &&
    isList(value.settings, isObject) &&
    isList(
        value.languages,
        (one): one is Fields =>
            isObject(one) && isText(one.lang) && isText(one.lexicon) && isList(one.lexicons, isText),
    );

const isCatalogue = (value: unknown): value is Catalogue =>
    isObject(value) && isList(value.games, isGame) && isList(value.clocks, isObject) && isObject(value.levels);

const isLexicon = (value: unknown): value is Lexicon =>
    isObject(value) && isText(value.name) && isText(value.lang) && isList(value.sources, isObject);

const isLexicons = (value: unknown): value is { lexicons: Lexicon[] } =>
    isObject(value) && isList(value.lexicons, isLexicon);

// Games for which there is a board here; a server may know more of them than its client.
export async function loadCatalogue(): Promise<Catalogue> {
    const catalogue = await kept("/api/games", isCatalogue);
    return { ...catalogue, games: catalogue.games.filter((one) => one.name in presets) };
}

export const loadLexicons = async () => (await kept("/api/lexicons", isLexicons)).lexicons;
