// Balda and Bukva in the terminal: choose a square, type its letter, trace or type the word.
#include "cli/terminal/balda_draft.h"
#include "cli/terminal/game.h"

#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct balda_play {
    struct draft draft;
    unsigned cursor;
    bool hinted;
    struct draft hint;
    struct board_layout layout; // as last drawn, to locate clicks
};

static void *balda_play_open(const struct config *c)
{
    struct balda_play *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    draft_init(&p->draft, c);
    p->hint = p->draft;
    unsigned width = p->draft.grid.width;
    p->cursor = (width / 2 - 1) * width + width / 2; // above the middle of the start word
    board_fit(&p->layout, (struct rect){0}, width);
    return p;
}

static void forget(struct balda_play *p)
{
    draft_clear(&p->draft);
    p->hinted = false;
}

static unsigned distance(const struct grid *g, unsigned a, unsigned b)
{
    int width = (int)g->width, x = (int)a % width - (int)b % width;
    int y = (int)a / width - (int)b / width;
    return (unsigned)(abs(x) + abs(y));
}

// Moves the cursor to the nearest square where a letter may be placed.
static void balda_play_renew(void *own, const struct play_view *v)
{
    struct balda_play *p = own;
    const struct grid *g = &p->draft.grid;
    unsigned from = p->cursor, nearest = GRID_SQUARES;
    forget(p);
    for (unsigned square = 0; square < g->squares; square++)
        if (grid_open(g, balda_state(v->state)->board, square) &&
            distance(g, from, square) < nearest) {
            nearest = distance(g, from, square);
            p->cursor = square;
        }
}

static bool balda_play_suggest(void *own, const struct action *move)
{
    struct balda_play *p = own;
    if (move->kind != BALDA_PLACE)
        return false;
    draft_clear(&p->draft);
    draft_take(&p->hint, move);
    p->hinted = true;
    return true;
}

// The square in the direction of an arrow key, or -1 at an edge.
static int neighbour_at(const struct grid *g, unsigned square, uint32_t press)
{
    static const struct {
        int x, y;
    } steps[] = {
        [PRESS_UP] = {0, -1},        [PRESS_DOWN] = {0, 1},      [PRESS_LEFT] = {-1, 0},
        [PRESS_RIGHT] = {1, 0},      [PRESS_UP_LEFT] = {-1, -1}, [PRESS_UP_RIGHT] = {1, -1},
        [PRESS_DOWN_LEFT] = {-1, 1}, [PRESS_DOWN_RIGHT] = {1, 1}};
    int width = (int)g->width;
    int x = (int)square % width + steps[press].x, y = (int)square / width + steps[press].y;
    return x < 0 || y < 0 || x >= width || y >= width ? -1 : y * width + x;
}

static enum play_reply cannot(struct reason *why, enum message what)
{
    reason_set(why, 0, what, "%s", "");
    return REPLY_REFUSED;
}

// With a word begun, arrows extend it; before that they move the cursor.
static enum play_reply go(struct balda_play *p, const struct balda_state *b, uint32_t press,
                          struct reason *why)
{
    int to = neighbour_at(&p->draft.grid, p->cursor, press);
    if (to < 0)
        return REPLY_TAKEN;
    if (p->draft.move.length && !draft_step(&p->draft, b, (unsigned)to))
        return cannot(why, draft_find(&p->draft, (unsigned)to) >= 0   ? MSG_BALDA_PATH_TWICE
                           : draft_letter(&p->draft, b, (unsigned)to) ? MSG_BALDA_PATH_APART
                                                                      : MSG_BALDA_PATH_EMPTY);
    p->cursor = (unsigned)to;
    return REPLY_TAKEN;
}

static enum play_reply step(struct balda_play *p, const struct balda_state *b, unsigned square,
                            struct reason *why)
{
    if (p->draft.placed && !draft_step(&p->draft, b, square))
        return cannot(why, draft_find(&p->draft, square) >= 0   ? MSG_BALDA_PATH_TWICE
                           : draft_letter(&p->draft, b, square) ? MSG_BALDA_PATH_APART
                                                                : MSG_BALDA_PATH_EMPTY);
    p->cursor = square;
    return REPLY_TAKEN;
}

static enum play_reply confirm(struct balda_play *p, const struct play_view *v, struct action *move,
                               struct reason *why)
{
    const struct balda_state *b = balda_state(v->state);
    if (p->hinted) {
        p->draft = p->hint;
        p->hinted = false;
        p->cursor = p->draft.move.path[p->draft.move.length - 1];
        return REPLY_TAKEN;
    }
    if (!p->draft.placed)
        return cannot(why, MSG_PLAY_BALDA_LETTER_FIRST);
    if (!p->draft.move.length)
        return step(p, b, p->cursor, why);
    *move = draft_action(&p->draft, v->seat);
    return REPLY_ACT;
}

