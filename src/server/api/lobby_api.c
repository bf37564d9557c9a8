// Lists of matches, and the event stream of the caller's own.
#include "server/api/api.h"
#include "server/api/player.h"
#include "server/api/routes.h"

#include <stdlib.h>
#include <string.h>

enum { GREETING_PAGES = 10 };

// --- Lists.

static enum store_status lobby_api_find_listing(struct store_tx *tx, struct call *c)
{
    return match_listing_find(tx, c, c->own);
}

static void lobby_api_list_matches(struct call *c)
{
    struct match_listing *l = c->own = call_alloc(c, sizeof *l);
    int64_t mine;
    if (!call_query_number(c, "mine", 0, 1, 0, &mine))
        return;
    if (mine && !c->caller.account) {
        call_refuse_with(c, 401, MSG_API_LOG_IN, "%s", "");
        return;
    }
    unsigned open = 1u << MATCH_ROW_OPEN;
    if (!match_listing_read(c, l, mine ? open | 1u << MATCH_ROW_RUNNING : open))
        return;
    if (mine) {
        l->query.account = c->caller.account;
    } else {
        l->query.listed_only = true;
        l->query.free_seat = l->query.statuses == open;
    }
    call_read(c, lobby_api_find_listing, call_answer_found);
}

// --- The event stream of a bot or another client: the events of its matches, a line each.

// The first lines of the stream, one for each running match. The stream is subscribed before these
// are looked up, so that no event is missed in between.
struct greeting {
    struct store_job job; // first
    struct api *api;
    struct watcher *watcher;
    int64_t account;
    json_t *lines;
    char last[STORE_MATCH_ID];
    int64_t last_created;
    unsigned pages, count;
};

static bool lobby_api_add_stream_line(void *context, const struct store_match *m,
                                      const struct store_seat *seats)
{
    struct greeting *g = context;
    unsigned own = 0;
    while (own + 1 < m->seats && seats[own].account != g->account)
        own++;
    char letter[2] = {seat_letter(own)};
    memcpy(g->last, m->id, sizeof g->last);
    g->last_created = m->created;
    g->count++;
    json_t *line = json_pack("{s:s,s:s,s:s,s:b}", "match", m->id, "game", m->game, "seat", letter,
                             "turn", (int)(m->turn >> own & 1));
    return json_array_append_new(g->lines, line) == 0;
}

static enum store_status lobby_api_run_greeting(struct store_tx *tx, struct store_job *job)
{
    struct greeting *g = (struct greeting *)job;
    char last[STORE_MATCH_ID];
    struct store_match_query q = {.statuses = 1u << MATCH_ROW_RUNNING,
                                  .account = g->account,
                                  .before_id = last,
                                  .before = g->last_created};
    memcpy(last, g->last, sizeof last);
    g->count = 0;
    return store_match_list(tx, &q, lobby_api_add_stream_line, g);
}

static void lobby_api_greet(struct store_job *job)
{
    struct greeting *g = (struct greeting *)job;
    json_t *line;
    size_t i;
    json_array_foreach(g->lines, i, line) live_say(g->watcher, PUSH_RUNNING, json_incref(line));
    json_array_clear(g->lines);
    bool more = job->status != STORE_OK || g->count == STORE_LIST_MAX;
    if (job->status == STORE_OK && more && ++g->pages < GREETING_PAGES) {
        store_read(g->api->site->store, &g->job);
        return;
    }
    // "more": not all are there, GET /api/matches?mine=1 has them.
    live_say(g->watcher, PUSH_READY, json_pack("{s:b}", "more", more));
    live_let_go(g->watcher);
    json_decref(g->lines);
    free(g);
}

static void lobby_api_stream_events(struct call *c)
{
    struct greeting *g = calloc(1, sizeof *g);
    struct caller caller = c->caller;
    struct api *api = c->api;
    static const struct net_field private[] = {{"Cache-Control", {"no-store", 8}},
                                               {"X-Accel-Buffering", {"no", 2}}};
    if (!g) {
        call_answer_failure(c, STORE_BROKEN);
        return;
    }
    struct net_socket *s = call_stream(
        c,
        &(struct net_reply){.type = "application/x-ndjson", .fields = private, .field_count = 2});
    g->watcher = s ? live_stream(api->live, s, &caller) : NULL;
    g->lines = g->watcher ? json_array() : NULL;
    if (!g->lines) {
        free(g);
        return;
    }
    g->job =
        (struct store_job){.run = lobby_api_run_greeting, .done = lobby_api_greet, .slow = true};
    g->api = api;
    g->account = caller.account;
    live_hold(g->watcher);
    store_read(api->site->store, &g->job);
}

const struct route lobby_routes[] = {
    {NET_GET, "/api/matches", ACCESS_LIST_MATCHES, LIMIT_REQUEST, lobby_api_list_matches},
    {NET_GET, "/api/events", ACCESS_FOLLOW_OWN, LIMIT_REQUEST, lobby_api_stream_events},
    {0},
};
