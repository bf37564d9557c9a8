// Storage in memory, for tests.
import type { Keeper } from "../src/kept";

export class Memory implements Keeper {
    readonly items = new Map<string, string>();
    room = Number.POSITIVE_INFINITY; // characters in all
    get length() {
        return this.items.size;
    }
    key(index: number) {
        return [...this.items.keys()][index] ?? null;
    }
    getItem(key: string) {
        return this.items.get(key) ?? null;
    }
    setItem(key: string, value: string) {
        const others = [...this.items].filter(([other]) => other !== key);
        const used = others.reduce((sum, [, text]) => sum + text.length, 0);
        if (used + value.length > this.room) throw new Error("QuotaExceededError");
        this.items.set(key, value);
    }
    removeItem(key: string) {
        this.items.delete(key);
    }
}
