#include "games/bali/engine/endgame_two.h"

#include "games/bali/engine/words.h"

#include <stdlib.h>

enum { COLUMNS = 2 * BALI_ROW, SETS = 1 << COLUMNS, NO_MOVE = INT16_MIN };

// Columns are bits, in the order of bali_position_parts(). Seat 0 is the one whose turn it is.
struct endgame {
    unsigned columns;
    uint8_t place[BALI_PARTS];
    uint32_t own[2];
    int16_t points[SETS];  // of the word that these columns make; -1: none
    int16_t lead[2][SETS]; // points that the seat gains on the other from here, with the turn
    uint16_t word[SETS];   // the best for seat 0
};

static void note_word(void *context, const struct bali_found_word *word)
{
    struct endgame *c = context;
    c->points[word->parts] = (int16_t)(word->sum * word->length);
}

static void find_words(struct endgame *c, const struct bali_position *p)
{
    struct bali_part part[BALI_PARTS];
    c->columns = bali_position_parts(p, part, c->place, &c->own[0]);
    c->own[1] = ((1u << c->columns) - 1) & ~c->own[0];
    for (unsigned set = 0; set < 1u << c->columns; set++)
        c->points[set] = -1;
    bali_words(p, (struct bali_word_filter){.any_seat = true, .all_twins = true}, note_word, c);
    for (unsigned i = 0; i < c->columns; i++)
        c->points[1u << i] = (int16_t)bali_position_points(p, c->place[i]);
}

// The best word of each seat in a set of columns; NO_MOVE where it has none.
static void try_words(struct endgame *c, unsigned set)
{
    c->lead[0][set] = c->lead[1][set] = NO_MOVE;
    for (unsigned word = set; word; word = (word - 1) & set) {
        if (c->points[word] < 0)
            continue;
        for (unsigned seat = 0; seat < 2; seat++) {
            int lead = c->points[word] - c->lead[!seat][set ^ word];
            if (!(word & c->own[seat]) || lead <= c->lead[seat][set])
                continue;
            c->lead[seat][set] = (int16_t)lead;
            if (seat == 0)
                c->word[set] = (uint16_t)word;
        }
    }
}

// A seat without a word passes. When both pass, the game is over.
static void solve(struct endgame *c, int bonus)
{
    for (unsigned set = 0; set < 1u << c->columns; set++) {
        int16_t *mine = &c->lead[0][set], *theirs = &c->lead[1][set];
        try_words(c, set);
        if (*mine == NO_MOVE && *theirs == NO_MOVE) {
            *mine = (int16_t)(bonus * (!(set & c->own[0]) - !(set & c->own[1])));
            *theirs = (int16_t) - *mine;
        } else if (*mine == NO_MOVE) {
            *mine = (int16_t) - *theirs;
        } else if (*theirs == NO_MOVE) {
            *theirs = (int16_t) - *mine;
        }
    }
}

// The way to make a word of certain columns.
struct way {
    unsigned parts;
    struct bali_move move;
};

static void find_way(void *context, const struct bali_found_word *word)
{
    struct way *w = context;
    if (word->parts == w->parts)
        w->move = bali_found_move(word);
}

static struct bali_move way_to(const struct endgame *c, const struct bali_position *p,
                               unsigned parts)
{
    struct way w = {.parts = parts};
    unsigned first = (unsigned)__builtin_ctz(parts);
    if ((parts & (parts - 1)) == 0)
        return (struct bali_move){.kind = BALI_TAKE, .count = 1, .place = {c->place[first]}};
    bali_words(p, (struct bali_word_filter){.all_twins = true}, find_way, &w);
    return w.move;
}

static bool is_solvable(const struct bali_position *p)
{
    return p->set.seats == 2 && p->in_deck == 0 && p->set.bonus.factor == 1 && !p->resigned &&
           !p->missing;
}

bool bali_endgame_two_solve(const struct bali_position *p, struct bali_endgame_two *out)
{
    struct endgame *c = is_solvable(p) ? calloc(1, sizeof *c) : NULL;
    if (!c)
        return false;
    find_words(c, p);
    solve(c, p->set.bonus.points);
    unsigned all = (1u << c->columns) - 1, word = c->word[all];
    if (word)
        *out = (struct bali_endgame_two){way_to(c, p, word),
                                         p->score[p->turn] - p->score[!p->turn] + c->lead[0][all]};
    free(c);
    return word;
}
