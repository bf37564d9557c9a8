#include "server/runtime/limit.h"

#include "base/bug.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The key of a limit, and whether all processes share its buckets.
#define BY_ADDRESS true
#define BY_KEY false
#define SHARED true
#define OWN false

static const struct limit_rule rules[LIMIT_KINDS] = {
    [LIMIT_LOGIN_ADDRESS] = {"login_address", 20, 30 * 1000, BY_ADDRESS, SHARED},
    [LIMIT_LOGIN_PAIR] = {"login_pair", 8, 60 * 1000, BY_KEY, SHARED},
    [LIMIT_LOGIN_NAME] = {"login_name", 30, 2 * 60 * 1000, BY_KEY, SHARED},
    [LIMIT_LOGIN_DEVICE] = {"login_device", 8, 60 * 1000, BY_KEY, SHARED},
    [LIMIT_PROOF] = {"proof", 8, 60 * 1000, BY_KEY, SHARED},
    [LIMIT_ACCOUNT] = {"account", 5, 20 * 60 * 1000, BY_ADDRESS, SHARED},
    [LIMIT_GUEST] = {"guest", 30, 60 * 1000, BY_ADDRESS, SHARED},
    [LIMIT_RESET_ADDRESS] = {"reset_address", 5, 10 * 60 * 1000, BY_ADDRESS, SHARED},
    [LIMIT_RESET_NAME] = {"reset_name", 3, 20 * 60 * 1000, BY_KEY, SHARED},
    [LIMIT_CONNECT] = {"connect", 300, 50, BY_ADDRESS, OWN},
    [LIMIT_REQUEST] = {"request", 400, 20, BY_ADDRESS, OWN},
    [LIMIT_FILE] = {"file", 2000, 5, BY_ADDRESS, OWN},
    [LIMIT_DOWNLOAD] = {"download", 8192, 32, BY_ADDRESS, OWN}, // 512 MB, and 2 MB/s
    [LIMIT_BODY_ADDRESS] = {"body_address", 4096, 4, BY_ADDRESS, OWN},
    [LIMIT_BODY_ACCOUNT] = {"body_account", 1024, 16, BY_KEY, OWN},
    [LIMIT_MESSAGE] = {"message", 120, 20, BY_KEY, OWN},
    [LIMIT_MESSAGE_ACCOUNT] = {"message_account", 480, 10, BY_KEY, OWN},
    [LIMIT_MESSAGE_ADDRESS] = {"message_address", 1200, 5, BY_ADDRESS, OWN},
    [LIMIT_WATCH] = {"watch", 130, 100, BY_KEY, OWN},
    [LIMIT_SEAT] = {"seat", 20, 3 * 1000, BY_KEY, OWN},
    [LIMIT_CHAT] = {"chat", 10, 2 * 1000, BY_KEY, OWN},
    [LIMIT_MATCH] = {"match", 30, 10 * 1000, BY_KEY, OWN},
    [LIMIT_MATCH_ADDRESS] = {"match_address", 60, 5 * 1000, BY_ADDRESS, OWN},
    [LIMIT_ANALYSIS] = {"analysis", 120, 10 * 1000, BY_KEY, OWN},
    [LIMIT_UPLOAD] = {"upload", 20, 30 * 1000, BY_KEY, OWN},
    [LIMIT_KEEP] = {"keep", 240, 2 * 1000, BY_KEY, OWN},
    [LIMIT_REPORT] = {"report", 10, 5 * 60 * 1000, BY_KEY, OWN},
    [LIMIT_EXPORT] = {"export", 4, 10 * 60 * 1000, BY_KEY, OWN},
    [LIMIT_MAIL_TO] = {"mail_to", 5, 5 * 3600 * 1000, BY_KEY, SHARED},
    [LIMIT_MAIL_FROM] = {"mail_from", 10, 2 * 3600 * 1000, BY_ADDRESS, SHARED},
};

// A bucket is one number: when it will be full again. One that was full before now needs no entry.
struct entry {
    uint64_t key; // a keyed hash of kind and key; 0 is no entry
    uint64_t full_at : 56;
    uint64_t kind : 8;
};

_Static_assert(LIMIT_KINDS <= 256, "a kind fits into its bits");

// A key may lie in any of these places beside each other.
enum { WAYS = 8 };

struct limits {
    uint8_t hash_key[crypto_shorthash_KEYBYTES];
    size_t sets; // a power of two
    struct entry entry[];
};

const struct limit_rule *limit_rule(enum limit_kind kind)
{
    BUG_UNLESS((unsigned)kind < LIMIT_KINDS);
    return &rules[kind];
}

