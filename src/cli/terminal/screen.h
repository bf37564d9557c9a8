// screen: a thin layer over curses: styles, text, rectangles and input events. Only screen.c uses
// curses. There is one terminal, so the module keeps its state in static variables, from
// screen_open() to screen_close(). Call it from one thread only.
//
//     if (!screen_open(&why))
//         return false;
//     screen_text(0, 0, 40, STYLE_STRONG, text);
//     screen_show();
//     struct event e = screen_wait(0);
//     screen_close();
//
// SIGINT, SIGTERM and SIGHUP become EVENT_END, so that the game can be saved. The terminal is
// restored however the program ends.
#ifndef LOGOMACHY_CLI_TERMINAL_SCREEN_H
#define LOGOMACHY_CLI_TERMINAL_SCREEN_H

#include "base/reason.h"
#include "cli/terminal/layout.h"

enum style {
    STYLE_PLAIN,
    STYLE_TITLE,
    STYLE_DIM,
    STYLE_STRONG,
    STYLE_GOOD, // in play, saved
    STYLE_BAD,  // refused
    STYLE_KEY,  // the name of a key
    STYLE_BOX,  // a pop-up window
    STYLE_LINE, // of a board
    STYLE_TILE, // a square with a letter
    STYLE_OPEN, // a square where a letter may go: green
    STYLE_CURSOR,
    STYLE_TRACE,
    STYLE_TRACE_NEW, // its new letter
    STYLE_LOG,       // squares of the move selected in the log: violet
    STYLE_LOG_NEW,
    STYLE_HINT,
    STYLE_HINT_NEW,
    STYLE_LETTER_2, // bonus squares: light blue, dark blue, pink, red
    STYLE_LETTER_3,
    STYLE_WORD_2,
    STYLE_WORD_3,
    STYLES
};

enum event_kind { EVENT_NONE, EVENT_CHAR, EVENT_PRESS, EVENT_CLICK, EVENT_RESIZE, EVENT_END };

// Keys that are not characters.
enum press {
    PRESS_UP = 1,
    PRESS_DOWN,
    PRESS_LEFT,
    PRESS_RIGHT,
    PRESS_UP_LEFT, // Home, Page Up, End, Page Down: the corners of a keypad
    PRESS_UP_RIGHT,
    PRESS_DOWN_LEFT,
    PRESS_DOWN_RIGHT,
    PRESS_ENTER,
    PRESS_BACK,
    PRESS_ESCAPE,
    PRESS_TAB,
    PRESS_HELP,
    PRESS_MENU,
};

struct event {
    enum event_kind kind;
    uint32_t code; // a character, or an enum press
    int row, col;  // of a click
};

bool screen_open(struct reason *why);
void screen_close(void);

void screen_size(int *rows, int *cols);
void screen_clear(void);
void screen_show(void);
void screen_beep(void);

// True if a signal has asked the program to end. For polling during long work.
bool screen_ended(void);

// Waits for the next event, at most this many milliseconds; 0: without limit.
struct event screen_wait(int milliseconds);

// Writes the text, truncated with an ellipsis if it is wider than `width` columns. Returns the
// columns used. Control characters are not written.
int screen_text(int row, int col, int width, enum style style, struct text t);

// The same, padded with spaces to the width.
void screen_field(int row, int col, int width, enum style style, struct text t);

void screen_char(int row, int col, enum style style, uint32_t code);
void screen_fill(struct rect r, enum style style);

// Draws a frame just inside the edges of a rectangle.
void screen_frame(struct rect r, enum style style);

#endif
