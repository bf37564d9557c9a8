#include "games/bali/engine/words.h"

#include <string.h>

// A word that is being built from the top down.
struct building {
    const struct graph *graph;
    bali_word_fn *on_word;
    void *context;
    unsigned min_word;
    struct bali_part part[BALI_PARTS];
    uint8_t place_of[BALI_PARTS], sum[BALI_PARTS];
    uint32_t own;
    uint32_t letters;                   // that a part may begin with
    uint32_t starting[LETTERS_MAX + 1]; // bits of the parts that may begin with the letter
    uint32_t twins[BALI_PARTS];         // equal parts that are used before this one
    uint8_t place[BALI_PARTS], settle[BALI_PARTS];
};

static void build(struct building *b, graph_arc arc, const struct bali_found_word *made);

// Sets a part below, whose first letter has led to the arc.
static void set_below(struct building *b, graph_arc arc, unsigned which, unsigned first,
                      const struct bali_found_word *made)
{
    const struct bali_part *p = &b->part[which];
    struct bali_found_word next = *made;
    next.parts |= UINT32_C(1) << which;
    next.length += p->len;
    next.sum += b->sum[which];
    if (next.length > WORD_MAX)
        return;
    for (unsigned i = 1; i < p->len && arc; i++)
        arc = graph_step(b->graph, arc, p->letter[i]);
    if (!arc)
        return;
    b->place[next.count] = b->place_of[which];
    b->settle[next.count++] = (uint8_t)(p->open ? first : 0);
    if (graph_accepts(arc) && next.count > 1 && next.length >= b->min_word && next.parts & b->own)
        b->on_word(b->context, &next);
    build(b, arc, &next);
}

static void build(struct building *b, graph_arc arc, const struct bali_found_word *made)
{
    for (uint32_t left = graph_letters(b->graph, arc) & b->letters; left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        uint32_t parts = b->starting[letter] & ~made->parts;
        graph_arc next = parts ? graph_step(b->graph, arc, letter) : GRAPH_DEAD;
        for (; parts && next; parts &= parts - 1) {
            unsigned which = (unsigned)__builtin_ctz(parts);
            if (!(b->twins[which] & ~made->parts))
                set_below(b, next, which, letter, made);
        }
    }
}

static void find_twins(struct building *b, unsigned which)
{
    const struct bali_part *p = &b->part[which];
    for (unsigned i = 0; i < which; i++) {
        const struct bali_part *q = &b->part[i];
        bool same = q->len == p->len && q->open == p->open && b->sum[i] == b->sum[which] &&
                    b->place_of[i] / BALI_ROW == b->place_of[which] / BALI_ROW &&
                    memcmp(q->letter, p->letter, p->len) == 0;
        b->twins[which] |= same ? UINT32_C(1) << i : 0;
    }
}

void bali_words(const struct bali_position *p, struct bali_word_filter filter,
                bali_word_fn *on_word, void *context)
{
    struct building b = {
        .graph = p->graph, .on_word = on_word, .context = context, .min_word = p->set.min_word};
    unsigned count = bali_position_parts(p, b.part, b.place_of, &b.own);
    for (unsigned i = 0; i < count; i++) {
        const struct bali_part *part = &b.part[i];
        uint32_t starts = part->open ? part->open : graph_bit(part->letter[0]);
        b.sum[i] = p->pile[b.place_of[i]].sum;
        b.letters |= starts;
        for (; starts; starts &= starts - 1)
            b.starting[__builtin_ctz(starts) + 1] |= UINT32_C(1) << i;
        if (!filter.all_twins)
            find_twins(&b, i);
    }
    if (filter.any_seat)
        b.own = UINT32_MAX;
    build(&b, graph_forward(p->graph),
          &(struct bali_found_word){.place = b.place, .settle = b.settle});
}

struct bali_move bali_found_move(const struct bali_found_word *word)
{
    struct bali_move move = {.kind = BALI_JOIN, .count = (uint8_t)word->count};
    memcpy(move.place, word->place, word->count);
    memcpy(move.settle, word->settle, word->count);
    return move;
}