static enum play_reply take_back(struct balda_play *p)
{
    if (!draft_back(&p->draft))
        return REPLY_IGNORED;
    if (p->draft.placed)
        p->cursor = p->draft.move.length ? p->draft.move.path[p->draft.move.length - 1]
                                         : p->draft.move.square;
    return REPLY_TAKEN;
}

static enum play_reply give_up(struct balda_play *p)
{
    if (!p->draft.placed && !p->hinted)
        return REPLY_IGNORED;
    if (p->draft.placed)
        p->cursor = p->draft.move.square;
    forget(p);
    return REPLY_TAKEN;
}

static enum play_reply on_press(struct balda_play *p, const struct play_view *v, uint32_t press,
                                struct action *move, struct reason *why)
{
    if (press <= PRESS_DOWN_RIGHT) {
        p->hinted = false;
        return go(p, balda_state(v->state), press, why);
    }
    if (press == PRESS_ENTER)
        return confirm(p, v, move, why);
    if (press == PRESS_BACK)
        return take_back(p);
    return press == PRESS_ESCAPE ? give_up(p) : REPLY_IGNORED;
}

static enum play_reply on_letter(struct balda_play *p, const struct balda_state *b, uint8_t letter,
                                 struct reason *why)
{
    p->hinted = false;
    if (!p->draft.placed)
        return draft_place(&p->draft, b, p->cursor, letter) ? REPLY_TAKEN
                                                            : cannot(why, MSG_BALDA_NOT_OPEN);
    if (!draft_type(&p->draft, b, letter))
        return cannot(why, MSG_PLAY_BALDA_NO_PATH);
    p->cursor = p->draft.move.path[p->draft.move.length - 1];
    return REPLY_TAKEN;
}

static enum play_reply on_char(struct balda_play *p, const struct play_view *v, uint32_t code,
                               struct reason *why)
{
    const struct balda_state *b = balda_state(v->state);
    uint8_t letter = alphabet_letter(&v->config->lexicon->alphabet, code);
    if (letter)
        return on_letter(p, b, letter, why);
    if (code == ' ' && p->draft.placed && !p->draft.move.length)
        return step(p, b, p->cursor, why);
    return REPLY_IGNORED;
}

// Answers a question of another seat: is its word accepted?
static enum play_reply answer(const struct play_view *v, const struct event *e, struct action *move)
{
    uint32_t code = e->kind == EVENT_CHAR ? play_latin_key(e->code) : 0;
    bool yes = code == 'a', no = code == 'r';
    if (!yes && !no)
        return REPLY_IGNORED;
    *move = (struct action){.kind = yes ? BALDA_ACCEPT : BALDA_REFUSE, .seat = (uint8_t)v->seat};
    return REPLY_ACT;
}

static enum play_reply on_click(struct balda_play *p, const struct balda_state *b,
                                const struct event *e, struct reason *why)
{
    int square = board_hit(&p->layout, e->row, e->col);
    if (square < 0)
        return REPLY_IGNORED;
    p->hinted = false;
    return step(p, b, (unsigned)square, why);
}

static enum play_reply balda_play_event(void *own, const struct play_view *v, const struct event *e,
                                        struct action *move, struct reason *why)
{
    struct balda_play *p = own;
    if (balda_state(v->state)->question.length)
        return answer(v, e, move);
    switch (e->kind) {
    case EVENT_PRESS:
        return on_press(p, v, e->code, move, why);
    case EVENT_CHAR:
        return on_char(p, v, e->code, why);
    case EVENT_CLICK:
        return on_click(p, balda_state(v->state), e, why);
    default:
        return REPLY_IGNORED;
    }
}

// A path to be shown on the board, with one of its squares marked as the new one.
struct trail {
    const uint8_t *path;
    unsigned length;
    int placed; // index into the path; -1: none
    enum style style, new_style;
};

static int trail_find(const struct trail *t, unsigned square)
{
    for (unsigned i = 0; i < t->length; i++)
        if (t->path[i] == square)
            return (int)i;
    return -1;
}

static struct trail draft_trail(const struct draft *d, enum style style, enum style new_style)
{
    return (struct trail){d->move.path, d->move.length, draft_find(d, d->move.square), style,
                          new_style};
}

