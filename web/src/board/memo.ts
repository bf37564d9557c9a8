// A component that renders again only when one of its properties has changed: a board has hundreds of squares, and a
// move changes a few.
import { Component, type ComponentChild, type ComponentType } from "preact";

function differs(a: object, b: object): boolean {
    const [before, after] = [a as Record<string, unknown>, b as Record<string, unknown>];
    return (
        Object.keys(before).length !== Object.keys(after).length ||
        Object.keys(after).some((name) => before[name] !== after[name])
    );
}

// `render` uses no hooks.
export function memo<P extends object>(render: (props: P) => ComponentChild): ComponentType<P> {
    return class extends Component<P> {
        override shouldComponentUpdate(next: Readonly<P>): boolean {
            return differs(this.props, next);
        }
        override render(props: Readonly<P>) {
            return render(props as P);
        }
    };
}
