#include "server/api/analysis.h"

#include "proto/json_member.h"
#include "proto/match_json.h"
#include "rules/movelist.h"

#include <string.h>
#include <time.h>

// --- Questions.

static bool read_game(struct analysis_question *q, json_t *from, struct reason *why)
{
    struct text match = {0};
    if (!json_take_text(from, "record", RECORD_BYTES, &q->record, why) ||
        !json_take_text(from, "match", STORE_MATCH_ID - 1, &match, why))
        return false;
    if ((match.len > 0) == (q->record.len > 0))
        return refuse(why, MSG_ANALYSIS_SOURCE, "%s", "");
    snprintf(q->match, sizeof q->match, "%.*s", TEXT_ARG(match));
    return true;
}

static bool read_seconds(struct analysis_question *q, json_t *from, double most, struct reason *why)
{
    json_t *value = json_object_get(from, "seconds");
    if (!value || json_is_null(value))
        return true;
    q->seconds = json_number_value(value);
    if (!json_is_number(value) || q->seconds < 0.1 || q->seconds > most)
        return refuse(why, MSG_ANALYSIS_SECONDS, "%g", most);
    return true;
}

bool analysis_read(struct analysis_question *q, json_t *from, double most_seconds,
                   struct reason *why)
{
    struct text ask = TEXT("moves");
    *q = (struct analysis_question){
        .position = -1, .top = 100, .level = ENGINE_LEVELS, .seconds = 1};
    if (!read_game(q, from, why) ||
        !json_take_number(from, "position", 0, RECORD_ACTIONS, &q->position, why) ||
        !json_take_text(from, "ask", 10, &ask, why) ||
        !json_take_number(from, "top", 0, ANALYSIS_TOP, &q->top, why) ||
        !json_take_number(from, "level", 1, ENGINE_LEVELS, &q->level, why) ||
        !read_seconds(q, from, most_seconds, why))
        return false;
    q->best = text_is(ask, "best");
    return q->best || text_is(ask, "moves") || refuse(why, MSG_ANALYSIS_ASK, "%s", "");
}

// --- Positions.

void analysis_guard_init(struct analysis_guard *guard, const struct config *c,
                         const struct state *view, unsigned seat)
{
    *guard = (struct analysis_guard){.seats = c->seats, .lexicon = c->lexicon, .seat = seat};
    memcpy(guard->preset, c->preset, sizeof guard->preset);
    memcpy(guard->chosen, c->chosen, sizeof guard->chosen);
    memcpy(guard->own, c->own, sizeof guard->own);
    state_copy(c->rules, &guard->view, view);
}

// Do the actions pass through the guard's position, if its game's settings hold? A record with other
// settings must not get around it.
static bool passes_through(const struct analysis_guard *guard, const struct config *c,
                           const struct action *action, size_t count)
{
    struct config played = *c;
    struct state s, view = {0};
    if (strcmp(guard->preset, c->preset) != 0 || guard->seats != c->seats ||
        strcmp(guard->lexicon->alphabet.lang, c->lang) != 0)
        return false;
    played.lexicon = guard->lexicon;
    memcpy(played.chosen, guard->chosen, sizeof played.chosen);
    memcpy(played.own, guard->own, sizeof played.own);
    played.rules->setup(&played, &s);
    for (size_t i = 0;; i++) {
        played.rules->view(&played, &s, guard->seat, &view);
        if (memcmp(&view, &guard->view, played.rules->state_size) == 0)
            return true;
        if (i == count || !played.rules->check(&played, &s, &action[i], NULL))
            return false;
        played.rules->apply(&played, &s, &action[i]);
    }
}

// The position after the first `actions` actions.
static bool go_to(const struct analysis *a, const struct config *c, const struct action *action,
                  size_t actions, struct state *s, struct reason *why)
{
    int64_t position = a->question.position;
    size_t count = position < 0 ? actions : (size_t)position;
    if (count > actions)
        return refuse(why, MSG_API_WANTS_NUMBER, "position\t0\t%zu", actions);
    for (const struct analysis_guard *guard = a->guards; guard; guard = guard->next)
        if (passes_through(guard, c, action, count))
            return refuse(why, MSG_ANALYSIS_RATED, "%s", "");
    c->rules->setup(c, s);
    for (size_t i = 0; i < count; i++)
        c->rules->apply(c, s, &action[i]);
    return true;
}

