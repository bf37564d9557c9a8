#include "wasm/core_api.h"

#include "engine/engine.h"
#include "rules/movelist.h"

#include <stdlib.h>
#include <string.h>

// --- Answers.

static bool refused(struct buf *out, const struct reason *why, enum language language)
{
    struct buf text = {0};
    reason_word(why, language, &text);
    buf_printf(out, "{\"ok\":false,\"error\":{\"code\":\"%s\",\"kind\":\"%s\",\"text\":\"",
               message_key(why->what), why->unfinished ? "unfinished" : "bad");
    buf_add_json(out, buf_text(&text));
    buf_add_string(out, "\"}}");
    buf_release(&text);
    return false;
}

static bool refused_with(struct buf *out, enum language language, enum message what,
                         const char *arg)
{
    struct reason why;
    reason_set(&why, 0, what, "%s", arg);
    return refused(out, &why, language);
}

static void add_text(struct buf *out, const char *name, struct text value)
{
    buf_printf(out, ",\"%s\":\"", name);
    buf_add_json(out, value);
    buf_add_byte(out, '"');
}

static void add_word(struct buf *out, const char *name, const struct config *c,
                     const struct word *w)
{
    struct buf text = {0};
    if (!w->len)
        return;
    alphabet_print(&c->lexicon->alphabet, w, &text);
    add_text(out, name, buf_text(&text));
    buf_release(&text);
}

static void add_seats(struct buf *out, const char *name, unsigned seats)
{
    bool first = true;
    buf_printf(out, ",\"%s\":[", name);
    for (unsigned i = 0; i < SEATS_MAX; i++)
        if (seats >> i & 1) {
            buf_printf(out, "%s\"%c\"", first ? "" : ",", seat_letter(i));
            first = false;
        }
    buf_add_byte(out, ']');
}

// --- Lexicons.

bool core_has_lexicon(const struct core *d, struct text name)
{
    for (unsigned i = 0; i < CORE_LEXICONS; i++)
        if (d->lexicon[i].open && text_is(name, d->lexicon[i].name))
            return true;
    return false;
}

static struct core_lexicon *free_lexicon_slot(struct core *d)
{
    for (unsigned i = 0; i < CORE_LEXICONS; i++)
        if (!d->lexicon[i].open)
            return &d->lexicon[i];
    return NULL;
}

static struct core_lexicon *shelf_of(struct core *d, struct text name)
{
    for (unsigned i = 0; i < CORE_LEXICONS; i++)
        if (d->lexicon[i].open && text_is(name, d->lexicon[i].name))
            return &d->lexicon[i];
    return NULL;
}

struct text core_words(struct core *d, struct text name)
{
    const struct core_lexicon *place = shelf_of(d, name);
    return place ? unpacked_bytes(&place->words) : (struct text){0};
}

bool core_definitions(struct core *d, struct text name, char *bytes, size_t len)
{
    struct core_lexicon *place = shelf_of(d, name);
    return place && unpacked_define(&place->words, bytes, len);
}

// Computers play with the view without offensive words.
void core_complete(struct core *d, struct text name)
{
    struct core_lexicon *place = shelf_of(d, name);
    const struct lexicon *view =
        place ? lexicon_without(&place->words.lexicon, MARK_OFFENSIVE) : NULL;
    if (view)
        graph_around(&view->graph);
}

bool core_is_broken(const struct core *d)
{
    for (unsigned i = 0; i < CORE_LEXICONS; i++)
        if (d->lexicon[i].open && d->lexicon[i].words.lexicon.broken)
            return true;
    return false;
}

static bool open_words(struct unpacked *u, struct text bytes, const char *name, struct reason *why)
{
    if (!is_packed(bytes)) {
        *u = (struct unpacked){0};
        return lexicon_open(&u->lexicon, bytes, name, why);
    }
    if (lexicon_unpack(u, bytes, name, why))
        return true;
    unpacked_release(u);
    return false;
}

