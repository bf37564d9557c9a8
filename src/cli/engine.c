#include "cli/engine.h"

#include "cli/game.h"
#include "cli/think.h"

#include <string.h>

void line_engine_init(struct line_engine *g, const struct record_host *host)
{
    *g = (struct line_engine){.host = *host, .max_threads = THINK_THREADS};
    rng_seed_hex(&g->rng, TEXT("0"));
}

static void end_game(struct line_engine *g)
{
    engine_close(g->engine);
    g->engine = NULL;
    if (g->begun)
        record_release(&g->record);
    g->begun = false;
}

void line_engine_release(struct line_engine *g)
{
    end_game(g);
    buf_release(&g->loaded);
}

static bool not_understood(struct text t, struct reason *why)
{
    return refuse(why, MSG_ENGINE_WORD, "%.*s", TEXT_ARG(reason_quote(t)));
}

// Draws the chance events that are due, for games in which the engine draws them. If one does not
// fit into the record, undoes the earlier ones and the `moves` before them.
static bool draw_due(struct record *r, size_t moves, struct rng *rng, struct reason *why)
{
    const struct rules *rules = r->config.rules;
    size_t before = r->actions - moves;
    while (rules->to_act(&r->config, &r->state) & ACTS_CHANCE) {
        struct action a = {0};
        rules->draw(&r->config, &r->state, rng, &a);
        if (!record_add(r, &a, why)) {
            record_undo(r, r->actions - before, NULL);
            return false;
        }
    }
    return true;
}

// Replaces the game. The `info` line about its words is meant for people.
static void replace(struct line_engine *g, const struct record *r, bool draws, struct buf *out)
{
    end_game(g);
    g->record = *r;
    g->begun = true;
    g->draws = draws;
    if (!game_plays_all_words(&r->config))
        return;
    buf_add_string(out, "info ");
    message_fill(out, MSG_GAME_ALL_WORDS, g->language, text_of(r->config.lexicon_name));
    buf_add_byte(out, '\n');
}

bool line_engine_load(struct line_engine *g, struct text record, struct buf *out,
                      struct reason *why)
{
    struct record r;
    if (!record_read(&r, record, &g->host, why))
        return false;
    replace(g, &r, false, out);
    return true;
}

// The arguments of `new`.
struct wanted {
    struct config config;
    struct text lang, lexicon, seed;
};

static bool read_seats(struct config *c, struct text t, struct reason *why)
{
    uint32_t n;
    if (!text_to_u32(t, &n) || n < c->min_seats || n > c->max_seats)
        return not_understood(t, why);
    c->seats = n;
    return true;
}

static bool read_wanted(struct wanted *w, struct text key, struct text *rest, struct reason *why)
{
    struct text value = text_cut_word(rest);
    if (!value.len)
        return refuse(why, MSG_ENGINE_MISSING, "%.*s", TEXT_ARG(reason_quote(key)));
    if (text_is(key, "set"))
        return config_set(&w->config, value, text_cut_word(rest), why);
    if (text_is(key, "seats"))
        return read_seats(&w->config, value, why);
    if (text_is(key, "lang"))
        w->lang = value;
    else if (text_is(key, "lexicon"))
        w->lexicon = value;
    else if (text_is(key, "seed"))
        w->seed = value;
    else
        return not_understood(key, why);
    return true;
}

static bool find_preset(const struct record_host *host, struct config *c, struct text name,
                        struct reason *why)
{
    return host->preset ? host->preset(host->context, c, name, why) : config_init(c, name, why);
}

static bool run_new(struct line_engine *g, struct text rest, struct buf *out, struct reason *why)
{
    struct wanted w = {0};
    struct record r;
    struct rng rng = g->rng;
    if (!find_preset(&g->host, &w.config, text_cut_word(&rest), why))
        return false;
    while (rest.len)
        if (!read_wanted(&w, text_cut_word(&rest), &rest, why))
            return false;
    if (w.seed.len && !rng_seed_hex(&rng, w.seed))
        return refuse(why, MSG_RECORD_BAD_SEED, "%.*s", TEXT_ARG(reason_quote(w.seed)));
    if (!game_choose_words(&w.config, w.lang, w.lexicon, &g->host, why) ||
        !record_begin(&r, &w.config, NULL, why))
        return false;
    if (w.seed.len && !draw_due(&r, 0, &rng, why)) {
        record_release(&r);
        return false;
    }
    g->rng = rng;
    replace(g, &r, w.seed.len > 0, out);
    return true;
}

