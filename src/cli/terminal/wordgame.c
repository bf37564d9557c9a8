// The Word Game in the terminal: choose a square and type a word from the rack, or exchange tiles.
#include "cli/terminal/game.h"
#include "games/wordgame/gcg/gcg.h"
#include "games/wordgame/move.h"

#include "base/bug.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

struct wordgame_play {
    unsigned cursor;
    unsigned down; // the direction of typing
    // Tiles placed in this move, in the order of typing.
    unsigned laid;
    uint8_t square[RACK_MAX], tile[RACK_MAX];
    // The rack as displayed: tile kinds, in an order that can be shuffled.
    unsigned racked;
    uint8_t rack[RACK_MAX];
    bool exchanging;
    unsigned chosen; // tiles to be exchanged: bits, by place on the rack
    bool hinted;
    struct wordgame_placement hint;
    struct board_layout layout; // as last drawn, to locate clicks
    bool tells_bag;             // no room in the legend: the status line shows the bag
};

static void *wordgame_play_open(const struct config *c)
{
    struct wordgame_play *p = calloc(1, sizeof *p);
    (void)c;
    if (p)
        p->cursor = BOARD_CENTRE;
    return p;
}

static void forget(struct wordgame_play *p)
{
    p->laid = 0;
    p->exchanging = p->hinted = false;
    p->chosen = 0;
}

static void wordgame_play_renew(void *own, const struct play_view *v)
{
    struct wordgame_play *p = own;
    const struct wordgame_state *w = wordgame_state(v->state);
    forget(p);
    p->racked = 0;
    for (unsigned kind = 1; v->acts && kind <= TILE_KINDS; kind++)
        for (unsigned n = 0; n < w->rack[v->seat][kind % TILE_KINDS]; n++)
            p->rack[p->racked++] = (uint8_t)(kind % TILE_KINDS);
}

// The board with the tiles placed in this move.
static void board_now(const struct wordgame_play *p, const struct wordgame_state *w,
                      uint8_t board[BOARD_SQUARES])
{
    memcpy(board, w->board, BOARD_SQUARES);
    for (unsigned i = 0; i < p->laid; i++)
        board[p->square[i]] = p->tile[i];
}

// The number of tiles of a kind left on the rack.
static unsigned left_of(const struct wordgame_play *p, unsigned kind)
{
    unsigned left = 0;
    for (unsigned i = 0; i < p->racked; i++)
        left += p->rack[i] == kind;
    for (unsigned i = 0; i < p->laid; i++)
        left -= wordgame_tile_kind(p->tile[i]) == kind;
    return left;
}

static enum play_reply cannot(struct reason *why, enum message what)
{
    reason_set(why, 0, what, "%s", "");
    return REPLY_REFUSED;
}

static bool move_cursor(struct wordgame_play *p, int x, int y)
{
    int column = (int)(p->cursor % BOARD_SIDE) + x, row = (int)(p->cursor / BOARD_SIDE) + y;
    if (column < 0 || row < 0 || column >= BOARD_SIDE || row >= BOARD_SIDE)
        return false;
    p->cursor = (unsigned)(row * BOARD_SIDE + column);
    return true;
}

// Moves the cursor to the next free square in the direction of typing; it stays if there is none.
static void step_on(struct wordgame_play *p, const uint8_t board[BOARD_SQUARES])
{
    unsigned from = p->cursor;
    while (move_cursor(p, !p->down, (int)p->down))
        if (!board[p->cursor])
            return;
    p->cursor = from;
}

static enum play_reply lay(struct wordgame_play *p, const struct wordgame_state *w, unsigned letter,
                           struct reason *why)
{
    uint8_t board[BOARD_SQUARES];
    board_now(p, w, board);
    if (board[p->cursor])
        step_on(p, board);
    if (board[p->cursor])
        return cannot(why, MSG_PLAY_WORDGAME_FULL);
    bool own = left_of(p, letter) > 0;
    if (!own && !left_of(p, KIND_BLANK))
        return cannot(why, MSG_PLAY_WORDGAME_NOT_YOURS);
    p->square[p->laid] = (uint8_t)p->cursor;
    p->tile[p->laid++] = (uint8_t)(own ? letter : letter | TILE_BLANK);
    board[p->cursor] = p->tile[p->laid - 1];
    step_on(p, board);
    return REPLY_TAKEN;
}

