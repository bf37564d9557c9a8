// Players who share a device and may not see each other's tiles: between two turns the board is covered until the next
// player uncovers it.
import { useState } from "preact/hooks";
import { t } from "../text";
import type { Match } from "../types";
import { hasSecrets } from "./online";

export interface HandingOver {
    secret: boolean; // players may not see each other's tiles
    waits: boolean; // the next player has not uncovered the board yet
    show(): void;
}

// `match` is null where the device is not shared.
export function useHandOver(match: Match | null): HandingOver {
    const [shown, setShown] = useState("");
    const people = match?.seats.filter((seat) => !seat.level).length ?? 0;
    const you = match?.you ?? "";
    const secret = match !== null && people > 1 && hasSecrets(match);
    return { secret, waits: secret && shown !== you, show: () => setShown(you) };
}

export function HandOver({ name, onShow }: { name: string; onShow(): void }) {
    return (
        <div class="mt-hand-over card">
            <h2>{t("web.game.hand_over", [name])}</h2>
            <p class="muted">{t("web.game.hand_over_about")}</p>
            <button type="button" class="button primary large" onClick={onShow}>
                {t("web.game.show_mine", [name])}
            </button>
        </div>
    );
}