struct limits *limits_open(size_t entries)
{
    size_t sets = 1;
    while (sets * WAYS < entries)
        sets *= 2;
    struct limits *l = calloc(1, sizeof *l + sets * WAYS * sizeof *l->entry);
    if (!l)
        return NULL;
    l->sets = sets;
    randombytes_buf(l->hash_key, sizeof l->hash_key);
    return l;
}

void limits_free(struct limits *l)
{
    free(l);
}

struct text limit_address(struct text address, char out[LIMIT_ADDRESS])
{
    static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF}; // ::ffff:a.b.c.d
    struct in6_addr v6;
    char plain[LIMIT_ADDRESS];
    if (address.len == 0 || address.len >= sizeof plain)
        return address;
    memcpy(plain, address.at, address.len);
    plain[address.len] = '\0';
    plain[strcspn(plain, "%")] = '\0'; // fe80::1%eth0
    if (inet_pton(AF_INET6, plain, &v6) != 1)
        return address;
    if (memcmp(&v6, mapped, sizeof mapped) == 0) {
        inet_ntop(AF_INET, v6.s6_addr + sizeof mapped, out, LIMIT_ADDRESS);
    } else {
        memset(v6.s6_addr + 8, 0, 8);
        inet_ntop(AF_INET6, &v6, out, LIMIT_ADDRESS);
    }
    return text_of(out);
}

static uint64_t hash(const struct limits *l, enum limit_kind kind, struct text key)
{
    uint64_t digest;
    uint8_t input[256];
    char address[LIMIT_ADDRESS];
    if (rules[kind].by_address)
        key = limit_address(key, address);
    // Names and ids are shorter than that; of what is not, the first bytes count.
    key = text_head(key, sizeof input - 1);
    input[0] = (uint8_t)kind;
    if (key.len)
        memcpy(input + 1, key.at, key.len);
    crypto_shorthash((uint8_t *)&digest, input, key.len + 1, l->hash_key);
    return digest ? digest : 1;
}

static int64_t capacity_ms(enum limit_kind kind)
{
    return (int64_t)rules[kind].burst * rules[kind].every_ms;
}

// How long until the bucket is full. Where the clock was set back, an entry may lie further ahead
// than it ever can: it counts as empty.
static int64_t debt(const struct entry *e, int64_t now)
{
    int64_t ahead = (int64_t)e->full_at - now;
    int64_t most = capacity_ms((enum limit_kind)e->kind);
    if (!e->key || ahead < 0)
        return 0;
    return ahead < most ? ahead : most;
}

// The use that evicting the entry would forget, as a share of its bucket, so that kinds compare.
static double weight(const struct entry *e, int64_t now)
{
    return (double)debt(e, now) / (double)capacity_ms((enum limit_kind)e->kind);
}

// The entry of the key, or the one to give up for it.
static struct entry *find(struct limits *l, uint64_t key, int64_t now)
{
    struct entry *set = l->entry + (key & (l->sets - 1)) * WAYS;
    struct entry *least = set;
    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key)
            return &set[i];
        if (weight(&set[i], now) < weight(least, now))
            least = &set[i];
    }
    return least;
}

bool limit_take_many(struct limits *l, enum limit_kind kind, struct text key, uint32_t tokens,
                     int64_t now_ms, int64_t *retry_after_ms)
{
    const struct limit_rule *rule = limit_rule(kind);
    uint64_t digest = hash(l, kind, key);
    struct entry *e = find(l, digest, now_ms);
    int64_t owed = e->key == digest ? debt(e, now_ms) : 0;
    int64_t more = (int64_t)(tokens < rule->burst ? tokens : rule->burst) * rule->every_ms;
    int64_t wait = owed + more - capacity_ms(kind);
    if (retry_after_ms)
        *retry_after_ms = wait > 0 ? wait : 0;
    if (wait > 0)
        return false;
    *e = (struct entry){.key = digest,
                        .full_at = (uint64_t)(now_ms + owed + more) & (UINT64_MAX >> 8),
                        .kind = (uint8_t)kind};
    return true;
}

bool limit_take(struct limits *l, enum limit_kind kind, struct text key, int64_t now_ms,
                int64_t *retry_after_ms)
{
    return limit_take_many(l, kind, key, 1, now_ms, retry_after_ms);
}

void limit_give(struct limits *l, enum limit_kind kind, struct text key, uint32_t tokens,
                int64_t now_ms)
{
    uint64_t digest = hash(l, kind, key);
    struct entry *e = find(l, digest, now_ms);
    if (e->key != digest)
        return;
    int64_t owed = debt(e, now_ms) - (int64_t)tokens * limit_rule(kind)->every_ms;
    e->full_at = (uint64_t)(now_ms + (owed > 0 ? owed : 0)) & (UINT64_MAX >> 8);
}
