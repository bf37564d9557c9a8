#include "sample.h"

#include "lexicon/lexicon_build.h"
#include "test.h"

#include <string.h>

static unsigned classes_of(struct text letters)
{
    static const struct {
        char letter;
        unsigned class;
    } known[] = {{'n', CLASS_NOUN},
                 {'v', CLASS_VERB},
                 {'a', CLASS_ADJECTIVE},
                 {'r', CLASS_ADVERB},
                 {'o', CLASS_OTHER}};
    unsigned classes = letters.len ? 0 : CLASS_NOUN;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_find(letters, known[i].letter) < letters.len)
            classes |= known[i].class;
    return classes;
}

static unsigned marks_of(struct text letters)
{
    return (text_find(letters, 'x') < letters.len ? MARK_OFFENSIVE : 0u) |
           (text_find(letters, 'z') < letters.len ? MARK_OBSOLETE : 0u);
}

static void add_words(struct lexicon_builder *b, const struct alphabet *a, struct text words)
{
    while (words.len) {
        struct text classes = text_cut_word(&words), spelling = text_cut(&classes, '/');
        struct word w;
        CHECK(alphabet_fold(a, spelling, &w, NULL));
        REQUIRE(lexicon_builder_add(b, &w, classes_of(classes), 1 + w.len % TIERS, NULL));
        REQUIRE(lexicon_builder_mark(b, &w, marks_of(classes), NULL));
    }
}

void sample_open(struct sample *g, const char *preset, const char *lang, const char *words)
{
    struct alphabet a;
    struct reason why;
    memset(g, 0, sizeof *g);
    CHECK(config_init(&g->c, text_of(preset), &why));
    CHECK(!lang || config_set_lang(&g->c, text_of(lang), &why));
    REQUIRE(alphabet_load(&a, text_of(g->c.lang), &why));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    add_words(b, &a, text_of(words));
    REQUIRE(lexicon_builder_write(b, &g->bytes, &why));
    lexicon_builder_free(b);
    REQUIRE(lexicon_open(&g->lex, buf_text(&g->bytes), "sample", &why));
    g->c.lexicon = &g->lex;
}

void sample_close(struct sample *g)
{
    lexicon_close(&g->lex);
    buf_release(&g->bytes);
}

void sample_set(struct sample *g, const char *settings)
{
    struct text rest = text_of(settings);
    struct reason why;
    while (rest.len) {
        struct text one = text_cut(&rest, ','), name = text_cut(&one, ' ');
        CHECK(config_set(&g->c, name, one, &why));
    }
}

void sample_begin(struct sample *g)
{
    struct reason why;
    CHECK(g->c.rules->accept(&g->c, &why));
    g->c.rules->setup(&g->c, &g->s);
}

bool sample_try(struct sample *g, unsigned seat, const char *text, const char *written,
                struct reason *why)
{
    const struct rules *rules = g->c.rules;
    struct action a;
    struct buf again = {0};
    struct state before = g->s;
    if (!rules->parse(&g->c, &g->s, seat, text_of(text), &a, why) ||
        !rules->check(&g->c, &g->s, &a, why)) {
        CHECK(memcmp(&before, &g->s, sizeof before) == 0);
        return false;
    }
    rules->format(&g->c, &g->s, &a, VIEWER_ALL, &again);
    CHECK_TEXT(buf_text(&again), written ? written : text);
    buf_release(&again);
    rules->apply(&g->c, &g->s, &a);
    return true;
}
