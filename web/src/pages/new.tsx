// A new game: the game, the opponents, the settings.
import { useState } from "preact/hooks";
import { api } from "../api";
import { loadCatalogue, loadLexicons } from "../catalogue";
import { presets } from "../games/game";
import { levelsOf, newPath, seatIndex, seatLetter } from "../local";
import { isHere } from "../offline";
import { enter, go, lang, me, online, route } from "../state";
import { formatDuration, has, plural, t } from "../text";
import type { Catalogue, ClockTerms, Game, Lexicon, Match, Setting } from "../types";
import { Check, Field, Form, Notice, Options, Select, Show } from "../ui/controls";
import { useLoad, useTitle } from "../ui/load";
import { gameName, languageName, levelName } from "../ui/matches";
import { settingAbout, settingName, valueName } from "../ui/settings";

type Opponent = "computer" | "friend" | "anyone" | "same";

const clocks: readonly [key: string, terms: ClockTerms][] = [
    ["none", { kind: "none" }],
    ["3+3", { kind: "fischer", base_ms: 180_000, increment_ms: 3_000 }],
    ["10+10", { kind: "fischer", base_ms: 600_000, increment_ms: 10_000 }],
    ["m60", { kind: "move", base_ms: 60_000 }],
    ["d1", { kind: "days", days: 1 }],
    ["d3", { kind: "days", days: 3 }],
    ["d7", { kind: "days", days: 7 }],
];

function clockLabel(clock: ClockTerms): string {
    if (clock.kind === "fischer")
        return t("web.clock.fischer", [formatDuration(clock.base_ms ?? 0), (clock.increment_ms ?? 0) / 1000]);
    if (clock.kind === "move") return t("web.clock.move", [formatDuration(clock.base_ms ?? 0)]);
    if (clock.kind === "days") return plural("web.clock.days", clock.days ?? 0);
    return t("web.clock.none");
}

// Several of some: written as in a record, "verbs,adverbs", or "none".
function SetField({ setting, value, onValue }: { setting: Setting; value: string; onValue(value: string): void }) {
    const chosen = value === "none" ? [] : value.split(/[\s,+]+/);
    const toggle = (one: string, on: boolean) => {
        const next = setting.values.filter((other) => (other === one ? on : chosen.includes(other)));
        onValue(next.join(",") || "none");
    };
    return (
        <fieldset class="field">
            <legend class="legend field-legend">{settingName(setting.name)}</legend>
            <div class="options">
                {setting.values.map((one) => (
                    <label key={one} class="option">
                        <input
                            type="checkbox"
                            checked={chosen.includes(one)}
                            onChange={(event) => toggle(one, event.currentTarget.checked)}
                        />
                        <span>
                            <span class="capital">{valueName(setting.name, one)}</span>
                        </span>
                    </label>
                ))}
            </div>
            <p class="hint">{settingAbout(setting.name)}</p>
        </fieldset>
    );
}

// Settings that the operator has decided are shown, not asked.
function FixedField({ setting, value }: { setting: Setting; value: string }) {
    return (
        <div class="field">
            <p class="legend field-legend">{settingName(setting.name)}</p>
            <p class="capital">{valueName(setting.name, value)}</p>
            <p class="hint">{t("web.new.fixed")}</p>
        </div>
    );
}

function SettingField(props: { setting: Setting; value: string; onValue(value: string): void }) {
    const { setting, value, onValue } = props;
    if (setting.kind === "set") return <SetField {...props} />;
    return (
        <Options
            legend={settingName(setting.name)}
            value={value}
            onValue={onValue}
            hint={settingAbout(setting.name)}
            options={setting.values.map((one) => ({ value: one, label: valueName(setting.name, one) }))}
        />
    );
}

interface Choice {
    seats: number;
    opponent: Opponent;
    others: string[]; // with more than two players: each other seat, "open" or a level
    language: string;
    lexicon: string;
    level: string;
    begins: "me" | "other" | "any";
    clock: string;
    rated: boolean;
    takebacks: boolean;
    kept: boolean; // against the computer, but on the server
    start: string;
    settings: Record<string, string>;
}

function firstChoice(game: Game): Choice {
    const query = route.value.query;
    const wanted = presets[game.name]?.native ? game.lang : lang.value;
    const language =
        [wanted, game.lang].find((one) => game.languages.some((has) => has.lang === one)) ??
        game.languages[0]?.lang ??
        game.lang;
    return {
        seats: Math.min(game.seats.max, Math.max(game.seats.min, 2)),
        others: [],
        opponent:
            (["computer", "friend", "anyone", "same"] as const).find((one) => one === query.get("with")) ?? "computer",
        language,
        lexicon: "",
        level: "2",
        begins: "any",
        clock: "none",
        rated: false,
        takebacks: true,
        kept: false,
        start: "",
        settings: {},
    };
}

