// Going through a game, finished or made up: step, jump, let it run; what the engine would have
// played at each point, and what the played move gave away. On a free board one may also move.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { desk, thinker } from "../core/core";
import type { Best, Listed } from "../core/wasm";
import type { Game, Pointed, Position } from "../games/game";
import { moveLines, upTo, withMove } from "../games/record";
import { go, toastError } from "../state";
import { formatNumber, t } from "../text";
import type { Match } from "../types";
import { copyLink, reasonText, resultText } from "./Actions";
import { analyse, lossOf, markOf, type Valued } from "./analysis";
import { Chart } from "./Chart";
import { LexiconProgress, NoPosition } from "./Loading";
import { Log, movesOf } from "./Log";
import { useGame, usePosition } from "./position";

const STEP_MS = 1400, ENGINE_MS = 350, CANDIDATES = 6;

// --- The engine.

function useEngine(whole: Position | null, record: string, lexicon: string, on: boolean) {
    const [values, setValues] = useState<readonly (Valued | null)[]>([]);
    useEffect(() => {
        const abort = new AbortController();
        setValues([]);
        if (!on || !whole || whole.record !== record) return;
        const found: (Valued | null)[] = [];
        const moves = moveLines(record).length;
        const ask = (n: number) => thinker.call("best", [lexicon, upTo(record, n), 6, ENGINE_MS, 1], abort.signal);
        const told = (n: number, v: Valued) => {
            found[n] = v;
            setValues(Array.from({ length: moves + 1 }, (_, i) => found[i] ?? null));
        };
        analyse(moves, whole.shown, ask, told, () => !abort.signal.aborted).catch(() => undefined);
        return () => abort.abort();
    }, [whole?.record, record, lexicon, on]);
    return values;
}

function useCandidates(position: Position | null) {
    const [list, setList] = useState<{ record: string; count: number; moves: Listed[] } | null>(null);
    useEffect(() => {
        let current = true;
        if (!position || position.shown.over) return setList(null);
        void desk.call("moves", [position.lexicon, position.record, CANDIDATES]).then((m) => {
            if (current) setList(m.ok ? { record: position.record, count: m.count, moves: m.moves } : null);
        }, () => undefined);
        return () => {
            current = false;
        };
    }, [position?.record]);
    return list && list.record === position?.record ? list : null;
}

const signed = (n: number) => (n > 0 ? "+" : n < 0 ? "−" : "±") + formatNumber(Math.abs(Math.round(n * 10) / 10));

function Line({ best, lang }: { best: Best; lang: string }) {
    return (
        <p class="mt-line small" lang={lang}>
            {best.line.slice(0, 6).map((one, i) => <span key={i}>{one.word ?? one.text} {one.points > 0 && <span class="muted number">{one.points}</span>}</span>)}
        </p>
    );
}

interface EngineProps {
    value: Valued | null;
    played: { text: string; loss: number | null } | null;
    candidates: { count: number; moves: Listed[] } | null;
    lang: string;
    pointed: string | null;
    onPoint(text: string | null): void;
    onPlay: ((text: string) => void) | null;
    names: Readonly<Record<string, string>>;
}

function Candidate({ one, best, pointed, played, onPoint, onPlay, lang }: { one: Listed; best: boolean; pointed: boolean; played: boolean; lang: string } & Pick<EngineProps, "onPoint" | "onPlay">) {
    return (
        <li class={pointed ? "chosen" : ""}>
            <button type="button" class="mt-candidate" aria-pressed={pointed} onClick={() => onPoint(pointed ? null : one.text)}>
                <span class="mt-word" lang={lang}>{one.word ?? one.text}</span>
                {best && <span class="mt-tag">{t("web.game.engine_best")}</span>}
                {played && <span class="mt-tag plain">{t("web.game.played")}</span>}
                <span class="muted small mt-text">{one.text.split("/")[0]}</span>
                <span class="mt-gain number">+{one.points}</span>
            </button>
            {onPlay && pointed && <button type="button" class="button small" onClick={() => onPlay(one.text)}>{t("web.game.play_it")}</button>}
        </li>
    );
}

function Engine({ value, played, candidates, lang, pointed, onPoint, onPlay, names }: EngineProps) {
    const best = value?.best ?? null;
    const others = (candidates?.moves ?? []).filter((one) => one.text !== best?.text);
    const first: Listed[] = best ? [{ text: best.text, word: best.line[0]?.word ?? null, points: best.points }] : [];
    return (
        <section class="mt-engine card" aria-label={t("web.game.engine")}>
            <h2>{t("web.game.engine")}</h2>
            {value
                ? <p class="mt-expected"><b class="number">{signed(value.margin)}</b> <span class="muted small">{t("web.game.expected_for", [names.A ?? "A"])}{best?.exact ? ` · ${t("web.game.exact")}` : ""}</span></p>
                : candidates && <p class="muted small">{t("web.game.thinking")}…</p>}
            {played?.loss !== null && played && played.loss >= 0.05 && <p class="mt-loss small">{t("web.game.gave_away", [formatNumber(Math.round(played.loss * 10) / 10)])}</p>}
            {best && <Line best={best} lang={lang} />}
            <ol class="mt-candidates">
                {[...first, ...others].slice(0, CANDIDATES).map((one, i) => (
                    <Candidate key={one.text} one={one} best={i === 0 && best !== null} pointed={pointed === one.text} played={played?.text === one.text} lang={lang} onPoint={onPoint} onPlay={onPlay} />
                ))}
            </ol>
        </section>
    );
}

