// Administration: reports, suggestions, accounts, chat, news. Administrators see no mail addresses
// and cannot change each other's accounts; the server's command line appoints them.
#include "server/accounts/name.h"
#include "server/accounts/name_store.h"
#include "server/api/account.h"
#include "server/api/api.h"
#include "server/api/player.h"
#include "server/api/routes.h"
#include "server/live/chat.h"
#include "server/runtime/journal.h"
#include "store/social.h"

#include <stdlib.h>
#include <string.h>

enum { MUTE_DAYS_MAX = 3650, FILE_NAME = 100 };

#define DAY_MS (INT64_C(86400) * 1000)

static void note(const struct call *c, const char *event, const char *what)
{
    journal_line(JOURNAL_INFO, event, JOURNAL_STRING("admin", c->caller.name),
                 JOURNAL_STRING("what", what), JOURNAL_END);
}

// --- Lists of reports and suggestions.

struct listing {
    int64_t after, open;
    unsigned limit, count;
    struct store_tx *tx;
    json_t *list; // borrowed
    enum store_status status;
};

static bool listing_read(struct call *c, struct listing *l)
{
    return call_query_number(c, "open", 0, 1, 1, &l->open) &&
           call_query_number(c, "after", 0, INT64_MAX, 0, &l->after) &&
           call_query_limit(c, &l->limit);
}

static void listing_begin(struct call *c, struct store_tx *tx, struct listing *l, const char *name)
{
    l->tx = tx;
    l->list = json_array();
    c->found = json_pack("{s:o}", name, l->list);
}

static enum store_status listing_end(struct call *c, struct listing *l, enum store_status status)
{
    json_object_set_new(c->found, "next",
                        l->count == l->limit ? json_integer(l->after) : json_null());
    return status == STORE_OK ? l->status : status;
}

// The name of an account; null if it is closed.
static json_t *name_of(struct listing *l, int64_t account)
{
    struct store_account a;
    enum store_status status = store_account_get(l->tx, account, &a);
    if (status != STORE_OK && status != STORE_NONE)
        l->status = status;
    return status == STORE_OK && a.name[0] ? json_string(a.name) : json_null();
}

static bool listing_add(struct listing *l, int64_t id, json_t *item)
{
    l->after = id;
    l->count++;
    return json_array_append_new(l->list, item) == 0 && l->status == STORE_OK;
}

static bool admin_api_add_report(void *context, const struct store_report *r)
{
    struct listing *l = context;
    return listing_add(l, r->id,
                       json_pack("{s:I,s:o,s:o,s:s,s:I,s:b,s:s%}", "id", (json_int_t)r->id,
                                 "author", name_of(l, r->author), "about", name_of(l, r->about),
                                 "match", r->match, "at", (json_int_t)r->at, "resolved",
                                 r->resolved, "text", r->text.at, r->text.len));
}

static enum store_status admin_api_find_reports(struct store_tx *tx, struct call *c)
{
    struct listing *l = c->own;
    struct store_page page = {.after = l->after, .limit = l->limit};
    listing_begin(c, tx, l, "reports");
    return listing_end(c, l, store_report_list(tx, l->open != 0, &page, admin_api_add_report, l));
}

static bool admin_api_add_suggestion(void *context, const struct store_suggestion *s)
{
    struct listing *l = context;
    return listing_add(l, s->id,
                       json_pack("{s:I,s:o,s:s,s:s,s:I,s:b,s:s%}", "id", (json_int_t)s->id,
                                 "author", name_of(l, s->author), "lexicon", s->lexicon, "word",
                                 s->word, "at", (json_int_t)s->at, "resolved", s->resolved, "note",
                                 s->note.at, s->note.len));
}

static enum store_status admin_api_find_suggestions(struct store_tx *tx, struct call *c)
{
    struct listing *l = c->own;
    struct store_page page = {.after = l->after, .limit = l->limit};
    listing_begin(c, tx, l, "suggestions");
    return listing_end(c, l,
                       store_suggestion_list(tx, l->open != 0, &page, admin_api_add_suggestion, l));
}

static void show_listing(struct call *c, call_run_fn *find)
{
    struct listing *l = c->own = call_alloc(c, sizeof *l);
    if (listing_read(c, l))
        call_read(c, find, call_answer_found);
}

static void admin_api_show_reports(struct call *c)
{
    show_listing(c, admin_api_find_reports);
}

static void admin_api_show_suggestions(struct call *c)
{
    show_listing(c, admin_api_find_suggestions);
}

// --- Marking one of them.

struct mark {
    int64_t id;
    bool on;
    char match[STORE_MATCH_ID];
};

