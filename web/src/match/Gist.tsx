// The first meaning of a word on one line, as the log shows it without being asked.
import { useEffect, useRef, useState } from "preact/hooks";
import type { WordFacts } from "../core/wasm";
import { lookUp } from "../lookup";
import { DefinitionText } from "../ui/definition";

// True once the element has come into view, so that a long log asks only for what is read.
function useSeen(element: { current: Element | null }): boolean {
    const [seen, setSeen] = useState(false);
    useEffect(() => {
        const watcher = new IntersectionObserver((entries) => {
            if (!entries.some((entry) => entry.isIntersecting)) return;
            setSeen(true);
            watcher.disconnect();
        });
        if (element.current) watcher.observe(element.current);
        return () => watcher.disconnect();
    }, [element]);
    return seen;
}

export function Gist({ lexicon, word, lang }: { lexicon: string; word: string; lang: string }) {
    const line = useRef<HTMLParagraphElement>(null);
    const [facts, setFacts] = useState<WordFacts | null | undefined>(undefined);
    const seen = useSeen(line);
    useEffect(() => {
        let current = true;
        if (seen)
            lookUp(lexicon, word).then(
                (found) => current && setFacts(found),
                () => current && setFacts(null),
            );
        return () => {
            current = false;
        };
    }, [seen, lexicon, word]);
    const first = facts?.definitions[0];
    if (facts !== undefined && !first) return null;
    return (
        <p class="mt-gist small muted" ref={line}>
            {first ? <DefinitionText one={first} lang={lang} className="mt-class" /> : "\u00a0"}
        </p>
    );
}
