// States of the Word Game as text: write() and read() of the rules.
#include "games/wordgame/move.h"
#include "games/wordgame/state.h"

#include "base/utf8.h"

#include <string.h>

// A number of tiles, and those of them that are known.
static void write_tiles(const struct config *c, unsigned all, const uint8_t tiles[TILE_KINDS],
                        struct buf *out)
{
    buf_printf(out, " %u ", all);
    for (unsigned kind = 1; kind <= TILE_KINDS; kind++)
        for (unsigned n = 0; n < tiles[kind % TILE_KINDS]; n++)
            wordgame_put_kind(&c->lexicon->alphabet, kind % TILE_KINDS, out);
    buf_add_byte(out, '\n');
}

static void write_board(const struct config *c, const uint8_t board[BOARD_SQUARES], struct buf *out)
{
    for (unsigned square = 0; square < BOARD_SQUARES; square++) {
        if (square % BOARD_SIDE == 0)
            buf_add_string(out, "row ");
        if (board[square])
            wordgame_put_tile(&c->lexicon->alphabet, board[square], out);
        else
            buf_add_byte(out, '.');
        if (square % BOARD_SIDE == BOARD_SIDE - 1)
            buf_add_byte(out, '\n');
    }
}

void wordgame_write(const struct config *c, const struct state *s, struct buf *out)
{
    const struct wordgame_state *w = wordgame_state(s);
    buf_printf(out, "turn %c\npasses %u\nscoreless %u\nresigned %u\nend %u\nturns %u\n",
               seat_letter(w->turn), w->passes, w->scoreless, w->resigned, w->end, w->turns);
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++)
        buf_printf(out, "score %c %d\n", seat_letter(seat), (int)w->score[seat]);
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++) {
        buf_printf(out, "rack %c", seat_letter(seat));
        write_tiles(c, w->in_rack[seat], w->rack[seat], out);
    }
    buf_add_string(out, "bag");
    write_tiles(c, w->in_bag, w->bag, out);
    buf_add_string(out, "aside");
    write_tiles(c, w->in_aside, w->aside, out);
    write_board(c, w->board, out);
}

static bool read_number(struct text text, uint32_t most, uint32_t *out)
{
    return text_to_u32(text, out) && *out <= most;
}

static bool read_byte(struct text text, uint32_t most, uint8_t *out)
{
    uint32_t number;
    if (!read_number(text, most, &number))
        return false;
    *out = (uint8_t)number;
    return true;
}

static bool read_seat(struct text *rest, uint8_t *seat)
{
    struct text one = text_cut(rest, ' ');
    if (!text_is(one, "A") && !text_is(one, "B"))
        return false;
    *seat = one.at[0] == 'B';
    return true;
}

static bool read_score(struct wordgame_state *w, struct text rest)
{
    uint8_t seat;
    uint32_t number;
    if (!read_seat(&rest, &seat))
        return false;
    bool below = text_starts(rest, "-");
    if (!read_number(text_from(rest, below), INT32_MAX / 2, &number))
        return false;
    w->score[seat] = below ? -(int32_t)number : (int32_t)number;
    return true;
}

static bool read_tiles(const struct config *c, struct text rest, uint8_t *all,
                       uint8_t tiles[TILE_KINDS])
{
    unsigned known = 0;
    memset(tiles, 0, TILE_KINDS);
    if (!read_byte(text_cut(&rest, ' '), UINT8_MAX, all))
        return false;
    for (uint32_t code_point; rest.len; known++) {
        if (!utf8_next(&rest, &code_point))
            return false;
        unsigned kind =
            code_point == '?' ? KIND_BLANK : alphabet_letter(&c->lexicon->alphabet, code_point);
        if (known == *all || (kind == KIND_BLANK && code_point != '?'))
            return false;
        tiles[kind]++;
    }
    return true;
}

static bool read_row(const struct config *c, struct wordgame_state *w, unsigned row,
                     struct text text)
{
    unsigned column = 0;
    for (uint32_t code_point; row < BOARD_SIDE && text.len; column++) {
        if (!utf8_next(&text, &code_point) || column == BOARD_SIDE)
            return false;
        if (code_point == '.')
            continue;
        uint8_t letter = alphabet_letter(&c->lexicon->alphabet, code_point);
        if (!letter)
            return false;
        w->board[row * BOARD_SIDE + column] =
            utf8_is_upper(code_point) ? letter : letter | TILE_BLANK;
        w->filled++;
    }
    return column == BOARD_SIDE;
}

struct reading {
    const struct config *c;
    struct wordgame_state *w;
    unsigned rows;
};

static bool read_turns(struct wordgame_state *w, struct text rest)
{
    uint32_t turns;
    if (!read_number(rest, UINT16_MAX, &turns))
        return false;
    w->turns = (uint16_t)turns;
    return true;
}

static bool read_line(struct reading *r, struct text line)
{
    struct wordgame_state *w = r->w;
    struct text rest = line, key = text_cut(&rest, ' ');
    uint8_t seat;
    if (text_is(key, "turn"))
        return read_seat(&rest, &w->turn);
    if (text_is(key, "passes"))
        return read_byte(rest, UINT8_MAX - 1, &w->passes);
    if (text_is(key, "scoreless"))
        return read_byte(rest, UINT8_MAX - 1, &w->scoreless);
    if (text_is(key, "resigned"))
        return read_byte(rest, 3, &w->resigned);
    if (text_is(key, "end"))
        return read_byte(rest, END_RESIGNATION, &w->end);
    if (text_is(key, "turns"))
        return read_turns(w, rest);
    if (text_is(key, "score"))
        return read_score(w, rest);
    if (text_is(key, "rack"))
        return read_seat(&rest, &seat) && read_tiles(r->c, rest, &w->in_rack[seat], w->rack[seat]);
    if (text_is(key, "bag"))
        return read_tiles(r->c, rest, &w->in_bag, w->bag);
    if (text_is(key, "aside"))
        return read_tiles(r->c, rest, &w->in_aside, w->aside);
    return text_is(key, "row") && read_row(r->c, w, r->rows++, rest);
}

bool wordgame_read(const struct config *c, struct text text, struct state *s, struct reason *why)
{
    struct text line;
    struct reading r = {.c = c, .w = wordgame_state_of(s)};
    uint32_t number = 1;
    c->rules->setup(c, s);
    for (; text_next_line(&text, &line); number++)
        if (!read_line(&r, line))
            return refuse_line(why, number, MSG_RULES_BAD_STATE, "%s", "");
    if (r.rows != BOARD_SIDE)
        return refuse(why, MSG_STATE_BOARD, "%s", "");
    return wordgame_valid(c, s, why);
}
