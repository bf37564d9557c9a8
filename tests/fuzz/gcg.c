// Reading GCG files: any bytes. An imported game must come out the same when it is exported and
// imported again.
#include "games/wordgame/gcg/gcg.h"
#include "base/bug.h"
#include "base/utf8.h"
#include "games/wordgame/state.h"
#include "lexicon/lexicon_build.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const struct lexicon *english(void)
{
    static const char words[] =
        "train trains rain rains in it at is as so no on ten tens aa tar star "
        "a noon one ones qi za jo ax ex ox";
    static struct lexicon lexicon;
    static struct buf file;
    struct alphabet a;
    struct text rest = TEXT(words);
    if (file.len)
        return &lexicon;
    BUG_UNLESS(alphabet_load(&a, TEXT("en"), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    for (struct word w; rest.len;) {
        BUG_UNLESS(alphabet_fold(&a, text_cut(&rest, ' '), &w, NULL));
        BUG_UNLESS(lexicon_builder_add(b, &w, 0, 1, NULL));
    }
    BUG_UNLESS(lexicon_builder_write(b, &file, NULL));
    lexicon_builder_free(b);
    BUG_UNLESS(lexicon_open(&lexicon, buf_text(&file), "fuzz", NULL));
    return &lexicon;
}

static bool import(struct text text, const struct config *c, struct record *r,
                   struct buf *mismatches, struct reason *why)
{
    struct gcg g;
    if (!gcg_read(&g, text, why))
        return false;
    bool ok = gcg_import(&g, c, r, mismatches, why);
    gcg_release(&g);
    return ok;
}

// The moves are the same, and what is written of their points; what is drawn after the last of them
// need not be.
static void check_again(const struct record *r, const struct config *c)
{
    struct buf text = {0}, mismatches = {0};
    struct record again;
    struct reason why = {0};
    BUG_UNLESS(gcg_export(r, &text, NULL));
    if (!import(buf_text(&text), c, &again, &mismatches, &why))
        BUG("message %d at line %u: %s", why.what, why.line, why.args);
    const struct wordgame_state *a = wordgame_state(&r->state), *b = wordgame_state(&again.state);
    BUG_UNLESS(memcmp(a->board, b->board, sizeof a->board) == 0 && a->turns == b->turns);
    BUG_UNLESS(mismatches.len == 0);
    BUG_UNLESS(memcmp(a->score, b->score, sizeof a->score) == 0 && a->end == b->end);
    record_release(&again);
    buf_release(&mismatches);
    buf_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct config c;
    struct record r;
    struct reason why = {0};
    struct buf worded = {0}, text = {0}, mismatches = {0};
    if (size == 0)
        return 0;
    BUG_UNLESS(config_init(&c, bytes[0] % 2 ? TEXT("classic") : TEXT("wordgame"), NULL));
    c.lexicon = english();
    if (import((struct text){(const char *)bytes + 1, size - 1}, &c, &r, &mismatches, &why)) {
        check_again(&r, &c);
        record_write(&r, VIEWER_ALL, &text);
        record_release(&r);
    } else {
        reason_word(&why, LANGUAGE_DE, &worded);
    }
    buf_release(&worded);
    buf_release(&mismatches);
    buf_release(&text);
    return 0;
}
