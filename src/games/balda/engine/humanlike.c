#include "games/balda/engine/humanlike.h"

#include "engine/humanlike.h"

enum { PER_CENT = 100 };

// Vocabulary and attention of a level.
struct model {
    struct humanlike player;
    unsigned settles; // per cent: for a word one letter shorter than the longest that it sees
};

static const struct model models[BALDA_HUMANLIKE + 1] = {
    [1] = {.player = {.tier = 2, .overlooks = 40, .per_letter = 20, .per_tier = 20}, .settles = 50},
    [2] = {.player = {.tier = 3, .overlooks = 25, .per_letter = 15, .per_tier = 10}, .settles = 35},
    [3] = {.player = {.tier = 5, .overlooks = 10, .per_letter = 10, .per_tier = 6}, .settles = 20},
    [4] = {.player = {.tier = 7}},
};

static bool sees(const struct balda_position *p, const struct humanlike *player,
                 const struct balda_option *o)
{
    struct word_info info = lexicon_info(p->vocabulary.lexicon, o->word);
    return humanlike_sees(player, &(struct humanlike_word){
                                      .index = o->word, .tier = info.tier, .letters = o->length});
}

// One of the longest words seen that are at most `shorter` letters below the longest, at random;
// each word counts once for each letter that makes it.
static bool choose_seen(const struct balda_position *p, const struct humanlike *player,
                        unsigned shorter, struct rng *r, struct balda_option *move)
{
    struct balda_cursor at = balda_options(p);
    unsigned longest = 0, wanted = 0, count = 0;
    for (const struct balda_option *o; (o = balda_option_next(p, &at)) && o->length >= wanted;) {
        if (!sees(p, player, o))
            continue;
        if (!longest) {
            longest = o->length;
            wanted = longest > shorter + 2 ? longest - shorter : 2;
            wanted = wanted > longest ? longest : wanted;
        }
        // The first words of a length may be missing for a player who settles: only that length
        // counts.
        if (o->length < longest && o->length != wanted)
            continue;
        if (o->length == wanted && longest > wanted && count) {
            count = 0;
            longest = wanted;
        }
        if (rng_below(r, ++count) == 0)
            *move = *o;
    }
    return count > 0;
}

static bool choose_single(const struct balda_position *p, struct rng *r, struct balda_option *move)
{
    unsigned count = 0, letters = p->vocabulary.lexicon->alphabet.size;
    for (unsigned square = 0; p->single && square < p->grid.squares; square++)
        if (balda_position_open(p, square) && rng_below(r, ++count) == 0)
            *move = balda_single(square, 1 + rng_below(r, letters));
    return count > 0;
}

bool balda_humanlike_choose(struct balda_position *p, unsigned level, struct rng *r,
                            struct balda_option *move)
{
    struct humanlike player = models[level].player;
    player.seed = (uint32_t)rng_next(r);
    unsigned shorter = rng_below(r, PER_CENT) < models[level].settles;
    if (choose_seen(p, &player, shorter, r, move))
        return true;
    // Having seen nothing, it looks again, now at rarer words, too, rather than give up.
    humanlike_concentrate(&player);
    for (; player.tier <= TIERS; player.tier++)
        if (choose_seen(p, &player, 0, r, move))
            return true;
    return choose_single(p, r, move);
}

bool balda_two_ply(struct balda_position *p, struct rng *r, struct balda_option *move, int *value)
{
    struct balda_cursor at = balda_options(p);
    uint32_t seen[GRID_SQUARES] = {0};
    unsigned count = 0;
    *value = 0;
    for (const struct balda_option *o; (o = balda_option_next(p, &at));) {
        struct balda_option tried = *o;
        if (seen[o->square] & graph_bit(o->letter))
            continue;
        seen[o->square] |= graph_bit(o->letter);
        // Even if the move opened nothing, it would not be better.
        if (count && o->length - balda_position_sure_answer(p, o) < *value)
            continue;
        balda_position_make(p, &tried);
        int spread = tried.length - balda_position_best(p);
        balda_position_unmake(p, &tried);
        if (count == 0 || spread > *value) {
            *value = spread;
            count = 0;
        }
        if (spread == *value && rng_below(r, ++count) == 0)
            *move = tried;
    }
    return count || choose_single(p, r, move);
}