// Settings that the operator decides for all players.
type Fixed = Readonly<Record<string, string>>;

function changedSettings(game: Game, choice: Choice, fixed: Fixed): Record<string, string> {
    return Object.fromEntries(
        game.settings.flatMap((one) => {
            const value = fixed[one.name] ?? choice.settings[one.name];
            return value !== undefined && value !== one.default ? [[one.name, value]] : [];
        }),
    );
}

function lexiconOf(game: Game, choice: Choice): string {
    const language = game.languages.find((one) => one.lang === choice.language);
    return language?.lexicons.includes(choice.lexicon) ? choice.lexicon : (language?.lexicon ?? choice.language);
}

// Whether it is played on this device, without the server.
const isLocal = (choice: Choice) =>
    choice.opponent === "same" || ((choice.opponent === "computer" || choice.seats === 1) && !choice.kept);

// The other seats, in turn: "open", or the computer's level.
function othersOf(choice: Choice): (number | "open")[] {
    return Array.from({ length: choice.seats - 1 }, (_, i) => {
        if (choice.opponent === "same") return 0;
        const usual = choice.opponent === "computer" ? choice.level : "open";
        const one = choice.seats > 2 ? (choice.others[i] ?? usual) : usual;
        return one === "open" ? (choice.opponent === "computer" ? Number(choice.level) : "open") : Number(one);
    });
}

// Where the players cut for the lead, a seat is a place in the order of cutting.
function ownSeat(game: Game, choice: Choice): string {
    if (presets[game.name]?.cuts) return "A";
    const last = choice.seats - 1;
    if (choice.begins === "any" && choice.opponent !== "same")
        return seatLetter(Math.floor(Math.random() * choice.seats));
    return seatLetter(choice.begins === "other" ? last : 0);
}

// A match whose creation got no answer: repeated under the same request id, so that it is created once.
let asked = { about: "", request: "" };

async function begin(game: Game, choice: Choice, fixed: Fixed): Promise<void> {
    const settings = changedSettings(game, choice, fixed);
    const lexicon = lexiconOf(game, choice);
    const seat = ownSeat(game, choice);
    const others = othersOf(choice);
    if (isLocal(choice)) {
        const levels = levelsOf(choice.seats, seat, others.map(Number));
        const start = choice.start.trim();
        const terms = { game: game.name, lang: choice.language, lexicon, levels, seat, settings, start };
        if (start) await (await import("../match/local")).checkTerms(terms);
        go(newPath(terms));
        return;
    }
    await enter();
    const seats: unknown[] = [...others];
    seats.splice(seatIndex(seat), 0, "me");
    const terms = {
        game: game.name,
        lang: choice.language,
        lexicon,
        settings,
        seats,
        ...(choice.start.trim() && { start: choice.start.trim() }),
        clock: clocks.find(([key]) => key === choice.clock)?.[1] ?? { kind: "none" },
        rated: others.every((one) => one === "open") && others.length > 0 && choice.rated,
        listed: choice.opponent === "anyone",
        takebacks: choice.takebacks && choice.seats > 1,
    };
    const about = JSON.stringify(terms);
    if (asked.about !== about) asked = { about, request: crypto.randomUUID() };
    const match = await api.post<Match>("/api/matches", { ...terms, request: asked.request });
    asked = { about: "", request: "" };
    go(`/match/${match.id}`);
}

interface PartProps {
    choice: Choice;
    set(part: Partial<Choice>): void;
}

function SeatsField({ game, choice, set }: PartProps & { game: Game }) {
    const { min, max } = game.seats;
    if (min === max) return null;
    const counts = Array.from({ length: max - min + 1 }, (_, i) => String(min + i));
    return (
        <Options
            legend={t("web.new.seats")}
            value={String(choice.seats)}
            onValue={(seats) => set({ seats: Number(seats) })}
            hint={t(choice.seats === 1 ? "web.new.alone" : "web.new.seats_about")}
            options={counts.map((one) => ({ value: one, label: one }))}
        />
    );
}

