// The pages on which games are played and looked at.
import { segment } from "../address";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api } from "../api";
import { loadCatalogue, loadLexicons } from "../catalogue";
import { core, warmThinker } from "../core/core";
import { lexiconFor, presets } from "../games/game";
import { moveLines, readHeader } from "../games/record";
import { localPath, localTerms, type LocalTerms } from "../local";
import { newId, savedGame, savedGames, type SavedGame, storageProblem, watchGame } from "../saved";
import { go, online, route, toast, toastError } from "../state";
import { lang, languageNames, languages, t } from "../text";
import type { Match } from "../types";
import { Notice, Show } from "../ui/controls";
import { useLoad, useTitle } from "../ui/load";
import { SavedGames } from "../ui/saved";
import { firstRecord, LocalTable, randomSeed, sameTerms } from "./local";
import { OnlineTable } from "./online";
import { namesOf } from "./Players";
import { Review } from "./Review";
import { Screen } from "./Screen";
import { gameName } from "../ui/matches";

export function MatchPage({ id }: { id: string }) {
    const table = useMemo(() => new OnlineTable(id), [id]);
    useEffect(() => () => table.close(), [table]);
    return <Screen table={table} onNew={null} />;
}

// --- On this device.

function newGame(terms: LocalTerms): SavedGame {
    const begun = Date.now();
    return {
        ...{ id: newId(), terms, record: firstRecord(terms, randomSeed()), begun, changed: begun },
        scores: terms.levels.map(() => 0),
        draft: true,
    };
}

// The game that the address names. Without an id: the one that was begun with the same terms, or a new one.
function gameFor(query: URLSearchParams): SavedGame | null {
    const id = query.get("id");
    const saved = id ? savedGame(id) : null;
    const terms = localTerms(query);
    if (saved || !terms) return saved;
    const running = savedGames().find((game) => !game.result && sameTerms(game.terms, terms));
    return !id && running ? running : newGame(terms);
}

const LATER = 1000; // milliseconds after the position is there: its board comes first

// Prepares searches, and what is needed offline: the list of games and lexicons.
function prepare(lexicon: string): () => void {
    const timer = setTimeout(() => {
        warmThinker(lexicon);
        void Promise.allSettled([loadCatalogue(), loadLexicons()]);
    }, LATER);
    return () => clearTimeout(timer);
}

const addressOf = (game: SavedGame) => localPath(game.terms, game.id);

// The address gets the game's id, so that a reload and the way back lead to this very game.
function useLocalGame(): SavedGame | null {
    const id = route.value.query.get("id");
    const open = useRef<SavedGame | null>(null);
    const address = route.value.query.toString();
    const game = useMemo(() => {
        const query = new URLSearchParams(address);
        if (!open.current || open.current.id !== query.get("id")) open.current = gameFor(query);
        return open.current;
    }, [address]);
    useEffect(() => {
        if (game && id !== game.id) go(addressOf(game), { replace: true });
    }, [game, id]);
    return game;
}

function useLocalTable(game: SavedGame | null): LocalTable | null {
    const table = useMemo(() => game && new LocalTable(game), [game]);
    useEffect(() => {
        if (!table || !game) return;
        const stop = watchGame(game.id, () => {
            table.refresh().then((changed) => changed && toast(t("web.saved.elsewhere")), toastError);
        });
        return () => {
            stop();
            table.close();
        };
    }, [table, game]);
    // The network is back: words that could not be fetched are tried again.
    const back = online.value;
    useEffect(() => {
        if (back) table?.again();
    }, [table, back]);
    return table;
}

export function LocalGamePage() {
    const game = useLocalGame();
    const table = useLocalTable(game);
    const begun = table?.match.value !== null;
    const lexicon = game?.terms.lexicon;
    useEffect(() => {
        return begun && lexicon ? prepare(lexicon) : undefined;
    }, [begun, lexicon]);
    if (!table || !game) return <DeviceGames />;
    const again = () => {
        const { seed, ...terms } = game.terms; // a given deal is played once; the next one is random
        go(localPath(terms, newId()));
    };
    return (
        <>
            {table.unsaved.value && <Notice kind="bad">{t(`web.saved.${storageProblem()}`)}</Notice>}
            <Screen key={game.id} table={table} onNew={again} />
        </>
    );
}

