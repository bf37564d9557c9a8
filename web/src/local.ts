// A game against the computer on this device is wholly described by its address:
//     /play?game=balda&lang=en&lexicon=en&level=3&seat=A&set.size=7
// so that it can be linked to, and starts without a network.

export interface LocalTerms {
    game: string;
    lang: string;
    lexicon: string;
    level: number; // of the computer, 1 to 6; 0: two people at this device
    seat: string; // of the person: A begins
    settings: Record<string, string>;
    start: string; // the word that it begins with; empty: any
}

export function localPath(terms: LocalTerms): string {
    const query = new URLSearchParams({ game: terms.game, lang: terms.lang, lexicon: terms.lexicon, level: String(terms.level), seat: terms.seat });
    if (terms.start) query.set("start", terms.start);
    for (const [name, value] of Object.entries(terms.settings)) query.set(`set.${name}`, value);
    return `/play?${query}`;
}

// What is missing is as a beginner would like it. `null` without a game: nothing is asked for.
export function localTerms(query: URLSearchParams): LocalTerms | null {
    const game = query.get("game");
    if (!game) return null;
    const lang = query.get("lang") ?? (game === "bukva" ? "ru" : "en");
    const level = Number(query.get("level") ?? "2");
    const settings: Record<string, string> = {};
    for (const [name, value] of query) if (name.startsWith("set.")) settings[name.slice(4)] = value;
    return {
        game, lang, lexicon: query.get("lexicon") ?? lang, level: Number.isInteger(level) && level >= 0 ? level : 2,
        seat: query.get("seat") ?? "A", settings, start: query.get("start") ?? "",
    };
}
