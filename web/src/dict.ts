// A dictionary whose keys come from outside: addresses, records, the server. It has no prototype, so `constructor` and
// `__proto__` are ordinary keys.
export type Dict<T> = Record<string, T>;

export function dict<T>(...parts: readonly Readonly<Record<string, T>>[]): Dict<T> {
    return dictOf(parts.flatMap((part) => Object.entries(part)));
}

export function dictOf<T>(entries: Iterable<readonly [string, T]>): Dict<T> {
    const made = Object.create(null) as Dict<T>;
    for (const [key, value] of entries) made[key] = value;
    return made;
}
