// The actions besides moving: resign, offer, answer an offer; before the start: join, leave, share; after the end:
// rematch, review.
import { segment } from "../address";
import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import { api } from "../api";
import { go, toast, toastError } from "../state";
import { plural, t } from "../text";
import type { Match } from "../types";
import { Dialog } from "../ui/controls";
import { Arrow, Bubble, Bulb, Copy, Dots, Flag, Hands, Plus, Undo } from "../ui/icons";
import { Menu } from "../ui/layout";
import type { ChatState } from "./Chat";
import { useSideBySide } from "../board/Stage";
import type { Table } from "./table";
import { QrCode } from "../ui/qr_code";

export async function copyLink(url: string): Promise<void> {
    try {
        await navigator.clipboard.writeText(url);
        toast(t("web.game.copied"));
    } catch {
        toast(url, "plain", 20_000);
    }
}

export async function share(url: string, title: string): Promise<void> {
    if (!navigator.share) return copyLink(url);
    await navigator.share({ url, title }).catch(() => undefined);
}

// An offer of the other side, to be answered.
export function Offers({
    table,
    match,
    names,
}: {
    table: Table;
    match: Match;
    names: Readonly<Record<string, string>>;
}) {
    const may = new Set(match.may);
    const act = (verb: string) => table.act({ verb }).catch(toastError);
    const { draw, takeback } = match.offers;
    if (may.has("accept-draw"))
        return (
            <Offer
                text={t("web.game.offers_draw", [names[draw ?? ""] ?? ""])}
                onYes={() => act("accept-draw")}
                onNo={() => act("decline-draw")}
            />
        );
    if (may.has("accept-takeback"))
        return (
            <Offer
                text={t("web.game.asks_takeback", [names[takeback?.by ?? ""] ?? ""])}
                onYes={() => act("accept-takeback")}
                onNo={() => act("decline-takeback")}
            />
        );
    const own =
        draw === match.you ? "web.game.draw_offered" : takeback?.by === match.you ? "web.game.takeback_asked" : null;
    return own && match.you ? (
        <p class="mt-offer muted" role="status">
            {t(own)}
        </p>
    ) : null;
}

function Offer({ text, onYes, onNo }: { text: string; onYes(): void; onNo(): void }) {
    return (
        <div class="mt-offer" role="alert">
            <span>{text}</span>
            <span class="actions">
                <button type="button" class="button small primary" onClick={onYes}>
                    {t("web.game.accept")}
                </button>
                <button type="button" class="button small" onClick={onNo}>
                    {t("web.game.decline")}
                </button>
            </span>
        </div>
    );
}

// Resigning needs a confirmation.
function Sure({
    title,
    action,
    open,
    onClose,
    onSure,
}: {
    title: string;
    action: string;
    open: boolean;
    onClose(): void;
    onSure(): void;
}) {
    const agree = () => {
        onClose();
        onSure();
    };
    return (
        <Dialog title={title} open={open} onClose={onClose}>
            <div class="actions end">
                <button type="button" class="button" onClick={onClose}>
                    {t("web.common.cancel")}
                </button>
                <button type="button" class="button danger" onClick={agree}>
                    {action}
                </button>
            </div>
        </Dialog>
    );
}

interface Action {
    label: string;
    icon: ComponentType;
    onUse(): void;
    kind?: "often" | "danger"; // often: always in sight, also where there is little room
}

function useActions({ table, match, onHint, onNew }: Omit<ActionsProps, "chat">, ask: (what: Asked) => void): Action[] {
    const local = table.kind === "local";
    const act = (verb: string) => void table.act({ verb }).catch(toastError);
    const takeBack = local || isAgainstComputers(match) ? "web.game.take_back" : "web.game.ask_takeback";
    const all: [boolean, Action][] = [
        [onHint !== null, { label: t("web.game.hint"), icon: Bulb, onUse: () => onHint?.(), kind: "often" }],
        [
            may(match, "ask-takeback"),
            { label: t(takeBack), icon: Undo, onUse: () => act("ask-takeback"), kind: "often" },
        ],
        [may(match, "offer-draw"), { label: t("web.game.offer_draw"), icon: Hands, onUse: () => act("offer-draw") }],
        [may(match, "leave"), { label: t("web.game.leave"), icon: Arrow, onUse: () => act("leave") }],
        [!local, { label: t("web.game.share"), icon: Copy, onUse: () => void share(location.href, "Logomachy") }],
        [onNew !== null, { label: t("web.game.new"), icon: Plus, onUse: () => onNew?.() }],
        [may(match, "abort"), { label: t("web.game.abort"), icon: Flag, onUse: () => ask("abort"), kind: "danger" }],
        [may(match, "resign"), { label: t("web.game.resign"), icon: Flag, onUse: () => ask("resign"), kind: "danger" }],
    ];
    return all.filter(([possible]) => possible).map(([, action]) => action);
}

