// Use without a network: which lexicons are on the device, and the words of the first page's game, fetched when
// nothing else is to be done. And new versions: the service worker takes over with the new files, the open page still
// runs the old code, so a reload is offered.
import { signal } from "@preact/signals";
import { lexiconFor, presets } from "./games/game";
import { online } from "./state";
import { lang, languages } from "./text";

export const lexiconsHere = signal<readonly string[]>([]);
export const updated = signal(false);

const LEXICON = /\/lexicons\/([a-z-]+?)(?:-[0-9a-f]{8,})?\.[a-z]+$/;

// The lexicons whose words are in a cache of this device.
export async function findLexicons(): Promise<void> {
    try {
        const names = (await caches.keys()).filter((name) => name.startsWith("lexicons"));
        const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        const found = files.flat().map((request) => LEXICON.exec(new URL(request.url).pathname)?.[1]);
        lexiconsHere.value = [...new Set(found.filter((name) => name !== undefined))].sort();
    } catch {
        lexiconsHere.value = []; // a private window may have no caches
    }
}

export const isHere = (lexicon: string) => lexiconsHere.value.includes(lexicon);

// The games that can be played without a network as they are offered, each with its languages.
export function gamesHere(): { game: string; langs: string[] }[] {
    return Object.entries(presets)
        .map(([game, preset]) => ({
            game,
            langs: (preset.native ? [preset.lang] : languages).filter((one) => isHere(lexiconFor(game, one))),
        }))
        .filter(({ langs }) => langs.length > 0);
}

const QUIET = 12_000; // after the start of the page, in ms
const AGAIN = 60_000;

// The words of the game that the first page offers. Repeated until they are there.
async function fetchFirst(): Promise<void> {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    const first = Object.keys(presets)[0]!;
    const lexicon = lexiconFor(first, lang.peek());
    await findLexicons();
    if (isHere(lexicon) || connection?.saveData) return;
    try {
        if (!online.peek()) throw new Error("offline");
        await (await import("./core/core")).core.call("lexicon", [lexicon]);
        await findLexicons();
    } catch {
        setTimeout(() => void fetchFirst(), AGAIN);
    }
}

const CHECK = 30 * 60_000;

function watchVersions(): void {
    const worker = navigator.serviceWorker;
    if (!worker) return;
    let known = worker.controller !== null; // the first one to take over is no update
    worker.addEventListener("controllerchange", () => {
        updated.value ||= known;
        known = true;
    });
    const check = () =>
        void worker
            .getRegistration()
            .then((one) => one?.update())
            .catch(() => undefined);
    setInterval(check, CHECK);
    document.addEventListener("visibilitychange", () => {
        if (!document.hidden) check();
    });
}

// The service worker fetches the files of all pages, together as long as a lexicon: after the page's own.
const REGISTER_AFTER = 8000;

function registerWorker(): void {
    if (!("serviceWorker" in navigator) || !location.hostname) return;
    const idle = typeof requestIdleCallback === "function" ? requestIdleCallback : (run: () => void) => run();
    const register = () => {
        if (navigator.onLine) void navigator.serviceWorker.register("/sw.js").catch(() => {});
        else addEventListener("online", register, { once: true });
    };
    setTimeout(() => idle(register), REGISTER_AFTER);
}

export function prepareOffline(): void {
    registerWorker();
    watchVersions();
    addEventListener("offline", () => void findLexicons());
    void findLexicons();
    setTimeout(() => void fetchFirst(), QUIET);
}
