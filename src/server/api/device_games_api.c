// Games of the caller's devices that the account keeps, so that they survive a cleared browser and
// can be continued on another device. They are the caller's own notes: no rating, no list of the
// best and no other account sees them.
#include "server/api/api.h"
#include "server/api/call.h"
#include "server/api/device_game.h"
#include "server/api/routes.h"

#include <stdlib.h>
#include <string.h>

static const int64_t time_max = INT64_C(1) << 53; // what a client's numbers are exact up to

struct keeping {
    struct store_device_game game;
    struct record_host host;
    int64_t base, leader; // the version that the client has seen; 0: none
    bool helped;
    char *head;
    struct reason why;
    // The account's games.
    bool there, extends, extended; // the new record the old one, or the other way round
    int64_t version;
};

// --- Which one.

static bool read_id(const struct call *c, char id[STORE_DEVICE_GAME_ID])
{
    struct text name = c->param[0];
    if (name.len == 0 || name.len >= STORE_DEVICE_GAME_ID)
        return false;
    for (size_t i = 0; i < name.len; i++)
        if (!(name.at[i] >= 'a' && name.at[i] <= 'z') && !(name.at[i] >= '0' && name.at[i] <= '9'))
            return false;
    memcpy(id, name.at, name.len);
    id[name.len] = '\0';
    return true;
}

// NULL: answered, there cannot be such a game.
static struct keeping *begin(struct call *c)
{
    struct keeping *k = c->own = call_alloc(c, sizeof *k);
    k->game.account = c->caller.account;
    if (read_id(c, k->game.id))
        return k;
    call_answer_failure(c, STORE_NONE);
    return NULL;
}

// --- Reading.

static bool device_games_api_add_game(void *context, const struct store_device_game *g)
{
    json_t *game = device_game_json(g, false);
    return game && json_array_append_new(context, game) == 0;
}

static enum store_status device_games_api_find_games(struct store_tx *tx, struct call *c)
{
    json_t *list = json_array();
    struct store_page all = {.after_id = "", .limit = DEVICE_GAMES_MAX};
    c->found = json_pack("{s:o}", "games", list);
    return store_device_game_list(tx, c->caller.account, &all, device_games_api_add_game, list);
}

static void device_games_api_show_games(struct call *c)
{
    call_read(c, device_games_api_find_games, call_answer_found);
}

static bool device_games_api_take_game(void *context, const struct store_device_game *g)
{
    struct call *c = context;
    c->found = device_game_json(g, true);
    return true;
}

static enum store_status device_games_api_find_game(struct store_tx *tx, struct call *c)
{
    struct keeping *k = c->own;
    enum store_status status =
        store_device_game_get(tx, k->game.account, k->game.id, device_games_api_take_game, c);
    return status == STORE_OK && !c->found ? STORE_DAMAGED : status;
}

static void device_games_api_show_game(struct call *c)
{
    if (begin(c))
        call_read(c, device_games_api_find_game, call_answer_found);
}

// --- Keeping one.

static bool device_games_api_compare(void *context, const struct store_device_game *g)
{
    struct call *c = context;
    struct keeping *k = c->own;
    k->there = true;
    k->version = g->version;
    k->extends = device_game_extends(k->game.record, g->record);
    k->extended = device_game_extends(g->record, k->game.record);
    if (k->extended && !k->extends && g->version != k->base)
        c->found = device_game_json(g, true);
    return true;
}

static enum store_status write_new(struct store_tx *tx, struct call *c)
{
    struct keeping *k = c->own;
    int64_t count = 0;
    enum store_status status = store_device_game_count(tx, k->game.account, &count);
    if (status == STORE_OK && count >= DEVICE_GAMES_MAX)
        return call_reject(c, 409, MSG_ME_TOO_MANY, "%d", DEVICE_GAMES_MAX);
    return status == STORE_OK ? store_device_game_put(tx, &k->game, 0) : status;
}

