#include "server/api/export_page.h"

#include "server/api/device_game.h"
#include "server/api/me.h"
#include "server/api/player.h"
#include "server/play/summary.h"
#include "store/social.h"

#include <stdlib.h>
#include <string.h>

enum { MATCHES_A_PAGE = 10, GAMES_A_PAGE = 10, ITEMS_A_PAGE = 100 };

// A section is an array, or a single object; its function appends a page of it and says whether
// there is more.
struct section {
    const char *name;
    bool is_one;
    enum store_status (*read)(struct store_tx *tx, struct export_page *p, bool *more);
};

// A page in the making, for sinks.
struct reading {
    struct export_page *page;
    struct store_tx *tx;
    unsigned count;
    enum store_status status; // of the sink's own reads
};

// Takes over the reference. False: no memory.
static bool put_item(struct export_page *p, json_t *item)
{
    char *text = item ? json_dumps(item, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    buf_printf(&p->out, "%s\n%s", p->items++ ? "," : "", text ? text : "null");
    p->out.failed |= !text;
    free(text);
    json_decref(item);
    return buf_ok(&p->out);
}

static enum store_status end_page(const struct reading *r, enum store_status status)
{
    return status == STORE_OK ? r->status : status;
}

static bool name_of(struct reading *r, int64_t account, char out[41])
{
    struct store_account a;
    out[0] = '\0';
    r->status = store_account_get(r->tx, account, &a);
    if (r->status == STORE_NONE)
        r->status = STORE_OK;
    else if (r->status == STORE_OK)
        memcpy(out, a.name, sizeof a.name);
    return r->status == STORE_OK;
}

// --- Sections.

static enum store_status export_page_read_account(struct store_tx *tx, struct export_page *p,
                                                  bool *more)
{
    struct store_account a;
    enum store_status status = store_account_get(tx, p->account, &a);
    *more = false;
    if (status != STORE_OK)
        return status;
    put_item(p, json_pack("{s:I,s:s,s:s,s:s,s:s,s:b,s:b,s:b,s:I,s:I,s:I}", "id", (json_int_t)a.id,
                          "name", a.name, "kind", account_kind_key(a.kind), "mail", a.mail, "lang",
                          a.lang, "mail_turns", a.mail_turns, "admin", a.admin, "banned", a.banned,
                          "muted_until", (json_int_t)a.muted_until, "created",
                          (json_int_t)a.created, "seen", (json_int_t)a.seen));
    return STORE_OK;
}

static bool export_page_put_session(void *context, const struct store_session *s)
{
    struct reading *r = context;
    json_t *json = session_json(s, "");
    json_object_del(json, "current");
    json_object_set_new(json, "program", json_boolean(s->token));
    return put_item(r->page, json);
}

static enum store_status export_page_read_sessions(struct store_tx *tx, struct export_page *p,
                                                   bool *more)
{
    struct reading r = {.page = p};
    *more = false;
    return store_session_list(tx, p->account, export_page_put_session, &r);
}

static json_t *plain_rating(const struct store_rating *r)
{
    return json_pack("{s:s,s:f,s:f,s:f,s:i,s:I}", "game", r->game, "rating", r->rating, "deviation",
                     r->deviation, "volatility", r->volatility, "games", (int)r->games, "at",
                     (json_int_t)r->at);
}

static bool export_page_put_rating(void *context, const struct store_rating *r)
{
    struct reading *all = context;
    return put_item(all->page, plain_rating(r));
}

static enum store_status export_page_read_ratings(struct store_tx *tx, struct export_page *p,
                                                  bool *more)
{
    struct reading r = {.page = p};
    *more = false;
    return store_ratings_of(tx, p->account, export_page_put_rating, &r);
}

// Games come in the order of their names: the first one after the last that was written.
static bool export_page_next_game(void *context, const struct store_rating *r)
{
    struct export_page *p = context;
    if (strcmp(r->game, p->game) <= 0)
        return true;
    memcpy(p->game, r->game, sizeof p->game);
    return false;
}

static bool export_page_put_history(void *context, const struct store_rating *r, const char *match)
{
    struct reading *all = context;
    json_t *json = plain_rating(r);
    json_object_set_new(json, "match", json_string(match));
    all->page->number = r->at;
    snprintf(all->page->match, sizeof all->page->match, "%s", match);
    all->count++;
    return put_item(all->page, json);
}

static enum store_status export_page_read_history(struct store_tx *tx, struct export_page *p,
                                                  bool *more)
{
    struct reading r = {.page = p};
    enum store_status status = STORE_OK;
    char last[STORE_MATCH_ID], game[24];
    memcpy(game, p->game, sizeof game);
    if (!p->match[0])
        status = store_ratings_of(tx, p->account, export_page_next_game, p);
    *more = p->match[0] || strcmp(game, p->game) != 0;
    if (status != STORE_OK || !*more)
        return status;
    memcpy(last, p->match, sizeof last);
    struct store_page page = {.after = p->number, .after_id = last, .limit = ITEMS_A_PAGE};
    status = store_rating_history(tx, p->account, p->game, &page, export_page_put_history, &r);
    if (r.count < ITEMS_A_PAGE) {
        p->match[0] = '\0'; // on to the next game
        p->number = 0;
    }
    return status;
}

struct log {
    json_t *list; // borrowed
    int64_t only; // events of this account; 0: all
};

// `A c2=T/b3c3c2`; the other events begin with a word.
static bool is_move(struct text event)
{
    return event.len > 1 && event.at[1] == ' ';
}

static bool export_page_add_log_entry(void *context, const struct store_entry *e)
{
    struct log *l = context;
    if (l->only && e->account != l->only)
        return true;
    bool closed = l->only && is_move(e->text);
    struct text event = closed ? text_head(e->text, strlen("A ")) : e->text;
    json_t *entry = json_pack("{s:i,s:I,s:s%+}", "seq", (int)e->seq, "at", (json_int_t)e->at,
                              "event", event.at, event.len, closed ? "?" : "");
    return json_array_append_new(l->list, entry) == 0;
}

// The log of a match in progress may reveal what the other seats hold, or letters that the game
// forgets: until the end only the account's own events, and a move is `A ?`.
static enum store_status put_match(struct store_tx *tx, struct export_page *p, json_t *match)
{
    const char *status = json_string_value(json_object_get(match, "status"));
    bool over = status && (strcmp(status, "over") == 0 || strcmp(status, "aborted") == 0);
    struct log log = {.list = json_array(), .only = over ? 0 : p->account};
    const char *id = json_string_value(json_object_get(match, "id"));
    json_object_set_new(match, "log", log.list);
    if (!id)
        return STORE_BROKEN;
    enum store_status found = store_entries(tx, id, 0, 0, export_page_add_log_entry, &log);
    put_item(p, json_incref(match));
    return found;
}

static enum store_status export_page_read_matches(struct store_tx *tx, struct export_page *p,
                                                  bool *more)
{
    struct summaries found = {.list = json_array()};
    struct store_match_query q = {
        .account = p->account, .before_id = p->match, .before = p->number, .limit = MATCHES_A_PAGE};
    enum store_status status = summaries_add(tx, &q, &found);
    json_t *match;
    size_t i;
    json_array_foreach(found.list, i, match)
    {
        if (status == STORE_OK)
            status = put_match(tx, p, match);
    }
    json_decref(found.list);
    *more = found.count == MATCHES_A_PAGE;
    memcpy(p->match, found.last, sizeof p->match);
    p->number = found.last_key;
    return status;
}

static bool export_page_put_chat(void *context, const struct store_chat *c)
{
    struct reading *r = context;
    r->count++;
    memcpy(r->page->match, c->match, sizeof r->page->match);
    r->page->number = c->id;
    return put_item(r->page, json_pack("{s:s,s:I,s:I,s:b,s:s%}", "match", c->match, "id",
                                       (json_int_t)c->id, "at", (json_int_t)c->at, "hidden",
                                       c->hidden, "text", c->text.at, c->text.len));
}

static enum store_status export_page_read_chat(struct store_tx *tx, struct export_page *p,
                                               bool *more)
{
    struct reading r = {.page = p};
    char match[sizeof p->match];
    memcpy(match, p->match, sizeof match);
    struct store_page page = {.after = p->number, .after_id = match, .limit = ITEMS_A_PAGE};
    enum store_status status = store_chat_of(tx, p->account, &page, export_page_put_chat, &r);
    *more = r.count == ITEMS_A_PAGE;
    return status;
}

static bool export_page_put_mute(void *context, int64_t other, const char *name)
{
    struct reading *r = context;
    (void)other;
    return put_item(r->page, json_string(name));
}

static enum store_status export_page_read_mutes(struct store_tx *tx, struct export_page *p,
                                                bool *more)
{
    struct reading r = {.page = p};
    *more = false;
    return store_mute_list(tx, p->account, export_page_put_mute, &r);
}

static bool export_page_put_report(void *context, const struct store_report *report)
{
    struct reading *r = context;
    char about[41];
    r->count++;
    r->page->number = report->id;
    return name_of(r, report->about, about) &&
           put_item(r->page, json_pack("{s:I,s:s,s:s,s:I,s:b,s:s%}", "id", (json_int_t)report->id,
                                       "about", about, "match", report->match, "at",
                                       (json_int_t)report->at, "resolved", report->resolved, "text",
                                       report->text.at, report->text.len));
}

static enum store_status export_page_read_reports(struct store_tx *tx, struct export_page *p,
                                                  bool *more)
{
    struct reading r = {.page = p, .tx = tx};
    struct store_page page = {.after = p->number, .limit = ITEMS_A_PAGE};
    enum store_status status = store_report_of(tx, p->account, &page, export_page_put_report, &r);
    *more = r.count == ITEMS_A_PAGE;
    return end_page(&r, status);
}

static bool export_page_put_suggestion(void *context, const struct store_suggestion *s)
{
    struct reading *r = context;
    r->count++;
    r->page->number = s->id;
    return put_item(r->page,
                    json_pack("{s:I,s:s,s:s,s:I,s:b,s:s%}", "id", (json_int_t)s->id, "lexicon",
                              s->lexicon, "word", s->word, "at", (json_int_t)s->at, "resolved",
                              s->resolved, "note", s->note.at, s->note.len));
}

static enum store_status export_page_read_suggestions(struct store_tx *tx, struct export_page *p,
                                                      bool *more)
{
    struct reading r = {.page = p};
    struct store_page page = {.after = p->number, .limit = ITEMS_A_PAGE};
    enum store_status status =
        store_suggestion_of(tx, p->account, &page, export_page_put_suggestion, &r);
    *more = r.count == ITEMS_A_PAGE;
    return status;
}

static bool export_page_put_device_game(void *context, const struct store_device_game *g)
{
    struct reading *r = context;
    r->count++;
    memcpy(r->page->match, g->id, sizeof g->id);
    return put_item(r->page, device_game_json(g, true));
}

static enum store_status export_page_read_device_games(struct store_tx *tx, struct export_page *p,
                                                       bool *more)
{
    struct reading r = {.page = p};
    char last[sizeof p->match];
    memcpy(last, p->match, sizeof last);
    struct store_page page = {.after_id = last, .limit = GAMES_A_PAGE};
    enum store_status status =
        store_device_game_list(tx, p->account, &page, export_page_put_device_game, &r);
    *more = r.count == GAMES_A_PAGE;
    return status;
}

static const struct section sections[] = {
    {"account", true, export_page_read_account},
    {"sessions", false, export_page_read_sessions},
    {"ratings", false, export_page_read_ratings},
    {"rating_history", false, export_page_read_history},
    {"matches", false, export_page_read_matches},
    {"chat", false, export_page_read_chat},
    {"mutes", false, export_page_read_mutes},
    {"reports", false, export_page_read_reports},
    {"suggestions", false, export_page_read_suggestions},
    {"device_games", false, export_page_read_device_games},
};

enum { SECTIONS = sizeof sections / sizeof *sections };

// --- All of them.

bool export_page_is_last(const struct export_page *p)
{
    return p->section == SECTIONS;
}

static void next_section(struct export_page *p)
{
    p->section++;
    p->begun = false;
    p->items = 0;
    p->game[0] = p->match[0] = '\0';
    p->number = 0;
}

enum store_status export_page_read(struct store_tx *tx, struct export_page *p)
{
    const struct section *s = &sections[p->section];
    bool more = false;
    if (!p->begun)
        buf_printf(&p->out, "%s\"%s\":%s", p->section ? ",\n" : "{", s->name, s->is_one ? "" : "[");
    p->begun = true;
    enum store_status status = s->read(tx, p, &more);
    if (status != STORE_OK || more)
        return status;
    buf_add_string(&p->out, s->is_one ? "" : "]");
    next_section(p);
    if (export_page_is_last(p))
        buf_add_string(&p->out, "}\n");
    return STORE_OK;
}
