// The rack, with what orders it: shuffle, sort, and all tiles back.
import { t } from "../../text";
import { isPlaced, type Draft } from "./draft";
import { Tile, tileLabel } from "./Tile";
import type { TileSet, View } from "./view";

interface RackProps {
    draft: Draft;
    set: TileSet;
    lang: string;
    selected: ReadonlySet<number>; // slots
    dragged: number | null;
    may: boolean; // tiles can be moved
}

export function Rack({ draft, set, lang, selected, dragged, may }: RackProps) {
    return (
        <div
            class="wg-rack"
            role="group"
            aria-label={t("web.wordgame.rack")}
            lang={lang}
            style={{ "--slots": Math.max(set.rack, draft.faces.length) }}
        >
            {draft.faces.map((face, slot) =>
                isPlaced(draft, slot) ? (
                    <span key={slot} class="wg-slot" />
                ) : (
                    <button
                        key={slot}
                        type="button"
                        class={`wg-slot ${selected.has(slot) ? "selected" : ""} ${slot === dragged ? "dragged" : ""}`}
                        data-slot={slot}
                        aria-label={tileLabel(face, undefined, set)}
                        aria-pressed={selected.has(slot)}
                        disabled={!may}
                    >
                        <Tile face={face} set={set} />
                    </button>
                ),
            )}
        </div>
    );
}

// The tiles of others, where they are known: after the end, and where a game is gone through.
export function OtherRacks({
    view,
    names,
    except,
    set,
    lang,
}: {
    view: View;
    names: Readonly<Record<string, string>>;
    except: string | null;
    set: TileSet;
    lang: string;
}) {
    const known = Object.entries(view.racks).filter(([seat, rack]) => seat !== except && rack.tiles.length > 0);
    if (!known.length) return null;
    return (
        <dl class="wg-others">
            {known.map(([seat, rack]) => (
                <div key={seat} class={seat === view.turn ? "turn" : ""}>
                    <dt>{names[seat] ?? seat}</dt>
                    <dd lang={lang}>
                        {rack.tiles.map((face, i) => (
                            <span key={i} class="wg-mini">
                                <Tile face={face} set={set} />
                            </span>
                        ))}
                        <span class="visually-hidden">
                            {rack.tiles.map((face) => tileLabel(face, undefined, set)).join("; ")}
                        </span>
                    </dd>
                </div>
            ))}
        </dl>
    );
}

const Glyph = ({ d }: { d: string }) => (
    <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={d} fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
);

const glyphs = {
    shuffle: "M3 7h4l10 10h4M3 17h4l3-3M14 10l3-3h4M18.5 4.5L21 7l-2.5 2.5M18.5 14.5L21 17l-2.5 2.5",
    sort: "M4 7h10M4 12h7M4 17h4M18 5v14M15 16l3 3 3-3",
    recall: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4 20h16",
    zoom: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.5 15.5L21 21M8 10.5h5M10.5 8v5",
};

interface ToolProps {
    name: keyof typeof glyphs;
    onUse(): void;
    disabled?: boolean;
    pressed?: boolean;
}

export function Tool({ name, onUse, disabled = false, pressed }: ToolProps) {
    const label = t(`web.wordgame.${name}`);
    return (
        <button
            type="button"
            class={`icon-button wg-tool wg-tool-${name}`}
            aria-label={label}
            title={label}
            aria-pressed={pressed}
            disabled={disabled}
            onClick={onUse}
        >
            <Glyph d={glyphs[name]} />
        </button>
    );
}
