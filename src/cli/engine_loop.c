// logomachy engine: reads commands from standard input and writes answers to standard output.
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/engine.h"
#include "rules/lexicon_cache.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

// Reads the next line without its newline; a line that is too long is cut off. False at the end of
// the input.
static bool read_line(FILE *in, struct buf *line, bool *whole)
{
    bool some = false;
    *whole = true;
    buf_clear(line);
    for (int c; (c = getc(in)) != EOF;) {
        if (c == '\n')
            return true;
        some = true;
        if (line->len < ENGINE_LINE_BYTES)
            buf_add_byte(line, (unsigned char)c);
        else
            *whole = false;
    }
    return some;
}

// Reads and answers until the end. False if an answer could not be written.
static bool serve(struct line_engine *g, FILE *in, FILE *to)
{
    struct buf line = {0}, out = {0};
    bool written = true, more = true, whole;
    while (written && more && !g->quit) {
        buf_clear(&out);
        more = read_line(in, &line, &whole);
        if (more)
            line_engine_feed(g, buf_text(&line), whole, &out);
        else
            line_engine_end(g, &out);
        if (out.len)
            written = fwrite(out.at, 1, out.len, to) == out.len && fflush(to) == 0;
    }
    buf_release(&line);
    buf_release(&out);
    return written;
}

static int run_engine(struct cli *c)
{
    struct lexicon_cache books = {.search_path = &c->search_path};
    struct record_host host = lexicon_cache_host(&books);
    struct line_engine g;
    struct reason why;
    struct buf nothing = {0};
    if (c->argc)
        return cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[0]);
    line_engine_init(&g, &host);
    g.language = c->language;
    bool ok = serve(&g, stdin, stdout);
    int error = ferror(stdin) ? errno : 0;
    line_engine_release(&g);
    lexicon_cache_close(&books);
    if (ok && !error)
        return EXIT_OK;
    if (!ok)
        return cli_put(c, &nothing); // reports the output error
    refuse(&why, MSG_FILE_CANNOT_READ, "%s\t%s", message_text(MSG_GAME_STANDARD_INPUT, c->language),
           strerror(error));
    return cli_refuse(c, &why);
}

const struct command command_engine = {
    "engine", "", MSG_COMMAND_ENGINE, NULL, run_engine, NULL,
};
