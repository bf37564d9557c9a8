// The host of the toy game's records: its preset, and two small lexicons. The game asks
// for no words, so a lexicon's one word is only there because there has to be one.
#include "toy/toy.h"

#include "base/bug.h"
#include "lexicon/lexicon_build.h"

#include <string.h>

static struct small_lexicon {
    const char *name, *word;
    struct buf bytes;
    struct lexicon lexicon;
} lexicons[] = {{.name = "en", .word = "toy"}, {.name = "ru", .word = "слово"}};

enum { LEXICONS = sizeof lexicons / sizeof *lexicons };

static void build(struct small_lexicon *l)
{
    struct alphabet a;
    struct word w;
    BUG_UNLESS(alphabet_load(&a, text_of(l->name), NULL));
    BUG_UNLESS(alphabet_fold(&a, text_of(l->word), &w, NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    BUG_UNLESS(b && lexicon_builder_add(b, &w, CLASS_NOUN, 1, NULL));
    BUG_UNLESS(lexicon_builder_write(b, &l->bytes, NULL));
    lexicon_builder_free(b);
    BUG_UNLESS(lexicon_open(&l->lexicon, buf_text(&l->bytes), l->name, NULL));
}

const struct lexicon *toy_lexicon(const char *name, struct reason *why)
{
    for (size_t i = 0; i < LEXICONS; i++) {
        if (strcmp(name, lexicons[i].name) != 0)
            continue;
        if (!lexicons[i].bytes.len)
            build(&lexicons[i]);
        return &lexicons[i].lexicon;
    }
    reason_set(why, 0, MSG_SHELF_NO_LEXICON, "%s\t%s", name, "toy");
    return NULL;
}

void toy_close(void)
{
    for (size_t i = 0; i < LEXICONS; i++) {
        if (lexicons[i].bytes.len)
            lexicon_close(&lexicons[i].lexicon);
        buf_release(&lexicons[i].bytes);
    }
}

static const struct lexicon *find_lexicon(void *context, const char *name, struct reason *why)
{
    (void)context;
    return toy_lexicon(name, why);
}

static bool find_preset(void *context, struct config *c, struct text name, struct reason *why)
{
    (void)context;
    if (!text_is(name, "toy"))
        return refuse(why, MSG_CONFIG_NO_PRESET, "%.*s", TEXT_ARG(text_head(name, 60)));
    toy_config(c);
    return true;
}

struct record_host toy_host(void)
{
    return (struct record_host){.lexicon = find_lexicon, .preset = find_preset};
}
