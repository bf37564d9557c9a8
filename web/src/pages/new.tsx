// A new game: what is played, with whom, and how.
import { useState } from "preact/hooks";
import { api } from "../api";
import { loadCatalogue } from "../catalogue";
import { localPath } from "../local";
import { enter, go, lang, me, route } from "../state";
import { formatDuration, has, plural, t } from "../text";
import type { Catalogue, ClockTerms, Game, Match, Setting } from "../types";
import { Check, Field, Form, Options, Select, Show } from "../ui/controls";
import { useLoad, useTitle } from "../ui/load";
import { gameName, languageName } from "../ui/matches";

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
    if (clock.kind === "fischer") return t("web.clock.fischer", [formatDuration(clock.base_ms ?? 0), (clock.increment_ms ?? 0) / 1000]);
    if (clock.kind === "move") return t("web.clock.move", [formatDuration(clock.base_ms ?? 0)]);
    if (clock.kind === "days") return plural("web.clock.days", clock.days ?? 0);
    return t("web.clock.none");
}

const valueName = (setting: Setting, value: string): string => {
    if (setting.name === "size") return `${value} × ${value}`;
    const key = `web.setting.${setting.name}.${value}`;
    return has(key) ? t(key) : value;
};
const settingName = (name: string) => (has(`web.new.${name}`) ? t(`web.new.${name}`) : name);
const settingAbout = (name: string) => (has(`web.new.${name}_about`) ? t(`web.new.${name}_about`) : undefined);

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
                        <input type="checkbox" checked={chosen.includes(one)} onChange={(event) => toggle(one, event.currentTarget.checked)} />
                        <span><span class="capital">{valueName(setting, one)}</span></span>
                    </label>
                ))}
            </div>
            <p class="hint">{settingAbout(setting.name)}</p>
        </fieldset>
    );
}

function SettingField(props: { setting: Setting; value: string; onValue(value: string): void }) {
    const { setting, value, onValue } = props;
    if (setting.kind === "set") return <SetField {...props} />;
    return <Options legend={settingName(setting.name)} value={value} onValue={onValue} hint={settingAbout(setting.name)}
        options={setting.values.map((one) => ({ value: one, label: valueName(setting, one) }))} />;
}

interface Choice {
    opponent: Opponent;
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
    const language = (game.languages.find((one) => one.lang === lang.value && game.name !== "bukva") ?? game.languages.find((one) => one.lang === game.lang) ?? game.languages[0])?.lang ?? game.lang;
    return {
        opponent: (["computer", "friend", "anyone", "same"] as const).find((one) => one === query.get("with")) ?? "computer",
        language, lexicon: "", level: "2", begins: "any", clock: "none", rated: false, takebacks: true, kept: false, start: "", settings: {},
    };
}

function changedSettings(game: Game, choice: Choice): Record<string, string> {
    return Object.fromEntries(game.settings.flatMap((one) => {
        const value = choice.settings[one.name];
        return value !== undefined && value !== one.default ? [[one.name, value]] : [];
    }));
}

function lexiconOf(game: Game, choice: Choice): string {
    const language = game.languages.find((one) => one.lang === choice.language);
    return language?.lexicons.includes(choice.lexicon) ? choice.lexicon : language?.lexicon ?? choice.language;
}

async function begin(game: Game, choice: Choice): Promise<void> {
    const first = choice.begins === "any" ? Math.random() < 0.5 : choice.begins === "me";
    const settings = changedSettings(game, choice), lexicon = lexiconOf(game, choice);
    const computer = choice.opponent === "computer";
    if (choice.opponent === "same" || (computer && !choice.kept)) {
        const level = computer ? Number(choice.level) : 0;
        go(localPath({ game: game.name, lang: choice.language, lexicon, level, seat: first ? "A" : "B", settings, start: choice.start.trim() }));
        return;
    }
    await enter();
    const other = computer ? Number(choice.level) : "open";
    const match = await api.post<Match>("/api/matches", {
        game: game.name, lang: choice.language, lexicon, settings, seats: first ? ["me", other] : [other, "me"],
        clock: clocks.find(([key]) => key === choice.clock)?.[1] ?? { kind: "none" },
        rated: !computer && choice.rated, listed: choice.opponent === "anyone", takebacks: choice.takebacks, request: crypto.randomUUID(),
    });
    go(`/match/${match.id}`);
}

function OpponentFields({ choice, set, levels }: { choice: Choice; set(part: Partial<Choice>): void; levels: number }) {
    const names = ["computer", "friend", "anyone", "same"] as const;
    return (
        <>
            <Options legend={t("web.new.opponent")} grid value={choice.opponent} onValue={(value) => set({ opponent: value as Opponent })}
                options={names.map((one) => ({ value: one, label: t(`web.new.${one}`), about: t(`web.new.${one}_about`) }))} />
            {choice.opponent === "computer" && <Options legend={t("web.new.level")} value={choice.level} onValue={(level) => set({ level })}
                options={Array.from({ length: levels }, (_, i) => ({ value: String(i + 1), label: t(`web.level.${i + 1}`) }))} />}
        </>
    );
}

