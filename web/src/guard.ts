// One failing handler or effect must not stop the others. What fails is reported to the console, each error once.
import { effect, useSignalEffect } from "@preact/signals";

const reported = new Set<string>();

// The same message from the same line is the same error, whoever called.
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

// The same function, whose errors are reported and go no further.
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

// A signal's effect that throws would be disposed of and never run again, and the error would surface in whoever changed the
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
