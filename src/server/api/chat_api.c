// Chat by plain requests, and reports. chat.h defines who may write and read.
#include "base/user_text.h"
#include "server/accounts/name.h"
#include "server/api/api.h"
#include "server/api/call.h"
#include "server/api/routes.h"
#include "server/live/chat.h"
#include "server/runtime/failure.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 100, REPORT_CHARACTERS = 1000 };

// --- Reading.

// An author on this page.
struct author {
    int64_t account;
    char name[41];
    bool muted;
};

struct reading {
    struct call *call;
    struct store_tx *tx;
    char match[STORE_MATCH_ID];
    int64_t seat[SEATS_MAX]; // accounts
    bool players_only;
    int64_t after, limit, last;
    struct author author[LINES_MAX];
    unsigned authors;
    json_t *lines;
    enum store_status status;
};

static int seat_of(const struct reading *r, int64_t account)
{
    for (int i = 0; i < SEATS_MAX; i++)
        if (account && r->seat[i] == account)
            return i;
    return -1;
}

static const struct author *find_author(struct reading *r, int64_t account)
{
    struct store_account row;
    int64_t reader = r->call->caller.account;
    for (unsigned i = 0; i < r->authors; i++)
        if (r->author[i].account == account)
            return &r->author[i];
    struct author *a = &r->author[r->authors++];
    a->account = account;
    r->status = store_account_get(r->tx, account, &row);
    if (r->status == STORE_OK)
        memcpy(a->name, row.name, sizeof a->name);
    if (r->status == STORE_OK && reader)
        r->status = store_mute_has(r->tx, reader, account, &a->muted);
    return a;
}

static bool chat_api_add_chat_line(void *context, const struct store_chat *line)
{
    struct reading *r = context;
    int seat = seat_of(r, line->account);
    r->last = line->id;
    // The lines of a closed account are deleted.
    if (line->hidden || line->text.len == 0 || (r->players_only && seat < 0))
        return true;
    const struct author *a = find_author(r, line->account);
    if (r->status == STORE_OK && !a->muted)
        json_array_append_new(r->lines, chat_json(line->id, line->at, a->name, seat, line->text));
    return r->status == STORE_OK;
}

static enum store_status chat_api_read_lines(struct store_tx *tx, struct call *c)
{
    struct reading *r = c->own;
    r->tx = tx;
    r->status = STORE_OK;
    r->last = r->after;
    r->lines = json_array();
    struct store_page page = {.after = r->after, .limit = (unsigned)r->limit};
    enum store_status status = store_chat_list(tx, r->match, &page, chat_api_add_chat_line, r);
    if (status == STORE_OK)
        status = r->status;
    if (status == STORE_OK)
        return STORE_OK;
    json_decref(r->lines);
    return status;
}

static void chat_api_answer_lines(struct call *c)
{
    struct reading *r = c->own;
    call_answer(c, 200, json_pack("{s:o,s:I}", "chat", r->lines, "next", (json_int_t)r->last));
}

static void chat_api_read_at(struct call *c, struct table *t)
{
    struct reading *r = c->own;
    const struct match *m = table_match(t);
    memcpy(r->match, table_id(t), sizeof r->match);
    memcpy(r->seat, m->account, sizeof r->seat);
    r->players_only = match_seat_of(m, c->caller.account) >= 0 && !table_is_over(t);
    call_read(c, chat_api_read_lines, chat_api_answer_lines);
}

static void chat_api_show(struct call *c)
{
    struct reading *r = c->own = call_alloc(c, sizeof *r);
    r->call = c;
    if (call_query_number(c, "after", 0, INT64_MAX, 0, &r->after) &&
        call_query_number(c, "limit", 1, LINES_MAX, LINES_MAX, &r->limit))
        call_look(c, chat_api_read_at);
}

// --- Writing.

struct saying {
    struct chat_line line; // first
    struct call *call;
};

