// wordgame_desk: a preset of the Word Game in a language with its lexicon, ready to be played: what
// programs that teach the player and that measure it begin with.
//
//     static struct wordgame_desk desk;
//     if (!wordgame_desk_open(&desk, "build/lexicons", "classic", "en", &why)) ...say why...
//     wordgame_desk_close(&desk);
//
// A preset may be followed by settings that are not at their defaults: `classic,board=..2../…` is
// the classic set-up on another layout, whose rows have slashes between them.
#ifndef LOGOMACHY_TOOLS_WORDGAME_DESK_H
#define LOGOMACHY_TOOLS_WORDGAME_DESK_H

#include "games/wordgame/generator/wordmap.h"
#include "rules/config.h"

struct wordgame_desk {
    struct config config;
    struct lexicon lexicon;
    struct wordgame_settings set;
    struct wordmap map;
};

// It stays where it is until it is closed.
bool wordgame_desk_open(struct wordgame_desk *d, const char *folder, const char *preset,
                        const char *lang, struct reason *why);
void wordgame_desk_close(struct wordgame_desk *d);

#endif
