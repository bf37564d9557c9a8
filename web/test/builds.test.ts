// Three builds are kept: the parts of the two before this one, and nothing older.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { keepBuilds } from "../builds.mjs";

const folder = mkdtempSync(join(tmpdir(), "logomachy-builds-"));

function made(name: string, hash: string): string {
    const out = join(folder, name);
    mkdirSync(out);
    for (const file of ["index.html", "icon.svg", `main-${hash}.js`, `main-${hash}.js.br`, "text-en-0123456789ab.json"])
        writeFileSync(join(out, file), hash);
    return out;
}

const scripts = (out: string) => readdirSync(out).filter((name) => name.startsWith("main"));

test("a build has the hashed files of the two before it, once each", () => {
    const builds = ["AAAAAAA2", "BBBBBBB3", "CCCCCCC4", "DDDDDDD5"].map((hash, i) => made(`b${i}`, hash));
    keepBuilds(join(folder, "none"), builds[0]!);
    for (let i = 1; i < builds.length; i++) keepBuilds(builds[i - 1]!, builds[i]!);
    assert.deepEqual(
        scripts(builds[3]!),
        ["BBBBBBB3", "CCCCCCC4", "DDDDDDD5"].flatMap((hash) => [`main-${hash}.js`, `main-${hash}.js.br`]),
    );
    const again = made("same", "DDDDDDD5");
    keepBuilds(builds[3]!, again);
    assert.deepEqual(scripts(again), scripts(builds[3]!), "the same build again displaces none");
    writeFileSync(join(again, "builds.json"), "{garbage");
    const next = made("next", "EEEEEEE6");
    keepBuilds(again, next);
    assert.deepEqual(scripts(next), ["main-EEEEEEE6.js", "main-EEEEEEE6.js.br"]);
    assert.ok(existsSync(join(next, "builds.json")));
    rmSync(folder, { recursive: true });
});
