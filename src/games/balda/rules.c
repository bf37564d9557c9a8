// The rules of Balda and Bukva: the table of their functions, the start word, and what a state
// comes to. Where the two games differ, struct balda_settings says how.
#include "games/balda/state.h"

#include "base/bug.h"

_Static_assert(sizeof(struct balda_state) <= STATE_BYTES, "the state has to fit");

// With fewer words than this to choose from, less familiar ones are taken too. R-BALDA-40
enum { START_WORDS = 2000, START_TRIES = 100 };

static void setup(const struct config *c, struct state *s)
{
    memset(s, 0, sizeof *s);
    BUG_UNLESS(balda_settings_load(&balda_state_of(s)->set, c, NULL));
}

static unsigned to_act(const struct config *c, const struct state *s)
{
    const struct balda_state *b = balda_state(s);
    (void)c;
    if (b->resigned || b->end)
        return 0;
    if (b->words == 0)
        return ACTS_CHANCE;
    return 1u << (b->question.length ? 1 - b->turn : b->turn);
}

static struct action start_action(const struct config *c, uint32_t index)
{
    struct word w;
    lexicon_nth(c->lexicon, index, &w);
    return action_of(BALDA_START, CHANCE, w.letter, w.len);
}

// The first word from number `from` on, and round again from the beginning, that a game can start
// with and that offends nobody. False where there is none.
static bool find_start(const struct config *c, const struct state *s, uint32_t from,
                       struct action *a)
{
    uint32_t words = c->lexicon->graph.words;
    for (uint32_t i = 0; i < words; i++) {
        uint32_t index = (from + i) % words;
        struct word_info info = lexicon_info(c->lexicon, index);
        if (info.length != balda_state(s)->set.width || (info.marks & MARK_OFFENSIVE))
            continue;
        *a = start_action(c, index);
        if (balda_check_start(c, s, a, NULL))
            return true;
    }
    return false;
}

// R-BALDA-1, R-BALDA-9
static bool balda_accept(const struct config *c, struct reason *why)
{
    struct state fresh;
    struct action start;
    if (c->seats != BALDA_SEATS)
        return refuse(why, MSG_BALDA_SEATS, "%s", "");
    setup(c, &fresh);
    return find_start(c, &fresh, 0, &start) ||
           refuse(why, MSG_BALDA_NO_START, "%s\t%u", c->lexicon_name,
                  balda_state(&fresh)->set.width);
}

// Familiar words first: only as far down the tiers as it takes to have some choice. Where none of
// those can be started with, any that can will do; accept() saw that there is one.
// R-BALDA-6, R-BALDA-40
static void draw(const struct config *c, const struct state *s, struct rng *r, struct action *a)
{
    const struct balda_settings *set = &balda_state(s)->set;
    struct word_filter f = {.min_length = set->width,
                            .max_length = set->width,
                            .classes = set->classes,
                            .without = MARK_OFFENSIVE};
    f.max_tier = lexicon_tier(c->lexicon, &f, START_WORDS);
    for (unsigned tries = 0; tries < START_TRIES; tries++) {
        uint32_t index;
        if (!lexicon_random(c->lexicon, &f, r, &index))
            break;
        *a = start_action(c, index);
        if (balda_check_start(c, s, a, NULL))
            return;
    }
    BUG_UNLESS(find_start(c, s, rng_below(r, c->lexicon->graph.words), a));
}

// R-BUKVA-20
static void report(const struct config *c, const struct state *s, const struct action *a,
                   struct report *out)
{
    const struct balda_state *b = balda_state(s);
    bool answer = a->kind == BALDA_ACCEPT;
    struct balda_move m = b->question;
    *out = (struct report){.placed = -1, .scorer = a->seat};
    if (!answer && (a->kind != BALDA_PLACE || !balda_move_decode(a, &m)))
        return;
    struct word w = balda_move_word(&m, b->board);
    *out = balda_move_report(&m, answer ? b->turn : a->seat);
    if (!answer && balda_asks(c, b, &w))
        return; // no word yet
    out->word = w;
    out->points = m.length;
    out->amends = answer;
}

static void score(const struct config *c, const struct state *s, int32_t out[SEATS_MAX])
{
    (void)c;
    memset(out, 0, SEATS_MAX * sizeof *out);
    for (unsigned seat = 0; seat < BALDA_SEATS; seat++)
        out[seat] = balda_state(s)->score[seat];
}

// R-BALDA-34, R-BALDA-35, R-BALDA-36, R-BUKVA-11, R-BUKVA-15
static void outcome(const struct config *c, const struct state *s, struct outcome *out)
{
    const struct balda_state *b = balda_state(s);
    (void)c;
    *out = (struct outcome){.over = b->resigned || b->end};
    if (!out->over)
        return;
    out->reason = b->resigned ? END_RESIGNATION : (enum end_reason)b->end;
    if (b->resigned)
        out->winners = 3u & ~b->resigned;
    else if (b->end != END_PASSES && b->score[0] != b->score[1])
        out->winners = b->score[0] > b->score[1] ? 1 : 2;
    else if (b->end != END_PASSES && b->set.tie == BALDA_TIE_SHARED)
        out->winners = 3;
    else
        out->draw = true;
}

const struct rules balda_rules = {
    .name = "balda",
    .state_size = sizeof(struct balda_state),
    .draws_word = true,
    .accept = balda_accept,
    .describe = rules_describe_nothing,
    .cut = rules_no_cut,
    .setup = setup,
    .to_act = to_act,
    .check = balda_check,
    .apply = balda_apply,
    .draw = draw,
    .legal = balda_legal,
    .targets = balda_targets,
    .report = report,
    .also = rules_also_none,
    .score = score,
    .outcome = outcome,
    .view = rules_view_open,
    .forgets = rules_recalls,
    .guess = rules_guess_open,
    .format = balda_format,
    .parse = balda_parse,
    .write = balda_write,
    .read = balda_read,
    .valid = balda_valid,
};
