// Sprout, as the rest of the client knows it. This is on the first page, so it is small.
import type { Preset } from "../game";

export const presets: Readonly<Record<string, Preset>> = {
    sprout: {
        lang: "en",
        load: () => import("./index"),
        rules: () => import("./rules"),
    },
};
