#include "server/api/device_game.h"

#include "proto/match_json.h"

#include <string.h>

enum { LEVEL_MAX = 6, NAMED_MAX = 64, WORD_BYTES = 200 };

// --- Terms: what the game was begun with, as the client's own pages need it.

static bool is_word(const json_t *value, size_t most)
{
    return json_is_string(value) && json_string_length(value) <= most;
}

static bool is_exactly(const json_t *value, const char *wanted)
{
    return json_is_string(value) && strcmp(json_string_value(value), wanted) == 0;
}

static bool are_levels(const json_t *levels, unsigned seats)
{
    const json_t *level;
    size_t i;
    if (json_array_size(levels) != seats)
        return false;
    json_array_foreach(levels, i, level)
    {
        if (!json_is_integer(level) || json_integer_value(level) < 0 ||
            json_integer_value(level) > LEVEL_MAX)
            return false;
    }
    return true;
}

static bool is_seat(const json_t *seat, unsigned seats)
{
    return json_is_string(seat) && json_string_length(seat) == 1 &&
           json_string_value(seat)[0] >= 'A' && json_string_value(seat)[0] < 'A' + (int)seats;
}

static bool are_settings(json_t *settings)
{
    const char *name;
    json_t *value;
    if (!json_is_object(settings) || json_object_size(settings) > NAMED_MAX)
        return false;
    json_object_foreach(settings, name, value)
    {
        if (strlen(name) > WORD_BYTES || !is_word(value, WORD_BYTES))
            return false;
    }
    return true;
}

static bool do_fit(json_t *terms, const struct config *c)
{
    const json_t *seed = json_object_get(terms, "seed");
    return is_exactly(json_object_get(terms, "game"), c->preset) &&
           is_exactly(json_object_get(terms, "lang"), c->lang) &&
           is_exactly(json_object_get(terms, "lexicon"), c->lexicon_name) &&
           are_levels(json_object_get(terms, "levels"), c->seats) &&
           is_seat(json_object_get(terms, "seat"), c->seats) &&
           are_settings(json_object_get(terms, "settings")) &&
           is_word(json_object_get(terms, "start"), WORD_BYTES) &&
           (!seed || is_word(seed, (size_t)2 * RNG_SEED));
}

// Only the members that were looked at.
static json_t *copy_terms(json_t *terms)
{
    static const char *const names[] = {"game", "lang",     "lexicon", "levels",
                                        "seat", "settings", "start",   "seed"};
    json_t *copy = json_object();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        json_t *value = json_object_get(terms, names[i]);
        if (value)
            json_object_set_new(copy, names[i], json_deep_copy(value));
    }
    return copy;
}

// --- How it stands.

static json_t *scores_json(const struct record *r)
{
    int32_t score[SEATS_MAX];
    json_t *list = json_array();
    r->config.rules->score(&r->config, &r->state, score);
    for (unsigned i = 0; i < r->config.seats; i++)
        json_array_append_new(list, json_integer(score[i]));
    return list;
}

static json_t *result_json(const struct record *r)
{
    struct outcome o;
    r->config.rules->outcome(&r->config, &r->state, &o);
    return o.over ? json_pack("{s:o,s:b}", "winners", match_seats_json(o.winners), "draw", o.draw)
                  : json_null();
}

static json_t *head_json(json_t *body, const struct record *r, struct reason *why)
{
    json_t *terms = json_object_get(body, "terms"), *leader = json_object_get(body, "leader");
    bool leads = json_is_integer(leader);
    if (!do_fit(terms, &r->config) ||
        (leads && json_integer_value(leader) >= (json_int_t)r->config.seats)) {
        reason_set(why, 0, MSG_ME_GAMES_TERMS, "%s", "");
        return NULL;
    }
    return json_pack("{s:o,s:o,s:o,s:b,s:o}", "terms", copy_terms(terms), "scores", scores_json(r),
                     "result", result_json(r), "helped",
                     json_is_true(json_object_get(body, "helped")), "leader",
                     leads ? json_integer(json_integer_value(leader)) : json_null());
}

json_t *device_game_head(json_t *body, struct text record, const struct record_host *host,
                         struct reason *why)
{
    struct record r;
    if (!record_read(&r, record, host, why))
        return NULL;
    json_t *head = head_json(body, &r, why);
    record_release(&r);
    return head;
}

bool device_game_extends(struct text longer, struct text shorter)
{
    while (shorter.len && shorter.at[shorter.len - 1] == '\n')
        shorter.len--;
    return longer.len >= shorter.len && text_equal(text_head(longer, shorter.len), shorter) &&
           (longer.len == shorter.len || longer.at[shorter.len] == '\n');
}

json_t *device_game_json(const struct store_device_game *g, bool with_record)
{
    json_t *json = json_loadb(g->head.at, g->head.len, 0, NULL);
    if (!json_is_object(json)) {
        json_decref(json);
        return NULL;
    }
    json_object_set_new(json, "id", json_string(g->id));
    json_object_set_new(json, "version", json_integer(g->version));
    json_object_set_new(json, "begun", json_integer(g->begun));
    json_object_set_new(json, "changed", json_integer(g->changed));
    if (with_record)
        json_object_set_new(json, "record", json_stringn(g->record.at, g->record.len));
    return json;
}
