// States of Bali as text and back:
//
//     started 1
//     turn B
//     resigned 0
//     passed 1
//     missing 0
//     end 0
//     deck A2 B1 *1
//     score A 18
//     taken A 6 18
//     column A1 P A R T I E
//     column A2 *
//     column B1 *=E T
//     doubt B - B1:1! A3:2
//     refilled A3
//
// A settled card has its letter after it. `doubt` is the join that may be challenged: the seat that
// joined, the challenger (`-`: nobody so far), and the columns as they were, each with its number
// of cards and `!` where the join settled its card. A hidden deck is `deck ?12`: only its size is
// known. `refilled` has the places refilled since. Empty places and kinds of which no card is left
// are left out.
#include "games/bali/state.h"

#include "rules/state_text.h"

#include <string.h>

// ---- writing ----

// R-BALI-7, R-BALI-8, R-BALI-9
static void put_card(const struct config *c, const struct bali_pack *pack,
                     const struct bali_column *column, unsigned i, struct buf *out)
{
    struct word letter = {1, {column->letter[i]}};
    uint32_t plays = pack->plays[column->card[i]];
    buf_add_byte(out, ' ');
    bali_pack_print(pack, column->card[i], out);
    if (!(plays & (plays - 1)) || !column->letter[i])
        return;
    buf_add_byte(out, '=');
    alphabet_print(&c->lexicon->alphabet, &letter, out);
}

static void put_columns(const struct config *c, const struct bali_pack *pack,
                        const struct bali_state *b, struct buf *out)
{
    for (unsigned place = 0; place < BALI_PLACES; place++) {
        const struct bali_column *column = &b->column[place];
        if (!column->len)
            continue;
        buf_add_string(out, "column ");
        bali_print_place(place, out);
        for (unsigned i = 0; i < column->len; i++)
            put_card(c, pack, column, i, out);
        buf_add_byte(out, '\n');
    }
}

static void put_challenge(const struct bali_challenge *d, struct buf *out)
{
    if (!d->count)
        return;
    buf_printf(out, "doubt %c %c", seat_letter(d->seat),
               d->challenger == BALI_NOBODY ? '-' : seat_letter(d->challenger));
    for (unsigned i = 0; i < d->count; i++) {
        buf_add_byte(out, ' ');
        bali_print_place(d->place[i], out);
        buf_printf(out, ":%u%s", d->length[i], d->settled >> i & 1 ? "!" : "");
    }
    buf_add_string(out, "\nrefilled");
    for (uint32_t left = d->refilled; left; left &= left - 1) {
        buf_add_byte(out, ' ');
        bali_print_place((unsigned)__builtin_ctz(left), out);
    }
    buf_add_byte(out, '\n');
}

static void put_deck(const struct bali_pack *pack, const struct bali_state *b, struct buf *out)
{
    buf_add_string(out, "deck");
    if (bali_deck_hidden(b))
        buf_printf(out, " ?%u", b->in_deck);
    for (unsigned kind = 1; kind <= pack->kinds; kind++) {
        if (!b->deck[kind])
            continue;
        buf_add_byte(out, ' ');
        bali_pack_print(pack, kind, out);
        buf_printf(out, "%u", b->deck[kind]);
    }
    buf_add_byte(out, '\n');
}

void bali_write(const struct config *c, const struct state *s, struct buf *out)
{
    const struct bali_state *b = bali_state(s);
    const struct bali_pack *pack = &b->pack;
    buf_printf(out, "started %u\nturn %c\nresigned %u\npassed %u\nmissing %u\nend %u\n", b->started,
               seat_letter(b->turn), b->resigned, b->passed, b->missing, b->end);
    put_deck(pack, b, out);
    for (unsigned i = 0; i < c->seats; i++)
        buf_printf(out, "score %c %d\n", seat_letter(i), (int)b->score[i]);
    for (unsigned i = 0; i < b->words; i++)
        buf_printf(out, "taken %c %u %u\n", seat_letter(b->taken[i].seat), b->taken[i].cards,
                   b->taken[i].points);
    put_columns(c, pack, b, out);
    put_challenge(&b->challenge, out);
}

// ---- reading ----

struct reader {
    const struct config *c;
    struct bali_state *b;
};

// A place that the game has.
static bool read_place(const struct reader *d, struct text text, uint8_t *place)
{
    uint8_t seat, number = text.len == 2 ? (uint8_t)(text.at[1] - '1') : BALI_ROW;
    if (!state_read_seat(text_head(text, text.len ? 1 : 0), d->c->seats, &seat) ||
        number >= d->b->set.row)
        return false;
    *place = (uint8_t)(seat * BALI_ROW + number);
    return true;
}