// The number in the path, and a required boolean of the body.
static bool mark_read(struct call *c, struct text id, const char *name, struct mark *m)
{
    uint32_t number;
    if (!text_to_u32(id, &number)) {
        call_answer_failure(c, STORE_NONE);
        return false;
    }
    m->id = number;
    if (!json_is_boolean(json_object_get(c->body, name))) {
        call_refuse_with(c, 400, MSG_API_WANTS_BOOL, "%s", name);
        return false;
    }
    return call_bool(c, name, &m->on);
}

static enum store_status admin_api_write_report(struct store_tx *tx, struct call *c)
{
    const struct mark *m = c->own;
    return store_report_resolve(tx, m->id, m->on);
}

static enum store_status admin_api_write_suggestion(struct store_tx *tx, struct call *c)
{
    const struct mark *m = c->own;
    return store_suggestion_resolve(tx, m->id, m->on);
}

static void admin_api_resolve_report(struct call *c)
{
    struct mark *m = c->own = call_alloc(c, sizeof *m);
    if (mark_read(c, c->param[0], "resolved", m))
        call_write(c, admin_api_write_report, call_answer_done);
}

static void admin_api_resolve_suggestion(struct call *c)
{
    struct mark *m = c->own = call_alloc(c, sizeof *m);
    if (mark_read(c, c->param[0], "resolved", m))
        call_write(c, admin_api_write_suggestion, call_answer_done);
}

static enum store_status admin_api_write_chat(struct store_tx *tx, struct call *c)
{
    const struct mark *m = c->own;
    return store_chat_hide(tx, m->match, m->id, m->on);
}

// Clients that show the line remove it.
static void admin_api_push_to_watchers(struct call *c, struct table *t)
{
    const struct mark *m = c->own;
    live_chat(c->api->live, t, chat_hidden_json(m->match, m->id, m->on), NULL, 0);
    call_answer_done(c);
}

static void admin_api_chat_written(struct call *c)
{
    const struct mark *m = c->own;
    note(c, m->on ? "admin.chat_hidden" : "admin.chat_shown", m->match);
    call_look(c, admin_api_push_to_watchers);
}

static void admin_api_hide_chat(struct call *c)
{
    struct mark *m = c->own = call_alloc(c, sizeof *m);
    if (c->param[0].len >= sizeof m->match) {
        call_answer_failure(c, STORE_NONE);
        return;
    }
    memcpy(m->match, c->param[0].at, c->param[0].len);
    if (mark_read(c, c->param[1], "hidden", m))
        call_write(c, admin_api_write_chat, admin_api_chat_written);
}

// --- Accounts.

static json_t *admin_account_json(const struct store_account *a)
{
    return json_pack("{s:s,s:s,s:b,s:b,s:I,s:I,s:I}", "name", a->name, "kind",
                     account_kind_key(a->kind), "admin", a->admin, "banned", a->banned,
                     "muted_until", (json_int_t)a->muted_until, "created", (json_int_t)a->created,
                     "seen", (json_int_t)a->seen);
}

struct roll {
    char prefix[NAME_KEY], after[NAME_KEY];
    unsigned limit, count;
    json_t *list; // borrowed
};

static bool admin_api_add_account(void *context, const struct store_account *a)
{
    struct roll *r = context;
    memcpy(r->after, a->key, sizeof r->after);
    r->count++;
    return json_array_append_new(r->list, admin_account_json(a)) == 0;
}

static enum store_status admin_api_find_accounts(struct store_tx *tx, struct call *c)
{
    struct roll *r = c->own;
    char after[NAME_KEY];
    memcpy(after, r->after, sizeof after);
    r->list = json_array();
    c->found = json_pack("{s:o}", "accounts", r->list);
    struct store_page page = {.after_id = after, .limit = r->limit};
    enum store_status status = store_account_list(tx, r->prefix, &page, admin_api_add_account, r);
    json_object_set_new(c->found, "next",
                        r->count == r->limit ? json_string(r->after) : json_null());
    return status;
}

static void admin_api_show_accounts(struct call *c)
{
    struct roll *r = c->own = call_alloc(c, sizeof *r);
    struct text value;
    if (net_query(c->request, "prefix", &value))
        name_key(value, r->prefix);
    if (net_query(c->request, "after", &value))
        name_key(value, r->after);
    if (call_query_limit(c, &r->limit))
        call_read(c, admin_api_find_accounts, call_answer_found);
}

struct sentence {
    struct store_account account;
    int64_t muted_days; // -1: as it is
    bool has_banned, banned, closes;
};

static bool expels(const struct sentence *s)
{
    return s->closes || (s->has_banned && s->banned);
}

