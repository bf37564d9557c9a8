// The texts of the page in the chosen language. t() reads a signal, so a component that shows a text renders again when
// the language changes.
import { signal } from "@preact/signals";
import { dict } from "./dict";

export { chooseLanguage, languages } from "./languages";

// Each in its own language.
export const languageNames = dict({
    en: "English",
    de: "Deutsch",
    fr: "Français",
    nl: "Nederlands",
    ru: "Русский",
});

export type Args = readonly (string | number)[] | Readonly<Record<string, string | number>>;

export const lang = signal("en");
const messages = signal<Readonly<Record<string, string>>>(dict());

export function setMessages(language: string, texts: Readonly<Record<string, string>>): void {
    messages.value = dict(texts);
    lang.value = language;
}

export async function loadLanguage(language: string): Promise<void> {
    const url = dict(TEXT_URLS)[language];
    if (!url) throw new Error(`there is no language ${language}`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    setMessages(language, (await response.json()) as Record<string, string>);
}

function fill(text: string, args: Args | undefined): string {
    if (!args) return text;
    const values = dict(args as Readonly<Record<string, string | number>>);
    // All at once: braces in a value are the value's own.
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[name];
        if (value === undefined) return whole;
        return typeof value === "number" ? formatNumber(value) : value;
    });
}

// Whether there is such a text: names of settings and the like come from the server.
export function has(key: string): boolean {
    return key in messages.value;
}

export function t(key: string, args?: Args): string {
    const text = messages.value[key];
    return text === undefined ? key : fill(text, args);
}

// The form of a text that goes with a number, which is its {0}.
export function plural(key: string, n: number, args: readonly (string | number)[] = []): string {
    const form = new Intl.PluralRules(lang.value).select(n);
    const text = messages.value[`${key}.${form}`] ?? messages.value[`${key}.other`];
    return text === undefined ? key : fill(text, [n, ...args]);
}

export function formatNumber(n: number): string {
    return new Intl.NumberFormat(lang.value).format(n);
}

// An invalid date is shown as it came; Intl would throw.
const isTime = (ms: unknown) => typeof ms === "number" && !Number.isNaN(new Date(ms).getTime());

export function formatDate(ms: number, options: Intl.DateTimeFormatOptions = { dateStyle: "medium" }): string {
    return isTime(ms) ? new Intl.DateTimeFormat(lang.value, options).format(ms) : "–";
}

export function formatTime(ms: number): string {
    return formatDate(ms, { dateStyle: "medium", timeStyle: "short" });
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ["year", 31_536_000_000],
    ["month", 2_592_000_000],
    ["week", 604_800_000],
    ["day", 86_400_000],
    ["hour", 3_600_000],
    ["minute", 60_000],
];

// "2 hours ago", "in 3 days".
export function formatRelative(ms: number, now = Date.now()): string {
    const format = new Intl.RelativeTimeFormat(lang.value, { numeric: "auto" });
    if (!isTime(ms)) return "–";
    for (const [unit, length] of units)
        if (Math.abs(ms - now) >= length) return format.format(Math.trunc((ms - now) / length), unit);
    return format.format(0, "second");
}

// The text of a clock: 1:05, 2:00:07; from a day on in days and hours.
export function formatDuration(ms: number): string {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const days = Math.floor(seconds / 86_400);
    const hours = Math.floor((seconds % 86_400) / 3600);
    if (days) {
        const part = (n: number, unit: string) =>
            new Intl.NumberFormat(lang.value, { style: "unit", unit, unitDisplay: "narrow" }).format(n);
        return hours ? `${part(days, "day")} ${part(hours, "hour")}` : part(days, "day");
    }
    const two = (n: number) => String(n).padStart(2, "0");
    const minutes = Math.floor((seconds % 3600) / 60);
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
