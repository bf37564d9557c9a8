// One game (FUZZ_PRESET), from any bytes. The first byte says what the rest is and how the
// game is set up:
//   - a position, for read();
//   - a record's lines behind its header, for parse() and check(), with its draws or from a seed.
// An accepted text goes through all checks of the conformance tests for tampered texts:
// it is written and read again, viewed, guessed, played on, and searched at every level.
#include "conformance/hostile.h"
#include "conformance/tamper.h"
#include "test.h"
#include "tiny.h"
#include "toy/toy.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);

// ---- what hostile.c tells a test ----

void test_fail(const char *file, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
    abort();
}

bool test_failed(void)
{
    return false;
}

// ---- the game ----

enum { POSITION, DRAWN, SEEDED, KINDS };

// A header for each way to set the game up; the first byte chooses one. A preset that is not here
// has its own settings.
static const struct way {
    const char *preset;
    const char *header;
} ways[] = {
    {"toy", "game toy\n"},
    {"toy", "game toy\nset hand 2\nset double vowels\nseat A\nseat B\nseat C\n"},
    {"balda", "game balda\nlang en\nlexicon en\n"},
    {"balda", "game balda\nlang ru\nlexicon ru\nset diagonal on\nset classes verbs\n"},
    {"bukva", "game bukva\nlang en\nlexicon en\n"},
    {"bukva", "game bukva\nlang ru\nlexicon ru\nset unknown ask\n"},
    {"bali", "game bali\nlang en\nlexicon en\n"},
    {"bali", "game bali\nlang en\nlexicon en\nset bali_bonus x3\nseat A\nseat B\n"},
    {"bali", "game bali\nlang ru\nlexicon ru\nset challenge on\nseat A\nseat B\nseat C\n"},
    {"bali", "game bali\nlang en\nlexicon en\nset challenge on\nseat A\nseat B\nseat C\nseat D\n"},
    {"wordgame", "game wordgame\nlang en\nlexicon en\n"},
    {"wordgame", "game wordgame\nlang ru\nlexicon ru\nset exchange on\nset sweep move\n"},
    {"classic", "game classic\nlang en\nlexicon en\n"},
    {"classic", "game classic\nlang ru\nlexicon ru\nset board wordgame\n"},
};

// The n-th way of this game, and round again.
static const struct way *way_of(unsigned n)
{
    static const struct way own = {FUZZ_PRESET, "game " FUZZ_PRESET "\nlang en\nlexicon en\n"};
    const struct way *of[sizeof ways / sizeof *ways];
    unsigned count = 0;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(ways[i].preset, FUZZ_PRESET) == 0)
            of[count++] = &ways[i];
    return count ? of[n % count] : &own;
}

static bool find_preset(void *context, struct config *c, struct text name, struct reason *why)
{
    (void)context;
    if (!text_is(name, "toy"))
        return config_init(c, name, why);
    toy_config(c);
    return true;
}

static const struct record_host host = {.lexicon = tiny_lexicon, .preset = find_preset};

static void use_position(const struct way *way, struct text text, struct rng *r)
{
    static struct record g;
    struct state s;
    BUG_UNLESS(record_read(&g, text_of(way->header), &host, NULL));
    if (g.config.rules->read(&g.config, text, &s, NULL))
        hostile_use(&g.config, &s, r);
    record_release(&g);
}

static void use_record(const struct way *way, bool seeded, struct text text, struct rng *r)
{
    static struct record g;
    struct buf all = {0};
    struct reason why = {0};
    buf_add_string(&all, way->header);
    buf_add_string(&all, seeded ? "seed 5\n" : "");
    buf_add_text(&all, text);
    if (record_read(&g, buf_text(&all), &host, &why)) {
        hostile_use(&g.config, &g.state, r);
        record_release(&g);
    }
    buf_clear(&all);
    if (why.what)
        reason_word(&why, LANGUAGE_RU, &all);
    buf_release(&all);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct rng r;
    if (!size)
        return 0;
    const struct way *way = way_of(bytes[0] / KINDS);
    struct text text = {(const char *)bytes + 1, size - 1};
    BUG_UNLESS(rng_seed_hex(&r, TEXT("5")));
    if (bytes[0] % KINDS == POSITION)
        use_position(way, text, &r);
    else
        use_record(way, bytes[0] % KINDS == SEEDED, text, &r);
    return 0;
}

// Half of the changes know of lines and numbers.
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed)
{
    struct buf text = {0};
    struct rng r;
    char hex[9];
    if (size < 2 || seed % 2)
        return LLVMFuzzerMutate(bytes, size, most);
    snprintf(hex, sizeof hex, "%08x", seed);
    BUG_UNLESS(rng_seed_hex(&r, text_of(hex)));
    buf_add(&text, bytes + 1, size - 1);
    tamper(&text, (struct text){(const char *)bytes + 1, size - 1}, &r);
    size_t count = text.len < most - 1 ? text.len : most - 1;
    if (count)
        memcpy(bytes + 1, text.at, count);
    buf_release(&text);
    return count + 1;
}
