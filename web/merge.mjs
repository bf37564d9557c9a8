// Fewer scripts. esbuild makes a file of every set of modules that the same pages share. That was thirty files, and a
// browser with six connections asked for the main one last. Here one file has all that the first page needs and all that
// pages of different folders share; the others import it.
//
//     const made = await build({ …, splitting: true, metafile: true, write: false });
//     const scripts = await mergeScripts(made, "src/main.tsx");
//     scripts.files.get(scripts.main)     // its text
//     scripts.of("src/match/index.tsx")   // the names of the files that this module needs besides the main one
import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import { build } from "esbuild";

/**
 * @typedef {{ text: string, entryPoint: string | undefined, exports: string[], imports: string[] }} Chunk
 * @typedef {Map<string, Chunk>} Chunks by name
 * @typedef {import("esbuild").BuildResult<{ write: false, metafile: true }>} Made
 */

const FIRST = "first.js"; // while it has no hash

/** @param {Made} made @returns {Chunks} */
function readChunks({ metafile, outputFiles }) {
    const texts = new Map(outputFiles.map((file) => [basename(file.path), file.text]));
    return new Map(
        Object.entries(metafile.outputs).map(([path, { entryPoint, exports, imports }]) => [
            basename(path),
            {
                text: texts.get(basename(path)) ?? "",
                entryPoint,
                exports,
                imports: imports.filter(({ kind }) => kind === "import-statement").map((one) => basename(one.path)),
            },
        ]),
    );
}

// A chunk and all that it imports statically.
/** @param {Chunks} chunks @param {string} name @param {Set<string>} seen */
function closure(chunks, name, seen = new Set()) {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const one of chunks.get(name)?.imports ?? []) closure(chunks, one, seen);
    return seen;
}

/** @param {Chunks} chunks @param {string} entry */
function entryName(chunks, entry) {
    const found = [...chunks].find(([, chunk]) => chunk.entryPoint === entry);
    if (!found) throw new Error(`${entry}: nothing was built from it`);
    return found[0];
}

// The chunks of the main file. With a chunk all that it imports is in it: that has the same users and more.
/** @param {Chunks} chunks @param {string} entry */
function chooseFirst(chunks, entry) {
    const first = closure(chunks, entryName(chunks, entry));
    /** @type {Map<string, Set<string>>} */
    const folders = new Map();
    for (const [name, { entryPoint }] of chunks)
        if (entryPoint)
            for (const one of closure(chunks, name))
                folders.set(one, (folders.get(one) ?? new Set()).add(dirname(entryPoint)));
    for (const [name, users] of folders) if (users.size > 1) first.add(name);
    return first;
}

/** @param {(name: string, kind: string) => string | null} read the text of a module; null: it stays outside */
const modules = (read) => ({
    name: "chunks",
    /** @param {import("esbuild").PluginBuild} it */
    setup(it) {
        it.onResolve({ filter: /.*/ }, ({ path, kind }) => {
            const name = basename(path);
            return read(name, kind) === null ? { path: `./${name}`, external: true } : { path: name, namespace: kind };
        });
        it.onLoad({ filter: /.*/ }, ({ path, namespace }) => ({ contents: read(path, namespace) ?? "", loader: "js" }));
    },
});

/** @param {string[]} entries @param {(name: string, kind: string) => string | null} read */
async function bundle(entries, read) {
    const made = await build({
        ...{ bundle: true, minify: true, format: "esm", target: ["es2022"], write: false, outdir: "/" },
        ...{ entryPoints: entries.map((name) => ({ in: name, out: name.replace(/\.js$/, "") })) },
        ...{ plugins: [modules(read)], legalComments: "none", logLevel: "warning" },
    });
    return made.outputFiles.map((file) => ({ name: basename(file.path), text: file.text }));
}

/** @param {string} content */
const hashOf = (content) => createHash("sha256").update(content).digest("hex").slice(0, 12);

// Files name each other, so each hash is one of all of them.
/** @param {{ name: string, text: string }[]} files */
function rename(files) {
    const all = hashOf(files.map(({ text }) => text).join("\n"));
    const base = (/** @type {string} */ name) => (name === FIRST ? "main" : name.replace(/-[A-Z2-7]{8}\.js$/, ""));
    const names = new Map(files.map(({ name, text }) => [name, `${base(name)}-${hashOf(all + text)}.js`]));
    const renamed = (/** @type {string} */ text) =>
        text.replace(/"\.\/([\w.-]+\.js)"/g, (whole, name) => (names.has(name) ? `"./${names.get(name)}"` : whole));
    return { names, files: new Map(files.map(({ name, text }) => [names.get(name) ?? name, renamed(text)])) };
}

/** @param {Made} made @param {string} entry */
export async function mergeScripts(made, entry) {
    const chunks = readChunks(made);
    const first = chooseFirst(chunks, entry);
    const order = [...chunks.keys()];
    const alias = (/** @type {string} */ name, /** @type {string} */ symbol) => `c${order.indexOf(name)}_${symbol}`;
    const symbols = (/** @type {string} */ name) => chunks.get(name)?.exports ?? [];
    const textOf = (/** @type {string} */ name) => chunks.get(name)?.text ?? "";

    const rest = order.filter((name) => !first.has(name));
    const others = await bundle(rest, (name, kind) => {
        if (kind === "entry-point") return textOf(name);
        if (!first.has(name)) return null;
        const list = symbols(name).map((symbol) => `${alias(name, symbol)} as ${symbol}`);
        return `export {${list.join()}} from "./${FIRST}"; import "./${FIRST}";`;
    });
    const used = new Set(others.flatMap(({ text }) => text.match(/\bc\d+_[\w$]+/g) ?? []));
    const merged = await bundle([FIRST], (name, kind) => {
        if (name === FIRST)
            return [...first]
                .map((one) => {
                    const list = symbols(one).filter((symbol) => used.has(alias(one, symbol)));
                    return `import "./${one}"; export {${list.map((s) => `${s} as ${alias(one, s)}`).join()}} from "./${one}";`;
                })
                .join("\n");
        return kind !== "dynamic-import" && first.has(name) ? textOf(name) : null;
    });
    const { names, files } = rename([...merged, ...others]);
    const final = (/** @type {string} */ name) => names.get(name) ?? name;
    return {
        main: final(FIRST),
        files,
        /** @param {string} module */
        of: (module) => [...closure(chunks, entryName(chunks, module))].filter((name) => !first.has(name)).map(final),
    };
}
