// log: the list of moves beside the board, with a selected entry and the definition of its word.
// The log owns its entries and texts until log_release(); the game table is borrowed. It is rebuilt
// from the record after every change.
//
//     static const struct cli *cli;
//     static struct record record;
//     static const struct play_game *game; /* of play_game_find() */
//     struct play_log log = {.game = game};
//     if (log_renew(&log, cli, &record))
//         log_choose(&log, cli, &record, -1); /* the entry before the last */
//     log_release(&log);
#ifndef LOGOMACHY_CLI_TERMINAL_LOG_H
#define LOGOMACHY_CLI_TERMINAL_LOG_H

#include "cli/cli.h"
#include "cli/terminal/screen.h"
#include "rules/record.h"

enum { LOG_TEXT = 80, LOG_HOW = 40, LOG_MOVE = 160 };

struct log_entry {
    bool scores;         // it made a word, which may be out of sight
    unsigned seat;       // CHANCE for a chance event, such as the start word
    unsigned number;     // of the move, from 1; 0 for chance
    char text[LOG_TEXT]; // the word, or a description of the move
    char how[LOG_HOW];   // notation, in a few characters
    char move[LOG_MOVE]; // in record notation
    struct report report;
};

struct play_game;

struct play_log {
    const struct play_game *game;
    struct log_entry *entry; // owned
    unsigned entries;
    unsigned moves;     // entries that are moves of seats
    unsigned chosen;    // selected entry; valid only if there are entries
    unsigned scrolled;  // lines of the definition above the visible part
    struct buf meaning; // definition of the selected word
};

// Rebuilds the log from the record and selects the last entry. False: out of memory.
bool log_renew(struct play_log *l, const struct cli *c, const struct record *r);
void log_release(struct play_log *l);

// Moves the selection; does nothing past either end.
void log_choose(struct play_log *l, const struct cli *c, const struct record *r, int by);
void log_scroll(struct play_log *l, int by);

// The selected entry, or NULL if the log is empty.
const struct log_entry *log_chosen(const struct play_log *l);

// `active`: highlight the selected entry.
void log_draw(const struct play_log *l, enum language language, struct rect area, bool active);
void log_draw_meaning(struct play_log *l, struct rect area);

#endif
