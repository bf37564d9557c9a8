// A board's announcements for screen readers. Only this paragraph is drawn again when it changes.
//
//     const said = useSignal("");
//     <Announcer said={said} />
import type { ReadonlySignal } from "@preact/signals";

export function Announcer({ said }: { said: ReadonlySignal<string> }) {
    return (
        <p class="visually-hidden" role="status" aria-live="polite">
            {said.value}
        </p>
    );
}
