// Messages from clients: parsed, checked against access.h and the limits, executed.
#include "server/live/chat.h"
#include "server/live/live.h"
#include "server/live/subscriptions.h"
#include "server/live/watcher.h"
#include "server/play/event_list.h"
#include "server/runtime/metrics.h"

#include <stdlib.h>
#include <string.h>

enum {
    WATCH_EVENTS = 200,
    EARLY_BYTES = 16 * 1024, // of messages that come before the session is validated
};

// A command of a watcher, whose socket may be closed by the time it completes.
struct live_command {
    struct match_command command;
    struct watcher *watcher;
    char match[STORE_MATCH_ID];
    uint64_t from; // for a watch: the first event that is missing; 0: the whole match
};

static struct live_command *live_command_new(struct watcher *w, const char *match)
{
    struct live_command *lc = calloc(1, sizeof *lc);
    if (!lc)
        return NULL;
    lc->watcher = w;
    lc->command.account = w->caller.account;
    lc->command.seq = -1;
    lc->command.seat = -1;
    snprintf(lc->match, sizeof lc->match, "%s", match);
    w->under_way++;
    return lc;
}

static void live_command_end(struct live_command *lc)
{
    struct watcher *w = lc->watcher;
    w->under_way--;
    free(lc);
    watcher_settle(w);
}

// Refuses the message if its action is not for this caller, in that match (NULL: in any).
static bool may(struct watcher *w, enum live_op op, const struct table *t, const char *request)
{
    struct access_refusal no;
    if (access_may(access_op(op)->action, &w->caller, t, &no))
        return true;
    watcher_refuse_with(w, request, no.status, no.why, "");
    return false;
}

// Recently missed events. If they are too many for one message, the client reads them page by page.
static void add_events(json_t *json, struct table *t, uint64_t from, int64_t account)
{
    struct event_list l;
    struct event_query q = {.from = from, .limit = WATCH_EVENTS, .account = account};
    bool listed = table_list_events(t, &q, &l);
    bool complete = listed && event_list_is_short(&l);
    if (complete)
        event_list_make(&l, true);
    json_object_set_new(json, "events", complete ? json_incref(l.events) : json_array());
    if (!complete || l.more)
        json_object_set_new(json, "more", json_true());
    if (listed)
        event_list_release(&l);
}

static bool takes(struct watcher *w, enum limit_kind kind, struct text key, int64_t *wait_ms)
{
    struct site *site = w->live->site;
    if (!site_options(site)->limits ||
        limit_take(site->limits, kind, key, (int64_t)net_now_ms(), wait_ms))
        return true;
    metrics_add(METRIC_LIMITED, kind, 1);
    return false;
}

// By the account, or the address of an anonymous client.
static bool takes_own(struct watcher *w, enum limit_kind kind, int64_t *wait_ms)
{
    char account[24];
    snprintf(account, sizeof account, "%lld", (long long)w->caller.account);
    return takes(w, kind, text_of(w->caller.account ? account : w->address), wait_ms);
}

static bool may_do(struct watcher *w, enum limit_kind kind, const char *request)
{
    int64_t wait_ms = 0;
    char seconds[24];
    if (takes_own(w, kind, &wait_ms))
        return true;
    snprintf(seconds, sizeof seconds, "%lld", (long long)(wait_ms + 999) / 1000);
    watcher_refuse_with(w, request, 429, MSG_API_SLOW_DOWN, seconds);
    return false;
}

static void ops_watch_done(struct match_command *cmd, struct table *t)
{
    struct live_command *lc = (struct live_command *)cmd;
    struct watcher *w = lc->watcher;
    int64_t account = w->caller.account;
    if (w->socket && cmd->answer != COMMAND_DONE) {
        struct reason why;
        unsigned status = command_refusal(cmd, &why);
        watcher_refuse(w, cmd->request, status, &why);
    } else if (w->socket && !may(w, OP_WATCH, t, cmd->request)) {
        // it has been told
    } else if (w->socket && !watcher_watch(w, t)) {
        watcher_refuse_with(w, cmd->request, 429, MSG_API_WATCHES, "64");
    } else if (w->socket) {
        json_t *json = json_pack("{s:s}", "request", cmd->request);
        if (lc->from)
            add_events(json, t, lc->from, account);
        json_object_set_new(json, "match", table_json(t, account, (int64_t)net_now_ms()));
        watcher_send_json(w, PUSH_MATCH, t, json);
        watch_attend(watcher_find(w, lc->match));
    }
    live_command_end(lc);
}

