// The page of a match: players, board, log, chat, buttons. The same for a match on the server and
// for a game on this device.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { yourTurn } from "../alerts";
import { type Game, type Pointed, type Position, presets } from "../games/game";
import { seatIndex } from "../local";
import { toast, toastError } from "../state";
import { t } from "../text";
import type { Match } from "../types";
import { Alerts } from "../ui/alerts";
import { Boundary } from "../ui/boundary";
import { Spinner, wordsOf } from "../ui/controls";
import { useLatest } from "../ui/latest";
import { useTitle } from "../ui/load";
import { gameName, languageName } from "../ui/matches";
import { settingsText, valueName } from "../ui/settings";
import { Actions, End, isAgainstComputers, Offers, outcomeText, Waiting } from "./Actions";
import { Bests } from "./Bests";
import { Chat, useChat } from "./Chat";
import { LexiconProgress, NoPosition } from "./Loading";
import { Log, movesOf, pointedEntry } from "./Log";
import { HandOver, useHandOver } from "./HandOver";
import { useHint } from "./hint";
import { coreName, hides } from "./online";
import { namesOf, placesOf, Player } from "./Players";
import { useGame, usePosition } from "./position";
import { Review } from "./Review";
import { Stage } from "../board/Stage";
import type { Table } from "./table";

// Which words count is always said, also where it is the usual.
function classesText({ game, settings, changed }: Match): string[] {
    const name = presets[game]?.wordClasses;
    return name && !changed.includes(name) ? [valueName(name, settings[name] ?? "none")] : [];
}

function About({ match, local }: { match: Match; local: boolean }) {
    const parts = [languageName(match.lang), ...classesText(match), ...settingsText(match.settings, match.changed)];
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
    return ran.current && over ? outcomeText(match, names) : "";
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
            <NoPosition
                error={failure instanceof Error && table.kind === "local" ? failure.message : wordsOf(failure)}
                again={table.again?.bind(table)}
            />
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

// On the device, and against computers on the server. There a game alone enters lists of the best, and what is hidden
// is not known here.
const mayHint = (match: Match, local: boolean) => local || (isAgainstComputers(match) && !match.rated && !hides(match));

// The data that the parts of the page are drawn from.
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
        if (match.seats.length === 1 && !table.helped) toast(t("web.bests.helped"));
        table.help?.();
        void ask();
    };
    return (
        <div
            class="mt"
            data-status={match.status}
            data-shape={game?.shape ?? "square"}
            data-pending={table.pending?.value || undefined}
        >
            <p class="visually-hidden" role="status" aria-live="polite">
                {said}
            </p>
            <div class="mt-first">
                <Seats {...shown} />
                <Stage />
                <BoardOf {...shown} hint={hint} onShow={handOver.show} />
                <News {...shown} onReview={() => setReview(true)}>
                    {!position && !error && name !== null && <LexiconProgress />}
                    {error && <NoPosition error={error} again={again} />}
                </News>
            </div>
            <Rest {...shown} onHint={mayHint(match, local) && may ? askForHint : null} />
        </div>
    );
}

// The players, the viewer's own seat first.
function Seats({ table, match, names }: Shown) {
    const places = placesOf(match);
    return (
        <div class="mt-players" data-count={match.seats.length}>
            {[...places.below, ...places.above].map((seat) => (
                <Boundary key={seat} of={match}>
                    <Player
                        match={match}
                        seat={seat}
                        name={names[match.seats[seat]!.seat]!}
                        score={match.scores[seat] ?? 0}
                        clocksAt={table.clocksAt.value}
                        turn={match.status === "running" && match.turn.includes(match.seats[seat]!.seat)}
                        online={table.presence?.value[match.seats[seat]!.seat]}
                    />
                </Boundary>
            ))}
        </div>
    );
}

interface BoardOfProps extends Shown {
    hint: Pointed | null;
    onShow(): void; // the device has been handed over
}

function BoardOf({ hint, onShow, ...shown }: BoardOfProps) {
    const { match, game, position, names, covered } = shown;
    return (
        <Boundary of={position}>
            {covered ? (
                <HandOver name={names[match.you!] ?? ""} onShow={onShow} />
            ) : position && game ? (
                <PlayedBoard {...shown} game={game} position={position} hint={hint} />
            ) : game ? (
                <game.Preview
                    state={match.state ?? game.blank(match.settings, match.seats.length)}
                    settings={match.settings}
                />
            ) : (
                <div class="mt-empty" />
            )}
        </Boundary>
    );
}

interface PlayedBoardProps extends Shown {
    game: Game;
    position: Position;
    hint: Pointed | null;
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
            busy={table.kind === "online" && table.busy.value}
            names={names}
            onMove={move}
            pointed={(chosen.value === null ? null : pointedEntry(game, position, chosen.value)) ?? p.hint}
            idle={idleText(match, names)}
            near={match.seats[placesOf(match).below[0]!]?.seat}
            onAgain={p.over && p.onNew ? p.onNew : undefined}
        />
    );
}

// Players talk if there are several of them; others in a listed match only, as the server has it.
function mayChat(match: Match): boolean {
    const people = match.seats.filter((seat) => !seat.level).length;
    return match.status !== "waiting" && (match.listed || (match.you !== null && people > 1));
}

// Messages that need attention at once: an invitation, an offer, the result.
function News({
    table,
    match,
    names,
    over,
    onNew,
    onReview,
    children,
}: Shown & { onReview(): void; children: ComponentChildren }) {
    return (
        <div class="mt-news">
            {children}
            {match.status === "waiting" && (
                <Boundary of={match}>
                    <Waiting table={table} match={match} />
                </Boundary>
            )}
            {over && (
                <Boundary of={match}>
                    <End table={table} match={match} names={names} onReview={onReview} onNew={onNew} />
                </Boundary>
            )}
            <Boundary of={match}>
                <Offers table={table} match={match} names={names} />
            </Boundary>
        </div>
    );
}

// The game, the log, buttons, chat. The log takes the room that is left and scrolls inside, so that the buttons stay
// where they are.
function Rest({ table, match, local, game, position, names, chosen, covered, over, onNew, onHint }: RestProps) {
    const chat = useChat(mayChat(match) ? table : null);
    return (
        <div class="mt-rest">
            <Boundary of={match}>
                <About match={match} local={local} />
            </Boundary>
            <div class="mt-middle">
                {match.status === "over" && match.seats.length === 1 && (
                    <Boundary of={match}>
                        <Bests table={table} match={match} />
                    </Boundary>
                )}
                {position && game && (
                    <section class="card card-flush mt-log-card" aria-label={t("web.game.log")}>
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
                {chat.lines && chat.open && (
                    <Boundary of={chat.lines}>
                        <Chat table={table} match={match.id} lines={chat.lines} />
                    </Boundary>
                )}
                {!local && match.you && <Alerts />}
            </div>
            <Boundary of={match}>
                <Actions table={table} match={match} onHint={onHint} onNew={over ? null : onNew} chat={chat} />
            </Boundary>
        </div>
    );
}

interface RestProps extends Shown {
    onHint: (() => void) | null;
}
