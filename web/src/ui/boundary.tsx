// An error boundary: a panel that fails to render shows a short message, and the rest of the page goes on working. It
// renders again on request, and by itself when it is given something else to show.
import { Component, type ComponentChildren } from "preact";
import { report } from "../guard";
import { t } from "../text";

interface Props {
    children: ComponentChildren;
    of?: unknown; // the data that is shown; a failed panel renders again when it changes
    page?: boolean; // the whole page: offers a reload too
    again?: () => void; // loads the data again
}

interface State {
    failed: boolean;
    of: unknown;
}

function Failure({ page, again }: { page: boolean; again(): void }) {
    return (
        <div class="notice bad failure" role="alert">
            <div class="stack-small">
                <p>{t(page ? "web.common.page_broken" : "web.common.part_broken")}</p>
                <div class="actions">
                    <button type="button" class="button small" onClick={again}>
                        {t("web.common.again")}
                    </button>
                    {page && (
                        <button type="button" class="button small" onClick={() => location.reload()}>
                            {t("web.common.reload")}
                        </button>
                    )}
                </div>
            </div>
        </div>
    );
}

export class Boundary extends Component<Props, State> {
    override state: State = { failed: false, of: this.props.of };

    static override getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
        return Object.is(props.of, state.of) ? null : { failed: false, of: props.of };
    }

    static override getDerivedStateFromError(): Partial<State> {
        return { failed: true };
    }

    override componentDidCatch(error: unknown): void {
        report(error);
    }

    private again(): void {
        this.setState({ failed: false });
        this.props.again?.();
    }

    override render() {
        if (this.state.failed) return <Failure page={this.props.page === true} again={() => this.again()} />;
        return this.props.children;
    }
}
