#include "server/accounts/session.h"

#include <stdlib.h>
#include <string.h>

// How long cached sessions are valid, and how many are kept.
enum { FRESH_MS = 10000, KNOWN_MAX = 20000 };

#define DAY_MS (INT64_C(86400) * 1000)

struct session_known {
    struct caller caller;
    int64_t until;
    struct session_known *older, *newer;
};

void sessions_init(struct sessions *s, uint64_t secret)
{
    *s = (struct sessions){0};
    map_init(&s->by_hash, secret);
}

static void drop_known(struct sessions *s, struct session_known *k)
{
    *(k->older ? &k->older->newer : &s->oldest) = k->newer;
    *(k->newer ? &k->newer->older : &s->newest) = k->older;
    map_remove(&s->by_hash, text_of(k->caller.session));
    free(k);
}

void sessions_release(struct sessions *s)
{
    while (s->oldest)
        drop_known(s, s->oldest);
    map_release(&s->by_hash);
}

bool sessions_find(struct sessions *s, const char *hash, int64_t now, struct caller *out)
{
    struct session_known *k = map_find(&s->by_hash, text_of(hash));
    if (!k || k->until <= now)
        return false;
    *out = k->caller;
    return true;
}

int64_t session_lifetime(enum store_account_kind kind)
{
    return (kind == ACCOUNT_GUEST ? SESSION_GUEST_DAYS : SESSION_DAYS) * DAY_MS;
}

int64_t session_extended(const struct caller *caller, int64_t now)
{
    int64_t expires = now + session_lifetime(caller->kind);
    int64_t latest = caller->created + SESSION_MOST_DAYS * DAY_MS;
    if (caller->kind != ACCOUNT_GUEST && expires > latest)
        expires = latest;
    return expires - caller->expires >= DAY_MS ? expires : caller->expires;
}

void sessions_extend(struct sessions *s, const char *hash, int64_t expires)
{
    struct session_known *k = map_find(&s->by_hash, text_of(hash));
    if (k)
        k->caller.expires = expires;
}

void sessions_forget(struct sessions *s, const char *hash)
{
    struct session_known *k = map_find(&s->by_hash, text_of(hash));
    s->forgotten++;
    if (s->on_forgotten)
        s->on_forgotten(s->context, 0, hash);
    if (k)
        drop_known(s, k);
}

void sessions_forget_account(struct sessions *s, int64_t account)
{
    s->forgotten++;
    if (s->on_forgotten)
        s->on_forgotten(s->context, account, NULL);
    for (struct session_known *k = s->oldest, *next; k; k = next) {
        next = k->newer;
        if (k->caller.account == account)
            drop_known(s, k);
    }
}

void sessions_keep(struct sessions *s, const struct caller *caller, int64_t now, int64_t expires)
{
    struct session_known *k = map_find(&s->by_hash, text_of(caller->session));
    if (k)
        drop_known(s, k);
    if (s->by_hash.count >= KNOWN_MAX)
        drop_known(s, s->oldest);
    k = malloc(sizeof *k);
    if (!k)
        return;
    *k = (struct session_known){.caller = *caller, .older = s->newest};
    k->until = now + FRESH_MS < expires ? now + FRESH_MS : expires;
    if (!map_add(&s->by_hash, text_of(k->caller.session), k)) {
        free(k);
        return;
    }
    *(s->newest ? &s->newest->newer : &s->oldest) = k;
    s->newest = k;
}

void caller_of(const struct store_account *a, struct caller *out)
{
    *out = (struct caller){.account = a->id,
                           .kind = a->kind,
                           .admin = a->admin,
                           .muted_until = a->muted_until,
                           .language = language_from_tag(text_of(a->lang))};
    memcpy(out->name, a->name, sizeof out->name);
}

enum store_status session_load(struct store_tx *tx, const char *hash, int64_t now,
                               struct caller *out, int64_t *expires)
{
    struct store_session session;
    struct store_account account;
    enum store_status status = store_session_get(tx, hash, &session);
    if (status == STORE_OK)
        status = store_account_get(tx, session.account, &account);
    if (status != STORE_OK)
        return status;
    if (session.expires <= now || account.banned || account.closed)
        return STORE_NONE;
    caller_of(&account, out);
    memcpy(out->session, session.hash, sizeof out->session);
    out->token = session.token;
    out->created = session.created;
    out->expires = *expires = session.expires;
    return STORE_OK;
}
