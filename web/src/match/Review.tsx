// Reviewing a game: step, jump, replay; the engine's choice at each point, and the loss of the played move. A free
// board (analysis) also accepts moves: a second move at the same point begins a variation.
import { useEffect, useRef, useState } from "preact/hooks";
import { core } from "../core/core";
import type { ShownAction } from "../core/wasm";
import type { Game, Pointed, Position } from "../games/game";
import { withMove } from "../games/record";
import { go, toastError } from "../state";
import { t } from "../text";
import type { Match } from "../types";
import { Boundary } from "../ui/boundary";
import { useLatest } from "../ui/latest";
import { copyLink, outcomeText } from "./Actions";
import { lossOf, markOf, type Loss, type Valued } from "./analysis";
import { Chart } from "./Chart";
import { type Candidates, Engine, useCandidates, useEngine } from "./Engine";
import { LexiconProgress, NoPosition } from "./Loading";
import { Log, movesOf, pointedEntry } from "./Log";
import { useGame, usePosition } from "./position";
import { Stage } from "../board/Stage";
import { Steps, useSteps } from "./Steps";
import { childrenAt, cut, extended, played, promoted, recordOf, siblings, treeOf, type Tree, type Way } from "./tree";

// --- The line that is shown: a path through the tree, and the place on it.

interface Walk {
    tree: Tree;
    way: Way;
    at: number;
}

function walkOf(record: string, first: number | undefined): Walk {
    const tree = treeOf(record);
    const way = extended(tree, []);
    return { tree, way, at: Math.min(first ?? way.length, way.length) };
}

function useWalk(record: string, first: number | undefined) {
    const [walk, setWalk] = useState(() => walkOf(record, first));
    const shown = useRef(record);
    useEffect(() => {
        if (shown.current !== record) setWalk(walkOf(record, first));
        shown.current = record;
    }, [record, first]);
    const here = walk.way.slice(0, walk.at);
    const take = ({ tree, way }: Pick<Walk, "tree" | "way">) =>
        setWalk({ tree, way: extended(tree, way), at: way.length });
    return {
        ...walk,
        here,
        goTo: (at: number) => setWalk((old) => ({ ...old, at: Math.max(0, Math.min(at, old.way.length)) })),
        play: (move: string, draws: readonly string[]) => take(played(walk.tree, here, move, draws)),
        choose: (child: number) => take({ tree: walk.tree, way: [...here, child] }),
        back: () => take(cut(walk.tree, here)),
        promote: () => setWalk((old) => ({ ...promoted(old.tree, old.way), at: old.at })),
    };
}

// Moves of all lines that have been shown, by the record up to them.
function useKnownMoves(whole: Position | null, tree: Tree, way: Way): ReadonlyMap<string, ShownAction> {
    const known = useRef(new Map<string, ShownAction>());
    if (whole && whole.record === recordOf(tree, way))
        for (const [i, move] of movesOf(whole).entries()) known.current.set(recordOf(tree, way.slice(0, i + 1)), move);
    return known.current;
}

interface BranchesProps {
    tree: Tree;
    way: Way;
    at: number;
    known: ReadonlyMap<string, ShownAction>;
    lang: string;
    onChoose(child: number): void;
}

// The variations that begin here.
function Branches({ tree, way, at, known, lang, onChoose }: BranchesProps) {
    const here = way.slice(0, at);
    const children = childrenAt(tree, here);
    if (children.length < 2) return null;
    return (
        <div class="mt-branches" role="group" aria-label={t("web.game.variations")}>
            <span class="muted small">{t("web.game.variations")}</span>
            {children.map((node, i) => {
                const move = known.get(recordOf(tree, [...here, i]));
                return (
                    <button
                        type="button"
                        key={node.lines[0]}
                        class="mt-branch"
                        aria-pressed={i === way[at]}
                        onClick={() => onChoose(i)}
                    >
                        <span lang={lang}>{move?.word ?? node.lines[0]!.slice(2)}</span>
                        {(move?.points ?? 0) > 0 && <span class="number muted"> +{move!.points}</span>}
                    </button>
                );
            })}
        </div>
    );
}

// --- The page.

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

// The positions at the end of the line and at the current place.
function useLines(p: ReviewProps, walk: ReturnType<typeof useWalk>) {
    const record = recordOf(walk.tree, walk.way);
    const here = recordOf(walk.tree, walk.here);
    const whole = usePosition(p.lexicon, record);
    const part = usePosition(p.lexicon, here);
    const link = useLatest(p.link);
    // The address leads back to the current place.
    useEffect(() => {
        if (p.free && link.current) history.replaceState(null, "", link.current(walk.at, record));
    }, [p.free, walk.at, record]);
    return { record, here, whole, part };
}

