#include "rules/record.h"

#include "base/bug.h"
#include "base/vec.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rules *rules_of(const struct record *r)
{
    return r->config.rules;
}

// Makes room for one more action.
static bool reserve_action(struct record *r, struct reason *why)
{
    if (r->actions == RECORD_ACTIONS)
        return refuse(why, MSG_RECORD_MANY, "%d", RECORD_ACTIONS);
    if (!vec_reserve(&r->action, &r->cap, r->actions + 1))
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    return true;
}

static bool chance_acts(const struct record *r)
{
    return rules_of(r)->to_act(&r->config, &r->state) & ACTS_CHANCE;
}

static void append_action(struct record *r, const struct action *a)
{
    rules_of(r)->apply(&r->config, &r->state, a);
    r->action[r->actions++] = *a;
}

// Draws the chance events that are due from the seed.
static bool draw_chance(struct record *r, struct reason *why)
{
    while (chance_acts(r)) {
        struct action a = {0};
        if (!reserve_action(r, why))
            return false;
        rules_of(r)->draw(&r->config, &r->state, &r->rng, &a);
        BUG_UNLESS(rules_of(r)->check(&r->config, &r->state, &a, NULL));
        append_action(r, &a);
    }
    return true;
}

// A copy of the generator draws the word, so that later draws depend on no lexicon.
static void draw_word(const struct record *r, struct action *a)
{
    struct rng aside = r->rng;
    rules_of(r)->draw(&r->config, &r->state, &aside, a);
    BUG_UNLESS(rules_of(r)->check(&r->config, &r->state, a, NULL));
}

static bool format_opening(const struct record *r, const struct action *a, char out[CONFIG_OPENING],
                           struct reason *why)
{
    struct buf line = {0};
    rules_of(r)->format(&r->config, &r->state, a, VIEWER_ALL, &line);
    bool ok = buf_ok(&line) && line.len < CONFIG_OPENING;
    if (ok)
        snprintf(out, CONFIG_OPENING, "%.*s", TEXT_ARG(buf_text(&line)));
    buf_release(&line);
    return ok || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

// Draws the opening from the words of the lexicon, and keeps it in the config.
static bool draw_opening(struct record *r, struct reason *why)
{
    struct action a = {0};
    if (!rules_of(r)->draws_word || r->config.opening[0] || !chance_acts(r))
        return true;
    draw_word(r, &a);
    if (!reserve_action(r, why) || !format_opening(r, &a, r->config.opening, why))
        return false;
    r->config.opening_drawn = true;
    r->config.drawn_from = r->config.lexicon->checksum;
    append_action(r, &a);
    return true;
}

// With the lexicon of that time the seed must give the same opening.
static bool check_drawn(const struct record *r, struct reason *why)
{
    struct action a = {0};
    char line[CONFIG_OPENING];
    if (!r->config.opening_drawn || record_lexicon_changed(&r->config))
        return true;
    draw_word(r, &a);
    return format_opening(r, &a, line, why) &&
           (strcmp(line, r->config.opening) == 0 ||
            refuse(why, MSG_RECORD_DRAWN_OTHER, "%s\t%s", line, r->config.opening));
}

// Seeds are written in lower case, so that records can be compared as bytes.
static bool set_seed(struct record *r, struct text hex, struct reason *why)
{
    if (!rng_seed_hex(&r->rng, hex))
        return refuse(why, MSG_RECORD_BAD_SEED, "%.*s", TEXT_ARG(text_head(hex, 80)));
    r->seeded = true;
    for (size_t i = 0; i < hex.len; i++)
        r->seed[i] = hex.at[i] >= 'A' && hex.at[i] <= 'F' ? (char)(hex.at[i] | 0x20) : hex.at[i];
    return true;
}

bool record_open_lexicon(struct config *c, const struct record_host *host, struct reason *why)
{
    c->lexicon = host->lexicon(host->context, c->lexicon_name, why);
    if (!c->lexicon)
        return false;
    c->lexicon = lexicon_without(c->lexicon, config_without(c));
    if (!c->lexicon)
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    return strcmp(c->lexicon->alphabet.lang, c->lang) == 0 ||
           refuse(why, MSG_RECORD_LEXICON_LANG, "%s\t%s\t%s", c->lexicon_name,
                  c->lexicon->alphabet.lang, c->lang);
}

bool record_lexicon_changed(const struct config *c)
{
    return c->opening_drawn && c->lexicon->checksum != c->drawn_from;
}

static bool find_opening(const struct config *c, const struct state *s, struct action *a,
                         struct reason *why)
{
    return c->rules->parse(c, s, CHANCE, text_of(c->opening), a, why) &&
           c->rules->check(c, s, a, why);
}

bool record_opening(const struct config *config, struct reason *why)
{
    struct state s;
    struct action a;
    if (!config->opening[0])
        return true;
    config->rules->setup(config, &s);
    return find_opening(config, &s, &a, why);
}

bool record_set_opening(struct config *config, struct text line, struct reason *why)
{
    struct state s;
    struct action a;
    struct buf written = {0};
    if (!config_set_opening(config, line, why))
        return false;
    config->rules->setup(config, &s);
    if (!find_opening(config, &s, &a, why))
        return false;
    config->rules->format(config, &s, &a, VIEWER_ALL, &written);
    bool ok = (buf_ok(&written) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "")) &&
              config_set_opening(config, buf_text(&written), why);
    buf_release(&written);
    return ok;
}

