// Moves of Bali as text: `A2+B5=E+A1`, `take A2`, `take A2+A3=E`, `name MAISON`, `pass`, `done`,
// `challenge`, `resign`, and the record's line `deal A3 K`.
#include "games/bali/move.h"

#include "rules/move_text.h"

#include <string.h>

// The game's own moves of one word.
static const struct move_word words[] = {
    {"done", BALI_DONE}, {"challenge", BALI_CHALLENGE}, {NULL, 0}};

void bali_print_place(unsigned place, struct buf *out)
{
    buf_printf(out, "%c%u", seat_letter(place / BALI_ROW), place % BALI_ROW + 1);
}

static void put_letter(const struct config *c, unsigned letter, struct buf *out)
{
    struct word w = {1, {(uint8_t)letter}};
    alphabet_print(&c->lexicon->alphabet, &w, out);
}

// A settled letter is written where it is not the card's usual one.
static void put_columns(const struct config *c, const struct bali_state *b, const struct action *a,
                        bool blank, struct buf *out)
{
    struct bali_move m;
    bali_move_decode(a, &m);
    for (unsigned i = 0; i < m.count; i++) {
        unsigned place = m.place[i], settle = m.settle[i];
        buf_add_string(out, i ? "+" : "");
        bali_print_place(place, out);
        if (!settle || settle == b->pack.own[b->column[place].card[0]])
            continue;
        buf_add_byte(out, '=');
        if (blank)
            buf_add_byte(out, '?');
        else
            put_letter(c, settle, out);
    }
}

static void put_deal(const struct bali_pack *pack, const struct action *a, bool blank,
                     struct buf *out)
{
    buf_add_string(out, "deal ");
    bali_print_place(a->data[0], out);
    buf_add_byte(out, ' ');
    if (blank)
        buf_add_byte(out, '?');
    else
        bali_pack_print(pack, a->data[1], out);
}

static void put_name(const struct config *c, const struct action *a, struct buf *out)
{
    struct word w = {.len = a->len};
    memcpy(w.letter, a->data, a->len);
    buf_add_string(out, "name ");
    alphabet_print(&c->lexicon->alphabet, &w, out);
}

// Without recall the log has no letters, but for a word that was named in answer to a challenge: it
// was said aloud.
// R-REC-15, R-REC-16, R-BALI-62
void bali_format(const struct config *c, const struct state *s, const struct action *a,
                 unsigned viewer, struct buf *out)
{
    bool blank = viewer != VIEWER_ALL && !bali_state(s)->set.recall;
    if (a->kind == BALI_DEAL) {
        put_deal(&bali_state(s)->pack, a, blank, out);
    } else if (a->kind == BALI_JOIN) {
        put_columns(c, bali_state(s), a, blank, out);
    } else if (a->kind == BALI_TAKE) {
        buf_add_string(out, "take ");
        put_columns(c, bali_state(s), a, blank, out);
    } else if (a->kind == BALI_NAME) {
        put_name(c, a, out);
    } else {
        move_word_format(words, a, out);
    }
}

// ---- reading ----

static bool not_a_move(enum message what, struct text text, struct reason *why)
{
    return refuse(why, what, "%.*s", TEXT_ARG(reason_quote(text)));
}

enum { PLACE_NAME = 2 };

// A place such as B5.
static bool read_place(struct text text, uint8_t *place)
{
    if (text.len != PLACE_NAME)
        return false;
    unsigned seat = (unsigned)(text.at[0] - 'A'), number = (unsigned)(text.at[1] - '1');
    if (seat >= SEATS_MAX || number >= BALI_ROW)
        return false;
    *place = (uint8_t)(seat * BALI_ROW + number);
    return true;
}

// The letter that settles the column's card, where the text names `letter` (0: none). A card that
// has one letter only needs no settling, though the text may name that letter.
static uint8_t settled_as(const struct bali_state *b, unsigned place, unsigned letter)
{
    const struct bali_column *column = &b->column[place];
    if (bali_open_letters(b, column))
        return letter ? (uint8_t)letter : b->pack.own[column->card[0]];
    return column->len == 1 && column->letter[0] == letter ? 0 : (uint8_t)letter;
}

// B5 or B5=E.
static bool read_part(const struct config *c, const struct bali_state *b, struct text text,
                      struct bali_move *m, struct reason *why)
{
    struct text rest = text, name = text_cut(&rest, '=');
    struct word letter = {.len = 0};
    uint8_t place;
    if (m->count == BALI_PARTS || !read_place(name, &place))
        return not_a_move(MSG_BALI_MOVE_TEXT, text, why);
    if (name.len < text.len) {
        if (!alphabet_fold(&c->lexicon->alphabet, rest, &letter, why))
            return false;
        if (letter.len != 1)
            return not_a_move(MSG_BALI_MOVE_TEXT, text, why);
    }
    m->place[m->count] = place;
    m->settle[m->count++] = settled_as(b, place, letter.len ? letter.letter[0] : 0);
    return true;
}

// Columns of a join, or of a take, where one will do.
static bool read_columns(const struct config *c, const struct bali_state *b, enum bali_kind kind,
                         struct text text, struct action *a, struct reason *why)
{
    struct text rest = text;
    struct bali_move m = {.kind = (uint8_t)kind};
    for (bool more = true; more;) {
        more = text_find(rest, '+') < rest.len;
        if (!read_part(c, b, text_cut(&rest, '+'), &m, why))
            return false;
    }
    if (m.count == 1 && (kind == BALI_JOIN || text.len > PLACE_NAME))
        return not_a_move(MSG_BALI_MOVE_TEXT, text, why);
    *a = bali_move_encode(&m, a->seat);
    return true;
}

static bool read_name(const struct config *c, struct text name, struct action *a,
                      struct reason *why)
{
    struct word w;
    if (!alphabet_fold(&c->lexicon->alphabet, text_trim(name), &w, why))
        return false;
    *a = action_of(BALI_NAME, a->seat, w.letter, w.len);
    return true;
}

// deal A3 K
static bool read_deal(const struct bali_pack *pack, struct text text, struct action *a,
                      struct reason *why)
{
    struct text rest = text, word = text_cut(&rest, ' ');
    rest = text_trim(rest);
    struct text place = text_cut(&rest, ' ');
    uint8_t card[2] = {0};
    if (!text_is(word, "deal") || !read_place(place, &card[0]))
        return not_a_move(MSG_BALI_DEAL_TEXT, text, why);
    rest = text_trim(rest);
    card[1] = (uint8_t)bali_pack_find(pack, rest);
    *a = action_of(BALI_DEAL, CHANCE, card, sizeof card);
    return card[1] || not_a_move(MSG_BALI_UNKNOWN_CARD, rest, why);
}

bool bali_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
                struct action *a, struct reason *why)
{
    struct text rest = text, word = text_cut(&rest, ' ');
    if (seat == CHANCE)
        return read_deal(&bali_state(s)->pack, text, a, why);
    if (move_word_parse(words, text, seat, a))
        return true;
    action_begin(a, ACTION_NONE, seat);
    if (text_is(word, "take"))
        return read_columns(c, bali_state(s), BALI_TAKE, text_trim(rest), a, why);
    if (text_is(word, "name"))
        return read_name(c, rest, a, why);
    return read_columns(c, bali_state(s), BALI_JOIN, text, a, why);
}