bool core_lexicon(struct core *d, struct text name, struct text bytes, enum language language,
                  struct buf *out)
{
    struct core_lexicon *place = free_lexicon_slot(d);
    struct reason why;
    if (name.len >= sizeof place->name || !place || core_has_lexicon(d, name))
        return refused_with(out, language, MSG_CORE_FULL, "");
    memset(place, 0, sizeof *place);
    memcpy(place->name, name.at, name.len);
    if (!open_words(&place->words, bytes, place->name, &why))
        return refused(out, &why, language);
    place->open = true;
    const struct lexicon *lex = &place->words.lexicon;
    const struct alphabet *a = &lex->alphabet;
    buf_printf(out, "{\"ok\":true,\"words\":%u,\"lang\":\"%s\",\"letters\":[",
               (unsigned)lex->graph.words, a->lang);
    for (unsigned i = 1; i <= a->size; i++) {
        buf_add_string(out, i > 1 ? ",\"" : "\"");
        alphabet_print(a, &(struct word){1, {(uint8_t)i}}, out);
        buf_add_byte(out, '"');
    }
    buf_add_byte(out, ']');
    if (!unpacked_is_whole(&place->words))
        buf_printf(out, ",\"definitions\":{\"at\":%llu,\"size\":%llu}",
                   (unsigned long long)place->words.definitions_at,
                   (unsigned long long)place->words.definitions_size);
    buf_add_byte(out, '}');
    return true;
}

static const struct lexicon *find_lexicon(void *context, const char *name, struct reason *why)
{
    struct core *d = context;
    for (unsigned i = 0; i < CORE_LEXICONS; i++)
        if (d->lexicon[i].open && strcmp(d->lexicon[i].name, name) == 0)
            return &d->lexicon[i].words.lexicon;
    (void)refuse(why, MSG_CORE_NO_LEXICON, "%s", name);
    return NULL;
}

// --- Games.

typedef bool read_record_fn(struct record *r, struct text text, const struct record_host *host,
                            struct reason *why);

static bool read_game(struct core *d, struct core_game *place, read_record_fn *read,
                      struct text record, struct reason *why)
{
    struct record_host host = {.lexicon = find_lexicon, .context = d};
    if (!read(&place->record, record, &host, why))
        return false;
    place->open = true;
    place->seen = false;
    return true;
}

// The position replaces the one that the header begins with.
static bool read_seen(struct core_game *place, struct text state, struct reason *why)
{
    const struct config *c = &place->record.config;
    place->seen = true;
    return c->rules->read(c, state, &place->record.state, why);
}

static int open_game(struct core *d, read_record_fn *read, struct text record,
                     const struct text *state, enum language language, struct buf *out)
{
    struct reason why;
    int n = 0;
    while (n < CORE_GAMES && d->game[n].open)
        n++;
    if (n == CORE_GAMES) {
        refused_with(out, language, MSG_CORE_FULL, "");
        return -1;
    }
    if (!read_game(d, &d->game[n], read, record, &why) ||
        (state && !read_seen(&d->game[n], *state, &why))) {
        core_close(d, n);
        refused(out, &why, language);
        return -1;
    }
    buf_printf(out, "{\"ok\":true,\"game\":%d}", n);
    return n;
}

int core_open(struct core *d, struct text record, enum language language, struct buf *out)
{
    return open_game(d, record_read, record, NULL, language, out);
}

int core_begin(struct core *d, struct text draft, enum language language, struct buf *out)
{
    return open_game(d, record_read_draft, draft, NULL, language, out);
}

int core_open_seen(struct core *d, struct text header, struct text state, enum language language,
                   struct buf *out)
{
    return open_game(d, record_read, header, &state, language, out);
}

static struct record *find_game(struct core *d, int game)
{
    return game >= 0 && game < CORE_GAMES && d->game[game].open ? &d->game[game].record : NULL;
}

void core_close(struct core *d, int game)
{
    struct record *r = find_game(d, game);
    if (!r)
        return;
    record_release(r);
    d->game[game].open = false;
}

// The engine for a game: one that was used for the same config, if there is. NULL: no memory.
static struct engine *engine_of(struct core *d, const struct core_game *g)
{
    const struct config *c = &g->record.config;
    unsigned at = 0;
    while (at < CORE_ENGINES && d->engine[at] && !engine_serves(d->engine[at], c))
        at++;
    if (at == CORE_ENGINES) {
        engine_close(d->engine[--at]);
        d->engine[at] = NULL;
    }
    struct engine *e = d->engine[at] ? d->engine[at] : engine_open(c);
    if (e) {
        memmove(d->engine + 1, d->engine, at * sizeof(struct engine *));
        d->engine[0] = e;
    }
    return e;
}

