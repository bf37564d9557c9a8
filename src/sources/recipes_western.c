// French, German, Dutch: one list of words each, and how familiar they are from word frequencies.
#include "sources/recipes.h"

#include "base/bug.h"
#include "base/data.h"
#include "sources/frequency.h"
#include "sources/hunspell.h"
#include "sources/tanglet.h"
#include "sources/wordlist.h"

// The lists are for games in which a word has at least two letters.
enum { SHORTEST = 2 };

static bool grade_words(struct kitchen *k, const struct frequency *f)
{
    struct word w;
    for (uint32_t i = 0; lexicon_builder_nth(k->lexicon, i, &w); i++)
        if (!lexicon_builder_add(k->lexicon, &w, 0, frequency_tier(f, &w), k->why))
            return false;
    return true;
}

bool grade_by_frequency(struct kitchen *k, const char *model, bool capitals)
{
    struct frequency f = {.alphabet = &k->alphabet};
    struct source_sink sink = {frequency_take, &f};
    struct file_map file;
    if (!kitchen_file(k, model, &file))
        return false;
    bool ok = frequency_read(file.content, capitals, &sink, k->why);
    if (ok) {
        frequency_sort(&f);
        ok = grade_words(k, &f);
    }
    frequency_release(&f);
    file_unmap(&file);
    return ok;
}

bool cook_french(struct kitchen *k)
{
    struct source_sink sink = kitchen_sink(k);
    struct file_map aff, dic = {0};
    k->take = TAKE_WORDS | TAKE_CLASSES;
    k->min_length = SHORTEST;
    if (!kitchen_file(k, "hunspell-fr-comprehensive/usr/share/hunspell/fr.aff", &aff))
        return false;
    bool ok = kitchen_file(k, "hunspell-fr-comprehensive/usr/share/hunspell/fr.dic", &dic) &&
              hunspell_expand(aff.content, dic.content, &sink, k->why);
    file_unmap(&aff);
    file_unmap(&dic);
    return ok && grade_by_frequency(k, "onboard-data/usr/share/onboard/models/fr_FR.lm", false);
}

// A list of data/lexicons.
static bool read_own(struct kitchen *k, const char *name, const struct source_sink *sink)
{
    struct text list;
    BUG_UNLESS(data_find(name, &list));
    return wordlist_read(list, NULL, sink, NULL, NULL, k->why);
}

bool cook_german(struct kitchen *k)
{
    struct source_sink sink = kitchen_sink(k);
    struct buf list = {0};
    k->take = TAKE_WORDS;
    k->min_length = SHORTEST;
    bool ok = kitchen_unpack(k, "tanglet-data/usr/share/tanglet/gamedata/de/words", &list) &&
              tanglet_read(buf_text(&list), &sink, k->why);
    buf_release(&list);
    k->take = TAKE_WORDS | TAKE_TEXTS;
    ok = ok && read_own(k, "lexicons/de-two.txt", &sink);
    return ok && grade_by_frequency(k, "onboard-data/usr/share/onboard/models/de_DE.lm", true);
}

bool cook_dutch(struct kitchen *k)
{
    static const struct wordlist_options options = {.skip_capitals = true, .skip_joined = true};
    struct source_sink sink = kitchen_sink(k);
    struct file_map list = {0};
    struct lexicon_builder *dropped = k->into = kitchen_set(k);
    k->take = TAKE_WORDS;
    k->min_length = SHORTEST;
    bool ok = dropped && read_own(k, "lexicons/nl-drop.txt", &sink);
    k->into = k->lexicon;
    k->without = dropped;
    ok = ok && kitchen_file(k, "wdutch/usr/share/dict/dutch", &list) &&
         wordlist_read(list.content, &options, &sink, NULL, NULL, k->why);
    k->without = NULL;
    file_unmap(&list);
    lexicon_builder_free(dropped);
    return ok && grade_by_frequency(k, "onboard-data/usr/share/onboard/models/nl_NL.lm", false);
}