// Marks the first unmarked tile of this kind for exchange.
static enum play_reply choose(struct wordgame_play *p, unsigned kind, struct reason *why)
{
    for (unsigned i = 0; i < p->racked; i++)
        if (p->rack[i] == kind && !(p->chosen >> i & 1)) {
            p->chosen |= 1u << i;
            return REPLY_TAKEN;
        }
    return cannot(why, MSG_PLAY_WORDGAME_NOT_YOURS);
}

static enum play_reply take_back(struct wordgame_play *p)
{
    if (p->exchanging && p->chosen) {
        p->chosen &= p->chosen - 1;
        return REPLY_TAKEN;
    }
    if (!p->laid)
        return REPLY_IGNORED;
    p->cursor = p->square[--p->laid];
    return REPLY_TAKEN;
}

static enum play_reply give_up(struct wordgame_play *p)
{
    if (!p->laid && !p->exchanging && !p->hinted)
        return REPLY_IGNORED;
    forget(p);
    return REPLY_TAKEN;
}

// The placement formed by the placed tiles: the word in the direction of typing or, for a single
// tile, in whichever direction it forms one. False if the tiles are not in one word.
static bool laid_placement(const struct wordgame_play *p, const struct wordgame_state *w,
                           struct wordgame_placement *out)
{
    uint8_t board[BOARD_SQUARES];
    board_now(p, w, board);
    for (unsigned n = 0; n < 2; n++) {
        *out = wordgame_run(board, p->square[0], p->down ^ n, p->tile[0]);
        unsigned fresh = (unsigned)__builtin_popcount(wordgame_new_squares(w->board, out));
        if (fresh == p->laid && (out->length > 1 || n == 1)) {
            wordgame_turn(w->board, out);
            return true;
        }
    }
    return false;
}

static struct action exchange_action(const struct wordgame_play *p, unsigned seat)
{
    struct action a;
    uint8_t tiles[TILE_KINDS] = {0};
    for (unsigned i = 0; i < p->racked; i++)
        if (p->chosen >> i & 1)
            tiles[p->rack[i]]++;
    action_begin(&a, WORDGAME_EXCHANGE, seat);
    BUG_UNLESS(wordgame_put_tiles(&a, tiles));
    return a;
}

// Places the tiles of an accepted hint, for confirmation.
static enum play_reply take_hint(struct wordgame_play *p, const struct wordgame_state *w)
{
    unsigned fresh = wordgame_new_squares(w->board, &p->hint);
    p->hinted = false;
    p->down = p->hint.down;
    for (unsigned i = 0; i < p->hint.length; i++)
        if (fresh >> i & 1 && p->laid < RACK_MAX) {
            p->square[p->laid] = (uint8_t)(p->hint.square + i * wordgame_line_step(p->down));
            p->tile[p->laid++] = p->hint.tile[i];
        }
    p->cursor = p->hint.square;
    return REPLY_TAKEN;
}

static enum play_reply confirm(struct wordgame_play *p, const struct play_view *v,
                               struct action *move, struct reason *why)
{
    struct wordgame_placement placement;
    if (p->hinted)
        return take_hint(p, wordgame_state(v->state));
    if (p->exchanging) {
        *move = exchange_action(p, v->seat);
        return REPLY_ACT;
    }
    if (!p->laid)
        return cannot(why, MSG_WORDGAME_NO_TILE);
    if (!laid_placement(p, wordgame_state(v->state), &placement))
        return cannot(why, MSG_PLAY_WORDGAME_GAP);
    *move = wordgame_move_encode(&placement, v->seat);
    return REPLY_ACT;
}

