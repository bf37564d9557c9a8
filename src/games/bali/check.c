// check() of Bali: one function for each kind of action.
#include "games/bali/move.h"

#include <stdio.h>
#include <string.h>

typedef bool check_fn(const struct config *c, const struct bali_state *b, const struct action *a,
                      struct reason *why);

// "A3", for messages.
struct place_name {
    char text[4];
};

static struct place_name name_of(unsigned place)
{
    struct place_name n;
    snprintf(n.text, sizeof n.text, "%c%u", seat_letter(place / BALI_ROW % SEATS_MAX),
             place % BALI_ROW + 1);
    return n;
}

static bool refuse_card(const struct bali_pack *pack, unsigned kind, struct reason *why)
{
    struct buf text = {0};
    if (kind <= pack->kinds && pack->symbol[kind])
        bali_pack_print(pack, kind, &text);
    reason_set(why, 0, MSG_BALI_NO_CARD, "%.*s", TEXT_ARG(buf_text(&text)));
    buf_release(&text);
    return false;
}

// R-BALI-12, R-BALI-14
static bool check_deal(const struct bali_state *b, const struct action *a, struct reason *why)
{
    int next = bali_place_to_deal(b);
    if (a->kind != BALI_DEAL || a->len != 2 || next < 0)
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    if (a->data[0] != next)
        return refuse(why, MSG_BALI_DEAL_PLACE, "%s", name_of((unsigned)next).text);
    uint8_t left[BALI_KINDS];
    memcpy(left, b->deck, sizeof left);
    if (bali_deck_hidden(b))
        bali_not_on_table(b, left);
    if (a->data[1] >= BALI_KINDS || !left[a->data[1]])
        return refuse_card(&b->pack, a->data[1], why);
    return true;
}

// ---- joins ----

// Is there a column? An open card has to be settled, as a letter that it may be.
// R-BALI-8, R-BALI-9, R-BALI-10
static bool check_part(const struct config *c, const struct bali_state *b, unsigned place,
                       unsigned settle, struct reason *why)
{
    if (place >= BALI_PLACES || !b->column[place].len)
        return refuse(why, MSG_BALI_NO_COLUMN, "%s", name_of(place).text);
    uint32_t open = bali_open_letters(b, &b->column[place]);
    if (open && !settle)
        return refuse_unfinished(why, MSG_BALI_SAY_LETTER, "%s", name_of(place).text);
    bool known = settle <= c->lexicon->alphabet.size;
    if (settle && !(known && open & graph_bit(settle)))
        return refuse(why, MSG_BALI_NO_CHOICE, "%s", name_of(place).text);
    return true;
}

// R-BALI-16, R-BALI-19
static bool check_parts(const struct config *c, const struct bali_state *b,
                        const struct bali_move *m, unsigned seat, struct reason *why)
{
    uint32_t named = 0;
    bool own = false;
    for (unsigned i = 0; i < m->count; i++) {
        unsigned place = m->place[i];
        if (!check_part(c, b, place, m->settle[i], why))
            return false;
        if (named >> place & 1)
            return refuse(why, MSG_BALI_TWICE, "%s", name_of(place).text);
        named |= UINT32_C(1) << place;
        own |= place / BALI_ROW == seat;
    }
    return own || refuse(why, MSG_BALI_NONE_OWN, "%s", "");
}

// Where joins can be challenged, any letters may be joined. The last joins take their column at
// once, so those have to be words.
// R-BALI-18, R-BALI-36, R-BALI-46, R-BALI-47, R-BALI-53
static bool check_join(const struct config *c, const struct bali_state *b, const struct action *a,
                       struct reason *why)
{
    struct bali_move m;
    struct bali_column joined;
    if (!bali_move_decode(a, &m))
        return refuse(why, MSG_BALI_ONE_COLUMN, "%s", "");
    if (!check_parts(c, b, &m, a->seat, why))
        return false;
    if (!bali_move_column(b, &m, &joined))
        return refuse(why, MSG_BALI_LONG, "%s", "");
    struct word w = bali_letters(&joined);
    if (bali_must_finish(b->set.seats, b->in_deck))
        return bali_takable(c, b, &joined) ||
               refuse(why, MSG_BALI_MUST_FINISH, "%u", b->set.min_word);
    return b->set.challenge || graph_has_run(&c->lexicon->graph, &w) ||
           rules_refuse_word(c, &w, MSG_BALI_NO_RUN, why);
}

// ---- the other moves ----

// R-BALI-23
static bool check_own(const struct bali_state *b, unsigned place, unsigned seat, struct reason *why)
{
    if (!b->column[place].len)
        return refuse(why, MSG_BALI_NO_COLUMN, "%s", name_of(place).text);
    return place / BALI_ROW == seat || refuse(why, MSG_BALI_NOT_OWN, "%s", name_of(place).text);
}