// The path that the board shows now.
static struct trail shown_trail(const struct balda_play *p, const struct balda_state *b,
                                const struct report *marked)
{
    if (marked)
        return (struct trail){marked->squares, marked->square_count, marked->placed, STYLE_LOG,
                              STYLE_LOG_NEW};
    if (b->question.length) {
        const uint8_t *at = memchr(b->question.path, b->question.square, b->question.length);
        return (struct trail){b->question.path, b->question.length,
                              at ? (int)(at - b->question.path) : -1, STYLE_TRACE, STYLE_TRACE_NEW};
    }
    if (p->hinted)
        return draft_trail(&p->hint, STYLE_HINT, STYLE_HINT_NEW);
    return draft_trail(&p->draft, STYLE_TRACE, STYLE_TRACE_NEW);
}

struct picture {
    const struct balda_play *p;
    const struct play_view *v;
    const struct balda_state *b;
    struct trail trail;
    bool marked;  // a move of the log is shown on the current board
    bool chooses; // the player is choosing a square: show where letters may go
    bool cursor;
};

// The letter to show on a square, which may be that of the draft.
static uint8_t shown_letter(const struct picture *i, unsigned square)
{
    const struct balda_state *b = i->b;
    if (b->board[square])
        return b->board[square];
    if (b->question.length && square == b->question.square)
        return b->question.letter;
    if (i->marked)
        return 0;
    return draft_letter(i->p->hinted ? &i->p->hint : &i->p->draft, b, square);
}

static enum style square_style(const struct picture *i, unsigned square)
{
    int at = trail_find(&i->trail, square);
    bool placed = !i->marked && i->p->draft.placed && square == i->p->draft.move.square;
    if (at >= 0)
        return at == i->trail.placed ? i->trail.new_style : i->trail.style;
    if (placed)
        return STYLE_TRACE_NEW;
    if (i->cursor && square == i->p->cursor)
        return STYLE_CURSOR;
    if (i->b->board[square])
        return STYLE_TILE;
    return i->chooses && grid_open(&i->p->draft.grid, i->b->board, square) ? STYLE_OPEN
                                                                           : STYLE_PLAIN;
}

static void draw_square(const struct picture *i, const struct board_layout *layout, unsigned square)
{
    struct rect r = board_square(layout, square);
    int row = r.top + r.rows / 2, col = r.left + r.cols / 2;
    enum style style = square_style(i, square);
    uint8_t letter = shown_letter(i, square);
    bool open = i->chooses && grid_open(&i->p->draft.grid, i->b->board, square);
    screen_fill(r, style);
    screen_char(row, col, style,
                letter ? i->v->config->lexicon->alphabet.upper[letter]
                : open ? 0xb7
                       : ' ');
    if (i->cursor && square == i->p->cursor) {
        screen_char(row, col - 1, style, '[');
        screen_char(row, col + 1, style, ']');
    }
}

// The lines between squares, where two of the board's edges meet: ┌ ┬ ┐ ├ ┼ ┤ └ ┴ ┘.
static void draw_lines(const struct board_layout *l)
{
    static const uint32_t corners[3][3] = {
        {0x250c, 0x252c, 0x2510}, {0x251c, 0x253c, 0x2524}, {0x2514, 0x2534, 0x2518}};
    int size = (int)l->width, high = size * l->pitch_y, wide = size * l->pitch_x;
    for (int y = 0; y <= high; y++)
        for (int x = 0; x <= wide; x++) {
            bool on_row = y % l->pitch_y == 0, on_col = x % l->pitch_x == 0;
            int down = y == 0 ? 0 : y == high ? 2 : 1, across = x == 0 ? 0 : x == wide ? 2 : 1;
            if (on_row || on_col)
                screen_char(l->top + y, l->left + x, STYLE_LINE,
                            on_row && on_col ? corners[down][across]
                            : on_row         ? 0x2500
                                             : 0x2502);
        }
}

static void draw_labels(const struct board_layout *l)
{
    for (unsigned i = 0; i < l->width; i++) {
        struct rect across = board_square(l, i), down = board_square(l, i * l->width);
        screen_char(l->top - 1, across.left + across.cols / 2, STYLE_DIM, 'a' + i);
        screen_char(down.top + down.rows / 2, l->left - 2, STYLE_DIM, '1' + i);
    }
}