static enum play_reply on_press(struct wordgame_play *p, const struct play_view *v, uint32_t press,
                                struct action *move, struct reason *why)
{
    static const struct {
        int x, y;
    } steps[] = {[PRESS_UP] = {0, -1},
                 [PRESS_DOWN] = {0, 1},
                 [PRESS_LEFT] = {-1, 0},
                 [PRESS_RIGHT] = {1, 0}};
    if (press >= PRESS_UP && press <= PRESS_RIGHT) {
        p->hinted = false;
        move_cursor(p, steps[press].x, steps[press].y);
        return REPLY_TAKEN;
    }
    if (press == PRESS_ENTER)
        return confirm(p, v, move, why);
    if (press == PRESS_BACK)
        return take_back(p);
    return press == PRESS_ESCAPE ? give_up(p) : REPLY_IGNORED;
}

// Reorders the rack. Any order will do, so the tiles are swapped deterministically, in a way that
// takes long to repeat.
static enum play_reply shuffle(struct wordgame_play *p)
{
    for (unsigned i = 0; i + 1 < p->racked; i++) {
        unsigned other = i + 1 + (p->rack[i] * 5u + i * 3u) % (p->racked - i - 1);
        uint8_t kind = p->rack[i];
        p->rack[i] = p->rack[other];
        p->rack[other] = kind;
    }
    return REPLY_TAKEN;
}

static enum play_reply begin_exchange(struct wordgame_play *p, const struct play_view *v,
                                      struct reason *why)
{
    const struct wordgame_settings *set = &wordgame_state(v->state)->set;
    if (!set->exchange)
        return cannot(why, MSG_WORDGAME_NO_EXCHANGE);
    forget(p);
    p->exchanging = true;
    return REPLY_TAKEN;
}

static enum play_reply on_char(struct wordgame_play *p, const struct play_view *v, uint32_t code,
                               struct reason *why)
{
    uint8_t letter = alphabet_letter(&v->config->lexicon->alphabet, code);
    p->hinted = p->hinted && !letter;
    if (p->exchanging && (letter || code == '?'))
        return choose(p, code == '?' ? KIND_BLANK : letter, why);
    if (letter)
        return lay(p, wordgame_state(v->state), letter, why);
    switch (code) {
    case ' ':
        p->down ^= 1;
        return REPLY_TAKEN;
    case '/':
        return shuffle(p);
    case '-':
        return begin_exchange(p, v, why);
    default:
        return REPLY_IGNORED;
    }
}

// A click moves the cursor to a square; a click on the cursor changes the direction.
static enum play_reply on_click(struct wordgame_play *p, const struct event *e)
{
    int square = board_hit(&p->layout, e->row, e->col);
    if (square < 0)
        return REPLY_IGNORED;
    p->down ^= p->cursor == (unsigned)square;
    p->cursor = (unsigned)square;
    p->hinted = false;
    return REPLY_TAKEN;
}

static enum play_reply wordgame_play_event(void *own, const struct play_view *v,
                                           const struct event *e, struct action *move,
                                           struct reason *why)
{
    switch (e->kind) {
    case EVENT_PRESS:
        return on_press(own, v, e->code, move, why);
    case EVENT_CHAR:
        return on_char(own, v, e->code, why);
    case EVENT_CLICK:
        return on_click(own, e);
    default:
        return REPLY_IGNORED;
    }
}

static bool wordgame_play_suggest(void *own, const struct action *move)
{
    struct wordgame_play *p = own;
    if (move->kind != WORDGAME_PLACE || move->len > PLACEMENT_HEAD + BOARD_SIDE)
        return false;
    forget(p);
    p->hint = (struct wordgame_placement){.square = move->data[0], .down = move->data[1]};
    p->hint.length = (uint8_t)(move->len - PLACEMENT_HEAD);
    memcpy(p->hint.tile, move->data + PLACEMENT_HEAD, p->hint.length);
    p->hinted = true;
    return true;
}

// ---- drawing ----

struct picture {
    const struct wordgame_play *p;
    const struct play_view *v;
    const struct wordgame_state *w;
    const struct report *marked;
    uint8_t board[BOARD_SQUARES]; // with the placed or suggested tiles
    bool cursor;
};

