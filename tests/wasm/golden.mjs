// The core compiled to WebAssembly gives the very bytes that the native one gives: for every golden
// record, move by move, from every viewer; legal moves, the computer's choices, refusals in five
// languages. And what it says of a record is what `logomachy replay --json` says, what it expects of
// the end what `logomachy best --json` does.
//   node tests/wasm/golden.mjs            (TAP)
// LOGOMACHY_WASM, LOGOMACHY_CORE_SCRIPT, LOGOMACHY_PROGRAM and LOGOMACHY_LEXICONS may say where things are.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
/**
 * @typedef {import("../../web/src/core/wasm").Exports} Exports
 * @typedef {import("../../web/src/core/wasm").Shown} Shown
 */

/** @param {(string | undefined)[]} paths */
const first = (...paths) => paths.find((path) => path && existsSync(path)) ?? "";
const wasmPath = first(
    process.env.LOGOMACHY_WASM,
    join(root, "build/obj/src/wasm/logomachy.wasm"),
    join(root, "build/san/src/wasm/logomachy.wasm"),
);
const native = first(
    process.env.LOGOMACHY_CORE_SCRIPT,
    join(root, "build/san/tests/core-script"),
    join(root, "build/obj/tests/core-script"),
);
const program = first(process.env.LOGOMACHY_PROGRAM, join(root, "build/logomachy"));
const lexicons = process.env.LOGOMACHY_LEXICONS ?? join(root, "build/lexicons");
const golden = join(root, "tests/golden");

/** @param {string} text */
const fold = (text) => text.replaceAll("\n", "\\n");
/** @param {string} text */
const unfold = (text) => text.replaceAll("\\n", "\n");

// --- The core in WebAssembly, asked the same questions in the same form.

class WasmDesk {
    /** @param {Exports} c */
    constructor(c) {
        this.c = c;
    }
    /** @param {string} path */
    static async start(path) {
        const module = await WebAssembly.compile(readFileSync(path));
        const system = new Proxy({}, { get: () => () => 0 });
        const instance = await WebAssembly.instantiate(module, {
            env: { now: () => performance.now() },
            wasi_snapshot_preview1: system,
        });
        const c = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
        c._initialize?.();
        return new WasmDesk(c);
    }
    /** @param {Uint8Array} bytes @returns {[at: number, len: number]} */
    put(bytes) {
        const at = this.c.lm_alloc(bytes.length || 1);
        new Uint8Array(this.c.memory.buffer).set(bytes, at);
        return [at, bytes.length];
    }
    /** @param {string} value */
    text(value) {
        return this.put(new TextEncoder().encode(value));
    }
    answer() {
        return Buffer.from(new Uint8Array(this.c.memory.buffer, this.c.lm_answer(), this.c.lm_answer_len())).toString(
            "utf8",
        );
    }
    /** @param {string} line */
    ask(line) {
        const [what, a, b, c, d, e] = line.split("\t");
        const { c: lm } = this;
        /** @type {Record<string, () => void>} */
        const plain = { language: () => lm.lm_language(...this.text(a)), close: () => lm.lm_close(+a) };
        if (plain[what]) {
            plain[what]();
            return "";
        }
        /** @type {Record<string, () => void>} */
        const asked = {
            lexicon: () => lm.lm_lexicon(...this.text(a), ...this.put(readFileSync(b))),
            open: () => lm.lm_open(...this.put(readFileSync(a))),
            seen: () => lm.lm_open_seen(...this.text(unfold(a)), ...this.text(unfold(b))),
            show: () => lm.lm_show(+a, +b),
            targets: () => lm.lm_targets(+a, +b),
            try: () => lm.lm_try(+a, +b, ...this.text(c)),
            play: () => lm.lm_play(+a, +b, ...this.text(c)),
            undo: () => lm.lm_undo(+a, +b),
            draws: () => lm.lm_draws(+a, +b),
            moves: () => lm.lm_moves(+a, +b),
            best: () => lm.lm_best(+a, d ? +d : 4, +b, 0, +c, Boolean(e)),
            word: () => lm.lm_word(...this.text(a), ...this.text(b)),
        };
        asked[what]();
        return this.answer();
    }
}

// --- The questions.

// The engine's move and its forecast: asked once of each game.
const expecting = "best\t0\t4\t0\t\t1";

const languages = ["en", "de", "fr", "nl", "ru"];

