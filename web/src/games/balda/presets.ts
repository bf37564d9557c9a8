// Balda and Bukva, as the rest of the client knows them.
import type { Preset } from "../game";

const common = {
    wordClasses: "classes",
    opening: true,
    load: () => import("./index"),
    rules: () => import("./rules"),
};

export const presets: Readonly<Record<string, Preset>> = {
    balda: { ...common, lang: "en" },
    bukva: { ...common, lang: "ru", native: true },
};