// The character and style of an empty square; both show its bonus.
static uint32_t bonus_of(const struct wordgame_settings *set, unsigned square, enum style *style)
{
    unsigned letter = set->letter_factor[square], word = set->word_factor[square];
    *style = letter == 2   ? STYLE_LETTER_2
             : letter == 3 ? STYLE_LETTER_3
             : word == 2   ? STYLE_WORD_2
             : word == 3   ? STYLE_WORD_3
                           : STYLE_PLAIN;
    return letter > 1 ? '0' + letter : word == 2 ? 'd' : word == 3 ? 't' : 0xb7;
}

static enum style square_style(const struct picture *i, unsigned square, enum style empty)
{
    bool fresh = i->board[square] && !i->w->board[square];
    if (i->marked && memchr(i->marked->squares, (int)square, i->marked->square_count))
        return STYLE_LOG;
    if (i->cursor && square == i->p->cursor)
        return STYLE_CURSOR;
    if (fresh)
        return i->p->hinted ? STYLE_HINT : STYLE_TRACE_NEW;
    return i->board[square] ? STYLE_TILE : empty;
}

static void draw_square(const struct picture *i, unsigned square)
{
    const struct alphabet *a = &i->v->config->lexicon->alphabet;
    struct rect r = board_square(&i->p->layout, square);
    enum style style;
    uint32_t sign = bonus_of(&i->w->set, square, &style);
    uint8_t tile = i->board[square];
    style = square_style(i, square, style);
    if (tile)
        sign = tile & TILE_BLANK ? a->lower[wordgame_tile_letter(tile)] : a->upper[tile];
    else if (i->cursor && square == i->p->cursor)
        sign = i->p->down ? 0x2193 : 0x2192;
    screen_fill(r, style);
    screen_char(r.top, r.left + r.cols / 2, style, sign);
}

static void draw_labels(const struct board_layout *l)
{
    for (unsigned i = 0; i < BOARD_SIDE; i++) {
        struct rect across = board_square(l, i), down = board_square(l, i * BOARD_SIDE);
        screen_char(l->top - 1, across.left + across.cols / 2, STYLE_DIM, 'a' + i);
        if (i >= 9)
            screen_char(down.top, l->left - 3, STYLE_DIM, '1');
        screen_char(down.top, l->left - 2, STYLE_DIM, '0' + (i + 1) % 10);
    }
}

// A board of 15 rows leaves no room for lines between squares on most terminals.
static void fit(struct board_layout *l, struct rect area)
{
    int wide = area.cols >= 4 + 3 * BOARD_SIDE ? 3 : 2;
    int labels = area.rows > BOARD_SIDE, margin = labels ? 3 : 1;
    int spare = area.cols - margin - wide * BOARD_SIDE;
    *l = (struct board_layout){.top = area.top + labels,
                               .left = area.left + margin + (spare > 0 ? spare / 2 : 0),
                               .pitch_x = wide,
                               .pitch_y = 1,
                               .width = BOARD_SIDE};
}

static void bag_text(const struct play_view *v, struct buf *out)
{
    struct buf count = {0};
    buf_printf(&count, "%u", wordgame_state(v->state)->in_bag);
    message_fill(out, MSG_PLAY_WORDGAME_BAG, v->language, buf_text(&count));
    buf_release(&count);
}

// The legend of bonus squares and the number of tiles in the bag: entries separated by two spaces,
// on as many lines as they need.
static void draw_legend(const struct play_view *v, struct rect area)
{
    struct buf text = {0};
    int row = 0, col = 0;
    message_fill(&text, MSG_PLAY_WORDGAME_LEGEND, v->language, TEXT(""));
    buf_add_string(&text, "  ");
    bag_text(v, &text);
    for (struct text rest = buf_text(&text); rest.len;) {
        size_t end = text_find_string(rest, "  ");
        struct text entry = text_head(rest, end);
        if (col && col + text_columns(entry) > area.cols) {
            row++;
            col = 0;
        }
        if (row < area.rows)
            screen_text(area.top + row, area.left + col, area.cols - col, STYLE_DIM, entry);
        col += text_columns(entry) + 2;
        rest = text_trim(text_from(rest, end));
    }
    buf_release(&text);
}

