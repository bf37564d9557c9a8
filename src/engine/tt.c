#include "engine/tt.h"

#include <stdlib.h>

// Where each part of an entry begins in its second word.
enum {
    VALUE_AT = 0,
    DEPTH_AT = 16,
    BOUND_AT = 24,
    SQUARE_AT = 26,
    LETTER_AT = 33,
    WORD_AT = 39,
    WORD_MOST = (1 << 24) - 1, // stands for no word
};

static uint64_t pack(const struct tt_entry *e)
{
    bool told = e->word < WORD_MOST || e->word == TT_WORD_NONE;
    uint64_t word = e->word < WORD_MOST ? e->word : WORD_MOST;
    uint64_t letter = told ? e->letter : 0;
    return (uint64_t)(uint16_t)e->value << VALUE_AT | (uint64_t)e->depth << DEPTH_AT |
           (uint64_t)e->bound << BOUND_AT | (uint64_t)e->square << SQUARE_AT | letter << LETTER_AT |
           word << WORD_AT;
}

static struct tt_entry unpack(uint64_t key, uint64_t data)
{
    uint32_t word = data >> WORD_AT & WORD_MOST;
    return (struct tt_entry){
        .key = key,
        .word = word == WORD_MOST ? TT_WORD_NONE : word,
        .value = (int16_t)(uint16_t)(data >> VALUE_AT),
        .square = data >> SQUARE_AT & 127,
        .letter = data >> LETTER_AT & 63,
        .depth = (uint8_t)(data >> DEPTH_AT),
        .bound = data >> BOUND_AT & 3,
    };
}

static struct tt_entry slot_read(const struct tt_slot *s)
{
    uint64_t data = atomic_load_explicit(&s->data, memory_order_relaxed);
    return unpack(atomic_load_explicit(&s->check, memory_order_relaxed) ^ data, data);
}

static void slot_write(struct tt_slot *s, const struct tt_entry *e)
{
    uint64_t data = pack(e);
    atomic_store_explicit(&s->check, e->key ^ data, memory_order_relaxed);
    atomic_store_explicit(&s->data, data, memory_order_relaxed);
}

bool tt_init(struct tt *t, unsigned bits)
{
    t->mask = (UINT64_C(1) << bits) - 1;
    t->slot = calloc((size_t)t->mask + 1, sizeof *t->slot);
    return t->slot;
}

void tt_release(struct tt *t)
{
    free(t->slot);
    t->slot = NULL;
}

// A key may stand in either of two neighbours: the first keeps the deeper one, the second the last.
static struct tt_slot *pair(const struct tt *t, uint64_t key)
{
    return &t->slot[key & t->mask & ~UINT64_C(1)];
}

bool tt_find(const struct tt *t, uint64_t key, struct tt_entry *out)
{
    const struct tt_slot *s = pair(t, key);
    for (unsigned i = 0; i < 2; i++) {
        *out = slot_read(&s[i]);
        if (out->bound != TT_NONE && out->key == key)
            return true;
    }
    *out = (struct tt_entry){.key = key};
    return false;
}

void tt_put(struct tt *t, const struct tt_entry *new)
{
    struct tt_slot *s = pair(t, new->key);
    struct tt_entry deep = slot_read(&s[0]), last = slot_read(&s[1]);
    bool first = deep.bound == TT_NONE || deep.key == new->key || new->depth >= deep.depth;
    // What is better known of the same position is not given up for less.
    if (last.key == new->key && last.bound != TT_NONE)
        first = false;
    if (first && deep.bound != TT_NONE && deep.key != new->key)
        slot_write(&s[1], &deep);
    slot_write(&s[first ? 0 : 1], new);
}
