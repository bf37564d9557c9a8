#include "games/balda/engine/reachable.h"

#include <string.h>

enum { STEPS_MOST = 20000 };

// Looks for a path that spells a word; an empty square matches any letter. The path needs at least
// one empty square: a word is scored with a new letter.
struct spelling {
    const struct balda_position *p;
    struct word word;
    square_set used;
};

static bool spell(struct spelling *s, unsigned square, unsigned at, bool empty)
{
    const struct grid *grid = &s->p->grid;
    unsigned there = s->p->board[square];
    if ((there && there != s->word.letter[at]) || (s->used & square_bit(square)))
        return false;
    empty = empty || !there;
    if (at + 1 == s->word.len)
        return empty;
    s->used |= square_bit(square);
    bool found = false;
    for (unsigned i = 0; !found && i < grid->neighbours[square]; i++)
        found = spell(s, grid->neighbour[square][i], at + 1, empty);
    s->used &= ~square_bit(square);
    return found;
}

bool balda_word_reachable(const struct balda_position *p, uint32_t word)
{
    struct spelling s = {.p = p};
    bool found = false;
    lexicon_nth(p->vocabulary.lexicon, word, &s.word);
    for (unsigned square = 0; !found && square < p->grid.squares; square++)
        found = spell(&s, square, 0, false);
    return found;
}

// Looks for any word through a square: leftwards to its beginning, then on to its end.
struct passage {
    struct balda_position *p;
    unsigned start, lefts, empty; // letters read leftwards; empty squares on the way
    unsigned steps;
    square_set used;
    struct balda_through found;
    uint8_t left[WORD_MAX], right[WORD_MAX];
};

static bool is_word(struct passage *s, graph_arc arc, unsigned length)
{
    if (!graph_accepts(arc) || !s->empty || length < 2)
        return false;
    s->found.length = (uint8_t)length;
    s->found.packed = 0;
    for (unsigned i = 0; i < length; i++) {
        s->found.word[i] = i < s->lefts ? s->left[s->lefts - 1 - i] : s->right[i];
        if (i < PACKED_LETTERS)
            s->found.packed |= (uint64_t)(s->found.word[i] - 1) << (PACKED_BITS * i);
    }
    return balda_vocabulary_find(&s->p->vocabulary, &s->found) != VOCABULARY_NONE;
}

static bool go_left(struct passage *s, graph_arc arc, unsigned from);

static bool go_right(struct passage *s, graph_arc arc, unsigned from, unsigned length);

static bool step(struct passage *s, graph_arc arc, unsigned to, unsigned letter, unsigned length,
                 bool rightwards)
{
    graph_arc next = graph_step(s->p->graph, arc, letter);
    // Too many steps count as reachable: at worst a move is searched in vain.
    if (++s->steps > STEPS_MOST)
        return true;
    if (rightwards) {
        s->right[length] = (uint8_t)letter;
        return is_word(s, next, length + 1) || go_right(s, next, to, length + 1);
    }
    s->left[s->lefts++] = (uint8_t)letter;
    bool found = go_left(s, next, to);
    s->lefts--;
    return found;
}

static bool go_on(struct passage *s, graph_arc arc, unsigned from, unsigned length, bool rightwards)
{
    const struct grid *grid = &s->p->grid;
    uint32_t letters = graph_letters(s->p->graph, arc);
    bool found = false;
    for (unsigned i = 0; letters && !found && i < grid->neighbours[from]; i++) {
        unsigned to = grid->neighbour[from][i], there = s->p->board[to];
        uint32_t fit = there ? letters & graph_bit(there) : letters;
        if (!fit || (s->used & square_bit(to)))
            continue;
        s->used |= square_bit(to);
        s->empty += !there;
        for (; fit && !found; fit &= fit - 1)
            found = step(s, arc, to, (unsigned)__builtin_ctz(fit) + 1, length, rightwards);
        s->empty -= !there;
        s->used &= ~square_bit(to);
    }
    return found;
}

static bool go_right(struct passage *s, graph_arc arc, unsigned from, unsigned length)
{
    return length < WORD_MAX && go_on(s, arc, from, length, true);
}

static bool go_left(struct passage *s, graph_arc arc, unsigned from)
{
    graph_arc turn = graph_turn(s->p->graph, arc);
    return is_word(s, arc, s->lefts) || (turn && go_right(s, turn, s->start, s->lefts)) ||
           (s->lefts < WORD_MAX && go_on(s, arc, from, s->lefts, false));
}

bool balda_square_reachable(struct balda_position *p, unsigned square)
{
    struct passage s;
    graph_arc arc = graph_step(p->graph, graph_around(p->graph), p->board[square]);
    s.p = p;
    s.start = square;
    s.lefts = 1;
    s.empty = s.steps = 0;
    s.left[0] = p->board[square];
    s.used = square_bit(square);
    return arc && go_left(&s, arc, square);
}
