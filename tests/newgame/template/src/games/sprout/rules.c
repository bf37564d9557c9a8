// Sprout: the table of the rules, and the functions that only look at a state.
#include "games/sprout/state.h"

#include "base/bug.h"

_Static_assert(sizeof(struct sprout_state) <= STATE_BYTES, "the state has to fit");

graph_arc sprout_arc(const struct config *c, const struct word *stem)
{
    const struct graph *g = &c->lexicon->graph;
    graph_arc arc = graph_forward(g);
    for (unsigned i = 0; i < stem->len && arc; i++)
        arc = graph_step(g, arc, stem->letter[i]);
    return arc;
}

int32_t sprout_points(const struct sprout_settings *set, graph_arc arc, unsigned len)
{
    return graph_accepts(arc) && len > 1 && len >= set->min_word ? (int32_t)len : 0;
}

enum end_reason sprout_end(const struct config *c, const struct sprout_state *b)
{
    if (b->resigned)
        return END_RESIGNATION;
    bool grows =
        b->stem.len < WORD_MAX && graph_letters(&c->lexicon->graph, sprout_arc(c, &b->stem));
    return b->stem.len && !grows ? END_NO_WORD : END_NONE;
}

static bool accept(const struct config *c, struct reason *why)
{
    struct sprout_settings set;
    if (!sprout_settings_load(&set, c, why))
        return false;
    return sprout_starts(c) || refuse(why, MSG_SPROUT_NO_START, "%s", c->lexicon_name);
}

static void setup(const struct config *c, struct state *s)
{
    memset(s, 0, sizeof *s);
    BUG_UNLESS(sprout_settings_load(&sprout_state_of(s)->set, c, NULL));
}

unsigned sprout_to_act(const struct config *c, const struct state *s)
{
    const struct sprout_state *b = sprout_state(s);
    if (!b->stem.len)
        return ACTS_CHANCE;
    return sprout_end(c, b) ? 0 : 1u << sprout_seat(b->stem.len);
}

static void score(const struct config *c, const struct state *s, int32_t out[SEATS_MAX])
{
    const struct sprout_state *b = sprout_state(s);
    struct word stem = b->stem;
    unsigned letters = stem.len;
    memset(out, 0, SEATS_MAX * sizeof *out);
    for (stem.len = 2; stem.len <= letters; stem.len++)
        out[sprout_seat(stem.len - 1u)] += sprout_points(&b->set, sprout_arc(c, &stem), stem.len);
}

static void outcome(const struct config *c, const struct state *s, struct outcome *out)
{
    const struct sprout_state *b = sprout_state(s);
    int32_t points[SEATS_MAX];
    *out = (struct outcome){.reason = sprout_end(c, b)};
    out->over = out->reason != END_NONE;
    if (!out->over)
        return;
    score(c, s, points);
    out->draw = !b->resigned && points[0] == points[1];
    if (b->resigned)
        out->winners = 3u & ~(unsigned)b->resigned;
    else if (!out->draw)
        out->winners = points[0] > points[1] ? 1 : 2;
}

const struct rules sprout_rules = {
    .name = "sprout",
    .state_size = sizeof(struct sprout_state),
    .accept = accept,
    .cut = rules_no_cut,
    .setup = setup,
    .to_act = sprout_to_act,
    .check = sprout_check,
    .apply = sprout_apply,
    .draw = sprout_draw,
    .legal = sprout_legal,
    .targets = rules_targets_nothing,
    .report = sprout_report,
    .also = rules_also_none,
    .score = score,
    .outcome = outcome,
    .view = rules_view_open, // nothing is hidden
    .forgets = rules_recalls,
    .guess = rules_guess_open,
    .format = sprout_format,
    .parse = sprout_parse,
    .write = sprout_write,
    .read = sprout_read,
    .valid = sprout_valid,
    .describe = rules_describe_nothing,
};
