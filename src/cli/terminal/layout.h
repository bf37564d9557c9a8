// layout: places the parts of the screen on a terminal of a given size, maps between board squares
// and screen positions, and wraps text. Pure functions over plain values: no allocation, no curses.
//
//     struct play_layout layout;
//     if (play_layout(&layout, 24, 80, 2))
//         ok = layout.board.rows >= 10;
#ifndef LOGOMACHY_CLI_TERMINAL_LAYOUT_H
#define LOGOMACHY_CLI_TERMINAL_LAYOUT_H

#include "base/text.h"

// The minimum size of the terminal.
enum { PLAY_ROWS = 20, PLAY_COLS = 60 };

// Below this width the keys take two rows.
enum { PLAY_WIDE = 80 };

struct rect {
    int top, left, rows, cols;
};

struct play_layout {
    struct rect title;
    struct rect board;   // for the game
    struct rect scores;  // a row for each seat
    struct rect log;     // a heading, then a row for each move
    struct rect meaning; // definition of the chosen word
    struct rect line;    // the move being entered
    struct rect note;    // the last event, or a question
    struct rect keys;
};

// False if the terminal is too small.
bool play_layout(struct play_layout *l, int rows, int cols, unsigned seats);

// A square board, drawn as large as its area allows.
struct board_layout {
    int top, left;        // of the frame or, if there are no lines, of the first square
    int pitch_x, pitch_y; // from one square to the next
    bool lined;
    unsigned width; // in squares
};

void board_fit(struct board_layout *b, struct rect area, unsigned width);

// The inside of a square, without lines.
struct rect board_square(const struct board_layout *b, unsigned square);

// The square at a screen position, or -1.
int board_hit(const struct board_layout *b, int row, int col);

// Display width, in columns.
int text_columns(struct text t);

// The longest prefix that fits into this many columns.
struct text text_fit(struct text t, int cols);

// Takes the next line of a text, broken at spaces where possible. False at the end.
bool text_wrap(struct text *rest, int cols, struct text *line);

#endif