static void close_engines(struct core *d)
{
    for (unsigned i = 0; i < CORE_ENGINES; i++) {
        engine_close(d->engine[i]);
        d->engine[i] = NULL;
    }
}

void core_release(struct core *d)
{
    close_engines(d);
    for (int i = 0; i < CORE_GAMES; i++)
        core_close(d, i);
    for (unsigned i = 0; i < CORE_LEXICONS; i++)
        if (d->lexicon[i].open)
            unpacked_release(&d->lexicon[i].words);
    memset(d, 0, sizeof *d);
}

void core_forget(struct core *d, struct text name)
{
    struct core_lexicon *place = shelf_of(d, name);
    if (!place)
        return;
    close_engines(d);
    for (int i = 0; i < CORE_GAMES; i++)
        if (d->game[i].open && text_is(name, d->game[i].record.config.lexicon_name))
            core_close(d, i);
    unpacked_release(&place->words);
    place->open = false;
}

static void add_squares(struct buf *out, const char *name, const struct report *report,
                        uint64_t which)
{
    const char *comma = "";
    buf_printf(out, ",\"%s\":[", name);
    for (unsigned i = 0; i < report->square_count; i++) {
        if (!(which >> i & 1))
            continue;
        buf_printf(out, "%s%u", comma, (unsigned)report->squares[i]);
        comma = ",";
    }
    buf_add_byte(out, ']');
}

// The words that an action makes besides the one that it reports.
static void add_also(struct buf *out, const struct config *c, const struct state *s,
                     const struct action *a)
{
    struct word word[ALSO_MAX];
    unsigned count = c->rules->also(c, s, a, word);
    if (!count)
        return;
    buf_add_string(out, ",\"also\":[");
    for (unsigned i = 0; i < count; i++) {
        buf_add_string(out, i ? ",\"" : "\"");
        alphabet_print(&c->lexicon->alphabet, &word[i], out);
        buf_add_byte(out, '"');
    }
    buf_add_byte(out, ']');
}

// The report of a move: members of an object that has begun.
static void add_report(struct buf *out, const struct config *c, const struct report *report)
{
    add_word(out, "word", c, &report->word);
    add_word(out, "run", c, &report->run);
    if (report->later)
        buf_printf(out, ",\"later\":%d", (int)report->later);
    if (report->short_word)
        buf_add_string(out, ",\"short\":true");
    if (report->take_now)
        buf_add_string(out, ",\"take\":true");
    if (report->joins)
        buf_printf(out, ",\"rests\":%u", (unsigned)report->rests);
    buf_printf(out, ",\"points\":%d,\"scorer\":\"%c\",\"placed\":%d", (int)report->points,
               seat_letter(report->scorer), report->placed);
    add_squares(out, "squares", report, UINT64_MAX);
    if (report->fresh)
        add_squares(out, "fresh", report, report->fresh);
}

// The worth of a move beyond its points, if the game has such a measure.
static void add_worth(struct buf *out, const struct engine_worth *worth)
{
    if (worth->known)
        buf_printf(out, ",\"leave\":%.2f,\"equity\":%.2f,\"win\":%.4f", worth->leave, worth->equity,
                   worth->win);
}

// Empty for a seat that is not to act.
static struct engine_worth worth_of(struct core *d, const struct core_game *g,
                                    const struct action *a)
{
    const struct record *r = &g->record;
    const struct config *c = &r->config;
    struct engine_worth worth = {0};
    struct state view;
    if (!engine_can_weigh(c) || !(c->rules->to_act(c, &r->state) >> a->seat & 1))
        return worth;
    struct engine *e = engine_of(d, g);
    c->rules->view(c, &r->state, a->seat, &view);
    if (!e || !engine_weigh(e, &view, a->seat, a, 1, &worth))
        worth.known = false;
    return worth;
}

