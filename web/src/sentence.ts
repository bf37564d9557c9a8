// Refusals are written like parts of a sentence, so that a place can go before them (“line 3: …”). Alone they are a
// sentence of their own.
export const sentence = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
