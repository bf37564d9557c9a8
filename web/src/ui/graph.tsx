// A line over time, drawn for its place: few labels, the last value named.
import { formatDate } from "../text";

export interface Point {
    at: number;
    value: number;
}

const HIGH = 220;
const LEFT = 44;
const RIGHT = 56;
const TOP = 14;
const BOTTOM = 26;

// About four round numbers that span the values; a line that is nearly flat is not blown up.
export function scale(least: number, most: number): number[] {
    const flat = most - least < 20;
    const low = flat ? least - 10 : least;
    const high = flat ? most + 10 : most;
    const rough = (high - low) / 3;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough);
    const ticks = [];
    for (let v = Math.floor(low / step) * step; v < high + step; v += step) ticks.push(v);
    return ticks;
}

export function Graph({ points, label }: { points: readonly Point[]; label: string }) {
    // Drawn for the screen that there is, so that its letters keep their size.
    const wide = Math.max(240, Math.min(640, innerWidth - 80));
    const values = points.map((one) => one.value);
    const ticks = scale(Math.min(...values), Math.max(...values));
    const low = ticks[0]!;
    const high = ticks[ticks.length - 1]!;
    const first = points[0]!;
    const last = points[points.length - 1]!;
    const x = (at: number) => LEFT + ((at - first.at) / Math.max(1, last.at - first.at)) * (wide - LEFT - RIGHT);
    const y = (value: number) => TOP + (1 - (value - low) / Math.max(1, high - low)) * (HIGH - TOP - BOTTOM);
    const line = points.map((one) => `${x(one.at).toFixed(1)},${y(one.value).toFixed(1)}`).join(" ");
    const dates: Intl.DateTimeFormatOptions =
        last.at - first.at > 300 * 86_400_000
            ? { month: "short", year: "numeric" }
            : { day: "numeric", month: "short" };
    return (
        <svg class="graph" viewBox={`0 0 ${wide} ${HIGH}`} role="img" aria-label={label}>
            {ticks.map((tick) => (
                <g key={tick}>
                    <line x1={LEFT} x2={wide - RIGHT} y1={y(tick)} y2={y(tick)} class="graph-grid" />
                    <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
                        {tick}
                    </text>
                </g>
            ))}
            <text x={LEFT} y={HIGH - 6}>
                {formatDate(first.at, dates)}
            </text>
            {points.length > 1 && (
                <text x={wide - RIGHT} y={HIGH - 6} text-anchor="end">
                    {formatDate(last.at, dates)}
                </text>
            )}
            <polygon
                class="graph-area"
                points={`${x(first.at)},${HIGH - BOTTOM} ${line} ${x(last.at)},${HIGH - BOTTOM}`}
            />
            <polyline class="graph-line" points={line} />
            <circle class="graph-end" cx={x(last.at)} cy={y(last.value)} r="4.5" />
            <text class="graph-last" x={x(last.at) + 10} y={y(last.value) + 5}>
                {last.value}
            </text>
        </svg>
    );
}