static bool need_game(const struct line_engine *g, struct reason *why)
{
    return g->begun || refuse(why, MSG_ENGINE_NO_GAME, "%s", "");
}

// The seat to act. Sets the reason if there is none.
static bool need_seat(const struct line_engine *g, unsigned *seat, struct reason *why)
{
    const struct record *r = &g->record;
    if (!need_game(g, why))
        return false;
    if (game_seat_to_act(&r->config, &r->state, seat))
        return true;
    bool over = !r->config.rules->to_act(&r->config, &r->state);
    return refuse(why, over ? MSG_RULES_OVER : MSG_GAME_CHANCE_ACTS, "%s", "");
}

// play [SEAT] MOVE
static bool run_play(struct line_engine *g, struct text rest, struct buf *out, struct reason *why)
{
    struct record *r = &g->record;
    struct action a = {0};
    unsigned seat;
    (void)out;
    if (!need_seat(g, &seat, why))
        return false;
    if (rest.len > 2 && rest.at[1] == ' ' && rest.at[0] >= 'A' &&
        (unsigned)(rest.at[0] - 'A') < r->config.seats) {
        seat = (unsigned)(rest.at[0] - 'A');
        rest = text_trim(text_from(rest, 2));
    }
    if (!rest.len)
        return refuse(why, MSG_ENGINE_MISSING, "%s", "play");
    return r->config.rules->parse(&r->config, &r->state, seat, rest, &a, why) &&
           record_add(r, &a, why) && (!g->draws || draw_due(r, 1, &g->rng, why));
}

// chance LINE, where LINE is a chance event in record notation. (`draw` draws one at random.)
static bool run_chance(struct line_engine *g, struct text rest, struct buf *out, struct reason *why)
{
    struct record *r = &g->record;
    struct action a = {0};
    (void)out;
    return need_game(g, why) &&
           r->config.rules->parse(&r->config, &r->state, CHANCE, rest, &a, why) &&
           record_add(r, &a, why);
}

static bool run_draw(struct line_engine *g, struct text rest, struct buf *out, struct reason *why)
{
    const struct record *r = &g->record;
    (void)out;
    if (rest.len)
        return not_understood(rest, why);
    if (!need_game(g, why))
        return false;
    unsigned acting = r->config.rules->to_act(&r->config, &r->state);
    if (!acting)
        return refuse(why, MSG_RULES_OVER, "%s", "");
    if (!(acting & ACTS_CHANCE))
        return refuse(why, MSG_RECORD_DEAL_MISPLACED, "%c", rules_waits_for(acting));
    return draw_due(&g->record, 0, &g->rng, why);
}

// Undoes moves of seats, each with the chance events after it.
static bool run_undo(struct line_engine *g, struct text rest, struct buf *out, struct reason *why)
{
    const struct record *r = &g->record;
    uint32_t wanted = 1, found = 0;
    size_t drop = 0;
    (void)out;
    if (rest.len && (!text_to_u32(rest, &wanted) || !wanted))
        return not_understood(rest, why);
    if (!need_game(g, why))
        return false;
    for (size_t i = r->actions; i-- > 0 && found < wanted;) {
        if (r->action[i].seat == CHANCE)
            continue;
        found++;
        drop = r->actions - i;
    }
    if (found < wanted)
        return refuse(why, MSG_ENGINE_NO_UNDO, "%u", (unsigned)found);
    return record_undo(&g->record, drop, why);
}

