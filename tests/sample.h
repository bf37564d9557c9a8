// sample: a game with a few words of a test's own, for tests of rules and of opponents.
//
//     struct sample g;
//     sample_open(&g, "balda", "en", "crown rot/nv low/a");
//     sample_set(&g, "size 5,diagonal on");
//     sample_begin(&g);                                    // before chance
//     if (!sample_try(&g, 0, "c2=T/b3c3c2", NULL, &why)) ...
//     sample_close(&g);
//
// An unexpected failure fails the test.
#ifndef LOGOMACHY_TESTS_SAMPLE_H
#define LOGOMACHY_TESTS_SAMPLE_H

#include "lexicon/lexicon.h"
#include "rules/config.h"
#include "rules/rules.h"

struct sample {
    struct buf bytes;
    struct lexicon lex;
    struct config c;
    struct state s;
    struct rng chance; // for tests that draw
};

// Words have spaces between them. They are nouns, unless letters behind a slash say otherwise: n,
// v, a, r (adverb), o (other); x marks an offensive word, z an obsolete one. Words of the same
// length are equally familiar. `lang` may be NULL: that of the preset.
void sample_open(struct sample *g, const char *preset, const char *lang, const char *words);
void sample_close(struct sample *g);

// Words for games of the computer in English: the short ones that every rack can use, and a few of
// each length.
extern const char sample_english[];

// "name value,name value", each of which has to be accepted.
void sample_set(struct sample *g, const char *settings);

// The settings are accepted, and the state is that before the first chance event.
void sample_begin(struct sample *g);

// Parses, checks and applies. False: refused, and the state is what it was. The applied move has to
// be written as `written`; NULL: as the text itself.
bool sample_try(struct sample *g, unsigned seat, const char *text, const char *written,
                struct reason *why);

// Is the move, which has to be refused, only unfinished?
bool sample_unfinished(struct sample *g, unsigned seat, const char *text);

// targets() of the seat have to be this JSON.
void sample_targets(struct sample *g, unsigned seat, const char *expected);

#endif