static void op_watch(struct watcher *w, const struct json_in *message, const char *match,
                     const char *request)
{
    int64_t from = 0;
    struct reason why;
    if (!json_in_number(message, "from", 0, INT64_MAX, &from, &why)) {
        watcher_refuse(w, request, 400, &why);
        return;
    }
    struct live_command *lc = may_do(w, LIMIT_WATCH, request) ? live_command_new(w, match) : NULL;
    if (!lc)
        return;
    lc->command.read_only = true;
    lc->command.done = ops_watch_done;
    lc->from = (uint64_t)from;
    snprintf(lc->command.request, sizeof lc->command.request, "%s", request);
    tables_submit(w->live->tables, lc->match, &lc->command);
}

static void op_unwatch(struct watcher *w, const struct json_in *message, const char *match,
                       const char *request)
{
    struct watch *v = watcher_find(w, match);
    (void)message;
    (void)request;
    if (v)
        watcher_unwatch(v);
}

static void send_done(struct watcher *w, const struct live_command *lc)
{
    struct buf text = {0};
    struct json_out o = {.to = &text};
    json_out_open(&o, NULL, '{');
    json_out_string(&o, "op", access_push(PUSH_DONE)->name);
    json_out_string(&o, "match", lc->match);
    json_out_string(&o, "request", lc->command.request);
    json_out_number(&o, "seq", (int64_t)lc->command.result_seq);
    json_out_bool(&o, "repeated", lc->command.answer == COMMAND_REPEATED);
    json_out_close(&o, '}');
    if (buf_ok(&text))
        watcher_send(w, PUSH_DONE, NULL, buf_text(&text));
    buf_release(&text);
}

static void ops_act_done(struct match_command *cmd, struct table *t)
{
    struct live_command *lc = (struct live_command *)cmd;
    struct watcher *w = lc->watcher;
    if (w->socket && (cmd->answer == COMMAND_DONE || cmd->answer == COMMAND_REPEATED)) {
        send_done(w, lc);
    } else if (w->socket) {
        struct reason why;
        unsigned status = command_refusal(cmd, &why);
        watcher_refuse(w, cmd->request, status, &why);
        if (cmd->answer == COMMAND_STALE && t)
            watcher_send_json(w, PUSH_MATCH, t,
                              json_pack("{s:o}", "match",
                                        table_json(t, w->caller.account, (int64_t)net_now_ms())));
    }
    live_command_end(lc);
}

static void op_act(struct watcher *w, const struct json_in *message, const char *match,
                   const char *request)
{
    struct live_command *lc;
    struct reason why;
    lc = live_command_new(w, match);
    if (!lc)
        return;
    if (!command_read(&lc->command, message, &why)) {
        watcher_refuse(w, request, 400, &why);
        live_command_end(lc);
        return;
    }
    if (command_takes_seat(&lc->command) && !may_do(w, LIMIT_SEAT, request)) {
        live_command_end(lc);
        return;
    }
    lc->command.done = ops_act_done;
    tables_submit(w->live->tables, lc->match, &lc->command);
}

// A chat line of a watcher, whose socket may be closed by the time it completes.
struct utterance {
    struct chat_line line; // first
    struct watcher *watcher;
};

static void ops_chat_done(struct chat_line *line)
{
    struct utterance *u = (struct utterance *)line;
    struct watcher *w = u->watcher;
    if (w->socket && line->status == 201)
        watcher_send_json(w, PUSH_DONE, NULL,
                          json_pack("{s:s,s:s,s:I,s:b}", "match", line->match, "request",
                                    line->request, "id", (json_int_t)line->id, "repeated",
                                    line->repeated));
    else if (w->socket)
        watcher_refuse(w, line->request, line->status, &line->why);
    w->under_way--;
    free(u);
    watcher_settle(w);
}

static void op_chat(struct watcher *w, const struct json_in *message, const char *match,
                    const char *request)
{
    struct utterance *u = calloc(1, sizeof *u);
    struct reason why;
    if (!u)
        return;
    if (!chat_read(&u->line, json_in_find(message, "text").text, &why)) {
        watcher_refuse(w, request, 422, &why);
        free(u);
        return;
    }
    u->line.live = w->live;
    u->line.caller = w->caller;
    u->line.done = ops_chat_done;
    snprintf(u->line.match, sizeof u->line.match, "%s", match);
    snprintf(u->line.request, sizeof u->line.request, "%s", request);
    u->watcher = w;
    w->under_way++;
    chat_post(&u->line);
}

