#include "search/balda_vocabulary.h"

#include <stdlib.h>
#include <string.h>

bool balda_vocabulary_init(struct balda_vocabulary *v, const struct lexicon *lexicon,
                           unsigned classes)
{
    *v = (struct balda_vocabulary){.lexicon = lexicon, .classes = classes};
    v->slot = calloc(VOCABULARY_SLOTS, sizeof *v->slot);
    return v->slot;
}

void balda_vocabulary_release(struct balda_vocabulary *v)
{
    free(v->slot);
    v->slot = NULL;
}

uint32_t balda_vocabulary_word(struct balda_vocabulary *v, const struct word *w)
{
    uint32_t index;
    if (!lexicon_find(v->lexicon, w, &index))
        return VOCABULARY_NONE;
    bool in_play = v->classes == 0 || (lexicon_info(v->lexicon, index).classes & v->classes);
    return in_play ? index : VOCABULARY_NONE;
}

static uint32_t look_up(struct balda_vocabulary *v, const struct balda_through *found)
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

uint32_t balda_vocabulary_find(struct balda_vocabulary *v, const struct balda_through *found)
{
    // Letters leave the four highest bits free, and no word has a length of 0.
    uint64_t key = found->packed | (uint64_t)found->length << (PACKED_BITS * PACKED_LETTERS);
    if (found->length > PACKED_LETTERS)
        return look_up(v, found);
    unsigned at = (unsigned)(key * UINT64_C(0x9E3779B97F4A7C15) >> 48) % VOCABULARY_SLOTS;
    while (v->slot[at].key && v->slot[at].key != key)
        at = (at + 1) % VOCABULARY_SLOTS;
    if (v->slot[at].key)
        return v->slot[at].word;
    uint32_t word = look_up(v, found);
    // A table that is nearly full would be slow, and it must have a free slot.
    if (v->count < VOCABULARY_SLOTS / 4 * 3) {
        v->slot[at] = (struct vocabulary_slot){key, word};
        v->count++;
    }
    return word;
}