static void chat_api_answer_posted(struct chat_line *l)
{
    struct call *c = ((struct saying *)l)->call;
    char seconds[24];
    int len = snprintf(seconds, sizeof seconds, "%lld", (long long)(l->wait_ms + 999) / 1000);
    struct net_field fields[] = {{"Retry-After", {seconds, (size_t)len}}, {0}};
    if (l->status == 201)
        call_answer(c, 201,
                    json_pack("{s:I,s:I,s:s,s:b}", "id", (json_int_t)l->id, "at", (json_int_t)l->at,
                              "text", l->text, "repeated", l->repeated));
    else if (l->status == 429)
        call_answer_with(c, 429, failure_json(&l->why, c->language), fields);
    else
        call_refuse(c, l->status, &l->why);
}

static void chat_api_say(struct call *c)
{
    struct saying *s = call_alloc(c, sizeof *s);
    struct text text = {0}, request = {0};
    struct reason why;
    if (!call_text(c, "text", 2 * (size_t)CHAT_BYTES, &text) ||
        !call_text(c, "request", COMMAND_REQUEST - 1, &request))
        return;
    if (!chat_read(&s->line, text, &why)) {
        call_refuse(c, 422, &why);
        return;
    }
    s->call = c;
    s->line.live = c->api->live;
    s->line.caller = c->caller;
    s->line.done = chat_api_answer_posted;
    snprintf(s->line.request, sizeof s->line.request, "%.*s", TEXT_ARG(request));
    // A longer text is not a match id.
    snprintf(s->line.match, sizeof s->line.match, "%.*s",
             TEXT_ARG(text_head(c->param[0], STORE_MATCH_ID - 1)));
    chat_post(&s->line);
}

// --- Reports.

struct reporting {
    struct store_report row;
    char about[NAME_KEY];
};

static enum store_status chat_api_write_report(struct store_tx *tx, struct call *c)
{
    struct reporting *r = c->own;
    struct store_account about;
    enum store_status status = store_account_by_key(tx, r->about, &about);
    if (status != STORE_OK)
        return status;
    if (about.id == c->caller.account)
        return call_reject(c, 422, MSG_CHAT_REPORT_SELF, "%s", "");
    r->row.about = about.id;
    return store_report_add(tx, &r->row);
}

static void chat_api_report_at(struct call *c, struct table *t)
{
    struct reporting *r = c->own;
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)c->caller.account);
    if (!call_limit(c, LIMIT_REPORT, text_of(key)))
        return;
    memcpy(r->row.match, table_id(t), sizeof r->row.match);
    r->row.author = c->caller.account;
    r->row.at = call_now(c);
    call_write(c, chat_api_write_report, call_answer_done);
}

// The text lives in the call's memory, which is freed with the call.
static bool read_report(struct call *c, struct reporting *r)
{
    struct text about = {0}, text = {0};
    struct buf clean = {0};
    if (!call_text(c, "about", NAME_BYTES - 1, &about) ||
        !call_text(c, "text", (size_t)REPORT_CHARACTERS * 4, &text))
        return false;
    name_key(about, r->about);
    bool ok = user_text_clean(text, REPORT_CHARACTERS, &clean);
    if (ok) {
        char *copy = call_alloc(c, clean.len);
        memcpy(copy, clean.at, clean.len);
        r->row.text = (struct text){copy, clean.len};
    } else {
        call_refuse_with(c, 422, MSG_CHAT_REPORT_EMPTY, "%d", REPORT_CHARACTERS);
    }
    buf_release(&clean);
    return ok;
}

static void chat_api_report(struct call *c)
{
    struct reporting *r = c->own = call_alloc(c, sizeof *r);
    if (read_report(c, r))
        call_look(c, chat_api_report_at);
}

const struct route chat_routes[] = {
    {NET_GET, "/api/matches/:id/chat", ACCESS_READ_CHAT, LIMIT_REQUEST, chat_api_show},
    {NET_POST, "/api/matches/:id/chat", ACCESS_CHAT, LIMIT_REQUEST, chat_api_say},
    {NET_POST, "/api/matches/:id/reports", ACCESS_REPORT, LIMIT_REQUEST, chat_api_report},
    {0},
};
