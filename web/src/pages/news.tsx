// News: the list, and one of them.
import { segment } from "../address";
import { api } from "../api";
import { formatDate, lang, t } from "../text";
import { Show } from "../ui/controls";
import { useLoad, useTitle } from "../ui/load";

interface Item {
    date: string;
    slug: string;
    lang: string;
    title: string;
    html?: string;
}

const day = (date: string) => formatDate(Date.parse(date), { dateStyle: "long", timeZone: "UTC" });

export function NewsList() {
    useTitle(t("web.nav.news"));
    const news = useLoad(() => api.get<{ news: Item[] }>(`/api/news?limit=50&lang=${lang.value}`), [lang.value]);
    return (
        <div class="news">
            <div class="page-head">
                <h1>{t("web.nav.news")}</h1>
            </div>
            <Show of={news}>
                {(data) =>
                    data.news.length ? (
                        <section class="card">
                            <ul class="news-rows">
                                {data.news.map((one) => (
                                    <li key={one.date + one.slug}>
                                        <a href={`/news/${segment(one.date)}/${segment(one.slug)}`} lang={one.lang}>
                                            {one.title}
                                        </a>
                                        <time class="small muted" dateTime={one.date}>
                                            {day(one.date)}
                                        </time>
                                    </li>
                                ))}
                            </ul>
                        </section>
                    ) : (
                        <p class="empty">{t("web.news.none")}</p>
                    )
                }
            </Show>
        </div>
    );
}

// The server renders the Markdown and strips everything but text and links.
export function NewsItem({ date = "", slug = "" }: { date?: string; slug?: string }) {
    const item = useLoad(
        () => api.get<Item>(`/api/news/${segment(date)}/${segment(slug)}?lang=${lang.value}`),
        [date, slug, lang.value],
    );
    useTitle(item.data?.title ?? t("web.nav.news"));
    return (
        <Show of={item}>
            {(data) => (
                <article class="news" lang={data.lang}>
                    <p class="muted">
                        <a href="/news">{t("web.nav.news")}</a> · <time dateTime={data.date}>{day(data.date)}</time>
                    </p>
                    <h1>{data.title}</h1>
                    <div class="prose" dangerouslySetInnerHTML={{ __html: data.html ?? "" }} />
                </article>
            )}
        </Show>
    );
}
