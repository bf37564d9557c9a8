// Escapes a text as one segment of a path. encodeURIComponent() throws for a lone surrogate, and leaves "..", which
// would lead to another route: an id from a link must not choose the request.
export function segment(text: string | number): string {
    const whole = String(text).replace(/\p{Surrogate}/gu, "\ufffd");
    return whole === "." || whole === ".." ? "_" : encodeURIComponent(whole);
}