static void wordgame_play_draw(void *own, const struct play_view *v, struct rect area,
                               const struct report *marked)
{
    struct wordgame_play *p = own;
    struct picture i = {.p = p, .v = v, .w = wordgame_state(v->state), .marked = marked};
    i.cursor = v->acts && !marked && !p->hinted && !p->exchanging;
    board_now(p, i.w, i.board);
    for (unsigned n = 0; p->hinted && n < p->hint.length; n++)
        i.board[p->hint.square + n * wordgame_line_step(p->hint.down)] = p->hint.tile[n];
    fit(&p->layout, area);
    if (area.rows > BOARD_SIDE)
        draw_labels(&p->layout);
    for (unsigned square = 0; square < BOARD_SQUARES; square++)
        draw_square(&i, square);
    struct rect legend = {p->layout.top + BOARD_SIDE + 1, area.left + 1, area.rows - BOARD_SIDE - 2,
                          area.cols - 1};
    p->tells_bag = legend.rows < 1;
    if (!p->tells_bag)
        draw_legend(v, legend);
}

// Draws the tiles left on the rack; tiles to be exchanged are highlighted.
static int draw_rack(const struct wordgame_play *p, const struct play_view *v, struct rect area)
{
    const struct alphabet *a = &v->config->lexicon->alphabet;
    uint8_t laid[TILE_KINDS] = {0};
    int col = area.left;
    for (unsigned i = 0; i < p->laid; i++)
        laid[wordgame_tile_kind(p->tile[i])]++;
    for (unsigned i = 0; i < p->racked && col + 3 < area.left + area.cols; i++, col += 2) {
        unsigned kind = p->rack[i];
        bool gone = laid[kind] > 0;
        laid[kind] = (uint8_t)(laid[kind] - gone);
        enum style style = p->chosen >> i & 1 ? STYLE_TRACE_NEW : gone ? STYLE_DIM : STYLE_TILE;
        screen_char(area.top, col, style, gone ? 0xb7 : kind == KIND_BLANK ? '?' : a->upper[kind]);
    }
    return col + 1;
}

// The word as placed, its points, and whether the rules accept it.
static void word_line(const struct wordgame_play *p, const struct play_view *v, struct rect area)
{
    struct wordgame_placement placement;
    struct reason why = {0};
    struct report report;
    struct buf text = {0};
    if (!laid_placement(p, wordgame_state(v->state), &placement)) {
        play_say(area.top, area.left, area.cols, STYLE_DIM, v->language, MSG_PLAY_WORDGAME_GAP,
                 "%s", "");
        return;
    }
    struct action a = wordgame_move_encode(&placement, v->seat);
    bool good = v->config->rules->check(v->config, v->state, &a, &why);
    v->config->rules->report(v->config, v->state, &a, &report);
    v->config->rules->format(v->config, v->state, &a, VIEWER_ALL, &text);
    buf_printf(&text, "  +%d  ", (int)report.points);
    int col =
        area.left + screen_text(area.top, area.left, area.cols, STYLE_STRONG, buf_text(&text));
    buf_clear(&text);
    if (good)
        message_fill(&text, MSG_PLAY_BALDA_IN_PLAY, v->language, TEXT(""));
    else
        reason_word(&why, v->language, &text);
    screen_text(area.top, col, area.left + area.cols - col, good ? STYLE_GOOD : STYLE_DIM,
                buf_text(&text));
    buf_release(&text);
}

static void hint_line(const struct wordgame_play *p, const struct play_view *v, struct rect area)
{
    struct action a = wordgame_move_encode(&p->hint, v->seat);
    struct report report;
    struct buf text = {0};
    v->config->rules->report(v->config, v->state, &a, &report);
    v->config->rules->format(v->config, v->state, &a, VIEWER_ALL, &text);
    buf_add_byte(&text, '\0');
    play_say(area.top, area.left, area.cols, STYLE_STRONG, v->language, MSG_PLAY_WORDGAME_HINT,
             "%s\t%d", buf_ok(&text) ? text.at : "", (int)report.points);
    buf_release(&text);
}

