// Moves of the Word Game as text: `8D:TRAINS`, `D8:TRAINS`, `exchange AEI`, `pass`, and the
// record's line `deal A AEINRST?`.
#include "games/wordgame/move.h"
#include "games/wordgame/state.h"

#include "base/bug.h"
#include "base/utf8.h"

#include <string.h>

void wordgame_put_tile(const struct alphabet *a, uint8_t tile, struct buf *out)
{
    char bytes[UTF8_MAX];
    unsigned letter = wordgame_tile_letter(tile);
    buf_add(out, bytes, utf8_put(tile & TILE_BLANK ? a->lower[letter] : a->upper[letter], bytes));
}

void wordgame_put_kind(const struct alphabet *a, unsigned kind, struct buf *out)
{
    if (kind == KIND_BLANK)
        buf_add_byte(out, '?');
    else
        wordgame_put_tile(a, (uint8_t)kind, out);
}

// The direction shows in what comes first: the row of a word across, the column of one down.
// R-REC-17 to R-REC-19
static void put_placement(const struct config *c, const struct wordgame_placement *p,
                          struct buf *out)
{
    unsigned row = p->square / BOARD_SIDE + 1;
    char column = (char)('A' + p->square % BOARD_SIDE);
    if (p->down)
        buf_printf(out, "%c%u:", column, row);
    else
        buf_printf(out, "%u%c:", row, column);
    for (unsigned i = 0; i < p->length; i++)
        wordgame_put_tile(&c->lexicon->alphabet, p->tile[i], out);
}

// Tiles that a viewer may not know are shown as that many question marks.
static void put_kinds(const struct config *c, const uint8_t *kinds, unsigned count, bool known,
                      struct buf *out)
{
    for (unsigned i = 0; i < count; i++)
        wordgame_put_kind(&c->lexicon->alphabet, known ? kinds[i] : KIND_BLANK, out);
}

void wordgame_format(const struct config *c, const struct state *s, const struct action *a,
                     unsigned viewer, struct buf *out)
{
    struct wordgame_placement p;
    switch (a->kind) {
    case ACTION_PASS:
        buf_add_string(out, "pass");
        break;
    case ACTION_RESIGN:
        buf_add_string(out, "resign");
        break;
    case WORDGAME_EXCHANGE:
        buf_add_string(out, "exchange ");
        put_kinds(c, a->data, a->len, viewer == VIEWER_ALL || viewer == a->seat, out);
        break;
    case WORDGAME_DEAL:
        buf_printf(out, "deal %c ", seat_letter(a->data[0]));
        put_kinds(c, a->data + 1, a->len - 1u, viewer == VIEWER_ALL || viewer == a->data[0], out);
        break;
    default:
        BUG_UNLESS(wordgame_placement(&wordgame_state(s)->set, a, &p));
        put_placement(c, &p, out);
    }
}

static bool take_row(struct text *rest, unsigned *row)
{
    size_t digits = 0;
    uint32_t number;
    while (digits < rest->len && rest->at[digits] >= '0' && rest->at[digits] <= '9')
        digits++;
    struct text number_text = text_head(*rest, digits);
    *rest = text_from(*rest, digits);
    if (digits == 0 || number_text.at[0] == '0' || !text_to_u32(number_text, &number) ||
        number > BOARD_SIDE)
        return false;
    *row = number - 1;
    return true;
}

static bool take_column(struct text *rest, unsigned *column)
{
    if (rest->len == 0)
        return false;
    *column = (unsigned)(rest->at[0] | 0x20) - 'a';
    *rest = text_from(*rest, 1);
    return *column < BOARD_SIDE;
}

// `8D` or `D8`.
static bool read_place(struct text text, struct wordgame_placement *p)
{
    unsigned row, column;
    p->down = text.len && (text.at[0] < '0' || text.at[0] > '9');
    bool good = p->down ? take_column(&text, &column) && take_row(&text, &row)
                        : take_row(&text, &row) && take_column(&text, &column);
    if (!good || text.len)
        return false;
    p->square = (uint8_t)(row * BOARD_SIDE + column);
    return true;
}

// Takes letters that lie on the board already from there: the text need not say which of them is a
// blank.
static void take_from_board(const uint8_t board[BOARD_SQUARES], struct wordgame_placement *p)
{
    for (unsigned i = 0; i < p->length; i++) {
        uint8_t there = board[p->square + i * wordgame_line_step(p->down)];
        if (there && wordgame_tile_letter(there) == wordgame_tile_letter(p->tile[i]))
            p->tile[i] = there;
    }
    wordgame_turn(board, p);
}

