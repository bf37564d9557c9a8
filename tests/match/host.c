#include "match/host.h"

#include "base/bug.h"
#include "lexicon/lexicon_build.h"
#include "toy/toy.h"
#include "toy/toy_state.h"

#include <string.h>

static struct lexicon english;
static struct buf english_bytes;

static const struct lexicon *build(void)
{
    static const char *const words[] = {"crown", "brown", "rot",  "rote", "tor", "torn",
                                        "crow",  "worn",  "toro", "noon", "on",  "no"};
    struct alphabet a;
    struct word w;
    if (english_bytes.len)
        return &english;
    BUG_UNLESS(alphabet_load(&a, TEXT("en"), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        BUG_UNLESS(alphabet_fold(&a, text_of(words[i]), &w, NULL));
        BUG_UNLESS(lexicon_builder_add(b, &w, CLASS_NOUN, 1, NULL));
    }
    BUG_UNLESS(lexicon_builder_write(b, &english_bytes, NULL));
    lexicon_builder_free(b);
    BUG_UNLESS(lexicon_open(&english, buf_text(&english_bytes), "english", NULL));
    return &english;
}

static const struct lexicon *find_lexicon(void *context, const char *name, struct reason *why)
{
    (void)context;
    return strcmp(name, "en") == 0 ? build() : toy_lexicon(name, why);
}

// ---- the toy game without resigning ----

static bool dogged_check(const struct config *c, const struct state *s, const struct action *a,
                         struct reason *why)
{
    if (a->kind == ACTION_RESIGN)
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    return toy_rules.check(c, s, a, why);
}

// ---- the toy game where all seats may act at any time ----

static unsigned rush_to_act(const struct config *c, const struct state *s)
{
    unsigned acting = toy_rules.to_act(c, s);
    return acting && acting != ACTS_CHANCE ? ((1u << c->seats) - 1) & ~toy(s)->resigned : acting;
}

static struct state turn_to(const struct state *s, unsigned seat)
{
    struct state turned = *s;
    if (seat != CHANCE)
        toy_of(&turned)->turn = (uint8_t)seat;
    return turned;
}

static bool rush_check(const struct config *c, const struct state *s, const struct action *a,
                       struct reason *why)
{
    if (a->seat != CHANCE && !(rush_to_act(c, s) >> a->seat & 1))
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    struct state turned = turn_to(s, a->seat);
    return toy_rules.check(c, &turned, a, why);
}

static void rush_apply(const struct config *c, struct state *s, const struct action *a)
{
    *s = turn_to(s, a->seat);
    toy_rules.apply(c, s, a);
}

static struct rules dogged, rush;

// Some games need the state before an action to write it: so it has to be that state.
static void strict_format(const struct config *c, const struct state *s, const struct action *a,
                          unsigned viewer, struct buf *out)
{
    BUG_UNLESS(c->rules->check(c, s, a, NULL));
    toy_rules.format(c, s, a, viewer, out);
}

static bool find_preset(void *context, struct config *c, struct text name, struct reason *why)
{
    (void)context;
    dogged = rush = toy_rules;
    dogged.check = dogged_check;
    rush.to_act = rush_to_act;
    rush.check = rush_check;
    rush.apply = rush_apply;
    dogged.format = rush.format = strict_format;
    bool changed = text_is(name, "dogged") || text_is(name, "rush");
    if (!changed && !text_is(name, "toy"))
        return config_init(c, name, why);
    toy_config(c);
    if (!changed)
        return true;
    memcpy(c->preset, name.at, name.len);
    c->preset[name.len] = '\0';
    c->rules = text_is(name, "rush") ? &rush : &dogged;
    return true;
}

struct record_host match_host(void)
{
    return (struct record_host){.lexicon = find_lexicon, .preset = find_preset};
}

void match_host_close(void)
{
    if (english_bytes.len)
        lexicon_close(&english);
    buf_release(&english_bytes);
    toy_close();
}

static void dump_offer(const struct match_offer *o, struct buf *out)
{
    buf_printf(out, "offer %d %u %u %u\n", o->open, o->by, o->agreed, (unsigned)o->count);
}

void match_dump(const struct match *m, struct buf *out)
{
    const struct match_result *r = &m->result;
    terms_write(&m->terms, out);
    buf_printf(out, "%d %s %s\n%u %u %u %u %u\n", m->status, m->seed, m->seed_hash, m->moved,
               m->out, m->timed_out, m->draw_spent, m->takeback_spent);
    buf_printf(out, "result %d %d %d %u\n", r->end, r->game, r->draw, r->winners);
    buf_printf(out, "%llu %lld %lld %lld\n", (unsigned long long)m->seq, (long long)m->last_ms,
               (long long)m->started_ms, (long long)m->ended_ms);
    dump_offer(&m->draw, out);
    dump_offer(&m->takeback, out);
    buf_printf(out, "back %u %u %zu\n", m->takebacks, m->backs_there, m->back_to);
    buf_printf(out, "clocks %d %u\n", m->clocks.terms.kind, m->clocks.running);
    for (unsigned i = 0; i < SEATS_MAX; i++)
        buf_printf(out, "%lld %u %lld %lld\n", (long long)m->account[i], m->left[i],
                   (long long)m->clocks.left_ms[i], (long long)m->clocks.since_ms[i]);
    buf_printf(out, "%zu %zu %d %s\n", m->before_actions, m->record.actions, m->record.seeded,
               m->record.seed);
    buf_add(out, &m->before, sizeof m->before);
    buf_add(out, &m->record.state, sizeof m->record.state);
    buf_add(out, &m->record.rng, sizeof m->record.rng);
    cut_write(&m->record.cut, out);
    buf_add(out, m->record.player, sizeof m->record.player);
    if (m->record.actions)
        buf_add(out, m->record.action, m->record.actions * sizeof *m->record.action);
}
