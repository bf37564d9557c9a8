// logomachy gcg: imports and exports games in GCG, the exchange format of the crossword-game
// community.
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/game.h"
#include "cli/terminal/game.h"

enum { WARNINGS_MAX = 5 };

#define FORM "gcg"

static int wrong_usage(const struct cli *c)
{
    return c->argc ? cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[1])
                   : cli_usage(c, MSG_CLI_MISSING, "%s", "FILE");
}

// GCG files without an encoding line are Latin-1, but many are in fact UTF-8.
static void to_utf8(struct buf *text)
{
    struct buf out = {0};
    char bytes[UTF8_MAX];
    if (utf8_valid(buf_text(text)))
        return;
    for (size_t i = 0; i < text->len; i++)
        buf_add(&out, bytes, utf8_put((unsigned char)text->at[i], bytes));
    buf_release(text);
    *text = out;
}

// Warns of scores in the file that differ from ours; if there are many, only of the first ones.
static void warn_of_points(const struct cli *c, const struct buf *mismatches)
{
    const struct exchange_mismatch *all =
        (const struct exchange_mismatch *)(const void *)mismatches->at;
    size_t count = mismatches->len / sizeof *all;
    struct reason why;
    for (size_t i = 0; i < count && i < WARNINGS_MAX; i++) {
        reason_set(&why, all[i].line, MSG_GCG_POINTS, "%d\t%d", (int)all[i].stated,
                   (int)all[i].counted);
        (void)cli_refuse(c, &why);
    }
    reason_set(&why, 0, MSG_GCG_POINTS_ALL, "%zu", count);
    if (count)
        (void)cli_refuse(c, &why);
}

// The lexicon comes from the options: lexicon names in GCG files differ from ours.
static bool import(const struct cli *c, struct text text, struct buf *out, struct reason *why)
{
    const struct exchange *gcg = play_exchange(FORM);
    struct lexicon_cache books = {.search_path = &c->search_path};
    const char *preset = cli_value(c, "game");
    struct config config;
    struct record r;
    struct buf mismatches = {0};
    bool ok = gcg->check(text, why) &&
              game_config(&config, c, preset ? preset : gcg->preset, &books, why) &&
              gcg->import(text, &config, &r, &mismatches, why);
    if (ok) {
        record_write(&r, VIEWER_ALL, out);
        record_release(&r);
        warn_of_points(c, &mismatches);
    }
    buf_release(&mismatches);
    lexicon_cache_close(&books);
    return ok;
}

static int run_import(struct cli *c)
{
    struct buf text = {0}, out = {0};
    struct reason why;
    if (c->argc != 1)
        return wrong_usage(c);
    bool ok = game_read_file(c->args[0], &text, c->language, &why);
    if (ok)
        to_utf8(&text);
    ok = ok && import(c, buf_text(&text), &out, &why);
    buf_release(&text);
    if (ok)
        return cli_put(c, &out);
    buf_release(&out);
    return cli_refuse(c, &why);
}

static int run_export(struct cli *c)
{
    struct game g;
    struct buf out = {0};
    struct reason why;
    if (c->argc != 1)
        return wrong_usage(c);
    int status = game_open(&g, c, c->args[0]);
    if (status)
        return status;
    bool ok = play_exchange(FORM)->export(&g.record, &out, &why);
    game_close(&g);
    if (ok)
        return cli_put(c, &out);
    buf_release(&out);
    return cli_refuse(c, &why);
}

static const struct cli_option import_options[] = {
    {"game", "PRESET", MSG_OPTION_GCG_GAME},
    {"lang", "LANG", MSG_OPTION_GAME_LANG},
    {"lexicon", "NAME", MSG_OPTION_GAME_LEXICON},
    {"set", "NAME=VALUE", MSG_OPTION_SET},
    {NULL, NULL, MSG_OPTION_SET},
};

static const struct command command_import = {
    "import", "FILE", MSG_COMMAND_GCG_IMPORT, import_options, run_import, NULL,
};

static const struct command command_export = {
    "export", "FILE", MSG_COMMAND_GCG_EXPORT, NULL, run_export, NULL,
};

static const struct command *const inner[] = {&command_import, &command_export, NULL};

const struct command command_gcg = {
    "gcg", "COMMAND …", MSG_COMMAND_GCG, NULL, NULL, inner,
};
