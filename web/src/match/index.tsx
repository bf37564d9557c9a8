// The pages on which games are played and looked at.
import { segment } from "../address";
import { useEffect, useMemo, useState } from "preact/hooks";
import { api } from "../api";
import { loadCatalogue, loadLexicons } from "../catalogue";
import { keepDefinitions } from "../core/lexicon_cache";
import { lexiconFor, presets } from "../games/game";
import { moveLines, readHeader } from "../games/record";
import { localPath, localTerms } from "../local";
import { go, route } from "../state";
import { formatTime, lang, languageNames, languages, t } from "../text";
import type { Match } from "../types";
import { Show } from "../ui/controls";
import { useLoad, useTitle } from "../ui/load";
import { firstRecord, keptGame, keptResults, LocalTable, randomSeed, sameTerms, type LocalGame } from "./local";
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

// The game that the address asks for: the one that was begun with the same terms, or a new one.
function gameFor(query: URLSearchParams, again: boolean): LocalGame | null {
    const terms = localTerms(query);
    const kept = keptGame();
    if (!terms) return kept;
    if (kept && !again && sameTerms(kept.terms, terms)) return kept;
    return { terms, record: firstRecord(terms, randomSeed()), begun: Date.now() };
}

// Prefetches what is needed offline: definitions, and the list of games and lexicons.
function prepare(lexicon: string): void {
    keepDefinitions(lexicon);
    void Promise.allSettled([loadCatalogue(), loadLexicons()]);
}

export function LocalGamePage() {
    const [round, setRound] = useState(0);
    const query = route.value.query;
    const address = query.toString();
    const game = useMemo(() => gameFor(new URLSearchParams(address), round > 0), [address, round]);
    const table = useMemo(() => game && new LocalTable(game), [game]);
    useEffect(() => () => table?.close(), [table]);
    const begun = table?.match.value !== null;
    const lexicon = game?.terms.lexicon;
    useEffect(() => {
        if (begun && lexicon) prepare(lexicon);
    }, [begun, lexicon]);
    if (!table || !game) return <NoGame />;
    const again = () => {
        // A given deal is played once; the next one is random.
        const { seed, ...terms } = game.terms;
        if (!localTerms(query) || seed) go(localPath(terms), { replace: true });
        setRound((n) => n + 1);
    };
    return <Screen key={round} table={table} onNew={again} />;
}

function NoGame() {
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
            <LocalResults />
        </div>
    );
}

// The opponents, for a list; empty in a game for one player.
function against(levels: readonly number[]): string {
    const computers = levels.filter((level) => level > 0);
    if (computers.length)
        return `, ${[...new Set(computers)].map((level) => t("web.game.computer", [level])).join(", ")}`;
    return levels.length > 1 ? `, ${t(levels.length > 2 ? "web.new.same_many" : "web.game.two_here")}` : "";
}

// Games that were finished on this device.
export function LocalResults() {
    const results = keptResults();
    if (!results.length) return null;
    return (
        <section class="card">
            <h2>{t("web.game.results")}</h2>
            <ul class="mt-results">
                {results.map((one) => (
                    <li key={one.at}>
                        <a href={`/analysis?${new URLSearchParams({ record: one.record })}`}>
                            {gameName(one.terms.game)}
                            {against(one.terms.levels)}
                        </a>
                        <span class="number">{one.scores.join(" : ")}</span>
                        <span class="muted small">{formatTime(one.at)}</span>
                    </li>
                ))}
            </ul>
        </section>
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
                        <button type="button" key={name} class="button" onClick={() => open(emptyRecord(name, tongue))}>
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
