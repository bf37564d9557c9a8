// Turn alerts while the page is in the background: in the title, and on request by a sound and by a notification.
import { signal } from "@preact/signals";
import { safeEffect } from "./guard";

const kept = (key: string) => {
    try {
        return localStorage.getItem(key) === "on";
    } catch {
        return false;
    }
};

export const sound = signal(kept("sound"));
export const notifications = signal(
    kept("notifications") && typeof Notification !== "undefined" && Notification.permission === "granted",
);

safeEffect(() => keep("sound", sound.value));
safeEffect(() => keep("notifications", notifications.value));

function keep(key: string, on: boolean): void {
    try {
        localStorage.setItem(key, on ? "on" : "off");
    } catch {
        // It is forgotten then.
    }
}

// Browsers allow the request only from a click.
export async function wantNotifications(on: boolean): Promise<void> {
    if (!on || typeof Notification === "undefined") {
        notifications.value = false;
        return;
    }
    notifications.value = (await Notification.requestPermission()) === "granted";
}

let audio: AudioContext | undefined;

// Two soft notes, synthesized: there is no file to fetch. Browsers keep a page silent before the first click.
export function ring(): void {
    audio ??= new AudioContext();
    void audio.resume().catch(() => undefined);
    const start = audio.currentTime;
    for (const [i, hertz] of [587, 784].entries()) {
        const note = audio.createOscillator();
        const loudness = audio.createGain();
        note.frequency.value = hertz;
        note.type = "triangle";
        loudness.gain.setValueAtTime(0, start + i * 0.13);
        loudness.gain.linearRampToValueAtTime(0.12, start + i * 0.13 + 0.02);
        loudness.gain.exponentialRampToValueAtTime(0.001, start + i * 0.13 + 0.35);
        note.connect(loudness).connect(audio.destination);
        note.start(start + i * 0.13);
        note.stop(start + i * 0.13 + 0.4);
    }
}

// By the service worker, which can bring the page back; without one by the page itself.
async function notify(title: string, body: string): Promise<void> {
    const worker = await navigator.serviceWorker?.getRegistration();
    const options = { body, tag: "turn", icon: "/icon-192.png", data: location.pathname };
    if (worker?.active) await worker.showNotification(title, options);
    else new Notification(title, options).onclick = () => focus();
}

export function yourTurn(title: string, body: string): void {
    if (sound.value) ring();
    if (notifications.value && document.hidden) void notify(title, body).catch(() => undefined);
}
