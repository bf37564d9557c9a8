// The switches for turn alerts: sound and notifications.
import { notifications, ring, sound, wantNotifications } from "../alerts";
import { toast } from "../state";
import { t } from "../text";
import { Check } from "./controls";

export function Alerts() {
    const hear = (on: boolean) => {
        sound.value = on;
        if (on) ring(); // as a sample
    };
    const see = async (on: boolean) => {
        await wantNotifications(on);
        if (on && !notifications.value) toast(t("web.game.notify_refused"), "error");
    };
    return (
        <div class="alerts">
            <Check label={t("web.game.sound")} checked={sound.value} onChecked={hear} />
            <Check label={t("web.game.notify")} checked={notifications.value} onChecked={(on) => void see(on)} />
        </div>
    );
}
