// Lists of the games of this device.
import { useState } from "preact/hooks";
import { adoptable, away, forgetGame, keepGames, type ListedGame, owner } from "../account_games";
import { device, readKept, writeKept } from "../kept";
import { localPath, seatLetter } from "../local";
import { changes, isTouched, savedGame, savedGames, seated } from "../saved";
import { isNumber } from "../shape";
import { toast, toastError } from "../state";
import { formatRelative, plural, t } from "../text";
import { Dialog } from "./controls";
import { gameName, languageName, levelName } from "./matches";
import { settingsText } from "./settings";

function Outcome({ game }: { game: ListedGame }) {
    const { result, scores } = game;
    const terms = seated(game);
    if (!result) return <span class="badge accent">{t("web.saved.continue")}</span>;
    if (terms.levels.length === 1) return <span class="badge">{plural("web.game.scored", scores[0] ?? 0)}</span>;
    if (result.draw || result.winners.length !== 1) return <span class="badge">{t("web.match.drawn")}</span>;
    if (terms.levels.every((level) => !level)) return <span class="badge">{t("web.match.over")}</span>;
    return result.winners[0] === terms.seat ? (
        <span class="badge good">{t("web.match.won")}</span>
    ) : (
        <span class="badge bad">{t("web.match.lost")}</span>
    );
}

function playerName(game: ListedGame, index: number): string {
    const terms = seated(game);
    const level = terms.levels[index] ?? 0;
    if (level) return levelName(level);
    return terms.levels.filter((one) => !one).length > 1 ? t("web.game.seat", [seatLetter(index)]) : t("web.game.you");
}

function Players({ game }: { game: ListedGame }) {
    return (
        <span class="match-players">
            {game.terms.levels.map((_, i) => (
                <span key={i}>
                    {i > 0 && <span class="muted"> – </span>}
                    {playerName(game, i)}
                    <b class="number"> {game.scores[i] ?? 0}</b>
                </span>
            ))}
        </span>
    );
}

const termsText = ({ terms }: ListedGame) =>
    [gameName(terms.game), languageName(terms.lang), ...settingsText(terms.settings)].join(" · ");

function Row({ game, onDelete }: { game: ListedGame; onDelete?(): void }) {
    return (
        <li class={onDelete ? "saved-row" : ""}>
            <a class="match-row" href={localPath(game.terms, game.id)}>
                <Players game={game} />
                <Outcome game={game} />
                {away.value.includes(game) && <span class="badge">{t("web.saved.in_account")}</span>}
                <span class="match-terms">{termsText(game)}</span>
                <span class="match-when">{formatRelative(game.changed)}</span>
            </a>
            {onDelete && (
                <button
                    type="button"
                    class="button small quiet"
                    aria-label={t("web.saved.delete_which", [termsText(game)])}
                    onClick={onDelete}
                >
                    {t("web.saved.delete")}
                </button>
            )}
        </li>
    );
}

interface RowsProps {
    games: readonly ListedGame[];
    onDelete?(game: ListedGame): void;
}

function Rows({ games, onDelete }: RowsProps) {
    return (
        <ul class="match-rows">
            {games.map((game) => (
                <Row key={game.id} game={game} {...(onDelete && { onDelete: () => onDelete(game) })} />
            ))}
        </ul>
    );
}

function DeleteDialog({ game, onClose }: { game: ListedGame | null; onClose(): void }) {
    const agree = () => {
        if (game) forgetGame(game).catch(toastError);
        onClose();
    };
    const isKept = game?.kept && game.kept.account === owner.value;
    return (
        <Dialog title={t("web.saved.delete_sure")} open={game !== null} onClose={onClose}>
            <p>{game && termsText(game)}</p>
            <p class="muted">{t(isKept ? "web.saved.delete_account" : "web.saved.delete_about")}</p>
            <div class="actions end">
                <button type="button" class="button" onClick={onClose}>
                    {t("web.common.cancel")}
                </button>
                <button type="button" class="button danger" onClick={agree}>
                    {t("web.saved.delete")}
                </button>
            </div>
        </Dialog>
    );
}

// The games that a person has moved in, here or on another device, read again after each change.
function useSaved(): { running: ListedGame[]; finished: ListedGame[] } {
    void changes.value;
    const here = savedGames().filter((game) => game.result || isTouched(game));
    const there = away.value.filter((game) => !savedGame(game.id));
    const games: ListedGame[] = [...here, ...there].sort((a, b) => b.changed - a.changed);
    return {
        running: games.filter((game) => !game.result),
        finished: games.filter((game) => game.result),
    };
}

const LATER = "adopt-later"; // the account that was asked and said no

// Offers to keep the games of this device in the account. `modest`: can be declined, and then stays away.
export function AdoptGames({ modest = false, class: name = "" }: { modest?: boolean; class?: string }) {
    const [busy, setBusy] = useState(false);
    const [declined, setDeclined] = useState(() => readKept(device(), LATER, isNumber));
    void changes.value;
    const count = adoptable().length;
    if (!count || (modest && declined === owner.value)) return null;
    const keep = async () => {
        setBusy(true);
        try {
            const failed = await keepGames();
            toast(failed ? t("web.saved.adopt_failed", [failed]) : t("web.saved.adopted"));
        } catch (e) {
            toastError(e);
        }
        setBusy(false);
    };
    const decline = () => {
        writeKept(device(), LATER, owner.value);
        setDeclined(owner.value);
    };
    return (
        <section class={`adopt stack-small ${name}`} aria-label={t("web.saved.adopt_yes")}>
            <p>
                <b>{plural("web.saved.adopt", count)}</b>
            </p>
            <p class="muted small">{t("web.saved.adopt_about")}</p>
            <div class="actions">
                <button type="button" class="button primary small" disabled={busy} onClick={() => void keep()}>
                    {t("web.saved.adopt_yes")}
                </button>
                {modest && (
                    <button type="button" class="button small quiet" onClick={decline}>
                        {t("web.saved.adopt_later")}
                    </button>
                )}
            </div>
        </section>
    );
}

// All of them, to go on with, to look at and to delete.
export function SavedGames() {
    const { running, finished } = useSaved();
    const [doomed, setDoomed] = useState<ListedGame | null>(null);
    if (!running.length && !finished.length)
        return (
            <section class="card">
                <div class="empty">{t("web.saved.none")}</div>
            </section>
        );
    return (
        <>
            <AdoptGames class="card" />
            {running.length > 0 && (
                <section class="card">
                    <h2>{t("web.saved.running")}</h2>
                    <Rows games={running} onDelete={setDoomed} />
                </section>
            )}
            {finished.length > 0 && (
                <section class="card">
                    <h2>{t("web.game.results")}</h2>
                    <Rows games={finished} onDelete={setDoomed} />
                </section>
            )}
            <DeleteDialog game={doomed} onClose={() => setDoomed(null)} />
        </>
    );
}

const FIRST = 3;

// The first thing on the home page: what was begun here.
export function ContinueGames() {
    const { running } = useSaved();
    return (
        <>
            {running.length > 0 && (
                <section class="card continue">
                    <div class="card-head">
                        <h2>{t("web.saved.continue")}</h2>
                        <a href="/games?status=device">{t("web.saved.all")}</a>
                    </div>
                    <Rows games={running.slice(0, FIRST)} />
                </section>
            )}
            <AdoptGames class="card" modest />
        </>
    );
}
