// The moves of an analysis: what was played, and what else might have been. Pure: each function makes a
// new tree of an old one. A way to a node says which child to take at each step; the first child is
// the main line.

export interface Node {
    readonly lines: readonly string[]; // the move, `A c2=T/b3c3c2`, and what chance did after it
    readonly children: readonly Node[];
}

export interface Tree {
    readonly head: readonly string[]; // of the record: all before the first move
    readonly children: readonly Node[];
}

export type Way = readonly number[];

const MOVE = /^[A-D] /;

export function treeOf(record: string): Tree {
    const lines = record.split(/\r?\n/).filter((line) => line.trim() !== "");
    const first = lines.findIndex((line) => MOVE.test(line));
    if (first < 0) return { head: lines, children: [] };
    const moves: string[][] = [];
    for (const line of lines.slice(first)) {
        if (MOVE.test(line)) moves.push([line]);
        else moves[moves.length - 1]!.push(line);
    }
    const chain = moves.reduceRight<Node[]>((children, one) => [{ lines: one, children }], []);
    return { head: lines.slice(0, first), children: chain };
}

type Branching = Pick<Tree, "children">;

export function nodesOn(tree: Tree, way: Way): Node[] {
    const found: Node[] = [];
    let at: Branching = tree;
    for (const step of way) {
        const next = at.children[step];
        if (!next) break;
        found.push(next);
        at = next;
    }
    return found;
}

// The way, and from its end on the main line.
export function extended(tree: Tree, way: Way): Way {
    const whole = [...way];
    let at: Branching = nodesOn(tree, way)[way.length - 1] ?? tree;
    for (; at.children.length; at = at.children[0]!) whole.push(0);
    return whole;
}

export function recordOf(tree: Tree, way: Way): string {
    return [...tree.head, ...nodesOn(tree, way).flatMap((node) => node.lines), ""].join("\n");
}

// The other moves at the place of each step of the way: how many there are.
export function siblings(tree: Tree, way: Way): number[] {
    return way.map((_, i) => childrenAt(tree, way.slice(0, i)).length - 1);
}

export function childrenAt(tree: Tree, way: Way): readonly Node[] {
    return way.length ? (nodesOn(tree, way)[way.length - 1]?.children ?? []) : tree.children;
}

function changed<T extends Branching>(at: T, way: Way, change: (children: readonly Node[]) => readonly Node[]): T {
    const [step, ...rest] = way;
    if (step === undefined) return { ...at, children: change(at.children) };
    return { ...at, children: at.children.map((child, i) => (i === step ? changed(child, rest, change) : child)) };
}

// Adds a move at the end of the way, with the chance events after it. A move that exists is followed instead.
export function played(tree: Tree, way: Way, move: string, draws: readonly string[] = []): { tree: Tree; way: Way } {
    const children = childrenAt(tree, way);
    const known = children.findIndex((node) => node.lines[0] === move);
    if (known >= 0) return { tree, way: [...way, known] };
    return {
        tree: changed(tree, way, (all) => [...all, { lines: [move, ...draws], children: [] }]),
        way: [...way, children.length],
    };
}

// Without the last move of the way and all that followed it.
export function cut(tree: Tree, way: Way): { tree: Tree; way: Way } {
    const last = way[way.length - 1];
    if (last === undefined) return { tree, way };
    const before = way.slice(0, -1);
    return { tree: changed(tree, before, (all) => all.filter((_, i) => i !== last)), way: before };
}

// The way becomes the main line.
export function promoted(tree: Tree, way: Way): { tree: Tree; way: Way } {
    const up = way.reduce<Tree>((now, _, i) => {
        const step = way[i]!;
        return changed(now, way.slice(0, i).fill(0), (all) => [all[step]!, ...all.filter((_, n) => n !== step)]);
    }, tree);
    return { tree: up, way: way.map(() => 0) };
}
