// play_game: a game's entry for the command line: its board in the terminal, how a move is made on
// it, the names of its settings and the text forms it can be exchanged in. All else (turns, log,
// hints, saving) is the same for every game. The registry (src/games/games.txt) finds NAME_terminal
// in cli/terminal/NAME.c.
//
//     const struct play_game *game = play_game_find(config->rules); /* NULL: none */
//     void *draft = game ? game->open(config) : NULL;
//     free(draft);
#ifndef LOGOMACHY_CLI_TERMINAL_GAME_H
#define LOGOMACHY_CLI_TERMINAL_GAME_H

#include "cli/terminal/screen.h"
#include "rules/exchange.h"

#include <stdlib.h>

// The game as it stands, for whoever looks at it.
struct play_view {
    const struct config *config;
    const struct state *state;
    bool acts;     // a person at this terminal is to act:
    unsigned seat; // this one
    enum language language;
};

// What became of an event.
enum play_reply {
    REPLY_IGNORED, // it means nothing to the game
    REPLY_TAKEN,
    REPLY_REFUSED, // the reason says why
    REPLY_ACT,     // a move is complete
};

// A move as the log tells it.
struct play_text {
    struct buf what; // what it is, where it scores no word
    struct buf how;  // how it was made, in a few characters
};

// A setting in words. Without a value the text stands for every value of the setting, which it has
// as {0}. PLAY_OWN is a text of one's own. A setting that is not listed is shown as it is typed.
#define PLAY_OWN "own"
struct play_setting {
    const char *setting, *value;
    enum message text;
};

struct play_game {
    const char *rules;

    // What is kept of a move that is being made. NULL: no memory. Freed by free().
    void *(*open)(const struct config *c);

    // The position has changed: whatever was begun is given up.
    void (*renew)(void *own, const struct play_view *v);

    enum play_reply (*event)(void *own, const struct play_view *v, const struct event *e,
                             struct action *move, struct reason *why);

    // Shows a move that could be made; false where it is none that can be shown.
    bool (*suggest)(void *own, const struct action *move);

    // The board, with the squares of a report marked unless it is NULL.
    void (*draw)(void *own, const struct play_view *v, struct rect area,
                 const struct report *marked);

    // The line that tells of the move that is being made, or what to do now.
    void (*line)(void *own, const struct play_view *v, struct rect area);

    // The keys that can be used now: entries with two spaces between them, each a key and its use.
    enum message (*keys)(void *own, const struct play_view *v);

    // Of a move that is neither passing nor giving up.
    void (*describe)(const struct config *c, const struct state *before, const struct action *a,
                     enum language language, struct play_text *out);

    // A chance event that the log has, such as a start word: its word and squares. False: none.
    bool (*chance)(const struct config *c, const struct action *a, struct report *out);

    // The text of the move by which who plays alone ends the game, where there is no giving up.
    const char *stop;

    // The page of help on making a move.
    enum message help;

    const struct play_setting *settings; // up to one without a name; NULL: none
    const struct exchange *exchange;     // NULL: the game has no other text form
};

const struct play_game *play_game_find(const struct rules *rules);

// The text form of that name; some game has to have it.
const struct exchange *play_exchange(const char *name);

// The Latin letter on the same key of a Russian keyboard, so that commands work whatever is set.
uint32_t play_latin_key(uint32_t code);

// What people call the preset.
const char *play_game_name(const struct config *c, enum language language);

// A setting that is not at its default, in words.
void play_print_setting(const struct config *c, unsigned setting, enum language language,
                        struct buf *out);

// A message as text, on the screen.
int play_say(int row, int col, int width, enum style style, enum language language,
             enum message what, const char *format, ...) __attribute__((format(printf, 7, 8)));

#endif
