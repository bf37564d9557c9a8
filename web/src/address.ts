// A text as one part of an address. encodeURIComponent() throws for half a surrogate pair, and leaves "..", which would climb to
// another route: an id from a link must not choose what is asked for.
export function segment(text: string | number): string {
    const whole = String(text).replace(/\p{Surrogate}/gu, "\ufffd");
    return whole === "." || whole === ".." ? "_" : encodeURIComponent(whole);
}
