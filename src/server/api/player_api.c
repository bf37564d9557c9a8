// Public information about players: profiles, matches, ratings, leaderboards, best lists.
#include "match/rating.h"
#include "server/api/api.h"
#include "server/api/player.h"
#include "server/api/routes.h"
#include "server/play/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Profiles.

struct profile {
    int64_t account;
};

static enum store_status player_api_find_profile(struct store_tx *tx, struct call *c)
{
    struct profile *p = c->own;
    struct store_account a;
    struct store_tally tally;
    json_t *ratings = json_array();
    enum store_status status = player_find(tx, c->param[0], &a);
    if (status == STORE_OK)
        status = store_match_tally(tx, a.id, &tally);
    if (status == STORE_OK)
        status = ratings_json(tx, a.id, call_now(c), ratings);
    if (status != STORE_OK) {
        json_decref(ratings);
        return status;
    }
    p->account = a.id;
    c->found =
        json_pack("{s:s,s:s,s:I,s:o,s:{s:I,s:I,s:I}}", "name", a.name, "kind",
                  account_kind_key(a.kind), "since", (json_int_t)a.created, "ratings", ratings,
                  "matches", "running", (json_int_t)tally.count[MATCH_ROW_RUNNING], "over",
                  (json_int_t)tally.count[MATCH_ROW_OVER], "won", (json_int_t)tally.won);
    return STORE_OK;
}

static void player_api_answer_profile(struct call *c)
{
    const struct profile *p = c->own;
    bool here = live_is_here(c->api->live, p->account);
    json_object_set_new(c->found, "here", json_boolean(here));
    call_answer_found(c);
}

static void player_api_show_profile(struct call *c)
{
    c->own = call_alloc(c, sizeof(struct profile));
    call_read(c, player_api_find_profile, player_api_answer_profile);
}

// --- A player's matches.

static enum store_status player_api_find_matches(struct store_tx *tx, struct call *c)
{
    struct match_listing *l = c->own;
    struct store_account a;
    enum store_status status = player_find(tx, c->param[0], &a);
    if (status != STORE_OK)
        return status;
    l->query.account = a.id;
    // Unlisted matches are visible to their players only.
    l->query.listed_only = a.id != c->caller.account;
    return match_listing_find(tx, c, l);
}

static void player_api_show_matches(struct call *c)
{
    struct match_listing *l = c->own = call_alloc(c, sizeof *l);
    if (match_listing_read(c, l, 1u << MATCH_ROW_RUNNING | 1u << MATCH_ROW_OVER))
        call_read(c, player_api_find_matches, call_answer_found);
}

// --- Rating history.

// Pages continue by time alone, since not everyone may see the ids of matches: points of the same
// moment are on the same page, which may have a few more than were asked for.
enum { TIES_MAX = 200 };

struct history {
    char game[24];
    int64_t before;
    unsigned limit, count;
    bool more;
    struct call *call;
    struct store_tx *tx;
    json_t *list; // borrowed
    enum store_status status;
};

static json_t *shown_match(struct history *h, const char *match)
{
    struct store_match row;
    struct store_seat seat[SEATS_MAX];
    enum store_status status = store_match_get(h->tx, match, &row, seat);
    if (status != STORE_OK && status != STORE_NONE)
        h->status = status;
    bool shown = status == STORE_OK && access_lists(&h->call->caller, &row, seat);
    return shown ? json_string(match) : json_null();
}

static bool player_api_add_point(void *context, const struct store_rating *r, const char *match)
{
    struct history *h = context;
    h->more = h->count >= h->limit && r->at != h->before;
    if (h->more)
        return false;
    h->before = r->at;
    h->count++;
    json_t *point = json_pack("{s:o,s:I,s:I,s:I}", "match", shown_match(h, match), "at",
                              (json_int_t)r->at, "rating", (json_int_t)llround(r->rating),
                              "deviation", (json_int_t)llround(r->deviation));
    return json_array_append_new(h->list, point) == 0 && h->status == STORE_OK;
}

