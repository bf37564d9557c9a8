// The builds that a server keeps: pages that are open for long still load parts of the build that they came from.
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";

/** @param {string} folder @returns {string[]} */
export function filesIn(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesIn(path) : [path];
    });
}

const BUILDS = 3;
const HASHED = /-([0-9a-f]{12}|[A-Z2-7]{8})\.[a-z.]+$/;

/** @param {string} folder @returns {string[][]} */
function readBuilds(folder) {
    try {
        const builds = JSON.parse(readFileSync(join(folder, "builds.json"), "utf8"));
        return Array.isArray(builds) ? builds.map((files) => files.map(String)) : [];
    } catch {
        return [];
    }
}

// Copies what the builds before have and this one has not.
/** @param {string} old @param {string} out */
export function keepBuilds(old, out) {
    const own = filesIn(out)
        .map((path) => relative(out, path))
        .filter((name) => HASHED.test(name))
        .sort();
    const before = readBuilds(old).filter((files) => files.join() !== own.join());
    const builds = [own, ...before].slice(0, BUILDS);
    for (const name of builds.slice(1).flat()) {
        const path = join(old, basename(name));
        if (!existsSync(join(out, basename(name))) && existsSync(path)) cpSync(path, join(out, basename(name)));
    }
    writeFileSync(join(out, "builds.json"), JSON.stringify(builds));
}