// An account to be closed is banned first, so that it joins no match while it leaves its own.
static enum store_status admin_api_write_sentence(struct store_tx *tx, struct call *c)
{
    struct sentence *s = c->own;
    struct store_account *a = &s->account;
    enum store_status status = player_find(tx, c->param[0], a);
    if (status != STORE_OK)
        return status;
    if (a->admin || a->id == c->caller.account)
        return call_reject(c, 403, MSG_ADMIN_PROTECTED, "%s", a->name);
    if (s->muted_days >= 0)
        a->muted_until = s->muted_days ? call_now(c) + s->muted_days * DAY_MS : 0;
    if (s->has_banned)
        a->banned = s->banned;
    a->banned |= s->closes;
    status = store_account_save(tx, a);
    return status == STORE_OK && expels(s) ? store_session_drop_all(tx, a->id, "") : status;
}

static enum store_status admin_api_write_closing(struct store_tx *tx, struct call *c)
{
    const struct sentence *s = c->own;
    return account_close(tx, s->account.id, call_now(c));
}

static void admin_api_closed(struct call *c)
{
    struct sentence *s = c->own;
    note(c, "admin.closed", s->account.name);
    sessions_forget_account(c->api->sessions, s->account.id);
    tables_rename(c->api->tables, s->account.id, "");
    call_answer_done(c);
}

static void admin_api_expelled(struct call *c)
{
    struct sentence *s = c->own;
    if (s->closes)
        call_write(c, admin_api_write_closing, admin_api_closed);
    else
        call_answer(c, 200, admin_account_json(&s->account));
}

static void admin_api_sentence_written(struct call *c)
{
    struct sentence *s = c->own;
    note(c, s->account.banned ? "admin.banned" : "admin.account", s->account.name);
    sessions_forget_account(c->api->sessions, s->account.id);
    if (!expels(s)) {
        call_answer(c, 200, admin_account_json(&s->account));
        return;
    }
    live_drop(c->api->live, s->account.id);
    call_leave_matches(c, s->account.id, admin_api_expelled);
}

static void admin_api_change_account(struct call *c)
{
    struct sentence *s = c->own = call_alloc(c, sizeof *s);
    s->muted_days = -1;
    s->has_banned = json_is_boolean(json_object_get(c->body, "banned"));
    if (call_number(c, "muted_days", 0, MUTE_DAYS_MAX, &s->muted_days) &&
        call_bool(c, "banned", &s->banned) && call_bool(c, "close", &s->closes))
        call_write(c, admin_api_write_sentence, admin_api_sentence_written);
}

// --- News.

struct posting {
    char file[FILE_NAME + 1];
    struct text markdown;
    struct reason why;
    bool posted;
};

static void admin_api_post(struct call *c)
{
    struct posting *p = c->own;
    p->posted = news_post(site_options(c->api->site)->news, p->file, p->markdown, &p->why);
    news_hold(c->api->news);
    news_changed(c->api->news);
    news_let_go(c->api->news);
}

static void admin_api_posted(struct call *c)
{
    struct posting *p = c->own;
    if (!p->posted) {
        call_refuse(c, 422, &p->why);
        return;
    }
    note(c, "admin.news", p->file);
    call_answer(c, 201, json_pack("{s:s}", "file", p->file));
}

static void admin_api_post_news(struct call *c)
{
    struct posting *p = c->own = call_alloc(c, sizeof *p);
    struct text file = {0};
    if (!call_text(c, "file", FILE_NAME, &file) ||
        !call_text(c, "markdown", NEWS_FILE, &p->markdown))
        return;
    snprintf(p->file, sizeof p->file, "%.*s", TEXT_ARG(file));
    if (!p->markdown.at)
        p->markdown = TEXT("");
    call_work(c, POOL_QUICK, admin_api_post, admin_api_posted);
}

const struct route admin_routes[] = {
    {NET_GET, "/api/admin/reports", ACCESS_ADMINISTER, LIMIT_REQUEST, admin_api_show_reports},
    {NET_POST, "/api/admin/reports/:id", ACCESS_ADMINISTER, LIMIT_REQUEST,
     admin_api_resolve_report},
    {NET_GET, "/api/admin/suggestions", ACCESS_ADMINISTER, LIMIT_REQUEST,
     admin_api_show_suggestions},
    {NET_POST, "/api/admin/suggestions/:id", ACCESS_ADMINISTER, LIMIT_REQUEST,
     admin_api_resolve_suggestion},
    {NET_GET, "/api/admin/accounts", ACCESS_ADMINISTER, LIMIT_REQUEST, admin_api_show_accounts},
    {NET_POST, "/api/admin/accounts/:name", ACCESS_ADMINISTER, LIMIT_REQUEST,
     admin_api_change_account},
    {NET_POST, "/api/admin/chat/:match/:id", ACCESS_ADMINISTER, LIMIT_REQUEST, admin_api_hide_chat},
    {NET_POST, "/api/admin/news", ACCESS_ADMINISTER, LIMIT_REQUEST, admin_api_post_news},
    {0},
};
