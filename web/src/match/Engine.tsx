// The engine's best move, and what each of the other candidates loses against it.
import { useEffect, useRef, useState } from "preact/hooks";
import { core, thinker } from "../core/core";
import type { Best, Listed, ShownAction, Worth } from "../core/wasm";
import type { Game, Position } from "../games/game";
import { upTo, withMove } from "../games/record";
import { seatIndex } from "../local";
import { formatNumber, lang, t } from "../text";
import { analyse, finalMargin, fromA, gaps, type Loss, markOf, type Valued } from "./analysis";

const LEVEL = 6;
const POSITION_MS = 350;
const MOVE_MS = 250;
const CANDIDATES = 6;

const playedIn = (position: Position) => position.shown.actions.filter((a) => a.seat !== null);

// A position of a line and the move that followed, as a key.
const pointOf = (record: string, played: readonly ShownAction[], n: number) =>
    `${upTo(record, n)}${played[n]?.text ?? ""}`;

// The engine's value of each position of a line, from its end backwards: the end tells most. Positions that two lines
// share are searched once.
export function useEngine(
    whole: Position | null,
    record: string,
    lexicon: string,
    on: boolean,
): readonly (Valued | null)[] {
    const known = useRef(new Map<string, Valued>());
    const [, redraw] = useState(0);
    const current = whole?.record === record ? whole : null; // the core may still be at the line before
    useEffect(() => {
        const abort = new AbortController();
        if (!on || !current) return;
        const played = playedIn(current);
        const ask = (n: number) =>
            thinker.call("best", [lexicon, upTo(record, n), LEVEL, POSITION_MS, 1, undefined, true], abort.signal);
        const weigh = async (n: number) => {
            const move = played[n];
            const answer =
                move && (await core.call("try", [lexicon, upTo(record, n), seatIndex(move.seat!), move.text]));
            return answer?.ok ? answer : null;
        };
        const onValue = (n: number, v: Valued) => {
            known.current.set(pointOf(record, played, n), v);
            redraw((round) => round + 1);
        };
        const open = (n: number) => !known.current.has(pointOf(record, played, n));
        analyse(played.length, current.shown, ask, weigh, { onValue, wanted: () => !abort.signal.aborted, open }).catch(
            () => undefined,
        );
        return () => abort.abort();
    }, [current, record, lexicon, on]);
    const played = current ? playedIn(current) : [];
    return Array.from(
        { length: played.length + 1 },
        (_, n) => (on && known.current.get(pointOf(record, played, n))) || null,
    );
}

export interface Candidates {
    count: number;
    moves: Listed[];
}

// The moves that score most, or are worth most where more than points is measured.
export function useCandidates(position: Position | null): Candidates | null {
    const [list, setList] = useState<(Candidates & { record: string }) | null>(null);
    useEffect(() => {
        let current = true;
        if (!position || position.shown.over || !position.shown.turn.length) return setList(null);
        void core.call("moves", [position.lexicon, position.record, CANDIDATES]).then(
            (m) => {
                if (current) setList(m.ok ? { record: position.record, count: m.count, moves: m.moves } : null);
            },
            () => undefined,
        );
        return () => {
            current = false;
        };
    }, [position]);
    return list && list.record === position?.record ? list : null;
}

// The expected final margin after a move, from A's side.
async function marginAfter(lexicon: string, record: string, abort: AbortSignal): Promise<number | null> {
    const best = await thinker.call("best", [lexicon, record, LEVEL, MOVE_MS, 1], abort, true);
    if (best.ok) return fromA(best);
    const shown = await core.call("show", [lexicon, record]);
    return shown.ok && shown.over ? finalMargin(shown) : null;
}

