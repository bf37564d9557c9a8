// French, and how familiar words are by their frequency.
#include "sources/recipes.h"

#include "sources/readers/frequency.h"
#include "sources/readers/hunspell.h"

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

bool recipe_french(struct build_context *b)
{
    struct source_sink sink = build_context_sink(b);
    struct file_map aff, dic = {0};
    b->take = TAKE_WORDS | TAKE_CLASSES;
    b->min_length = SHORTEST;
    if (!build_context_file(b, "hunspell-fr-comprehensive/usr/share/hunspell/fr.aff", &aff))
        return false;
    bool ok = build_context_file(b, "hunspell-fr-comprehensive/usr/share/hunspell/fr.dic", &dic) &&
              hunspell_expand(aff.content, dic.content, &sink, b->why);
    file_unmap(&aff);
    file_unmap(&dic);
    return ok && grade_by_frequency(b, "onboard-data/usr/share/onboard/models/fr_FR.lm", false);
}
