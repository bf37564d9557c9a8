// Lexicons, fetched and cached on the device. They come packed (src/lexicon/pack.h), under names that change with their
// content; /lexicons/current.json has the present ones. Definitions are not in a pack: they come from the server word by
// word. Where that fails they are fetched as a whole, once, and cached.
import { segment } from "../address";
import { isObject, isTexts } from "../shape";

export interface Progress {
    loaded: number;
    total: number;
}

// The parts of Cache and fetch that are used; tests bring their own.
export interface LexiconCache {
    fetch(url: string, init?: RequestInit): Promise<Response>;
    kept(url: string): Promise<Response | undefined>;
    keep(url: string, response: Response): Promise<void>;
    urls(): Promise<string[]>; // of all that is kept
    drop(url: string): Promise<void>;
}

export class NotALexicon extends Error {}

export interface PackHeader {
    size: number; // of all
    tag: string; // of the lexicon's file, in which the definitions are
    definitionsAt: number;
    definitionsSize: number;
}

const HEADER = 80;
const IMAGE_AT = 128;
const PACK = "LOGOPAK\n";
const WORDS = "LOGOWRD\n"; // the same unpacked, as the core gave it to be kept

// The numbers of struct pack_header (src/lexicon/pack.c). The core checks all else.
export function readPackHeader(bytes: Uint8Array): PackHeader {
    if (bytes.length < HEADER) throw new NotALexicon("too short");
    const magic = String.fromCharCode(...bytes.subarray(0, PACK.length));
    if (magic !== PACK && magic !== WORDS) throw new NotALexicon("not a lexicon");
    const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER);
    const definitionsAt = Number(view.getBigUint64(48, true));
    const definitionsSize = Number(view.getBigUint64(56, true));
    const checksum = view.getBigUint64(24, true).toString(16).padStart(16, "0");
    return {
        size: (magic === WORDS ? IMAGE_AT : HEADER + view.getUint32(40, true)) + view.getUint32(44, true),
        tag: `"${checksum}-${definitionsAt + definitionsSize}"`,
        definitionsAt,
        definitionsSize,
    };
}

function checked(bytes: Uint8Array): Uint8Array {
    if (readPackHeader(bytes).size !== bytes.length) throw new NotALexicon("cut off");
    return bytes;
}

const CURRENT = "/lexicons/current.json";

// The address of the present pack of a lexicon.
async function currentUrl(name: string, cache: LexiconCache): Promise<string> {
    // The page may have asked ahead (theme.ts).
    const answer = await cache.fetch(CURRENT, { cache: "default" });
    if (!answer.ok) throw new Error(`${CURRENT}: ${answer.status}`);
    const list: unknown = await answer.json().catch(() => null);
    if (!isObject(list) || !isTexts(list)) throw new NotALexicon(CURRENT);
    const url = Object.hasOwn(list, name) ? list[name] : undefined;
    if (!url?.startsWith("/lexicons/")) throw new Error(`${name}: 404`);
    return url;
}

async function readAll(answer: Response, onProgress: (p: Progress) => void): Promise<Uint8Array> {
    const total = Number(answer.headers.get("Content-Length")) || 0;
    const reader = answer.body?.getReader();
    const parts: Uint8Array[] = [];
    let loaded = 0;
    for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done || !value) break;
        parts.push(value);
        loaded += value.length;
        onProgress({ loaded, total: Math.max(total, loaded) });
    }
    const bytes = new Uint8Array(loaded);
    let at = 0;
    for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
    }
    return bytes;
}

export const definitionsOf = (name: string) =>
    new RegExp(`^/lexicons/${segment(name)}-[0-9a-f]+\\.pack\\?definitions$`);
const packsOf = (name: string) => new RegExp(`^/lexicons/${segment(name)}-[0-9a-f]+\\.pack`);