// Arrows on the lines show which way a path runs.
static void draw_arrows(const struct board_layout *l, const struct trail *t)
{
    static const uint32_t arrows[3][3] = {
        {0x2196, 0x2191, 0x2197}, {0x2190, ' ', 0x2192}, {0x2199, 0x2193, 0x2198}};
    for (unsigned i = 1; i < t->length; i++) {
        struct rect from = board_square(l, t->path[i - 1]), to = board_square(l, t->path[i]);
        int x = (to.left > from.left) - (to.left < from.left);
        int y = (to.top > from.top) - (to.top < from.top);
        int row = y ? (y > 0 ? to.top : from.top) - 1 : to.top + to.rows / 2;
        int col = x ? (x > 0 ? to.left : from.left) - 1 : to.left + to.cols / 2;
        screen_char(row, col, t->style, arrows[y + 1][x + 1]);
    }
}

static void balda_play_draw(void *own, const struct play_view *v, struct rect area,
                            const struct report *marked)
{
    struct balda_play *p = own;
    const struct balda_state *b = balda_state(v->state);
    struct picture i = {.p = p, .v = v, .b = b, .trail = shown_trail(p, b, marked)};
    bool moving = v->acts && !b->question.length && !marked;
    i.marked = marked != NULL;
    i.chooses = moving && !p->draft.placed;
    i.cursor = moving && !p->hinted;
    board_fit(&p->layout, area, p->draft.grid.width);
    if (p->layout.lined)
        draw_lines(&p->layout);
    draw_labels(&p->layout);
    for (unsigned square = 0; square < p->draft.grid.squares; square++)
        draw_square(&i, &p->layout, square);
    if (p->layout.lined)
        draw_arrows(&p->layout, &i.trail);
}

// "c2"
static void square_name(const struct grid *g, unsigned square, char out[8])
{
    snprintf(out, 8, "%c%u", (int)('a' + square % g->width), square / g->width + 1);
}

static void letter_text(const struct play_view *v, uint8_t letter, char out[UTF8_MAX + 1])
{
    size_t n = utf8_put(v->config->lexicon->alphabet.upper[letter], out);
    out[n] = '\0';
}

static void print_word(const struct play_view *v, struct word w, struct buf *out)
{
    alphabet_print(&v->config->lexicon->alphabet, &w, out);
    buf_add_byte(out, '\0');
}

// The word so far, its points, and whether the rules accept it.
static void word_line(const struct balda_play *p, const struct play_view *v, struct rect area)
{
    struct action a = draft_action(&p->draft, v->seat);
    struct word w = draft_word(&p->draft, balda_state(v->state));
    struct reason why;
    struct buf text = {0};
    uint32_t index;
    alphabet_print(&v->config->lexicon->alphabet, &w, &text);
    int col =
        area.left + screen_text(area.top, area.left, area.cols, STYLE_STRONG, buf_text(&text)) + 2;
    buf_clear(&text);
    buf_printf(&text, "+%u", p->draft.move.length);
    col +=
        screen_text(area.top, col, area.left + area.cols - col, STYLE_PLAIN, buf_text(&text)) + 2;
    bool good = v->config->rules->check(v->config, v->state, &a, &why);
    buf_clear(&text);
    if (!good)
        reason_word(&why, v->language, &text);
    else if (w.len == 1)
        message_fill(&text, MSG_PLAY_BALDA_SINGLE, v->language, TEXT(""));
    else if (!lexicon_find(v->config->lexicon, &w, &index))
        message_fill(&text, MSG_PLAY_BALDA_WILL_ASK, v->language, TEXT(""));
    else
        message_fill(&text, MSG_PLAY_BALDA_IN_PLAY, v->language, TEXT(""));
    screen_text(area.top, col, area.left + area.cols - col, good ? STYLE_GOOD : STYLE_DIM,
                buf_text(&text));
    buf_release(&text);
}

static void hint_line(const struct balda_play *p, const struct play_view *v, struct rect area)
{
    char square[8], letter[UTF8_MAX + 1];
    struct buf word = {0};
    square_name(&p->hint.grid, p->hint.move.square, square);
    letter_text(v, p->hint.move.letter, letter);
    print_word(v, draft_word(&p->hint, balda_state(v->state)), &word);
    play_say(area.top, area.left, area.cols, STYLE_STRONG, v->language, MSG_PLAY_BALDA_HINT,
             "%s\t%s\t%s\t%u", letter, square, buf_ok(&word) ? word.at : "", p->hint.move.length);
    buf_release(&word);
}

static void asked_line(const struct play_view *v, struct rect area)
{
    const struct balda_state *b = balda_state(v->state);
    struct buf word = {0};
    print_word(v, balda_move_word(&b->question, b->board), &word);
    play_say(area.top, area.left, area.cols, STYLE_STRONG, v->language, MSG_PLAY_BALDA_ASKED,
             "%c\t%s", seat_letter(b->turn), buf_ok(&word) ? word.at : "");
    buf_release(&word);
}

