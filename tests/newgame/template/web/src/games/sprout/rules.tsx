// The rules of Sprout.
import type { ComponentType } from "preact";
import { t } from "../../text";
import { Part, Points } from "../../ui/rules";

const Sprout = () => (
    <Part title={t("web.rules.goal")}>
        <Points of="web.rules.sprout_points" />
    </Part>
);

export const rules: Readonly<Record<string, ComponentType>> = { sprout: Sprout };