struct showing {
    const struct record *record;
    unsigned viewer;
    bool first;
    struct buf *out;
};

// Without the letters, where the viewer may not look back.
static const struct report *report_for(const struct showing *s, const struct report *report,
                                       struct report *blanked)
{
    const struct config *c = &s->record->config;
    if (s->viewer == VIEWER_ALL || !c->rules->forgets(c, &s->record->state))
        return report;
    *blanked = *report;
    blanked->word.len = blanked->run.len = 0;
    blanked->short_word = blanked->take_now = false;
    return blanked;
}

static bool show_action(void *context, const struct state *before, const struct action *a,
                        const struct report *report)
{
    struct showing *s = context;
    const struct config *c = &s->record->config;
    struct report blanked;
    struct buf text = {0};
    c->rules->format(c, before, a, s->viewer, &text);
    buf_printf(s->out, "%s{\"seat\":", s->first ? "" : ",");
    if (a->seat == CHANCE)
        buf_add_string(s->out, "null");
    else
        buf_printf(s->out, "\"%c\"", seat_letter(a->seat));
    add_text(s->out, "text", buf_text(&text));
    if (a->seat != CHANCE)
        add_report(s->out, c, report_for(s, report, &blanked));
    if (a->seat != CHANCE && (s->viewer == VIEWER_ALL || !c->rules->forgets(c, &s->record->state)))
        add_also(s->out, c, before, a);
    if (a->seat != CHANCE && report->word.len && s->viewer != VIEWER_ALL &&
        c->rules->forgets(c, &s->record->state))
        buf_printf(s->out, ",\"letters\":%u", report->word.len);
    buf_add_byte(s->out, '}');
    buf_release(&text);
    s->first = false;
    return true;
}

// The data of the preset: the values of cards or tiles, a board's layout.
static void add_data(struct buf *out, const struct config *c)
{
    struct buf data = {0};
    c->rules->describe(c, &data);
    if (data.len)
        buf_printf(out, ",\"data\":{%.*s}", TEXT_ARG(text_from(buf_text(&data), 1)));
    buf_release(&data);
}

static void add_outcome(struct buf *out, const struct record *r)
{
    const struct config *c = &r->config;
    int32_t score[SEATS_MAX] = {0};
    struct outcome o;
    c->rules->score(c, &r->state, score);
    buf_add_string(out, ",\"scores\":[");
    for (unsigned i = 0; i < c->seats; i++)
        buf_printf(out, "%s%d", i ? "," : "", (int)score[i]);
    c->rules->outcome(c, &r->state, &o);
    buf_printf(out, "],\"over\":%s,\"draw\":%s", o.over ? "true" : "false",
               o.draw ? "true" : "false");
    add_seats(out, "winners", o.over && !o.draw ? o.winners : 0);
    if (o.over)
        buf_printf(out, ",\"reason\":\"%s\"", end_reason_key(o.reason));
}

// The settings, and which of them are not at their default.
static void add_settings(struct buf *out, const struct config *c)
{
    struct buf text = {0};
    const char *comma = "";
    buf_add_string(out, ",\"settings\":{");
    for (unsigned i = 0; i < c->settings; i++) {
        buf_clear(&text);
        config_print_value(c, i, &text);
        buf_printf(out, "%s\"%s\":\"", i ? "," : "", c->setting[i].name);
        buf_add_json(out, buf_text(&text));
        buf_add_byte(out, '"');
    }
    buf_release(&text);
    buf_add_string(out, "},\"changed\":[");
    for (unsigned i = 0; i < c->settings; i++)
        if (config_is_notable(c, i)) {
            buf_printf(out, "%s\"%s\"", comma, c->setting[i].name);
            comma = ",";
        }
    buf_add_byte(out, ']');
}

