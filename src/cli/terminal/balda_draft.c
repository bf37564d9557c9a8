#include "cli/terminal/balda_draft.h"

#include "base/bug.h"

#include <string.h>

// Step limit of the search for a path: repeated letters make the number of paths explode.
enum { STEPS_MOST = 50000 };

void draft_init(struct draft *d, const struct config *c)
{
    struct balda_settings set;
    *d = (struct draft){0};
    BUG_UNLESS(balda_settings_load(&set, c, NULL));
    balda_grid(&set, &d->grid);
}

void draft_clear(struct draft *d)
{
    d->placed = false;
    d->move = (struct balda_move){0};
}

bool draft_place(struct draft *d, const struct balda_state *b, unsigned square, uint8_t letter)
{
    if (d->placed || !letter || !grid_open(&d->grid, b->board, square))
        return false;
    draft_clear(d);
    d->placed = true;
    d->move.square = (uint8_t)square;
    d->move.letter = letter;
    return true;
}

uint8_t draft_letter(const struct draft *d, const struct balda_state *b, unsigned square)
{
    return d->placed && square == d->move.square ? d->move.letter : b->board[square];
}

int draft_find(const struct draft *d, unsigned square)
{
    for (unsigned i = 0; i < d->move.length; i++)
        if (d->move.path[i] == square)
            return (int)i;
    return -1;
}

bool draft_passes(const struct draft *d)
{
    return d->placed && draft_find(d, d->move.square) >= 0;
}

bool draft_step(struct draft *d, const struct balda_state *b, unsigned square)
{
    if (!d->placed || square >= d->grid.squares)
        return false;
    if (d->move.length >= 2 && d->move.path[d->move.length - 2] == square) {
        d->move.length--;
        return true;
    }
    if (!draft_letter(d, b, square) || draft_find(d, square) >= 0 || d->move.length == WORD_MAX)
        return false;
    if (d->move.length && !grid_touch(&d->grid, d->move.path[d->move.length - 1], square))
        return false;
    d->move.path[d->move.length++] = (uint8_t)square;
    return true;
}

bool draft_back(struct draft *d)
{
    if (d->move.length)
        d->move.length--;
    else if (d->placed)
        draft_clear(d);
    else
        return false;
    return true;
}

// The depth-first search for a path that spells a word.
struct spelling {
    const struct draft *d;
    const struct balda_state *b;
    struct word word;
    uint8_t path[WORD_MAX], best[WORD_MAX];
    bool used[GRID_SQUARES];
    int best_value; // 0: nothing found yet
    unsigned steps;
};

// Prefers paths through the new letter, then those that keep the squares chosen so far.
static int path_value(const struct spelling *s)
{
    const struct draft *d = s->d;
    bool kept = memcmp(s->path, d->move.path, d->move.length) == 0;
    return 1 + 2 * s->used[d->move.square] + kept;
}

static void spell_from(struct spelling *s, unsigned square, unsigned done)
{
    const struct grid *g = &s->d->grid;
    if (s->best_value == 4 || s->steps == STEPS_MOST || s->used[square] ||
        draft_letter(s->d, s->b, square) != s->word.letter[done])
        return;
    s->steps++;
    s->used[square] = true;
    s->path[done++] = (uint8_t)square;
    if (done == s->word.len) {
        int value = path_value(s);
        if (value > s->best_value) {
            s->best_value = value;
            memcpy(s->best, s->path, done);
        }
    } else {
        for (unsigned i = 0; i < g->neighbours[square]; i++)
            spell_from(s, g->neighbour[square][i], done);
    }
    s->used[square] = false;
}

bool draft_type(struct draft *d, const struct balda_state *b, uint8_t letter)
{
    struct spelling s = {.d = d, .b = b, .word = draft_word(d, b)};
    if (!d->placed || !letter || d->move.length == WORD_MAX)
        return false;
    s.word.letter[s.word.len++] = letter;
    for (unsigned square = 0; square < d->grid.squares; square++)
        spell_from(&s, square, 0);
    if (!s.best_value)
        return false;
    memcpy(d->move.path, s.best, s.word.len);
    d->move.length = s.word.len;
    return true;
}

struct word draft_word(const struct draft *d, const struct balda_state *b)
{
    struct word w = {.len = (uint8_t)d->move.length};
    for (unsigned i = 0; i < d->move.length; i++)
        w.letter[i] = draft_letter(d, b, d->move.path[i]);
    return w;
}

struct action draft_action(const struct draft *d, unsigned seat)
{
    return balda_move_encode(&d->move, seat);
}

void draft_take(struct draft *d, const struct action *a)
{
    draft_clear(d);
    d->placed = balda_move_decode(a, &d->move);
}
