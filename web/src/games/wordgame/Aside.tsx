// Beside the board: the unseen tiles, and a legend of the bonus squares.
import { plural, t } from "../../text";
import type { Position } from "../game";
import { bonuses, bonusMark, bonusName } from "./Tile";
import { BLANK, ownerOf, readView, setOf, unseen } from "./view";

function Unseen({ position }: { position: Position }) {
    const set = setOf(position.shown.data);
    const view = readView(position.shown.state);
    const owner = ownerOf(view) ?? (position.shown.over ? null : view.turn);
    const left = unseen(set, view, view.racks[owner ?? ""]?.tiles ?? []);
    const all = left.reduce((sum, [, count]) => sum + count, 0);
    return (
        <section class="card wg-unseen" aria-label={t("web.wordgame.unseen")}>
            <div class="card-head">
                <h2>{t("web.wordgame.unseen")}</h2>
                <span class="small muted">
                    <span class="badge number">{all}</span> {plural("web.wordgame.in_bag", view.bag)}
                </span>
            </div>
            <ul lang={position.shown.lang}>
                {left.map(([face, count]) => (
                    <li key={face} class={count ? "" : "gone"}>
                        <b>{face === BLANK ? <span aria-label={t("web.wordgame.blank")}>{BLANK}</span> : face}</b>
                        <span class="number">{count}</span>
                    </li>
                ))}
            </ul>
        </section>
    );
}

export function Legend() {
    return (
        <dl class="wg-legend">
            {bonuses.map((bonus) => (
                <div key={bonus}>
                    <dt class={`wg-sample bonus-${bonus}`}>{bonusMark(bonus)}</dt>
                    <dd>{bonusName(bonus)}</dd>
                </div>
            ))}
        </dl>
    );
}

export function Aside({ position }: { position: Position }) {
    return <Unseen position={position} />;
}
