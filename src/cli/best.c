// logomachy best: finds the move that the computer would play at the end of a record.
#include "cli/commands.h"
#include "cli/game.h"
#include "cli/think.h"

#define SEED "0" // default seed: the same position gets the same answer

// Only some games have these values.
static void worth_json(const struct engine_worth *w, struct buf *out)
{
    if (w->known)
        buf_printf(out, ",\"leave\":%.3f,\"equity\":%.3f,\"win\":%.4f", w->leave, w->equity,
                   w->win);
}

static void worth_text(const struct cli *c, const struct engine_worth *w, struct buf *out)
{
    if (!w->known)
        return;
    buf_printf(out, "%s: %+.2f\n", message_text(MSG_WORTH_LEAVE, c->language), w->leave);
    buf_printf(out, "%s: %+.2f\n", message_text(MSG_WORTH_EQUITY, c->language), w->equity);
    buf_printf(out, "%s: %.1f %%\n", message_text(MSG_WORTH_WIN, c->language), 100 * w->win);
}

static void outlook_json(const struct engine_result *found, struct buf *out)
{
    if (found->has_forecast)
        buf_printf(out, ",\"score\":%.1f,\"bonus\":%.3f", found->score, found->bonus);
}

// A solitaire game with a forecast has no margin, only a score.
static void prospect_text(const struct cli *c, const struct config *config,
                          const struct engine_result *found, struct buf *out)
{
    bool ahead = !found->has_forecast || config->seats > 1;
    if (found->has_forecast)
        buf_printf(out, "%s: %.1f, %s: %.0f %%%s", message_text(MSG_OUTLOOK_SCORE, c->language),
                   found->score, message_text(MSG_OUTLOOK_BONUS, c->language), 100 * found->bonus,
                   ahead ? "\n" : "");
    if (ahead)
        buf_printf(out, "%s: %+.2f", message_text(MSG_BEST_MARGIN, c->language), found->margin);
    if (found->exact)
        buf_printf(out, " (%s)", message_text(MSG_BEST_EXACT, c->language));
    buf_add_byte(out, '\n');
}

static void best_json(const struct config *config, const struct movelist *line,
                      const struct engine_result *found, double seconds, struct buf *out)
{
    buf_printf(out, "{\"seat\":\"%c\",", seat_letter(found->move.seat));
    movelist_print_json(line, config, movelist_at(line, 0), out);
    worth_json(&found->worth, out);
    outlook_json(found, out);
    buf_printf(out, ",\"margin\":%.2f,\"exact\":%s,\"depth\":%u,\"nodes\":%llu,", found->margin,
               found->exact ? "true" : "false", found->depth, (unsigned long long)found->nodes);
    buf_printf(out, "\"seconds\":%.3f,\"line\":[", seconds);
    for (size_t i = 0; i < movelist_count(line); i++) {
        buf_add_string(out, i ? "," : "");
        game_print_json(movelist_text(line, movelist_at(line, i)), out);
    }
    buf_add_string(out, "]}\n");
}

static void best_text(const struct cli *c, const struct config *config, const struct movelist *line,
                      const struct engine_result *found, struct buf *out)
{
    const struct listed *move = movelist_at(line, 0);
    buf_printf(out, "%c  %.*s  ", seat_letter(found->move.seat),
               TEXT_ARG(movelist_text(line, move)));
    movelist_print_word(config, move, out);
    buf_printf(out, "\n%s: %d\n", message_text(MSG_BEST_POINTS, c->language), (int)move->points);
    worth_text(c, &found->worth, out);
    prospect_text(c, config, found, out);
    buf_printf(out, "%s: %u\n", message_text(MSG_BEST_DEPTH, c->language), found->depth);
    buf_printf(out, "%s: %llu\n%s:", message_text(MSG_BEST_NODES, c->language),
               (unsigned long long)found->nodes, message_text(MSG_BEST_LINE, c->language));
    for (size_t i = 0; i < movelist_count(line); i++)
        buf_printf(out, "%s %.*s", i ? "," : "",
                   TEXT_ARG(movelist_text(line, movelist_at(line, i))));
    buf_add_byte(out, '\n');
}

// Finds the move and the principal variation after it.
static bool find(const struct record *r, const struct think *how, const char *seed,
                 struct engine_result *found, struct movelist *line, struct reason *why)
{
    const struct config *config = &r->config;
    unsigned acting = config->rules->to_act(config, &r->state), seat;
    struct rng rng;
    if (!acting)
        return refuse(why, MSG_RULES_OVER, "%s", "");
    if (!game_seat_to_act(config, &r->state, &seat))
        return refuse(why, MSG_GAME_CHANCE_ACTS, "%s", "");
    if (!rng_seed_hex(&rng, text_of(seed)))
        return refuse(why, MSG_RECORD_BAD_SEED, "%.80s", seed);
    struct engine *e = engine_open(config);
    if (!e)
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    bool any = think_move(e, &r->state, seat, how, &rng, found);
    engine_close(e);
    if (!any)
        return refuse(why, MSG_BEST_NONE, "%s", "");
    return (movelist_line(line, config, &r->state, found->line, found->line_length) &&
            movelist_count(line)) ||
           refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static int print_best(struct game *g, const struct think *how)
{
    const char *seed = cli_value(g->cli, "seed");
    struct engine_result found;
    struct movelist line = {0};
    struct reason why;
    struct buf out = {0};
    bool ok = find(&g->record, how, seed ? seed : SEED, &found, &line, &why);
    if (ok && cli_json(g->cli))
        best_json(&g->record.config, &line, &found, think_now() - how->since, &out);
    else if (ok)
        best_text(g->cli, &g->record.config, &line, &found, &out);
    movelist_release(&line);
    return ok ? cli_put(g->cli, &out) : cli_refuse(g->cli, &why);
}

static int run_best(struct cli *c)
{
    struct game g;
    struct think how;
    double start = think_now(); // reading the record counts towards the time
    if (c->argc != 1)
        return c->argc ? cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[1])
                       : cli_usage(c, MSG_CLI_MISSING, "%s", "FILE");
    if (!think_options(&how, c))
        return EXIT_USAGE;
    how.since = start;
    how.outlook = true;
    int status = game_open(&g, c, c->args[0]);
    if (status)
        return status;
    status = print_best(&g, &how);
    game_close(&g);
    return status;
}

static const struct cli_option options[] = {
    {"level", "L", MSG_OPTION_LEVEL},
    {"time", "S", MSG_OPTION_TIME},
    {"threads", "N", MSG_OPTION_SEARCH_THREADS},
    {"seed", "HEX", MSG_OPTION_SEED},
    {NULL, NULL, MSG_OPTION_LEVEL},
};

const struct command command_best = {
    "best", "FILE", MSG_COMMAND_BEST, options, run_best, NULL,
};
