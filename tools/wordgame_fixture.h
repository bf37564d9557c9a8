// wordgame_fixture: a preset of the Word Game in a language with its lexicon, settings and word
// map, ready to be played. Trainers and benchmarks begin with it.
//
//     static struct wordgame_fixture fixture;
//     ok = wordgame_fixture_open(&fixture, "build/lexicons", "classic", "en", &why);
//     wordgame_fixture_close(&fixture);
//
// A preset may be followed by settings that are not at their defaults: `classic,board=..2../…` is
// the classic set-up on another layout, whose rows have slashes between them.
#ifndef LOGOMACHY_TOOLS_WORDGAME_FIXTURE_H
#define LOGOMACHY_TOOLS_WORDGAME_FIXTURE_H

#include "games/wordgame/generator/wordmap.h"
#include "rules/config.h"

struct wordgame_fixture {
    struct config config;
    struct lexicon lexicon;
    struct wordgame_settings set;
    struct wordgame_wordmap map;
};

// It stays where it is until it is closed.
bool wordgame_fixture_open(struct wordgame_fixture *d, const char *folder, const char *preset,
                           const char *lang, struct reason *why);
void wordgame_fixture_close(struct wordgame_fixture *d);

#endif
