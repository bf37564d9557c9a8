// layout: places the parts of the screen on a terminal of a given size, and breaks texts into
// lines. Pure: it knows nothing of curses.
//
//     struct play_layout layout;
//     if (play_layout(&layout, 24, 80, 2))
//         ok = layout.board.rows >= 10;
#ifndef LOGOMACHY_CLI_TERMINAL_LAYOUT_H
#define LOGOMACHY_CLI_TERMINAL_LAYOUT_H

#include "base/text.h"

// The smallest terminal that can be played on.
enum { PLAY_ROWS = 20, PLAY_COLS = 60 };

// With fewer columns than this the keys have two rows.
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
    struct rect line;    // the move that is being entered
    struct rect note;    // the last event, or a question
    struct rect keys;
};

// False where the terminal is too small.
bool play_layout(struct play_layout *l, int rows, int cols, unsigned seats);

// A square board inside an area, as large as fits.
struct board_layout {
    int top, left;        // of the frame or, without lines, of the first square
    int pitch_x, pitch_y; // from one square to the next
    bool lined;
    unsigned width; // in squares
};

void board_fit(struct board_layout *b, struct rect area, unsigned width);

// The inside of a square, without lines.
struct rect board_square(const struct board_layout *b, unsigned square);

// The square at a position of the screen, or -1.
int board_hit(const struct board_layout *b, int row, int col);

// How many columns a text takes.
int text_columns(struct text t);

// The beginning of the text that fits into so many columns.
struct text text_fit(struct text t, int cols);

// Takes the next line off a text, broken at spaces where that is possible. False at the end.
bool text_wrap(struct text *rest, int cols, struct text *line);

#endif
