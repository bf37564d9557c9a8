// The button for passing. It gives a turn away, so it asks first.
//
//     <Pass label={t("web.balda.pass")} question={t("web.balda.pass_sure")} disabled={!active} onPass={…} />
import { useState } from "preact/hooks";
import { t } from "../text";
import { Dialog } from "../ui/controls";

interface PassProps {
    label: string;
    question: string;
    disabled: boolean;
    onPass(): void;
}

export function Pass({ label, question, disabled, onPass }: PassProps) {
    const [sure, setSure] = useState(false);
    const pass = () => {
        setSure(false);
        onPass();
    };
    return (
        <>
            <button type="button" class="button small" disabled={disabled} onClick={() => setSure(true)}>
                {label}
            </button>
            <Dialog title={question} open={sure} onClose={() => setSure(false)}>
                <div class="actions end">
                    <button type="button" class="button" onClick={() => setSure(false)}>
                        {t("web.common.cancel")}
                    </button>
                    <button type="button" class="button primary" onClick={pass}>
                        {label}
                    </button>
                </div>
            </Dialog>
        </>
    );
}
