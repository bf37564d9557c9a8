#include "games/balda/engine/humanlike.h"

#include <string.h>

enum { ALWAYS = 100, PEOPLE_SEEN = 4096 };

// What a level knows and how well it looks, in per cent.
struct person {
    unsigned tier;       // the least familiar words it knows
    unsigned overlooks;  // this many of the shortest and most familiar words
    unsigned per_letter; // more for each letter past three
    unsigned per_tier;   // more for each tier past the first
    unsigned content;    // takes a word one letter shorter than the longest it sees so often
};

static const struct person people[BALDA_PEOPLE + 1] = {
    [1] = {.tier = 2, .overlooks = 40, .per_letter = 20, .per_tier = 20, .content = 50},
    [2] = {.tier = 3, .overlooks = 25, .per_letter = 15, .per_tier = 10, .content = 35},
    [3] = {.tier = 5, .overlooks = 10, .per_letter = 10, .per_tier = 6, .content = 20},
    [4] = {.tier = 7},
};

// The same word is seen or overlooked wherever it lies, in one turn.
struct look {
    const struct person *person;
    const struct lexicon *lexicon;
    uint32_t salt;
};

static bool sees(const struct look *l, const struct balda_option *o)
{
    struct word_info info = lexicon_info(l->lexicon, o->word);
    unsigned letters = o->length > 3 ? o->length - 3u : 0;
    unsigned missed = l->person->overlooks + letters * l->person->per_letter +
                      (info.tier - 1) * l->person->per_tier;
    uint64_t chance = (uint64_t)(o->word ^ l->salt) * UINT64_C(0x9E3779B97F4A7C15);
    chance = (chance ^ chance >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return info.tier <= l->person->tier && (chance >> 40) % ALWAYS >= missed;
}

// One of the longest words seen that are at most `shorter` letters below the longest, at random;
// each word counts once for each letter that makes it.
static bool choose_seen(const struct balda_position *p, const struct look *l, unsigned shorter,
                        struct rng *r, struct balda_option *move)
{
    struct balda_cursor at = balda_options(p);
    unsigned longest = 0, wanted = 0, count = 0;
    for (const struct balda_option *o; (o = balda_option_next(p, &at)) && o->length >= wanted;) {
        if (!sees(l, o))
            continue;
        if (!longest) {
            longest = o->length;
            wanted = longest > shorter + 2 ? longest - shorter : 2;
            wanted = wanted > longest ? longest : wanted;
        }
        // The first words of a length may be missing for a content player: only that length counts.
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

bool balda_person_choose(struct balda_position *p, unsigned level, struct rng *r,
                         struct balda_option *move)
{
    struct person person = people[level];
    struct look look = {&person, p->vocabulary.lexicon, rng_next(r)};
    unsigned shorter = rng_below(r, ALWAYS) < person.content;
    if (choose_seen(p, &look, shorter, r, move))
        return true;
    // Whoever sees nothing looks again, and then remembers rarer words, rather than give up.
    person.overlooks = person.per_letter = person.per_tier = 0;
    for (; person.tier <= TIERS; person.tier++)
        if (choose_seen(p, &look, 0, r, move))
            return true;
    return choose_single(p, r, move);
}

bool balda_two_ply(struct balda_position *p, struct rng *r, struct balda_option *move, int *worth)
{
    struct balda_cursor at = balda_options(p);
    uint32_t seen[GRID_SQUARES] = {0};
    unsigned count = 0;
    *worth = 0;
    for (const struct balda_option *o; (o = balda_option_next(p, &at));) {
        struct balda_option tried = *o;
        if (seen[o->square] & graph_bit(o->letter))
            continue;
        seen[o->square] |= graph_bit(o->letter);
        // Even if the move opened nothing, it would not be better.
        if (count && o->length - balda_position_sure_answer(p, o) < *worth)
            continue;
        balda_position_make(p, &tried);
        int value = tried.length - balda_position_best(p);
        balda_position_unmake(p, &tried);
        if (count == 0 || value > *worth) {
            *worth = value;
            count = 0;
        }
        if (value == *worth && rng_below(r, ++count) == 0)
            *move = tried;
    }
    return count || choose_single(p, r, move);
}