// There are other players, and none of them is a person.
export const isAgainstComputers = ({ seats, you }: Match) =>
    seats.length > 1 && seats.every((seat) => seat.seat === you || (seat.level ?? 0) > 0);

const may = (match: Match, verb: string) => match.may.includes(verb);

type Asked = "resign" | "abort";

function ActionButton({ of }: { of: Action }) {
    return (
        <button type="button" class={`mt-action ${of.kind ?? ""}`} onClick={of.onUse}>
            <of.icon />
            <span>{of.label}</span>
        </button>
    );
}

function ChatButton({ chat }: { chat: ChatState }) {
    return (
        <button type="button" class="mt-action often" aria-pressed={chat.open} onClick={chat.toggle}>
            <Bubble />
            <span>{t("web.game.chat")}</span>
            {chat.unread > 0 && (
                <span class="mt-unread number">
                    <span aria-hidden="true">{chat.unread}</span>
                    <span class="visually-hidden">, {plural("web.game.unread", chat.unread)}</span>
                </span>
            )}
        </button>
    );
}

interface ActionsProps {
    table: Table;
    match: Match;
    onHint: (() => void) | null;
    onNew: (() => void) | null; // a new game on this device
    chat: ChatState;
}

// Below the log; on a phone a bar at the bottom of the screen, and what is rarely used is in a menu.
export function Actions({ chat, ...p }: ActionsProps) {
    const [sure, setSure] = useState<Asked | null>(null);
    const actions = useActions(p, setSure);
    const whole = useSideBySide();
    const first = whole ? actions : actions.filter((one) => one.kind === "often");
    const rest = whole ? [] : actions.filter((one) => one.kind !== "often");
    const sureOf = (what: Asked) => (
        <Sure
            title={t(`web.game.${what}_sure`)}
            action={t(`web.game.${what}`)}
            open={sure === what}
            onClose={() => setSure(null)}
            onSure={() => void p.table.act({ verb: what }).catch(toastError)}
        />
    );
    return (
        <div class="mt-actions" role="group" aria-label={t("web.game.actions")}>
            {first
                .filter((one) => one.kind !== "danger")
                .map((one) => (
                    <ActionButton key={one.label} of={one} />
                ))}
            {chat.lines && <ChatButton chat={chat} />}
            {first
                .filter((one) => one.kind === "danger")
                .map((one) => (
                    <ActionButton key={one.label} of={one} />
                ))}
            {rest.length > 0 && (
                <Menu class="mt-more" label={t("web.game.more")} icon={<Dots />}>
                    {rest.map((one) => (
                        <ActionButton key={one.label} of={one} />
                    ))}
                </Menu>
            )}
            {sureOf("resign")}
            {sureOf("abort")}
        </div>
    );
}

// A match that waits for players.
export function Waiting({ table, match }: { table: Table; match: Match }) {
    const url = location.href;
    const free = match.seats.filter((seat) => seat.free).length;
    const many = free > 1 ? "_many" : "";
    return (
        <div class="mt-waiting card">
            <h2>{match.you ? t(`web.game.waiting${many}`) : t("web.game.invited")}</h2>
            {!match.you && free > 0 && (
                <button
                    type="button"
                    class="button primary large"
                    disabled={table.busy.value}
                    onClick={() => table.act({ verb: "join" }).catch(toastError)}
                >
                    {t("web.game.join")}
                </button>
            )}
            {match.you && (
                <>
                    <p class="muted">{t(`web.game.waiting_about${many}`)}</p>
                    <div class="mt-link">
                        <input
                            class="input"
                            readOnly
                            value={url}
                            aria-label={t("web.game.link")}
                            onFocus={(e) => e.currentTarget.select()}
                        />
                        <button type="button" class="button primary" onClick={() => void copyLink(url)}>
                            {t("web.game.copy")}
                        </button>
                    </div>
                    <QrCode text={url} />
                </>
            )}
        </div>
    );
}

