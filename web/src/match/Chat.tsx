// What people say to each other.
import { useEffect, useRef, useState } from "preact/hooks";
import { toastError } from "../state";
import { t } from "../text";
import type { ChatLine, Table } from "./table";

// A line that is nothing but the address of a match here.
export const matchLink = /^https?:\/\/[^\s/]+\/match\/[\w-]+$/;

function Said({ text }: { text: string }) {
    if (!matchLink.test(text) || new URL(text).origin !== location.origin) return <>{text}</>;
    return <a href={new URL(text).pathname}>{t("web.game.rematch")}</a>;
}

export function Chat({ table, lines }: { table: Table; lines: ChatLine[] }) {
    const [text, setText] = useState("");
    const list = useRef<HTMLDivElement>(null);
    useEffect(() => {
        if (list.current) list.current.scrollTop = list.current.scrollHeight;
    }, [lines.length]);
    const send = (e: Event) => {
        e.preventDefault();
        const said = text.trim();
        if (!said) return;
        setText("");
        table.say(said).catch((error: unknown) => {
            setText(said);
            toastError(error);
        });
    };
    return (
        <section class="mt-chat card card-flush" aria-label={t("web.game.chat")}>
            <div class="mt-lines" ref={list} role="log" aria-live="polite" tabIndex={0}>
                {lines.map((line) => (
                    <p key={line.id}><b class={line.seat ? `seat-${line.seat}` : "muted"}>{line.name}</b> <Said text={line.text} /></p>
                ))}
                {!lines.length && <p class="muted small">{t("web.game.chat_empty")}</p>}
            </div>
            <form class="mt-say" onSubmit={send}>
                <input class="input" value={text} maxLength={300} aria-label={t("web.game.say")} placeholder={t("web.game.say")} autocomplete="off"
                    onInput={(e) => setText(e.currentTarget.value)} />
            </form>
        </section>
    );
}
