// Bali, as the rest of the client knows it.
import type { Preset } from "../game";

export const presets: Readonly<Record<string, Preset>> = {
    bali: {
        lang: "fr",
        lexicons: { en: "en-international" },
        alone: true,
        cuts: true,
        forgets: (settings) => settings.recall === "off", // a record without the line is older, and open
        load: () => import("./index"),
        rules: () => import("./rules"),
    },
};
