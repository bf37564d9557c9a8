// Storage on the device: localStorage (device) and sessionStorage (tab), as JSON. Stored values may be from an older
// client, truncated or edited, so each read takes a type guard; a value that fails it counts as missing. Where storage
// is blocked or full, the client works without it.
export interface Keeper {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
}

const nothing: Keeper = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

// Where storage is blocked, even reading the property throws.
function orNothing(storage: () => Keeper): Keeper {
    try {
        return storage();
    } catch {
        return nothing;
    }
}

export const device = (): Keeper => orNothing(() => localStorage);
export const tab = (): Keeper => orNothing(() => sessionStorage);

export function readKept<T>(keeper: Keeper, key: string, is: (value: unknown) => value is T): T | null {
    try {
        const value: unknown = JSON.parse(keeper.getItem(key) ?? "null");
        return is(value) ? value : null;
    } catch {
        return null;
    }
}

// Storage may be full: then the value is lost with the page.
export function writeKept(keeper: Keeper, key: string, value: unknown): void {
    try {
        keeper.setItem(key, JSON.stringify(value));
    } catch {
        return;
    }
}
