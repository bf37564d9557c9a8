#include "server/accounts/name_store.h"

#include "server/accounts/name.h"
#include "server/runtime/secret.h"
#include "store/social.h"

#include <stdio.h>
#include <string.h>

#define DAY_MS (INT64_C(86400) * 1000)

static void hash_name(struct text name, char out[SECRET_HEX])
{
    char skeleton[NAME_KEY];
    name_skeleton(name, skeleton);
    secret_digest(text_of(skeleton), out);
}

enum store_status account_close(struct store_tx *tx, int64_t account, int64_t now)
{
    struct store_account a;
    char hash[SECRET_HEX];
    enum store_status status = store_account_get(tx, account, &a);
    if (status == STORE_OK && a.name[0] && a.kind != ACCOUNT_GUEST) {
        hash_name(text_of(a.name), hash);
        status = store_name_reserve(tx, hash, now + NAME_RESERVED_DAYS * DAY_MS);
    }
    return status == STORE_OK ? store_account_close(tx, account) : status;
}

enum store_status account_name_retired(struct store_tx *tx, struct text name, int64_t now,
                                       bool *retired)
{
    char hash[SECRET_HEX];
    hash_name(name, hash);
    return store_name_reserved(tx, hash, now, retired);
}

// --- Accounts older than skeletons.

enum { PAGE = 200 };

#define TABLE_VERSION "1" // version of the look-alikes in name.c

struct page {
    struct {
        int64_t id;
        char skeleton[NAME_KEY];
    } one[PAGE];
    unsigned count, seen;
    char after[NAME_KEY];
};

static bool name_store_add_unfilled(void *context, const struct store_account *a)
{
    struct page *p = context;
    p->seen++;
    memcpy(p->after, a->key, sizeof p->after);
    if (a->kind == ACCOUNT_GUEST || a->skeleton[0])
        return true;
    p->one[p->count].id = a->id;
    name_skeleton(text_of(a->name), p->one[p->count++].skeleton);
    return true;
}

static enum store_status name_store_fill_page(struct store_tx *tx, void *context)
{
    struct page *p = context;
    p->count = p->seen = 0;
    struct store_page page = {.after_id = p->after, .limit = PAGE};
    enum store_status status = store_account_list(tx, "", &page, name_store_add_unfilled, p);
    for (unsigned i = 0; i < p->count && status == STORE_OK; i++) {
        status = store_account_skeleton(tx, p->one[i].id, p->one[i].skeleton);
        if (status == STORE_TAKEN || status == STORE_NONE)
            status = STORE_OK;
    }
    return status;
}

static enum store_status name_store_read_version(struct store_tx *tx, void *context)
{
    bool *done = context;
    struct buf version = {0};
    enum store_status status = store_note_get(tx, "skeletons", &version);
    *done = status == STORE_OK && text_is(buf_text(&version), TABLE_VERSION);
    buf_release(&version);
    return status == STORE_NONE ? STORE_OK : status;
}

static enum store_status name_store_write_version(struct store_tx *tx, void *context)
{
    (void)context;
    return store_note_put(tx, "skeletons", TEXT(TABLE_VERSION));
}

enum store_status name_skeletons_fill(struct store *s)
{
    struct page p = {0};
    bool done = false;
    enum store_status status = store_do(s, false, name_store_read_version, &done);
    if (done)
        return status;
    do {
        if (status == STORE_OK)
            status = store_do(s, true, name_store_fill_page, &p);
    } while (status == STORE_OK && p.seen == PAGE);
    return status == STORE_OK ? store_do(s, true, name_store_write_version, NULL) : status;
}
