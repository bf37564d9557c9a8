// logomachy perft: counts the legal move sequences of a given length from the end of a record, to
// compare move generators.
#include "cli/commands.h"
#include "cli/game.h"
#include "rules/movelist.h"

enum { DEPTH_MAX = 100 };

struct perft {
    const struct config *config;
    bool paths;
    bool chance; // the count stopped at a chance event
};

// One level of the recursion: the moves of one state.
struct perft_step {
    struct perft *perft;
    const struct state *state;
    uint32_t depth;
    uint64_t count;
};

static uint64_t count_from(struct perft *p, const struct state *s, uint32_t depth);

static bool count_move(void *context, const struct action *move, const struct report *report)
{
    struct perft_step *step = context;
    (void)report;
    if (step->depth == 1) {
        step->count++;
        return true;
    }
    struct state after = *step->state;
    step->perft->config->rules->apply(step->perft->config, &after, move);
    step->count += count_from(step->perft, &after, step->depth - 1);
    return !step->perft->chance;
}

static uint64_t count_from(struct perft *p, const struct state *s, uint32_t depth)
{
    struct perft_step step = {p, s, depth, 0};
    struct move_sink sink = {.take = count_move, .context = &step, .paths = p->paths};
    unsigned acting = p->config->rules->to_act(p->config, s);
    if (depth == 0)
        return 1;
    p->chance |= (acting & ACTS_CHANCE) != 0;
    for (unsigned seat = 0; seat < p->config->seats && !p->chance; seat++)
        if (acting >> seat & 1)
            p->config->rules->legal(p->config, s, seat, &sink);
    return step.count;
}

// Prints each first move with the number of sequences that begin with it ("divide").
static bool divide(struct perft *p, const struct state *s, uint32_t depth, struct buf *out,
                   uint64_t *count, struct reason *why)
{
    struct movelist list = {0};
    struct movelist_options options = {.paths = p->paths, .all = true};
    bool ok = movelist_legal(&list, p->config, s, &options, why);
    for (size_t i = 0; ok && i < movelist_count(&list) && !p->chance; i++) {
        struct state after = *s;
        p->config->rules->apply(p->config, &after, &movelist_at(&list, i)->action);
        uint64_t part = count_from(p, &after, depth - 1);
        *count += part;
        buf_printf(out, "%.*s %llu\n", TEXT_ARG(movelist_text(&list, movelist_at(&list, i))),
                   (unsigned long long)part);
    }
    p->chance |= (p->config->rules->to_act(p->config, s) & ACTS_CHANCE) != 0;
    movelist_release(&list);
    return ok;
}

static int count_moves(struct game *g, uint32_t depth)
{
    struct perft p = {.config = &g->record.config, .paths = cli_value(g->cli, "paths") != NULL};
    struct reason why;
    struct buf out = {0};
    uint64_t count = 0;
    bool ok = true;
    if (cli_value(g->cli, "divide") && !cli_json(g->cli) && depth > 0)
        ok = divide(&p, &g->record.state, depth, &out, &count, &why);
    else
        count = count_from(&p, &g->record.state, depth);
    if (p.chance)
        ok = refuse(&why, MSG_PERFT_CHANCE, "%s", "");
    if (!ok) {
        buf_release(&out);
        return cli_refuse(g->cli, &why);
    }
    if (cli_json(g->cli))
        buf_printf(&out, "{\"depth\":%u,\"count\":%llu}\n", (unsigned)depth,
                   (unsigned long long)count);
    else
        buf_printf(&out, "%llu\n", (unsigned long long)count);
    return cli_put(g->cli, &out);
}

static int run_perft(struct cli *c)
{
    struct game g;
    uint32_t depth;
    if (c->argc < 2)
        return cli_usage(c, MSG_CLI_MISSING, "%s", c->argc ? "DEPTH" : "FILE");
    if (c->argc > 2)
        return cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[2]);
    if (!text_to_u32(text_of(c->args[1]), &depth) || depth > DEPTH_MAX)
        return cli_usage(c, MSG_PERFT_BAD_DEPTH, "%d\t%s", DEPTH_MAX, c->args[1]);
    int status = game_open(&g, c, c->args[0]);
    if (status)
        return status;
    status = count_moves(&g, depth);
    game_close(&g);
    return status;
}

static const struct cli_option options[] = {
    {"paths", NULL, MSG_OPTION_PATHS},
    {"divide", NULL, MSG_OPTION_DIVIDE},
    {NULL, NULL, MSG_OPTION_PATHS},
};

const struct command command_perft = {
    "perft", "FILE DEPTH", MSG_COMMAND_PERFT, options, run_perft, NULL,
};
