// Constants that build.mjs defines.
declare const TEXT_URLS: Record<string, string>; // by language
declare const GAME_STYLE: string; // the style sheet of boards and matches
declare const MATCH_SCRIPTS: readonly string[]; // what every match needs
declare const GAME_SCRIPTS: Record<string, readonly string[]>; // what a game needs besides, by preset
declare const CORE_URLS: readonly string[]; // its worker and the core, in WebAssembly
declare const FILES: string[]; // only in sw.ts: the files to cache
declare const VERSION: string; // only in sw.ts

// A file of data/, as text.
declare module "*.txt" {
    const content: string;
    export default content;
}
