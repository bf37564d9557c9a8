// logomachy engine: commands from standard input, answers to standard output.
#include "cmd/commands.h"
#include "cmd/engine.h"

#include "base/utf8.h"

#include <stdio.h>

enum { LINE_MAX_BYTES = 1 << 16 };

enum line_kind { LINE_END, LINE_WHOLE, LINE_LONG };

// The next line without its end; of one that is too long only the beginning is kept.
static enum line_kind read_line(FILE *in, struct buf *line)
{
    enum line_kind kind = LINE_END;
    buf_clear(line);
    for (int c; (c = getc(in)) != EOF;) {
        if (c == '\n')
            return kind == LINE_LONG ? LINE_LONG : LINE_WHOLE;
        kind = kind == LINE_LONG || line->len == LINE_MAX_BYTES ? LINE_LONG : LINE_WHOLE;
        if (kind == LINE_WHOLE)
            buf_add_byte(line, (unsigned char)c);
    }
    return kind;
}

// Gathers lines up to `end`. All of them are read, even where they come to nothing: the line after
// `end` is a command again.
static bool read_record(FILE *in, struct buf *record, struct reason *why)
{
    struct buf line = {0};
    enum line_kind kind;
    bool ended = false, too_long = false;
    while (!ended && (kind = read_line(in, &line)) != LINE_END) {
        ended = text_is(text_trim(buf_text(&line)), "end");
        too_long |= kind == LINE_LONG;
        if (ended || record->len > RECORD_BYTES)
            continue; // what is longer than that is refused as a whole
        buf_add_text(record, buf_text(&line));
        buf_add_byte(record, '\n');
    }
    bool memory = buf_ok(&line) && buf_ok(record);
    buf_release(&line);
    if (!memory)
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    if (!ended)
        return refuse(why, MSG_ENGINE_NO_END, "%s", "");
    return !too_long || refuse(why, MSG_ENGINE_LONG_LINE, "%d", LINE_MAX_BYTES);
}

static bool load(struct engine_game *g, FILE *in, struct reason *why)
{
    struct buf record = {0};
    bool ok = read_record(in, &record, why) && engine_load(g, buf_text(&record), why);
    buf_release(&record);
    return ok;
}

static bool answer(struct engine_game *g, FILE *in, struct text line, struct buf *out,
                   struct reason *why)
{
    if (!utf8_valid(line))
        return refuse(why, MSG_RECORD_NOT_UTF8, "%s", "");
    for (size_t i = 0; i < line.len; i++)
        if ((unsigned char)line.at[i] < ' ' && line.at[i] != '\t' && line.at[i] != '\r')
            return refuse(why, MSG_RECORD_CONTROL, "%s", "");
    if (text_is(text_trim(line), "load"))
        return load(g, in, why);
    return engine_answer(g, line, out, why) &&
           (buf_ok(out) || refuse(why, MSG_OUT_OF_MEMORY, "%s", ""));
}

static void put_error(const struct cli *c, const struct reason *why, struct buf *out)
{
    buf_release(out);
    buf_add_string(out, "error ");
    reason_word(why, c->language, out);
    buf_add_byte(out, '\n');
}

// Reads and answers until the end. False where an answer could not be written.
static bool serve(struct engine_game *g, FILE *in, FILE *to)
{
    struct buf line = {0}, out = {0};
    struct reason why;
    enum line_kind kind;
    bool written = true;
    while (written && !g->quit && (kind = read_line(in, &line)) != LINE_END) {
        struct text t = text_trim(buf_text(&line));
        if (t.len == 0 || t.at[0] == '#')
            continue;
        buf_clear(&out);
        bool ok = kind == LINE_WHOLE ? answer(g, in, t, &out, &why)
                                     : refuse(&why, MSG_ENGINE_LONG_LINE, "%d", LINE_MAX_BYTES);
        if (ok)
            buf_add_string(&out, "ok\n");
        else
            put_error(g->cli, &why, &out);
        written = fwrite(out.at, 1, out.len, to) == out.len && fflush(to) == 0;
    }
    buf_release(&line);
    buf_release(&out);
    return written;
}

static int run_engine(struct cli *c)
{
    struct library books = {.shelf = &c->shelf};
    struct engine_game g;
    struct buf nothing = {0};
    if (c->argc)
        return cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[0]);
    engine_init(&g, c, &books);
    bool ok = serve(&g, stdin, stdout);
    engine_release(&g);
    library_close(&books);
    return ok ? EXIT_OK : cli_put(c, &nothing); // which tells what is wrong with the output
}

const struct command command_engine = {
    "engine", "", MSG_COMMAND_ENGINE, NULL, run_engine, NULL,
};
