// Globals that tests put into the windows of their pages.
interface Window {
    axe: typeof import("axe-core");
    // hostile.mjs: a WebSocket of its own, the match that it sends, the keys of the storage that were read.
    fake: { hear(message: object): void };
    fakeMatch?: import("../../web/src/types").Match;
    rendered(): Promise<void>;
    readKeys: Set<string>;
    mend(): void;
    // match.mjs: sounds and notifications.
    notes: number;
    shown: unknown[];
    // shell.mjs: what the content security policy refused, and whether a script ran in spite of it.
    refused: string[];
    bad?: unknown;
    themeAtFirst: string;
}
