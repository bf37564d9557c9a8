// valid() of Balda and Bukva. The words that were scored are the whole history of the board: it is
// played through once more, and has to come to the same.
#include "games/balda/state.h"

#include <string.h>

// The start word lies in the middle row.
static bool replay_start(const struct config *c, const struct balda_state *b, struct state *again)
{
    unsigned width = config_number(c, "size"), row = width / 2 * width;
    struct action start = action_of(BALDA_START, CHANCE, b->board + row, width);
    if (!balda_check_start(c, again, &start, NULL))
        return false;
    c->rules->apply(c, again, &start);
    return true;
}

static bool replay_word(const struct config *c, const struct balda_state *b, const struct scored *s,
                        struct balda_state *again)
{
    struct placement p = {.square = s->square};
    if (s->seat > 1 || s->square >= GRID_SQUARES || !s->length || s->length > WORD_MAX ||
        s->start + s->length > BALDA_PATHS)
        return false;
    p.letter = b->board[s->square];
    memcpy(p.path, b->path + s->start, s->length);
    struct action a = balda_action(s->seat, &p, s->length);
    if (!balda_check_place(c, again, &a, NULL))
        return false;
    balda_score_word(again, s->seat, &p, s->length);
    return true;
}

static bool same_board(const struct balda_state *a, const struct balda_state *b)
{
    return memcmp(a->board, b->board, sizeof a->board) == 0 && a->filled == b->filled &&
           a->classes == b->classes && a->words == b->words && a->paths == b->paths &&
           memcmp(a->score, b->score, sizeof a->score) == 0 &&
           memcmp(a->scored, b->scored, sizeof a->scored) == 0 &&
           memcmp(a->path, b->path, sizeof a->path) == 0;
}

static bool board_fits(const struct config *c, const struct balda_state *b)
{
    struct state again;
    struct balda_state *r = balda_state_of(&again);
    c->rules->setup(c, &again);
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
    unsigned width = config_number(c, "size");
    if (!b->words)
        return END_NONE;
    if (b->filled == width * width)
        return END_FULL;
    if (config_fixed(c, "stuck", "on") && !balda_has_word(c, b))
        return END_NO_WORD;
    return b->passes == BALDA_PASSES ? END_PASSES : END_NONE;
}

// Turns alternate, but for those in which somebody passed.
static bool turn_fits(const struct config *c, const struct balda_state *b)
{
    bool passing = config_fixed(c, "pass", "on");
    unsigned next = b->words > 1 ? 1u - b->scored[b->words - 1].seat : 0;
    if (b->passes > (passing ? BALDA_PASSES : 0) || b->turn != (next ^ (b->passes & 1)))
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
    static const struct placement none;
    uint32_t index;
    if (!b->asked)
        return memcmp(&b->question, &none, sizeof none) == 0;
    if (!config_is(c, "unknown", "ask") || !b->words || b->end || b->asked > WORD_MAX)
        return false;
    struct action a = balda_action(b->turn, &b->question, b->asked);
    if (!balda_check_place(c, b, &a, NULL))
        return false;
    struct word w = balda_word(b, &b->question, b->asked);
    return !lexicon_find(c->lexicon, &w, &index);
}

bool balda_valid(const struct config *c, const struct state *s, struct reason *why)
{
    const struct balda_state *b = balda_state(s);
    if (!board_fits(c, b))
        return refuse(why, MSG_STATE_BOARD, "%s", "");
    if (b->turn > 1 || !turn_fits(c, b))
        return refuse(why, MSG_STATE_TURN, "%s", "");
    return question_fits(c, b) || refuse(why, MSG_STATE_QUESTION, "%s", "");
}
