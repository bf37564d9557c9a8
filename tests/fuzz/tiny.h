// Shared by fuzzers of games: lexicons of a few words, made when one is asked for.
#ifndef LOGOMACHY_TESTS_FUZZ_TINY_H
#define LOGOMACHY_TESTS_FUZZ_TINY_H

#include "base/bug.h"
#include "lexicon/lexicon_build.h"

#include <string.h>

// English words have classes, Russian ones do not.
static struct tiny_words {
    const char *lang, *words;
    unsigned classes;
    struct buf bytes;
    struct lexicon lexicon;
} tiny_words[] = {
    {"en", "crown brown rot rote tor torn crow worn toro noon on no", CLASS_NOUN, {0}, {0}},
    {"ru", "слово кол лов вол сок слог воск око", 0, {0}, {0}},
};

enum { TINY_WORDS = sizeof tiny_words / sizeof *tiny_words };

static void tiny_build(struct tiny_words *t)
{
    struct alphabet a;
    struct text rest = text_of(t->words);
    BUG_UNLESS(alphabet_load(&a, text_of(t->lang), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    for (struct word w; rest.len;) {
        BUG_UNLESS(alphabet_fold(&a, text_cut(&rest, ' '), &w, NULL));
        BUG_UNLESS(lexicon_builder_add(b, &w, t->classes, 1, NULL));
    }
    BUG_UNLESS(lexicon_builder_write(b, &t->bytes, NULL));
    lexicon_builder_free(b);
    BUG_UNLESS(lexicon_open(&t->lexicon, buf_text(&t->bytes), t->lang, NULL));
    t->lexicon.checksum = 0; // one that can be guessed
}

static const struct lexicon *tiny_lexicon(void *context, const char *name, struct reason *why)
{
    (void)context;
    for (size_t i = 0; i < TINY_WORDS; i++) {
        if (strcmp(name, tiny_words[i].lang) != 0)
            continue;
        if (!tiny_words[i].bytes.len)
            tiny_build(&tiny_words[i]);
        return &tiny_words[i].lexicon;
    }
    reason_set(why, 0, MSG_SHELF_NO_LEXICON, "%s\t%s", name, "memory");
    return NULL;
}

#endif
