// The addresses of the client: a table of patterns. A part that begins with a colon is a parameter.

import { dict } from "./dict";

export interface Route {
    name: string;
    path: string;
    params: Readonly<Record<string, string>>;
    query: URLSearchParams;
}

export const patterns = {
    home: "/",
    new: "/new",
    login: "/login",
    register: "/register",
    forgot: "/forgot",
    reset: "/reset",
    confirm: "/confirm",
    player: "/players/:name",
    leaderboards: "/leaderboards",
    daily: "/daily",
    games: "/games",
    settings: "/settings",
    admin: "/admin",
    rules: "/rules",
    rulesOf: "/rules/:game",
    words: "/words",
    sources: "/sources",
    news: "/news",
    newsItem: "/news/:date/:slug",
    match: "/match/:id",
    play: "/play",
    analysis: "/analysis",
} as const;

export type RouteName = keyof typeof patterns;

function fits(pattern: string, path: string): Record<string, string> | null {
    const want = pattern.split("/");
    const have = path.split("/");
    const params = dict<string>();
    if (want.length !== have.length) return null;
    for (let i = 0; i < want.length; i++) {
        const part = want[i]!;
        const value = have[i]!;
        if (part.startsWith(":") && value) {
            try {
                params[part.slice(1)] = decodeURIComponent(value);
            } catch {
                return null;
            }
        } else if (part !== value) return null;
    }
    return params;
}

// "nowhere": there is no such page.
export function parseRoute(address: string): Route {
    let url: URL;
    try {
        url = new URL(address, "http://here");
    } catch {
        return { name: "nowhere", path: address, params: dict(), query: new URLSearchParams() };
    }
    const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, "") || "/" : "/";
    for (const [name, pattern] of Object.entries(patterns)) {
        const params = fits(pattern, path);
        if (params) return { name, path, params, query: url.searchParams };
    }
    return { name: "nowhere", path, params: dict(), query: url.searchParams };
}
