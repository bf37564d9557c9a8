// The line through the squares of a word, with a dot where it begins and an arrow where it ends.
import type { ReadonlySignal } from "@preact/signals";
import type { VNode } from "preact";

// Where the pointer is, in squares. Only what follows the pointer reads it: the board is not drawn again.
export type Tip = ReadonlySignal<readonly [number, number] | null>;

interface LineProps {
    path: readonly number[];
    width: number;
    kind: string; // its colour
    tip?: Tip | null;
}

// To the pointer while it draws, else an arrow.
function End({
    tip,
    from,
    children,
}: {
    tip: Tip | null;
    from: readonly [number, number];
    children: VNode | undefined;
}) {
    const at = tip?.value;
    if (at) return <line class="bd-tip" x1={from[0]} y1={from[1]} x2={at[0]} y2={at[1]} />;
    return children ?? null;
}

export function Line({ path, width, kind, tip }: LineProps) {
    if (!path.length) return null;
    const at = path.map((square) => [(square % width) + 0.5, Math.floor(square / width) + 0.5] as const);
    const points = at.map(([x, y]) => `${x},${y}`).join(" ");
    const [first] = at;
    const last = at[at.length - 1]!;
    const before = at[at.length - 2];
    const angle = before ? (Math.atan2(last[1] - before[1], last[0] - before[0]) * 180) / Math.PI : 0;
    const turn = (angle * Math.PI) / 180;
    const head = [last[0] + Math.cos(turn) * 0.4, last[1] + Math.sin(turn) * 0.4];
    return (
        <svg class={`bd-line ${kind}`} viewBox={`0 0 ${width} ${width}`} aria-hidden="true">
            {path.length > 1 && <polyline points={points} class="bd-stroke" />}
            <circle cx={first![0]} cy={first![1]} r="0.34" class="bd-start" />
            <End tip={tip ?? null} from={last}>
                {before && (
                    <path
                        d="M-0.06 -0.075 L0.03 0 L-0.06 0.075"
                        class="bd-head"
                        transform={`translate(${head[0]} ${head[1]}) rotate(${angle})`}
                    />
                )}
            </End>
        </svg>
    );
}
