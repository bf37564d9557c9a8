// Patterns and letters: any text; what is understood must run to its end.
#include "lexicon/find.h"
#include "base/bug.h"
#include "lexicon/lexicon_build.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const struct lexicon *sample(void)
{
    static const char *const words[] = {"cat", "coat", "taco", "tacos", "eel", "sleep", "at"};
    static struct lexicon lex;
    static struct buf file;
    struct alphabet a;
    if (file.len)
        return &lex;
    BUG_UNLESS(alphabet_load(&a, TEXT("en"), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct word w;
        BUG_UNLESS(alphabet_fold(&a, text_of(words[i]), &w, NULL));
        BUG_UNLESS(lexicon_builder_add(b, &w, 0, 1, NULL));
    }
    BUG_UNLESS(lexicon_builder_write(b, &file, NULL));
    lexicon_builder_free(b);
    BUG_UNLESS(lexicon_open(&lex, buf_text(&file), "sample", NULL));
    return &lex;
}

static bool count(void *context, const struct word *w, uint32_t index)
{
    (void)w;
    (void)index;
    ++*(unsigned *)context;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const struct lexicon *lex = sample();
    struct text rest = {(const char *)bytes, size};
    struct text pattern = text_cut(&rest, '\n');
    struct find f = {0};
    unsigned found = 0;
    bool usable = find_pattern(&f, &lex->alphabet, pattern, NULL);
    if (rest.len)
        usable = find_letters(&f, &lex->alphabet, rest, size & 1, NULL) && usable;
    if (usable)
        find_run(&f, lex, count, &found);
    BUG_UNLESS(found <= lex->graph.words);
    return 0;
}
