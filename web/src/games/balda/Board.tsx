// The board, and under it the tray: a prompt, the letters, the traced word.
import { Announcer } from "../../board/announce";
import { Coordinates } from "../../board/Grid";
import type { BoardProps, Pointed, PreviewProps } from "../game";
import { empty, phaseOf, stepBack, wordOf } from "./draft";
import { Squares } from "./Squares";
import { onKey } from "./keys";
import { confirmDraft, setLetter } from "./making";
import { useTracing } from "./pointer";
import { type BoardState, useBoardState } from "./state";
import { Tray } from "./Tray";
import { readView } from "./view";
import { noWays } from "./ways";

function lastMove(p: BoardProps): Pointed | null {
    const { actions } = p.position.shown;
    for (let i = actions.length - 1; i >= 0; i--) {
        const a = actions[i]!;
        if (a.seat && a.squares?.length)
            return { kind: "chosen", text: a.text, squares: a.squares, placed: a.placed ?? -1 };
        if (a.seat && a.text !== "accept") return null;
    }
    return null;
}

function OwnTray({ p, b }: { p: BoardProps; b: BoardState }) {
    const { view } = b;
    const draft = b.draft.value;
    return (
        <Tray
            phase={phaseOf(draft)}
            draft={draft}
            word={wordOf(draft, view.letters)}
            verdict={b.verdict.value}
            letters={p.position.letters}
            lang={p.position.shown.lang}
            plain={b.ways.value.plain}
            active={b.active}
            asked={view.asked}
            busy={p.busy}
            askedWord={view.asked ? wordOf({ ...view.asked }, view.letters) : ""}
            onLetter={(letter) => setLetter(b, letter)}
            onConfirm={() => confirmDraft(p, b)}
            onMove={p.onMove}
            onBack={() => (b.draft.value = stepBack(b.draft.value))}
            onClear={() => (b.draft.value = empty)}
        />
    );
}

export function Board(p: BoardProps) {
    const b = useBoardState(p);
    useTracing(b);
    return (
        <div class="bd" ref={b.root} onKeyDown={(e) => onKey(p, b, e)} style={{ "--bd-width": b.view.width }}>
            <div class="bd-frame">
                <Coordinates name="bd" width={b.view.width} />
                <Squares
                    view={b.view}
                    draft={b.draft.value}
                    ways={b.active ? b.ways.value : noWays}
                    pointed={p.pointed}
                    last={lastMove(p)}
                    focus={b.focus.value}
                    active={b.active}
                    verdict={b.verdict.value?.kind ?? ""}
                    tip={b.tip}
                    arrived={b.arrived}
                />
            </div>
            <Announcer said={b.said} />
            {p.seat === null && p.idle && (
                <div class="bd-tray">
                    <p class="bd-prompt">{p.idle}</p>
                </div>
            )}
            {p.seat !== null && <OwnTray p={p} b={b} />}
        </div>
    );
}

// Before the core is there: just the letters.
export function Preview({ state }: PreviewProps) {
    const view = readView(state);
    if (!view.width) return null;
    return (
        <div class="bd" style={{ "--bd-width": view.width }}>
            <div class="bd-frame">
                <Coordinates name="bd" width={view.width} />
                <Squares
                    view={view}
                    draft={empty}
                    ways={noWays}
                    pointed={null}
                    last={null}
                    focus={-1}
                    active={false}
                    verdict=""
                    tip={null}
                    arrived={false}
                />
            </div>
        </div>
    );
}
