// Reading game records: any bytes. The first byte chooses whether `game` is put before them, so
// that the lines behind the header are reached. An accepted record must be written so that it reads
// as the same game, and goes on to be written the same.
#include "rules/record.h"
#include "base/bug.h"
#include "lexicon/lexicon_build.h"
#include "toy/toy.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const struct lexicon *english(void)
{
    static const char *const words[] = {"crown", "brown", "rot",  "rote", "tor", "torn",
                                        "crow",  "worn",  "toro", "noon", "on",  "no"};
    static struct lexicon lexicon;
    static struct buf file;
    struct alphabet a;
    struct word w;
    if (file.len)
        return &lexicon;
    BUG_UNLESS(alphabet_load(&a, TEXT("en"), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        BUG_UNLESS(alphabet_fold(&a, text_of(words[i]), &w, NULL));
        BUG_UNLESS(
            lexicon_builder_add(b, &w, i % 4 ? CLASS_NOUN : CLASS_VERB | CLASS_NOUN, 1, NULL));
    }
    BUG_UNLESS(lexicon_builder_write(b, &file, NULL));
    lexicon_builder_free(b);
    BUG_UNLESS(lexicon_open(&lexicon, buf_text(&file), "fuzz", NULL));
    return &lexicon;
}

static const struct lexicon *find_lexicon(void *context, const char *name, struct reason *why)
{
    (void)context;
    return strcmp(name, "ru") == 0 ? toy_lexicon(name, why) : english();
}

static bool find_preset(void *context, struct config *c, struct text name, struct reason *why)
{
    struct record_host toy = toy_host();
    return text_is(name, "toy") ? toy.preset(context, c, name, why) : config_init(c, name, why);
}

static void check_same(const struct record *a, const struct record *b)
{
    BUG_UNLESS(a->actions == b->actions && a->config.seats == b->config.seats);
    BUG_UNLESS(memcmp(&a->state, &b->state, sizeof a->state) == 0);
    BUG_UNLESS(memcmp(a->player, b->player, sizeof a->player) == 0);
}

static void use(struct record *r, const struct record_host *host)
{
    struct record again;
    struct reason why = {0};
    struct buf once = {0}, twice = {0};
    record_write(r, VIEWER_ALL, &once);
    BUG_UNLESS(record_read(&again, buf_text(&once), host, &why));
    check_same(r, &again);
    record_write(&again, VIEWER_ALL, &twice);
    BUG_UNLESS(text_equal(buf_text(&once), buf_text(&twice)));
    record_write(r, VIEWER_PUBLIC, &twice);
    record_release(&again);
    if (!r->seeded && r->actions)
        BUG_UNLESS(record_undo(r, 1, &why));
    buf_release(&once);
    buf_release(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const before[] = {
        "",
        "game toy\n",
        "game toy\ndeal A ABC\ndeal B DEF\n",
        "game toy\nseed 1\n",
        "game balda\n",
        "game balda\nstart CROWN\n",
        "game balda\nset diagonal on\nseed 7\n",
        "game bukva\nlang en\n",
        "game bukva\nlang en\nset unknown ask\nstart CROWN\n",
        "game wordgame\n",
        "game wordgame\nset exchange on\nseed 5\n",
        "game wordgame\nlang en\ndeal A CNOORRW?\ndeal B NNOORTTE\n",
        "game classic\nlang en\ndeal A CNORRW?\ndeal B NNOORTT\n",
        "game bali\nlang en\n",
        "game bali\nlang en\nseed 5\n",
        "game bali\nlang en\nset challenge on\nseat A\nseat B\nseat C\nseed 9\n",
        "game bali\nlang en\ndeal A1 C\ndeal A2 R\ndeal A3 O\ndeal A4 *\ndeal A5 N\ndeal A6 T\n",
    };
    struct record_host host = {.lexicon = find_lexicon, .preset = find_preset};
    struct record r;
    struct reason why = {0};
    struct buf text = {0}, worded = {0};
    if (size == 0)
        return 0;
    buf_add_string(&text, before[bytes[0] % (sizeof before / sizeof *before)]);
    buf_add(&text, bytes + 1, size - 1);
    if (record_read(&r, buf_text(&text), &host, &why)) {
        use(&r, &host);
        record_release(&r);
    } else {
        reason_word(&why, LANGUAGE_RU, &worded);
    }
    buf_release(&text);
    buf_release(&worded);
    return 0;
}
