// valid() of Balda and Bukva. The words that were scored are the whole history of the board: it is
// played through once more, and has to come to the same.
#include "games/balda/state.h"

static bool replay_start(const struct config *c, const struct balda_state *b, struct state *again)
{
    const struct balda_settings *set = &balda_state(again)->set;
    const uint8_t *row = b->board + balda_start_row(set);
    struct action start = action_of(BALDA_START, CHANCE, row, set->width);
    if (!balda_check_start(c, again, &start, NULL))
        return false;
    balda_put_start(balda_state_of(again), row);
    return true;
}

static bool replay_word(const struct config *c, const struct balda_state *b, const struct scored *s,
                        struct balda_state *again)
{
    struct balda_move m = {.square = s->square, .length = s->length};
    if (s->seat >= BALDA_SEATS || s->square >= GRID_SQUARES || !s->length || s->length > WORD_MAX ||
        s->start + s->length > BALDA_PATHS)
        return false;
    m.letter = b->board[s->square];
    memcpy(m.path, b->path + s->start, s->length);
    if (!balda_check_move(c, again, &m, NULL))
        return false;
    balda_put_move(again, s->seat, &m);
    return true;
}

static bool same_board(const struct balda_state *a, const struct balda_state *b)
{
    return memcmp(a->board, b->board, sizeof a->board) == 0 && a->filled == b->filled &&
           a->words == b->words && a->paths == b->paths &&
           memcmp(a->score, b->score, sizeof a->score) == 0 &&
           memcmp(a->scored, b->scored, sizeof a->scored) == 0 &&
           memcmp(a->path, b->path, sizeof a->path) == 0;
}

static bool board_fits(const struct config *c, const struct balda_state *b)
{
    struct state again;
    struct balda_state *r = balda_state_of(&again);
    c->rules->setup(c, &again);
    if (memcmp(&b->set, &r->set, sizeof b->set) != 0)
        return false;
    if (b->words > BALDA_WORDS || (b->words && !replay_start(c, b, &again)))
        return false;
    for (unsigned i = 1; i < b->words; i++)
        if (!replay_word(c, b, &b->scored[i], r))
            return false;
    return same_board(b, r);
}

// The end that the board and the passes have come to.
static enum end_reason end_of(const struct config *c, const struct balda_state *b)
{
    if (!b->words)
        return END_NONE;
    if (b->filled == b->set.width * b->set.width)
        return END_FULL;
    if (b->set.no_word_left && !balda_has_word(c, b))
        return END_NO_WORD;
    return b->set.passes && b->passes == b->set.passes ? END_PASSES : END_NONE;
}

// Turns alternate, except after passes.
static bool turn_fits(const struct config *c, const struct balda_state *b)
{
    bool passing = b->set.passes;
    unsigned next = b->words > 1 ? 1u - b->scored[b->words - 1].seat : 0;
    if (b->passes > b->set.passes || b->turn != (next ^ (b->passes & 1)))
        return false;
    for (unsigned i = 1; !passing && i < b->words; i++)
        if (b->scored[i].seat != (i - 1) % 2)
            return false;
    if (!b->words && (b->passes || b->resigned))
        return false;
    return b->resigned < 3 && !(b->resigned && b->end) && b->end == end_of(c, b);
}

static bool question_fits(const struct config *c, const struct balda_state *b)
{
    static const struct balda_move none;
    const struct balda_move *m = &b->question;
    if (!m->length)
        return memcmp(m, &none, sizeof none) == 0;
    if (!b->words || b->end || m->length > WORD_MAX || !balda_check_move(c, b, m, NULL))
        return false;
    struct word w = balda_move_word(m, b->board);
    return balda_asks(c, b, &w);
}

bool balda_valid(const struct config *c, const struct state *s, struct reason *why)
{
    const struct balda_state *b = balda_state(s);
    if (!board_fits(c, b))
        return refuse(why, MSG_STATE_BOARD, "%s", "");
    if (b->turn >= BALDA_SEATS || !turn_fits(c, b))
        return refuse(why, MSG_STATE_TURN, "%s", "");
    return question_fits(c, b) || refuse(why, MSG_STATE_QUESTION, "%s", "");
}
