// check() of the Word Game: placements, exchanges, passes and deals.
#include "games/wordgame/move.h"
#include "games/wordgame/reading.h"

#include <string.h>

// Is the line empty, or at its end, right before and right after the word?
static bool is_whole(const uint8_t board[BOARD_SQUARES], const struct wordgame_placement *p)
{
    unsigned step = wordgame_line_step(p->down), left = wordgame_line_left(p->square, p->down);
    bool before = left < BOARD_SIDE && board[p->square - step];
    bool after = left > p->length && board[p->square + p->length * step];
    return !before && !after;
}

// R-WG-10, R-WG-15, R-WG-16, R-REC-17
static bool check_squares(const uint8_t board[BOARD_SQUARES], const struct wordgame_move *m,
                          struct reason *why)
{
    const struct wordgame_placement *p = &m->main;
    for (unsigned i = 0; i < p->length; i++) {
        unsigned square = p->square + i * wordgame_line_step(p->down);
        if (board[square] && board[square] != p->tile[i])
            return refuse(why, MSG_WORDGAME_OCCUPIED, "%c%u", 'a' + (int)(square % BOARD_SIDE),
                          square / BOARD_SIDE + 1);
    }
    if (!m->fresh)
        return refuse(why, MSG_WORDGAME_NO_TILE, "%s", "");
    if (!is_whole(board, p))
        return refuse(why, MSG_WORDGAME_WHOLE, "%s", "");
    return p->length > 1 || refuse_unfinished(why, MSG_WORDGAME_SHORT, "%s", "");
}

// R-WG-16
static bool check_rack(const struct config *c, const uint8_t rack[TILE_KINDS],
                       const struct wordgame_move *m, struct reason *why)
{
    uint8_t left[TILE_KINDS];
    memcpy(left, rack, sizeof left);
    for (unsigned fresh = m->fresh; fresh; fresh &= fresh - 1) {
        unsigned kind = wordgame_tile_kind(m->main.tile[__builtin_ctz(fresh)]);
        if (left[kind]--)
            continue;
        if (kind == KIND_BLANK)
            return refuse(why, MSG_WORDGAME_NO_BLANK, "%s", "");
        return rules_refuse_word(c, &(struct word){1, {(uint8_t)kind}}, MSG_WORDGAME_NOT_ON_RACK,
                                 why);
    }
    return true;
}

// R-WG-12, R-WG-13, R-WG-45
static bool check_first(const struct wordgame_settings *set, const struct wordgame_placement *p,
                        struct reason *why)
{
    bool centre = false;
    for (unsigned i = 0; i < p->length; i++)
        centre |= p->square + i * wordgame_line_step(p->down) == BOARD_CENTRE;
    if (!centre)
        return refuse_unfinished(why, MSG_WORDGAME_CENTRE, "%s", "");
    return p->length >= set->first_word ||
           refuse_unfinished(why, MSG_WORDGAME_FIRST_SHORT, "%u", set->first_word);
}

static bool check_word(const struct wordgame_state *w, const struct config *c,
                       const struct wordgame_placement *p, struct reason *why)
{
    struct word letters = wordgame_letters(p);
    return wordgame_reads(&w->set, &c->lexicon->graph, &letters, NULL) ||
           rules_refuse_word(c, &letters, MSG_WORDGAME_NO_WORD, why);
}

// The cross words and the main word.
// R-WG-11
static bool check_words(const struct wordgame_state *w, const struct config *c,
                        const struct wordgame_move *m, struct reason *why)
{
    for (unsigned left = m->crosses; left; left &= left - 1)
        if (!check_word(w, c, &m->cross[__builtin_ctz(left)], why))
            return false;
    return check_word(w, c, &m->main, why);
}

// Does the word go through a tile on the board, or form a cross word with one?
// R-WG-14
static bool touches(const struct wordgame_move *m)
{
    return m->fresh != (1u << m->main.length) - 1 || m->crosses;
}