// --- Going through.

interface StepsProps {
    at: number;
    last: number;
    runs: boolean;
    onGo(n: number): void;
    onRun(): void;
}

const Glyph = ({ d }: { d: string }) => <svg viewBox="0 0 24 24" aria-hidden="true"><path d={d} fill="currentColor" /></svg>;

function Steps({ at, last, runs, onGo, onRun }: StepsProps) {
    const step = (label: string, to: number, d: string) => (
        <button type="button" class="icon-button" aria-label={t(label)} title={t(label)} disabled={to === at || to < 0 || to > last} onClick={() => onGo(to)}><Glyph d={d} /></button>
    );
    return (
        <div class="mt-steps" role="group" aria-label={t("web.game.steps")}>
            {step("web.game.first", 0, "M6 5h2.5v14H6zM19 5v14l-9-7z")}
            {step("web.game.previous", at - 1, "M17 5v14l-10-7z")}
            <button type="button" class="icon-button" aria-label={t(runs ? "web.game.stop" : "web.game.run")} title={t(runs ? "web.game.stop" : "web.game.run")} aria-pressed={runs} onClick={onRun}>
                <Glyph d={runs ? "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z" : "M6 4.5l13 7.5-13 7.5z"} />
            </button>
            {step("web.game.next", at + 1, "M7 5v14l10-7z")}
            {step("web.game.last", last, "M15.5 5H18v14h-2.5zM5 5v14l9-7z")}
            <span class="number small muted mt-at" aria-live="polite">{t("web.game.move_of", [at, last])}</span>
        </div>
    );
}

function useSteps(last: number, first: number) {
    const [at, setAt] = useState(Math.min(first, last));
    const [runs, setRuns] = useState(false);
    // Not past the end, which may be further on by then: a move that is made lengthens the game.
    const goTo = (n: number) => setAt(Math.max(0, n));
    useEffect(() => {
        if (!runs) return;
        if (at >= last) return setRuns(false);
        const timer = setTimeout(() => setAt(at + 1), STEP_MS);
        return () => clearTimeout(timer);
    }, [runs, at, last]);
    useEffect(() => {
        const key = (e: KeyboardEvent) => {
            const target = e.target as HTMLElement;
            if (e.ctrlKey || e.metaKey || e.altKey || target.closest("input, textarea, [role=grid], select")) return;
            const to = { ArrowLeft: at - 1, ArrowRight: Math.min(at + 1, last), Home: 0, End: last }[e.key];
            if (to === undefined) return;
            e.preventDefault();
            setRuns(false);
            goTo(to);
        };
        addEventListener("keydown", key);
        return () => removeEventListener("keydown", key);
    }, [at, last]);
    return { at: Math.min(at, last), runs, goTo, setRuns };
}

interface ReviewProps {
    record: string;
    lexicon: string;
    preset: string;
    names: Readonly<Record<string, string>>;
    result?: Match | null;
    first?: number; // the move to begin at; the end where it is missing
    free?: boolean; // moves may be made
    link?: (at: number, record: string) => string;
    onClose?: () => void;
}

