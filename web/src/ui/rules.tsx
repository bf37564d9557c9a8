// What pages of rules are made of: parts with a title, lines, points, pictures with a line below.
import type { ComponentChildren } from "preact";
import { t } from "../text";

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
