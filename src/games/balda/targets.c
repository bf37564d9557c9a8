// targets() of Balda and Bukva: what the board shows while a move is made.
//
//     ,"plain":["pass"],"open":[7,8],"touch":[[6,7],[7,8]]
//
// plain: moves without a letter. open: squares where a letter may be placed. touch: pairs of squares
// between which a path may go on, both filled, or one of them open and the other filled.
#include "games/balda/state.h"

static void add_plain(const struct balda_state *b, struct buf *out)
{
    const char *plain = b->question.length ? "\"accept\",\"refuse\"" : "\"pass\"";
    buf_printf(out, ",\"plain\":[%s]", b->question.length || b->set.passes ? plain : "");
}

// R-BALDA-12, R-BALDA-13
static void add_open(const struct grid *g, const uint8_t *board, struct buf *out)
{
    const char *comma = "";
    buf_add_string(out, ",\"open\":[");
    for (unsigned i = 0; i < g->squares; i++) {
        if (!grid_open(g, board, i))
            continue;
        buf_printf(out, "%s%u", comma, i);
        comma = ",";
    }
    buf_add_byte(out, ']');
}

static bool path_goes_on(const struct grid *g, const uint8_t *board, unsigned a, unsigned b)
{
    return (board[a] && (board[b] || grid_open(g, board, b))) ||
           (board[b] && grid_open(g, board, a));
}

// R-BALDA-15
static void add_touch(const struct grid *g, const uint8_t *board, struct buf *out)
{
    const char *comma = "";
    buf_add_string(out, ",\"touch\":[");
    for (unsigned a = 0; a < g->squares; a++) {
        for (unsigned i = 0; i < g->neighbours[a]; i++) {
            unsigned b = g->neighbour[a][i];
            if (b < a || !path_goes_on(g, board, a, b))
                continue;
            buf_printf(out, "%s[%u,%u]", comma, a, b);
            comma = ",";
        }
    }
    buf_add_byte(out, ']');
}

void balda_targets(const struct config *c, const struct state *s, unsigned seat, struct buf *out)
{
    const struct balda_state *b = balda_state(s);
    struct grid g;
    (void)c;
    (void)seat;
    add_plain(b, out);
    if (b->question.length) {
        buf_add_string(out, ",\"open\":[],\"touch\":[]");
        return;
    }
    balda_grid(&b->set, &g);
    add_open(&g, b->board, out);
    add_touch(&g, b->board, out);
}