// Of each move, from the mover's side, as soon as it is known.
function useMargins(position: Position, moves: readonly string[], on: boolean): ReadonlyMap<string, number> {
    const known = useRef({ record: "", margins: new Map<string, number>() });
    const [, redraw] = useState(0);
    if (known.current.record !== position.record) known.current = { record: position.record, margins: new Map() };
    const { margins } = known.current;
    const { lexicon, record } = position;
    const seat = position.shown.turn[0];
    const wanted = moves.join("\n");
    useEffect(() => {
        const abort = new AbortController();
        if (!on || !seat || !wanted) return;
        void (async () => {
            for (const move of wanted.split("\n")) {
                if (margins.has(move)) continue;
                const margin = await marginAfter(lexicon, withMove(record, seat, move), abort.signal);
                if (abort.signal.aborted) return;
                if (margin !== null) margins.set(move, seat === "B" ? -margin : margin);
                redraw((round) => round + 1);
            }
        })().catch(() => undefined);
        return () => abort.abort();
    }, [lexicon, record, seat, margins, wanted, on]);
    return margins;
}

const rounded = (n: number) => formatNumber(Math.abs(Math.round(n * 10) / 10));
const signed = (n: number) => (n > 0 ? "+" : n < 0 ? "−" : "±") + rounded(n);

const percent = (share: number) => new Intl.NumberFormat(lang.value, { style: "percent" }).format(share);

const actionOf = ({ text, word, run, points }: Listed, seat: string | null): ShownAction => ({
    seat,
    text,
    points,
    ...(word !== null && { word }),
    ...(run !== undefined && { run }),
});

// A move by its letters, or by what the log says of it.
const nameOf = (one: Listed, game: Game) => one.word ?? one.run ?? game.describe(actionOf(one, null)) ?? one.text;

// The moves that the engine expects.
function Line({ best, game, tongue }: { best: Best; game: Game; tongue: string }) {
    return (
        <p class="mt-line small">
            <span class="muted">{t("web.game.line")}</span>
            {best.line.slice(0, 6).map((one, i) => (
                <span key={i} lang={tongue}>
                    {nameOf(one, game)} {one.points > 0 && <span class="muted number">{one.points}</span>}
                </span>
            ))}
        </p>
    );
}

// The loss of the move that led here.
function Verdict({ last }: { last: Judged }) {
    const { move, loss } = last;
    if (!loss || loss.points < 0.05) return null;
    const name = move.word ?? move.run;
    const points = rounded(loss.points);
    const chance =
        loss.chance !== undefined && loss.chance >= 0.005
            ? ` ${t("web.game.gave_chance", [percent(loss.chance)])}`
            : "";
    return (
        <p class={`mt-loss small ${markOf(loss) ? "much" : ""}`}>
            {name ? t("web.game.gave_away", [name, points]) : t("web.game.gave_away_move", [points])}
            {chance}
        </p>
    );
}

// How it is expected to end. Alone that is a score; between players it is a lead.
function Expected({ position, value, names }: Pick<EngineProps, "position" | "names"> & { value: Valued }) {
    const { best, margin, score } = value;
    const count = position.shown.scores.length;
    if (count === 1 && (score !== undefined || !best)) return null;
    return (
        <p class="mt-expected">
            <b class="number">{signed(margin)}</b>{" "}
            <span class="muted small">
                {t("web.game.expected_for", [names[count <= 2 ? "A" : (best?.seat ?? "A")] ?? "A"])}
                {best?.exact ? ` · ${t("web.game.exact")}` : ""}
            </span>
        </p>
    );
}

function Outlook({ best, game }: { best: Best; game: Game }) {
    if (best.score === undefined || best.bonus === undefined || !game.outlook) return null;
    return (
        <p class="mt-outlook small">
            {game.outlook(formatNumber(Math.round(best.score * 10) / 10), percent(best.bonus))}
        </p>
    );
}

interface Judged {
    move: ShownAction;
    loss: Loss | null;
}

interface EngineProps {
    position: Position;
    game: Game;
    value: Valued | null;
    last: Judged | null; // the move that led here
    next: string | null; // the text of the one that followed
    candidates: Candidates | null;
    pointed: string | null;
    onPoint(text: string | null): void;
    onPlay: ((text: string) => void) | null;
    names: Readonly<Record<string, string>>;
}

