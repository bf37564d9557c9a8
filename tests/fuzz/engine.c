// The engine's protocol: any bytes as lines, and a game that is as it should be after each of them.
// For any input, an answer ends with one line `ok` or `error`, an error has no other lines, and
// a refused command changes nothing. Searches look at few positions, so that a run takes no time.
#include "cli/engine.h"
#include "base/bug.h"
#include "base/utf8.h"
#include "tiny.h"
#include "toy/toy.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { LINES_MOST = 64, NODES_MOST = 200 };

static bool find_preset(void *context, struct config *c, struct text name, struct reason *why)
{
    struct record_host toy = toy_host();
    return text_is(name, "toy") ? toy.preset(context, c, name, why) : config_init(c, name, why);
}

// The last line is `ok` or an error, and no other is.
static bool check_answer(struct text answer)
{
    struct text line;
    bool ended = false, refused = false;
    unsigned lines = 0;
    BUG_UNLESS(utf8_valid(answer) && text_ends(answer, "\n"));
    while (text_next_line(&answer, &line)) {
        BUG_UNLESS(!ended);
        refused = text_starts(line, "error ");
        ended = refused || text_is(line, "ok");
        lines++;
    }
    BUG_UNLESS(ended && (!refused || lines == 1));
    return !refused;
}

// The game as text; nothing where there is none.
static struct buf game_of(const struct line_engine *g)
{
    struct buf out = {0};
    if (g->begun)
        record_write(&g->record, VIEWER_ALL, &out);
    return out;
}

// The record reads as the same game again.
static void check_game(const struct line_engine *g, struct text written)
{
    struct record r;
    struct buf again = {0};
    if (!g->begun)
        return;
    BUG_UNLESS(record_read(&r, written, &g->host, NULL));
    BUG_UNLESS(memcmp(&r.state, &g->record.state, sizeof r.state) == 0);
    record_write(&r, VIEWER_ALL, &again);
    BUG_UNLESS(text_equal(buf_text(&again), written));
    buf_release(&again);
    record_release(&r);
}

// One line; what it must not change is compared.
static void say(struct line_engine *g, struct text line)
{
    struct buf out = {0}, before = game_of(g);
    bool begun = g->begun, loading = g->loading;
    struct rng rng = g->rng;
    line_engine_feed(g, text_head(line, ENGINE_LINE_BYTES), line.len <= ENGINE_LINE_BYTES, &out);
    struct buf after = game_of(g);
    if (out.len && !check_answer(buf_text(&out))) {
        BUG_UNLESS(begun == g->begun && text_equal(buf_text(&before), buf_text(&after)));
        // A load that is refused is over; nothing else that is refused has to do with one.
        BUG_UNLESS(!g->loading || loading);
    }
    if (!out.len)
        BUG_UNLESS(memcmp(&rng, &g->rng, sizeof rng) == 0);
    if (!text_equal(buf_text(&before), buf_text(&after)))
        check_game(g, buf_text(&after));
    buf_release(&out);
    buf_release(&before);
    buf_release(&after);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct record_host host = {.lexicon = tiny_lexicon, .preset = find_preset};
    struct line_engine g;
    struct text rest = {(const char *)bytes, size}, line;
    struct buf out = {0};
    line_engine_init(&g, &host);
    g.max_nodes = NODES_MOST;
    g.max_threads = 2;
    g.language = size ? (enum language)(bytes[0] % LANGUAGES) : LANGUAGE_EN;
    for (unsigned i = 0; i < LINES_MOST && !g.quit && text_next_line(&rest, &line); i++)
        say(&g, line);
    line_engine_end(&g, &out);
    if (g.loading)
        BUG_UNLESS(!check_answer(buf_text(&out)));
    line_engine_release(&g);
    buf_release(&out);
    return 0;
}