export function Review(p: ReviewProps) {
    const [record, setRecord] = useState(p.record);
    useEffect(() => setRecord(p.record), [p.record]);
    const last = moveLines(record).length;
    const { at, runs, goTo, setRuns } = useSteps(last, p.first ?? last);
    const whole = usePosition(p.lexicon, record);
    const here = useMemo(() => upTo(record, at), [record, at]);
    const { position, error, again } = usePosition(p.lexicon, here);
    const game = useGame(p.preset);
    const [engine, setEngine] = useState(true);
    const values = useEngine(whole.position, record, p.lexicon, engine);
    const candidates = useCandidates(engine ? position : null);
    const [pointed, setPointed] = useState<string | null>(null);
    useEffect(() => setPointed(null), [here]);
    const board = useRef<HTMLDivElement>(null);
    if (error || whole.error) return <NoPosition error={whole.error || error} again={whole.error ? whole.again : again} />;
    if (!position || !game || !whole.position) return <LexiconProgress />;

    const moves = movesOf(whole.position);
    const two = whole.position.shown.scores.length <= 2; // of more it is not said what a move gave away
    const losses = moves.map((m, i) => (two && values[i] && values[i + 1] ? lossOf(m.seat!, values[i]!, values[i + 1]!) : null));
    const next = moves[at];
    const play = (text: string) => {
        const seat = position.shown.turn[0];
        if (!seat) return;
        setRecord(withMove(here, seat, text));
        goTo(at + 1);
    };
    // On a narrow screen the board is further up.
    const point = (text: string | null) => {
        setPointed(text);
        if (text) board.current?.scrollIntoView({ block: "nearest" });
    };
    const shownMove = moves[at - 1];
    const mark: Pointed | null = pointed ? pointedMove(game, position, pointed) : runs || !shownMove?.squares?.length ? null
        : { kind: "chosen", text: shownMove.text, squares: shownMove.squares, placed: shownMove.placed ?? -1 };
    return (
        <div class="mt mt-review">
            <div class="mt-board" ref={board}>
                <Score names={p.names} scores={position.shown.scores} turn={position.shown.turn} />
                <game.Board position={position} seat={p.free && !position.shown.over ? (position.shown.turn[0] ?? null) : null} busy={false} names={p.names}
                    pointed={mark} onMove={play}
                    between={<Steps at={at} last={last} runs={runs} onGo={(n) => (setRuns(false), goTo(n))} onRun={() => (at >= last && goTo(0), setRuns(!runs))} />} />
            </div>
            <div class="mt-side">
                <header class="mt-about-match">
                    <h1>{t(p.free ? "web.game.analysis" : "web.game.review")}</h1>
                    {p.result && <p class="muted small">{resultText(p.result, p.names)} {reasonText(p.result)}</p>}
                </header>
                {last > 0 && <Chart totals={totalsOf(whole.position)} expected={Array.from({ length: last + 1 }, (_, i) => values[i]?.margin ?? null)} at={at} names={p.names} onGo={goTo} />}
                {engine && <Engine value={values[at] ?? null} played={next ? { text: next.text, loss: losses[at] ?? null } : null} candidates={candidates}
                    lang={position.shown.lang} pointed={pointed} onPoint={point} onPlay={p.free ? play : null} names={p.names} />}
                <section class="card card-flush" aria-label={t("web.game.log")}>
                    <Log position={whole.position} game={game} names={p.names} chosen={at > 0 ? at - 1 : null} current={at}
                        marks={losses.map((l) => (l === null ? "" : markOf(l)))} onChoose={(n) => goTo(n === null ? at : n + 1)} />
                </section>
                <div class="actions mt-actions">
                    <button type="button" class="button small quiet" aria-pressed={engine} onClick={() => setEngine(!engine)}>{t(engine ? "web.game.engine_off" : "web.game.engine_on")}</button>
                    <button type="button" class="button small quiet" onClick={() => save(record, p.preset)}>{t("web.game.download")}</button>
                    {p.link && <button type="button" class="button small quiet" onClick={() => void copyLink(p.link!(at, record))}>{t("web.game.link_position")}</button>}
                    {!p.free && <button type="button" class="button small quiet" onClick={() => go(`/analysis?${new URLSearchParams({ record, ply: String(at) })}`)}>{t("web.game.free_board")}</button>}
                    {p.onClose && <button type="button" class="button small" onClick={p.onClose}>{t("web.game.back")}</button>}
                </div>
            </div>
        </div>
    );
}

function pointedMove(game: Game, position: Position, text: string): Pointed | null {
    const at = game.pointAt(text, position.shown);
    return at && { kind: "hint", text, ...at };
}

// The points of each seat after 0, 1, … moves; after the last what the end has added is in them.
export function totalsOf(position: Position): number[][] {
    const { scores, over } = position.shown;
    const moves = movesOf(position);
    return scores.map((final, i) => {
        const seat = String.fromCharCode(65 + i);
        let sum = 0;
        const course = moves.map((m) => (sum += m.scorer === seat ? (m.points ?? 0) : 0));
        if (over && course.length) course[course.length - 1] = final;
        return [0, ...course];
    });
}

function Score({ names, scores, turn }: { names: Readonly<Record<string, string>>; scores: number[]; turn: string[] }) {
    return (
        <div class="mt-scores">
            {scores.map((score, i) => {
                const seat = String.fromCharCode(65 + i);
                return <span key={seat} class={turn.includes(seat) ? "turn" : ""}><span class="mt-dot" aria-hidden="true">{seat}</span> {names[seat] ?? seat} <b class="number">{score}</b></span>;
            })}
        </div>
    );
}

function save(record: string, preset: string): void {
    try {
        const url = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
        const link = document.createElement("a");
        link.href = url;
        link.download = `${preset}.rec`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(url), 1000);
    } catch (e) {
        toastError(e);
    }
}
