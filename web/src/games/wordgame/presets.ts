// The Word Game and the classic set-up, as the rest of the client knows them.
import type { Preset } from "../game";

const common: Preset = {
    lang: "en",
    lexicons: { en: "en-international" },
    hidden: true,
    load: () => import("./index"),
    rules: () => import("./rules"),
};

export const presets: Readonly<Record<string, Preset>> = { wordgame: common, classic: common };
