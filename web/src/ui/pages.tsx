// Lists that go on: further pages are added below the first.
import { segment } from "../address";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { toastError } from "../state";
import type { MatchList, MatchSummary, Page } from "../types";

export interface Paged {
    matches: MatchSummary[] | null;
    next: Page | null;
    busy: boolean;
    error: unknown;
    more(): void;
}

// The address has a query already, or ends with a question mark.
export function useMatches(path: string): Paged {
    const [state, setState] = useState<{
        path: string;
        matches: MatchSummary[] | null;
        next: Page | null;
        error: unknown;
    }>({ path, matches: null, next: null, error: null });
    const [busy, setBusy] = useState(false);
    useEffect(() => {
        let current = true;
        setState({ path, matches: null, next: null, error: null });
        api.get<MatchList>(path).then(
            (list) => current && setState({ path, matches: list.matches, next: list.next, error: null }),
            (error: unknown) => current && setState({ path, matches: [], next: null, error }),
        );
        return () => {
            current = false;
        };
    }, [path]);
    const more = () => {
        if (!state.next || busy) return;
        setBusy(true);
        api.get<MatchList>(`${path}&before=${segment(state.next.before)}&before_id=${segment(state.next.before_id)}`)
            .then(
                (list) =>
                    setState((old) =>
                        old.path === path
                            ? { ...old, matches: [...(old.matches ?? []), ...list.matches], next: list.next }
                            : old,
                    ),
                toastError,
            )
            .finally(() => setBusy(false));
    };
    return { ...state, busy, more };
}
