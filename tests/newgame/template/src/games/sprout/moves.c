// The moves of Sprout: the letters that can be added, the ones that chance may draw, and what a
// move comes to.
#include "games/sprout/state.h"

#include "base/bug.h"

uint32_t sprout_starts(const struct config *c)
{
    const struct graph *g = &c->lexicon->graph;
    uint32_t starts = 0, letters = graph_letters(g, graph_forward(g));
    for (unsigned letter = 1; letter <= c->lexicon->alphabet.size; letter++)
        if (letters & graph_bit(letter) &&
            graph_letters(g, graph_step(g, graph_forward(g), letter)))
            starts |= graph_bit(letter);
    return starts;
}

// Every start letter is as likely as any other.
void sprout_draw(const struct config *c, const struct state *s, struct rng *r, struct action *a)
{
    uint32_t starts = sprout_starts(c);
    (void)s;
    BUG_UNLESS(starts);
    for (unsigned n = rng_below(r, (uint32_t)__builtin_popcount(starts)); n; n--)
        starts &= starts - 1;
    struct sprout_move m = {(uint8_t)(__builtin_ctz(starts) + 1)};
    *a = sprout_move_encode(&m, CHANCE);
}

void sprout_report(const struct config *c, const struct state *s, const struct action *a,
                   struct report *out)
{
    const struct sprout_state *b = sprout_state(s);
    struct word stem = b->stem;
    struct sprout_move m;
    *out = (struct report){.placed = -1, .scorer = a->seat};
    if (a->kind != SPROUT_ADD || !sprout_move_decode(a, &m))
        return;
    stem.letter[stem.len++] = m.letter;
    out->points = sprout_points(&b->set, sprout_arc(c, &stem), stem.len);
    *(out->points ? &out->word : &out->run) = stem;
    for (unsigned i = 0; i < stem.len; i++)
        out->squares[i] = (uint8_t)i;
    out->square_count = stem.len;
    out->placed = stem.len - 1;
}

bool sprout_legal(const struct config *c, const struct state *s, unsigned seat,
                  const struct move_sink *sink)
{
    struct report report;
    if (sprout_to_act(c, s) != 1u << seat)
        return true;
    uint32_t letters = graph_letters(&c->lexicon->graph, sprout_arc(c, &sprout_state(s)->stem));
    for (; letters; letters &= letters - 1) {
        struct sprout_move m = {(uint8_t)(__builtin_ctz(letters) + 1)};
        struct action a = sprout_move_encode(&m, seat);
        sprout_report(c, s, &a, &report);
        if (!sink->take(sink->context, &a, &report))
            return false;
    }
    return true;
}
