// Lexicon files, fetched and cached on the device. Games need only the part before the definitions, so it comes first.
// Definitions come from the server word by word; once a game has been played on the device they are cached too, for
// offline use.
import { segment } from "../address";

export interface LexiconFile {
    bytes: Uint8Array; // the beginning of the file
    size: number; // of the whole file
}

export interface Progress {
    loaded: number;
    total: number;
}

// The parts of Cache and fetch that are used; tests bring their own.
export interface LexiconCache {
    fetch(url: string, init?: RequestInit): Promise<Response>;
    kept(url: string): Promise<Response | undefined>;
    keep(url: string, response: Response): Promise<void>;
}

// docs/lexicon-format.md: the header has the size of the file at 16, and from 48 on where each of
// eight parts begins; definitions begin with the seventh.
const HEADER = 176;
const MAGIC = "LOGOLEX\n";
const LARGEST = 1 << 28; // more than the core has memory for

export class NotALexicon extends Error {}

export function readHeader(bytes: Uint8Array): { size: number; needed: number } {
    if (bytes.length < HEADER) throw new NotALexicon("too short");
    for (let i = 0; i < MAGIC.length; i++) if (bytes[i] !== MAGIC.charCodeAt(i)) throw new NotALexicon("not a lexicon");
    const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER);
    const size = Number(view.getBigUint64(16, true));
    const needed = Number(view.getBigUint64(48 + 6 * 16, true));
    if (needed < HEADER || needed > size || size > LARGEST) throw new NotALexicon("damaged");
    return { size, needed };
}

async function readAll(r: Response, into: Uint8Array, at: number, told: (n: number) => void) {
    const reader = r.body?.getReader();
    if (!reader) throw new NotALexicon("empty");
    for (;;) {
        const { done, value } = await reader.read();
        if (done || at >= into.length) break;
        into.set(value.subarray(0, into.length - at), at);
        at += value.length;
        told(Math.min(at, into.length));
    }
    if (at < into.length) throw new NotALexicon("cut off");
    await reader.cancel().catch(() => undefined);
}

async function download(
    url: string,
    cache: LexiconCache,
    told: (p: Progress) => void,
): Promise<{ file: LexiconFile; tag: string }> {
    const head = await cache.fetch(url, { headers: { Range: `bytes=0-${HEADER - 1}` } });
    if (!head.ok) throw new Error(`${url}: ${head.status}`);
    const first = new Uint8Array(await head.arrayBuffer());
    const { size, needed } = readHeader(first);
    const bytes = new Uint8Array(needed);
    const tag = head.headers.get("ETag") ?? "";
    bytes.set(first.subarray(0, needed));
    if (first.length < needed) {
        const headers: Record<string, string> = { Range: `bytes=${HEADER}-${needed - 1}` };
        if (tag) headers["If-Range"] = tag;
        const rest = await cache.fetch(url, { headers });
        // The file has changed in between, or the server ignores ranges: then all of it comes.
        const from = rest.status === 206 ? HEADER : 0;
        if (!rest.ok) throw new Error(`${url}: ${rest.status}`);
        await readAll(rest, bytes, from, (loaded) => told({ loaded, total: needed }));
        if (from === 0 && readHeader(bytes).needed !== needed) throw new NotALexicon("changed");
    }
    return { file: { bytes, size }, tag };
}

async function fromKept(kept: Response): Promise<LexiconFile> {
    const bytes = new Uint8Array(await kept.arrayBuffer());
    const { size, needed } = readHeader(bytes);
    if (bytes.length !== needed) throw new NotALexicon("cut off");
    return { bytes, size };
}

// Whether the cached file is the server's present one. Offline it counts as fresh.
async function isFresh(url: string, kept: Response, cache: LexiconCache): Promise<boolean> {
    const tag = kept.headers.get("ETag");
    if (!tag) return false;
    try {
        const headers = { "If-None-Match": tag, Range: `bytes=0-${HEADER - 1}` };
        const answer = await cache.fetch(url, { headers });
        return (
            answer.status === 304 || answer.headers.get("ETag") === tag || answer.status === 429 || answer.status >= 500
        );
    } catch {
        return true;
    }
}

const urlOf = (name: string) => `/lexicons/${segment(name)}.lex`;

export async function loadLexicon(
    name: string,
    cache: LexiconCache,
    told: (p: Progress) => void,
    fresh = false, // ignore the cache
): Promise<LexiconFile> {
    const url = urlOf(name);
    const kept = fresh ? undefined : await cache.kept(url);
    if (kept && (await isFresh(url, kept, cache))) {
        try {
            return await fromKept(kept);
        } catch {
            // The cached file is damaged: fetch it again.
        }
    }
    const { file, tag } = await download(url, cache, told);
    const headers = { "Content-Type": "application/octet-stream", ETag: tag };
    await cache.keep(url, new Response(file.bytes as BodyInit, { headers })).catch(() => undefined);
    return file;
}

// The definitions for the cached words: from the cache, else from the server. Null: no words are cached, or the server
// has another version by now.
export async function loadDefinitions(name: string, cache: LexiconCache): Promise<Uint8Array | null> {
    const url = urlOf(name);
    const place = `${url}?definitions`;
    const words = await cache.kept(url);
    const tag = words?.headers.get("ETag");
    if (!words || !tag) return null;
    const { size, needed } = readHeader(new Uint8Array(await words.arrayBuffer()));
    if (size === needed) return new Uint8Array();
    const kept = await cache.kept(place);
    if (kept?.headers.get("ETag") === tag) return new Uint8Array(await kept.arrayBuffer());
    const answer = await cache.fetch(url, { headers: { Range: `bytes=${needed}-${size - 1}`, "If-Range": tag } });
    if (answer.status !== 206) return null;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.length !== size - needed) throw new NotALexicon("cut off");
    await cache.keep(place, new Response(bytes as BodyInit, { headers: { ETag: tag } })).catch(() => undefined);
    return bytes;
}
