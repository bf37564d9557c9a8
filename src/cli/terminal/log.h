// play_log: the moves of a game so far, as they are listed beside the board, and what their words
// mean.
#ifndef LOGOMACHY_CLI_TERMINAL_LOG_H
#define LOGOMACHY_CLI_TERMINAL_LOG_H

#include "cli/cli.h"
#include "cli/terminal/screen.h"
#include "rules/record.h"

enum { LOG_TEXT = 80, LOG_HOW = 40, LOG_MOVE = 160 };

struct log_entry {
    unsigned seat;       // CHANCE for what nobody did, such as the start word
    unsigned number;     // of the move, from 1; 0 for chance
    char text[LOG_TEXT]; // the word, or what else was done
    char how[LOG_HOW];   // in a few characters
    char move[LOG_MOVE]; // as records write it
    struct report report;
};

struct play_game;

struct play_log {
    const struct play_game *game;
    struct log_entry *entry; // owned
    unsigned entries;
    unsigned moves;     // of them, by seats
    unsigned chosen;    // only if there are entries
    unsigned scrolled;  // lines of the meaning that are above what is shown
    struct buf meaning; // of the chosen word
};

// Makes the log anew from the record and chooses the last entry. False: no memory.
bool log_renew(struct play_log *l, const struct cli *c, const struct record *r);
void log_release(struct play_log *l);

// Chooses another entry; past either end nothing happens.
void log_choose(struct play_log *l, const struct cli *c, const struct record *r, int by);
void log_scroll(struct play_log *l, int by);

// NULL where there is none.
const struct log_entry *log_chosen(const struct play_log *l);

// `active`: the chosen entry is marked.
void log_draw(const struct play_log *l, enum language language, struct rect area, bool active);
void log_draw_meaning(struct play_log *l, struct rect area);

#endif