// The address of the pack on the device, whatever the server has by now. At most one is kept (dropOthers).
async function keptUrl(name: string, cache: LexiconCache): Promise<string | undefined> {
    const own = packsOf(name);
    return (await cache.urls().catch(() => [])).find((url) => own.exec(url)?.[0] === url);
}

// Packs of the same lexicon that the new one replaces, with their definitions.
async function dropOthers(name: string, url: string, cache: LexiconCache): Promise<void> {
    const own = packsOf(name);
    for (const other of await cache.urls()) if (own.test(other) && !other.startsWith(url)) await cache.drop(other);
}

// "default": the page may have asked ahead. "reload": what the browser has of it is damaged.
async function fetchPack(url: string, cache: LexiconCache, onProgress: (p: Progress) => void, how: RequestCache) {
    const answer = await cache.fetch(url, { cache: how });
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return checked(await readAll(answer, onProgress));
}

async function download(
    name: string,
    url: string,
    cache: LexiconCache,
    onProgress: (p: Progress) => void,
    how: RequestCache = "default",
) {
    const bytes = await fetchPack(url, cache, onProgress, how).catch((e: unknown) => {
        if (!(e instanceof NotALexicon) || how === "reload") throw e;
        return fetchPack(url, cache, onProgress, "reload");
    });
    const headers = { "Content-Type": "application/octet-stream" };
    await cache.keep(url, new Response(bytes as BodyInit, { headers })).catch(() => undefined);
    await dropOthers(name, url, cache).catch(() => undefined);
    return bytes;
}

// Fetches the present pack for the next start if it is not the kept one.
async function refresh(name: string, kept: string, cache: LexiconCache): Promise<void> {
    const url = await currentUrl(name, cache);
    if (url !== kept) await download(name, url, cache, () => undefined);
}

// Words on the device are opened at once, whatever the network does; a new version is fetched behind them.
export async function loadLexicon(
    name: string,
    cache: LexiconCache,
    onProgress: (p: Progress) => void,
    fresh = false, // ignore the cache
): Promise<Uint8Array> {
    const url = fresh ? undefined : await keptUrl(name, cache);
    const kept = url && (await cache.kept(url));
    if (kept) {
        try {
            const bytes = checked(new Uint8Array(await kept.arrayBuffer()));
            void refresh(name, url, cache).catch(() => undefined);
            return bytes;
        } catch {
            // The cached file is damaged: fetch it again.
        }
    }
    return download(name, await currentUrl(name, cache), cache, onProgress, fresh ? "reload" : "default");
}

// Replaces the cached pack by the unpacked words, which open faster.
export async function keepWords(name: string, bytes: Uint8Array, cache: LexiconCache): Promise<void> {
    const url = await keptUrl(name, cache);
    const kept = url && (await cache.kept(url));
    if (!kept || readPackHeader(new Uint8Array(await kept.arrayBuffer())).tag !== readPackHeader(bytes).tag) return;
    await cache.keep(url, new Response(checked(bytes) as BodyInit));
}

export const isPack = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, PACK.length)) === PACK;

// The definitions for the cached words: from the cache, else from the server. Null: no words are cached, or the server
// has another version by now.
export async function loadDefinitions(name: string, cache: LexiconCache): Promise<Uint8Array | null> {
    const url = await keptUrl(name, cache);
    const words = url && (await cache.kept(url));
    if (!words) return null;
    const { tag, definitionsAt, definitionsSize } = readPackHeader(new Uint8Array(await words.arrayBuffer()));
    const place = `${url}?definitions`;
    const kept = await cache.kept(place);
    if (kept) return new Uint8Array(await kept.arrayBuffer());
    const answer = await cache.fetch(`/lexicons/${segment(name)}.lex`, {
        headers: { Range: `bytes=${definitionsAt}-${definitionsAt + definitionsSize - 1}`, "If-Range": tag },
    });
    if (answer.status !== 206) return null;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.length !== definitionsSize) throw new NotALexicon("cut off");
    await cache.keep(place, new Response(bytes as BodyInit)).catch(() => undefined);
    return bytes;
}
