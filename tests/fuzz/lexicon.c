// Opening a lexicon: the input is either a whole file, or changes to a good one whose checksum is
// then corrected so that the checks behind it are reached. A file that opens must be safe to use.
#include "lexicon/lexicon.h"
#include "base/bug.h"
#include "lexicon/find.h"
#include "lexicon/format.h"
#include "lexicon/lexicon_build.h"
#include "lexicon/verify.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void add(struct lexicon_builder *b, const struct alphabet *a, const char *text)
{
    struct word w;
    BUG_UNLESS(alphabet_fold(a, text_of(text), &w, NULL));
    BUG_UNLESS(lexicon_builder_add(b, &w, CLASS_NOUN, 3, NULL));
    BUG_UNLESS(lexicon_builder_define(b, &w, CLASS_NOUN, TEXT_DEFINITION, TEXT("a word"), NULL));
    BUG_UNLESS(lexicon_builder_spell(b, &w, text_of(text), NULL));
}

static void add_form(struct lexicon_builder *b, const struct alphabet *a, const char *text,
                     const char *lemma)
{
    struct word w, of;
    BUG_UNLESS(alphabet_fold(a, text_of(text), &w, NULL) &&
               alphabet_fold(a, text_of(lemma), &of, NULL));
    BUG_UNLESS(lexicon_builder_add(b, &w, 0, 8, NULL) &&
               lexicon_builder_lemma(b, &w, &of, CLASS_VERB, NULL) &&
               lexicon_builder_mark(b, &w, MARK_OBSOLETE, NULL));
}

static const struct buf *good_file(void)
{
    static const char *const words[] = {"слово", "слон", "олово", "соло", "весло", "лов", "ёлка"};
    static struct buf file;
    struct alphabet a;
    if (file.len)
        return &file;
    BUG_UNLESS(alphabet_load(&a, TEXT("ru"), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add(b, &a, words[i]);
    add_form(b, &a, "слова", "слово");
    add_form(b, &a, "слоны", "слон");
    BUG_UNLESS(lexicon_builder_write(b, &file, NULL));
    lexicon_builder_free(b);
    return &file;
}

static void mend(char *file, size_t size)
{
    struct lexicon_header h;
    size_t from = offsetof(struct lexicon_header, words);
    memcpy(&h, file, sizeof h);
    uint64_t to = h.part[PART_DEFINITIONS].at;
    if (to > from && to <= size)
        h.checksum = XXH3_64bits(file + from, to - from);
    memcpy(file, &h, sizeof h);
}

static bool look(void *context, const struct definition *d)
{
    BUG_UNLESS(d->kind < TEXT_KINDS && !(d->spelling && d->lemma.len));
    buf_add_text(context, d->lemma);
    buf_add_text(context, d->text);
    return true;
}

static bool look_own(void *context, uint32_t word, const struct definition *d)
{
    (void)word;
    buf_clear(context);
    return look(context, d);
}

static bool see(void *context, const struct word *w, uint32_t index)
{
    (void)context;
    BUG_UNLESS(w->len <= WORD_MAX);
    return index < 1000;
}

static void use(const struct lexicon *lex)
{
    struct buf out = {0};
    struct verify_result verified;
    struct text_counts count;
    uint32_t index;
    for (uint32_t i = 0; i < lex->graph.words && i < 200; i++) {
        struct word w;
        graph_nth(&lex->graph, i, &w);
        alphabet_print(&lex->alphabet, &w, &out);
        BUG_UNLESS(w.len > 0 && (!lexicon_find(lex, &w, &index) || index < lex->graph.words));
        graph_has_run(&lex->graph, &w);
        lexicon_define(lex, i, look, &out, NULL);
        buf_clear(&out);
    }
    lexicon_check_definitions(lex, &count, NULL);
    lexicon_own_texts(lex, look_own, &out, NULL);
    buf_clear(&out);
    find_run(&(struct find){0}, lex, see, &out);
    lexicon_verify(lex, &verified, NULL);
    buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const struct buf *good = good_file();
    struct lexicon lex;
    if (size == 0)
        return 0;
    bool whole = bytes[0] & 1;
    size_t length = whole ? size - 1 : good->len;
    char *file = aligned_alloc(64, length / 64 * 64 + 64);
    memcpy(file, whole ? (const char *)bytes + 1 : good->at, length);
    for (size_t i = 1; !whole && i + 3 <= size; i += 3)
        file[(bytes[i] | (size_t)bytes[i + 1] << 8) % length] = (char)bytes[i + 2];
    if (length >= sizeof(struct lexicon_header))
        mend(file, length);
    if (lexicon_open(&lex, (struct text){file, length}, "fuzz", NULL)) {
        use(&lex);
        lexicon_close(&lex);
    }
    free(file);
    return 0;
}
