// The account's credentials: logged-in browsers, and API tokens.
#include "base/user_text.h"
#include "server/api/account.h"
#include "server/api/api.h"
#include "server/api/me.h"
#include "server/api/routes.h"

#include <stdlib.h>
#include <string.h>

enum { KEYS_SHOWN = 200, TOKENS_MAX = 20, TOKEN_DAYS = 365, TOKEN_DAYS_MAX = 3650 };

#define DAY_MS (INT64_C(86400) * 1000)

json_t *session_json(const struct store_session *s, const char *current)
{
    char id[SESSION_ID];
    snprintf(id, sizeof id, "%.16s", s->hash);
    return json_pack("{s:s,s:s,s:I,s:I,s:b}", "id", id, "label", s->label, "created",
                     (json_int_t)s->created, "expires", (json_int_t)s->expires, "current",
                     strcmp(s->hash, current) == 0);
}

// --- Lists.

struct listing {
    json_t *list; // borrowed
    const char *current;
    bool tokens;
    int64_t now;
    unsigned count;
};

static bool keys_api_add(void *context, const struct store_session *s)
{
    struct listing *l = context;
    if (s->token != l->tokens || s->expires <= l->now)
        return true;
    return json_array_append_new(l->list, session_json(s, l->current)) == 0 &&
           ++l->count < KEYS_SHOWN;
}

static enum store_status find_keys(struct store_tx *tx, struct call *c, bool tokens)
{
    struct listing l = {
        .list = json_array(), .current = c->caller.session, .tokens = tokens, .now = call_now(c)};
    c->found = json_pack("{s:o}", tokens ? "tokens" : "sessions", l.list);
    return store_session_list(tx, c->caller.account, keys_api_add, &l);
}

static enum store_status keys_api_find_sessions(struct store_tx *tx, struct call *c)
{
    return find_keys(tx, c, false);
}

static enum store_status keys_api_find_tokens(struct store_tx *tx, struct call *c)
{
    return find_keys(tx, c, true);
}

static void keys_api_show_sessions(struct call *c)
{
    call_read(c, keys_api_find_sessions, call_answer_found);
}

static void keys_api_show_tokens(struct call *c)
{
    call_read(c, keys_api_find_tokens, call_answer_found);
}

// --- Logging out everywhere else.

static enum store_status keys_api_drop_sessions(struct store_tx *tx, struct call *c)
{
    return store_session_drop_kind(tx, c->caller.account, false, c->caller.session);
}

static void keys_api_sessions_dropped(struct call *c)
{
    sessions_forget_account(c->api->sessions, c->caller.account);
    live_drop_session(c->api->live, c->caller.account, c->caller.session, true);
    call_answer_done(c);
}

static void keys_api_end_sessions(struct call *c)
{
    call_write(c, keys_api_drop_sessions, keys_api_sessions_dropped);
}

// --- New tokens.

struct minting {
    struct store_account account;
    struct new_session key;
    struct text label;
    int64_t days;
    bool bot;
    unsigned count; // of existing tokens
    bool label_taken;
};

static bool keys_api_count_token(void *context, const struct store_session *s)
{
    struct minting *m = context;
    m->count += s->token;
    m->label_taken |= s->token && text_is(m->label, s->label);
    return true;
}

static enum store_status keys_api_write_token(struct store_tx *tx, struct call *c)
{
    struct minting *m = c->own;
    enum store_status status = store_account_get(tx, c->caller.account, &m->account);
    if (status == STORE_OK)
        status = store_session_list(tx, c->caller.account, keys_api_count_token, m);
    if (status != STORE_OK)
        return status;
    if (m->label_taken)
        return call_reject(c, 409, MSG_ME_LABEL_TAKEN, "%.*s", TEXT_ARG(m->label));
    if (m->count >= TOKENS_MAX)
        return call_reject(c, 409, MSG_ME_TOO_MANY, "%d", TOKENS_MAX);
    if (m->bot)
        status = me_become_bot(tx, c, &m->account);
    if (status != STORE_OK)
        return status;
    session_new_token(&m->key, c, &m->account);
    m->key.row.token = true;
    m->key.row.expires = m->key.row.created + m->days * DAY_MS;
    snprintf(m->key.row.label, sizeof m->key.row.label, "%.*s", TEXT_ARG(m->label));
    return store_session_add(tx, &m->key.row);
}

static void keys_api_token_written(struct call *c)
{
    struct minting *m = c->own;
    json_t *json = session_json(&m->key.row, "");
    // The only time it is shown: the store has only its hash.
    json_object_set_new(json, "token", json_string(m->key.secret));
    sessions_forget_account(c->api->sessions, c->caller.account);
    call_answer(c, 201, json);
}

// A label that is shown as it was written.
static bool label_ok(struct text label)
{
    struct buf clean = {0};
    bool ok = user_text_clean(label, label.len, &clean) && text_equal(buf_text(&clean), label);
    buf_release(&clean);
    return ok;
}

static void keys_api_make_token(struct call *c)
{
    struct minting *m = c->own = call_alloc(c, sizeof *m);
    size_t longest = sizeof m->key.row.label - 1;
    m->days = TOKEN_DAYS;
    if (!call_text(c, "label", longest, &m->label) ||
        !call_number(c, "days", 1, TOKEN_DAYS_MAX, &m->days) || !call_bool(c, "bot", &m->bot))
        return;
    if (label_ok(m->label))
        call_write(c, keys_api_write_token, keys_api_token_written);
    else
        call_refuse_with(c, 422, MSG_ME_LABEL, "%zu", longest);
}

// --- Revoking one.

struct revoking {
    struct text id;
    char hash[SESSION_HASH];
};

static bool keys_api_match_token(void *context, const struct store_session *s)
{
    struct revoking *r = context;
    bool found = s->token && r->id.len == SESSION_ID - 1 &&
                 text_equal(r->id, text_head(text_of(s->hash), r->id.len));
    if (found)
        memcpy(r->hash, s->hash, sizeof r->hash);
    return !found;
}

static enum store_status keys_api_drop_token(struct store_tx *tx, struct call *c)
{
    struct revoking *r = c->own;
    enum store_status status = store_session_list(tx, c->caller.account, keys_api_match_token, r);
    if (status != STORE_OK)
        return status;
    return r->hash[0] ? store_session_drop(tx, r->hash) : STORE_NONE;
}

static void keys_api_token_dropped(struct call *c)
{
    struct revoking *r = c->own;
    sessions_forget(c->api->sessions, r->hash);
    live_drop_session(c->api->live, c->caller.account, r->hash, false);
    call_answer_done(c);
}

static void keys_api_end_token(struct call *c)
{
    struct revoking *r = c->own = call_alloc(c, sizeof *r);
    r->id = c->param[0];
    call_write(c, keys_api_drop_token, keys_api_token_dropped);
}

const struct route key_routes[] = {
    {NET_GET, "/api/me/sessions", ACCESS_MANAGE_ACCOUNT, LIMIT_REQUEST, keys_api_show_sessions},
    {NET_DELETE, "/api/me/sessions", ACCESS_MANAGE_ACCOUNT, LIMIT_REQUEST, keys_api_end_sessions},
    {NET_GET, "/api/me/tokens", ACCESS_MANAGE_KEYS, LIMIT_REQUEST, keys_api_show_tokens},
    {NET_POST, "/api/me/tokens", ACCESS_MANAGE_KEYS, LIMIT_REQUEST, keys_api_make_token},
    {NET_DELETE, "/api/me/tokens/:id", ACCESS_MANAGE_KEYS, LIMIT_REQUEST, keys_api_end_token},
    {0},
};
