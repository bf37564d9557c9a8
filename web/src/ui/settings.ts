// Settings of games in words. Their texts: web.setting.NAME is the name, web.setting.NAME.about a sentence about it,
// web.setting.NAME.VALUE the name of a value, web.setting.NAME.own the name of any other value, such as a board's own
// layout. A value without a text is shown as it is.
import { has, t } from "../text";

const keyOf = (...parts: string[]) => `web.setting.${parts.join(".")}`.replaceAll("-", "_");

export const settingName = (name: string) => (has(keyOf(name)) ? t(keyOf(name)) : name);
export const settingAbout = (name: string) => (has(keyOf(name, "about")) ? t(keyOf(name, "about")) : undefined);

const wordFor = (name: string, value: string) => [keyOf(name, value), keyOf(name, "own")].find(has);

export function valueName(name: string, value: string): string {
    const key = wordFor(name, value);
    return key ? t(key) : value;
}

// For lists of matches. The setting's name is added where the value alone is unclear.
function said(name: string, value: string): string {
    const parts = wordFor(name, value) ? [value] : value.split(/[\s,]+/);
    const text = parts.map((one) => valueName(name, one)).join(", ");
    return parts.every((one) => wordFor(name, one)) ? text : `${settingName(name)}: ${text}`;
}

// A match mentions the settings that are not at their default, and no others.
export const settingsText = (settings: Readonly<Record<string, string>>, changed = Object.keys(settings)) =>
    changed.flatMap((name) => (settings[name] === undefined ? [] : [said(name, settings[name])]));
