// The value of the latest render, for effects and listeners that outlive a render. They read it without depending on
// it, so they are not set up again when it changes.
import { useRef } from "preact/hooks";

export function useLatest<T>(value: T): { readonly current: T } {
    const latest = useRef(value);
    latest.current = value;
    return latest;
}