bool wordgame_check_placement(const struct wordgame_state *w, const struct config *c,
                              const uint8_t rack[TILE_KINDS], const struct wordgame_move *m,
                              struct reason *why)
{
    if (!check_squares(w->board, m, why) || !check_rack(c, rack, m, why))
        return false;
    if (w->filled == 0 && !check_first(&w->set, &m->main, why))
        return false;
    if (w->filled > 0 && !touches(m))
        return refuse_unfinished(why, MSG_WORDGAME_APART, "%s", "");
    return check_words(w, c, m, why);
}

// Kinds in order: letters first, blanks last.
static unsigned rank_of(unsigned kind)
{
    return kind == KIND_BLANK ? TILE_KINDS : kind;
}

// Are these kinds in order, and all among those tiles?
static bool are_among(const uint8_t *kinds, unsigned count, const uint8_t tiles[TILE_KINDS])
{
    uint8_t left[TILE_KINDS];
    memcpy(left, tiles, sizeof left);
    for (unsigned i = 0; i < count; i++)
        if (kinds[i] >= TILE_KINDS || (i && rank_of(kinds[i]) < rank_of(kinds[i - 1])) ||
            left[kinds[i]]-- == 0)
            return false;
    return true;
}

static bool check_deal(const struct wordgame_state *w, const struct action *a, struct reason *why)
{
    int seat = wordgame_draws_next(w);
    if (a->kind != WORDGAME_DEAL || a->len < 2)
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    if (a->data[0] != seat)
        return refuse(why, MSG_WORDGAME_DRAWS, "%c", seat_letter((unsigned)seat));
    if (a->len - 1u != wordgame_to_draw(w, (unsigned)seat))
        return refuse(why, MSG_WORDGAME_DRAW_COUNT, "%c\t%u", seat_letter((unsigned)seat),
                      wordgame_to_draw(w, (unsigned)seat));
    return are_among(a->data + 1, a->len - 1u, w->bag) ||
           refuse(why, MSG_WORDGAME_NOT_IN_BAG, "%s", "");
}

static bool check_place(const struct config *c, const struct wordgame_state *w,
                        const struct action *a, struct reason *why)
{
    struct wordgame_move m;
    if (!wordgame_move_decode(a, w, &m))
        return refuse(why, MSG_WORDGAME_OFF_BOARD, "%s", "");
    if (wordgame_is_turned(&m))
        return refuse(why, MSG_WORDGAME_ACROSS, "%s", "");
    return wordgame_check_placement(w, c, w->rack[a->seat], &m, why);
}

// R-WG-33 to R-WG-35, R-WG-46
static bool check_exchange(const struct wordgame_state *w, const struct action *a,
                           struct reason *why)
{
    if (!w->set.exchange)
        return refuse(why, MSG_WORDGAME_NO_EXCHANGE, "%s", "");
    if (w->in_bag < w->set.exchange)
        return refuse(why, MSG_WORDGAME_BAG_LOW, "%u", w->set.exchange);
    return (a->len > 0 && are_among(a->data, a->len, w->rack[a->seat])) ||
           refuse(why, MSG_WORDGAME_NOT_YOURS, "%s", "");
}

static bool check_move(const struct config *c, const struct wordgame_state *w,
                       const struct action *a, struct reason *why)
{
    switch (a->kind) {
    case ACTION_PASS:
        return a->len == 0 || refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    case WORDGAME_PLACE:
        return check_place(c, w, a, why);
    case WORDGAME_EXCHANGE:
        return check_exchange(w, a, why);
    default:
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    }
}

bool wordgame_check(const struct config *c, const struct state *s, const struct action *a,
                    struct reason *why)
{
    const struct wordgame_state *w = wordgame_state(s);
    unsigned acting = c->rules->to_act(c, s);
    if (!rules_actor(c, acting, a, why))
        return false;
    if (a->seat == CHANCE)
        return check_deal(w, a, why);
    if (a->kind == ACTION_RESIGN)
        return a->len == 0 || refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    return rules_turn(acting, a, why) && check_move(c, w, a, why);
}
