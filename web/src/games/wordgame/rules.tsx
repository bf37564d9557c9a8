// The rules of the Word Game and of the classic set-up, with a picture.
import type { ComponentType } from "preact";
import { lang, t } from "../../text";
import { Picture } from "../../ui/picture";
import { Figure, Lines, Part, piecesTotal, Points, Supply } from "../../ui/rules";
import { Legend } from "./Aside";
import { classicTiles, wordgameTiles } from "./sets";

// A first word and one that hangs on its last letter, in the language of the reader.
const examples: Record<string, [string, string]> = {
    en: ["TRAIN", "NOTE"],
    de: ["REGEN", "NASE"],
    fr: ["TRAIN", "NOTE"],
    nl: ["TREIN", "NEUS"],
    ru: ["СЛОВО", "ОКНО"],
};

function Example() {
    const [across, down] = examples[lang.value] ?? examples.en!;
    const rows = [across, ...[...down].slice(1).map((letter) => ".".repeat(across.length - 1) + letter)];
    const column = String.fromCharCode(96 + across.length);
    const caption = t("web.wordgame.rules.figure", [down]);
    return (
        <div class="rule-figures">
            <Figure caption={caption}>
                <Picture rows={rows} path={[...down].map((_, i) => column + (i + 1))} label={caption} />
            </Figure>
            <Figure caption={t("web.wordgame.legend")}>
                <Legend />
            </Figure>
        </div>
    );
}

const text = (name: string) => `web.wordgame.rules.${name}`;

function WordGame() {
    return (
        <>
            <Part title={t("web.rules.goal")}>
                <Lines of={text("goal")} />
            </Part>
            <Part title={t("web.rules.turn")}>
                <Points of={text("turn")} />
                <Example />
            </Part>
            <Part title={t(text("scoring"))}>
                <Points of={text("scoring_points")} />
            </Part>
            <Part title={t(text("tiles"))}>
                <Points of={text("tiles_points")} />
                <Lines of={text("supply")} />
                <Supply lists={wordgameTiles} wild={t("web.wordgame.blank")} />
            </Part>
            <Part title={t("web.rules.pass")}>
                <Lines of={text("pass")} />
            </Part>
            <Part title={t("web.rules.end")}>
                <Lines of={text("end")} />
            </Part>
            <Part title={t("web.rules.words")}>
                <Lines of={text("words")} />
            </Part>
            <Part title={t("web.rules.settings")}>
                <Points of={text("settings")} />
            </Part>
            <Part title={t("web.rules.controls")}>
                <Points of={text("controls")} />
            </Part>
        </>
    );
}

function Classic() {
    return (
        <>
            <Part title={t("web.rules.differences")}>
                <Points of={text("classic_points")} />
                <Example />
            </Part>
            <Part title={t(text("tiles"))}>
                <p>{t(text("classic_supply"), [piecesTotal(classicTiles[lang.value] ?? "")])}</p>
                <Supply lists={classicTiles} wild={t("web.wordgame.blank")} />
            </Part>
            <Part title={t("web.rules.words")}>
                <Lines of={text("words")} />
            </Part>
            <Part title={t("web.rules.controls")}>
                <Points of={text("controls")} />
            </Part>
        </>
    );
}

export const rules: Readonly<Record<string, ComponentType>> = { wordgame: WordGame, classic: Classic };