// After which moves chance was at play, such as cards that were dealt.
function luckAfter(whole: Position): boolean[] {
    const { actions } = whole.shown;
    return actions.flatMap((a, i) => (a.seat === null ? [] : [actions[i + 1]?.seat === null]));
}

// The loss of each move; null where it is not known yet, where more than two play, and where only luck could tell.
function lossesOf(whole: Position, values: readonly (Valued | null)[]): (Loss | null)[] {
    const two = whole.shown.scores.length <= 2;
    const luck = luckAfter(whole);
    return movesOf(whole).map((m, i) => {
        const [before, after] = [values[i], values[i + 1]];
        if (!two || !before || !after || m.text === "resign" || (luck[i] && before.gave === undefined)) return null;
        return lossOf(m.seat!, before, after);
    });
}

export function Review(p: ReviewProps) {
    const walk = useWalk(p.record, p.first);
    const { at, goTo } = walk;
    const last = walk.way.length;
    const { runs, setRuns } = useSteps(at, last, goTo);
    const { record, here, whole, part } = useLines(p, walk);
    const game = useGame(p.preset);
    const known = useKnownMoves(whole.position, walk.tree, walk.way);
    const [engine, setEngine] = useState(true);
    const values = useEngine(whole.position, record, p.lexicon, engine);
    const candidates = useCandidates(engine ? part.position : null);
    const [pointed, setPointed] = useState<string | null>(null);
    useEffect(() => setPointed(null), [here]);
    const failed = whole.error ? whole : part.error ? part : null;
    if (failed) return <NoPosition error={failed.error} again={failed.again} />;
    const { position } = part;
    if (!position || !game || !whole.position) return <LexiconProgress />;

    const seat = position.record === here ? (position.shown.turn[0] ?? null) : null;
    const play = (text: string) => void playHere(p.lexicon, here, seat, text, walk.play).catch(toastError);
    const stop = (n: number) => {
        setRuns(false);
        goTo(n);
    };
    const run = () => {
        if (at >= last) goTo(0);
        setRuns(!runs);
    };
    return (
        <div class="mt mt-review" data-shape={game.shape ?? "square"} data-free={p.free === true}>
            <div class="mt-first">
                <Score names={p.names} scores={position.shown.scores} turn={position.shown.turn} />
                <Stage />
                <Boundary of={position}>
                    <game.Board
                        position={position}
                        seat={p.free ? seat : null}
                        busy={false}
                        names={p.names}
                        pointed={markOn(game, position, pointed, runs ? -1 : movesOf(position).length - 1)}
                        onMove={play}
                    />
                </Boundary>
                <Steps at={at} last={last} runs={runs} onGo={stop} onRun={run} />
            </div>
            <Side
                review={p}
                walk={walk}
                game={game}
                whole={whole.position}
                position={position}
                record={record}
                known={known}
                engine={engine}
                values={values}
                candidates={candidates}
                pointed={pointed}
                onPoint={setPointed}
                onPlay={p.free ? play : null}
                onEngine={setEngine}
            />
        </div>
    );
}

// Chance goes on by itself after a move on a free board: with new tiles, new cards.
async function playHere(
    lexicon: string,
    here: string,
    seat: string | null,
    text: string,
    play: (move: string, draws: readonly string[]) => void,
): Promise<void> {
    if (!seat) return;
    const drawn = await core.call("draws", [lexicon, withMove(here, seat, text), Math.floor(Math.random() * 2 ** 32)]);
    play(`${seat} ${text}`, drawn.ok ? drawn.draws : []);
}

interface SideProps {
    review: ReviewProps;
    walk: ReturnType<typeof useWalk>;
    game: Game;
    whole: Position; // the end of the line
    position: Position; // at the current place
    record: string; // of the line
    known: ReadonlyMap<string, ShownAction>;
    engine: boolean; // it is on
    values: readonly (Valued | null)[];
    candidates: Candidates | null;
    pointed: string | null;
    onPoint(text: string | null): void;
    onPlay: ((text: string) => void) | null;
    onEngine(on: boolean): void;
}