// The account's current standing in the game; null if it has not played.
static enum store_status find_standing(struct store_tx *tx, struct call *c, int64_t account)
{
    const struct history *h = c->own;
    struct store_rating now;
    int64_t rank = 0;
    enum store_status status = store_rating_get(tx, account, h->game, &now);
    bool played = status == STORE_OK;
    if (played)
        status = store_rating_rank(tx, account, h->game, RATING_PROVISIONAL, &rank);
    if (status != STORE_OK && status != STORE_NONE)
        return status;
    bool ranked = status == STORE_OK && !rating_is_provisional(&now, call_now(c));
    json_object_set_new(c->found, "rating", played ? rating_json(&now, call_now(c)) : json_null());
    json_object_set_new(c->found, "rank", ranked ? json_integer(rank) : json_null());
    return STORE_OK;
}

static enum store_status player_api_find_history(struct store_tx *tx, struct call *c)
{
    struct history *h = c->own;
    struct store_account a;
    enum store_status status = player_find(tx, c->param[0], &a);
    if (status != STORE_OK)
        return status;
    h->tx = tx;
    h->list = json_array();
    c->found = json_pack("{s:s,s:o}", "game", h->game, "history", h->list);
    status = find_standing(tx, c, a.id);
    struct store_page page = {.after = h->before, .limit = h->limit + TIES_MAX};
    if (status == STORE_OK)
        status = store_rating_history(tx, a.id, h->game, &page, player_api_add_point, h);
    json_object_set_new(c->found, "next",
                        h->more ? json_pack("{s:I}", "before", (json_int_t)h->before)
                                : json_null());
    return status == STORE_OK ? h->status : status;
}

static void player_api_show_history(struct call *c)
{
    struct history *h = c->own = call_alloc(c, sizeof *h);
    h->call = c;
    if (call_game(c, c->param[1], h->game) && call_query_limit(c, &h->limit) &&
        call_query_number(c, "before", 0, INT64_MAX, 0, &h->before))
        call_read(c, player_api_find_history, call_answer_found);
}

// --- Leaderboards.

struct leaders {
    char game[24];
    struct store_rating after; // the last of the previous page; account 0: the first page
    unsigned limit, count;
    int64_t now;
    struct store_tx *tx;
    json_t *list; // borrowed
    enum store_status status;
};

static bool player_api_add_leader(void *context, const struct store_rating *r, const char *name)
{
    struct leaders *l = context;
    struct store_account a;
    l->after = *r;
    l->count++;
    // After a long break the rating is too uncertain.
    if (rating_is_provisional(r, l->now))
        return true;
    l->status = store_account_get(l->tx, r->account, &a);
    if (l->status != STORE_OK)
        return false;
    json_t *leader = rating_json(r, l->now);
    json_object_set_new(leader, "name", json_string(name));
    json_object_set_new(leader, "kind", json_string(account_kind_key(a.kind)));
    json_object_del(leader, "game");
    return json_array_append_new(l->list, leader) == 0;
}

static enum store_status player_api_find_leaders(struct store_tx *tx, struct call *c)
{
    struct leaders *l = c->own;
    struct store_rating from = l->after;
    char next[64];
    l->tx = tx;
    l->now = call_now(c);
    l->list = json_array();
    c->found = json_pack("{s:s,s:o}", "game", l->game, "players", l->list);
    const struct store_leaderboard page = {.game = l->game,
                                           .max_deviation = RATING_PROVISIONAL,
                                           .after = from.account ? &from : NULL,
                                           .limit = l->limit};
    enum store_status status = store_leaderboard(tx, &page, player_api_add_leader, l);
    snprintf(next, sizeof next, "%.17g_%lld", l->after.rating, (long long)l->after.account);
    json_object_set_new(c->found, "next", l->count == l->limit ? json_string(next) : json_null());
    return status == STORE_OK ? l->status : status;
}

