// The page of a match: players, board, log, chat, buttons. The same for a match on the server and
// for a game on this device.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { yourTurn } from "../alerts";
import type { Game, Pointed, Position } from "../games/game";
import { seatIndex } from "../local";
import { toastError } from "../state";
import { t } from "../text";
import type { Match } from "../types";
import { Alerts } from "../ui/alerts";
import { Boundary } from "../ui/boundary";
import { Notice, Spinner, wordsOf } from "../ui/controls";
import { useLatest } from "../ui/latest";
import { useTitle } from "../ui/load";
import { gameName, languageName } from "../ui/matches";
import { settingsText } from "../ui/settings";
import { Actions, End, Offers, reasonText, resultText, Waiting } from "./Actions";
import { Bests } from "./Bests";
import { Chat } from "./Chat";
import { LexiconProgress, NoPosition } from "./Loading";
import { Log, movesOf, pointedEntry } from "./Log";
import { HandOver, useHandOver } from "./HandOver";
import { useHint } from "./hint";
import { coreName, hides } from "./online";
import { namesOf, placesOf, Player } from "./Players";
import { useGame, usePosition } from "./position";
import { Review } from "./Review";
import type { Table } from "./table";

function About({ match, local }: { match: Match; local: boolean }) {
    const parts = [languageName(match.lang), ...settingsText(match.settings)];
    if (!local) parts.push(t(match.rated ? "web.game.rated" : "web.game.casual"));
    return (
        <header class="mt-about-match">
            <h1>{gameName(match.game)}</h1>
            <p class="muted small">{parts.join(" · ")}</p>
        </header>
    );
}

// The opponent that a player waits for. Shown in place of the tray, so that the layout does not jump.
function idleText(match: Match, names: Record<string, string>): string | null {
    if (match.status !== "running" || !match.you) return null;
    const other = match.turn.find((seat) => seat !== match.you);
    return other ? t("web.game.wait_for", [names[other] ?? other]) : "\u00a0";
}

// The result, if the game ended while the page was open.
function useResult(match: Match, names: Record<string, string>): string {
    const ran = useRef(false);
    if (match.status === "running") ran.current = true;
    const over = match.status === "over" || match.status === "aborted";
    return ran.current && over ? `${resultText(match, names)} ${reasonText(match)}`.trim() : "";
}

// Announces moves to screen readers. The live region exists before it has a text: some screen readers do not read a
// region that is inserted with its text.
function useAnnouncements(
    match: Match,
    position: Position | null,
    names: Record<string, string>,
    game: Game | null,
): string {
    const [said, setSaid] = useState("");
    const before = useRef(-1);
    const latest = useLatest({ match, names });
    useEffect(() => {
        const { match, names } = latest.current;
        if (!position || !game) return;
        const moves = movesOf(position);
        const last = moves[moves.length - 1];
        if (before.current >= 0 && last && moves.length > before.current && last.seat !== match.you)
            setSaid(
                t("web.game.announce", [
                    names[last.seat!] ?? "",
                    game.describe(last) ?? last.word ?? "",
                    last.points ?? 0,
                ]),
            );
        before.current = moves.length;
    }, [position, game]);
    return `${said} ${useResult(match, names)}`.trim();
}

function useTurnAlert(match: Match) {
    const mine = match.status === "running" && match.you !== null && match.turn.includes(match.you);
    const was = useRef<boolean | null>(null);
    useEffect(() => {
        if (mine && was.current === false) yourTurn(t("web.game.your_turn"), gameName(match.game));
        was.current = mine;
    }, [mine, match.game]);
    return mine;
}

// With hidden information a player on this device sees only their own; the server sends each player's view anyway.
function eyesOn(match: Match, local: boolean) {
    const own = local && hides(match) && match.you !== null;
    return { viewer: own ? seatIndex(match.you!) : undefined, log: match.log };
}

interface ScreenProps {
    table: Table;
    onNew: (() => void) | null;
}

export function Screen({ table, onNew }: ScreenProps) {
    const match = table.match.value;
    const failure = table.failure.value;
    if (!match)
        return failure ? (
            <Notice kind="bad">
                {failure instanceof Error && table.kind === "local" ? failure.message : wordsOf(failure)}
            </Notice>
        ) : (
            <Opening />
        );
    return (
        <Boundary of={match} page>
            <MatchPage table={table} match={match} onNew={onNew} />
        </Boundary>
    );
}

function Opening() {
    return (
        <div class="mt-opening">
            <Spinner />
            <LexiconProgress />
        </div>
    );
}

// What the two halves of the page are drawn from.
interface Shown {
    table: Table;
    match: Match;
    local: boolean;
    game: Game | null;
    position: Position | null;
    names: Record<string, string>;
    chosen: Signal<number | null>; // the entry of the log that is pointed at
    covered: boolean; // until the device is handed over
    may: boolean; // a move may be made
    over: boolean;
    onNew: (() => void) | null;
}