// Beside the board: the course of the game, the engine, the log.
function Side(s: SideProps) {
    const { review: p, walk, game, whole, position, values } = s;
    const { tree, way, at, goTo } = walk;
    const losses = lossesOf(whole, values);
    const alone = whole.shown.scores.length === 1;
    const moves = movesOf(whole);
    const last = moves[at - 1];
    return (
        <div class="mt-rest">
            <header class="mt-about-match">
                <h1>{t(p.free ? "web.game.analysis" : "web.game.review")}</h1>
                {p.result && <p class="muted small">{outcomeText(p.result, p.names)}</p>}
            </header>
            <div class="mt-middle">
                {way.length > 0 && (
                    <Boundary of={position}>
                        <Chart
                            totals={totalsOf(whole)}
                            expected={Array.from(
                                { length: way.length + 1 },
                                (_, i) => (alone ? values[i]?.score : values[i]?.margin) ?? null,
                            )}
                            at={at}
                            names={p.names}
                            onGo={goTo}
                        />
                    </Boundary>
                )}
                <Branches
                    tree={tree}
                    way={way}
                    at={at}
                    known={s.known}
                    lang={position.shown.lang}
                    onChoose={walk.choose}
                />
                {s.engine && (
                    <Boundary of={position}>
                        <Engine
                            position={position}
                            game={game}
                            value={values[at] ?? null}
                            last={last ? { move: last, loss: losses[at - 1] ?? null } : null}
                            next={moves[at]?.text ?? null}
                            candidates={s.candidates}
                            pointed={s.pointed}
                            onPoint={s.onPoint}
                            onPlay={s.onPlay}
                            names={p.names}
                        />
                    </Boundary>
                )}
                <section class="card card-flush mt-log-card" aria-label={t("web.game.log")}>
                    <Boundary of={whole}>
                        <Log
                            position={whole}
                            game={game}
                            names={p.names}
                            chosen={at > 0 ? at - 1 : null}
                            current={at}
                            branches={siblings(tree, way)}
                            marks={losses.map((l) => (l === null ? "" : markOf(l)))}
                            onChoose={(n) => goTo(n === null ? at : n + 1)}
                        />
                    </Boundary>
                </section>
                {game.Aside && (
                    <Boundary of={position}>
                        <game.Aside position={position} />
                    </Boundary>
                )}
            </div>
            <ReviewActions review={p} walk={walk} record={s.record} engine={s.engine} onEngine={s.onEngine} />
        </div>
    );
}

function ReviewActions({
    review: p,
    walk,
    record,
    engine,
    onEngine,
}: Pick<SideProps, "review" | "walk" | "record" | "engine" | "onEngine">) {
    const { way, at } = walk;
    const { link } = p;
    return (
        <div class="mt-review-actions actions">
            {p.free && at > 0 && (
                <button type="button" class="button small quiet" onClick={walk.back}>
                    {t("web.game.take_back")}
                </button>
            )}
            {p.free && way.some((step) => step > 0) && (
                <button type="button" class="button small quiet" onClick={walk.promote}>
                    {t("web.game.promote")}
                </button>
            )}
            <button type="button" class="button small quiet" aria-pressed={engine} onClick={() => onEngine(!engine)}>
                {t(engine ? "web.game.engine_off" : "web.game.engine_on")}
            </button>
            <button type="button" class="button small quiet" onClick={() => save(record, p.preset)}>
                {t("web.game.download")}
            </button>
            {link && (
                <button type="button" class="button small quiet" onClick={() => void copyLink(link(at, record))}>
                    {t("web.game.link_position")}
                </button>
            )}
            {!p.free && (
                <button
                    type="button"
                    class="button small quiet"
                    onClick={() => go(`/analysis?${new URLSearchParams({ record, ply: String(at) })}`)}
                >
                    {t("web.game.free_board")}
                </button>
            )}
            {p.onClose && (
                <button type="button" class="button small" onClick={p.onClose}>
                    {t("web.game.back")}
                </button>
            )}
        </div>
    );
}

// A candidate that is pointed at, else the move that has just been made.
function markOn(game: Game, position: Position, text: string | null, made: number): Pointed | null {
    return text ? pointedMove(game, position, text) : pointedEntry(game, position, made);
}

function pointedMove(game: Game, position: Position, text: string): Pointed | null {
    const at = game.pointAt(text, position.shown);
    return at && { kind: "hint", text, ...at };
}

// The points of each seat after 0, 1, … moves. The last ones include what the end adds.
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
                return (
                    <span key={seat} class={turn.includes(seat) ? "turn" : ""}>
                        <span class="mt-dot" aria-hidden="true">
                            {seat}
                        </span>{" "}
                        {names[seat] ?? seat} <b class="number">{score}</b>
                    </span>
                );
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
