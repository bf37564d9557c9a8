// What is kept on the device, as JSON. It may be old, cut short or anything else: it is read with a check, and what does not pass
// counts as missing. A browser that keeps nothing still plays.
export interface Keeper {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
}

const nothing: Keeper = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

// Where storage is blocked, naming it throws.
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

// There may be no room: then it is gone with the page.
export function writeKept(keeper: Keeper, key: string, value: unknown): void {
    try {
        keeper.setItem(key, JSON.stringify(value));
    } catch {
        return;
    }
}
