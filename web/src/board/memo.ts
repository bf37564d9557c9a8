// A component that renders again only when one of its properties or a signal that it reads has changed: a board has
// hundreds of squares, and a move changes a few.
import { Component, type ComponentType, h } from "preact";

function differs(a: object, b: object): boolean {
    const [before, after] = [a as Record<string, unknown>, b as Record<string, unknown>];
    return (
        Object.keys(before).length !== Object.keys(after).length ||
        Object.keys(after).some((name) => before[name] !== after[name])
    );
}

// A component of its own around the given one, which so keeps its hooks and signals.
export function memo<P extends object>(component: ComponentType<P>): ComponentType<P> {
    return class extends Component<P> {
        override shouldComponentUpdate(next: Readonly<P>): boolean {
            return differs(this.props, next);
        }
        override render(props: Readonly<P>) {
            return h(component, props as P);
        }
    };
}
