// logomachy moves: the legal moves where a record ends.
#include "cmd/commands.h"
#include "cmd/game.h"
#include "rules/movelist.h"

static void list_json(const struct movelist *l, const struct config *config, size_t top,
                      struct buf *out)
{
    buf_printf(out, "{\"count\":%zu,\"moves\":[", movelist_count(l));
    for (size_t i = 0; i < top; i++) {
        buf_add_string(out, i ? ",{" : "{");
        movelist_print_json(l, config, movelist_at(l, i), out);
        buf_add_byte(out, '}');
    }
    buf_add_string(out, "]}\n");
}

static void list_text(const struct movelist *l, const struct config *config, size_t top,
                      struct buf *out)
{
    enum { MOVE = 24, WORD = 16 };
    for (size_t i = 0; i < top; i++) {
        struct buf word = {0};
        movelist_print_word(config, movelist_at(l, i), &word);
        game_print_column(movelist_text(l, movelist_at(l, i)), MOVE, out);
        game_print_column(buf_text(&word), WORD, out);
        buf_printf(out, "%4d\n", (int)movelist_at(l, i)->points);
        buf_release(&word);
    }
}

static int list_moves(struct game *g, size_t top)
{
    struct movelist list = {0};
    struct movelist_options options = {.paths = cli_value(g->cli, "paths") != NULL};
    struct reason why;
    struct buf out = {0};
    const struct config *config = &g->record.config;
    int status = EXIT_OK;
    if (!movelist_legal(&list, config, &g->record.state, &options, &why)) {
        status = cli_refuse(g->cli, &why);
    } else {
        if (top > movelist_count(&list))
            top = movelist_count(&list);
        (cli_json(g->cli) ? list_json : list_text)(&list, config, top, &out);
        status = cli_put(g->cli, &out);
    }
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
    {NULL, NULL, MSG_OPTION_TOP},
};

const struct command command_moves = {
    "moves", "FILE", MSG_COMMAND_MOVES, options, run_moves, NULL,
};