// moves [N] [paths]
static bool run_moves(struct line_engine *g, struct text rest, struct buf *out, struct reason *why)
{
    struct movelist_options options = {.most = MOVELIST_VISITED};
    struct movelist list = {0};
    const struct config *c = &g->record.config;
    uint32_t top = MOVELIST_LISTED;
    while (rest.len) {
        struct text word = text_cut_word(&rest);
        if (text_is(word, "paths"))
            options.paths = true;
        else if (!text_to_u32(word, &top))
            return not_understood(word, why);
    }
    if (!need_game(g, why))
        return false;
    options.top = top == 0 ? 1 : top < MOVELIST_LISTED ? top : MOVELIST_LISTED;
    bool ok = movelist_legal(&list, c, &g->record.state, &options, why);
    buf_printf(out, "count %llu%s\n", (unsigned long long)list.found, list.cut ? " cut" : "");
    for (size_t i = 0; ok && i < movelist_count(&list) && i < top; i++) {
        const struct listed *one = movelist_at(&list, i);
        buf_printf(out, "move %d ", (int)one->points);
        movelist_print_word(c, one, out);
        buf_printf(out, " %.*s\n", TEXT_ARG(movelist_text(&list, one)));
    }
    movelist_release(&list);
    return ok;
}

// level L, time S, threads N, in any order
static bool read_think(const struct line_engine *g, struct think *how, struct text rest,
                       struct reason *why)
{
    uint32_t level = ENGINE_LEVELS, threads = 1;
    double seconds = 0;
    while (rest.len) {
        struct text key = text_cut_word(&rest), value = text_cut_word(&rest);
        bool ok = text_is(key, "level")
                      ? text_to_u32(value, &level) && level >= 1 && level <= ENGINE_LEVELS
                  : text_is(key, "time")
                      ? think_seconds(value, &seconds)
                      : text_is(key, "threads") && text_to_u32(value, &threads) && threads >= 1 &&
                            threads <= g->max_threads;
        if (!value.len)
            return refuse(why, MSG_ENGINE_MISSING, "%.*s", TEXT_ARG(reason_quote(key)));
        if (!ok) {
            reason_set(why, 0, MSG_ENGINE_WORD, "%.*s %.*s", TEXT_ARG(reason_quote(key)),
                       TEXT_ARG(reason_quote(value)));
            return false;
        }
    }
    *how = think_level(level);
    how->threads = threads;
    how->nodes = g->max_nodes;
    how->outlook = true;
    how->seconds = seconds > 0 ? seconds : how->seconds;
    return true;
}

static void print_best(const struct config *c, const struct movelist *line,
                       const struct engine_result *found, struct buf *out)
{
    const struct listed *first = movelist_at(line, 0);
    buf_printf(out, "move %.*s\nword ", TEXT_ARG(movelist_text(line, first)));
    movelist_print_word(c, first, out);
    buf_printf(out, "\npoints %d\n", (int)first->points);
    if (found->worth.known)
        buf_printf(out, "leave %.3f\nequity %.3f\nwin %.4f\n", found->worth.leave,
                   found->worth.equity, found->worth.win);
    if (found->has_forecast)
        buf_printf(out, "score %.1f\nbonus %.3f\n", found->score, found->bonus);
    buf_printf(out, "margin %.2f\nexact %s\ndepth %u\nnodes %llu\n", found->margin,
               found->exact ? "yes" : "no", found->depth, (unsigned long long)found->nodes);
    for (size_t i = 1; i < movelist_count(line); i++)
        buf_printf(out, "then %.*s\n", TEXT_ARG(movelist_text(line, movelist_at(line, i))));
}

