// check() of Bali: one function for each thing that a seat or chance can do.
#include "games/bali/state.h"

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

static bool refuse_letters(const struct config *c, enum message what, const struct word *w,
                           struct reason *why)
{
    struct buf text = {0};
    alphabet_print(&c->lexicon->alphabet, w, &text);
    reason_set(why, 0, what, "%.*s\t%s", TEXT_ARG(buf_text(&text)), c->lexicon_name);
    buf_release(&text);
    return false;
}

static bool refuse_card(const struct config *c, unsigned kind, struct reason *why)
{
    struct bali_pack pack;
    struct buf text = {0};
    if (bali_pack_load(&pack, &c->lexicon->alphabet) && kind <= pack.kinds && pack.symbol[kind])
        bali_pack_print(&pack, kind, &text);
    reason_set(why, 0, MSG_BALI_NO_CARD, "%.*s", TEXT_ARG(buf_text(&text)));
    buf_release(&text);
    return false;
}

static bool check_deal(const struct config *c, const struct bali_state *b, const struct action *a,
                       struct reason *why)
{
    int next = bali_dealt_next(c, b);
    if (a->kind != BALI_DEAL || a->len != 2 || next < 0)
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    if (a->data[0] != next)
        return refuse(why, MSG_BALI_DEAL_PLACE, "%s", name_of((unsigned)next).text);
    if (a->data[1] >= BALI_KINDS || !b->deck[a->data[1]])
        return refuse_card(c, a->data[1], why);
    return true;
}

// ---- joins ----

// Is there a column, and does what is settled fit its card?
static bool check_part(const struct config *c, const struct bali_state *b, unsigned place,
                       unsigned settle, struct reason *why)
{
    if (place >= BALI_PLACES || !b->column[place].len)
        return refuse(why, MSG_BALI_NO_COLUMN, "%s", name_of(place).text);
    uint32_t choice = bali_choice(b, &b->column[place]);
    if (choice && !settle)
        return refuse(why, MSG_BALI_SAY_LETTER, "%s", name_of(place).text);
    bool known = settle <= c->lexicon->alphabet.size;
    if (settle && !(known && choice & graph_bit(settle)))
        return refuse(why, MSG_BALI_NO_CHOICE, "%s", name_of(place).text);
    return true;
}

static bool check_parts(const struct config *c, const struct bali_state *b, const struct action *a,
                        struct reason *why)
{
    uint32_t named = 0;
    bool own = false;
    if (a->len < 4 || a->len % 2 || a->len > 2 * BALI_PARTS)
        return refuse(why, MSG_BALI_ONE_COLUMN, "%s", "");
    for (unsigned i = 0; i < a->len; i += 2) {
        unsigned place = a->data[i];
        if (!check_part(c, b, place, a->data[i + 1], why))
            return false;
        if (named >> place & 1)
            return refuse(why, MSG_BALI_TWICE, "%s", name_of(place).text);
        named |= UINT32_C(1) << place;
        own |= place / BALI_ROW == a->seat;
    }
    return own || refuse(why, MSG_BALI_NONE_OWN, "%s", "");
}

// Where joins can be challenged they need not be right; but the last ones are taken off the table
// at once, so those have to be words.
static bool check_join(const struct config *c, const struct bali_state *b, const struct action *a,
                       struct reason *why)
{
    struct bali_column joined;
    if (!check_parts(c, b, a, why))
        return false;
    if (!bali_joined(b, a, &joined))
        return refuse(why, MSG_BALI_LONG, "%s", "");
    struct word w = bali_letters(&joined);
    if (bali_closing(c, b))
        return bali_takable(c, &joined) ||
               refuse(why, MSG_BALI_MUST_FINISH, "%u", (unsigned)config_number(c, "min_word"));
    return config_is(c, "challenge", "on") || graph_has_run(&c->lexicon->graph, &w) ||
           refuse_letters(c, MSG_BALI_NO_RUN, &w, why);
}

// ---- the other moves ----

static bool check_take(const struct config *c, const struct bali_state *b, const struct action *a,
                       struct reason *why)
{
    unsigned place = a->data[0];
    if (a->len != 1 || place >= BALI_PLACES)
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    if (!b->column[place].len)
        return refuse(why, MSG_BALI_NO_COLUMN, "%s", name_of(place).text);
    if (place / BALI_ROW != a->seat)
        return refuse(why, MSG_BALI_NOT_OWN, "%s", name_of(place).text);
    if (b->column[place].len < config_number(c, "min_word"))
        return refuse(why, MSG_BALI_SHORT, "%u", (unsigned)config_number(c, "min_word"));
    struct word w = bali_letters(&b->column[place]);
    return bali_takable(c, &b->column[place]) || refuse_letters(c, MSG_BALI_NO_WORD, &w, why);
}

static bool check_pass(const struct config *c, const struct bali_state *b, const struct action *a,
                       struct reason *why)
{
    if (a->len || c->seats == 1)
        return refuse(why, MSG_RULES_NO_PASS, "%s", "");
    return !bali_can_move(c, b, a->seat) || refuse(why, MSG_BALI_NO_PASS, "%s", "");
}

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

// ---- challenges, giving up ----

static bool check_challenge(const struct bali_state *b, const struct action *a, struct reason *why)
{
    bool open = b->doubt.count && b->doubt.challenger == BALI_NOBODY && b->doubt.seat != a->seat &&
                !(b->resigned >> a->seat & 1);
    return (open && a->len == 0) || refuse(why, MSG_BALI_NO_CHALLENGE, "%s", "");
}

// Any word may be named; whether it is a right one is what the answer is about.
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
    unsigned who = c->rules->to_act(c, s);
    if (!rules_actor(c, who, a, why))
        return false;
    if (a->seat == CHANCE)
        return check_deal(c, b, a, why);
    if (a->kind == ACTION_RESIGN)
        return check_resign(c, b, a, why);
    if (a->kind == BALI_CHALLENGE)
        return check_challenge(b, a, why);
    if (!rules_turn(who, a, why))
        return false;
    if (b->doubt.challenger != BALI_NOBODY)
        return check_answer(c, a, why);
    if (a->kind >= sizeof moves / sizeof *moves || !moves[a->kind])
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    return moves[a->kind](c, b, a, why);
}
