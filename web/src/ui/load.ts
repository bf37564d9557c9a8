// Asking the server while a page is shown. An answer that comes too late is left out.
import { useCallback, useEffect, useState } from "preact/hooks";
import { turns } from "../state";
import { useLatest } from "./latest";

export interface Loaded<T> {
    data: T | null;
    error: unknown;
    busy: boolean;
    again(): void;
    set(data: T): void;
}

export function useLoad<T>(ask: () => Promise<T>, inputs: unknown[]): Loaded<T> {
    const [state, setState] = useState<{ data: T | null; error: unknown; busy: boolean }>({
        data: null,
        error: null,
        busy: true,
    });
    const [round, setRound] = useState(0);
    const latest = useLatest(ask);
    useEffect(() => {
        let current = true;
        setState((old) => ({ ...old, busy: true }));
        latest.current().then(
            (data) => current && setState({ data, error: null, busy: false }),
            (error: unknown) => current && setState((old) => ({ data: old.data, error, busy: false })),
        );
        return () => {
            current = false;
        };
    }, [...inputs, round]);
    const again = useCallback(() => setRound((n) => n + 1), []);
    return {
        ...state,
        again,
        set: (data) => setState({ data, error: null, busy: false }),
    };
}

// The title of the page, while it is shown, with the number of games that wait for us; a page that says
// so by itself is `marked`.
export function useTitle(title: string, marked = false): void {
    const waiting = marked || !turns.value ? "" : `(${turns.value}) `;
    useEffect(() => {
        document.title = waiting + (title ? `${title} · Logomachy` : "Logomachy");
    }, [title, waiting]);
}
