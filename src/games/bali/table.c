// The columns on the table of a Bali game, and the join that may be challenged.
#include "games/bali/state.h"

#include <string.h>

uint32_t bali_open_letters(const struct bali_state *b, const struct bali_column *column)
{
    return column->len == 1 && !column->letter[0] ? b->pack.plays[column->card[0]] : 0;
}

struct word bali_letters(const struct bali_column *column)
{
    struct word w = {.len = column->len};
    memcpy(w.letter, column->letter, column->len);
    return w;
}

int32_t bali_points(const struct bali_state *b, const struct bali_column *column)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < column->len; i++)
        sum += b->pack.value[column->card[i]];
    return sum * column->len;
}

bool bali_takable(const struct config *c, const struct bali_state *b,
                  const struct bali_column *column)
{
    struct word w = bali_letters(column);
    return column->len >= b->set.min_word && graph_has(&c->lexicon->graph, &w);
}

unsigned bali_challenged_place(const struct bali_challenge *challenge)
{
    return bali_home(challenge->place, challenge->seat);
}

struct word bali_challenged_run(const struct bali_state *b)
{
    return bali_letters(&b->column[bali_challenged_place(&b->challenge)]);
}

static bool put_letter(struct word *w, unsigned letter)
{
    if (w->len == WORD_MAX)
        return false;
    w->letter[w->len++] = (uint8_t)letter;
    return true;
}

// Walks the graph from the last letter of the run to the left, until the word begins, then to the
// right. Takes the first arc each time: every path of the graph ends in a word.
bool bali_word_with(const struct graph *g, const struct word *run, struct word *out)
{
    struct word left = {0};
    graph_arc arc = graph_around(g), turned = GRAPH_DEAD;
    for (unsigned i = run->len; i > 0; i--) {
        arc = graph_step(g, arc, run->letter[i - 1]);
        put_letter(&left, run->letter[i - 1]);
    }
    while (arc && !graph_accepts(arc) && !(turned = graph_turn(g, arc))) {
        unsigned letter = (unsigned)__builtin_ctz(graph_letters(g, arc) | 1u << 31) + 1;
        arc = put_letter(&left, letter) ? graph_step(g, arc, letter) : GRAPH_DEAD;
    }
    out->len = 0;
    while (left.len)
        put_letter(out, left.letter[--left.len]);
    for (arc = turned ? turned : arc; arc && !graph_accepts(arc);) {
        unsigned letter = (unsigned)__builtin_ctz(graph_letters(g, arc) | 1u << 31) + 1;
        arc = put_letter(out, letter) ? graph_step(g, arc, letter) : GRAPH_DEAD;
    }
    return arc != GRAPH_DEAD;
}
