// Splits the input of the line engine into commands and record lines, and terminates answers with
// `ok` or `error`.
#include "cli/engine.h"

#include "base/utf8.h"

// All lines up to `end` belong to the record, even if it is invalid. The line after `end` is a
// command again.
static void load_line(struct line_engine *g, struct text line, bool whole)
{
    g->line_too_long |= !whole;
    if (g->loaded.len > RECORD_BYTES)
        return; // load_end() refuses a record that is too long
    buf_add_text(&g->loaded, line);
    buf_add_byte(&g->loaded, '\n');
}

static bool load_end(struct line_engine *g, struct buf *out, struct reason *why)
{
    bool ok = buf_ok(&g->loaded) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    if (ok && g->line_too_long)
        ok = refuse(why, MSG_ENGINE_LONG_LINE, "%d", ENGINE_LINE_BYTES);
    ok = ok && line_engine_load(g, buf_text(&g->loaded), out, why);
    buf_release(&g->loaded);
    g->loading = g->line_too_long = false;
    return ok;
}

static bool has_control(struct text t)
{
    for (size_t i = 0; i < t.len; i++)
        if (((unsigned char)t.at[i] < ' ' && t.at[i] != '\t') || t.at[i] == 0x7f)
            return true;
    return false;
}

static bool answer(struct line_engine *g, struct text line, struct buf *out, struct reason *why)
{
    if (!utf8_valid(line))
        return refuse(why, MSG_RECORD_NOT_UTF8, "%s", "");
    if (has_control(line))
        return refuse(why, MSG_RECORD_CONTROL, "%s", "");
    return line_engine_answer(g, line, out, why);
}

static void finish(const struct line_engine *g, bool ok, struct reason *why, struct buf *out)
{
    if (ok && !buf_ok(out))
        ok = refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    if (ok) {
        buf_add_string(out, "ok\n");
        return;
    }
    buf_release(out);
    buf_add_string(out, "error ");
    reason_word(why, g->language, out);
    buf_add_byte(out, '\n');
}

// Executes a command and appends the whole answer.
static void command(struct line_engine *g, struct text line, bool whole, struct buf *out)
{
    struct buf said = {0};
    struct reason why;
    bool ok;
    if (!whole)
        ok = refuse(&why, MSG_ENGINE_LONG_LINE, "%d", ENGINE_LINE_BYTES);
    else if (g->loading)
        ok = load_end(g, &said, &why);
    else
        ok = answer(g, line, &said, &why);
    finish(g, ok, &why, &said);
    buf_add_text(out, buf_text(&said));
    buf_release(&said);
}

void line_engine_feed(struct line_engine *g, struct text line, bool whole, struct buf *out)
{
    struct text t = text_trim(line);
    if (g->loading && !(whole && text_is(t, "end")))
        load_line(g, line, whole);
    else if (!g->loading && (!t.len || t.at[0] == '#'))
        return;
    else if (!g->loading && whole && text_is(t, "load"))
        g->loading = true;
    else
        command(g, t, whole, out);
}

void line_engine_end(struct line_engine *g, struct buf *out)
{
    struct reason why;
    if (!g->loading)
        return;
    refuse(&why, MSG_ENGINE_NO_END, "%s", "");
    finish(g, false, &why, out);
}