// With more than two players each other seat is chosen separately.
function OthersFields({ choice, set, levels }: PartProps & { levels: number }) {
    const computers = Array.from({ length: levels }, (_, i) => [String(i + 1), levelName(i + 1)] as const);
    const people = choice.opponent === "computer" ? [] : [["open", t("web.new.person")] as const];
    const change = (at: number, value: string) =>
        set({
            others: Array.from({ length: choice.seats - 1 }, (_, i) =>
                i === at ? value : String(othersOf(choice)[i]),
            ),
        });
    return (
        <fieldset class="field">
            <legend class="legend field-legend">{t("web.new.opponents")}</legend>
            <div class="columns">
                {othersOf(choice).map((one, i) => (
                    <Select
                        key={i}
                        label={t("web.new.opponent_n", [i + 2])}
                        value={String(one)}
                        onValue={(value) => change(i, value)}
                        options={[...people, ...computers]}
                    />
                ))}
            </div>
        </fieldset>
    );
}

function OpponentFields({ game, choice, set, levels }: PartProps & { game: Game; levels: number }) {
    const names = ["computer", "friend", "anyone", "same"] as const;
    const name = (one: Opponent) => t(one === "same" && choice.seats > 2 ? "web.new.same_many" : `web.new.${one}`);
    const computers = choice.opponent === "computer" && choice.seats === 2;
    return (
        <>
            <Options
                legend={t("web.new.opponent")}
                grid
                value={choice.opponent}
                onValue={(value) => set({ opponent: value as Opponent, others: [] })}
                options={names.map((one) => ({ value: one, label: name(one), about: t(`web.new.${one}_about`) }))}
            />
            {computers && (
                <Options
                    legend={t("web.new.level")}
                    value={choice.level}
                    onValue={(level) => set({ level })}
                    options={Array.from({ length: levels }, (_, i) => ({
                        value: String(i + 1),
                        label: t(`web.level.${i + 1}`),
                    }))}
                />
            )}
            {choice.seats > 2 && choice.opponent !== "same" && (
                <OthersFields choice={choice} set={set} levels={levels} />
            )}
            {choice.opponent !== "same" && !presets[game.name]?.cuts && (
                <Options
                    legend={t("web.new.begins")}
                    value={choice.begins}
                    onValue={(begins) => set({ begins: begins as Choice["begins"] })}
                    options={(["any", "me", "other"] as const).map((one) => ({
                        value: one,
                        label: t(`web.new.begins_${one}`),
                    }))}
                />
            )}
        </>
    );
}

function PeopleFields({ choice, set }: PartProps) {
    const registered = me.value?.kind === "person" || me.value?.kind === "bot";
    return (
        <>
            <Options
                legend={t("web.new.clock")}
                value={choice.clock}
                onValue={(clock) => set({ clock })}
                hint={t("web.new.clock_about")}
                options={clocks.map(([key, terms]) => ({ value: key, label: clockLabel(terms) }))}
            />
            <div>
                <Check
                    label={t("web.new.rated")}
                    hint={t(registered ? "web.new.rated_about" : "web.new.rated_register")}
                    checked={choice.rated && registered}
                    disabled={!registered}
                    onChecked={(rated) => set({ rated })}
                />
                <Check
                    label={t("web.new.takebacks")}
                    hint={t("web.new.takebacks_about")}
                    checked={choice.takebacks && !choice.rated}
                    disabled={choice.rated}
                    onChecked={(takebacks) => set({ takebacks })}
                />
            </div>
        </>
    );
}

function WordsFields({ game, choice, set }: PartProps & { game: Game }) {
    const language = game.languages.find((one) => one.lang === choice.language);
    return (
        <div class="columns">
            <Select
                label={t("web.new.language")}
                value={choice.language}
                onValue={(value) => set({ language: value, lexicon: "" })}
                hint={t("web.new.language_about")}
                options={game.languages.map((one) => [one.lang, languageName(one.lang)] as const)}
            />
            {language && language.lexicons.length > 1 && (
                <Select
                    label={t("web.new.lexicon")}
                    value={lexiconOf(game, choice)}
                    onValue={(lexicon) => set({ lexicon })}
                    hint={
                        <>
                            {t("web.new.lexicon_about")} <a href="/sources">{t("web.nav.sources")}</a>
                        </>
                    }
                    options={language.lexicons.map(
                        (one) =>
                            [
                                one,
                                has(`web.lexicon.${one.replaceAll("-", "_")}`)
                                    ? t(`web.lexicon.${one.replaceAll("-", "_")}`)
                                    : one,
                            ] as const,
                    )}
                />
            )}
        </div>
    );
}

