// Builds the client into a folder:
//   node build.mjs OUT [--wasm FILE] [--messages DIR]
// Everything is made in OUT.new and then put in OUT's place, so there is always a whole client.
// Names carry a hash of their content and may be kept for ever; beside each file that shrinks by it
// lie x.gz and x.br. OUT/sizes.json says what the first page costs. The hashed files of the two builds
// before stay, so that pages that are open can still load their parts; OUT/builds.json lists them.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { filesIn, keepBuilds } from "./builds.mjs";
import { gamesPlugin, readRegistry } from "./games.mjs";
import { mergeScripts } from "./merge.mjs";
import { loadMessages } from "./messages.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** @param {string[]} given */
function readArguments(given) {
    const options = { messages: join(here, "../data/messages/web"), wasm: "", out: "" };
    for (let i = 0; i < given.length; i++) {
        const word = given[i] ?? "";
        if (word === "--wasm") options.wasm = given[++i] ?? "";
        else if (word === "--messages") options.messages = given[++i] ?? "";
        else if (!options.out) options.out = word;
        else throw new Error(`${word} is one argument too many`);
    }
    if (!options.out) throw new Error("usage: node build.mjs OUT [--wasm FILE] [--messages DIR]");
    return options;
}

/** @param {string | Uint8Array} content */
const hashOf = (content) => createHash("sha256").update(content).digest("hex").slice(0, 12);

// A file under a name with its hash; its address is returned.
/** @param {string} out @param {string} name @param {string | Uint8Array} content */
function emit(out, name, content) {
    const dot = name.lastIndexOf(".");
    const hashed = `${name.slice(0, dot)}-${hashOf(content)}${name.slice(dot)}`;
    writeFileSync(join(out, hashed), content);
    return "/" + hashed;
}

/** @type {import("esbuild").BuildOptions} */
const shared = {
    bundle: true,
    minify: true,
    target: ["es2022"],
    logLevel: "warning",
    absWorkingDir: here,
    legalComments: "none",
};

// A script with all that it imports in one file.
/** @param {string} entry @param {Record<string, string>} define @param {"esm" | "iife"} format */
async function script(entry, define, format) {
    const made = await build({ ...shared, write: false, entryPoints: [entry], format, define });
    const [file] = made.outputFiles;
    if (!file) throw new Error(`${entry}: nothing was built from it`);
    return file.text.trim();
}

// The client's scripts, written into the folder.
/** @param {string} out @param {Record<string, string>} define @param {import("esbuild").Plugin[]} plugins */
async function scripts(out, define, plugins) {
    const entry = "src/main.tsx";
    const made = await build({
        ...{ ...shared, define, plugins, entryPoints: [entry], outdir: out },
        ...{ write: false, splitting: true, metafile: true, format: "esm" },
        ...{ entryNames: "[name]-[hash]", chunkNames: "chunk-[name]-[hash]" },
        ...{ jsx: "automatic", jsxImportSource: "preact" },
    });
    const merged = await mergeScripts(made, entry);
    for (const [name, text] of merged.files) writeFileSync(join(out, name), text);
    return merged;
}

// A module that is not there: the constants of an object, for what only the build knows.
/** @param {string} name @param {Record<string, string>} constants @returns {import("esbuild").Plugin} */
const virtual = (name, constants) => ({
    name,
    setup(it) {
        it.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: name }));
        it.onLoad({ filter: /.*/, namespace: name }, () => ({
            contents: Object.entries(constants)
                .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};`)
                .join("\n"),
        }));
    },
});

// Style sheets in one, in the order of their names: those of style/, which every page has, or all others, which boards
// and matches have besides.
/** @param {boolean} common */
async function style(common) {
    const sheets = filesIn(join(here, "src"))
        .filter((path) => path.endsWith(".css"))
        .map((path) => "./" + relative(here, path))
        .filter((path) => path.startsWith("./src/style/") === common)
        .sort();
    const made = await build({
        ...shared,
        write: false,
        stdin: { contents: sheets.map((path) => `@import "${path}";`).join("\n"), loader: "css", resolveDir: here },
    });
    const [sheet] = made.outputFiles;
    if (!sheet) throw new Error("no style sheet was built");
    return sheet.text;
}

// A part of the page itself. Nothing in it may look like an end or like another part: the server finds them by their
// tags (src/server/api/policy.c).
/** @param {"script" | "style"} tag @param {string} content */
function element(tag, content) {
    if (/<\/?(script|style)|<!--/i.test(content)) throw new Error(`there is a tag in the page's ${tag}`);
    return `<${tag}>${content.trim()}</${tag}>`;
}

// Files that a match needs besides the first page, and those that each preset needs besides them.
/** @param {Awaited<ReturnType<typeof mergeScripts>>} merged */
function gameScripts(merged) {
    const match = merged.of("src/match/index.tsx");
    const own = (/** @type {string} */ game) => merged.of(`src/games/${game}/index.ts`);
    const addresses = (/** @type {string[]} */ names) => names.map((name) => "/" + name);
    return {
        match: addresses(match),
        presets: Object.fromEntries(
            readRegistry().flatMap(({ name, presets }) => presets.map((preset) => [preset, addresses(own(name))])),
        ),
    };
}

/** @param {string} out */
function compress(out) {
    for (const path of filesIn(out)) {
        if (!/\.(js|css|html|json|svg|wasm|webmanifest)$/.test(path)) continue;
        const content = readFileSync(path);
        /** @type {[string, Buffer][]} */
        const variants = [
            [".gz", gzipSync(content, { level: 9 })],
            [".br", brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } })],
        ];
        for (const [suffix, smaller] of variants)
            if (smaller.length < content.length) writeFileSync(path + suffix, smaller);
    }
}

