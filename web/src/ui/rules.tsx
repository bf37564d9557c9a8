// The parts of pages of rules: parts with a title, lines, points, pictures with a line below, sets of tiles.
import type { ComponentChildren } from "preact";
import { lang, languageNames, languages, t } from "../text";

export function Figure({ children, caption }: { children: ComponentChildren; caption: string }) {
    return (
        <figure class="rule-figure">
            {children}
            <figcaption class="small muted">{caption}</figcaption>
        </figure>
    );
}

export function Part({ title, children }: { title: string; children: ComponentChildren }) {
    return (
        <section class="rule">
            <h2>{title}</h2>
            {children}
        </section>
    );
}

// A text of several paragraphs or points, a line each.
export const Lines = ({ of }: { of: string }) => (
    <>
        {t(of)
            .split("\n")
            .map((line) => (
                <p key={line}>{line}</p>
            ))}
    </>
);
export const Points = ({ of }: { of: string }) => (
    <ul class="points">
        {t(of)
            .split("\n")
            .map((line) => (
                <li key={line}>{line}</li>
            ))}
    </ul>
);

// A set of tiles or cards as data/tiles and data/packs list them: a letter, how many, its value.
interface Piece {
    face: string;
    count: number;
    value: number;
}

export function piecesIn(list: string): Piece[] {
    return list
        .split("\n")
        .filter((line) => line && !line.startsWith("#"))
        .map((line) => {
            const [face = "", count = "", value = ""] = line.split(/\s+/);
            return { face, count: Number(count), value: Number(value) };
        });
}

export const piecesTotal = (list: string) => piecesIn(list).reduce((sum, piece) => sum + piece.count, 0);

// The sets of all languages by language, the reader's unfolded. `wild` names the face that is any letter.
export function Supply({ lists, wild }: { lists: Readonly<Record<string, string>>; wild: string }) {
    return (
        <div class="supply">
            {languages.map((one) => (
                <details key={one} open={one === lang.value}>
                    <summary>{languageNames[one]}</summary>
                    <ul lang={one}>
                        {piecesIn(lists[one] ?? "").map(({ face, count, value }) => (
                            <li
                                key={face}
                                aria-label={t("web.rules.supply_label", [
                                    /\p{L}/u.test(face) ? face : wild,
                                    value,
                                    count,
                                ])}
                            >
                                <b aria-hidden="true">
                                    {face === "?" ? "" : face === "*" ? "★" : face}
                                    <sub>{value}</sub>
                                </b>
                                <span aria-hidden="true">×{count}</span>
                            </li>
                        ))}
                    </ul>
                </details>
            ))}
        </div>
    );
}