// ?after=, as "next" had it: a lossless rating, and the account.
static bool read_after(struct call *c, struct store_rating *after)
{
    struct text value;
    char text[64], *rest = NULL;
    if (!net_query(c->request, "after", &value))
        return true;
    snprintf(text, sizeof text, "%.*s", TEXT_ARG(text_head(value, sizeof text - 1)));
    after->rating = strtod(text, &rest);
    if (rest != text && *rest == '_')
        after->account = strtoll(rest + 1, &rest, 10);
    if (*rest == '\0' && after->account > 0 && isfinite(after->rating))
        return true;
    call_refuse_with(c, 400, MSG_API_WANTS_TEXT, "after\t%zu", sizeof text - 1);
    return false;
}

static void player_api_show_leaders(struct call *c)
{
    struct leaders *l = c->own = call_alloc(c, sizeof *l);
    if (call_game(c, c->param[0], l->game) && call_query_limit(c, &l->limit) &&
        read_after(c, &l->after))
        call_read(c, player_api_find_leaders, call_answer_found);
}

// --- Best lists of solo games.

static enum store_status player_api_find_bests(struct store_tx *tx, struct call *c)
{
    return match_listing_find(tx, c, c->own);
}

// `deal` is a date, or "daily": today.
static bool read_deal(struct call *c, struct match_listing *l)
{
    struct text deal;
    if (!net_query(c->request, "deal", &deal))
        return true;
    if (text_is(deal, "daily")) {
        daily_date(call_now(c), l->deal);
    } else if (daily_is_date(deal)) {
        snprintf(l->deal, sizeof l->deal, "%.*s", TEXT_ARG(deal));
    } else { // the call is answered and its memory freed
        call_refuse_with(c, 400, MSG_API_NO_DEAL, "%.*s", TEXT_ARG(text_head(deal, 20)));
        return false;
    }
    l->query.deal = l->deal;
    return true;
}

// The caller's own only, unlisted ones too.
static bool read_mine(struct call *c, struct match_listing *l)
{
    int64_t mine;
    if (!call_query_number(c, "mine", 0, 1, 0, &mine))
        return false;
    if (mine && !c->caller.account) {
        call_refuse_with(c, 401, MSG_API_LOG_IN, "%s", "");
        return false;
    }
    l->query.account = mine ? c->caller.account : 0;
    l->query.listed_only = !mine;
    return true;
}

static void player_api_show_bests(struct call *c)
{
    struct match_listing *l = c->own = call_alloc(c, sizeof *l);
    if (!match_listing_read(c, l, 0) || !call_game(c, c->param[0], l->game) || !read_deal(c, l) ||
        !read_mine(c, l))
        return;
    if (!l->lang[0]) {
        call_refuse_with(c, 400, MSG_API_WANTS_TEXT, "lang\t%zu", sizeof l->lang - 1);
        return;
    }
    l->query.statuses = 0;
    l->query.best = true;
    call_read(c, player_api_find_bests, call_answer_found);
}

const struct route player_routes[] = {
    {NET_GET, "/api/players/:name", ACCESS_READ_SITE, LIMIT_REQUEST, player_api_show_profile},
    {NET_GET, "/api/players/:name/matches", ACCESS_LIST_MATCHES, LIMIT_REQUEST,
     player_api_show_matches},
    {NET_GET, "/api/players/:name/ratings/:game", ACCESS_LIST_MATCHES, LIMIT_REQUEST,
     player_api_show_history},
    {NET_GET, "/api/leaderboards/:game", ACCESS_READ_SITE, LIMIT_REQUEST, player_api_show_leaders},
    {NET_GET, "/api/bests/:game", ACCESS_LIST_MATCHES, LIMIT_REQUEST, player_api_show_bests},
    {0},
};