/** @param {string} out @param {string} address */
const sizeOf = (out, address) => {
    const path = join(out, address);
    return readFileSync(existsSync(path + ".br") ? path + ".br" : path).length;
};

/** @param {string} template @param {Record<string, string>} values */
function fill(template, values) {
    return template.replace(/%([A-Z_]+)%/g, (_, name) => {
        if (!(name in values)) throw new Error(`index.html names ${name}, which is not known`);
        return values[name] ?? "";
    });
}

/**
 * The first games by name, for search engines.
 * @param {Record<string, string>} messages
 */
const firstNames = (messages) =>
    readRegistry()
        .flatMap((game) => game.presets)
        .slice(0, 2)
        .map((name) => messages[`web.name.${name}`])
        .join(", ");

/** @param {ReturnType<typeof readArguments>} options @param {string} out */
async function make(options, out) {
    cpSync(join(here, "public"), out, { recursive: true });
    const texts = Object.entries(loadMessages(options.messages));
    const textUrls = Object.fromEntries(
        texts.map(([lang, messages]) => [lang, emit(out, `text-${lang}.json`, JSON.stringify(messages))]),
    );
    const wasm = options.wasm ? emit(out, "logomachy.wasm", readFileSync(options.wasm)) : "";
    const define = { TEXT_URLS: JSON.stringify(textUrls) };
    const worker = emit(out, "worker.js", await script("src/core/worker.ts", define, "esm"));
    const core = virtual("virtual:core", { workerUrl: worker, wasmUrl: wasm });
    const boards = emit(out, "boards.css", await style(false));
    const withBoards = { ...define, GAME_STYLE: JSON.stringify(boards) };
    const merged = await scripts(out, withBoards, [core, gamesPlugin]);
    const { match, presets } = gameScripts(merged);
    const ahead = {
        ...withBoards,
        MATCH_SCRIPTS: JSON.stringify(match),
        GAME_SCRIPTS: JSON.stringify(presets),
        CORE_URLS: JSON.stringify([worker, wasm].filter(Boolean)),
    };
    writeFileSync(
        join(out, "index.html"),
        fill(readFileSync(join(here, "index.html"), "utf8"), {
            MAIN: "/" + merged.main,
            STYLE: element("style", await style(true)),
            THEME: element("script", await script("src/theme.ts", ahead, "iife")),
            GAMES: firstNames(Object.fromEntries(texts).en ?? {}),
        }),
    );
    await serviceWorker(out);
    compress(out);
    const sizes = {
        // With the longest texts: the page waits for them.
        first:
            sizeOf(out, "/index.html") +
            sizeOf(out, "/" + merged.main) +
            Math.max(...Object.values(textUrls).map((one) => sizeOf(out, one))),
        wasm: wasm ? sizeOf(out, wasm) : 0,
    };
    writeFileSync(join(out, "sizes.json"), JSON.stringify(sizes));
    return sizes;
}

// The service worker keeps all of it: the shell starts without a network. Its version is a hash of
// all names and of the page itself, which has no hash in its name.
/** @param {string} out */
async function serviceWorker(out) {
    const files = filesIn(out)
        .map((path) => "/" + relative(out, path))
        .sort();
    const version = hashOf(files.join("\n") + readFileSync(join(out, "index.html")));
    await build({
        ...shared,
        entryPoints: ["src/sw.ts"],
        outfile: join(out, "sw.js"),
        format: "iife",
        define: {
            FILES: JSON.stringify(files.map((one) => (one === "/index.html" ? "/" : one))),
            VERSION: JSON.stringify(version),
        },
    });
}

const options = readArguments(process.argv.slice(2));
const target = resolve(options.out);
rmSync(target + ".new", { recursive: true, force: true });
mkdirSync(target + ".new", { recursive: true });
try {
    const sizes = await make(options, target + ".new");
    keepBuilds(target, target + ".new");
    rmSync(target + ".old", { recursive: true, force: true });
    if (existsSync(target)) renameSync(target, target + ".old");
    renameSync(target + ".new", target);
    rmSync(target + ".old", { recursive: true, force: true });
    console.log(`${target}: first page ${sizes.first} bytes with its texts, core ${sizes.wasm} bytes, compressed`);
} catch (error) {
    rmSync(target + ".new", { recursive: true, force: true });
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
}