interface CandidateProps extends Pick<EngineProps, "game" | "position" | "onPoint" | "onPlay"> {
    one: Listed;
    best: boolean;
    away: number | null; // what it gives away
    pointed: boolean;
    played: boolean;
}

function Away({ away }: { away: number }) {
    return (
        <span class={`mt-away number ${away >= 2.5 ? "much" : ""}`} title={t("web.game.gives_away", [rounded(away)])}>
            <span aria-hidden="true">{away < 0.05 ? "=" : `−${rounded(away)}`}</span>
            <span class="visually-hidden">{t("web.game.gives_away", [rounded(away)])}</span>
        </span>
    );
}

const worthOf = ({ leave, equity, win }: Worth): Worth => ({
    ...(leave !== undefined && { leave }),
    ...(equity !== undefined && { equity }),
    ...(win !== undefined && { win }),
});

function Measures({ of }: { of: Worth }) {
    if (of.leave === undefined || of.equity === undefined || of.win === undefined) return null;
    return (
        <span class="mt-measures small muted number">
            {t("web.game.measures", [signed(of.leave), signed(of.equity), percent(of.win)])}
        </span>
    );
}

function Candidate({ one, best, away, pointed, played, game, position, onPoint, onPlay }: CandidateProps) {
    const seat = position.shown.turn[0] ?? null;
    return (
        <li class={pointed ? "chosen" : ""}>
            <button
                type="button"
                class="mt-candidate"
                aria-pressed={pointed}
                onClick={() => onPoint(pointed ? null : one.text)}
            >
                <span class="mt-word" lang={position.shown.lang}>
                    {nameOf(one, game)}
                </span>
                {best && <span class="mt-tag">{t("web.game.engine_best")}</span>}
                {played && <span class="mt-tag plain">{t("web.game.played")}</span>}
                <span class="muted small mt-text">{(game.place ?? game.detail)(actionOf(one, seat))}</span>
                <span class="mt-gain number">{one.points > 0 && `+${one.points}`}</span>
                {away !== null && <Away away={away} />}
                <Measures of={one} />
            </button>
            {onPlay && pointed && (
                <button type="button" class="button small" onClick={() => onPlay(one.text)}>
                    {t("web.game.play_it")}
                </button>
            )}
        </li>
    );
}

export function Engine({
    position,
    game,
    value,
    last,
    next,
    candidates,
    pointed,
    onPoint,
    onPlay,
    names,
}: EngineProps) {
    const best = value?.best ?? null;
    const others = (candidates?.moves ?? []).filter((one) => one.text !== best?.text);
    const first: Listed[] = best
        ? [{ word: null, ...best.line[0], ...worthOf(best), text: best.text, points: best.points }]
        : [];
    const listed = [...first, ...others].slice(0, CANDIDATES);
    const few = position.shown.scores.length <= 2; // of more players no margin is between two
    const measured = listed.length > 0 && listed.every((one) => one.equity !== undefined);
    const searched = useMargins(
        position,
        listed.map((one) => one.text),
        few && best !== null && !measured,
    );
    const margins = measured ? new Map(listed.map((one) => [one.text, one.equity!])) : searched;
    const away = gaps(
        best?.text,
        listed.map((one) => one.text),
        margins,
    );
    return (
        <section class="mt-engine card" aria-label={t("web.game.engine")}>
            <h2>{t("web.game.engine")}</h2>
            {last && <Verdict last={last} />}
            {value ? (
                <Expected position={position} value={value} names={names} />
            ) : (
                candidates && <p class="muted small">{t("web.game.thinking")}…</p>
            )}
            {best && <Outlook best={best} game={game} />}
            {best && <Line best={best} game={game} tongue={position.shown.lang} />}
            <ol class="mt-candidates">
                {listed.map((one, i) => (
                    <Candidate
                        key={one.text}
                        one={one}
                        best={i === 0 && best !== null}
                        away={away[i] ?? null}
                        pointed={pointed === one.text}
                        played={next === one.text}
                        game={game}
                        position={position}
                        onPoint={onPoint}
                        onPlay={onPlay}
                    />
                ))}
            </ol>
        </section>
    );
}