void core_show(struct core *d, int game, unsigned viewer, struct buf *out)
{
    struct record *r = find_game(d, game);
    struct buf text = {0};
    struct state seen;
    if (!r || viewer > VIEWER_ALL) {
        refused_with(out, LANGUAGE_EN, MSG_CORE_NO_GAME, "");
        return;
    }
    const struct config *c = &r->config;
    buf_printf(out, "{\"ok\":true,\"game\":\"%s\",\"lang\":\"%s\",\"lexicon\":\"%s\"", c->preset,
               c->lang, c->lexicon_name);
    add_settings(out, c);
    add_seats(out, "turn", c->rules->to_act(c, &r->state) & ACTS_SEATS);
    add_outcome(out, r);
    add_data(out, c);
    c->rules->view(c, &r->state, viewer, &seen);
    c->rules->write(c, &seen, &text);
    add_text(out, "state", buf_text(&text));
    buf_clear(&text);
    record_write(r, viewer, &text);
    add_text(out, "record", buf_text(&text));
    buf_release(&text);
    buf_add_string(out, ",\"actions\":[");
    struct showing s = {r, viewer, true, out};
    record_walk(r, show_action, &s);
    buf_add_string(out, "]}");
}

// --- Moves.

static bool understand(struct core *d, int game, unsigned seat, struct text move, struct action *a,
                       struct reason *why)
{
    struct record *r = find_game(d, game);
    if (!r || seat >= SEATS_MAX)
        return refuse(why, MSG_CORE_NO_GAME, "%s", "");
    const struct config *c = &r->config;
    return c->rules->parse(c, &r->state, seat, move, a, why) &&
           c->rules->check(c, &r->state, a, why);
}

bool core_targets(struct core *d, int game, unsigned seat, enum language language, struct buf *out)
{
    struct record *r = find_game(d, game);
    if (!r || seat >= SEATS_MAX)
        return refused_with(out, language, MSG_CORE_NO_GAME, "");
    const struct config *c = &r->config;
    buf_add_string(out, "{\"ok\":true");
    if (rules_may_act(c->rules->to_act(c, &r->state), seat))
        c->rules->targets(c, &r->state, seat, out);
    buf_add_byte(out, '}');
    return true;
}

static bool move(struct core *d, int game, unsigned seat, struct text text, bool play,
                 enum language language, struct buf *out)
{
    struct reason why;
    struct action a;
    struct report report = {.placed = -1};
    if (!understand(d, game, seat, text, &a, &why))
        return refused(out, &why, language);
    struct record *r = find_game(d, game);
    const struct config *c = &r->config;
    struct engine_worth worth = worth_of(d, &d->game[game], &a);
    c->rules->report(c, &r->state, &a, &report);
    if (play && d->game[game].seen)
        c->rules->apply(c, &r->state, &a); // there is no record to add it to
    else if (play && !record_add(r, &a, &why))
        return refused(out, &why, language);
    buf_add_string(out, "{\"ok\":true");
    add_report(out, c, &report);
    add_worth(out, &worth);
    buf_add_byte(out, '}');
    return true;
}

bool core_try(struct core *d, int game, unsigned seat, struct text text, enum language language,
              struct buf *out)
{
    return move(d, game, seat, text, false, language, out);
}

bool core_play(struct core *d, int game, unsigned seat, struct text text, enum language language,
               struct buf *out)
{
    return move(d, game, seat, text, true, language, out);
}

bool core_undo(struct core *d, int game, size_t actions, enum language language, struct buf *out)
{
    struct record *r = find_game(d, game);
    struct reason why;
    if (!r)
        return refused_with(out, language, MSG_CORE_NO_GAME, "");
    if (d->game[game].seen)
        return refused_with(out, language, MSG_CORE_ONLY_SEEN, "");
    if (!record_undo(r, actions, &why))
        return refused(out, &why, language);
    buf_add_string(out, "{\"ok\":true}");
    return true;
}

// Appends draws until a seat is to act, in the notation of a record: nothing is hidden.
static void add_draws(struct buf *out, const struct record *r, struct rng *rng)
{
    const struct config *c = &r->config;
    struct state s = r->state;
    struct action a;
    struct buf text = {0};
    bool first = true;
    while (c->rules->to_act(c, &s) & ACTS_CHANCE) {
        c->rules->draw(c, &s, rng, &a);
        buf_clear(&text);
        c->rules->format(c, &s, &a, VIEWER_ALL, &text);
        buf_add_string(out, first ? "\"" : ",\"");
        buf_add_json(out, buf_text(&text));
        buf_add_byte(out, '"');
        c->rules->apply(c, &s, &a);
        first = false;
    }
    buf_release(&text);
}

