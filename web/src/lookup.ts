// Facts about a word: from the server, or offline from the lexicon on the device.
import { segment } from "./address";
import { api, ApiError } from "./api";
import type { WordFacts } from "./core/wasm";

const known = new Map<string, Promise<WordFacts>>();

async function onDevice(lexicon: string, word: string, offline: unknown): Promise<WordFacts> {
    const { core } = await import("./core/core");
    const answer = await core.call("word", [lexicon, word]);
    if (!answer.ok) throw offline;
    return answer;
}

async function ask(lexicon: string, word: string): Promise<WordFacts> {
    try {
        return await api.get<WordFacts>(`/api/lexicons/${segment(lexicon)}/words/${segment(word)}`);
    } catch (error) {
        if (error instanceof ApiError && error.offline) return onDevice(lexicon, word, error);
        throw error;
    }
}

// Cached. A failed lookup is not, so it can be repeated.
export function lookUp(lexicon: string, word: string): Promise<WordFacts> {
    const key = `${lexicon}/${word}`;
    let asking = known.get(key);
    if (!asking) {
        asking = ask(lexicon, word);
        known.set(key, asking);
        asking.catch(() => known.delete(key));
    }
    return asking;
}