static bool read_fields(struct reader *d, struct text key, struct text rest)
{
    struct bali_state *b = d->b;
    unsigned seats = (1u << d->c->seats) - 1;
    const struct {
        const char *key;
        uint8_t *to;
        unsigned most;
    } numbers[] = {
        {"started", &b->started, 1},       {"resigned", &b->resigned, seats},
        {"passed", &b->passed, seats},     {"missing", &b->missing, seats},
        {"end", &b->end, END_RESIGNATION},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (text_is(key, numbers[i].key))
            return state_read_byte(rest, numbers[i].most, numbers[i].to);
    return text_is(key, "turn") && state_read_seat(rest, d->c->seats, &b->turn);
}

// A2: as many cards of a kind.
static bool read_deck(struct reader *d, struct text rest)
{
    struct bali_state *b = d->b;
    memset(b->deck, 0, sizeof b->deck);
    b->in_deck = 0;
    if (text_starts(rest, "?"))
        return state_read_byte(text_from(rest, 1), 2 * BALI_PACK, &b->in_deck) && b->in_deck;
    while (rest.len) {
        struct text one = text_cut(&rest, ' ');
        size_t digits = 0;
        while (digits < one.len && one.at[one.len - 1 - digits] >= '0' &&
               one.at[one.len - 1 - digits] <= '9')
            digits++;
        unsigned kind = bali_pack_find(&d->b->pack, text_head(one, one.len - digits));
        if (!kind || b->deck[kind] ||
            !state_read_byte(text_from(one, one.len - digits), 2 * BALI_PACK, &b->deck[kind]) ||
            b->in_deck + b->deck[kind] > 2 * BALI_PACK)
            return false;
        b->in_deck = (uint8_t)(b->in_deck + b->deck[kind]);
    }
    return true;
}

static bool read_score(struct reader *d, struct text rest)
{
    uint8_t seat;
    uint32_t score;
    if (!state_read_seat(text_cut(&rest, ' '), d->c->seats, &seat) ||
        !state_read_number(rest, INT16_MAX, &score))
        return false;
    d->b->score[seat] = (int32_t)score;
    return true;
}

static bool read_taken(struct reader *d, struct text rest)
{
    struct bali_taken t;
    uint32_t points;
    if (d->b->words == BALI_TAKEN || !state_read_seat(text_cut(&rest, ' '), d->c->seats, &t.seat) ||
        !state_read_byte(text_cut(&rest, ' '), WORD_MAX, &t.cards) ||
        !state_read_number(rest, UINT16_MAX, &points))
        return false;
    t.points = (uint16_t)points;
    d->b->taken[d->b->words++] = t;
    return true;
}

// K, or *=E. A lone card may be open still, others not.
static bool read_card(struct reader *d, struct text text, struct bali_column *column)
{
    struct text rest = text, name = text_cut(&rest, '=');
    unsigned kind = bali_pack_find(&d->b->pack, name);
    uint32_t plays = d->b->pack.plays[kind];
    struct word letter = {0, {0}};
    if (!kind || column->len == WORD_MAX)
        return false;
    if (!(plays & (plays - 1)))
        letter.letter[0] = d->b->pack.own[kind];
    else if (name.len < text.len &&
             (!alphabet_fold(&d->c->lexicon->alphabet, rest, &letter, NULL) || letter.len != 1 ||
              !(plays & graph_bit(letter.letter[0]))))
        return false;
    column->card[column->len] = (uint8_t)kind;
    column->letter[column->len++] = letter.letter[0];
    return true;
}

static bool read_column(struct reader *d, struct text rest)
{
    uint8_t place;
    if (!read_place(d, text_cut(&rest, ' '), &place) || d->b->column[place].len)
        return false;
    struct bali_column *column = &d->b->column[place];
    while (rest.len)
        if (!read_card(d, text_cut(&rest, ' '), column))
            return false;
    return column->len == 1 || (column->len && !memchr(column->letter, 0, column->len));
}

// B1:1!
static bool read_joined(struct reader *d, struct text text)
{
    struct bali_challenge *join = &d->b->challenge;
    struct text rest = text, place = text_cut(&rest, ':');
    if (join->count == BALI_PARTS || !read_place(d, place, &join->place[join->count]))
        return false;
    if (text_ends(rest, "!")) {
        join->settled |= (uint16_t)(1u << join->count);
        rest = text_head(rest, rest.len - 1);
    }
    return state_read_byte(rest, WORD_MAX, &join->length[join->count++]);
}

static bool read_challenge(struct reader *d, struct text rest)
{
    struct bali_challenge *join = &d->b->challenge;
    if (join->count || !state_read_seat(text_cut(&rest, ' '), d->c->seats, &join->seat))
        return false;
    struct text challenger = text_cut(&rest, ' ');
    if (!text_is(challenger, "-") && !state_read_seat(challenger, d->c->seats, &join->challenger))
        return false;
    while (rest.len)
        if (!read_joined(d, text_cut(&rest, ' ')))
            return false;
    return join->count > 1;
}

static bool read_refilled(struct reader *d, struct text rest)
{
    uint8_t place;
    while (rest.len) {
        if (!read_place(d, text_cut(&rest, ' '), &place))
            return false;
        d->b->challenge.refilled |= UINT32_C(1) << place;
    }
    return true;
}

static bool read_line(void *context, struct text key, struct text rest)
{
    static const struct {
        const char *key;
        bool (*read)(struct reader *d, struct text rest);
    } lines[] = {
        {"deck", read_deck},     {"score", read_score},     {"taken", read_taken},
        {"column", read_column}, {"doubt", read_challenge}, {"refilled", read_refilled},
    };
    struct reader *d = context;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (text_is(key, lines[i].key))
            return lines[i].read(d, rest);
    return !key.len || read_fields(d, key, rest);
}

bool bali_sketch(const struct config *c, struct text text, struct state *s, struct reason *why)
{
    struct reader d = {c, bali_state_of(s)};
    c->rules->setup(c, s);
    return state_read_lines(text, read_line, &d, why);
}

bool bali_read(const struct config *c, struct text text, struct state *s, struct reason *why)
{
    return bali_sketch(c, text, s, why) && bali_valid(c, s, why);
}