/** @param {string} record @param {string} lexicon */
function questionsOf(record, lexicon) {
    const path = join(golden, record);
    const text = readFileSync(path, "utf8");
    const moves = text.split("\n").flatMap((line) => (/^[AB] \S/.test(line) ? [line.replace(/\s*#.*/, "")] : []));
    const some = ["c2=T/b3c3c2", "pass", "accept", "resign", "nonsense", "a1=Ж/a1", "c9=Q/c9", "\u0001"];
    return [
        `open\t${path}`,
        ...[0, 1, 4, 5, 6].map((viewer) => `show\t0\t${viewer}`),
        ...[0, 1, 3, 4].map((seat) => `targets\t0\t${seat}`),
        "moves\t0\t0",
        "moves\t0\t3",
        ...[1, 3, 5].map((level) => `best\t0\t${level}\t7`),
        ...languages.flatMap((tag) => [
            `language\t${tag}`,
            ...some.flatMap((move) => [`try\t0\t0\t${move}`, `try\t0\t1\t${move}`]),
        ]),
        "language\ten",
        ...moves.flatMap((_, i) => [
            `undo\t0\t1`,
            "show\t0\t5",
            "draws\t0\t5",
            "targets\t0\t0",
            "targets\t0\t1",
            "moves\t0\t40",
            ...(i % 3 ? [] : ["best\t0\t4\t11"]),
            ...(i === moves.length >> 1 ? [expecting] : []),
        ]),
        ...moves.flatMap((line) => [`play\t0\t${line.charCodeAt(0) - 65}\t${line.slice(2)}`, "show\t0\t5"]),
        `word\t${lexicon}\tслово`,
        ...["crown", "set", "run", "house", "zebra", "zzz", "haus", "вода"].map((word) => `word\t${lexicon}\t${word}`),
        `word\t${lexicon}\tÉté`,
        "word\tnone\tword",
        "best\t0\t9\t1",
        "show\t3\t0",
        "close\t0",
    ];
}

// The same position without the way to it, as its player sees it.
/** @param {string} record @param {Shown} shown */
function seenOf(record, shown) {
    const header = readFileSync(join(golden, record), "utf8")
        .split("\n")
        .filter((line) => /^(game|lang|lexicon|set|seat) /.test(line))
        .map((line) => line.replace(/\s*#.*/, ""));
    const seat = (shown.turn[0] ?? "A").charCodeAt(0) - 65;
    return [
        `seen\t${fold(header.join("\n") + "\n")}\t${fold(shown.state)}`,
        "show\t0\t5",
        "moves\t0\t0",
        `best\t0\t2\t7\t${seat}`,
        `best\t0\t2\t7\t${1 - seat}`,
        `try\t0\t${seat}\tpass`,
        "draws\t0\t5",
        `play\t0\t${seat}\t${shown.scores.length > 1 ? "resign" : "done"}`, // who plays alone does not resign
        "show\t0\t5",
        "undo\t0\t0",
        "close\t0",
        `seen\t${fold(header.join("\n") + "\n")}\tnonsense`,
    ];
}

let count = 0;
let failed = 0;
/** @param {string} name @param {string} wrong */
function check(name, wrong) {
    count++;
    if (wrong) failed++;
    console.log(`${wrong ? "not ok" : "ok"} ${count} - ${name}`);
    if (wrong)
        console.log(
            wrong
                .split("\n")
                .map((line) => `# ${line}`)
                .join("\n"),
        );
}

/** @param {string[]} questions @param {string[]} mine @param {string[]} theirs */
function difference(questions, mine, theirs) {
    for (let i = 0; i < questions.length; i++)
        if (mine[i] !== theirs[i])
            return `${questions[i]}\nwasm:   ${mine[i]?.slice(0, 600)}\nnative: ${theirs[i]?.slice(0, 600)}`;
    return mine.length === theirs.length ? "" : `${mine.length} answers, ${theirs.length} native ones`;
}

// The core's position, in the form of `replay --json`; accepted words count for the move that asked.
/** @param {Shown} shown */
function asReplay(shown) {
    const winner = shown.winners.length > 1 ? "shared" : shown.winners[0];
    const result = !shown.over ? null : shown.draw ? "draw" : winner;
    return {
        scores: shown.scores,
        over: shown.over,
        result,
        reason: shown.reason ?? null,
        texts: shown.actions.filter((a) => a.seat).map((a) => `${a.seat} ${a.text}`),
    };
}

/** @param {string} record @param {Shown} shown */
function sameAsReplay(record, shown) {
    const said = JSON.parse(
        execFileSync(program, ["replay", "--json", join(golden, record)], {
            env: { ...process.env, LOGOMACHY_LEXICONS: lexicons },
            encoding: "utf8",
        }),
    );
    const mine = JSON.stringify(asReplay(shown));
    const theirs = JSON.stringify({
        scores: said.scores,
        over: said.over,
        result: said.result,
        reason: said.reason,
        texts: said.moves.map((/** @type {{ seat: string, text: string }} */ m) => `${m.seat} ${m.text}`),
    });
    return mine === theirs ? "" : `${mine}\n${theirs}`;
}

// In the middle of the game; where nobody is to act there, both say no more than that.
/** @param {string[]} questions @param {string[]} answers */
function sameAsBest(questions, answers) {
    const at = questions.indexOf(expecting);
    const best = at < 0 ? { ok: false } : JSON.parse(answers[at]);
    if (!best.ok) return { foreseen: false, wrong: "" };
    const { record } = JSON.parse(answers[questions.lastIndexOf("show\t0\t5", at)]);
    const said = JSON.parse(
        execFileSync(program, ["best", "--json", "--level", "4", "--seed", "0", "-"], {
            input: record,
            env: { ...process.env, LOGOMACHY_LEXICONS: lexicons },
            encoding: "utf8",
        }),
    );
    const [mine, theirs] = [best, said].map(({ seat, text, score, bonus }) =>
        JSON.stringify({ seat, text, score, bonus }),
    );
    return { foreseen: best.score !== undefined, wrong: mine === theirs ? "" : `${mine}\n${theirs}` };
}

/** @param {Shown} shown @param {string} moves @param {string[]} answers */
function sameSeen(shown, moves, [, , seenShown, seenMoves, , , , draws, played, after, undone]) {
    const { state, turn, scores, over } = JSON.parse(seenShown);
    const goesOn = shown.turn.length > 0;
    const wrong = [
        JSON.stringify([state, turn, scores, over]) !==
            JSON.stringify([shown.state, shown.turn, shown.scores, shown.over]) && seenShown,
        seenMoves !== moves && seenMoves,
        ![draws, undone].every((text) => JSON.parse(text).ok === false) && draws + undone,
        (JSON.parse(played).ok !== goesOn || (JSON.parse(after).state !== state) !== goesOn) && played + after,
    ];
    return wrong.filter(Boolean).join("\n");
}

/** @param {string[]} questions */
async function both(questions) {
    const wasm = await WasmDesk.start(wasmPath);
    const mine = questions.map((line) => wasm.ask(line));
    const theirs = execFileSync(native, { input: questions.join("\n") + "\n", maxBuffer: 1 << 28 })
        .toString("utf8")
        .split("\n")
        .slice(0, -1);
    asked += questions.length;
    return { mine, wrong: difference(questions, mine, theirs) };
}

if (!wasmPath || !native || !program) {
    console.log("1..1\nok 1 - the core in WebAssembly # SKIP it is not built");
    process.exit(0);
}
const records = readdirSync(golden)
    .filter((name) => name.endsWith(".rec"))
    .sort();
console.log(`1..${4 * records.length + 2}`);
let asked = 0;
let foreseen = 0;
for (const record of records) {
    const text = readFileSync(join(golden, record), "utf8");
    const lexicon =
        /^lexicon (\S+)/m.exec(text)?.[1] ??
        /^lang (\S+)/m.exec(text)?.[1] ??
        (/^game bukva/m.test(text) ? "ru" : "en");
    const questions = [`lexicon\t${lexicon}\t${join(lexicons, lexicon + ".lex")}`, ...questionsOf(record, lexicon)];
    const { mine, wrong } = await both(questions);
    const shown = JSON.parse(mine[questions.indexOf("show\t0\t5")]);
    check(`${record}: every byte of ${questions.length} answers`, wrong);
    check(`${record}: as replay --json says`, sameAsReplay(record, shown));
    const expected = sameAsBest(questions, mine);
    foreseen += Number(expected.foreseen);
    check(`${record}: as best --json expects`, expected.wrong);
    const later = [questions[0], ...seenOf(record, shown)];
    const seen = await both(later);
    const moves = mine[questions.indexOf("moves\t0\t0")];
    check(`${record}: the position alone`, seen.wrong || sameSeen(shown, moves, seen.mine));
}
check(`there was something to compare: ${asked} answers`, records.length >= 5 && asked > 500 ? "" : "too little");
check(`the end was foreseen in ${foreseen} games`, foreseen > 2 ? "" : "in too few");
process.exit(failed ? 1 : 0);
