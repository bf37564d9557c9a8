#include "sources/casing.h"

#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FIRST_CAP = 1 << 10, LONGEST = 64 };

// Words are known by their hash alone: should two ever share one, a count is a little wrong.
struct casing_slot {
    uint64_t hash; // 0 for a free slot
    struct casing_count count;
};

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

// The hash of the word in small letters; 0 for one that is too long to be asked about.
static uint64_t hash_of(struct text word)
{
    char small[LONGEST];
    if (word.len > LONGEST)
        return 0;
    for (size_t i = 0; i < word.len; i++)
        small[i] = is_capital(word.at[i]) ? (char)(word.at[i] - 'A' + 'a') : word.at[i];
    uint64_t hash = XXH3_64bits(small, word.len);
    return hash ? hash : 1;
}

// Where the hash is, or the free slot where it would go; NULL in an empty table.
static struct casing_slot *find_slot(const struct casing *c, uint64_t hash)
{
    if (c->cap == 0)
        return NULL;
    size_t i = hash & (c->cap - 1);
    while (c->slot[i].hash && c->slot[i].hash != hash)
        i = (i + 1) & (c->cap - 1);
    return &c->slot[i];
}

static bool grow(struct casing *c)
{
    struct casing larger = {.cap = c->cap ? 2 * c->cap : FIRST_CAP, .used = c->used};
    larger.slot = calloc(larger.cap, sizeof *larger.slot);
    if (!larger.slot)
        return false;
    for (size_t i = 0; i < c->cap; i++)
        if (c->slot[i].hash)
            *find_slot(&larger, c->slot[i].hash) = c->slot[i];
    free(c->slot);
    *c = larger;
    return true;
}

void casing_release(struct casing *c)
{
    free(c->slot);
    *c = (struct casing){0};
}

bool casing_add(struct casing *c, struct text word)
{
    uint64_t hash = hash_of(word);
    if (hash == 0)
        return true;
    if (2 * (c->used + 1) > c->cap && !grow(c))
        return false;
    struct casing_slot *slot = find_slot(c, hash);
    c->used += slot->hash == 0;
    slot->hash = hash;
    return true;
}

struct casing_count casing_of(const struct casing *c, struct text word)
{
    uint64_t hash = hash_of(word);
    struct casing_slot *slot = hash ? find_slot(c, hash) : NULL;
    return slot && slot->hash ? slot->count : (struct casing_count){0};
}

static void count_word(struct casing *c, struct text word, bool inside)
{
    bool capital = is_capital(word.at[0]);
    for (size_t i = 1; i < word.len; i++)
        if (!is_small(word.at[i]))
            return;
    // At the start of a sentence a capital says nothing.
    if (word.len < 2 || (capital && !inside))
        return;
    uint64_t hash = hash_of(word);
    struct casing_slot *slot = hash ? find_slot(c, hash) : NULL;
    if (slot && slot->hash && capital)
        slot->count.capital++;
    else if (slot && slot->hash)
        slot->count.small++;
}

void casing_scan(struct casing *c, struct text prose)
{
    const char *at = prose.at;
    for (size_t i = 0; i < prose.len;) {
        size_t start = i;
        while (i < prose.len && (is_small(at[i]) || is_capital(at[i])))
            i++;
        if (i == start) {
            i++;
            continue;
        }
        bool inside =
            start >= 2 && at[start - 1] == ' ' && (is_small(at[start - 2]) || at[start - 2] == ',');
        count_word(c, (struct text){at + start, i - start}, inside);
    }
}