// Draws the bag at the right end and shrinks the area accordingly.
static void draw_bag(const struct play_view *v, struct rect *area)
{
    struct buf text = {0};
    bag_text(v, &text);
    int cols = text_columns(buf_text(&text));
    area->cols -= cols;
    screen_text(area->top, area->left + area->cols, cols, STYLE_DIM, buf_text(&text));
    area->cols -= 1;
    buf_release(&text);
}

static void wordgame_play_line(void *own, const struct play_view *v, struct rect area)
{
    const struct wordgame_play *p = own;
    if (p->tells_bag)
        draw_bag(v, &area);
    int col = v->acts ? draw_rack(p, v, area) : area.left;
    struct rect rest = {area.top, col, area.rows, area.left + area.cols - col};
    if (p->hinted)
        hint_line(p, v, rest);
    else if (p->laid)
        word_line(p, v, rest);
    else
        play_say(rest.top, rest.left, rest.cols, STYLE_PLAIN, v->language,
                 p->exchanging ? MSG_PLAY_WORDGAME_EXCHANGING : MSG_PLAY_WORDGAME_CHOOSE, "%s", "");
}

static enum message wordgame_play_keys(void *own, const struct play_view *v)
{
    const struct wordgame_play *p = own;
    if (p->hinted)
        return MSG_PLAY_BALDA_KEYS_HINT;
    if (p->exchanging)
        return MSG_PLAY_WORDGAME_KEYS_EXCHANGE;
    if (p->laid)
        return MSG_PLAY_WORDGAME_KEYS_WORD;
    return wordgame_state(v->state)->set.exchange ? MSG_PLAY_WORDGAME_KEYS_CHOOSE
                                                  : MSG_PLAY_WORDGAME_KEYS_PLAIN;
}

// The position of a word; for an exchange only the number of tiles, since the tiles are hidden.
static void wordgame_play_describe(const struct config *c, const struct state *before,
                                   const struct action *a, enum language language,
                                   struct play_text *out)
{
    struct buf count = {0};
    if (a->kind != WORDGAME_EXCHANGE) {
        struct buf text = {0};
        c->rules->format(c, before, a, VIEWER_PUBLIC, &text);
        struct text rest = buf_text(&text);
        buf_add_text(&out->how, text_cut(&rest, ':'));
        buf_release(&text);
        return;
    }
    buf_printf(&count, "%u", a->len);
    message_fill(&out->what, MSG_PLAY_WORDGAME_EXCHANGED, language, buf_text(&count));
    buf_release(&count);
}

// Draws are hidden information.
static bool wordgame_play_chance(const struct config *c, const struct action *a, struct report *out)
{
    (void)c;
    (void)a;
    (void)out;
    return false;
}

static const struct play_setting settings[] = {
    {"exchange", "on", MSG_NAMED_EXCHANGE},
    {"exchange", "off", MSG_NAMED_NO_EXCHANGE},
    {"sweep", "move", MSG_NAMED_SWEEP},
    {"board", PLAY_OWN, MSG_NAMED_OWN_BOARD},
    {"board", NULL, MSG_NAMED_BOARD},
    {"offensive", "forbid", MSG_PLAY_SET_NO_OFFENCE},
    {"obsolete", "allow", MSG_PLAY_SET_OBSOLETE},
    {NULL, NULL, 0},
};

extern const struct play_game wordgame_terminal;
const struct play_game wordgame_terminal = {
    .rules = "wordgame",
    .open = wordgame_play_open,
    .renew = wordgame_play_renew,
    .event = wordgame_play_event,
    .suggest = wordgame_play_suggest,
    .draw = wordgame_play_draw,
    .line = wordgame_play_line,
    .keys = wordgame_play_keys,
    .describe = wordgame_play_describe,
    .chance = wordgame_play_chance,
    .help = MSG_PLAY_WORDGAME_HELP,
    .settings = settings,
    .exchange = &wordgame_gcg,
};
