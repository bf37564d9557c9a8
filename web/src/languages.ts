// The languages of the client.
export const languages = ["en", "de", "fr", "nl", "ru"] as const;

// The best of our languages for what a browser prefers.
export function chooseLanguage(preferred: readonly string[]): string {
    for (const tag of preferred) {
        const found = languages.find((one) => tag.toLowerCase().split("-")[0] === one);
        if (found) return found;
    }
    return "en";
}