function PeopleFields({ choice, set }: { choice: Choice; set(part: Partial<Choice>): void }) {
    const registered = me.value?.kind === "person" || me.value?.kind === "bot";
    return (
        <>
            <Options legend={t("web.new.clock")} value={choice.clock} onValue={(clock) => set({ clock })} hint={t("web.new.clock_about")}
                options={clocks.map(([key, terms]) => ({ value: key, label: clockLabel(terms) }))} />
            <div>
                <Check label={t("web.new.rated")} hint={t(registered ? "web.new.rated_about" : "web.new.rated_register")} checked={choice.rated && registered} disabled={!registered} onChecked={(rated) => set({ rated })} />
                <Check label={t("web.new.takebacks")} hint={t("web.new.takebacks_about")} checked={choice.takebacks && !choice.rated} disabled={choice.rated} onChecked={(takebacks) => set({ takebacks })} />
            </div>
        </>
    );
}

function WordsFields({ game, choice, set }: { game: Game; choice: Choice; set(part: Partial<Choice>): void }) {
    const language = game.languages.find((one) => one.lang === choice.language);
    return (
        <div class="columns">
            <Select label={t("web.new.language")} value={choice.language} onValue={(value) => set({ language: value, lexicon: "" })} hint={t("web.new.language_about")}
                options={game.languages.map((one) => [one.lang, languageName(one.lang)] as const)} />
            {language && language.lexicons.length > 1 && <Select label={t("web.new.lexicon")} value={lexiconOf(game, choice)} onValue={(lexicon) => set({ lexicon })}
                hint={<>{t("web.new.lexicon_about")} <a href="/sources">{t("web.nav.sources")}</a></>} options={language.lexicons.map((one) => [one, has(`web.lexicon.${one.replaceAll("-", "_")}`) ? t(`web.lexicon.${one.replaceAll("-", "_")}`) : one] as const)} />}
        </div>
    );
}

function Fields({ catalogue, game }: { catalogue: Catalogue; game: Game }) {
    const [choice, setChoice] = useState(() => firstChoice(game));
    const set = (part: Partial<Choice>) => setChoice((old) => ({ ...old, ...part }));
    const people = choice.opponent === "friend" || choice.opponent === "anyone";
    const local = choice.opponent === "same" || (choice.opponent === "computer" && !choice.kept);
    return (
        <Form onSend={() => begin(game, choice)} action={t(people ? "web.new.open" : "web.new.begin")}>
            <section class="card form"><OpponentFields choice={choice} set={set} levels={catalogue.levels.max} />
                {choice.opponent !== "same" && <Options legend={t("web.new.begins")} value={choice.begins} onValue={(begins) => set({ begins: begins as Choice["begins"] })}
                    options={(["any", "me", "other"] as const).map((one) => ({ value: one, label: t(`web.new.begins_${one}`) }))} />}
            </section>
            <section class="card form">
                <WordsFields game={game} choice={choice} set={set} />
                {game.settings.map((one) => <SettingField key={one.name} setting={one} value={choice.settings[one.name] ?? one.default} onValue={(value) => set({ settings: { ...choice.settings, [one.name]: value } })} />)}
                {local && <Field label={t("web.new.start")} hint={t("web.new.start_about")} value={choice.start} onValue={(start) => set({ start })} autoComplete="off" autoCapitalize="characters" spellcheck={false} maxLength={30} />}
            </section>
            {people && <section class="card form"><PeopleFields choice={choice} set={set} /></section>}
            {choice.opponent === "computer" && <section class="card"><Check label={t("web.new.kept")} hint={t("web.new.kept_about")} checked={choice.kept} onChecked={(kept) => set({ kept })} /></section>}
        </Form>
    );
}

function Chooser({ catalogue }: { catalogue: Catalogue }) {
    const asked = route.value.query.get("game");
    const [name, setName] = useState(catalogue.games.find((one) => one.name === asked)?.name ?? catalogue.games[0]?.name ?? "");
    const game = catalogue.games.find((one) => one.name === name);
    const about = (game: string) => (has(`web.home.about_${game}`) ? t(`web.home.about_${game}`) : undefined);
    return (
        <div class="form">
            <section class="card"><Options legend={t("web.new.game")} grid value={name} onValue={setName}
                options={catalogue.games.map((one) => ({ value: one.name, label: gameName(one.name), about: about(one.name) }))} /></section>
            {game && <Fields key={game.name} catalogue={catalogue} game={game} />}
        </div>
    );
}

export function NewGame() {
    useTitle(t("web.new.title"));
    const catalogue = useLoad(loadCatalogue, []);
    return (
        <div class="new-game">
            <div class="page-head"><h1>{t("web.new.title")}</h1><p>{t("web.new.lead")}</p></div>
            <Show of={catalogue}>{(data) => <Chooser catalogue={data} />}</Show>
        </div>
    );
}
