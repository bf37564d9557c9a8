// The course of a game: of two players the lead as an area and what the engine expected of the end as a
// line, from A's side: up is good for A. Of one the points and the score that was expected, of more than two the points.
import { formatNumber, t } from "../text";

export interface ChartProps {
    totals: readonly (readonly number[])[]; // by seat: points after 0, 1, … moves
    expected: readonly (number | null)[]; // at the end, as far as it is known
    at: number;
    names: Readonly<Record<string, string>>;
    onGo(moves: number): void;
}

const WIDTH = 600;
const HEIGHT = 150;
const EDGE = 8;

// The lines that are drawn, on one scale. A lead has its area filled.
interface Plan {
    lead: boolean;
    lines: { values: readonly (number | null)[]; kind: string; name: string }[];
    label: string;
}

function planOf({ totals, expected, names }: ChartProps): Plan {
    const [a = [], b = []] = totals;
    const guess = { values: expected, kind: "mt-guess", name: t("web.game.chart_expected") };
    const name = (i: number) => names[String.fromCharCode(65 + i)] ?? "";
    if (totals.length === 2) {
        const lead = { values: a.map((n, i) => n - b[i]!), kind: "mt-lead", name: t("web.game.chart_lead", [name(0)]) };
        return { lead: true, lines: [lead, guess], label: t("web.game.chart_about", [name(0), name(1)]) };
    }
    const points = totals.map((values, i) => ({ values, kind: `mt-total mt-total-${i}`, name: name(i) }));
    return {
        lead: false,
        lines: totals.length === 1 ? [...points, guess] : points,
        label: t("web.game.chart_totals"),
    };
}

function valueAt(value: number | null | undefined, signed: boolean): string {
    if (value === null || value === undefined) return "";
    const size = formatNumber(Math.abs(Math.round(value * 10) / 10));
    return signed ? (value > 0 ? "+" : value < 0 ? "−" : "±") + size : size;
}

export function Chart(p: ChartProps) {
    const { lead, lines, label } = planOf(p);
    const count = p.totals[0]?.length ?? 1;
    const all = lines.flatMap((line) => line.values.filter((v): v is number => v !== null));
    const top = Math.max(4, ...all.map(Math.abs)) * 1.1;
    const x = (i: number) => EDGE + (i * (WIDTH - 2 * EDGE)) / Math.max(1, count - 1);
    const y = (v: number) =>
        lead ? HEIGHT / 2 - (v / top) * (HEIGHT / 2 - EDGE) : HEIGHT - EDGE - (v / top) * (HEIGHT - 2 * EDGE);
    const pointsOf = (values: readonly (number | null)[]) =>
        values.flatMap((v, i) => (v === null ? [] : [`${x(i)},${y(v)}`])).join(" ");
    const choose = (e: MouseEvent) => {
        const box = (e.currentTarget as Element).getBoundingClientRect();
        const part = (((e.clientX - box.left) / box.width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
        p.onGo(Math.max(0, Math.min(count - 1, Math.round(part * (count - 1)))));
    };
    return (
        <figure class="mt-chart">
            <svg
                viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                preserveAspectRatio="none"
                role="img"
                aria-label={label}
                onClick={choose}
            >
                {lead && (
                    <polygon
                        class="mt-area"
                        points={`${x(0)},${y(0)} ${pointsOf(lines[0]!.values)} ${x(count - 1)},${y(0)}`}
                    />
                )}
                <line class="mt-zero" x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
                {lines.map(
                    (line) =>
                        pointsOf(line.values) && (
                            <polyline key={line.kind} class={line.kind} points={pointsOf(line.values)} />
                        ),
                )}
                <line class="mt-now" x1={x(p.at)} x2={x(p.at)} y1={0} y2={HEIGHT} />
            </svg>
            <figcaption class="small muted">
                {lines.map((line) => (
                    <span key={line.kind} class={`mt-key ${line.kind}`}>
                        {line.name} <b class="number">{valueAt(line.values[p.at], lead)}</b>{" "}
                    </span>
                ))}
            </figcaption>
        </figure>
    );
}