bool core_draws(struct core *d, int game, uint64_t seed, enum language language, struct buf *out)
{
    struct record *r = find_game(d, game);
    uint8_t bytes[RNG_SEED] = {0};
    struct rng rng;
    if (!r)
        return refused_with(out, language, MSG_CORE_NO_GAME, "");
    if (d->game[game].seen)
        return refused_with(out, language, MSG_CORE_ONLY_SEEN, "");
    memcpy(bytes, &seed, sizeof seed);
    rng_seed(&rng, bytes);
    buf_add_string(out, "{\"ok\":true,\"draws\":[");
    add_draws(out, r, &rng);
    buf_add_string(out, "]}");
    return true;
}

bool core_cut(struct core *d, int game, enum language language, struct buf *out)
{
    const struct record *r = find_game(d, game);
    struct cut cut = {0};
    struct buf lines = {0};
    struct text rest, line;
    if (!r)
        return refused_with(out, language, MSG_CORE_NO_GAME, "");
    unsigned leader = r->seeded ? cut_draw(&r->config, &r->rng, &cut) : 0;
    cut_write(&cut, &lines);
    rest = buf_text(&lines);
    buf_printf(out, "{\"ok\":true,\"leader\":%u,\"cut\":[", leader);
    for (const char *comma = ""; text_next_line(&rest, &line); comma = ",") {
        buf_printf(out, "%s\"", comma);
        buf_add_json(out, line);
        buf_add_byte(out, '"');
    }
    buf_add_string(out, "]}");
    out->failed |= !buf_ok(&lines);
    buf_release(&lines);
    return true;
}

// A move of a list and what it is worth.
struct weighed {
    const struct listed *move;
    struct engine_worth worth;
};

static int by_equity(const void *a, const void *b)
{
    const struct weighed *x = a, *y = b;
    if (x->worth.equity != y->worth.equity)
        return x->worth.equity > y->worth.equity ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move; // as they are listed
}

// All moves of a list with their worth, sorted by the best measure available.
static struct weighed *weigh(struct core *d, const struct core_game *g, const struct movelist *list)
{
    const struct record *r = &g->record;
    struct engine *e = engine_can_weigh(&r->config) ? engine_of(d, g) : NULL;
    size_t count = movelist_count(list);
    struct weighed *all = calloc(count + 1, sizeof *all);
    struct action *move = calloc(count + 1, sizeof *move);
    struct engine_worth *worth = calloc(count + 1, sizeof *worth);
    for (size_t i = 0; all && move && i < count; i++) {
        all[i].move = movelist_at(list, i);
        move[i] = all[i].move->action;
    }
    if (all && move && worth && count) {
        struct state view;
        r->config.rules->view(&r->config, &r->state, move->seat, &view);
        if (e && engine_weigh(e, &view, move->seat, move, count, worth)) {
            for (size_t i = 0; i < count; i++)
                all[i].worth = worth[i];
            qsort(all, count, sizeof *all, by_equity);
        }
    }
    free(worth);
    free(move);
    return all;
}

static void add_moves(struct buf *out, const struct record *r, const struct movelist *list,
                      const struct weighed *all, size_t most)
{
    size_t count = movelist_count(list);
    buf_printf(out, "{\"ok\":true,\"count\":%llu,\"complete\":%s,\"moves\":[",
               (unsigned long long)list->found, list->cut ? "false" : "true");
    for (size_t i = 0; i < count && i < most; i++) {
        buf_add_string(out, i ? ",{" : "{");
        movelist_print_json(list, &r->config, all[i].move, out);
        add_worth(out, &all[i].worth);
        buf_add_byte(out, '}');
    }
    buf_add_string(out, "]}");
}

