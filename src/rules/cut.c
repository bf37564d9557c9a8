#include "rules/cut.h"

#include "base/bug.h"
#include "base/utf8.h"

static unsigned cards_in(const struct cut_pack *p)
{
    unsigned cards = 0;
    for (unsigned i = 0; i < p->kinds; i++)
        cards += p->kind[i].count;
    return cards;
}

static struct cut_kind *find_kind(struct cut_pack *p, uint32_t symbol)
{
    for (unsigned i = 0; i < p->kinds; i++)
        if (p->kind[i].symbol == symbol)
            return &p->kind[i];
    return NULL;
}

// The packs while they are cut, and the ranks drawn so far.
struct cutting {
    struct cut_pack pack; // what is left
    unsigned seats, left;
    unsigned draws;
    uint8_t rank[CUT_DRAWS];
};

static void cutting_begin(struct cutting *k, const struct config *c)
{
    *k = (struct cutting){.seats = c->seats};
    c->rules->cut(c, &k->pack);
    k->left = cards_in(&k->pack);
    BUG_UNLESS(k->left <= CUT_DRAWS && (!k->left || k->left >= k->seats));
}

static void cutting_take(struct cutting *k, struct cut_kind *kind)
{
    kind->count--;
    k->left--;
    k->rank[k->draws++] = kind->rank;
}

// The place of the player who draws next; -1: `leader` has been found. Goes through the rounds from
// the first: after each, those nearest to A go on. R-BALI-59
static int next_to_draw(const struct cutting *k, unsigned *leader)
{
    unsigned in = (1u << k->seats) - 1, i = 0;
    for (;;) {
        unsigned nearest = 0, best = UINT8_MAX + 1;
        for (unsigned place = 0; place < k->seats; place++) {
            if (!(in >> place & 1))
                continue;
            if (i == k->draws)
                return (int)place;
            nearest = k->rank[i] < best ? 0 : nearest;
            best = k->rank[i] < best ? k->rank[i] : best;
            nearest |= k->rank[i++] == best ? 1u << place : 0;
        }
        bool again = __builtin_popcount(nearest) > 1 &&
                     (i < k->draws || k->left >= (unsigned)__builtin_popcount(nearest));
        *leader = (unsigned)__builtin_ctz(nearest);
        if (!again)
            return -1;
        in = nearest;
    }
}

unsigned cut_seat(unsigned leader, unsigned place)
{
    return place == leader ? 0 : place < leader ? place + 1 : place;
}

unsigned cut_draw(const struct config *c, const struct rng *r, struct cut *out)
{
    struct cutting k;
    struct rng apart = rng_apart(r);
    unsigned leader = 0;
    out->draws = 0;
    cutting_begin(&k, c);
    if (!k.left)
        return 0;
    for (int place; (place = next_to_draw(&k, &leader)) >= 0;) {
        struct cut_kind *kind = k.pack.kind;
        for (unsigned n = rng_below(&apart, k.left); n >= kind->count; kind++)
            n -= kind->count;
        cutting_take(&k, kind);
        out->draw[out->draws++] = (struct cut_drawn){(uint8_t)place, kind->symbol};
    }
    for (unsigned i = 0; i < out->draws; i++)
        out->draw[i].seat = (uint8_t)cut_seat(leader, out->draw[i].seat);
    return leader;
}

bool cut_read(struct cut *cut, struct text rest, struct reason *why)
{
    struct text all = rest, letter = text_cut_word(&rest);
    uint32_t symbol, mark;
    bool ok = letter.len == 1 && letter.at[0] >= 'A' && letter.at[0] < 'A' + SEATS_MAX &&
              cut->draws < CUT_DRAWS && utf8_next(&rest, &symbol);
    // The letter and its accent may be two code points.
    if (ok && rest.len)
        ok = utf8_next(&rest, &mark) && (symbol = utf8_compose(symbol, mark)) && !rest.len;
    if (!ok)
        return refuse(why, MSG_RECORD_BAD_CUT, "%.*s", TEXT_ARG(reason_quote(all)));
    cut->draw[cut->draws++] = (struct cut_drawn){(uint8_t)(letter.at[0] - 'A'), utf8_upper(symbol)};
    return true;
}

static bool print_draw(struct cut_drawn drawn, struct buf *out)
{
    char card[UTF8_MAX];
    buf_printf(out, "cut %c ", seat_letter(drawn.seat));
    buf_add(out, card, utf8_put(drawn.symbol, card));
    return buf_ok(out);
}

// The first cards tell the order of sitting down: every seat once.
static bool read_places(const struct config *c, const struct cut *cut, unsigned place[SEATS_MAX],
                        unsigned *wrong)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < c->seats && i < cut->draws; i++) {
        unsigned seat = cut->draw[i].seat;
        *wrong = i;
        if (seat >= c->seats || seen >> seat & 1)
            return false;
        seen |= 1u << seat;
        place[seat] = i;
    }
    return cut->draws >= c->seats;
}

static bool follow_rounds(struct cutting *k, const struct cut *cut, const unsigned place[SEATS_MAX],
                          unsigned *leader, unsigned *wrong)
{
    for (unsigned i = 0; i < cut->draws; i++) {
        struct cut_kind *kind = find_kind(&k->pack, cut->draw[i].symbol);
        int next = next_to_draw(k, leader);
        *wrong = i;
        if (next < 0 || place[cut->draw[i].seat] != (unsigned)next || !kind || !kind->count)
            return false;
        cutting_take(k, kind);
    }
    return next_to_draw(k, leader) < 0;
}

bool cut_check(const struct config *c, const struct cut *cut, unsigned *wrong, struct reason *why)
{
    struct cutting k;
    unsigned place[SEATS_MAX] = {0}, leader = 0;
    *wrong = 0;
    if (!cut->draws)
        return true;
    cutting_begin(&k, c);
    if (!k.left)
        return refuse(why, MSG_RECORD_NO_CUT, "%s", c->preset);
    bool ok = read_places(c, cut, place, wrong) && follow_rounds(&k, cut, place, &leader, wrong);
    for (unsigned seat = 0; ok && seat < c->seats; seat++)
        ok = cut_seat(leader, place[seat]) == seat;
    return ok || refuse(why, MSG_RECORD_WRONG_CUT, "%s", "");
}

bool cut_follows(const struct config *c, const struct cut *cut, const struct rng *r,
                 unsigned *wrong, struct reason *why)
{
    struct cut drawn;
    struct buf text = {0};
    if (!cut_check(c, cut, wrong, why))
        return false;
    if (!cut->draws)
        return true;
    cut_draw(c, r, &drawn);
    // Both are complete, so neither is the beginning of the other.
    for (unsigned i = 0; i < drawn.draws && i < cut->draws; i++) {
        if (drawn.draw[i].seat == cut->draw[i].seat && drawn.draw[i].symbol == cut->draw[i].symbol)
            continue;
        *wrong = i;
        print_draw(drawn.draw[i], &text);
        reason_set(why, 0, MSG_RECORD_OTHER_CUT, "%.*s", TEXT_ARG(buf_text(&text)));
        buf_release(&text);
        return false;
    }
    return true;
}

void cut_write(const struct cut *cut, struct buf *out)
{
    for (unsigned i = 0; i < cut->draws && print_draw(cut->draw[i], out); i++)
        buf_add_byte(out, '\n');
}

bool cut_counts(const struct cut *cut, unsigned draw)
{
    for (unsigned i = draw + 1; i < cut->draws; i++)
        if (cut->draw[i].seat == cut->draw[draw].seat)
            return false;
    return true;
}
