// German, Dutch: one list of words each, and how familiar they are from word frequencies.
#include "sources/recipes.h"

#include "base/bug.h"
#include "base/data.h"
#include "sources/readers/frequency.h"
#include "sources/readers/tanglet.h"
#include "sources/readers/wordlist.h"

// The lists are for games in which a word has at least two letters.
enum { SHORTEST = 2 };

static bool grade_words(struct build_context *b, const struct frequency *f)
{
    struct word w;
    for (uint32_t at = 0; lexicon_builder_next(b->lexicon, &at, &w);)
        if (!lexicon_builder_add(b->lexicon, &w, 0, frequency_tier(f, &w), b->why))
            return false;
    return true;
}

bool grade_by_frequency(struct build_context *b, const char *model, bool capitals)
{
    struct frequency f = {.alphabet = &b->alphabet};
    struct source_sink sink = {frequency_take, &f};
    struct file_map file;
    if (!build_context_file(b, model, &file))
        return false;
    bool ok = frequency_read(file.content, capitals, &sink, b->why);
    if (ok) {
        frequency_sort(&f);
        ok = grade_words(b, &f);
    }
    frequency_release(&f);
    file_unmap(&file);
    return ok;
}

// A list of data/lexicons.
static bool read_own(struct build_context *b, const char *name, const struct source_sink *sink)
{
    struct text list;
    BUG_UNLESS(data_find(name, &list));
    return wordlist_read(list, NULL, sink, NULL, NULL, b->why);
}

bool recipe_german(struct build_context *b)
{
    struct source_sink sink = build_context_sink(b);
    struct buf list = {0};
    b->take = TAKE_WORDS;
    b->min_length = SHORTEST;
    bool ok = build_context_unpack(b, "tanglet-data/usr/share/tanglet/gamedata/de/words", &list) &&
              tanglet_read(buf_text(&list), &sink, b->why);
    buf_release(&list);
    b->take = TAKE_WORDS | TAKE_TEXTS;
    ok = ok && read_own(b, "lexicons/de-two.txt", &sink);
    return ok && grade_by_frequency(b, "onboard-data/usr/share/onboard/models/de_DE.lm", true);
}

bool recipe_dutch(struct build_context *b)
{
    static const struct wordlist_options options = {.skip_capitals = true, .skip_joined = true};
    struct source_sink sink = build_context_sink(b);
    struct file_map list = {0};
    struct lexicon_builder *dropped = b->into = build_context_set(b);
    b->take = TAKE_WORDS;
    b->min_length = SHORTEST;
    bool ok = dropped && read_own(b, "lexicons/nl-drop.txt", &sink);
    b->into = b->lexicon;
    b->without = dropped;
    ok = ok && build_context_file(b, "wdutch/usr/share/dict/dutch", &list) &&
         wordlist_read(list.content, &options, &sink, NULL, NULL, b->why);
    b->without = NULL;
    file_unmap(&list);
    lexicon_builder_free(dropped);
    return ok && grade_by_frequency(b, "onboard-data/usr/share/onboard/models/nl_NL.lm", false);
}
