// logomachy gcg: games in the text form of the crossword community.
#include "games/wordgame/gcg.h"
#include "cmd/commands.h"
#include "cmd/game.h"

#include "base/utf8.h"

static int wrong_usage(const struct cli *c)
{
    return c->argc ? cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[1])
                   : cli_usage(c, MSG_CLI_MISSING, "%s", "FILE");
}

// Files that do not say otherwise are in Latin 1; many are in UTF-8 all the same.
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

// The lexicon is the one that is asked for; the names of those in such files are not ours.
static bool import(const struct cli *c, struct text text, struct buf *out, struct reason *why)
{
    struct library books = {.shelf = &c->shelf};
    const char *preset = cli_value(c, "game");
    struct gcg g;
    struct config config;
    struct record r;
    bool ok = gcg_read(&g, text, why);
    if (!ok)
        return false;
    ok = game_config(&config, c, preset ? preset : "classic", &books, why) &&
         gcg_import(&g, &config, &r, why);
    if (ok) {
        record_write(&r, VIEWER_ALL, out);
        record_release(&r);
    }
    library_close(&books);
    gcg_release(&g);
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
    bool ok = gcg_export(&g.record, &out, &why);
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
