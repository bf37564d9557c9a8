// Type guards for the shape of untrusted JSON: from the network (wire.ts) or from the device's storage (kept.ts).
export type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
    typeof value === "object" && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === "string";
export const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
export const isList = <T>(value: unknown, is: (one: unknown) => one is T): value is T[] =>
    Array.isArray(value) && value.every(is);
export const isTexts = (value: unknown): value is Record<string, string> =>
    isObject(value) && Object.values(value).every(isText);
