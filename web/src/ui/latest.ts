// The value of the latest render, for effects and listeners that outlive a render.
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

// Read without depending on it: nothing is set up again when it changes.
export function useLatest<T>(value: T): { readonly current: T } {
    const latest = useRef(value);
    latest.current = value;
    return latest;
}

// For effects of signals, which run again when it changes.
export function useFollowing<T>(value: T): ReadonlySignal<T> {
    const following = useSignal(value);
    useLayoutEffect(() => {
        following.value = value;
    }, [value]);
    return following;
}
