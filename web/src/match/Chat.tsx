// The chat. A line is text and nothing else: it is never read as a link or an action.
import { segment } from "../address";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api";
import { me, toast, toastError } from "../state";
import { t } from "../text";
import { Dialog, Field, Form } from "../ui/controls";
import type { ChatLine, Table } from "./table";

// A line's author: mute them, or report the line. Administrators may hide it.
function Speaker({ match, line, onClose, onMute }: { match: string; line: ChatLine; onClose(): void; onMute(): void }) {
    const [text, setText] = useState("");
    const mute = async () => {
        await api.put(`/api/me/mutes/${segment(line.name)}`);
        onMute();
        toast(t("web.game.muted", [line.name]));
    };
    const report = async () => {
        await api.post(`/api/matches/${segment(match)}/reports`, { about: line.name, text: text.trim() });
        onClose();
        toast(t("web.game.reported"));
    };
    const hide = () => api.post(`/api/admin/chat/${segment(match)}/${line.id}`, { hidden: true }).then(onClose);
    return (
        <div class="stack-small">
            <div class="actions">
                <a class="button small" href={`/players/${segment(line.name)}`}>
                    {t("web.nav.profile")}
                </a>
                <button type="button" class="button small" onClick={() => mute().catch(toastError)}>
                    {t("web.settings.mute")}
                </button>
                {me.value?.admin && (
                    <button type="button" class="button small danger" onClick={() => hide().catch(toastError)}>
                        {t("web.game.hide_line")}
                    </button>
                )}
            </div>
            <Form
                onSend={report}
                action={t("web.game.report")}
                disabled={!text.trim()}
                more={
                    <button type="button" class="button" onClick={onClose}>
                        {t("web.common.cancel")}
                    </button>
                }
            >
                <Field
                    label={t("web.game.report_why")}
                    value={text}
                    onValue={setText}
                    maxLength={300}
                    autoComplete="off"
                />
            </Form>
        </div>
    );
}

function Line({ line, onSpeaker }: { line: ChatLine; onSpeaker: (() => void) | null }) {
    const kind = line.seat ? `seat-${line.seat}` : "muted";
    return (
        <p>
            {onSpeaker ? (
                <button type="button" class={`mt-speaker ${kind}`} aria-haspopup="dialog" onClick={onSpeaker}>
                    {line.name}
                </button>
            ) : (
                <b class={kind}>{line.name}</b>
            )}{" "}
            <bdi>{line.text}</bdi>
        </p>
    );
}

export interface ChatState {
    lines: ChatLine[] | null; // null: nobody can talk here
    open: boolean;
    unread: number;
    toggle(): void;
}

const ROOMY = "(min-width: 60rem) and (min-height: 50rem)";

// Open where there is room beside the log; closed elsewhere, with the number of new lines on its button.
export function useChat(table: Table | null): ChatState {
    const [open, setOpen] = useState(() => matchMedia(ROOMY).matches);
    const lines = table?.chat?.value ?? null;
    const seen = useRef(0);
    const count = lines?.length ?? 0;
    if (open) seen.current = count;
    return { lines, open, unread: Math.max(0, count - seen.current), toggle: () => setOpen(!open) };
}

export function Chat({ table, match, lines }: { table: Table; match: string; lines: ChatLine[] }) {
    const [text, setText] = useState("");
    const [muted, setMuted] = useState<readonly string[]>([]);
    const [speaker, setSpeaker] = useState<ChatLine | null>(null);
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
    const shown = lines.filter((line) => !muted.includes(line.name));
    const close = () => setSpeaker(null);
    const mute = () => {
        setMuted([...muted, speaker!.name]);
        close();
    };
    return (
        <section class="mt-chat card card-flush" aria-label={t("web.game.chat")}>
            <div class="mt-lines" ref={list} role="log" aria-live="polite" tabIndex={0}>
                {shown.map((line) => (
                    <Line
                        key={line.id}
                        line={line}
                        onSpeaker={me.value && me.value.name !== line.name ? () => setSpeaker(line) : null}
                    />
                ))}
                {!shown.length && <p class="muted small">{t("web.game.chat_empty")}</p>}
            </div>
            <form class="mt-say" onSubmit={send}>
                <input
                    class="input"
                    value={text}
                    maxLength={300}
                    aria-label={t("web.game.say")}
                    placeholder={t("web.game.say")}
                    autocomplete="off"
                    onInput={(e) => setText(e.currentTarget.value)}
                />
            </form>
            <Dialog title={speaker?.name ?? ""} open={speaker !== null} onClose={close}>
                {speaker && <Speaker match={match} line={speaker} onClose={close} onMute={mute} />}
            </Dialog>
        </section>
    );
}