// R-BALI-61
static bool check_taken_parts(const struct config *c, const struct bali_state *b,
                              const struct bali_move *m, unsigned seat, struct reason *why)
{
    if (c->seats > 1)
        return refuse(why, MSG_BALI_TAKE_ALONE, "%s", "");
    return check_parts(c, b, m, seat, why);
}

// R-BALI-21, R-BALI-61
static bool check_take(const struct config *c, const struct bali_state *b, const struct action *a,
                       struct reason *why)
{
    struct bali_move m;
    struct bali_column column;
    if (!bali_move_decode(a, &m))
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    if (!(m.count == 1 ? check_own(b, m.place[0], a->seat, why)
                       : check_taken_parts(c, b, &m, a->seat, why)))
        return false;
    if (!bali_move_column(b, &m, &column))
        return refuse(why, MSG_BALI_LONG, "%s", "");
    if (column.len < b->set.min_word)
        return refuse(why, MSG_BALI_SHORT, "%u", b->set.min_word);
    struct word w = bali_letters(&column);
    return bali_takable(c, b, &column) || rules_refuse_word(c, &w, MSG_BALI_NO_WORD, why);
}

// R-BALI-29, R-BALI-35, R-BALI-38
static bool check_pass(const struct config *c, const struct bali_state *b, const struct action *a,
                       struct reason *why)
{
    if (a->len || c->seats == 1)
        return refuse(why, MSG_RULES_NO_PASS, "%s", "");
    return !bali_can_move(c, b, a->seat) || refuse(why, MSG_BALI_NO_PASS, "%s", "");
}

// R-BALI-29
static bool check_done(const struct config *c, const struct bali_state *b, const struct action *a,
                       struct reason *why)
{
    (void)b;
    return (a->len == 0 && c->seats == 1) || refuse(why, MSG_BALI_NOT_DONE, "%s", "");
}

static bool check_unasked(const struct config *c, const struct bali_state *b,
                          const struct action *a, struct reason *why)
{
    (void)c;
    (void)b;
    (void)a;
    return refuse(why, MSG_BALI_NOT_CHALLENGED, "%s", "");
}

static check_fn *const moves[] = {
    [BALI_JOIN] = check_join, [BALI_TAKE] = check_take,    [ACTION_PASS] = check_pass,
    [BALI_DONE] = check_done, [BALI_NAME] = check_unasked,
};

// ---- challenges, resigning ----

// R-BALI-48
static bool check_challenge(const struct bali_state *b, unsigned acting, const struct action *a,
                            struct reason *why)
{
    bool open = b->challenge.count && b->challenge.challenger == BALI_NOBODY &&
                b->challenge.seat != a->seat && rules_may_act(acting, a->seat);
    return (open && a->len == 0) || refuse(why, MSG_BALI_NO_CHALLENGE, "%s", "");
}

// Any letters may be named. apply() decides whether they answer the challenge.
// R-BALI-49
static bool check_answer(const struct config *c, const struct action *a, struct reason *why)
{
    if (a->kind == ACTION_PASS && a->len == 0)
        return true;
    if (a->kind != BALI_NAME || a->len == 0 || a->len > WORD_MAX)
        return refuse(why, MSG_BALI_NAME_FIRST, "%s", "");
    for (unsigned i = 0; i < a->len; i++)
        if (a->data[i] == 0 || a->data[i] > c->lexicon->alphabet.size)
            return refuse(why, MSG_BALI_NAME_FIRST, "%s", "");
    return true;
}

// R-BALI-29, R-BALI-43
static bool check_resign(const struct config *c, const struct bali_state *b, const struct action *a,
                         struct reason *why)
{
    if (c->seats == 1)
        return refuse(why, MSG_BALI_NO_RESIGN, "%s", "");
    if (b->resigned >> a->seat & 1)
        return refuse(why, MSG_RULES_RESIGNED, "%c", seat_letter(a->seat));
    return a->len == 0 || refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
}

bool bali_check(const struct config *c, const struct state *s, const struct action *a,
                struct reason *why)
{
    const struct bali_state *b = bali_state(s);
    unsigned acting = c->rules->to_act(c, s);
    if (!rules_actor(c, acting, a, why))
        return false;
    if (a->seat == CHANCE)
        return check_deal(b, a, why);
    if (a->kind == ACTION_RESIGN)
        return check_resign(c, b, a, why);
    if (a->kind == BALI_CHALLENGE)
        return check_challenge(b, acting, a, why);
    if (!rules_turn(acting, a, why))
        return false;
    if (b->challenge.challenger != BALI_NOBODY)
        return check_answer(c, a, why);
    if (a->kind >= sizeof moves / sizeof *moves || !moves[a->kind])
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    return moves[a->kind](c, b, a, why);
}
