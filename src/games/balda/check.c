// check() of Balda and Bukva: is an action legal?
#include "games/balda/state.h"

// R-BALDA-20, R-BALDA-28, R-BALDA-29
bool balda_in_play(const struct config *c, const struct balda_state *b, const struct word *w)
{
    uint32_t index;
    if (!lexicon_find(c->lexicon, w, &index))
        return false;
    return b->set.classes == 0 || (lexicon_classes(c->lexicon, index) & b->set.classes);
}

static bool same_letters(const struct balda_state *b, const struct scored *s, const struct word *w)
{
    if (s->length != w->len)
        return false;
    for (unsigned i = 0; i < w->len; i++)
        if (b->board[b->path[s->start + i]] != w->letter[i])
            return false;
    return true;
}

static bool share_square(const struct balda_state *b, const struct scored *s, const uint8_t *path,
                         unsigned length)
{
    for (unsigned i = 0; i < length; i++)
        if (memchr(b->path + s->start, path[i], s->length))
            return true;
    return false;
}

// The number of the earlier word that forbids this one; that of the next word if none does.
static unsigned used_in(const struct balda_state *b, const struct word *w, const uint8_t *path)
{
    bool never = b->set.repeats == BALDA_REPEATS_NEVER;
    unsigned i = 0;
    for (; i < b->words; i++) {
        const struct scored *s = &b->scored[i];
        // A single letter is no word.
        if (s->length > 1 && same_letters(b, s, w) && (never || share_square(b, s, path, w->len)))
            break;
    }
    return i;
}

// R-BALDA-24, R-BALDA-25, R-BUKVA-6, R-BUKVA-7
bool balda_is_new(const struct balda_state *b, const struct word *w, const uint8_t *path)
{
    return used_in(b, w, path) == b->words;
}

// Each word is a move, unless seats may pass.
static bool check_new(const struct config *c, const struct balda_state *b, const struct word *w,
                      const uint8_t *path, struct reason *why)
{
    unsigned n = used_in(b, w, path);
    if (n == b->words)
        return true;
    if (b->scored[n].seat == NO_SEAT)
        return rules_refuse_word(c, w, MSG_BALDA_USED_START, why);
    if (b->set.passes)
        return rules_refuse_word(c, w, MSG_BALDA_USED, why);
    struct buf text = {0};
    alphabet_print(&c->lexicon->alphabet, w, &text);
    reason_set(why, 0, MSG_BALDA_USED_MOVE, "%.*s\t%u", TEXT_ARG(buf_text(&text)), n);
    buf_release(&text);
    return false;
}

bool balda_asks(const struct config *c, const struct balda_state *b, const struct word *w)
{
    uint32_t index;
    return b->set.ask_unknown && w->len > 1 && !lexicon_find(c->lexicon, w, &index) &&
           !lexicon_left_out(c->lexicon, w); // a word that is not in play is not unknown
}

// R-BALDA-4, R-BALDA-5, R-BUKVA-9
bool balda_check_start(const struct config *c, const struct state *s, const struct action *a,
                       struct reason *why)
{
    const struct balda_state *b = balda_state(s);
    struct word w = {.len = a->len};
    struct state after = *s;
    if (a->kind != BALDA_START || a->len > WORD_MAX)
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    memcpy(w.letter, a->data, a->len);
    if (w.len != b->set.width)
        return refuse(why, MSG_BALDA_START_LENGTH, "%u", b->set.width);
    if (!balda_in_play(c, b, &w))
        return balda_refuse_word(c, &w, MSG_BALDA_NOT_IN_PLAY, why);
    balda_put_start(balda_state_of(&after), a->data);
    if (b->set.no_word_left && !balda_has_word(c, balda_state(&after)))
        return refuse(why, MSG_BALDA_START_STUCK, "%s", "");
    return true;
}

// Does the path run over filled squares and the new one, each touching the next, none twice?
// R-BALDA-14, R-BALDA-15, R-BALDA-17, R-BALDA-18
static bool check_path(const struct grid *g, const uint8_t *board, const struct balda_move *m,
                       struct reason *why)
{
    bool used[GRID_SQUARES] = {0};
    for (unsigned i = 0; i < m->length; i++) {
        unsigned square = m->path[i];
        if (square >= g->squares || (!board[square] && square != m->square))
            return refuse(why, MSG_BALDA_PATH_EMPTY, "%s", "");
        if (used[square])
            return refuse(why, MSG_BALDA_PATH_TWICE, "%s", "");
        if (i > 0 && !grid_touch(g, m->path[i - 1], square))
            return refuse(why, MSG_BALDA_PATH_APART, "%s", "");
        used[square] = true;
    }
    return used[m->square] || refuse_unfinished(why, MSG_BALDA_PATH_MISSES, "%s", "");
}

// R-BALDA-20, R-BALDA-22, R-BALDA-23, R-BUKVA-8, R-BUKVA-16, R-BUKVA-17, R-BUKVA-21
static bool check_word(const struct config *c, const struct balda_state *b,
                       const struct balda_move *m, struct reason *why)
{
    struct word w = balda_move_word(m, b->board);
    if (m->length == 1)
        return b->set.single || refuse_unfinished(why, MSG_BALDA_TOO_SHORT, "%s", "");
    // A seat is asked about words that the lexicon lacks, not about those of other classes.
    if (!balda_in_play(c, b, &w) && !balda_asks(c, b, &w))
        return balda_refuse_word(c, &w, MSG_BALDA_NO_WORD, why);
    return check_new(c, b, &w, m->path, why);
}

bool balda_check_move(const struct config *c, const struct balda_state *b,
                      const struct balda_move *m, struct reason *why)
{
    struct grid g;
    balda_grid(&b->set, &g);
    if (!grid_open(&g, b->board, m->square))
        return refuse(why, MSG_BALDA_NOT_OPEN, "%s", "");
    if (m->letter == 0 || m->letter > c->lexicon->alphabet.size)
        return refuse(why, MSG_BALDA_NO_LETTER, "%s", "");
    return check_path(&g, b->board, m, why) && check_word(c, b, m, why);
}

static bool check_place(const struct config *c, const struct balda_state *b, const struct action *a,
                        struct reason *why)
{
    struct balda_move m;
    if (!balda_move_decode(a, &m))
        return refuse_unfinished(why, MSG_BALDA_TOO_SHORT, "%s", "");
    return balda_check_move(c, b, &m, why);
}

// R-BALDA-10, R-BALDA-36, R-BUKVA-10, R-BUKVA-17
bool balda_check(const struct config *c, const struct state *s, const struct action *a,
                 struct reason *why)
{
    const struct balda_state *b = balda_state(s);
    unsigned acting = c->rules->to_act(c, s);
    if (!rules_actor(c, acting, a, why))
        return false;
    if (a->seat == CHANCE)
        return balda_check_start(c, s, a, why);
    if (a->kind == ACTION_RESIGN)
        return a->len == 0 || refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    if (!rules_turn(acting, a, why))
        return false;
    if (a->kind == BALDA_ACCEPT || a->kind == BALDA_REFUSE)
        return (b->question.length && a->len == 0) || refuse(why, MSG_BALDA_NO_QUESTION, "%s", "");
    if (b->question.length)
        return refuse(why, MSG_BALDA_ANSWER_FIRST, "%s", "");
    if (a->kind == ACTION_PASS)
        return (b->set.passes && a->len == 0) || refuse(why, MSG_RULES_NO_PASS, "%s", "");
    return a->kind == BALDA_PLACE ? check_place(c, b, a, why)
                                  : refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
}