// The settings of this game. Kinds of words only where the dictionary knows them; whether marked words are in
// play only where it marks any.
function SettingFields(props: PartProps & { game: Game; lexicons: readonly Lexicon[]; fixed: Fixed }) {
    const { game, choice, set, lexicons, fixed } = props;
    const lexicon = lexicons.find((one) => one.name === lexiconOf(game, choice));
    const blind = lexicon?.classes === false;
    const kinds = presets[game.name]?.wordClasses;
    const change = (name: string, value: string) => set({ settings: { ...choice.settings, [name]: value } });
    return (
        <>
            {game.settings
                .filter((one) => !(blind && one.name === kinds) && lexicon?.marks?.[one.name] !== 0)
                .map((one) =>
                    fixed[one.name] === undefined ? (
                        <SettingField
                            key={one.name}
                            setting={one}
                            value={choice.settings[one.name] ?? one.default}
                            onValue={(value) => change(one.name, value)}
                        />
                    ) : (
                        <FixedField key={one.name} setting={one} value={fixed[one.name]!} />
                    ),
                )}
            {blind && kinds && <p class="hint">{t("web.new.no_classes")}</p>}
        </>
    );
}

function Fields({ catalogue, game, lexicons }: { catalogue: Catalogue; game: Game; lexicons: readonly Lexicon[] }) {
    const [choice, setChoice] = useState(() => firstChoice(game));
    const set = (part: Partial<Choice>) => setChoice((old) => ({ ...old, ...part }));
    const alone = choice.seats === 1;
    const people = !alone && (choice.opponent === "friend" || choice.opponent === "anyone");
    const server = alone || choice.opponent === "computer";
    const fixed = catalogue.fixed ?? {};
    return (
        <Form onSend={() => begin(game, choice, fixed)} action={t(people ? "web.new.open" : "web.new.begin")}>
            <section class="card form">
                <SeatsField game={game} choice={choice} set={set} />
                {!alone && <OpponentFields game={game} choice={choice} set={set} levels={catalogue.levels.max} />}
            </section>
            <section class="card form">
                <WordsFields game={game} choice={choice} set={set} />
                <SettingFields game={game} choice={choice} set={set} lexicons={lexicons} fixed={fixed} />
                {presets[game.name]?.opening && (
                    <Field
                        label={t("web.new.start")}
                        hint={t("web.new.start_about")}
                        value={choice.start}
                        onValue={(start) => set({ start })}
                        autoComplete="off"
                        autoCapitalize="characters"
                        spellcheck={false}
                        maxLength={30}
                    />
                )}
            </section>
            {!online.value && !isHere(lexiconOf(game, choice)) && <Notice kind="warn">{t("web.new.no_words")}</Notice>}
            {people && (
                <section class="card form">
                    <PeopleFields choice={choice} set={set} />
                </section>
            )}
            {server && (
                <section class="card">
                    <Check
                        label={t("web.new.kept")}
                        hint={t("web.new.kept_about")}
                        checked={choice.kept}
                        onChecked={(kept) => set({ kept })}
                    />
                </section>
            )}
        </Form>
    );
}

function Chooser({ catalogue, lexicons }: { catalogue: Catalogue; lexicons: readonly Lexicon[] }) {
    const asked = route.value.query.get("game");
    const [name, setName] = useState(
        catalogue.games.find((one) => one.name === asked)?.name ?? catalogue.games[0]?.name ?? "",
    );
    const game = catalogue.games.find((one) => one.name === name);
    const about = (game: string) => (has(`web.home.about_${game}`) ? t(`web.home.about_${game}`) : undefined);
    return (
        <div class="form">
            <section class="card">
                <Options
                    legend={t("web.new.game")}
                    grid
                    value={name}
                    onValue={setName}
                    options={catalogue.games.map((one) => ({
                        value: one.name,
                        label: gameName(one.name),
                        about: about(one.name),
                    }))}
                />
            </section>
            {game && <Fields key={game.name} catalogue={catalogue} game={game} lexicons={lexicons} />}
        </div>
    );
}

export function NewGame() {
    useTitle(t("web.new.title"));
    const catalogue = useLoad(loadCatalogue, []);
    const lexicons = useLoad(loadLexicons, []);
    return (
        <div class="new-game">
            <div class="page-head">
                <h1>{t("web.new.title")}</h1>
                <p>{t("web.new.lead")}</p>
            </div>
            <Show of={catalogue}>{(data) => <Chooser catalogue={data} lexicons={lexicons.data ?? []} />}</Show>
        </div>
    );
}