static void balda_play_line(void *own, const struct play_view *v, struct rect area)
{
    const struct balda_play *p = own;
    char square[8], letter[UTF8_MAX + 1];
    if (balda_state(v->state)->question.length) {
        asked_line(v, area);
    } else if (p->hinted) {
        hint_line(p, v, area);
    } else if (p->draft.move.length) {
        word_line(p, v, area);
    } else if (p->draft.placed) {
        square_name(&p->draft.grid, p->draft.move.square, square);
        letter_text(v, p->draft.move.letter, letter);
        play_say(area.top, area.left, area.cols, STYLE_PLAIN, v->language, MSG_PLAY_BALDA_TRACE,
                 "%s\t%s", letter, square);
    } else {
        play_say(area.top, area.left, area.cols, STYLE_PLAIN, v->language, MSG_PLAY_BALDA_CHOOSE,
                 "%s", "");
    }
}

static enum message balda_play_keys(void *own, const struct play_view *v)
{
    const struct balda_play *p = own;
    if (balda_state(v->state)->question.length)
        return MSG_PLAY_BALDA_KEYS_ASKED;
    if (p->hinted)
        return MSG_PLAY_BALDA_KEYS_HINT;
    if (p->draft.move.length)
        return MSG_PLAY_BALDA_KEYS_WORD;
    return p->draft.placed ? MSG_PLAY_BALDA_KEYS_TRACE : MSG_PLAY_BALDA_KEYS_CHOOSE;
}

// "T c2", or a word that was put to the other seat, or the answer.
static void balda_play_describe(const struct config *c, const struct state *before,
                                const struct action *a, enum language language,
                                struct play_text *out)
{
    const struct balda_state *b = balda_state(before);
    struct balda_move m;
    struct grid g;
    char square[8];
    if (a->kind == BALDA_ACCEPT || a->kind == BALDA_REFUSE) {
        buf_add_string(&out->what, message_text(a->kind == BALDA_ACCEPT ? MSG_PLAY_BALDA_ACCEPTED
                                                                        : MSG_PLAY_BALDA_REFUSED,
                                                language));
        return;
    }
    if (!balda_move_decode(a, &m))
        return;
    struct word w = balda_move_word(&m, b->board);
    struct word letter = {.len = 1, .letter = {m.letter}};
    balda_grid(&b->set, &g);
    square_name(&g, m.square, square);
    alphabet_print(&c->lexicon->alphabet, &w, &out->what);
    buf_add_byte(&out->what, '?');
    alphabet_print(&c->lexicon->alphabet, &letter, &out->how);
    buf_printf(&out->how, " %s", square);
}

// The start word fills the middle row.
static bool balda_play_chance(const struct config *c, const struct action *a, struct report *out)
{
    unsigned row = a->len / 2u * a->len;
    (void)c;
    if (a->kind != BALDA_START)
        return false;
    *out = (struct report){.placed = -1, .word.len = a->len, .square_count = a->len};
    memcpy(out->word.letter, a->data, a->len);
    for (unsigned i = 0; i < a->len; i++)
        out->squares[i] = (uint8_t)(row + i);
    return true;
}

static const struct play_setting settings[] = {
    {"size", NULL, MSG_PLAY_SET_SIZE},
    {"diagonal", "on", MSG_PLAY_SET_DIAGONAL},
    {"unknown", "ask", MSG_PLAY_SET_ASK},
    {"classes", NULL, MSG_PLAY_SET_CLASSES},
    {"classes", "verbs", MSG_PLAY_VERBS},
    {"classes", "adjectives", MSG_PLAY_ADJECTIVES},
    {"classes", "adverbs", MSG_PLAY_ADVERBS},
    {"offensive", "forbid", MSG_PLAY_SET_NO_OFFENCE},
    {"obsolete", "allow", MSG_PLAY_SET_OBSOLETE},
    {NULL, NULL, 0},
};

extern const struct play_game balda_terminal;
const struct play_game balda_terminal = {
    .rules = "balda",
    .open = balda_play_open,
    .renew = balda_play_renew,
    .event = balda_play_event,
    .suggest = balda_play_suggest,
    .draw = balda_play_draw,
    .line = balda_play_line,
    .keys = balda_play_keys,
    .describe = balda_play_describe,
    .chance = balda_play_chance,
    .help = MSG_PLAY_BALDA_HELP,
    .settings = settings,
};
