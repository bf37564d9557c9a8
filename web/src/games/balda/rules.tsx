// The rules of Balda and Bukva, with pictures.
import type { ComponentType } from "preact";
import { lang, t } from "../../text";
import { Picture, type PictureProps } from "../../ui/picture";
import { Figure, Lines, Part, Points } from "../../ui/rules";

// The worked examples are in the language of the reader: a start word, a first word, one that turns
// corners. Balda's follow docs: put a letter, trace a word through it.
interface Example {
    start: string;
    first: Pick<PictureProps, "rows" | "path" | "fresh"> & { word: string; letter: string };
    open: string[];
}

const around = ["a2", "b2", "c2", "d2", "e2", "a4", "b4", "c4", "d4", "e4"];

const examples: Record<string, Example> = {
    en: {
        start: "CROWN",
        open: around,
        first: {
            word: "ROT",
            letter: "T",
            rows: [".....", "..T..", "CROWN", ".....", "....."],
            path: ["b3", "c3", "c2"],
            fresh: "c2",
        },
    },
    de: {
        start: "KRONE",
        open: around,
        first: {
            word: "ROT",
            letter: "T",
            rows: [".....", "..T..", "KRONE", ".....", "....."],
            path: ["b3", "c3", "c2"],
            fresh: "c2",
        },
    },
    fr: {
        start: "ROUTE",
        open: around,
        first: {
            word: "MOUT",
            letter: "M",
            rows: [".....", ".M...", "ROUTE", ".....", "....."],
            path: ["b2", "b3", "c3", "d3"],
            fresh: "b2",
        },
    },
    nl: {
        start: "KROON",
        open: around,
        first: {
            word: "BOON",
            letter: "B",
            rows: [".....", "..B..", "KROON", ".....", "....."],
            path: ["c2", "c3", "d3", "e3"],
            fresh: "c2",
        },
    },
    ru: {
        start: "СЛОВО",
        open: around,
        first: {
            word: "УЛОВ",
            letter: "У",
            rows: [".....", ".....", "СЛОВО", ".У...", "....."],
            path: ["b4", "b3", "c3", "d3"],
            fresh: "b4",
        },
    },
};

function Turn({ example }: { example: Example }) {
    const { first, start, open } = example;
    const rows = [".....", ".....", start, ".....", "....."];
    return (
        <div class="rule-figures">
            <Figure caption={t("web.rules.figure_open", [start])}>
                <Picture rows={rows} open={open} coordinates label={t("web.rules.figure_open", [start])} />
            </Figure>
            <Figure
                caption={t("web.rules.figure_word", [first.letter, first.fresh ?? "", first.word, first.word.length])}
            >
                <Picture
                    rows={first.rows}
                    path={first.path}
                    fresh={first.fresh}
                    coordinates
                    label={t("web.rules.figure_word", [first.letter, first.fresh ?? "", first.word, first.word.length])}
                />
            </Figure>
        </div>
    );
}

function Balda() {
    const example = examples[lang.value] ?? examples.en!;
    return (
        <>
            <Part title={t("web.rules.goal")}>
                <Lines of="web.rules.balda_goal" />
            </Part>
            <Part title={t("web.rules.turn")}>
                <Lines of="web.rules.balda_turn" />
                <Turn example={example} />
                <Points of="web.rules.balda_path" />
            </Part>
            <Part title={t("web.rules.repeats")}>
                <Lines of="web.rules.balda_repeats" />
            </Part>
            <Part title={t("web.rules.single")}>
                <Lines of="web.rules.balda_single" />
            </Part>
            <Part title={t("web.rules.words")}>
                <Lines of="web.rules.balda_words" />
                <Lines of="web.rules.balda_tip" />
            </Part>
            <Part title={t("web.rules.end")}>
                <Lines of="web.rules.balda_end" />
            </Part>
            <Part title={t("web.rules.settings")}>
                <Points of="web.rules.balda_settings" />
            </Part>
            <Part title={t("web.rules.controls")}>
                <Points of="web.rules.balda_controls" />
            </Part>
        </>
    );
}

function Bukva() {
    return (
        <>
            <Part title={t("web.rules.goal")}>
                <Lines of="web.rules.bukva_goal" />
            </Part>
            <Part title={t("web.rules.differences")}>
                <Points of="web.rules.bukva_differences" />
                <Turn example={examples.ru!} />
            </Part>
            <Part title={t("web.rules.pass")}>
                <Lines of="web.rules.bukva_pass" />
            </Part>
            <Part title={t("web.rules.unknown")}>
                <Lines of="web.rules.bukva_unknown" />
            </Part>
            <Part title={t("web.rules.end")}>
                <Lines of="web.rules.bukva_end" />
            </Part>
            <Part title={t("web.rules.settings")}>
                <Points of="web.rules.bukva_settings" />
            </Part>
        </>
    );
}

export const rules: Readonly<Record<string, ComponentType>> = { balda: Balda, bukva: Bukva };
