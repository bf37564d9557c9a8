// The rules of Bali, with pictures.
import type { ComponentType } from "preact";
import de from "../../../../data/packs/de.txt";
import en from "../../../../data/packs/en.txt";
import fr from "../../../../data/packs/fr.txt";
import nl from "../../../../data/packs/nl.txt";
import ru from "../../../../data/packs/ru.txt";
import { lang, t } from "../../text";
import { Figure, Lines, Part, Points, Supply } from "../../ui/rules";
import { CardFace } from "./Cards";

// A word of the reader's language in columns that become it; values are the cards' own.
interface Example {
    columns: string[]; // as they lie
    joined: string;
    values: number[];
}

const examples: Record<string, Example> = {
    fr: { columns: ["TIE", "E", "PAR"], joined: "PARTIE", values: [1, 0, 1, 1, 0, 0] },
    en: { columns: ["TEN", "O", "KIT"], joined: "KITTEN", values: [3, 0, 1, 1, 0, 1] },
    de: { columns: ["TEN", "A", "GAR"], joined: "GARTEN", values: [2, 0, 1, 1, 0, 1] },
    nl: { columns: ["TEN", "E", "KAR"], joined: "KARTEN", values: [1, 0, 1, 1, 0, 1] },
    ru: { columns: ["ЕТА", "О", "КАР"], joined: "КАРЕТА", values: [1, 0, 1, 0, 1, 0] },
};

const valueIn = (example: Example, letter: string) => example.values[[...example.joined].indexOf(letter)] ?? 0;

function Cards({ example, columns, label }: { example: Example; columns: readonly string[]; label: string }) {
    return (
        <div class="bl-picture" role="img" aria-label={label}>
            {columns.map((column) => (
                <span class="bl-column" key={column}>
                    {[...column].map((letter, i) => (
                        <CardFace key={i} card={{ face: letter, letter: "" }} value={valueIn(example, letter)} />
                    ))}
                </span>
            ))}
        </div>
    );
}

function Turn() {
    const example = examples[lang.value] ?? examples.en!;
    const sum = example.values.reduce((a, b) => a + b, 0);
    const cards = example.joined.length;
    const [below, other, above] = example.columns as [string, string, string];
    const before = t("web.rules.bali_figure_before", [above, below]);
    const after = t("web.rules.bali_figure_after", [example.joined, sum, cards, sum * cards]);
    return (
        <div class="rule-figures bl">
            <Figure caption={before}>
                <Cards example={example} columns={example.columns} label={before} />
            </Figure>
            <Figure caption={after}>
                <Cards example={example} columns={[other, example.joined]} label={after} />
            </Figure>
        </div>
    );
}

function Bali() {
    return (
        <>
            <Part title={t("web.rules.goal")}>
                <Lines of="web.rules.bali_goal" />
            </Part>
            <Part title={t("web.rules.bali_joining")}>
                <Lines of="web.rules.bali_join" />
                <Turn />
                <Points of="web.rules.bali_join_points" />
            </Part>
            <Part title={t("web.rules.bali_taking")}>
                <Lines of="web.rules.bali_take" />
            </Part>
            <Part title={t("web.rules.bali_cards_title")}>
                <Points of="web.rules.bali_cards" />
                <Supply lists={{ de, en, fr, nl, ru }} wild={t("web.bali.joker")} />
            </Part>
            <Part title={t("web.rules.bali_deal_title")}>
                <Points of="web.rules.bali_deal" />
            </Part>
            <Part title={t("web.rules.bali_alone_title")}>
                <Lines of="web.rules.bali_alone" />
            </Part>
            <Part title={t("web.rules.bali_together_title")}>
                <Points of="web.rules.bali_together" />
            </Part>
            <Part title={t("web.rules.bali_challenges_title")}>
                <Lines of="web.rules.bali_challenges" />
            </Part>
            <Part title={t("web.rules.words")}>
                <Lines of="web.rules.bali_words" />
            </Part>
            <Part title={t("web.rules.settings")}>
                <Points of="web.rules.bali_settings" />
            </Part>
            <Part title={t("web.rules.controls")}>
                <Points of="web.rules.bali_controls" />
            </Part>
        </>
    );
}

export const rules: Readonly<Record<string, ComponentType>> = { bali: Bali };
