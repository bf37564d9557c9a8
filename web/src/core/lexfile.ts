// Lexicons, fetched and cached on the device. They come packed (src/lexicon/pack.h), under names that change with their
// content; /lexicons/current.json has the present ones. Definitions are not in a pack: they come from the server word by
// word, and once a game has been played on the device they are cached too, for offline use.
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
const PATIENCE = 4000; // milliseconds until what is kept will do

async function readList(answer: Response | undefined): Promise<Record<string, string> | null> {
    const list: unknown = await answer?.json().catch(() => null);
    return isObject(list) && isTexts(list) ? list : null;
}

// The addresses of packs by name. Offline, or where the network takes too long, those that were kept.
async function currentList(cache: LexiconCache): Promise<Record<string, string>> {
    const kept = await readList(await cache.kept(CURRENT));
    try {
        // The page may have asked ahead (theme.ts).
        const answer = await cache.fetch(CURRENT, {
            cache: "default",
            ...(kept && { signal: AbortSignal.timeout(PATIENCE) }),
        });
        if (!answer.ok) throw new Error(`${CURRENT}: ${answer.status}`);
        const copy = answer.clone();
        const list = await readList(answer);
        if (!list) throw new NotALexicon(CURRENT);
        await cache.keep(CURRENT, copy).catch(() => undefined);
        return list;
    } catch (e) {
        if (!kept) throw e;
        return kept;
    }
}

async function currentUrl(name: string, cache: LexiconCache): Promise<string> {
    const list = await currentList(cache);
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

// Packs of the same lexicon that the new one replaces, with their definitions.
async function dropOthers(name: string, url: string, cache: LexiconCache): Promise<void> {
    const own = new RegExp(`^/lexicons/${segment(name)}-[0-9a-f]+\\.pack`);
    for (const other of await cache.urls()) if (own.test(other) && !other.startsWith(url)) await cache.drop(other);
}

async function download(name: string, url: string, cache: LexiconCache, onProgress: (p: Progress) => void) {
    const answer = await cache.fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    const bytes = checked(await readAll(answer, onProgress));
    const headers = { "Content-Type": "application/octet-stream" };
    await cache.keep(url, new Response(bytes as BodyInit, { headers })).catch(() => undefined);
    await dropOthers(name, url, cache).catch(() => undefined);
    return bytes;
}

export async function loadLexicon(
    name: string,
    cache: LexiconCache,
    onProgress: (p: Progress) => void,
    fresh = false, // ignore the cache
): Promise<Uint8Array> {
    const url = await currentUrl(name, cache);
    const kept = fresh ? undefined : await cache.kept(url);
    if (kept) {
        try {
            return checked(new Uint8Array(await kept.arrayBuffer()));
        } catch {
            // The cached file is damaged: fetch it again.
        }
    }
    return download(name, url, cache, onProgress);
}

// Replaces the cached pack by the unpacked words, which open faster.
export async function keepWords(name: string, bytes: Uint8Array, cache: LexiconCache): Promise<void> {
    const url = (await readList(await cache.kept(CURRENT)))?.[name];
    if (url && (await cache.kept(url))) await cache.keep(url, new Response(checked(bytes) as BodyInit));
}

export const isPack = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, PACK.length)) === PACK;

// The definitions for the cached words: from the cache, else from the server. Null: no words are cached, or the server
// has another version by now.
export async function loadDefinitions(name: string, cache: LexiconCache): Promise<Uint8Array | null> {
    const url = (await readList(await cache.kept(CURRENT)))?.[name];
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
