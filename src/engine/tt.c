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

static uint64_t place_of(const struct tt *t, uint64_t key)
{
    return key & t->mask & ~UINT64_C(1);
}

static uint64_t pack(const struct tt_entry *e)
{
    bool known = e->word < WORD_MOST || e->word == TT_WORD_NONE;
    uint64_t word = e->word < WORD_MOST ? e->word : WORD_MOST;
    uint64_t letter = known ? e->letter : 0;
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

// A slot's place is that of the first of its pair.
static struct tt_entry slot_read(const struct tt *t, const struct tt_slot *s, uint64_t place)
{
    uint64_t data = atomic_load_explicit(&s->data, memory_order_relaxed);
    uint64_t key = atomic_load_explicit(&s->check, memory_order_relaxed) ^ data ^ t->era << 1;
    if (place_of(t, key) != place)
        data = 0; // of an earlier era, or torn
    return unpack(key, data);
}

static void slot_write(const struct tt *t, struct tt_slot *s, const struct tt_entry *e)
{
    uint64_t data = pack(e);
    atomic_store_explicit(&s->check, e->key ^ data ^ t->era << 1, memory_order_relaxed);
    atomic_store_explicit(&s->data, data, memory_order_relaxed);
}

void tt_release(struct tt *t)
{
    free(t->slot);
    *t = (struct tt){0};
}

static void clear_entries(struct tt *t)
{
    for (size_t i = 0; i < (size_t)1 << t->room_bits; i++) {
        atomic_init(&t->slot[i].check, 0);
        atomic_init(&t->slot[i].data, 0);
    }
}

bool tt_reset(struct tt *t, unsigned bits)
{
    if (!t->slot || bits > t->room_bits) {
        tt_release(t);
        t->slot = calloc((size_t)1 << bits, sizeof *t->slot);
        if (!t->slot)
            return false;
        t->room_bits = t->least_bits = bits;
    } else {
        t->era++;
    }
    t->mask = (UINT64_C(1) << bits) - 1;
    t->least_bits = bits < t->least_bits ? bits : t->least_bits;
    if (t->era >> (t->least_bits - 1)) {
        clear_entries(t);
        t->era = 0;
        t->least_bits = bits;
    }
    return true;
}

// A key may stand in either of two neighbours: the first keeps the deeper one, the second the last.
static struct tt_slot *pair(const struct tt *t, uint64_t key)
{
    return &t->slot[place_of(t, key)];
}

bool tt_find(const struct tt *t, uint64_t key, struct tt_entry *out)
{
    const struct tt_slot *s = pair(t, key);
    for (unsigned i = 0; i < 2; i++) {
        *out = slot_read(t, &s[i], place_of(t, key));
        if (out->bound != TT_NONE && out->key == key)
            return true;
    }
    *out = (struct tt_entry){.key = key};
    return false;
}

void tt_put(struct tt *t, const struct tt_entry *new)
{
    struct tt_slot *s = pair(t, new->key);
    uint64_t place = place_of(t, new->key);
    struct tt_entry deep = slot_read(t, &s[0], place), last = slot_read(t, &s[1], place);
    bool first = deep.bound == TT_NONE || deep.key == new->key || new->depth >= deep.depth;
    // A position in the second slot is updated there, so that it has one entry.
    if (last.key == new->key && last.bound != TT_NONE)
        first = false;
    if (first && deep.bound != TT_NONE && deep.key != new->key)
        slot_write(t, &s[1], &deep);
    slot_write(t, &s[first ? 0 : 1], new);
}