bool core_moves(struct core *d, int game, size_t top, enum language language, struct buf *out)
{
    struct record *r = find_game(d, game);
    struct movelist list = {0};
    // All that are kept are weighed, so more of them than are shown.
    struct movelist_options options = {
        .offered = true, .top = MOVELIST_KEPT, .most = MOVELIST_VISITED};
    struct weighed *all = NULL;
    struct reason why;
    if (!r)
        return refused_with(out, language, MSG_CORE_NO_GAME, "");
    bool listed = movelist_legal(&list, &r->config, &r->state, &options, &why);
    if (listed && (all = weigh(d, &d->game[game], &list)))
        add_moves(out, r, &list, all, top && top < CORE_MOVES ? top : CORE_MOVES);
    else if (listed)
        refused_with(out, language, MSG_CORE_FULL, "");
    else
        refused(out, &why, language);
    bool done = all != NULL;
    movelist_release(&list);
    free(all);
    return done;
}

// --- The computer.

// The clock of a search, for engine_options.stop.
struct time_limit {
    double (*now_ms)(void);
    double end_ms;
};

static bool time_is_up(void *context)
{
    struct time_limit *limit = context;
    return limit->now_ms() >= limit->end_ms;
}

// The expected end of the game, if the engine has an estimate.
static void add_outlook(struct buf *out, const struct engine_result *result)
{
    if (result->has_forecast)
        buf_printf(out, ",\"score\":%.1f,\"bonus\":%.3f", result->score, result->bonus);
}

static void add_line(struct buf *out, const struct record *r, const struct engine_result *result)
{
    struct movelist line = {0};
    movelist_line(&line, &r->config, &r->state, result->line, result->line_length);
    buf_add_string(out, ",\"line\":[");
    for (size_t i = 0; i < movelist_count(&line); i++) {
        buf_add_string(out, i ? ",{" : "{");
        movelist_print_json(&line, &r->config, movelist_at(&line, i), out);
        buf_add_byte(out, '}');
    }
    buf_add_byte(out, ']');
    movelist_release(&line);
}

static void add_result(struct buf *out, const struct record *r, unsigned seat,
                       const struct engine_result *result)
{
    struct buf text = {0};
    // To be played, so with all its letters; the engine has only seen the seat's view.
    r->config.rules->format(&r->config, &r->state, &result->move, VIEWER_ALL, &text);
    buf_printf(out, "{\"ok\":true,\"seat\":\"%c\"", seat_letter(seat));
    add_text(out, "text", buf_text(&text));
    buf_release(&text);
    buf_printf(out, ",\"points\":%d,\"margin\":%.2f,\"exact\":%s,\"depth\":%u,\"nodes\":%llu",
               (int)result->points, result->margin, result->exact ? "true" : "false", result->depth,
               (unsigned long long)result->nodes);
    add_worth(out, &result->worth);
    add_outlook(out, result);
    add_line(out, r, result);
    buf_add_byte(out, '}');
}

// Replaces CORE_ANYONE by the first seat that may act.
static bool is_to_act(const struct record *r, unsigned *seat)
{
    unsigned acts = r->config.rules->to_act(&r->config, &r->state) & ACTS_SEATS;
    if (*seat == CORE_ANYONE && acts)
        *seat = (unsigned)__builtin_ctz(acts);
    return *seat < SEATS_MAX && (acts >> *seat & 1);
}

bool core_best(struct core *d, int game, unsigned seat, const struct core_thought *thought,
               enum language language, struct buf *out)
{
    struct record *r = find_game(d, game);
    struct time_limit limit = {.now_ms = d->now_ms};
    struct engine_options options = {
        .level = thought->level, .context = &limit, .outlook = thought->outlook};
    struct engine_result result;
    struct state view;
    struct rng rng;
    uint8_t bytes[RNG_SEED] = {0};
    if (!r || thought->level < 1 || thought->level > ENGINE_LEVELS)
        return refused_with(out, language, MSG_CORE_NO_GAME, "");
    if (!is_to_act(r, &seat))
        return refused_with(out, language, MSG_CORE_NO_TURN, "");
    memcpy(bytes, &thought->seed, sizeof thought->seed);
    rng_seed(&rng, bytes);
    if (thought->ms && d->now_ms) {
        limit.end_ms = d->now_ms() + thought->ms;
        options.seconds = thought->ms / 1000.0;
        options.stop = time_is_up;
    }
    r->config.rules->view(&r->config, &r->state, seat, &view);
    struct engine *e = engine_of(d, &d->game[game]);
    if (!(e ? engine_best(e, &view, seat, &options, &rng, &result)
            : engine_pass(&r->config, &view, seat, &result)))
        return refused_with(out, language, MSG_CORE_NO_TURN, "");
    add_result(out, r, seat, &result);
    return true;
}

