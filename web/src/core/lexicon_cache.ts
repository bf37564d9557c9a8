// Lexicons come from the network and stay in the browser's Cache. Used by the worker and by the page.
import { definitionsOf, loadDefinitions, type LexiconCache } from "./lexfile";

const CACHE = "lexicons-2";

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

// Whether all definitions are on the device.
export async function hasDefinitions(lexicon: string): Promise<boolean> {
    const urls = await lexiconCache.urls().catch(() => []);
    return urls.some((url) => definitionsOf(lexicon).test(url));
}

// For use without a network, because the player asks for it: they are megabytes. The words are there already.
export const keepDefinitions = (lexicon: string) => loadDefinitions(lexicon, lexiconCache);
