// A square board as a grid: rows of cells, and the names of its files and ranks. `name` begins the names of its classes.
//
//     <Grid name="wg" width={15} label={…} data={{ "data-active": true }} cell={(square) => <Cell key={square} … />} />
import type { ComponentChildren, VNode } from "preact";

interface GridProps {
    name: string;
    width: number;
    label: string;
    lang?: string;
    data: Readonly<Record<`data-${string}`, string | boolean>>;
    cell(square: number): VNode;
    children?: ComponentChildren;
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

export function Grid({ name, width, label, lang, data, cell, children }: GridProps) {
    return (
        <div
            class={`${name}-board`}
            role="grid"
            aria-label={label}
            aria-rowcount={width}
            aria-colcount={width}
            lang={lang}
            {...data}
        >
            {upTo(width).map((y) => (
                <div role="row" class={`${name}-row`} key={y} aria-rowindex={y + 1}>
                    {upTo(width).map((x) => cell(y * width + x))}
                </div>
            ))}
            {children}
        </div>
    );
}

export function Coordinates({ name, width }: { name: string; width: number }) {
    return (
        <>
            <div class={`${name}-files`} aria-hidden="true">
                {upTo(width).map((i) => (
                    <span key={i}>{String.fromCharCode(97 + i)}</span>
                ))}
            </div>
            <div class={`${name}-ranks`} aria-hidden="true">
                {upTo(width).map((i) => (
                    <span key={i}>{i + 1}</span>
                ))}
            </div>
        </>
    );
}