static bool play_opening(struct record *r, struct reason *why)
{
    struct action a = {0};
    if (!r->config.opening[0])
        return true;
    if (!find_opening(&r->config, &r->state, &a, why) || !reserve_action(r, why))
        return false;
    append_action(r, &a);
    return true;
}

bool record_begin(struct record *r, const struct config *config, const char *seed_hex,
                  struct reason *why)
{
    memset(r, 0, sizeof *r);
    r->config = *config;
    if (seed_hex && !set_seed(r, text_of(seed_hex), why))
        return false;
    if (!rules_of(r)->accept(&r->config, why))
        return false;
    rules_of(r)->setup(&r->config, &r->state);
    if (check_drawn(r, why) && play_opening(r, why) &&
        (!r->seeded || (draw_opening(r, why) && draw_chance(r, why))))
        return true;
    record_release(r);
    return false;
}

unsigned record_cut(struct record *r)
{
    BUG_UNLESS(r->seeded);
    return cut_draw(&r->config, &r->rng, &r->cut);
}

// With a seed, the action and the draws after it are atomic.
static bool add_seeded(struct record *r, const struct action *a, struct reason *why)
{
    size_t actions = r->actions;
    struct rng rng = r->rng;
    struct state state;
    state_copy(rules_of(r), &state, &r->state);
    append_action(r, a);
    if (draw_chance(r, why))
        return true;
    r->actions = actions;
    r->rng = rng;
    state_copy(rules_of(r), &r->state, &state);
    return false;
}

bool record_add(struct record *r, const struct action *a, struct reason *why)
{
    if (!rules_of(r)->check(&r->config, &r->state, a, why) || !reserve_action(r, why))
        return false;
    if (r->seeded)
        return add_seeded(r, a, why);
    append_action(r, a);
    return true;
}

bool record_undo(struct record *r, size_t count, struct reason *why)
{
    if (r->seeded)
        return refuse(why, MSG_RECORD_UNDO_SEEDED, "%s", "");
    if (count > r->actions)
        return refuse(why, MSG_RECORD_UNDO_FEW, "%zu", r->actions);
    r->actions -= count;
    rules_of(r)->setup(&r->config, &r->state);
    for (size_t i = 0; i < r->actions; i++)
        rules_of(r)->apply(&r->config, &r->state, &r->action[i]);
    return true;
}

void record_release(struct record *r)
{
    free(r->action);
    memset(r, 0, sizeof *r);
}

void record_walk(const struct record *r, record_each_fn *each, void *context)
{
    struct state s;
    rules_of(r)->setup(&r->config, &s);
    for (size_t i = 0; i < r->actions; i++) {
        struct report report = {.placed = -1};
        if (r->action[i].seat != CHANCE)
            rules_of(r)->report(&r->config, &s, &r->action[i], &report);
        if (!each(context, &s, &r->action[i], &report))
            return;
        rules_of(r)->apply(&r->config, &s, &r->action[i]);
    }
}

// Where seats have no names they still count, in a game for several numbers of players.
static void write_seats(const struct record *r, struct buf *out)
{
    bool needed = r->config.seats != r->config.min_seats || r->cut.draws;
    for (unsigned i = 0; i < r->config.seats; i++)
        needed |= r->player[i][0] != '\0';
    for (unsigned i = 0; needed && i < r->config.seats; i++)
        buf_printf(out, "seat %c%s%s\n", seat_letter(i), r->player[i][0] ? " " : "", r->player[i]);
}

struct writer {
    const struct record *record;
    unsigned viewer;
    bool drawn;  // chance events are to be written, not the seed
    bool header; // the header is out
    struct buf *out;
};

static void end_header(struct writer *w)
{
    if (!w->header) {
        write_seats(w->record, w->out);
        cut_write(&w->record->cut, w->out);
    }
    w->header = true;
}

// `start` is the one chance event that stands in the header.
static bool write_action(void *context, const struct state *before, const struct action *a,
                         const struct report *report)
{
    struct writer *w = context;
    const struct config *c = &w->record->config;
    struct buf text = {0};
    (void)report;
    if (a->seat == CHANCE && !w->drawn)
        return true;
    c->rules->format(c, before, a, w->viewer, &text);
    if (a->seat != CHANCE || !text_starts(buf_text(&text), "start "))
        end_header(w);
    if (a->seat != CHANCE)
        buf_printf(w->out, "%c ", seat_letter(a->seat));
    buf_add_text(w->out, buf_text(&text));
    buf_add_byte(w->out, '\n');
    w->out->failed |= text.failed;
    buf_release(&text);
    return buf_ok(w->out);
}

void record_write(const struct record *r, unsigned viewer, struct buf *out)
{
    // The seed reveals all that is hidden, so only VIEWER_ALL gets it.
    struct writer w = {r, viewer, !r->seeded || viewer != VIEWER_ALL, false, out};
    config_write(&r->config, out);
    if (!w.drawn)
        buf_printf(out, "seed %s\n", r->seed);
    if (!w.drawn && r->config.opening_drawn)
        buf_printf(out, "drawn %016" PRIx64 " ", r->config.drawn_from);
    if (!w.drawn && r->config.opening[0])
        buf_printf(out, "%s\n", r->config.opening);
    record_walk(r, write_action, &w);
    end_header(&w);
}