static bool run_best(struct line_engine *g, struct text rest, struct buf *out, struct reason *why)
{
    const struct record *r = &g->record;
    struct engine_result found;
    struct movelist line = {0};
    struct think how;
    unsigned seat;
    if (!read_think(g, &how, rest, why) || !need_seat(g, &seat, why))
        return false;
    if (!g->engine && !(g->engine = engine_open(&r->config)))
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    if (!think_move(g->engine, &r->state, seat, &how, &g->rng, &found))
        return refuse(why, MSG_BEST_NONE, "%s", "");
    bool ok = movelist_line(&line, &r->config, &r->state, found.line, found.line_length) &&
              movelist_count(&line);
    if (ok)
        print_best(&r->config, &line, &found, out);
    movelist_release(&line);
    return ok || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static void print_state(const struct record *r, struct buf *out)
{
    struct buf state = {0};
    struct text rest, line;
    r->config.rules->write(&r->config, &r->state, &state);
    rest = buf_text(&state);
    while (text_next_line(&rest, &line))
        buf_printf(out, "state %.*s\n", TEXT_ARG(line));
    buf_release(&state);
}

static bool run_show(struct line_engine *g, struct text rest, struct buf *out, struct reason *why)
{
    const struct config *c = &g->record.config;
    struct outcome o;
    int32_t score[SEATS_MAX];
    if (rest.len)
        return not_understood(rest, why);
    if (!need_game(g, why))
        return false;
    unsigned acting = c->rules->to_act(c, &g->record.state);
    buf_printf(out, "game %s\nlang %s\nlexicon %s\n", c->preset, c->lang, c->lexicon_name);
    c->rules->score(c, &g->record.state, score);
    for (unsigned i = 0; i < c->seats; i++)
        buf_printf(out, "score %c %d\n", seat_letter(i), (int)score[i]);
    for (unsigned i = 0; i < c->seats; i++)
        if (acting >> i & 1)
            buf_printf(out, "turn %c\n", seat_letter(i));
    if (acting & ACTS_CHANCE)
        buf_add_string(out, "turn chance\n");
    c->rules->outcome(c, &g->record.state, &o);
    if (o.over)
        buf_printf(out, "result %s\nreason %s\n", game_result_key(&o), game_reason_key(&o));
    print_state(&g->record, out);
    return true;
}

static bool run_record(struct line_engine *g, struct text rest, struct buf *out, struct reason *why)
{
    if (rest.len)
        return not_understood(rest, why);
    if (!need_game(g, why))
        return false;
    record_write(&g->record, VIEWER_ALL, out);
    return true;
}

static bool run_quit(struct line_engine *g, struct text rest, struct buf *out, struct reason *why)
{
    (void)out;
    if (rest.len)
        return not_understood(rest, why);
    g->quit = true;
    return true;
}

static bool run_help(struct line_engine *g, struct text rest, struct buf *out, struct reason *why);

// `load` is not in this table: cli/engine_line.c collects the lines that follow it.
static const struct order {
    const char *name, *usage;
    bool (*run)(struct line_engine *g, struct text rest, struct buf *out, struct reason *why);
} commands[] = {
    {"new", "PRESET [lang LANG] [lexicon NAME] [seats N] [seed HEX] [set NAME VALUE]…", run_new},
    {"play", "[SEAT] MOVE", run_play},
    {"chance", "LINE", run_chance},
    {"draw", "", run_draw},
    {"undo", "[N]", run_undo},
    {"moves", "[N] [paths]", run_moves},
    {"best", "[level L] [time S] [threads N]", run_best},
    {"show", "", run_show},
    {"record", "", run_record},
    {"help", "", run_help},
    {"quit", "", run_quit},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static bool run_help(struct line_engine *g, struct text rest, struct buf *out, struct reason *why)
{
    (void)g;
    if (rest.len)
        return not_understood(rest, why);
    for (size_t i = 0; i < COMMANDS; i++)
        buf_printf(out, "%s%s%s\n", commands[i].name, *commands[i].usage ? " " : "",
                   commands[i].usage);
    buf_add_string(out, "load … end\n");
    return true;
}

bool line_engine_answer(struct line_engine *g, struct text line, struct buf *out,
                        struct reason *why)
{
    struct text rest = text_trim(line), word = text_cut_word(&rest);
    for (size_t i = 0; i < COMMANDS; i++)
        if (text_is(word, commands[i].name))
            return commands[i].run(g, rest, out, why);
    return refuse(why, MSG_ENGINE_UNKNOWN, "%.*s", TEXT_ARG(reason_quote(word)));
}
