// A picture of a board: letters as tiles, with marks. For the rules, and for looking good at home.

export interface PictureProps {
    rows: readonly string[]; // a letter a square; a dot is an empty one
    label?: string; // alternative text; none: decoration only
    path?: readonly string[]; // squares that a word runs through, in order, as c2
    fresh?: string; // the square that was just filled
    open?: readonly string[]; // squares where a letter may go
    coordinates?: boolean;
}

const SIZE = 40;
const GAP = 4;
const STEP = SIZE + GAP;

const nameAt = (x: number, y: number) => String.fromCharCode(97 + x) + (y + 1);
const place = (square: string) => ({ x: square.charCodeAt(0) - 97, y: Number(square.slice(1)) - 1 });
const centre = (square: string) => {
    const { x, y } = place(square);
    return `${x * STEP + SIZE / 2},${y * STEP + SIZE / 2}`;
};

function Square({ x, y, letter, props }: { x: number; y: number; letter: string; props: PictureProps }) {
    const name = nameAt(x, y);
    const kind =
        props.fresh === name
            ? "fresh"
            : props.path?.includes(name)
              ? "path"
              : letter !== "."
                ? "tile"
                : props.open?.includes(name)
                  ? "open"
                  : "none";
    return (
        <g transform={`translate(${x * STEP} ${y * STEP})`} class={`picture-${kind}`}>
            <rect width={SIZE} height={SIZE} rx="7" />
            {kind === "open" && <circle cx={SIZE / 2} cy={SIZE / 2} r="3" />}
            {kind === "fresh" && <circle cx={SIZE - 7} cy="7" r="3" class="picture-mark" />}
        </g>
    );
}

export function Picture(props: PictureProps) {
    const { rows, label, path, coordinates } = props;
    const wide = Math.max(...rows.map((row) => row.length));
    const room = coordinates ? 22 : 2;
    return (
        <svg
            class="picture"
            viewBox={`${-room} ${-2} ${wide * STEP - GAP + room + 2} ${rows.length * STEP - GAP + room + 2}`}
            role={label ? "img" : undefined}
            aria-label={label}
            aria-hidden={label ? undefined : "true"}
        >
            {rows.flatMap((row, y) =>
                [...row].map((letter, x) => <Square key={`${x},${y}`} x={x} y={y} letter={letter} props={props} />),
            )}
            {path && path.length > 1 && <polyline class="picture-line" points={path.map(centre).join(" ")} />}
            {rows.flatMap((row, y) =>
                [...row].map(
                    (letter, x) =>
                        letter !== "." && (
                            <text
                                key={`${x},${y}`}
                                class={
                                    nameAt(x, y) === props.fresh
                                        ? "picture-letter-fresh"
                                        : path?.includes(nameAt(x, y))
                                          ? "picture-letter-path"
                                          : ""
                                }
                                x={x * STEP + SIZE / 2}
                                y={y * STEP + SIZE / 2 + 7.5}
                                text-anchor="middle"
                            >
                                {letter}
                            </text>
                        ),
                ),
            )}
            {coordinates &&
                rows.map((_, y) => (
                    <text key={y} class="picture-edge" x="-12" y={y * STEP + SIZE / 2 + 4} text-anchor="middle">
                        {y + 1}
                    </text>
                ))}
            {coordinates &&
                [...rows[0]!].map((_, x) => (
                    <text
                        key={x}
                        class="picture-edge"
                        x={x * STEP + SIZE / 2}
                        y={rows.length * STEP + 12}
                        text-anchor="middle"
                    >
                        {String.fromCharCode(97 + x)}
                    </text>
                ))}
        </svg>
    );
}