// --- Words.

static void add_classes(struct buf *out, unsigned classes)
{
    bool first = true;
    buf_add_string(out, ",\"classes\":[");
    for (unsigned bit = 1; bit <= CLASS_OTHER; bit <<= 1)
        if (classes & bit) {
            buf_printf(out, "%s\"%s\"", first ? "" : ",", word_class_key(bit));
            first = false;
        }
    buf_add_byte(out, ']');
}

static void add_marks(struct buf *out, unsigned marks)
{
    bool first = true;
    buf_add_string(out, ",\"marks\":[");
    for (unsigned m = 1; m <= MARK_ALL; m <<= 1)
        if (marks & m) {
            buf_printf(out, "%s\"%s\"", first ? "" : ",", word_mark_key(m));
            first = false;
        }
    buf_add_byte(out, ']');
}

// The definitions of a word: two lists that are filled at the same time.
struct writing {
    struct buf spellings, definitions;
};

static bool add_definition(void *context, const struct definition *d)
{
    struct writing *w = context;
    struct buf *list = d->spelling ? &w->spellings : &w->definitions;
    if (list->len)
        buf_add_byte(list, ',');
    buf_add_string(list, d->spelling ? "\"" : "{\"text\":\"");
    buf_add_json(list, d->text);
    buf_add_byte(list, '"');
    if (!d->spelling) {
        add_classes(list, d->classes);
        buf_printf(list, ",\"kind\":\"%s\"", text_kind_key(d->kind));
        if (d->lemma.len)
            buf_printf(list, ",\"lemma\":\"%.*s\"", TEXT_ARG(d->lemma));
        buf_add_byte(list, '}');
    }
    return true;
}

static void add_entry(struct buf *out, const struct lexicon *lex, const uint32_t *index,
                      const struct writing *w)
{
    struct word_info info = index ? lexicon_info(lex, *index) : (struct word_info){0};
    if (index)
        buf_printf(out, ",\"in\":true,\"tier\":%u", info.tier);
    else
        buf_add_string(out, ",\"in\":false,\"tier\":null");
    add_classes(out, info.classes);
    add_marks(out, info.marks);
    buf_add_string(out, ",\"spellings\":[");
    buf_add_text(out, buf_text(&w->spellings));
    buf_add_string(out, "],\"definitions\":[");
    buf_add_text(out, buf_text(&w->definitions));
    buf_add_string(out, "]}");
}

// The definitions of a packed lexicon follow later.
static bool has_texts(struct core *d, struct text lexicon, struct reason *why)
{
    const struct core_lexicon *place = shelf_of(d, lexicon);
    return !place || unpacked_is_whole(&place->words) ||
           refuse(why, MSG_LEXICON_BAD_BLOCK, "%s", "");
}

bool core_word(struct core *d, struct text lexicon, struct text word, enum language language,
               struct buf *out)
{
    char name[41] = "";
    struct reason why;
    struct word w;
    struct writing writing = {0};
    uint32_t index;
    memcpy(name, lexicon.at, lexicon.len < sizeof name ? lexicon.len : sizeof name - 1);
    const struct lexicon *lex = find_lexicon(d, name, &why);
    if (!lex || !alphabet_fold(&lex->alphabet, word, &w, &why))
        return refused(out, &why, language);
    bool there = lexicon_find(lex, &w, &index);
    bool ok = !there || (has_texts(d, lexicon, &why) &&
                         lexicon_define(lex, index, add_definition, &writing, &why));
    if (ok) {
        struct buf text = {0};
        alphabet_print(&lex->alphabet, &w, &text);
        buf_printf(out, "{\"ok\":true,\"lang\":\"%s\"", lex->alphabet.lang);
        add_text(out, "word", buf_text(&text));
        add_entry(out, lex, there ? &index : NULL, &writing);
        buf_release(&text);
    } else {
        refused(out, &why, language);
    }
    buf_release(&writing.spellings);
    buf_release(&writing.definitions);
    return ok;
}
