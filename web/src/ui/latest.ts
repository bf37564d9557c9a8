// The newest value of a render, for effects and listeners that outlive it: they read it without being run again for it.
import { useRef } from "preact/hooks";

export function useLatest<T>(value: T): { readonly current: T } {
    const latest = useRef(value);
    latest.current = value;
    return latest;
}
