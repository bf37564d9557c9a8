// legal() of Balda and Bukva: the words that can be scored, as moves.
#include "games/balda/moves.h"
#include "games/balda/state.h"

#include <stdlib.h>
#include <string.h>

struct listing {
    const struct config *c;
    const struct state *s;
    const struct balda_state *b;
    unsigned seat;
    const struct move_sink *sink;
    struct grid grid;
    struct buf kept; // of struct balda_found: the words of one square and letter
};

static bool can_be_scored(const struct listing *l, const struct balda_found *f)
{
    struct word w = {.len = f->length};
    memcpy(w.letter, f->word, f->length);
    return balda_in_play(l->c, l->b, &w) && balda_is_new(l->c, l->b, &w, f->path);
}

static bool give(const struct listing *l, const struct balda_found *f)
{
    struct placement p = {.square = f->square, .letter = f->letter};
    struct report report = {.points = f->length, .square_count = f->length, .scorer = l->seat};
    memcpy(p.path, f->path, f->length);
    memcpy(report.squares, f->path, f->length);
    report.word.len = f->length;
    memcpy(report.word.letter, f->word, f->length);
    report.placed = (int)((const uint8_t *)memchr(f->path, f->square, f->length) - f->path);
    struct action a = balda_action(l->seat, &p, f->length);
    return l->sink->take(l->sink->context, &a, &report);
}

static bool give_path(void *context, const struct balda_found *f)
{
    const struct listing *l = context;
    return can_be_scored(l, f) ? give(l, f) : !move_sink_stops(l->sink);
}

static bool keep_path(void *context, const struct balda_found *f)
{
    struct listing *l = context;
    if (can_be_scored(l, f))
        buf_add(&l->kept, f, sizeof *f);
    return !move_sink_stops(l->sink);
}

// By word, and within a word by path: the first of equals is the first path.
static int by_word(const void *left, const void *right)
{
    const struct balda_found *x = left, *y = right;
    size_t shared = x->length < y->length ? x->length : y->length;
    int order = memcmp(x->word, y->word, shared);
    if (order == 0)
        order = x->length - y->length;
    return order ? order : memcmp(x->path, y->path, shared);
}

static bool same_word(const struct balda_found *x, const struct balda_found *y)
{
    return x->length == y->length && memcmp(x->word, y->word, x->length) == 0;
}

static bool list_letter(struct listing *l, unsigned square, unsigned letter)
{
    const struct graph *graph = &l->c->lexicon->graph;
    struct balda_found single = {.square = (uint8_t)square,
                                 .letter = (uint8_t)letter,
                                 .length = 1,
                                 .path = {(uint8_t)square},
                                 .word = {(uint8_t)letter}};
    if (config_fixed(l->c, "single", "on") && !give(l, &single))
        return false;
    if (l->sink->paths)
        return balda_find_at(&l->grid, graph, l->b->board, square, letter, give_path, l);
    buf_clear(&l->kept);
    if (!balda_find_at(&l->grid, graph, l->b->board, square, letter, keep_path, l) ||
        !buf_ok(&l->kept))
        return false;
    struct balda_found *f = (struct balda_found *)(void *)l->kept.at;
    size_t count = l->kept.len / sizeof *f;
    if (count)
        qsort(f, count, sizeof *f, by_word);
    for (size_t i = 0; i < count; i++)
        if ((i == 0 || !same_word(&f[i], &f[i - 1])) && !give(l, &f[i]))
            return false;
    return true;
}

static bool list_words(struct listing *l)
{
    for (unsigned square = 0; square < l->grid.squares; square++) {
        if (!balda_open_square(&l->grid, l->b->board, square))
            continue;
        for (unsigned letter = 1; letter <= l->c->lexicon->alphabet.size; letter++)
            if (!list_letter(l, square, letter))
                return false;
    }
    return true;
}

static bool give_kind(const struct listing *l, unsigned kind)
{
    struct action a = {.kind = (uint8_t)kind, .seat = (uint8_t)l->seat};
    struct report report;
    l->c->rules->report(l->c, l->s, &a, &report);
    return l->sink->take(l->sink->context, &a, &report);
}

bool balda_legal(const struct config *c, const struct state *s, unsigned seat,
                 const struct move_sink *sink)
{
    struct listing l = {.c = c, .s = s, .b = balda_state(s), .seat = seat, .sink = sink};
    if (!(c->rules->to_act(c, s) >> seat & 1))
        return true;
    if (l.b->asked)
        return give_kind(&l, BALDA_ACCEPT) && give_kind(&l, BALDA_REFUSE);
    balda_grid(c, &l.grid);
    bool go_on = list_words(&l) && (!config_fixed(c, "pass", "on") || give_kind(&l, ACTION_PASS));
    buf_release(&l.kept);
    return go_on;
}
