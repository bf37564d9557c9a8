// Runs the tests of the client's state: bundles each *.test.ts and hands them to node's own runner,
// which prints TAP. No browser is needed.
//   node web/test/run.mjs [NAME…]
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { gamesPlugin } from "../games.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const tests = readdirSync(here).filter(
    (name) => name.endsWith(".test.ts") && (!wanted.length || wanted.some((part) => name.includes(part))),
);
const out = mkdtempSync(join(tmpdir(), "logomachy-web-"));

// Constants of the build; the tests have no worker's file.
/** @type {import("esbuild").Plugin} */
const virtual = {
    name: "virtual",
    setup(it) {
        it.onResolve({ filter: /^virtual:core$/ }, () => ({ path: "core", namespace: "virtual" }));
        it.onLoad({ filter: /.*/, namespace: "virtual" }, () => ({
            contents: "export const workerUrl = '/worker.js', wasmUrl = '/core.wasm';",
        }));
    },
};

let status = 1;
try {
    await build({
        entryPoints: tests.map((name) => join(here, name)),
        outdir: out,
        outExtension: { ".js": ".mjs" },
        bundle: true,
        format: "esm",
        platform: "node",
        target: "node18",
        jsx: "automatic",
        jsxImportSource: "preact",
        logLevel: "warning",
        plugins: [virtual, gamesPlugin],
        define: { TEXT_URLS: "{}" },
        loader: { ".txt": "text" },
    });
    const files = tests.map((name) => join(out, basename(name, ".ts") + ".mjs"));
    const flags = ["--test", "--test-reporter=tap"];
    status =
        spawnSync(process.execPath, [...flags, ...files], {
            stdio: "inherit",
            env: { ...process.env, LOGOMACHY_ROOT: join(here, "../..") },
        }).status ?? 1;
} finally {
    rmSync(out, { recursive: true, force: true });
}
process.exit(status);
