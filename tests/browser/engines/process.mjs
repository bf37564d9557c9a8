// Shared by the drivers of the engines: their processes, and calls of functions in a page.

/**
 * @typedef {object} EnginePage
 * @property {(url: string) => Promise<void>} goto
 * @property {(width: number, height: number) => Promise<void>} size of the page, in CSS pixels
 * @property {<T, V>(call: (value: V) => T | Promise<T>, value?: V) => Promise<T>} evaluate as in Playwright
 * @property {(x: number, y: number) => Promise<void>} tap with the mouse
 * @property {() => Promise<Buffer>} picture a PNG
 */

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

// The group of a pattern that a process prints.
/** @param {ChildProcess} child @param {import("node:stream").Readable} stream @param {RegExp} pattern */
export function said(child, stream, pattern) {
    let all = "";
    return new Promise((/** @type {(group: string) => void} */ resolve, reject) => {
        stream.on("data", (more) => {
            all += more;
            const found = pattern.exec(all);
            if (found?.[1]) resolve(found[1]);
        });
        child.on("exit", (status) => reject(new Error(`it ended with ${status}: ${all}`)));
        child.on("error", reject);
    });
}

/** @param {ChildProcess} child */
export function ended(child) {
    return new Promise((resolve) =>
        child.exitCode === null && !child.signalCode ? child.on("exit", resolve) : resolve(0),
    );
}

// An expression that calls a function in the page: a promise of its result as JSON.
/** @param {(value: any) => unknown} call @param {unknown} value */
export const pageCall = (call, value) =>
    `Promise.resolve((${call})(${JSON.stringify(value) ?? "undefined"})).then((r) => JSON.stringify(r ?? null))`;

// A click of the mouse, as WebDriver's "perform actions" has it, in both protocols.
/** @param {number} x @param {number} y */
export const tapActions = (x, y) => ({
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [
        { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
    ],
});
