// apply() of Balda and Bukva: what a legal action changes.
#include "games/balda/state.h"

#include "base/bug.h"

// R-BALDA-4, R-BALDA-8
void balda_put_start(struct balda_state *b, const uint8_t *letters)
{
    unsigned row = balda_start_row(&b->set), width = b->set.width;
    b->scored[0] =
        (struct scored){.length = (uint8_t)width, .seat = NO_SEAT, .square = (uint8_t)row};
    for (unsigned i = 0; i < width; i++) {
        b->board[row + i] = letters[i];
        b->path[i] = (uint8_t)(row + i);
    }
    b->words = 1;
    b->paths = (uint16_t)width;
    b->filled = (uint8_t)width;
}

void balda_put_move(struct balda_state *b, unsigned seat, const struct balda_move *m)
{
    BUG_UNLESS(b->words < BALDA_WORDS);
    b->scored[b->words++] = (struct scored){
        .start = b->paths, .length = m->length, .seat = (uint8_t)seat, .square = m->square};
    memcpy(b->path + b->paths, m->path, m->length);
    b->paths = (uint16_t)(b->paths + m->length);
    b->board[m->square] = m->letter;
    b->filled++;
    b->score[seat] = (int16_t)(b->score[seat] + m->length);
}

// A word scores: then it is the other seat's turn, or the end.
// R-BALDA-21
static void score_move(const struct config *c, struct balda_state *b, unsigned seat,
                       const struct balda_move *m)
{
    balda_put_move(b, seat, m);
    b->turn ^= 1;
    b->passes = 0;
    if (b->filled == b->set.width * b->set.width)
        b->end = END_FULL;
    else if (b->set.no_word_left && !balda_has_word(c, b))
        b->end = END_NO_WORD;
}

static void apply_place(const struct config *c, struct balda_state *b, const struct action *a)
{
    struct balda_move m;
    BUG_UNLESS(balda_move_decode(a, &m));
    struct word w = balda_move_word(&m, b->board);
    if (balda_asks(c, b, &w))
        b->question = m;
    else
        score_move(c, b, a->seat, &m);
}

// R-BUKVA-18, R-BUKVA-19
static void answer(const struct config *c, struct balda_state *b, bool yes)
{
    struct balda_move m = b->question;
    b->question = (struct balda_move){0};
    if (yes)
        score_move(c, b, b->turn, &m);
}

// R-BUKVA-11
// R-BALDA-33, R-BUKVA-12 to R-BUKVA-14
void balda_apply(const struct config *c, struct state *s, const struct action *a)
{
    struct balda_state *b = balda_state_of(s);
    switch (a->kind) {
    case BALDA_START:
        balda_put_start(b, a->data);
        break;
    case ACTION_RESIGN:
        b->resigned |= (uint8_t)(1u << a->seat);
        break;
    case ACTION_PASS:
        b->turn ^= 1;
        if (++b->passes == b->set.passes)
            b->end = END_PASSES;
        break;
    case BALDA_PLACE:
        apply_place(c, b, a);
        break;
    default:
        answer(c, b, a->kind == BALDA_ACCEPT);
    }
}
