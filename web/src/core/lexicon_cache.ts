// Lexicon files come from the network and stay in the browser's Cache. Used by the worker and by the page.
import { loadDefinitions, type LexiconCache } from "./lexfile";

const CACHE = "lexicons-1";

// Private windows may have no Cache: then every visit fetches.
export const lexiconCache: LexiconCache = {
    fetch: (url, init) => fetch(url, { ...init, cache: "no-store" }),
    kept: async (url) => {
        try {
            return await (await caches.open(CACHE)).match(url);
        } catch {
            return undefined;
        }
    },
    keep: async (url, response) => (await caches.open(CACHE)).put(url, response),
};

// For offline use. Nothing is fetched where the browser saves data.
export function keepDefinitions(lexicon: string): void {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (navigator.onLine && !connection?.saveData) void loadDefinitions(lexicon, lexiconCache).catch(() => undefined);
}
