// Constants that build.mjs defines.
declare const TEXT_URLS: Record<string, string>; // by language
declare const FILES: string[]; // only in sw.ts: the files to cache
declare const VERSION: string; // only in sw.ts

// A file of data/, as text.
declare module "*.txt" {
    const content: string;
    export default content;
}