export function resultText(m: Match, names: Readonly<Record<string, string>>): string {
    if (m.status === "aborted") return t(m.result?.reason === "expired" ? "web.game.expired" : "web.game.aborted");
    const r = m.result;
    if (!r) return "";
    if (m.seats.length === 1) return plural("web.game.scored", m.scores[0] ?? 0);
    if (r.draw) return t("web.game.drawn");
    if (r.winners.length > 1) return t("web.game.shared");
    const [winner] = r.winners;
    if (!winner) return t("web.game.drawn");
    if (m.you && m.seats.some((seat) => seat.seat !== m.you && (seat.level || seat.player)))
        return winner === m.you ? t("web.game.you_won") : t("web.game.you_lost");
    return t("web.game.has_won", [names[winner] ?? winner]);
}

export function reasonText(m: Match): string {
    return m.result && m.status === "over" ? t(`web.game.end.${m.result.reason.replaceAll("-", "_")}`) : "";
}

export const outcomeText = (m: Match, names: Readonly<Record<string, string>>): string =>
    [resultText(m, names), reasonText(m)].filter(Boolean).join(" · ");

// Whether it was the points that decided.
const byPoints = (m: Match) => !["resignation", "clock", "agreement"].includes(m.result?.reason ?? "");

interface EndProps {
    table: Table;
    match: Match;
    names: Readonly<Record<string, string>>;
    onReview(): void;
    onNew: (() => void) | null;
}

// With more than two players the winner alone does not tell it.
function FinalScores({ match, names }: { match: Match; names: Readonly<Record<string, string>> }) {
    const order = match.seats
        .map((seat, i) => ({ seat: seat.seat, score: match.scores[i] ?? 0 }))
        .sort((a, b) => b.score - a.score);
    return (
        <ol class="mt-final" aria-label={t("web.game.all_scores")}>
            {order.map(({ seat, score }) => (
                <li key={seat} class={match.result?.winners.includes(seat) ? "won" : ""}>
                    <span>{names[seat] ?? seat}</span>
                    <b class="number">{score}</b>
                </li>
            ))}
        </ol>
    );
}

export function End({ table, match, names, onReview, onNew }: EndProps) {
    const [busy, setBusy] = useState(false);
    const rematch = () => {
        setBusy(true);
        api.post<Match>(`/api/matches/${segment(match.id)}/rematch`)
            .then((next) => go(`/match/${segment(next.id)}`), toastError)
            .finally(() => setBusy(false));
    };
    const next = table.rematch?.value;
    const margin = match.scores.length === 2 ? Math.abs(match.scores[0]! - match.scores[1]!) : 0;
    return (
        <section class="mt-end card" aria-label={t("web.game.result")}>
            <h2>{resultText(match, names)}</h2>
            <p class="muted">
                {reasonText(match)}{" "}
                {margin > 0 &&
                    match.result?.winners.length === 1 &&
                    byPoints(match) &&
                    plural("web.game.by_points", margin)}
            </p>
            {match.seats.length > 2 && match.status === "over" && <FinalScores match={match} names={names} />}
            <div class="actions">
                {onNew && (
                    <button type="button" class="button primary" onClick={onNew}>
                        {t("web.game.again")}
                    </button>
                )}
                {next && (
                    <a class="button primary" href={`/match/${segment(next)}`}>
                        {t("web.game.join_rematch")}
                    </a>
                )}
                {table.kind === "online" && match.you && (
                    <button type="button" class={next ? "button" : "button primary"} disabled={busy} onClick={rematch}>
                        {t(match.seats.length === 1 ? "web.game.again" : "web.game.rematch")}
                    </button>
                )}
                {match.status === "over" && (
                    <button type="button" class="button" onClick={onReview}>
                        {t("web.game.review")}
                    </button>
                )}
            </div>
        </section>
    );
}
