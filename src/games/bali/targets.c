// targets() of Bali: what the table shows before a move is whole.
//
//     ,"plain":["done"],"takes":[{"place":"A2","points":18}]
//     ,"choices":[{"place":"A5","letters":["A","B"],"own":null}],"claims":false
//
// plain: moves without columns. takes: columns that can be taken, and their points. choices: open
// cards and the letters that a join may settle them as; `own` is meant where a move names none, and
// null where it has to name one. claims: joins are not looked up, but may be challenged.
#include "games/bali/state.h"

// R-BALI-29, R-BALI-38, R-BALI-48
static void add_plain(const struct config *c, const struct state *s, unsigned seat, struct buf *out)
{
    static const struct {
        unsigned kind;
        const char *text;
    } plain[] = {{ACTION_PASS, "pass"}, {BALI_DONE, "done"}, {BALI_CHALLENGE, "challenge"}};
    const char *comma = "";
    buf_add_string(out, ",\"plain\":[");
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        struct action a = action_of(plain[i].kind, seat, NULL, 0);
        if (!bali_check(c, s, &a, NULL))
            continue;
        buf_printf(out, "%s\"%s\"", comma, plain[i].text);
        comma = ",";
    }
    buf_add_byte(out, ']');
}

static void begin_place(unsigned place, const char **comma, struct buf *out)
{
    buf_printf(out, "%s{\"place\":\"", *comma);
    bali_print_place(place, out);
    buf_add_byte(out, '"');
    *comma = ",";
}

// R-BALI-21, R-BALI-23
static void add_takes(const struct config *c, const struct state *s, unsigned seat, struct buf *out)
{
    const struct bali_state *b = bali_state(s);
    const char *comma = "";
    buf_add_string(out, ",\"takes\":[");
    for (unsigned i = 0; i < BALI_ROW; i++) {
        uint8_t place = (uint8_t)(seat * BALI_ROW + i);
        struct action a = action_of(BALI_TAKE, seat, &place, 1);
        if (!bali_check(c, s, &a, NULL))
            continue;
        begin_place(place, &comma, out);
        buf_printf(out, ",\"points\":%d}", (int)bali_points(b, &b->column[place]));
    }
    buf_add_byte(out, ']');
}

static void add_letter(const struct config *c, unsigned letter, struct buf *out)
{
    buf_add_byte(out, '"');
    alphabet_print(&c->lexicon->alphabet, &(struct word){1, {(uint8_t)letter}}, out);
    buf_add_byte(out, '"');
}

// Its own letter comes first.
static void add_choice(const struct config *c, uint32_t open, unsigned own, struct buf *out)
{
    const char *comma = "";
    buf_add_string(out, ",\"letters\":[");
    if (own) {
        add_letter(c, own, out);
        comma = ",";
    }
    for (unsigned letter = 1; letter <= c->lexicon->alphabet.size; letter++) {
        if (letter == own || !(open & graph_bit(letter)))
            continue;
        buf_add_string(out, comma);
        add_letter(c, letter, out);
        comma = ",";
    }
    buf_add_string(out, "],\"own\":");
    if (own)
        add_letter(c, own, out);
    else
        buf_add_string(out, "null");
    buf_add_byte(out, '}');
}

// R-BALI-8, R-BALI-9, R-BALI-10
static void add_choices(const struct config *c, const struct bali_state *b, struct buf *out)
{
    const char *comma = "";
    buf_add_string(out, ",\"choices\":[");
    for (unsigned place = 0; place < BALI_PLACES; place++) {
        uint32_t open = bali_open_letters(b, &b->column[place]);
        if (!(open & (open - 1)))
            continue;
        begin_place(place, &comma, out);
        add_choice(c, open, b->pack.own[b->column[place].card[0]], out);
    }
    buf_add_byte(out, ']');
}

void bali_targets(const struct config *c, const struct state *s, unsigned seat, struct buf *out)
{
    const struct bali_state *b = bali_state(s);
    add_plain(c, s, seat, out);
    add_takes(c, s, seat, out);
    add_choices(c, b, out);
    buf_printf(out, ",\"claims\":%s", b->set.challenge ? "true" : "false");
}