// The version that the client has seen is replaced, also by a shorter record (a takeback). Of other
// versions the longer record stays. If neither extends the other, the client keeps both, under two
// ids.
static enum store_status device_games_api_write_game(struct store_tx *tx, struct call *c)
{
    struct keeping *k = c->own;
    k->there = false;
    json_decref(c->found);
    c->found = NULL;
    enum store_status status =
        store_device_game_get(tx, k->game.account, k->game.id, device_games_api_compare, c);
    if (status != STORE_OK && status != STORE_NONE)
        return status;
    if (c->found)
        return STORE_OK;
    if (k->there && k->version != k->base && !k->extends)
        return call_reject(c, 409, MSG_ME_GAMES_FORK, "%s", "");
    k->game.version = call_now(c) > k->version ? call_now(c) : k->version + 1;
    status = k->there ? store_device_game_put(tx, &k->game, k->version) : write_new(tx, c);
    if (status == STORE_TAKEN)
        return call_reject(c, 409, MSG_ME_GAMES_FORK, "%s", "");
    if (status == STORE_OK)
        c->found = device_game_json(&k->game, true);
    return status == STORE_OK && !c->found ? STORE_BUSY : status;
}

static void device_games_api_replay(struct call *c)
{
    struct keeping *k = c->own;
    json_t *head = device_game_head(c->body, k->game.record, &k->host, &k->why);
    k->head = head ? json_dumps(head, JSON_COMPACT) : NULL;
    json_decref(head);
}

static void device_games_api_replayed(struct call *c)
{
    struct keeping *k = c->own;
    if (!k->head) {
        call_refuse(c, 422, &k->why);
        return;
    }
    k->game.head = text_of(k->head);
    call_write(c, device_games_api_write_game, call_answer_found);
}

static void device_games_api_release(struct call *c)
{
    struct keeping *k = c->own;
    free(k->head);
}

static bool read_game(struct call *c, struct keeping *k)
{
    return call_text(c, "record", DEVICE_GAME_RECORD, &k->game.record) &&
           call_number(c, "begun", 0, time_max, &k->game.begun) &&
           call_number(c, "changed", 0, time_max, &k->game.changed) &&
           call_number(c, "base", 0, time_max, &k->base) &&
           call_number(c, "leader", 0, SEATS_MAX - 1, &k->leader) &&
           call_bool(c, "helped", &k->helped);
}

static void device_games_api_keep_game(struct call *c)
{
    char key[24];
    struct keeping *k = begin(c);
    if (!k)
        return;
    c->release = device_games_api_release;
    snprintf(key, sizeof key, "%lld", (long long)c->caller.account);
    k->host = catalogue_host(c->api->catalogue);
    reason_set(&k->why, 0, MSG_OUT_OF_MEMORY, "%s", "");
    if (read_game(c, k) && call_limit(c, LIMIT_KEEP, text_of(key)))
        call_work(c, POOL_ANALYSIS, device_games_api_replay, device_games_api_replayed);
}

// --- Deleting one.

static enum store_status device_games_api_drop_game(struct store_tx *tx, struct call *c)
{
    const struct keeping *k = c->own;
    return store_device_game_drop(tx, k->game.account, k->game.id);
}

static void device_games_api_delete_game(struct call *c)
{
    if (begin(c))
        call_write(c, device_games_api_drop_game, call_answer_done);
}

const struct route device_routes[] = {
    {NET_GET, "/api/me/games", ACCESS_KEEP_GAMES, LIMIT_REQUEST, device_games_api_show_games},
    {NET_GET, "/api/me/games/:id", ACCESS_KEEP_GAMES, LIMIT_REQUEST, device_games_api_show_game},
    {NET_PUT, "/api/me/games/:id", ACCESS_KEEP_GAMES, LIMIT_REQUEST, device_games_api_keep_game},
    {NET_DELETE, "/api/me/games/:id", ACCESS_KEEP_GAMES, LIMIT_REQUEST,
     device_games_api_delete_game},
    {0},
};
