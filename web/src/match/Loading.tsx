// The words of a language on their way to this device.
import { core } from "../core/core";
import { formatNumber, t } from "../text";
import { Notice } from "../ui/controls";

export function LexiconProgress() {
    const p = core.progress.value;
    const percent = p ? Math.floor((100 * p.loaded) / p.total) : 0;
    const size = p ? t("web.game.megabytes", [formatNumber(Math.round(p.total / 1e5) / 10)]) : "";
    return (
        <div class="mt-loading" role="status">
            <span>
                {t("web.game.loading_words")} {size}
            </span>
            <progress
                class="mt-progress"
                max={100}
                value={p ? percent : undefined}
                aria-label={t("web.game.loading_words")}
            />
        </div>
    );
}

// Why there is no position: a record that is wrong, or words that could not be fetched.
export function NoPosition({ error, again }: { error: string; again?: (() => void) | undefined }) {
    return (
        <div class="stack-small">
            <Notice kind="bad">{error}</Notice>
            {again && (
                <div>
                    <button type="button" class="button small" onClick={again}>
                        {t("web.common.again")}
                    </button>
                </div>
            )}
        </div>
    );
}
