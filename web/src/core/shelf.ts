// Where lexicons come from and are kept: the network, and the browser's Cache. For the worker and the
// page alike.
import { loadDefinitions, type Shelf } from "./lexfile";

const CACHE = "lexicons-1";

// Private windows may have no Cache: then every visit fetches.
export const shelf: Shelf = {
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
    if (navigator.onLine && !connection?.saveData) void loadDefinitions(lexicon, shelf).catch(() => undefined);
}
