// game: the interface (a table of function pointers) through which the terminal client plays a
// game: drawing the board, entering a move, the names of its settings and its exchange formats.
// Everything else (turns, log, hints, saving) is shared by all games. The registry
// (src/games/games.txt) finds NAME_terminal in cli/terminal/NAME.c.
//
// The tables are static. open() allocates the state of move entry; the caller frees it.
//
//     const struct play_game *game = play_game_find(config->rules); /* NULL: none */
//     void *draft = game ? game->open(config) : NULL;
//     free(draft);
#ifndef LOGOMACHY_CLI_TERMINAL_GAME_H
#define LOGOMACHY_CLI_TERMINAL_GAME_H

#include "cli/terminal/screen.h"
#include "rules/exchange.h"

#include <stdlib.h>

// The current position, as passed to a game's functions. All pointers are borrowed.
struct play_view {
    const struct config *config;
    const struct state *state;
    bool acts;     // it is the turn of a person at this terminal
    unsigned seat; // the seat to act
    enum language language;
};

// The result of an event.
enum play_reply {
    REPLY_IGNORED, // not an event of the game
    REPLY_TAKEN,
    REPLY_REFUSED, // `why` is set
    REPLY_ACT,     // `move` is set and ready to be played
};

// A move as the log shows it.
struct play_text {
    struct buf what; // description of a move that scores no word
    struct buf how;  // notation, in a few characters
};

// The description of a setting. A NULL value matches every value of the setting, which the text
// contains as {0}. PLAY_OWN matches a custom value. Settings not listed are shown as typed.
#define PLAY_OWN "own"
struct play_setting {
    const char *setting, *value;
    enum message text;
};

struct play_game {
    const char *rules;

    // Allocates the state of move entry (`own` below). NULL: out of memory. Released by free().
    void *(*open)(const struct config *c);

    // The position has changed: discards the move being entered.
    void (*renew)(void *own, const struct play_view *v);

    // Handles a key or click.
    enum play_reply (*event)(void *own, const struct play_view *v, const struct event *e,
                             struct action *move, struct reason *why);

    // Shows a hint. False if the move cannot be shown on the board.
    bool (*suggest)(void *own, const struct action *move);

    // Draws the board. Highlights the squares of `marked` unless it is NULL.
    void (*draw)(void *own, const struct play_view *v, struct rect area,
                 const struct report *marked);

    // Draws the status line: the move being entered, or what to do next.
    void (*line)(void *own, const struct play_view *v, struct rect area);

    // The keys available now: entries separated by two spaces, each a key and its meaning.
    enum message (*keys)(void *own, const struct play_view *v);

    // Describes a move other than a pass or resignation.
    void (*describe)(const struct config *c, const struct state *before, const struct action *a,
                     enum language language, struct play_text *out);

    // The word and squares of a chance event, such as a start word. False: not shown in the log.
    bool (*chance)(const struct config *c, const struct action *a, struct report *out);

    // The text of the move that ends a solitaire game if resigning is not legal; NULL: none.
    const char *stop;

    // The help page on entering a move.
    enum message help;

    const struct play_setting *settings; // ends with a NULL name; NULL: none
    const struct exchange *exchange;     // NULL: the game has no exchange format
};

// NULL: the game has no terminal interface.
const struct play_game *play_game_find(const struct rules *rules);

// The exchange format of that name. It is a bug if no game has it.
const struct exchange *play_exchange(const char *name);

// The Latin letter on the same key as a Russian one, so that commands work in either layout.
uint32_t play_latin_key(uint32_t code);

// The display name of the preset.
const char *play_game_name(const struct config *c, enum language language);

// Describes a setting and its value.
void play_print_setting(const struct config *c, unsigned setting, enum language language,
                        struct buf *out);

// Prints a message on the screen. Returns the columns used.
int play_say(int row, int col, int width, enum style style, enum language language,
             enum message what, const char *format, ...) __attribute__((format(printf, 7, 8)));

#endif
