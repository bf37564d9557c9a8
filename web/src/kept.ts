// Storage on the device: localStorage, as JSON. Stored values may be from an older client, truncated or edited, so each
// read takes a type guard; a value that fails it counts as missing. Where storage is blocked or full, the client works
// without it.
export interface Keeper {
    readonly length: number;
    key(index: number): string | null;
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
}

const nothing: Keeper = {
    length: 0,
    key: () => null,
    getItem: () => null,
    setItem: () => {
        throw new Error("there is no storage");
    },
    removeItem: () => undefined,
};

// Where storage is blocked, even reading the property throws.
export function device(): Keeper {
    try {
        return localStorage;
    } catch {
        return nothing;
    }
}

export const isBlocked = (keeper: Keeper) => keeper === nothing;

export function readKept<T>(keeper: Keeper, key: string, is: (value: unknown) => value is T): T | null {
    try {
        const value: unknown = JSON.parse(keeper.getItem(key) ?? "null");
        return is(value) ? value : null;
    } catch {
        return null;
    }
}

// False: storage is full or blocked, and the value is lost with the page.
export function writeKept(keeper: Keeper, key: string, value: unknown): boolean {
    try {
        keeper.setItem(key, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}

export function keptKeys(keeper: Keeper, prefix: string): string[] {
    try {
        const keys = Array.from({ length: keeper.length }, (_, i) => keeper.key(i) ?? "");
        return keys.filter((key) => key.startsWith(prefix));
    } catch {
        return [];
    }
}
