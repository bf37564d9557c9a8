// Isolation of failures: an exception in one handler or effect must not stop the others. It is caught and reported to
// the console, each distinct error once.
import { effect, useSignalEffect } from "@preact/signals";

const reported = new Set<string>();

// Errors are the same if message and source line are the same.
function nameOf(error: unknown): string {
    if (!(error instanceof Error)) return String(error);
    const line = /\n\s*at .*|@.*/.exec(error.stack ?? "")?.[0] ?? "";
    return `${error.name}: ${error.message}${line}`;
}

export function report(error: unknown): void {
    const text = nameOf(error);
    if (reported.has(text)) return;
    reported.add(text);
    console.error(error);
}

// Wraps a function: its exceptions are reported and not passed on.
export function guarded<A extends unknown[]>(run: (...args: A) => void): (...args: A) => void {
    return (...args) => {
        try {
            run(...args);
        } catch (error) {
            report(error);
        }
    };
}

// biome-ignore lint/suspicious/noConfusingVoidType: as signals declare it
type Effect = () => void | (() => void);

// Without this, a signal effect that throws is disposed of, and the exception surfaces in the code that changed the
// signal.
function survivor(run: Effect): Effect {
    return () => {
        try {
            const done = run();
            return typeof done === "function" ? guarded(done) : undefined;
        } catch (error) {
            report(error);
            return undefined;
        }
    };
}

export const safeEffect = (run: Effect): (() => void) => effect(survivor(run));
export const useSafeEffect = (run: Effect): void => useSignalEffect(survivor(run));
