#include "cli/terminal/layout.h"

#include "base/utf8.h"

enum { SIDE_MOST = 64, LABELS = 3 }; // columns of the row numbers left of a board

static int lower(int a, int b)
{
    return a < b ? a : b;
}

bool play_layout(struct play_layout *l, int rows, int cols, unsigned seats)
{
    if (rows < PLAY_ROWS || cols < PLAY_COLS)
        return false;
    int side = lower(cols * 45 / 100, SIDE_MOST), left = cols - side;
    int keys = cols < PLAY_WIDE ? 2 : 1;
    int content = rows - 3 - keys, rest = content - (int)seats - 2, log = (rest - 1) / 2;
    int wide = cols - 2;
    l->title = (struct rect){0, 0, 1, cols};
    l->board = (struct rect){1, 0, content, left - 1};
    l->scores = (struct rect){2, left, (int)seats, side - 1};
    l->log = (struct rect){2 + (int)seats + 1, left, log, side - 1};
    l->meaning = (struct rect){l->log.top + log + 1, left, rest - log - 1, side - 1};
    l->line = (struct rect){rows - 2 - keys, 1, 1, wide};
    l->note = (struct rect){rows - 1 - keys, 1, 1, wide};
    l->keys = (struct rect){rows - keys, 0, keys, cols};
    return true;
}

void board_fit(struct board_layout *b, struct rect area, unsigned width)
{
    static const struct {
        int x, y;
        bool lined;
    } sizes[] = {{8, 4, true}, {4, 2, true}, {3, 1, false}};
    int n = (int)width;
    for (unsigned i = 0; i < 3; i++) {
        int line = sizes[i].lined;
        int rows = n * sizes[i].y + line, cols = n * sizes[i].x + line;
        // One extra row for the letters above; the last size is the fallback.
        int spare_rows = area.rows - 1 - rows, spare_cols = area.cols - LABELS - cols;
        *b = (struct board_layout){.top = area.top + 1 + (spare_rows > 0 ? spare_rows / 2 : 0),
                                   .left =
                                       area.left + LABELS + (spare_cols > 0 ? spare_cols / 2 : 0),
                                   .pitch_x = sizes[i].x,
                                   .pitch_y = sizes[i].y,
                                   .lined = sizes[i].lined,
                                   .width = width};
        if (spare_rows >= 0 && spare_cols >= 0)
            return;
    }
}

struct rect board_square(const struct board_layout *b, unsigned square)
{
    int line = b->lined, x = (int)(square % b->width), y = (int)(square / b->width);
    return (struct rect){b->top + y * b->pitch_y + line, b->left + x * b->pitch_x + line,
                         b->pitch_y - line, b->pitch_x - line};
}

int board_hit(const struct board_layout *b, int row, int col)
{
    int line = b->lined, x = col - b->left - line, y = row - b->top - line;
    if (x < 0 || y < 0)
        return -1;
    unsigned across = (unsigned)(x / b->pitch_x), down = (unsigned)(y / b->pitch_y);
    bool on_line = x % b->pitch_x >= b->pitch_x - line || y % b->pitch_y >= b->pitch_y - line;
    if (across >= b->width || down >= b->width || on_line)
        return -1;
    return (int)(down * b->width + across);
}

int text_columns(struct text t)
{
    int width = 0;
    for (uint32_t code; t.len;)
        width += utf8_next(&t, &code) ? utf8_width(code) : 1;
    return width;
}

struct text text_fit(struct text t, int cols)
{
    struct text rest = t;
    size_t len = 0;
    for (uint32_t code; rest.len; len = t.len - rest.len) {
        cols -= utf8_next(&rest, &code) ? utf8_width(code) : 1;
        if (cols < 0)
            break;
    }
    return text_head(t, len);
}

bool text_wrap(struct text *rest, int cols, struct text *line)
{
    if (!rest->len)
        return false;
    struct text whole = text_head(*rest, text_find(*rest, '\n'));
    *line = text_fit(whole, cols);
    if (line->len < whole.len && whole.at[line->len] != ' ') {
        size_t space = line->len;
        while (space > 0 && line->at[space - 1] != ' ')
            space--;
        if (space > 0)
            *line = text_head(*line, space);
    }
    // Not even one character fits: take one anyway, to make progress.
    if (!line->len && whole.len)
        *line = text_head(whole, 1);
    *rest = text_from(*rest, line->len);
    while (rest->len && rest->at[0] == ' ')
        *rest = text_from(*rest, 1);
    if (rest->len && rest->at[0] == '\n')
        *rest = text_from(*rest, 1);
    while (line->len && line->at[line->len - 1] == ' ')
        line->len--;
    return true;
}
