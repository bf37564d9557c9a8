// logomachy moves: lists the legal moves at the end of a record.
#include "cli/commands.h"
#include "cli/game.h"
#include "engine/engine.h"
#include "rules/movelist.h"

#include <stdlib.h>

// An entry of the list, in the order of printing.
struct ranked {
    size_t index; // index into the list of moves
    struct engine_worth worth;
};

struct listing {
    const struct config *config;
    const struct movelist *list;
    struct ranked *ranked; // owned; NULL: list order
};

static const struct listed *move_at(const struct listing *t, size_t i)
{
    return movelist_at(t->list, t->ranked ? t->ranked[i].index : i);
}

static void list_json(const struct listing *t, size_t top, struct buf *out)
{
    buf_printf(out, "{\"count\":%llu,\"moves\":[", (unsigned long long)t->list->found);
    for (size_t i = 0; i < top; i++) {
        buf_add_string(out, i ? ",{" : "{");
        movelist_print_json(t->list, t->config, move_at(t, i), out);
        if (t->ranked)
            buf_printf(out, ",\"leave\":%.3f,\"equity\":%.3f,\"win\":%.4f",
                       t->ranked[i].worth.leave, t->ranked[i].worth.equity, t->ranked[i].worth.win);
        buf_add_byte(out, '}');
    }
    buf_add_string(out, "]}\n");
}

static void list_text(const struct listing *t, size_t top, struct buf *out)
{
    enum { MOVE = 24, WORD = 16 };
    for (size_t i = 0; i < top; i++) {
        const struct listed *move = move_at(t, i);
        struct buf word = {0};
        movelist_print_word(t->config, move, &word);
        game_print_column(movelist_text(t->list, move), MOVE, out);
        game_print_column(buf_text(&word), WORD, out);
        buf_printf(out, "%4d", (int)move->points);
        if (t->ranked)
            buf_printf(out, "  %+7.2f  %7.2f  %5.1f %%", t->ranked[i].worth.leave,
                       t->ranked[i].worth.equity, 100 * t->ranked[i].worth.win);
        buf_add_byte(out, '\n');
        buf_release(&word);
    }
}

// Descending equity; ties in list order.
static int by_equity(const void *x, const void *y)
{
    const struct ranked *a = x, *b = y;
    if (a->worth.equity != b->worth.equity)
        return a->worth.equity > b->worth.equity ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

static bool weigh(const struct listing *t, const struct state *s, unsigned seat)
{
    size_t count = movelist_count(t->list);
    struct action *move = calloc(count, sizeof *move);
    struct engine_worth *worth = calloc(count, sizeof *worth);
    struct state view;
    for (size_t i = 0; move && i < count; i++)
        move[i] = movelist_at(t->list, i)->action;
    t->config->rules->view(t->config, s, seat, &view);
    bool ok = move && worth && engine_weigh_once(t->config, &view, seat, move, count, worth);
    for (size_t i = 0; ok && i < count; i++)
        t->ranked[i] = (struct ranked){i, worth[i]};
    free(move);
    free(worth);
    return ok;
}

// Sorts the list by equity.
static bool order(struct listing *t, const struct state *s, struct reason *why)
{
    size_t count = movelist_count(t->list);
    unsigned seat;
    if (!count || !game_seat_to_act(t->config, s, &seat))
        return true;
    t->ranked = calloc(count, sizeof *t->ranked);
    if (!t->ranked)
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    if (!weigh(t, s, seat))
        return refuse(why, MSG_WORTH_NONE, "%s", t->config->preset);
    qsort(t->ranked, count, sizeof *t->ranked, by_equity);
    return true;
}

enum { MOST = 2500000 }; // limit on moves kept in memory: two thirds of a gigabyte

// Any move may have the best equity, so more moves are rated than shown.
static size_t moves_to_keep(const struct game *g, size_t top)
{
    if (top > MOST || cli_value(g->cli, "equity"))
        return MOST;
    return top ? top : 1;
}

// The list must not be cut off below the requested length.
static bool is_whole(const struct movelist *list, size_t top, struct reason *why)
{
    return list->found <= MOST || top <= MOST ||
           refuse(why, MSG_MOVES_TOO_MANY, "%llu\t%d", (unsigned long long)list->found, MOST);
}

static int list_moves(struct game *g, size_t top)
{
    struct movelist list = {0};
    struct movelist_options options = {.paths = cli_value(g->cli, "paths") != NULL,
                                       .top = moves_to_keep(g, top)};
    struct listing listing = {.config = &g->record.config, .list = &list};
    struct reason why;
    struct buf out = {0};
    int status = EXIT_OK;
    if (!movelist_legal(&list, listing.config, &g->record.state, &options, &why) ||
        !is_whole(&list, top, &why) ||
        (cli_value(g->cli, "equity") && !order(&listing, &g->record.state, &why))) {
        status = cli_refuse(g->cli, &why);
    } else {
        if (top > movelist_count(&list))
            top = movelist_count(&list);
        (cli_json(g->cli) ? list_json : list_text)(&listing, top, &out);
        status = cli_put(g->cli, &out);
    }
    free(listing.ranked);
    movelist_release(&list);
    return status;
}

static int run_moves(struct cli *c)
{
    struct game g;
    uint32_t top;
    if (c->argc != 1)
        return c->argc ? cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[1])
                       : cli_usage(c, MSG_CLI_MISSING, "%s", "FILE");
    if (!cli_number(c, "top", 0, UINT32_MAX, UINT32_MAX, &top))
        return EXIT_USAGE;
    int status = game_open(&g, c, c->args[0]);
    if (status)
        return status;
    status = list_moves(&g, top);
    game_close(&g);
    return status;
}

static const struct cli_option options[] = {
    {"top", "N", MSG_OPTION_TOP},
    {"paths", NULL, MSG_OPTION_PATHS},
    {"equity", NULL, MSG_OPTION_EQUITY},
    {NULL, NULL, MSG_OPTION_TOP},
};

const struct command command_moves = {
    "moves", "FILE", MSG_COMMAND_MOVES, options, run_moves, NULL,
};
