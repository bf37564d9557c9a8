#include "server/api/player.h"

#include "match/rating.h"
#include "server/accounts/name.h"
#include "server/api/api.h"
#include "server/play/summary.h"

#include <math.h>
#include <string.h>

const char *account_kind_key(enum store_account_kind kind)
{
    return kind == ACCOUNT_GUEST ? "guest" : kind == ACCOUNT_BOT ? "bot" : "person";
}

enum store_status player_find(struct store_tx *tx, struct text name, struct store_account *a)
{
    char key[NAME_KEY];
    name_key(name, key);
    return store_account_by_key(tx, key, a);
}

// --- Ratings.

static struct rating rested(const struct store_rating *r, int64_t now)
{
    struct rating rating = {r->rating, r->deviation, r->volatility};
    rating_rest(&rating, (double)(now - r->at) / (double)CLOCK_DAY);
    return rating;
}

bool rating_is_provisional(const struct store_rating *r, int64_t now)
{
    return rested(r, now).deviation > RATING_PROVISIONAL;
}

json_t *rating_json(const struct store_rating *r, int64_t now)
{
    struct rating rating = rested(r, now);
    return json_pack(
        "{s:s,s:I,s:I,s:b,s:i,s:I}", "game", r->game, "rating", (json_int_t)llround(rating.rating),
        "deviation", (json_int_t)llround(rating.deviation), "provisional",
        rating.deviation > RATING_PROVISIONAL, "games", (int)r->games, "at", (json_int_t)r->at);
}

struct ratings {
    json_t *list;
    int64_t now;
};

static bool player_add_rating(void *context, const struct store_rating *r)
{
    struct ratings *all = context;
    return json_array_append_new(all->list, rating_json(r, all->now)) == 0;
}

enum store_status ratings_json(struct store_tx *tx, int64_t account, int64_t now, json_t *list)
{
    struct ratings all = {list, now};
    return store_ratings_of(tx, account, player_add_rating, &all);
}

// --- Query parameters.

bool call_query_limit(struct call *c, unsigned *limit)
{
    int64_t number;
    if (!call_query_number(c, "limit", 1, STORE_LIST_MAX, PAGE_LIMIT, &number))
        return false;
    *limit = (unsigned)number;
    return true;
}

static bool is_word(struct text t)
{
    for (size_t i = 0; i < t.len; i++) {
        char c = t.at[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != '-' && c != '_')
            return false;
    }
    return true;
}

bool call_query_word(struct call *c, const char *name, char *out, size_t size)
{
    struct text value;
    out[0] = '\0';
    if (!net_query(c->request, name, &value))
        return true;
    if (value.len >= size || !is_word(value)) {
        call_refuse_with(c, 400, MSG_API_WANTS_TEXT, "%s\t%zu", name, size - 1);
        return false;
    }
    memcpy(out, value.at, value.len);
    out[value.len] = '\0';
    return true;
}

bool call_game(struct call *c, struct text name, char out[24])
{
    const struct record_host *host = &c->api->site->host;
    struct config config;
    struct reason why;
    if (!(host->preset ? host->preset(host->context, &config, name, &why)
                       : config_init(&config, name, &why))) {
        call_refuse(c, 404, &why);
        return false;
    }
    snprintf(out, 24, "%s", config.preset);
    return true;
}

// --- Lists of matches.

static bool read_status(struct call *c, unsigned *statuses)
{
    static const char *const key[] = {"open", "running", "over", "aborted"};
    char word[12];
    if (!call_query_word(c, "status", word, sizeof word))
        return false;
    for (unsigned i = 0; i < sizeof key / sizeof *key; i++)
        if (strcmp(word, key[i]) == 0) {
            *statuses = 1u << i;
            return true;
        }
    if (word[0])
        call_refuse_with(c, 400, MSG_API_NO_STATUS, "%s", word);
    return !word[0];
}

bool match_listing_read(struct call *c, struct match_listing *l, unsigned statuses)
{
    l->query = (struct store_match_query){
        .statuses = statuses, .game = l->game, .lang = l->lang, .before_id = l->before_id};
    return read_status(c, &l->query.statuses) &&
           call_query_word(c, "game", l->game, sizeof l->game) &&
           call_query_word(c, "lang", l->lang, sizeof l->lang) &&
           call_query_word(c, "before_id", l->before_id, sizeof l->before_id) &&
           call_query_number(c, "before", INT64_MIN, INT64_MAX, 0, &l->query.before) &&
           call_query_limit(c, &l->query.limit);
}

enum store_status match_listing_find(struct store_tx *tx, struct call *c,
                                     const struct match_listing *l)
{
    struct summaries found = {.list = json_array()};
    c->found = json_pack("{s:o}", "matches", found.list);
    enum store_status status = summaries_add(tx, &l->query, &found);
    if (status != STORE_OK)
        return status;
    bool more = found.count == l->query.limit;
    return json_object_set_new(c->found, "next",
                               more ? json_pack("{s:I,s:s}", "before", (json_int_t)found.last_key,
                                                "before_id", found.last)
                                    : json_null()) == 0
               ? STORE_OK
               : STORE_BROKEN;
}