static void op_lobby(struct watcher *w, const struct json_in *message, const char *match,
                     const char *request)
{
    (void)match;
    (void)request;
    w->lobby = json_in_find(message, "on").kind != JSON_IN_FALSE;
}

static void op_mine(struct watcher *w, const struct json_in *message, const char *match,
                    const char *request)
{
    (void)match;
    (void)request;
    bool on = json_in_find(message, "on").kind != JSON_IN_FALSE;
    if (on)
        subscriptions_begin(w->live->subscriptions, w->caller.account);
    w->mine = on;
}

static void op_ping(struct watcher *w, const struct json_in *message, const char *match,
                    const char *request)
{
    (void)message;
    (void)match;
    watcher_send_json(w, PUSH_PONG, NULL,
                      json_pack("{s:s,s:I}", "request", request, "now", (json_int_t)net_now_ms()));
}

typedef void op_fn(struct watcher *w, const struct json_in *message, const char *match,
                   const char *request);

static op_fn *const ops[LIVE_OPS] = {
    [OP_WATCH] = op_watch, [OP_UNWATCH] = op_unwatch, [OP_ACT] = op_act,   [OP_CHAT] = op_chat,
    [OP_LOBBY] = op_lobby, [OP_MINE] = op_mine,       [OP_PING] = op_ping,
};

// A value that is too long counts as missing.
static void take_member(const struct json_in *message, const char *name, char *out, size_t size)
{
    struct text text = json_in_find(message, name).text;
    size_t len = text.len < size ? text.len : 0;
    if (len)
        memcpy(out, text.at, len);
    out[len] = '\0';
}

static void understand(struct watcher *w, const struct json_in *message)
{
    char name[16], match[STORE_MATCH_ID], request[COMMAND_REQUEST];
    take_member(message, "op", name, sizeof name);
    take_member(message, "match", match, sizeof match);
    take_member(message, "request", request, sizeof request);
    for (enum live_op op = 0; op < LIVE_OPS; op++)
        if (strcmp(name, access_op(op)->name) == 0) {
            if (may(w, op, NULL, request))
                ops[op](w, message, match, request);
            return;
        }
    watcher_refuse_with(w, request, 400, MSG_API_NO_OP, name);
}

// Opening many connections gains nothing: accounts and addresses have limits, too.
static bool within_limit(struct watcher *w)
{
    char connection[32];
    snprintf(connection, sizeof connection, "%p", (void *)w);
    return takes(w, LIMIT_MESSAGE, text_of(connection), NULL) &&
           takes_own(w, LIMIT_MESSAGE_ACCOUNT, NULL) &&
           takes(w, LIMIT_MESSAGE_ADDRESS, text_of(w->address), NULL);
}

static void keep_early(struct watcher *w, struct text message)
{
    size_t size = sizeof(struct early) + message.len;
    struct early *e = w->early_bytes + size <= EARLY_BYTES ? malloc(size) : NULL;
    struct early **at = &w->early;
    if (!e) {
        net_close(w->socket, 1013, TEXT("too early"));
        return;
    }
    w->early_bytes += size;
    e->next = NULL;
    e->len = message.len;
    memcpy(e->at, message.at, message.len);
    while (*at)
        at = &(*at)->next;
    *at = e;
}

void watcher_process_early(struct watcher *w)
{
    while (w->early && w->socket && w->known) {
        struct early *e = w->early;
        w->early = e->next;
        w->early_bytes -= sizeof *e + e->len;
        live_message(w->live, w->socket, (struct text){e->at, e->len});
        free(e);
    }
}

void live_message(struct live *l, struct net_socket *s, struct text message)
{
    struct watcher *w = net_socket_user(s);
    struct json_in json;
    (void)l;
    if (!w)
        return;
    w->known = w->known && !watcher_has_expired(w, (int64_t)net_now_ms());
    if (!w->known) {
        keep_early(w, message);
        return;
    }
    if (!within_limit(w)) {
        net_close(s, 1008, TEXT("too many messages"));
        return;
    }
    if (!json_in_open(&json, message)) {
        watcher_refuse_with(w, "", 400, MSG_API_BAD_MESSAGE, "");
        return;
    }
    understand(w, &json);
    json_in_close(&json);
}
