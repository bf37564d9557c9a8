// What build.mjs puts in place of these names.
declare const TEXT_URLS: Record<string, string>; // by language
declare const FILES: string[]; // only in sw.ts: all that is kept
declare const VERSION: string; // only in sw.ts
