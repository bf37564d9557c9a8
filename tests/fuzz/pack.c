// Unpacking a lexicon: the input follows a good header, or changes a good pack; the checksum is
// then corrected, so that the model is reached. A pack that opens is safe to use and has each word
// under its number.
#include "lexicon/pack.h"
#include "base/bug.h"
#include "lexicon/lexicon_build.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { CHECKSUM_AT = 16, CHECKED_FROM = 24, CODED_AT = 44, META_AT = 40, HEADER = 80, MOST = 2000 };

static const struct buf *good_pack(void)
{
    static const char *const words[] = {"слово", "слон", "олово", "соло", "весло", "лов", "слова"};
    static struct buf packed;
    struct buf file = {0};
    struct alphabet a;
    struct lexicon lex;
    if (packed.len)
        return &packed;
    BUG_UNLESS(alphabet_load(&a, TEXT("ru"), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct word w;
        BUG_UNLESS(alphabet_fold(&a, text_of(words[i]), &w, NULL) &&
                   lexicon_builder_add(b, &w, CLASS_NOUN, 3, NULL));
    }
    BUG_UNLESS(lexicon_builder_write(b, &file, NULL) &&
               lexicon_open(&lex, buf_text(&file), "good", NULL) &&
               lexicon_pack(&lex, &packed, NULL));
    lexicon_close(&lex);
    buf_release(&file);
    lexicon_builder_free(b);
    return &packed;
}

static void use(struct unpacked *u)
{
    const struct lexicon *lex = &u->lexicon, *view = lexicon_without(lex, MARK_ALL);
    for (uint32_t i = 0; i < lex->graph.words && i < MOST; i++) {
        struct word w;
        uint32_t index;
        lexicon_nth(lex, i, &w);
        BUG_UNLESS(lexicon_find(lex, &w, &index) && index == i &&
                   lexicon_info(lex, i).length == w.len);
    }
    if (lex->graph.words < MOST * 10 && view) {
        graph_around(&view->graph);
        BUG_UNLESS(!lex->graph.promise);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const struct buf *good = good_pack();
    struct unpacked u;
    struct buf pack = {0};
    if (size == 0)
        return 0;
    uint32_t meta;
    memcpy(&meta, good->at + META_AT, sizeof meta);
    bool coded = bytes[0] & 1;
    buf_add(&pack, good->at, coded ? HEADER + meta : good->len);
    if (coded) {
        // The number of words, and then what is decoded.
        uint32_t rest = (uint32_t)(size - 1);
        buf_add(&pack, bytes + 1, rest);
        memcpy(pack.at + CODED_AT, &rest, sizeof rest);
        pack.at[32] = (char)(bytes[0] >> 1);
    }
    for (size_t i = 1; !coded && i + 3 <= size; i += 3)
        pack.at[(bytes[i] | (size_t)bytes[i + 1] << 8) % pack.len] = (char)bytes[i + 2];
    uint64_t checksum = XXH3_64bits(pack.at + CHECKED_FROM, pack.len - CHECKED_FROM);
    memcpy(pack.at + CHECKSUM_AT, &checksum, sizeof checksum);
    if (lexicon_unpack(&u, buf_text(&pack), "fuzz", NULL))
        use(&u);
    unpacked_release(&u);
    buf_release(&pack);
    return 0;
}
