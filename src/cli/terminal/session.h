// play_session: a game being played in the terminal, from when the record is ready to when the
// player leaves.
#ifndef LOGOMACHY_CLI_TERMINAL_SESSION_H
#define LOGOMACHY_CLI_TERMINAL_SESSION_H

#include "cli/cli.h"
#include "cli/terminal/best.h"
#include "cli/terminal/game.h"
#include "cli/terminal/log.h"
#include "cli/terminal/think.h"
#include "rules/record.h"

// What the session waits for an answer to; or what lies above the board.
enum session_asks { ASKS_NOTHING, ASKS_MENU, ASKS_QUIT, ASKS_RESIGN, ASKS_PASS };
enum session_page { PAGE_NONE, PAGE_HELP, PAGE_RESULT };

// Keys that came while the computer was thinking, and are for the board: as many as are kept.
enum { SESSION_EARLY = 32 };

struct session {
    // To be set by whoever begins it.
    const struct cli *cli;
    struct record *record;
    unsigned level[SEATS_MAX];    // of the computer; 0: a person
    struct rng rng;               // for the computer's choices
    char path[SEARCH_PATH_BYTES]; // where the record is kept; "": nowhere yet

    const struct play_game *game;
    void *own; // of the game
    struct play_log log;
    bool in_log; // keys go to the log, not to the board
    enum session_asks asks;
    enum session_page page;
    unsigned scrolled; // of a page
    struct buf note;
    enum style note_style;
    unsigned looks;    // bit of who has the terminal, of people who have secrets from each other
    bool unsaved;      // there are moves that are in no file
    struct bests best; // of who has played alone to the end; none before that
    bool done;

    struct thinker thinker;
    bool hinting;   // it thinks about a hint, not about the computer's move
    unsigned ticks; // while it thinks: for the mark that turns
    struct event early[SESSION_EARLY];
    unsigned earlies;
};

// Returns the exit status. The terminal is as it was.
int session_run(struct session *s);

// Parts that are files of their own.
void session_draw(struct session *s);                                       // cli/terminal/draw.c
void session_name(const struct session *s, unsigned seat, struct buf *out); // cli/terminal/draw.c

// Who won and why, as those at the terminal see it.
void session_print_result(const struct session *s, struct buf *out); // cli/terminal/draw.c

// Whom the terminal is for now.
struct play_view session_view(const struct session *s);
bool session_over(const struct session *s);

// A person is to act who may know what another one may not, and has not said yet that only he
// looks. Until then nobody acts.
bool session_covered(const struct session *s);

// How many people play.
unsigned session_people(const struct session *s);

#endif
