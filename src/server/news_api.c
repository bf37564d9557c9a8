// News, in the reader's language where there is one.
#include "server/app.h"
#include "server/call.h"
#include "server/routes.h"

// The one that is asked for, else the account's, else the browser's.
static bool language_of(struct call *c, enum language *language)
{
    struct text lang;
    *language = c->who.account ? c->who.language : c->language;
    if (!net_query(c->request, "lang", &lang) || (lang.len == 2 && language_find(lang, language)))
        return true;
    call_refuse_with(c, 422, MSG_API_NO_LANGUAGE, "%.*s", TEXT_ARG(text_head(lang, 20)));
    return false;
}

static json_t *item_json(const struct news_item *item, const struct news_page *page)
{
    return json_pack("{s:s,s:s,s:s,s:s}", "date", item->date, "slug", item->slug, "lang",
                     language_tag(page->language), "title", page->title);
}

static void list_news(struct call *c)
{
    enum language language;
    int64_t limit;
    json_t *list;
    if (!language_of(c, &language) || !call_query_number(c, "limit", 1, NEWS_ITEMS, 20, &limit))
        return;
    news_refresh(c->app->news, call_now(c));
    list = json_array();
    for (size_t i = 0; i < (size_t)limit && i < news_count(c->app->news); i++) {
        const struct news_item *item = news_at(c->app->news, i);
        json_array_append_new(list, item_json(item, news_page(item, language)));
    }
    call_answer(c, 200, json_pack("{s:o}", "news", list));
}

static void show_news(struct call *c)
{
    enum language language;
    if (!language_of(c, &language))
        return;
    news_refresh(c->app->news, call_now(c));
    const struct news_item *item = news_find(c->app->news, c->param[0], c->param[1]);
    if (!item) {
        call_answer_failure(c, STORE_NONE);
        return;
    }
    const struct news_page *page = news_page(item, language);
    json_t *json = item_json(item, page);
    json_object_set_new(json, "html", json_stringn(page->html.at, page->html.len));
    call_answer(c, 200, json);
}

const struct route news_routes[] = {
    {NET_GET, "/api/news", ACCESS_ANYONE, LIMIT_REQUEST, list_news},
    {NET_GET, "/api/news/:date/:slug", ACCESS_ANYONE, LIMIT_REQUEST, show_news},
    {0},
};
