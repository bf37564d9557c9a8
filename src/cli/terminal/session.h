// session: the event loop of the terminal client. It plays the game in a record, with people and
// the computer on its seats, until the player leaves.
//
// The caller owns the cli and the record, which must outlive the session. session_run() allocates
// and releases everything else.
//
//     struct record record;
//     const struct cli *cli = NULL; /* of the command */
//     struct session session = {.cli = cli, .record = &record, .level = {0, 3}};
//     int status = session_run(&session); /* seat A is a person, seat B plays at level 3 */
#ifndef LOGOMACHY_CLI_TERMINAL_SESSION_H
#define LOGOMACHY_CLI_TERMINAL_SESSION_H

#include "cli/cli.h"
#include "cli/terminal/best.h"
#include "cli/terminal/game.h"
#include "cli/terminal/log.h"
#include "cli/terminal/think.h"
#include "rules/record.h"

// The question that is open, and the page shown over the board.
enum session_asks { ASKS_NOTHING, ASKS_MENU, ASKS_QUIT, ASKS_RESIGN, ASKS_PASS };
enum session_page { PAGE_NONE, PAGE_HELP, PAGE_RESULT };

// Type-ahead: how many keys for the board are queued while the computer thinks.
enum { SESSION_EARLY = 32 };

struct session {
    // Set by the caller.
    const struct cli *cli;
    struct record *record;
    unsigned level[SEATS_MAX];    // of the computer; 0: a person
    struct rng rng;               // for the computer's choices
    char path[SEARCH_PATH_BYTES]; // file of the record; "": none yet

    const struct play_game *game;
    void *own; // the game's state of move entry
    struct play_log log;
    bool in_log; // keys go to the log, not to the board
    enum session_asks asks;
    enum session_page page;
    unsigned scrolled; // lines of the page above the visible part
    struct buf note;
    enum style note_style;
    unsigned looks;    // bit of the seat whose hidden information may be shown
    bool unsaved;      // there are moves not written to a file
    struct bests best; // high scores after a solitaire game; empty before
    bool done;

    struct thinker thinker;
    bool hinting;   // the search is for a hint, not for the computer's move
    bool helped;    // a hint was shown: no high score
    unsigned ticks; // animates the mark shown while the computer thinks
    struct event early[SESSION_EARLY];
    unsigned earlies;
};

// Returns the exit status. The terminal is restored.
int session_run(struct session *s);

// The rest is shared by session.c, draw.c and hint.c.
void session_draw(struct session *s);                                       // cli/terminal/draw.c
void session_name(const struct session *s, unsigned seat, struct buf *out); // cli/terminal/draw.c

// The result and its reason, from the point of view of the people at the terminal.
void session_print_result(const struct session *s, struct buf *out); // cli/terminal/draw.c

// A hint: the best move at the highest level, searched in the background and shown as a draft.
void session_ask_hint(struct session *s);  // cli/terminal/hint.c
void session_give_hint(struct session *s); // cli/terminal/hint.c: the search has ended
void session_drop_hint(struct session *s); // cli/terminal/hint.c: the player enters a move

// Shows a line under the board. A format prints the values of the message, separated by tabs.
void session_note(struct session *s, enum style style, enum message what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// The position, and the seat to act if it is the turn of a person at this terminal.
struct play_view session_view(const struct session *s);
bool session_over(const struct session *s);

// Hot-seat play: true if the person to act has hidden information and has not yet confirmed having
// taken over the terminal. Until then the board accepts no moves.
bool session_covered(const struct session *s);

// The number of seats played by people.
unsigned session_people(const struct session *s);

#endif
