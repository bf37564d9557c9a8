// The pages on which games are played and looked at.
import { segment } from "../address";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { fetchGame, owner } from "../account_games";
import { api, ApiError } from "../api";
import { loadCatalogue, loadLexicons } from "../catalogue";
import { core, warmThinker } from "../core/core";
import { lexiconFor, presets } from "../games/game";
import { moveLines, readHeader } from "../games/record";
import { localPath, localTerms, newPath, type LocalTerms } from "../local";
import { newId, savedGame, savedGames, type SavedGame, storageProblem, watchGame } from "../saved";
import { go, known, me, online, route, toast, toastError } from "../state";
import { lang, languageNames, languages, t } from "../text";
import type { Match } from "../types";
import { Notice, Show, Spinner } from "../ui/controls";
import { useLatest } from "../ui/latest";
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
    const failure = table.failure.value;
    if (failure instanceof ApiError && failure.code === "match.lexicon_changed")
        return <LostMatch id={id} why={failure.text} />;
    return <Screen table={table} onNew={null} />;
}

// A match with a word that its lexicon has lost cannot go on. Its players can end it.
function LostMatch({ id, why }: { id: string; why: string }) {
    useTitle(t("web.match.aborted"));
    const abort = () =>
        api.post(`/api/matches/${segment(id)}/actions`, { verb: "abort" }).then(() => {
            toast(t("web.game.aborted"));
            go("/");
        }, toastError);
    return (
        <div class="stack reading">
            <Notice kind="bad">{why}</Notice>
            {me.value && (
                <div class="actions">
                    <button type="button" class="button" onClick={() => void abort()}>
                        {t("web.game.abort")}
                    </button>
                </div>
            )}
        </div>
    );
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

// The game that the address names: "gone" if it is not on this device. Without an id: the one that was begun with the
// same terms, or a new one.
function gameFor(query: URLSearchParams): SavedGame | "gone" | null {
    const id = query.get("id");
    if (id) return savedGame(id) ?? "gone";
    const terms = localTerms(query);
    if (!terms) return null;
    const running = savedGames().find((game) => !game.result && sameTerms(game.terms, terms));
    return running && !query.has("new") ? running : newGame(terms);
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

function useLocalGame(round: number): SavedGame | "gone" | null {
    const open = useRef<SavedGame | null>(null);
    const address = route.value.query.toString();
    return useMemo(() => {
        const query = new URLSearchParams(address);
        if (open.current && open.current.id === query.get("id")) return open.current;
        const game = gameFor(query);
        open.current = game === "gone" ? null : game;
        return game;
    }, [address, round]);
}

// A game that has begun is stored. Then the address gets its id, so that a reload and the way back lead to it.
function useAddress(game: SavedGame, begun: boolean): void {
    const id = route.value.query.get("id");
    useEffect(() => {
        if (begun && id !== game.id) go(addressOf(game), { replace: true });
    }, [game, begun, id]);
}

function useLocalTable(game: SavedGame): LocalTable {
    const table = useMemo(() => new LocalTable(game), [game]);
    useEffect(() => {
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
        if (back) table.again();
    }, [table, back]);
    return table;
}

export function LocalGamePage() {
    const [round, setRound] = useState(0);
    const game = useLocalGame(round);
    if (game === "gone") return <GoneGame onFound={() => setRound((n) => n + 1)} />;
    return game ? <LocalGame game={game} /> : <DeviceGames />;
}

// A given deal is played once; the next one is random.
function againPath({ seed, ...terms }: LocalTerms): string {
    return newPath(terms);
}

function LocalGame({ game }: { game: SavedGame }) {
    const table = useLocalTable(game);
    const begun = table.match.value !== null;
    const { lexicon } = game.terms;
    useAddress(game, begun);
    useEffect(() => {
        return begun ? prepare(lexicon) : undefined;
    }, [begun, lexicon]);
    const again = () => go(againPath(game.terms));
    return (
        <>
            {table.unsaved.value && <Notice kind="bad">{t(`web.saved.${storageProblem()}`)}</Notice>}
            <Screen key={game.id} table={table} onNew={again} />
        </>
    );
}

// Whether the account has the game; null: that is not known yet. A game that it has is brought to this device.
function useFetched(id: string, onFound: () => void): boolean | null {
    const [found, setFound] = useState<boolean | null>(null);
    const account = known.value ? owner.value : undefined;
    const latest = useLatest(onFound);
    useEffect(() => {
        if (account === undefined) return;
        let current = true;
        const tell = (there: boolean) => {
            if (current) setFound(there);
            if (current && there) latest.current();
        };
        fetchGame(id).then(tell, () => tell(false));
        return () => {
            current = false;
        };
    }, [id, account]);
    return found;
}

// The account may have it; cleared storage is no reason to begin another game silently.
function GoneGame({ onFound }: { onFound(): void }) {
    const terms = localTerms(route.value.query);
    if (useFetched(route.value.query.get("id") ?? "", onFound) !== false) return <Spinner />;
    return (
        <DeviceGames>
            <Notice kind="warn">{t("web.saved.gone")}</Notice>
            {terms && (
                <div class="actions">
                    <a class="button" href={againPath(terms)}>
                        {t("web.saved.same_again")}
                    </a>
                </div>
            )}
        </DeviceGames>
    );
}

function DeviceGames({ children }: { children?: ComponentChildren }) {
    useTitle(t("web.game.on_device"));
    return (
        <div class="stack">
            <header class="page-head">
                <h1>{t("web.game.on_device")}</h1>
                <p>{t("web.game.on_device_about")}</p>
            </header>
            {children}
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
    // A new game, with the defaults of today in its record. A game that cannot begin is opened as it is: the page says why.
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
