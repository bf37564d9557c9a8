// The course of a game: the score as an area, what the engine expected of the end as a line. From A's
// side: up is good for A.
import { t } from "../text";

interface ChartProps {
    scores: readonly number[]; // A's lead after 0, 1, … moves
    expected: readonly (number | null)[];
    at: number;
    names: Readonly<Record<string, string>>;
    onGo(moves: number): void;
}

const WIDTH = 600, HEIGHT = 150, EDGE = 8;

export function Chart({ scores, expected, at, names, onGo }: ChartProps) {
    const all = [...scores, ...expected.filter((v): v is number => v !== null)];
    const top = Math.max(4, ...all.map(Math.abs)) * 1.1;
    const x = (i: number) => EDGE + (i * (WIDTH - 2 * EDGE)) / Math.max(1, scores.length - 1);
    const y = (v: number) => HEIGHT / 2 - (v / top) * (HEIGHT / 2 - EDGE);
    const line = scores.map((v, i) => `${x(i)},${y(v)}`).join(" ");
    const guess = expected.flatMap((v, i) => (v === null ? [] : [`${x(i)},${y(v)}`])).join(" ");
    const choose = (e: MouseEvent) => {
        const box = (e.currentTarget as Element).getBoundingClientRect();
        const part = (((e.clientX - box.left) / box.width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
        onGo(Math.max(0, Math.min(scores.length - 1, Math.round(part * (scores.length - 1)))));
    };
    return (
        <figure class="mt-chart">
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={t("web.game.chart_about", [names.A ?? "A", names.B ?? "B"])} onClick={choose}>
                <polygon class="mt-area" points={`${x(0)},${y(0)} ${line} ${x(scores.length - 1)},${y(0)}`} />
                <line class="mt-zero" x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
                <polyline class="mt-lead" points={line} />
                {guess && <polyline class="mt-guess" points={guess} />}
                <line class="mt-now" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
            </svg>
            <figcaption class="small muted"><span class="mt-key lead">{t("web.game.chart_lead", [names.A ?? "A"])}</span> <span class="mt-key guess">{t("web.game.chart_expected")}</span></figcaption>
        </figure>
    );
}
