// The registry of games (src/games/games.txt) for the build: `virtual:games` is a module whose `games`
// are the presets of each game's folder, src/games/NAME/presets.ts, in the order of the registry.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

// The games in their order, each with its presets.
export function readRegistry() {
    const lines = readFileSync(join(here, "../src/games/games.txt"), "utf8").split("\n");
    return lines
        .filter((line) => line.trim() && !line.startsWith("#"))
        .map((line) => {
            const [name = "", ...presets] = line.trim().split(/\s+/);
            return { name, presets };
        });
}

function registryModule() {
    const names = readRegistry().map((game) => game.name);
    const imports = names.map((name) => `import { presets as ${name} } from "./${name}/presets";\n`);
    return `${imports.join("")}export const games = [${names.join(", ")}];\n`;
}

/** @type {import("esbuild").Plugin} */
export const gamesPlugin = {
    name: "games",
    setup(it) {
        it.onResolve({ filter: /^virtual:games$/ }, () => ({ path: "games", namespace: "games" }));
        it.onLoad({ filter: /.*/, namespace: "games" }, () => ({
            contents: registryModule(),
            resolveDir: join(here, "src/games"),
        }));
    },
};
