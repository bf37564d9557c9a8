#include "games/wordgame/move.h"

#include "base/bug.h"

#include <string.h>

_Static_assert(PLACEMENT_HEAD + BOARD_SIDE <= ACTION_BYTES, "a placement has to fit");

struct action wordgame_move_encode(const struct wordgame_placement *p, unsigned seat)
{
    uint8_t head[PLACEMENT_HEAD] = {p->square, p->down};
    struct action a = action_of(WORDGAME_PLACE, seat, head, sizeof head);
    BUG_UNLESS(p->length <= BOARD_SIDE && action_put_bytes(&a, p->tile, p->length));
    return a;
}

unsigned wordgame_line_left(unsigned square, unsigned down)
{
    return BOARD_SIDE - (down ? square / BOARD_SIDE : square % BOARD_SIDE);
}

bool wordgame_placement(const struct wordgame_settings *set, const struct action *a,
                        struct wordgame_placement *p)
{
    *p = (struct wordgame_placement){0};
    if (a->len <= PLACEMENT_HEAD || a->len > PLACEMENT_HEAD + BOARD_SIDE ||
        a->data[0] >= BOARD_SQUARES || a->data[1] > 1)
        return false;
    p->square = a->data[0];
    p->down = a->data[1];
    p->length = (uint8_t)(a->len - PLACEMENT_HEAD);
    if (p->length > wordgame_line_left(p->square, p->down))
        return false;
    memcpy(p->tile, a->data + PLACEMENT_HEAD, p->length);
    for (unsigned i = 0; i < p->length; i++)
        if (p->tile[i] & ~(TILE_BLANK | TILE_LETTER) || !wordgame_tile_letter(p->tile[i]) ||
            wordgame_tile_letter(p->tile[i]) > set->letters)
            return false;
    return true;
}

unsigned wordgame_new_squares(const uint8_t board[BOARD_SQUARES],
                              const struct wordgame_placement *p)
{
    unsigned fresh = 0;
    for (unsigned i = 0; i < p->length; i++)
        fresh |= (unsigned)!board[p->square + i * wordgame_line_step(p->down)] << i;
    return fresh;
}

struct wordgame_placement wordgame_run(const uint8_t board[BOARD_SQUARES], unsigned square,
                                       unsigned down, uint8_t tile)
{
    struct wordgame_placement run = {.down = (uint8_t)down};
    unsigned step = wordgame_line_step(down), first = square,
             before = BOARD_SIDE - wordgame_line_left(square, down);
    for (; before > 0 && board[first - step]; before--)
        first -= step;
    run.square = (uint8_t)first;
    for (unsigned left = wordgame_line_left(first, down); left > 0; left--, first += step) {
        uint8_t here = first == square ? tile : board[first];
        if (!here)
            break;
        run.tile[run.length++] = here;
    }
    return run;
}

void wordgame_turn(const uint8_t board[BOARD_SQUARES], struct wordgame_placement *p)
{
    unsigned fresh = wordgame_new_squares(board, p);
    if (!p->down || __builtin_popcount(fresh) != 1)
        return;
    unsigned i = (unsigned)__builtin_ctz(fresh);
    struct wordgame_placement across =
        wordgame_run(board, p->square + i * BOARD_SIDE, 0, p->tile[i]);
    if (across.length > 1)
        *p = across;
}

struct word wordgame_letters(const struct wordgame_placement *p)
{
    struct word w = {.len = p->length};
    for (unsigned i = 0; i < p->length; i++)
        w.letter[i] = (uint8_t)wordgame_tile_letter(p->tile[i]);
    return w;
}

void wordgame_move_init(struct wordgame_move *m, const uint8_t board[BOARD_SQUARES],
                        const struct wordgame_placement *p)
{
    m->main = *p;
    m->fresh = wordgame_new_squares(board, p);
    m->crosses = 0;
    for (unsigned left = m->fresh; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        m->cross[i] =
            wordgame_run(board, p->square + i * wordgame_line_step(p->down), !p->down, p->tile[i]);
        if (m->cross[i].length > 1)
            m->crosses |= 1u << i;
    }
}

bool wordgame_is_turned(const struct wordgame_move *m)
{
    return m->main.down && __builtin_popcount(m->fresh) == 1 && m->crosses;
}

bool wordgame_move_decode(const struct action *a, const struct wordgame_state *w,
                          struct wordgame_move *m)
{
    struct wordgame_placement p;
    if (!wordgame_placement(&w->set, a, &p))
        return false;
    wordgame_move_init(m, w->board, &p);
    return true;
}

// The points of one word: letters with the bonuses of the new ones, then the word bonus.
// R-WG-18 to R-WG-20, R-WG-22, R-WG-43
static int word_points(const struct wordgame_settings *set, const struct wordgame_placement *p,
                       unsigned fresh)
{
    int sum = 0, highest = 1, product = 1;
    for (unsigned i = 0; i < p->length; i++) {
        unsigned square = p->square + i * wordgame_line_step(p->down);
        int value = set->value[wordgame_tile_kind(p->tile[i])], factor = set->word_factor[square];
        if (!(fresh >> i & 1)) {
            sum += value;
            continue;
        }
        sum += value * set->letter_factor[square];
        product *= factor;
        highest = factor > highest ? factor : highest;
    }
    return sum * (set->word_bonus == WORD_BONUS_PRODUCT ? product : highest);
}

// In a cross word only the square of the main word is new.
// R-WG-18, R-WG-21
static int cross_points(const struct wordgame_settings *set, const struct wordgame_move *m)
{
    int points = 0;
    for (unsigned left = m->crosses; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        const struct wordgame_placement *cross = &m->cross[i];
        unsigned square = m->main.square + i * wordgame_line_step(m->main.down);
        points += word_points(set, cross,
                              1u << (square - cross->square) / wordgame_line_step(cross->down));
    }
    return points;
}

int wordgame_move_points(const struct wordgame_settings *set, const struct wordgame_move *m)
{
    int main_word = word_points(set, &m->main, m->fresh), cross = cross_points(set, m);
    if ((unsigned)__builtin_popcount(m->fresh) < set->rack)
        return main_word + cross;
    switch ((enum wordgame_bingo)set->bingo) {
    case BINGO_DOUBLE_MAIN:
        return 2 * main_word + cross;
    case BINGO_DOUBLE_MOVE:
        return 2 * (main_word + cross);
    case BINGO_POINTS:
        return main_word + cross + set->bingo_points;
    }
    BUG("bingo is %u", set->bingo);
}

// R-WG-23, R-WG-24, R-WG-44
int wordgame_points(const struct wordgame_settings *set, const uint8_t board[BOARD_SQUARES],
                    const struct wordgame_placement *p)
{
    struct wordgame_move m;
    wordgame_move_init(&m, board, p);
    return wordgame_move_points(set, &m);
}
