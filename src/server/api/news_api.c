// News, in the reader's language if available.
#include "server/api/api.h"
#include "server/api/call.h"
#include "server/api/routes.h"

// The requested language, else the account's, else the browser's.
static bool language_of(struct call *c, enum language *language)
{
    struct text lang;
    *language = c->caller.account ? c->caller.language : c->language;
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

struct reading {
    enum language language;
    int64_t limit;
};

// In the pool, as files may have to be read.
static void news_api_read_list(struct call *c)
{
    struct reading *r = c->own;
    struct news *news = c->api->news;
    json_t *list = json_array();
    news_hold(news);
    news_refresh(news, call_now(c));
    for (size_t i = 0; i < (size_t)r->limit && i < news_count(news); i++) {
        const struct news_item *item = news_at(news, i);
        json_array_append_new(list, item_json(item, news_page(item, r->language)));
    }
    news_let_go(news);
    c->found = json_pack("{s:o}", "news", list);
}

static void news_api_list(struct call *c)
{
    struct reading *r = c->own = call_alloc(c, sizeof *r);
    if (language_of(c, &r->language) && call_query_number(c, "limit", 1, NEWS_ITEMS, 20, &r->limit))
        call_work(c, POOL_QUICK, news_api_read_list, call_answer_found);
}

static void news_api_read_item(struct call *c)
{
    const struct reading *r = c->own;
    struct news *news = c->api->news;
    news_hold(news);
    news_refresh(news, call_now(c));
    const struct news_item *item = news_find(news, c->param[0], c->param[1]);
    if (item) {
        const struct news_page *page = news_page(item, r->language);
        c->found = item_json(item, page);
        json_object_set_new(c->found, "html", json_stringn(page->html.at, page->html.len));
    }
    news_let_go(news);
}

static void news_api_answer_item(struct call *c)
{
    if (c->found)
        call_answer_found(c);
    else
        call_answer_failure(c, STORE_NONE);
}

static void news_api_show(struct call *c)
{
    struct reading *r = c->own = call_alloc(c, sizeof *r);
    if (language_of(c, &r->language))
        call_work(c, POOL_QUICK, news_api_read_item, news_api_answer_item);
}

const struct route news_routes[] = {
    {NET_GET, "/api/news", ACCESS_READ_SITE, LIMIT_REQUEST, news_api_list},
    {NET_GET, "/api/news/:date/:slug", ACCESS_READ_SITE, LIMIT_REQUEST, news_api_show},
    {0},
};
