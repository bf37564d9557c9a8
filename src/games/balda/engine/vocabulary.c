#include "games/balda/engine/vocabulary.h"

#include <stdlib.h>
#include <string.h>

bool balda_vocabulary_open(struct balda_vocabulary *v, const struct lexicon *lexicon,
                           unsigned classes)
{
    if (v->slot && v->lexicon == lexicon && v->classes == classes)
        return true;
    balda_vocabulary_release(v);
    *v = (struct balda_vocabulary){
        .lexicon = lexicon, .classes = classes, .bits = VOCABULARY_LEAST_BITS};
    v->slot = calloc((size_t)1 << v->bits, sizeof *v->slot);
    return v->slot;
}

void balda_vocabulary_release(struct balda_vocabulary *v)
{
    free(v->slot);
    v->slot = NULL;
}

void balda_vocabulary_trim(struct balda_vocabulary *v)
{
    if (v->bits > VOCABULARY_KEPT_BITS)
        balda_vocabulary_release(v);
}

uint32_t balda_vocabulary_word(struct balda_vocabulary *v, const struct word *w)
{
    uint32_t index;
    if (!lexicon_find(v->lexicon, w, &index))
        return VOCABULARY_NONE;
    bool in_play = v->classes == 0 || (lexicon_classes(v->lexicon, index) & v->classes);
    return in_play ? index : VOCABULARY_NONE;
}

static uint32_t look_up_word(struct balda_vocabulary *v, const struct balda_through *found)
{
    struct word w = {.len = found->length};
    if (w.len > PACKED_LETTERS) {
        memcpy(w.letter, found->word, w.len);
        return balda_vocabulary_word(v, &w);
    }
    for (unsigned i = 0; i < w.len; i++)
        w.letter[i] = (uint8_t)(1 + (found->packed >> (PACKED_BITS * i) & 31));
    return balda_vocabulary_word(v, &w);
}

// Where the key is, or the free slot where it would be.
static struct vocabulary_slot *slot_of(const struct balda_vocabulary *v, uint64_t key)
{
    size_t slots = (size_t)1 << v->bits;
    size_t at = key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - v->bits);
    while (v->slot[at].key && v->slot[at].key != key)
        at = (at + 1) % slots;
    return &v->slot[at];
}

static bool grow_table(struct balda_vocabulary *v)
{
    struct vocabulary_slot *old = v->slot;
    size_t slots = (size_t)1 << v->bits;
    struct vocabulary_slot *larger = NULL;
    if (v->bits < VOCABULARY_MOST_BITS)
        larger = calloc(slots * 2, sizeof *larger);
    if (!larger)
        return false;
    v->slot = larger;
    v->bits++;
    for (size_t i = 0; i < slots; i++)
        if (old[i].key)
            *slot_of(v, old[i].key) = old[i];
    free(old);
    return true;
}

// The table is at most three quarters full, so that probes stay short. Words that find no place are
// looked up each time.
static void remember_word(struct balda_vocabulary *v, uint64_t key, uint32_t word)
{
    if (v->count >= ((size_t)1 << v->bits) / 4 * 3 && !grow_table(v))
        return;
    *slot_of(v, key) = (struct vocabulary_slot){key, word};
    v->count++;
}

uint32_t balda_vocabulary_find(struct balda_vocabulary *v, const struct balda_through *found)
{
    // Letters leave the four highest bits free, and no word has a length of 0.
    uint64_t key = found->packed | (uint64_t)found->length << (PACKED_BITS * PACKED_LETTERS);
    if (found->length > PACKED_LETTERS)
        return look_up_word(v, found);
    const struct vocabulary_slot *slot = slot_of(v, key);
    if (slot->key)
        return slot->word;
    uint32_t word = look_up_word(v, found);
    remember_word(v, key, word);
    return word;
}
