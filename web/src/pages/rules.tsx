// The rules of the games. Their texts are in the games' folders.
import { presets } from "../games/game";
import { t } from "../text";
import { Show } from "../ui/controls";
import { useLoad, useTitle } from "../ui/load";

export function Rules({ game }: { game?: string }) {
    const names = Object.keys(presets);
    const name = game !== undefined && game in presets ? game : names[0]!;
    const title = t("web.rules.title", [t(`web.name.${name}`)]);
    const loaded = useLoad(() => presets[name]!.rules(), [name]);
    useTitle(title);
    return (
        <div class="rules">
            <nav class="tabs" aria-label={t("web.home.games")}>
                {names.map((one) => (
                    <a key={one} href={`/rules/${one}`} aria-current={one === name ? "page" : undefined}>
                        {t(`web.name.${one}`)}
                    </a>
                ))}
            </nav>
            <div class="reading">
                <div class="page-head">
                    <h1>{title}</h1>
                    <p>{t(`web.rules.${name}_lead`)}</p>
                </div>
                <Show of={loaded}>
                    {({ rules }) => {
                        const Body = rules[name];
                        return Body && <Body />;
                    }}
                </Show>
                <p class="actions">
                    <a class="button primary" href={`/new?game=${name}`}>
                        {t("web.home.play_now")}
                    </a>
                </p>
            </div>
        </div>
    );
}
