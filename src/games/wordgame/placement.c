#include "games/wordgame/placement.h"

#include "base/bug.h"

#include <string.h>

_Static_assert(PLACEMENT_HEAD + BOARD_SIDE <= ACTION_BYTES, "a placement has to fit");

struct action wordgame_action(unsigned seat, const struct wordgame_placement *p)
{
    uint8_t head[PLACEMENT_HEAD] = {p->square, p->down};
    struct action a = action_of(WORDGAME_PLACE, seat, head, sizeof head);
    BUG_UNLESS(p->length <= BOARD_SIDE && action_put_bytes(&a, p->tile, p->length));
    return a;
}

// How many squares a line has from this one on, itself included.
static unsigned line_left(unsigned square, unsigned down)
{
    return BOARD_SIDE - (down ? square / BOARD_SIDE : square % BOARD_SIDE);
}

bool wordgame_placement(const struct wordgame_set *set, const struct action *a,
                        struct wordgame_placement *p)
{
    *p = (struct wordgame_placement){0};
    if (a->len <= PLACEMENT_HEAD || a->len > PLACEMENT_HEAD + BOARD_SIDE ||
        a->data[0] >= BOARD_SQUARES || a->data[1] > 1)
        return false;
    p->square = a->data[0];
    p->down = a->data[1];
    p->length = (uint8_t)(a->len - PLACEMENT_HEAD);
    if (p->length > line_left(p->square, p->down))
        return false;
    memcpy(p->tile, a->data + PLACEMENT_HEAD, p->length);
    for (unsigned i = 0; i < p->length; i++)
        if (p->tile[i] & ~(TILE_BLANK | TILE_LETTER) || !tile_letter(p->tile[i]) ||
            tile_letter(p->tile[i]) > set->letters)
            return false;
    return true;
}

unsigned wordgame_new_squares(const uint8_t board[BOARD_SQUARES],
                              const struct wordgame_placement *p)
{
    unsigned fresh = 0;
    for (unsigned i = 0; i < p->length; i++)
        fresh |= (unsigned)!board[p->square + i * line_step(p->down)] << i;
    return fresh;
}

