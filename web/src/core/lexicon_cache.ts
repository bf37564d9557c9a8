// Lexicons come from the network and stay in the browser's Cache. Used by the worker and by the page.
import { loadDefinitions, type LexiconCache } from "./lexfile";

const CACHE = "lexicons-2";
const FORMER = "lexicons-1"; // of files that were not packed
const LATER = 20_000; // milliseconds after the start of a game: nothing that is fetched then delays it

const open = () => caches.open(CACHE);
const pathOf = (request: Request) => request.url.slice(new URL(request.url).origin.length);

function hasCaches(): boolean {
    try {
        return typeof caches !== "undefined";
    } catch {
        return false; // the browser blocks it
    }
}

// Private windows may have no Cache: then every visit fetches, as far as the browser's own cache forgets.
export const lexiconCache: LexiconCache = {
    fetch: (url, init) => fetch(url, !hasCaches() ? init : { cache: "no-store", ...init }),
    kept: async (url) => {
        try {
            return await (await open()).match(url);
        } catch {
            return undefined;
        }
    },
    keep: async (url, response) => (await open()).put(url, response),
    urls: async () => (await (await open()).keys()).map(pathOf),
    drop: async (url) => void (await (await open()).delete(url)),
};

// For offline use. Nothing is fetched where the browser saves data.
export function keepDefinitions(lexicon: string): void {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (!navigator.onLine || connection?.saveData) return;
    setTimeout(() => {
        if (hasCaches()) void caches.delete(FORMER).catch(() => undefined);
        void loadDefinitions(lexicon, lexiconCache).catch(() => undefined);
    }, LATER);
}
