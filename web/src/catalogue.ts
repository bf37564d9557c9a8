// Which games and lexicons there are. What the server said last is kept on the device, so that a game
// against the computer can be chosen without a network too.
import { api } from "./api";
import { presets } from "./games/game";
import type { Catalogue, Lexicon } from "./types";

async function kept<T>(path: string): Promise<T> {
    try {
        const answer = await api.get<T>(path);
        try {
            localStorage.setItem(path, JSON.stringify(answer));
        } catch {
            // Nothing is kept then.
        }
        return answer;
    } catch (error) {
        const old = localStorage.getItem(path);
        if (old) return JSON.parse(old) as T;
        throw error;
    }
}

// Games for which there is a board here; a server may know more of them than its client.
export async function loadCatalogue(): Promise<Catalogue> {
    const catalogue = await kept<Catalogue>("/api/games");
    return { ...catalogue, games: catalogue.games.filter((one) => one.name in presets) };
}

export const loadLexicons = async () => (await kept<{ lexicons: Lexicon[] }>("/api/lexicons")).lexicons;
