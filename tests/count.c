#include "count.h"

#include "base/bug.h"

#include <stdio.h>
#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FIRST_CAP = 1 << 12 };

// Where the hash is, or the free slot where it would go.
static uint64_t *find_slot(const struct counter *c, uint64_t hash)
{
    size_t i = hash & (c->cap - 1);
    while (c->slot[i] && c->slot[i] != hash)
        i = (i + 1) & (c->cap - 1);
    return &c->slot[i];
}

static void grow(struct counter *c)
{
    struct counter larger = {.cap = c->cap ? 2 * c->cap : FIRST_CAP, .count = c->count};
    larger.slot = calloc(larger.cap, sizeof *larger.slot);
    if (!larger.slot) {
        printf("Bail out! no memory to count in\n");
        exit(1);
    }
    for (size_t i = 0; i < c->cap; i++)
        if (c->slot[i])
            *find_slot(&larger, c->slot[i]) = c->slot[i];
    free(c->slot);
    *c = larger;
}

bool counter_add(struct counter *c, const struct word *word, struct text extra)
{
    uint64_t seed = XXH3_64bits(word->letter, word->len);
    uint64_t hash = XXH3_64bits_withSeed(extra.len ? extra.at : "", extra.len, seed);
    if (2 * (c->count + 1) > c->cap)
        grow(c);
    uint64_t *slot = find_slot(c, hash ? hash : 1);
    if (*slot)
        return false;
    *slot = hash ? hash : 1;
    c->count++;
    return true;
}

void counter_release(struct counter *c)
{
    free(c->slot);
    *c = (struct counter){0};
}

void tally_init(struct tally *t, const char *lang)
{
    *t = (struct tally){0};
    BUG_UNLESS(alphabet_load(&t->alphabet, text_of(lang), NULL));
}

void tally_release(struct tally *t)
{
    counter_release(&t->words);
    counter_release(&t->definitions);
    for (int i = 0; i < CLASSES; i++)
        counter_release(&t->in_class[i]);
}

static void add_definition(struct tally *t, const struct word *word,
                           const struct source_entry *entry)
{
    struct buf extra = {0};
    buf_printf(&extra, "%u ", entry->classes);
    buf_add_text(&extra, entry->definition);
    BUG_UNLESS(buf_ok(&extra));
    counter_add(&t->definitions, word, buf_text(&extra));
    buf_release(&extra);
}

bool tally_take(void *tally, const struct source_entry *entry)
{
    struct tally *t = tally;
    struct word word;
    t->entries++;
    if (!alphabet_fold(&t->alphabet, entry->spelling, &word, NULL)) {
        t->unfoldable++;
        return true;
    }
    counter_add(&t->words, &word, TEXT(""));
    for (int i = 0; i < CLASSES; i++)
        if (entry->classes & 1u << i)
            counter_add(&t->in_class[i], &word, TEXT(""));
    if (entry->definition.len)
        add_definition(t, &word, entry);
    return true;
}

bool listing_take(void *buf, const struct source_entry *entry)
{
    buf_printf(buf, "%.*s|%u|%.*s\n", TEXT_ARG(entry->spelling), entry->classes,
               TEXT_ARG(entry->definition));
    return true;
}

bool listing_take_form(void *buf, const struct source_entry *entry)
{
    buf_printf(buf, "%.*s%s|%u|%.*s\n", TEXT_ARG(entry->spelling),
               entry->marks & MARK_OFFENSIVE ? "!" : "", entry->classes, TEXT_ARG(entry->lemma));
    return true;
}

bool stopping_take(void *calls, const struct source_entry *entry)
{
    (void)entry;
    ++*(int *)calls;
    return false;
}