// --- Answers.

static json_t *word_json(const struct config *c, const struct word *w)
{
    struct buf text = {0};
    if (w->len == 0)
        return json_null();
    alphabet_print(&c->lexicon->alphabet, w, &text);
    json_t *json = json_stringn(text.at, text.len);
    buf_release(&text);
    return json;
}

static json_t *move_json(const struct movelist *l, const struct config *c, const struct listed *one)
{
    struct text text = movelist_text(l, one);
    json_t *json =
        json_pack("{s:s%,s:o}", "text", text.at, text.len, "word", word_json(c, &one->word));
    if (one->run.len)
        json_object_set_new(json, "run", word_json(c, &one->run));
    json_object_set_new(json, "points", json_integer(one->points));
    return json;
}

static json_t *seat_json(unsigned seat)
{
    char letter[2] = {seat_letter(seat)};
    return json_string(letter);
}

static json_t *moves_json(const struct movelist *list, const struct config *c, size_t top)
{
    json_t *moves = json_array();
    for (size_t i = 0; i < movelist_count(list) && i < top; i++)
        json_array_append_new(moves, move_json(list, c, movelist_at(list, i)));
    return json_pack("{s:I,s:b,s:o}", "count", (json_int_t)list->found, "complete", !list->cut,
                     "moves", moves);
}

static json_t *legal_moves_json(const struct analysis *a, const struct config *c,
                                const struct state *s, struct reason *why)
{
    struct movelist list = {0};
    size_t top = (size_t)a->question.top;
    // If none are asked for, one is kept all the same: 0 would keep all.
    struct movelist_options options = {.offered = true,
                                       .top = top ? top : 1,
                                       .most = MOVELIST_VISITED,
                                       .stop = a->stop,
                                       .context = a->context};
    json_t *json = movelist_legal(&list, c, s, &options, why) ? moves_json(&list, c, top) : NULL;
    movelist_release(&list);
    return json;
}

