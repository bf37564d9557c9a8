#include "sample.h"

#include "lexicon/lexicon_build.h"
#include "test.h"

#include <string.h>

const char sample_english[] =
    "aa ab ad ae ag ah ai al am an ar as at aw ax ay ba be bi bo by de do ed ef eh el em en er es "
    "et "
    "ex fa go ha he hi ho id if in is it jo ka la li lo ma me mi mu my na ne no nu od oe of oh om "
    "on "
    "op or os ow ox oy pa pe pi qi re sh si so ta ti to uh um un up us ut we wo xi xu ya ye yo za "
    "cat car care race acre cart crate ace can cane horn hen host shot hot nest sent tens rest "
    "lone "
    "pen open pole lope slope alp lap pal pale leap plea pan nap plan lane lean lent tile lit bit "
    "bat tab stab able bale quiz jive vow wove fog frog drum mud dumb bumf zoo zinc keg joke glum "
    "stone table plane rates hotel lemon pearl trace horse printer kitchen teacher husband trains "
    "retains nastier stainer antsier relation oriental crocodile sculpture painters pertains dog "
    "dogs god gods cog cogs good wood word words sword game games maze gaze haze hazy jazz";

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

bool sample_unfinished(struct sample *g, unsigned seat, const char *text)
{
    struct reason why = {0};
    CHECK(!sample_try(g, seat, text, NULL, &why));
    return why.unfinished;
}

void sample_targets(struct sample *g, unsigned seat, const char *expected)
{
    struct buf found = {0};
    g->c.rules->targets(&g->c, &g->s, seat, &found);
    CHECK_TEXT(buf_text(&found), expected);
    buf_release(&found);
}