struct wordgame_placement wordgame_run(const uint8_t board[BOARD_SQUARES], unsigned square,
                                       unsigned down, uint8_t tile)
{
    struct wordgame_placement run = {.down = (uint8_t)down};
    unsigned step = line_step(down), first = square, before = BOARD_SIDE - line_left(square, down);
    for (; before > 0 && board[first - step]; before--)
        first -= step;
    run.square = (uint8_t)first;
    for (unsigned left = line_left(first, down); left > 0; left--, first += step) {
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
        w.letter[i] = (uint8_t)tile_letter(p->tile[i]);
    return w;
}

// The points of one word: letters with the bonuses of the new ones, then the word bonus.
static int word_points(const struct wordgame_set *set, const uint8_t board[BOARD_SQUARES],
                       const struct wordgame_placement *p)
{
    int sum = 0, highest = 1, product = 1;
    for (unsigned i = 0; i < p->length; i++) {
        unsigned square = p->square + i * line_step(p->down);
        bool fresh = !board[square];
        int value = set->value[tile_kind(p->tile[i])], factor = set->word_factor[square];
        sum += value * (fresh ? set->letter_factor[square] : 1);
        if (!fresh)
            continue;
        product *= factor;
        highest = factor > highest ? factor : highest;
    }
    return sum * (set->word_bonus == WORD_BONUS_PRODUCT ? product : highest);
}

static int cross_points(const struct wordgame_set *set, const uint8_t board[BOARD_SQUARES],
                        const struct wordgame_placement *p)
{
    int points = 0;
    for (unsigned i = 0; i < p->length; i++) {
        unsigned square = p->square + i * line_step(p->down);
        if (board[square])
            continue;
        struct wordgame_placement cross = wordgame_run(board, square, !p->down, p->tile[i]);
        if (cross.length > 1)
            points += word_points(set, board, &cross);
    }
    return points;
}

int wordgame_points(const struct wordgame_set *set, const uint8_t board[BOARD_SQUARES],
                    const struct wordgame_placement *p)
{
    int main_word = word_points(set, board, p), cross = cross_points(set, board, p);
    unsigned tiles = (unsigned)__builtin_popcount(wordgame_new_squares(board, p));
    if (tiles < set->rack)
        return main_word + cross;
    switch ((enum all_tiles)set->all_tiles) {
    case ALL_TILES_DOUBLE_MAIN:
        return 2 * main_word + cross;
    case ALL_TILES_DOUBLE_MOVE:
        return 2 * (main_word + cross);
    case ALL_TILES_POINTS:
        return main_word + cross + set->all_tiles_points;
    }
    BUG("all_tiles is %u", set->all_tiles);
}

// Is the line empty, or at its end, right before and right after the word?
static bool is_whole(const uint8_t board[BOARD_SQUARES], const struct wordgame_placement *p)
{
    unsigned step = line_step(p->down), left = line_left(p->square, p->down);
    bool before = left < BOARD_SIDE && board[p->square - step];
    bool after = left > p->length && board[p->square + p->length * step];
    return !before && !after;
}

static bool check_squares(const uint8_t board[BOARD_SQUARES], const struct wordgame_placement *p,
                          struct reason *why)
{
    for (unsigned i = 0; i < p->length; i++) {
        unsigned square = p->square + i * line_step(p->down);
        if (board[square] && board[square] != p->tile[i])
            return refuse(why, MSG_WORDGAME_OCCUPIED, "%c%u", 'a' + (int)(square % BOARD_SIDE),
                          square / BOARD_SIDE + 1);
    }
    if (!wordgame_new_squares(board, p))
        return refuse(why, MSG_WORDGAME_NO_TILE, "%s", "");
    if (!is_whole(board, p))
        return refuse(why, MSG_WORDGAME_WHOLE, "%s", "");
    return p->length > 1 || refuse(why, MSG_WORDGAME_SHORT, "%s", "");
}

static void refuse_letters(const struct config *c, const struct word *w, enum message what,
                           struct reason *why)
{
    struct buf text = {0};
    alphabet_print(&c->lexicon->alphabet, w, &text);
    reason_set(why, 0, what, "%.*s\t%s", TEXT_ARG(buf_text(&text)), c->lexicon_name);
    buf_release(&text);
}

static bool check_rack(const struct config *c, const uint8_t board[BOARD_SQUARES],
                       const uint8_t rack[TILE_KINDS], const struct wordgame_placement *p,
                       struct reason *why)
{
    uint8_t left[TILE_KINDS];
    unsigned fresh = wordgame_new_squares(board, p);
    memcpy(left, rack, sizeof left);
    for (unsigned i = 0; i < p->length; i++) {
        unsigned kind = tile_kind(p->tile[i]);
        if (!(fresh >> i & 1) || left[kind]--)
            continue;
        if (kind == KIND_BLANK)
            return refuse(why, MSG_WORDGAME_NO_BLANK, "%s", "");
        refuse_letters(c, &(struct word){1, {(uint8_t)kind}}, MSG_WORDGAME_NOT_ON_RACK, why);
        return false;
    }
    return true;
}

static bool check_first(const struct wordgame_set *set, const struct wordgame_placement *p,
                        struct reason *why)
{
    bool centre = false;
    for (unsigned i = 0; i < p->length; i++)
        centre |= p->square + i * line_step(p->down) == BOARD_CENTRE;
    if (!centre)
        return refuse(why, MSG_WORDGAME_CENTRE, "%s", "");
    return p->length >= set->first_word ||
           refuse(why, MSG_WORDGAME_FIRST_SHORT, "%u", set->first_word);
}

static bool check_word(const struct wordgame_state *w, const struct config *c,
                       const struct wordgame_placement *p, struct reason *why)
{
    struct word letters = wordgame_letters(p);
    if (wordgame_reads(&w->set, &c->lexicon->graph, &letters, NULL))
        return true;
    refuse_letters(c, &letters, MSG_WORDGAME_NO_WORD, why);
    return false;
}

// The cross words and the main word.
static bool check_words(const struct wordgame_state *w, const struct config *c,
                        const struct wordgame_placement *p, struct reason *why)
{
    unsigned fresh = wordgame_new_squares(w->board, p);
    for (unsigned i = 0; i < p->length; i++) {
        if (!(fresh >> i & 1))
            continue;
        unsigned square = p->square + i * line_step(p->down);
        struct wordgame_placement cross = wordgame_run(w->board, square, !p->down, p->tile[i]);
        if (cross.length > 1 && !check_word(w, c, &cross, why))
            return false;
    }
    return check_word(w, c, p, why);
}

static bool touches(const uint8_t board[BOARD_SQUARES], const struct wordgame_placement *p)
{
    for (unsigned i = 0; i < p->length; i++) {
        unsigned square = p->square + i * line_step(p->down);
        if (board[square] || wordgame_run(board, square, !p->down, p->tile[i]).length > 1)
            return true;
    }
    return false;
}

bool wordgame_check_placement(const struct wordgame_state *w, const struct config *c,
                              const uint8_t rack[TILE_KINDS], const struct wordgame_placement *p,
                              struct reason *why)
{
    if (!check_squares(w->board, p, why) || !check_rack(c, w->board, rack, p, why))
        return false;
    if (w->filled == 0 && !check_first(&w->set, p, why))
        return false;
    if (w->filled > 0 && !touches(w->board, p))
        return refuse(why, MSG_WORDGAME_APART, "%s", "");
    return check_words(w, c, p, why);
}