function MatchPage({ table, match, onNew }: ScreenProps & { match: Match }) {
    const local = table.kind === "local";
    const handOver = useHandOver(local ? match : null);
    const name = local ? match.record : coreName(match);
    const { position, error, again } = usePosition(match.lexicon, name, eyesOn(match, local));
    const game = useGame(match.game);
    const chosen = useSignal<number | null>(null);
    const [review, setReview] = useState(false);
    const names = namesOf(match, local);
    const { hint, ask } = useHint(position, game);
    const said = useAnnouncements(match, position, names, game);
    const mine = useTurnAlert(match);
    useTitle(`${mine ? "● " + t("web.game.your_turn") + " · " : ""}${gameName(match.game)}`, mine);
    if (review && position && game)
        return (
            <Review
                record={match.record}
                lexicon={match.lexicon}
                preset={match.game}
                names={names}
                result={match}
                onClose={() => setReview(false)}
            />
        );

    const current = position !== null && position.record === name;
    const covered = handOver.waits || (handOver.secret && !current);
    const may = match.may.includes("move") && current && match.you !== null && !covered;
    const over = match.status === "over" || match.status === "aborted";
    const shown: Shown = { table, match, local, game, position, names, chosen, covered, may, over, onNew };
    const askForHint = () => {
        table.help?.();
        void ask();
    };
    return (
        <div class="mt" data-status={match.status}>
            <p class="visually-hidden" role="status" aria-live="polite">
                {said}
            </p>
            <BoardHalf {...shown} hint={hint} onShow={handOver.show}>
                {!position && !error && name !== null && <LexiconProgress />}
                {error && <NoPosition error={error} again={again} />}
            </BoardHalf>
            <SideHalf {...shown} onReview={() => setReview(true)} onHint={local && may ? askForHint : null} />
        </div>
    );
}

interface BoardHalfProps extends Shown {
    hint: Pointed | null;
    onShow(): void; // the device has been handed over
    children: ComponentChildren; // shown while there is no position
}

// The others, the board, and under it the own place.
function BoardHalf({ hint, onShow, children, ...shown }: BoardHalfProps) {
    const { table, match, game, position, names, covered } = shown;
    const places = placesOf(match);
    const player = (seat: number) => (
        <Boundary key={seat} of={match}>
            <Player
                match={match}
                seat={seat}
                name={names[match.seats[seat]!.seat]!}
                score={match.scores[seat] ?? 0}
                heard={table.heard.value}
                turn={match.status === "running" && match.turn.includes(match.seats[seat]!.seat)}
            />
        </Boundary>
    );
    const below = places.below.map(player);
    return (
        <div class="mt-board">
            {places.above.length > 0 && (
                <div class="mt-others" data-count={places.above.length}>
                    {places.above.map(player)}
                </div>
            )}
            <Boundary of={position}>
                {covered ? (
                    <HandOver name={names[match.you!] ?? ""} onShow={onShow} />
                ) : position && game ? (
                    <PlayedBoard {...shown} game={game} position={position} hint={hint} between={below} />
                ) : game ? (
                    <game.Preview
                        state={match.state ?? game.blank(match.settings, match.seats.length)}
                        settings={match.settings}
                    />
                ) : (
                    <div class="mt-empty" />
                )}
            </Boundary>
            {children}
            {(covered || !(position && game)) && below}
        </div>
    );
}

interface PlayedBoardProps extends Shown {
    game: Game;
    position: Position;
    hint: Pointed | null;
    between: ComponentChildren;
}

function PlayedBoard(p: PlayedBoardProps) {
    const { table, match, game, position, names, chosen } = p;
    const move = (text: string) => {
        chosen.value = null;
        table.act({ verb: "move", move: text }).catch(toastError);
    };
    return (
        <game.Board
            position={position}
            seat={p.may ? match.you : null}
            busy={table.busy.value}
            names={names}
            onMove={move}
            pointed={(chosen.value === null ? null : pointedEntry(game, position, chosen.value)) ?? p.hint}
            between={p.between}
            idle={idleText(match, names)}
            near={match.seats[placesOf(match).below[0]!]?.seat}
            onAgain={p.over && p.onNew ? p.onNew : undefined}
        />
    );
}

interface SideHalfProps extends Shown {
    onReview(): void;
    onHint: (() => void) | null;
}

// Beside the board: the game, its result, offers, the log, buttons, chat.
function SideHalf({ table, match, local, game, position, names, chosen, covered, over, onNew, ...on }: SideHalfProps) {
    return (
        <div class="mt-side">
            <Boundary of={match}>
                <About match={match} local={local} />
            </Boundary>
            {match.status === "waiting" && (
                <Boundary of={match}>
                    <Waiting table={table} match={match} />
                </Boundary>
            )}
            {over && (
                <Boundary of={match}>
                    <End table={table} match={match} names={names} onReview={on.onReview} onNew={onNew} />
                </Boundary>
            )}
            {match.status === "over" && match.seats.length === 1 && (
                <Boundary of={match}>
                    <Bests table={table} match={match} />
                </Boundary>
            )}
            <Boundary of={match}>
                <Offers table={table} match={match} names={names} />
            </Boundary>
            {position && game && (
                <section class="card card-flush" aria-label={t("web.game.log")}>
                    <Boundary of={position}>
                        <Log
                            position={position}
                            game={game}
                            names={names}
                            chosen={chosen.value}
                            onChoose={(n) => (chosen.value = n)}
                        />
                    </Boundary>
                </section>
            )}
            {position && !covered && game?.Aside && (
                <Boundary of={position}>
                    <game.Aside position={position} />
                </Boundary>
            )}
            <Boundary of={match}>
                <Actions table={table} match={match} onHint={on.onHint} onNew={over ? null : onNew} />
            </Boundary>
            {table.chat && match.status !== "waiting" && (
                <Boundary of={table.chat.value}>
                    <Chat table={table} match={match.id} lines={table.chat.value} />
                </Boundary>
            )}
            {!local && match.you && <Alerts />}
        </div>
    );
}