static json_t *best_json(const struct config *c, const struct movelist *line,
                         const struct engine_result *found, double seconds)
{
    json_t *json = move_json(line, c, movelist_at(line, 0)), *moves = json_array();
    for (size_t i = 0; i < movelist_count(line); i++) {
        struct text text = movelist_text(line, movelist_at(line, i));
        json_array_append_new(moves, json_stringn(text.at, text.len));
    }
    json_object_update_new(
        json, json_pack("{s:o,s:f,s:b,s:i,s:I,s:f,s:o}", "seat", seat_json(found->move.seat),
                        "margin", found->margin, "exact", found->exact, "depth", (int)found->depth,
                        "nodes", (json_int_t)found->nodes, "seconds", seconds, "line", moves));
    if (found->worth.known)
        json_object_update_new(json,
                               json_pack("{s:f,s:f,s:f}", "leave", found->worth.leave, "equity",
                                         found->worth.equity, "win", found->worth.win));
    if (found->has_forecast)
        json_object_update_new(
            json, json_pack("{s:f,s:f}", "score", found->score, "bonus", found->bonus));
    return json;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// The same question has the same answer.
#define SEED "0"

json_t *analysis_json(const struct search_job *j, const struct engine_result *found, double seconds,
                      struct reason *why)
{
    struct movelist line = {0};
    json_t *json = NULL;
    if (!movelist_line(&line, &j->config, &j->view, found->line, found->line_length) ||
        !movelist_count(&line))
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    else
        json = best_json(&j->config, &line, found, seconds);
    movelist_release(&line);
    return json;
}

// If the search finds nothing, the seat may still be able to pass.
static json_t *search_json(const struct analysis *a, const struct search_job *j, struct reason *why)
{
    struct engine_options options = {.level = j->level,
                                     .stop = a->stop,
                                     .context = a->context,
                                     .seconds = a->question.seconds,
                                     .outlook = true};
    struct engine_result found;
    struct rng rng;
    double start = now();
    rng_seed_hex(&rng, text_of(j->seed));
    if (engine_cache_best(a->engines, &j->config, &j->view, j->seat, &options, &rng, &found))
        return analysis_json(j, &found, now() - start, why);
    (void)refuse(why, MSG_BEST_NONE, "%s", "");
    return NULL;
}

// The job for the seat to act, with that seat's view only. False if no seat is to act.
static bool fill_job(const struct analysis *a, const struct config *c, const struct state *s,
                     struct search_job *out, struct reason *why)
{
    unsigned caller = c->rules->to_act(c, s), seat = 0;
    if (!caller || caller & ACTS_CHANCE)
        return refuse(why, caller ? MSG_GAME_CHANCE_ACTS : MSG_RULES_OVER, "%s", "");
    while (!(caller >> seat & 1))
        seat++;
    *out = (struct search_job){.purpose = SEARCH_FOR_ANALYSIS,
                               .seat = seat,
                               .level = (unsigned)a->question.level,
                               .ms = (unsigned)(a->question.seconds * 1000),
                               .seed = SEED,
                               .config = *c};
    c->rules->view(c, s, seat, &out->view);
    return true;
}

// Called with the position that the question is about.
typedef bool position_fn(const struct analysis *a, const struct config *c, const struct state *s,
                         void *out, struct reason *why);

static bool analysis_answer(const struct analysis *a, const struct config *c, const struct state *s,
                            void *out, struct reason *why)
{
    json_t **json = out;
    struct search_job j;
    if (!c->rules->to_act(c, s) && !a->question.best)
        *json = json_pack("{s:i,s:b,s:[]}", "count", 0, "complete", 1, "moves");
    else if (fill_job(a, c, s, &j, why))
        *json = a->question.best ? search_json(a, &j, why) : legal_moves_json(a, c, &j.view, why);
    return *json != NULL;
}

static bool analysis_take_job(const struct analysis *a, const struct config *c,
                              const struct state *s, void *out, struct reason *why)
{
    return fill_job(a, c, s, out, why);
}

static bool run_on(const struct analysis *a, const struct config *c, const struct action *action,
                   size_t actions, position_fn *use, void *out, struct reason *why)
{
    struct state s;
    return go_to(a, c, action, actions, &s, why) && use(a, c, &s, out, why);
}

static bool run(const struct analysis *a, position_fn *use, void *out, struct reason *why)
{
    struct record r;
    if (!a->question.record.len)
        return run_on(a, a->config, a->action, a->actions, use, out, why);
    if (!record_read(&r, a->question.record, &a->host, why))
        return false;
    bool ok = run_on(a, &r.config, r.action, r.actions, use, out, why);
    record_release(&r);
    return ok;
}

json_t *analysis_run(const struct analysis *a, struct reason *why)
{
    json_t *json = NULL;
    return run(a, analysis_answer, &json, why) ? json : NULL;
}

bool analysis_job(const struct analysis *a, struct search_job *out, struct reason *why)
{
    return run(a, analysis_take_job, out, why);
}

// --- Replay of a record.

struct replay_json {
    const struct config *config;
    int64_t from;
    int64_t number; // of the action
    int32_t total[SEATS_MAX];
    json_t *list;
    const struct analysis_stop *stop;
};

static json_t *scores_json(const struct config *c, const struct state *s)
{
    int32_t score[SEATS_MAX];
    json_t *list = json_array();
    c->rules->score(c, s, score);
    for (unsigned i = 0; i < c->seats; i++)
        json_array_append_new(list, json_integer(score[i]));
    return list;
}

static void add_position(json_t *json, const struct config *c, const struct state *s)
{
    struct buf text = {0};
    unsigned caller = c->rules->to_act(c, s);
    c->rules->write(c, s, &text);
    json_object_set_new(json, "turn", match_seats_json(caller & ACTS_SEATS));
    json_object_set_new(json, "scores", scores_json(c, s));
    json_object_set_new(json, "state", json_stringn(text.at ? text.at : "", text.len));
    buf_release(&text);
}

// Does the word have a definition?
static json_t *defined_json(const struct config *c, const struct word *w)
{
    uint32_t index;
    if (w->len == 0)
        return json_null();
    return json_boolean(lexicon_find(c->lexicon, w, &index) &&
                        lexicon_info(c->lexicon, index).defined);
}

static void add_report(json_t *json, const struct replay_json *t, const struct report *report)
{
    const struct config *c = t->config;
    json_t *squares = json_array();
    for (unsigned i = 0; i < report->square_count; i++)
        json_array_append_new(squares, json_integer(report->squares[i]));
    json_object_update_new(
        json, json_pack("{s:o,s:o,s:o,s:i,s:i,s:o,s:i}", "word", word_json(c, &report->word), "run",
                        word_json(c, &report->run), "defined", defined_json(c, &report->word),
                        "points", (int)report->points, "total", (int)t->total[report->scorer],
                        "squares", squares, "placed", report->placed));
    if (report->amends)
        json_object_set_new(json, "scorer", seat_json(report->scorer));
}

static bool analysis_add_action(void *context, const struct state *before, const struct action *a,
                                const struct report *report)
{
    struct replay_json *t = context;
    const struct config *c = t->config;
    struct state after = *before;
    struct buf text = {0};
    bool moves = a->seat != CHANCE;
    t->number++;
    if (moves)
        t->total[report->scorer] += report->points;
    if (t->number <= t->from)
        return true;
    c->rules->format(c, before, a, VIEWER_ALL, &text);
    c->rules->apply(c, &after, a);
    json_t *json = json_pack("{s:I,s:o,s:s%}", "position", (json_int_t)t->number, "seat",
                             moves ? seat_json(a->seat) : json_null(), "text",
                             text.at ? text.at : "", text.len);
    buf_release(&text);
    if (moves)
        add_report(json, t, report);
    add_position(json, c, &after);
    json_array_append_new(t->list, json);
    return json_array_size(t->list) < ANALYSIS_PAGE && !t->stop->stop(t->stop->context);
}

static json_t *result_json(const struct config *c, const struct state *s)
{
    struct outcome o;
    c->rules->outcome(c, s, &o);
    struct match_result result = {!o.over                       ? MATCH_END_NONE
                                  : o.reason == END_RESIGNATION ? MATCH_END_RESIGNATION
                                                                : MATCH_END_GAME,
                                  o.reason, o.draw, o.winners};
    return match_result_json(&result, c->seats);
}

static json_t *head_json(const struct record *r)
{
    const struct config *c = &r->config;
    json_t *seats = json_array(), *first = json_object();
    struct state start;
    for (unsigned i = 0; i < c->seats; i++)
        json_array_append_new(seats, json_string(r->player[i]));
    c->rules->setup(c, &start);
    add_position(first, c, &start);
    return json_pack("{s:s,s:s,s:s,s:o,s:o,s:o,s:o,s:o}", "game", c->preset, "lang", c->lang,
                     "lexicon", c->lexicon_name, "settings", match_settings_json(c), "seats", seats,
                     "begin", first, "scores", scores_json(c, &r->state), "result",
                     result_json(c, &r->state));
}

json_t *analysis_replay(struct text record, const struct record_host *host, int64_t from,
                        const struct analysis_stop *stop, struct reason *why)
{
    struct record r;
    if (!record_read(&r, record, host, why))
        return NULL;
    json_t *json = head_json(&r);
    struct replay_json t = {.config = &r.config, .from = from, .list = json_array(), .stop = stop};
    record_walk(&r, analysis_add_action, &t);
    bool more = t.number < (int64_t)r.actions;
    json_object_set_new(json, "actions", t.list);
    json_object_set_new(json, "next", more ? json_integer(t.number) : json_null());
    record_release(&r);
    return json;
}