function DeviceGames() {
    useTitle(t("web.game.on_device"));
    return (
        <div class="stack">
            <header class="page-head">
                <h1>{t("web.game.on_device")}</h1>
                <p>{t("web.game.on_device_about")}</p>
            </header>
            <div class="actions">
                <a class="button primary" href="/new">
                    {t("web.game.new")}
                </a>
            </div>
            <SavedGames />
        </div>
    );
}

// --- Analysis.

export function AnalysisPage() {
    const query = route.value.query;
    const match = query.get("match");
    const record = query.get("record");
    const ply = query.get("ply") === null ? undefined : Number(query.get("ply"));
    useTitle(t("web.game.analysis"));
    if (match) return <MatchReview id={match} first={ply} />;
    if (record) return <FreeBoard record={record} first={ply} />;
    return <AskRecord />;
}

const withPly = (query: Record<string, string>, at: number) =>
    `${location.origin}/analysis?${new URLSearchParams({ ...query, ply: String(at) })}`;

function MatchReview({ id, first }: { id: string; first: number | undefined }) {
    const loaded = useLoad(() => api.get<Match>(`/api/matches/${segment(id)}`), [id]);
    return (
        <Show of={loaded}>
            {(m) => (
                <Review
                    record={m.record}
                    lexicon={m.lexicon}
                    preset={m.game}
                    names={namesOf(m, false)}
                    result={m}
                    link={(at) => withPly({ match: id }, at)}
                    {...(first !== undefined && { first })}
                />
            )}
        </Show>
    );
}

function FreeBoard({ record, first }: { record: string; first: number | undefined }) {
    const header = readHeader(record);
    const names = Object.fromEntries(
        ["A", "B", "C", "D"].map((seat) => [seat, header.names[seat] ?? t("web.game.seat", [seat])]),
    );
    return (
        <Review
            free
            record={record}
            lexicon={header.lexicon}
            preset={header.game}
            names={names}
            link={(at, now) => withPly({ record: now }, at)}
            first={first ?? moveLines(record).length}
        />
    );
}

const emptyRecord = (preset: string, lang: string) =>
    [`game ${preset}`, `lang ${lang}`, `lexicon ${lexiconFor(preset, lang)}`, `seed ${randomSeed()}`, ""].join("\n");

// An empty board, or a record to open.
function AskRecord() {
    const [text, setText] = useState("");
    const [tongue, setTongue] = useState(lang.value);
    const open = (record: string) => go(`/analysis?${new URLSearchParams({ record })}`);
    // A new game, with the defaults of today in its record. What cannot be begun is opened as it is: the page says why.
    const begin = async (name: string) => {
        const draft = emptyRecord(name, tongue);
        const begun = await core.call("begin", [lexiconFor(name, tongue), draft]).catch(() => null);
        open(begun?.ok ? begun.record : draft);
    };
    const submit = (e: Event) => {
        e.preventDefault();
        if (text.trim()) open(text);
    };
    const file = (e: Event) => void (e.currentTarget as HTMLInputElement).files?.[0]?.text().then(setText);
    return (
        <div class="stack reading">
            <header class="page-head">
                <h1>{t("web.game.analysis")}</h1>
                <p>{t("web.game.analysis_about")}</p>
            </header>
            <section class="card stack-small">
                <h2>{t("web.game.empty_board")}</h2>
                <div class="field">
                    <label for="tongue">{t("web.nav.language")}</label>
                    <select id="tongue" class="input" value={tongue} onChange={(e) => setTongue(e.currentTarget.value)}>
                        {languages.map((one) => (
                            <option key={one} value={one} selected={one === tongue}>
                                {languageNames[one]}
                            </option>
                        ))}
                    </select>
                </div>
                <div class="actions">
                    {Object.keys(presets).map((name) => (
                        <button type="button" key={name} class="button" onClick={() => void begin(name)}>
                            {gameName(name)}
                        </button>
                    ))}
                </div>
            </section>
            <form class="card form" onSubmit={submit}>
                <div class="field">
                    <label for="record">{t("web.game.paste")}</label>
                    <textarea
                        id="record"
                        class="input mt-record"
                        rows={10}
                        spellcheck={false}
                        value={text}
                        onInput={(e) => setText(e.currentTarget.value)}
                    />
                </div>
                <div class="field">
                    <label for="record-file">{t("web.game.open_file")}</label>
                    <input id="record-file" type="file" accept=".rec,.txt,text/plain" onChange={file} />
                </div>
                <div class="actions">
                    <button type="submit" class="button primary" disabled={!text.trim()}>
                        {t("web.game.open")}
                    </button>
                </div>
            </form>
        </div>
    );
}