static bool parse_placement(const struct config *c, const struct state *s, struct text text,
                            struct wordgame_placement *p, struct reason *why)
{
    struct text rest = text, place = text_cut(&rest, ':');
    struct word w;
    uint64_t small;
    *p = (struct wordgame_placement){0};
    if (place.len == text.len || !read_place(place, p))
        return refuse(why, MSG_WORDGAME_MOVE_TEXT, "%.*s", TEXT_ARG(reason_quote(text)));
    if (!alphabet_fold_cased(&c->lexicon->alphabet, rest, &w, &small, why))
        return false;
    unsigned first = p->down ? p->square / BOARD_SIDE : p->square % BOARD_SIDE;
    if (first + w.len > BOARD_SIDE)
        return refuse(why, MSG_WORDGAME_OFF_BOARD, "%s", "");
    p->length = w.len;
    for (unsigned i = 0; i < w.len; i++)
        p->tile[i] = (uint8_t)(w.letter[i] | (small >> i & 1 ? TILE_BLANK : 0));
    take_from_board(wordgame_state(s)->board, p);
    return true;
}

// Tiles that a text names, by kind. There can be no more than an action holds.
struct tile_list {
    uint8_t count[TILE_KINDS];
    unsigned all;
    bool many; // there were more
};

static void add_tile(struct tile_list *l, unsigned kind)
{
    l->many |= l->all == ACTION_BYTES;
    if (l->many)
        return;
    l->count[kind]++;
    l->all++;
}

// Letters between blanks. More of them than a word may have are too many tiles as well.
static bool add_letters(const struct alphabet *a, struct text text, struct tile_list *l,
                        struct reason *why)
{
    struct word w;
    struct reason wrong = {0};
    if (alphabet_fold(a, text, &w, &wrong)) {
        for (unsigned i = 0; i < w.len; i++)
            add_tile(l, w.letter[i]);
        return true;
    }
    l->many |= wrong.what == MSG_WORD_TOO_LONG;
    if (!l->many && why)
        *why = wrong;
    return l->many;
}

// Counts the tiles of a text; `?` is a blank.
static bool count_tiles(const struct alphabet *a, struct text text, struct tile_list *l,
                        struct reason *why)
{
    *l = (struct tile_list){0};
    while (text.len && !l->many) {
        size_t letters = text_find(text, '?');
        if (letters && !add_letters(a, text_head(text, letters), l, why))
            return false;
        if (letters < text.len)
            add_tile(l, KIND_BLANK);
        text = text_from(text, letters + 1);
    }
    return true;
}

// Adds tiles to an action's data.
static bool parse_tiles(const struct config *c, const struct state *s, struct text text,
                        struct action *a, struct reason *why)
{
    struct tile_list l;
    if (!count_tiles(&c->lexicon->alphabet, text, &l, why))
        return false;
    if (l.many || !wordgame_put_tiles(a, l.count))
        return refuse(why, MSG_WORDGAME_MANY_TILES, "%u", wordgame_state(s)->set.rack);
    return l.all || refuse(why, MSG_WORDGAME_NO_TILES_NAMED, "%s", "");
}

static bool parse_deal(const struct config *c, const struct state *s, struct text text,
                       struct action *a, struct reason *why)
{
    struct text rest = text, word = text_cut(&rest, ' ');
    rest = text_trim(rest);
    struct text seat = text_cut(&rest, ' ');
    if (!text_is(word, "deal") || (!text_is(seat, "A") && !text_is(seat, "B")))
        return refuse(why, MSG_WORDGAME_DEAL_TEXT, "%.*s", TEXT_ARG(reason_quote(text)));
    *a = action_of(WORDGAME_DEAL, CHANCE, &(uint8_t){seat.at[0] == 'B'}, 1);
    return parse_tiles(c, s, text_trim(rest), a, why);
}

bool wordgame_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
                    struct action *a, struct reason *why)
{
    struct wordgame_placement p;
    struct text rest = text, word = text_cut(&rest, ' ');
    if (seat == CHANCE)
        return parse_deal(c, s, text, a, why);
    if (text_is(text, "pass") || text_is(text, "resign")) {
        action_begin(a, text_is(text, "pass") ? ACTION_PASS : ACTION_RESIGN, seat);
        return true;
    }
    if (text_is(word, "exchange")) {
        action_begin(a, WORDGAME_EXCHANGE, seat);
        return parse_tiles(c, s, text_trim(rest), a, why);
    }
    if (!parse_placement(c, s, text, &p, why))
        return false;
    *a = wordgame_move_encode(&p, seat);
    return true;
}
