// States of Bali as text: any bytes. The first two choose seats and whether joins can be
// challenged. What is read must be written so that it reads as the same state, and can be played on
// to wherever the other bytes lead.
#include "base/bug.h"
#include "games/bali/state.h"
#include "lexicon/lexicon_build.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { STEPS = 40 };

static const struct lexicon *english(void)
{
    static const char *const words[] = {"crown", "brown", "rot", "rote", "tor", "torn", "no"};
    static struct lexicon lexicon;
    static struct buf file;
    struct alphabet a;
    struct word w;
    if (file.len)
        return &lexicon;
    BUG_UNLESS(alphabet_load(&a, TEXT("en"), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        BUG_UNLESS(alphabet_fold(&a, text_of(words[i]), &w, NULL));
        BUG_UNLESS(lexicon_builder_add(b, &w, CLASS_NOUN, 1, NULL));
    }
    BUG_UNLESS(lexicon_builder_write(b, &file, NULL));
    lexicon_builder_free(b);
    BUG_UNLESS(lexicon_open(&lexicon, buf_text(&file), "fuzz", NULL));
    return &lexicon;
}

// One of the legal moves, chosen by a number.
struct choice {
    unsigned number, seen;
    struct action move;
};

static bool choose(void *context, const struct action *a, const struct report *report)
{
    struct choice *c = context;
    (void)report;
    c->move = *a;
    return c->seen++ < c->number;
}

static void play_on(const struct config *c, struct state *s, const uint8_t *bytes, size_t size)
{
    struct rng r;
    BUG_UNLESS(rng_seed_hex(&r, TEXT("5")));
    for (size_t i = 0; i < STEPS && size; i++) {
        struct choice choice = {.number = bytes[i % size]};
        unsigned who = c->rules->to_act(c, s);
        struct move_sink sink = {choose, &choice, true};
        if (!who)
            return;
        if (who == ACTS_CHANCE)
            c->rules->draw(c, s, &r, &choice.move);
        else
            c->rules->legal(c, s, (unsigned)__builtin_ctz(who), &sink);
        BUG_UNLESS(c->rules->check(c, s, &choice.move, NULL));
        c->rules->apply(c, s, &choice.move);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct config c;
    struct state s, again;
    struct buf once = {0};
    if (size < 2)
        return 0;
    BUG_UNLESS(config_init(&c, TEXT("bali"), NULL) && config_set_lang(&c, TEXT("en"), NULL));
    c.lexicon = english();
    c.seats = 1 + bytes[0] % SEATS_MAX;
    BUG_UNLESS(config_set(&c, TEXT("challenge"), bytes[1] % 2 ? TEXT("on") : TEXT("off"), NULL));
    struct text text = {(const char *)bytes + 2, size - 2};
    if (!c.rules->accept(&c, NULL) || !c.rules->read(&c, text, &s, NULL))
        return 0;
    c.rules->write(&c, &s, &once);
    BUG_UNLESS(c.rules->read(&c, buf_text(&once), &again, NULL));
    BUG_UNLESS(memcmp(&s, &again, sizeof s) == 0);
    buf_release(&once);
    play_on(&c, &s, bytes, size);
    return 0;
}
