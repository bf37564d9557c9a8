// The value of the latest render, for effects and listeners that outlive a render.
import { useRef } from "preact/hooks";

// Read without depending on it: nothing is set up again when it changes.
export function useLatest<T>(value: T): { readonly current: T } {
    const latest = useRef(value);
    latest.current = value;
    return latest;
}
