// Bali in the terminal: choose columns one after the other, or type what they spell.
#include "cli/terminal/game.h"

#include "base/utf8.h"
#include "games/bali/moves.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPED = 96, CARD_COLS = 4, CARD_MOST = 6 };

// Width of the name of a horizontal column; rows that suffice for most vertical ones.
enum { NAME_COLS = 4, STANDING_ROOM = 6 };

struct bali_play {
    unsigned cursor;        // a place
    struct bali_move draft; // the join so far, from the top
    char typed[TYPED + 1];
    size_t typed_len;
    bool hinted;      // the draft is a hint, or the cursor stands on one
    struct rect area; // as last drawn, to locate clicks
    int pitch, band;
    unsigned across; // horizontal columns per line, read from the left; 0: columns are vertical
};

static void *bali_play_open(const struct config *c)
{
    (void)c;
    return calloc(1, sizeof(struct bali_play));
}

static void forget_draft(struct bali_play *p)
{
    p->draft = (struct bali_move){.kind = BALI_JOIN};
    p->typed_len = 0;
    p->typed[0] = '\0';
    p->hinted = false;
}

// The cursor stays on its column. If that is gone, it moves to a column of the seat to act.
static void bali_play_renew(void *own, const struct play_view *v)
{
    struct bali_play *p = own;
    const struct bali_state *b = bali_state(v->state);
    forget_draft(p);
    if (v->acts && p->cursor / BALI_ROW != v->seat)
        p->cursor = v->seat * BALI_ROW;
    for (unsigned i = 0; i < BALI_PLACES && !b->column[p->cursor].len; i++)
        if (b->column[(v->seat * BALI_ROW + i) % BALI_PLACES].len)
            p->cursor = (v->seat * BALI_ROW + i) % BALI_PLACES;
}

static bool bali_play_suggest(void *own, const struct action *move)
{
    struct bali_play *p = own;
    struct bali_move m;
    if ((move->kind != BALI_JOIN && move->kind != BALI_TAKE) || !bali_move_decode(move, &m))
        return false;
    forget_draft(p);
    p->hinted = true;
    if (m.count == 1)
        p->cursor = m.place[0];
    else
        p->draft = m;
    return true;
}

static enum play_reply cannot(struct reason *why, enum message what, unsigned place)
{
    reason_set(why, 0, what, "%c%u", seat_letter(place / BALI_ROW), place % BALI_ROW + 1);
    return REPLY_REFUSED;
}

// ---- choosing columns ----

static bool in_draft(const struct bali_play *p, unsigned place, unsigned *at)
{
    for (*at = 0; *at < p->draft.count; ++*at)
        if (p->draft.place[*at] == place)
            return true;
    return false;
}

static enum play_reply add_column(struct bali_play *p, const struct bali_state *b, unsigned place,
                                  struct reason *why)
{
    const struct bali_column *column = &b->column[place];
    unsigned at;
    if (p->hinted)
        forget_draft(p);
    if (!column->len)
        return cannot(why, MSG_BALI_NO_COLUMN, place);
    if (in_draft(p, place, &at))
        return cannot(why, MSG_BALI_TWICE, place);
    if (p->draft.count == BALI_PARTS)
        return cannot(why, MSG_BALI_LONG, place);
    bool open = bali_open_letters(b, column);
    p->draft.place[p->draft.count] = (uint8_t)place;
    p->draft.settle[p->draft.count++] = open ? b->pack.own[column->card[0]] : 0;
    p->cursor = place;
    return REPLY_TAKEN;
}

// Arrows move between columns and rows. Horizontal columns form one list.
static enum play_reply go(struct bali_play *p, const struct play_view *v, uint32_t press)
{
    unsigned row = bali_state(v->state)->set.row, all = v->config->seats * row;
    unsigned seat = p->cursor / BALI_ROW, at = seat * row + p->cursor % BALI_ROW;
    bool back = press == PRESS_LEFT || press == PRESS_UP;
    bool sideways = press == PRESS_LEFT || press == PRESS_RIGHT;
    unsigned step = sideways ? (p->across == 1 ? row : 1) : (p->across ? p->across : row);
    if (sideways && !p->across)
        at = seat * row + (at + (back ? row - 1 : 1) - seat * row) % row;
    else
        at = (at + (back ? all - step : step)) % all;
    p->cursor = at / row * BALI_ROW + at % row;
    return REPLY_TAKEN;
}

static enum play_reply back(struct bali_play *p)
{
    if (p->typed_len) {
        while (p->typed_len && ((unsigned char)p->typed[--p->typed_len] & 0xC0) == 0x80)
            ;
        p->typed[p->typed_len] = '\0';
    } else if (p->draft.count) {
        p->draft.count--;
    } else {
        return REPLY_IGNORED;
    }
    p->hinted = false;
    return REPLY_TAKEN;
}

// The letters that the last card of the draft may be settled as; 0: it is not open.
static uint32_t open_card(const struct bali_play *p, const struct bali_state *b)
{
    const struct bali_move *m = &p->draft;
    return m->count && !p->hinted ? bali_open_letters(b, &b->column[m->place[m->count - 1]]) : 0;
}

// ---- typing ----

// The join, or the column, that spells the typed letters.
struct wanted {
    struct word word;
    const uint8_t *place;
    struct action *move;
};

static bool is_other(void *context, const struct bali_join *join)
{
    struct wanted *w = context;
    if (join->length != w->word.len || memcmp(join->run, w->word.letter, join->length) != 0)
        return true;
    struct bali_move m = bali_join_move(join, w->place);
    *w->move = bali_move_encode(&m, w->move->seat);
    return false;
}

static bool same_letters(const struct bali_column *column, const struct word *w)
{
    return column->len == w->len && memcmp(column->letter, w->letter, w->len) == 0;
}

static bool spelled(const struct play_view *v, const struct word *w, struct action *move)
{
    const struct bali_state *b = bali_state(v->state);
    struct bali_part part[BALI_PARTS];
    uint8_t place[BALI_PARTS];
    uint32_t own;
    unsigned count = bali_parts(b, v->seat, part, place, &own);
    struct wanted wanted = {*w, place, move};
    action_begin(move, BALI_TAKE, v->seat);
    for (unsigned i = 0; i < BALI_ROW; i++)
        if (same_letters(&b->column[v->seat * BALI_ROW + i], w)) {
            return action_put(move, v->seat * BALI_ROW + i);
        }
    return !bali_joins(&v->config->lexicon->graph, part, count, own, is_other, &wanted);
}

// Column names in capitals, all else in lower case, as move texts have them.
static void normalise(const struct bali_play *p, bool columns, char out[TYPED + 1])
{
    snprintf(out, TYPED + 1, "%s", p->typed);
    for (char *c = out; *c; c++)
        *c = (char)(columns && strncasecmp(out, "take", 4) != 0 ? toupper((unsigned char)*c)
                                                                : tolower((unsigned char)*c));
    if (strncmp(out, "take", 4) == 0)
        for (char *c = out + 4; *c; c++)
            *c = (char)toupper((unsigned char)*c);
}

// A join becomes a take of its word; the rules say who may do that.
static void take_at_once(struct action *move)
{
    if (move->kind == BALI_JOIN)
        move->kind = BALI_TAKE;
}

static enum play_reply as_text(const struct play_view *v, const char *text, struct action *move,
                               struct reason *why)
{
    const struct config *c = v->config;
    bool ok = c->rules->parse(c, v->state, v->seat, text_of(text), move, why) &&
              c->rules->check(c, v->state, move, why);
    return ok ? REPLY_ACT : REPLY_REFUSED;
}

// The typed text is a move if it names columns, else a command, else letters that columns spell.
// `done` is not a command here, since it may be a word; it is in the menu. `!` behind letters takes
// the word at once.
static enum play_reply play_typed(const struct bali_play *p, const struct play_view *v,
                                  struct action *move, struct reason *why)
{
    const struct config *c = v->config;
    char text[TYPED + 1];
    struct word w;
    bool columns = strpbrk(p->typed, "123456789") != NULL;
    normalise(p, columns, text);
    if (columns)
        return as_text(v, text, move, why);
    if (bali_state(v->state)->challenge.challenger != BALI_NOBODY) {
        char name[TYPED + 8];
        snprintf(name, sizeof name, "name %s", text);
        return as_text(v, name, move, why);
    }
    if (strcmp(text, "pass") == 0 || strcmp(text, "challenge") == 0)
        return as_text(v, text, move, why);
    struct text letters = text_of(p->typed);
    bool takes = text_ends(letters, "!");
    if (!alphabet_fold(&c->lexicon->alphabet, text_head(letters, letters.len - takes), &w, why))
        return REPLY_REFUSED;
    if (!spelled(v, &w, move)) {
        reason_set(why, 0, MSG_PLAY_BALI_NOT_SPELLED, "%s", p->typed);
        return REPLY_REFUSED;
    }
    if (takes)
        take_at_once(move);
    return c->rules->check(c, v->state, move, why) ? REPLY_ACT : REPLY_REFUSED;
}

static enum play_reply type(struct bali_play *p, uint32_t code)
{
    char bytes[UTF8_MAX];
    size_t n = utf8_put(code, bytes);
    if (p->typed_len + n > TYPED)
        return REPLY_TAKEN;
    if (p->hinted)
        forget_draft(p);
    p->draft = (struct bali_move){.kind = BALI_JOIN};
    memcpy(p->typed + p->typed_len, bytes, n);
    p->typed[p->typed_len += n] = '\0';
    return REPLY_TAKEN;
}

// ---- events ----

// Plays the typed text, the chosen columns, or a take of the column under the cursor.
static enum play_reply confirm(struct bali_play *p, const struct play_view *v, struct action *move,
                               struct reason *why)
{
    const struct config *c = v->config;
    if (p->typed_len) {
        enum play_reply reply = play_typed(p, v, move, why);
        if (reply == REPLY_REFUSED)
            forget_draft(p);
        return reply;
    }
    if (p->draft.count == 1)
        return cannot(why, MSG_BALI_ONE_COLUMN, p->cursor);
    *move = p->draft.count ? bali_move_encode(&p->draft, v->seat)
                           : action_of(BALI_TAKE, v->seat, &(uint8_t){(uint8_t)p->cursor}, 1);
    return c->rules->check(c, v->state, move, why) ? REPLY_ACT : REPLY_REFUSED;
}

static enum play_reply on_press(struct bali_play *p, const struct play_view *v, uint32_t press,
                                struct action *move, struct reason *why)
{
    if (press <= PRESS_RIGHT)
        return go(p, v, press);
    if (press == PRESS_ENTER)
        return confirm(p, v, move, why);
    if (press == PRESS_BACK)
        return back(p);
    if (press != PRESS_ESCAPE || (!p->draft.count && !p->typed_len && !p->hinted))
        return REPLY_IGNORED;
    forget_draft(p);
    return REPLY_TAKEN;
}

static enum play_reply on_char(struct bali_play *p, const struct play_view *v, uint32_t code,
                               struct action *move, struct reason *why)
{
    const struct bali_state *b = bali_state(v->state);
    uint8_t letter = alphabet_letter(&v->config->lexicon->alphabet, code);
    if (code == ' ' && !p->typed_len)
        return add_column(p, b, p->cursor, why);
    if (code == '!' && p->draft.count > 1 && v->config->seats == 1) {
        *move = bali_move_encode(&p->draft, v->seat);
        take_at_once(move);
        return v->config->rules->check(v->config, v->state, move, why) ? REPLY_ACT : REPLY_REFUSED;
    }
    if (code == '!' && !p->typed_len)
        return as_text(v, "challenge", move, why);
    if (code == '?')
        return REPLY_IGNORED;
    if (letter && !p->typed_len && open_card(p, b) & graph_bit(letter)) {
        p->draft.settle[p->draft.count - 1] = letter;
        return REPLY_TAKEN;
    }
    return code > ' ' || p->typed_len ? type(p, code) : REPLY_IGNORED;
}

// The column at a screen position, or -1.
static int column_at(const struct bali_play *p, const struct play_view *v, int row, int col)
{
    if (!p->band || !p->pitch || row <= p->area.top || col < p->area.left + 1)
        return -1;
    unsigned down = (unsigned)(row - p->area.top - 1), seat = down / (unsigned)p->band;
    unsigned number = (unsigned)(col - p->area.left - 1) / (unsigned)p->pitch;
    if (p->across && number >= p->across)
        return -1;
    number += p->across * (down % (unsigned)p->band);
    return seat < v->config->seats && number < bali_state(v->state)->set.row
               ? (int)(seat * BALI_ROW + number)
               : -1;
}

// Moves the cursor to the place of the joined column.
static void follow(struct bali_play *p, const struct action *move)
{
    struct bali_move m;
    if (move->kind == BALI_JOIN && bali_move_decode(move, &m))
        p->cursor = bali_home(m.place, move->seat);
}

static enum play_reply bali_play_event(void *own, const struct play_view *v, const struct event *e,
                                       struct action *move, struct reason *why)
{
    struct bali_play *p = own;
    int place = e->kind == EVENT_CLICK ? column_at(p, v, e->row, e->col) : -1;
    if (e->kind == EVENT_PRESS) {
        enum play_reply reply = on_press(p, v, e->code, move, why);
        if (reply == REPLY_ACT)
            follow(p, move);
        return reply;
    }
    if (e->kind == EVENT_CHAR)
        return on_char(p, v, e->code, move, why);
    return place >= 0 ? add_column(p, bali_state(v->state), (unsigned)place, why) : REPLY_IGNORED;
}

// ---- drawing ----

// "P¹", with a star before a joker.
static void print_card(const struct play_view *v, const struct bali_column *column, unsigned i,
                       struct buf *out)
{
    static const char *const small[] = {"⁰", "¹", "²", "³", "⁴", "⁵"};
    const struct bali_pack *pack = &bali_state(v->state)->pack;
    unsigned kind = column->card[i];
    bool joker = !pack->own[kind];
    if (joker)
        buf_add_byte(out, '*');
    if (column->letter[i]) {
        struct word w = {1, {column->letter[i]}};
        alphabet_print(&v->config->lexicon->alphabet, &w, out);
    } else if (!joker) {
        bali_pack_print(pack, kind, out);
    }
    buf_add_string(out, small[pack->value[kind] % 6]);
}

// The letters of a column; open cards as they are printed.
static void print_letters(const struct play_view *v, const struct bali_column *column,
                          struct buf *out)
{
    for (unsigned i = 0; i < column->len; i++) {
        struct word w = {1, {column->letter[i]}};
        if (column->letter[i])
            alphabet_print(&v->config->lexicon->alphabet, &w, out);
        else
            bali_pack_print(&bali_state(v->state)->pack, column->card[i], out);
    }
}

// Joining moves columns, so the column of a move in the log is found by its letters.
static bool has_run(const struct bali_column *column, const struct word *run)
{
    struct word letters = bali_letters(column);
    for (unsigned i = 0; run->len && i + run->len <= letters.len; i++)
        if (memcmp(letters.letter + i, run->letter, run->len) == 0)
            return true;
    return false;
}

static enum style column_style(const struct bali_play *p, const struct play_view *v, unsigned place,
                               const struct report *marked)
{
    unsigned at;
    if (marked && has_run(&bali_state(v->state)->column[place], &marked->run))
        return STYLE_LOG;
    if (in_draft(p, place, &at))
        return p->hinted ? STYLE_HINT : STYLE_TRACE;
    if (p->hinted && !p->draft.count && place == p->cursor)
        return STYLE_HINT;
    if (v->acts && !marked && place == p->cursor)
        return STYLE_CURSOR;
    return bali_state(v->state)->column[place].len ? STYLE_TILE : STYLE_PLAIN;
}

// The name of the column, with its number in the join behind it.
static void draw_name(const struct bali_play *p, unsigned place, int row, int col, enum style style)
{
    char text[16];
    unsigned at;
    bool drafted = in_draft(p, place, &at);
    snprintf(text, sizeof text, drafted ? "%c%u%c" : "%c%u", seat_letter(place / BALI_ROW),
             place % BALI_ROW + 1, (int)('a' + at));
    screen_text(row, col, p->pitch, style == STYLE_TILE ? STYLE_DIM : style, text_of(text));
}

// Cards side by side: with their values, or just the letters, or as many as fit.
static void draw_lying(const struct bali_play *p, const struct play_view *v, unsigned place,
                       const struct report *marked)
{
    const struct bali_column *column = &bali_state(v->state)->column[place];
    unsigned number = place % BALI_ROW;
    int row = p->area.top + 1 + (int)(place / BALI_ROW) * p->band + (int)(number / p->across);
    int col = p->area.left + 1 + (int)(number % p->across) * p->pitch;
    int room = p->pitch - NAME_COLS - 1;
    enum style style = column_style(p, v, place, marked);
    struct buf cards = {0};
    for (unsigned i = 0; i < column->len; i++)
        print_card(v, column, i, &cards);
    if (text_columns(buf_text(&cards)) > room) {
        buf_clear(&cards);
        print_letters(v, column, &cards);
    }
    bool whole = text_columns(buf_text(&cards)) <= room;
    draw_name(p, place, row, col, style);
    col += NAME_COLS;
    col += screen_text(row, col, whole ? room : room - 1, style, buf_text(&cards));
    if (!whole)
        screen_text(row, col, 1, STYLE_DIM, TEXT("…"));
    buf_release(&cards);
}

// Cards one below the other; the last line of a column that is too long counts the others.
static void draw_standing(const struct bali_play *p, const struct play_view *v, unsigned place,
                          const struct report *marked)
{
    const struct bali_column *column = &bali_state(v->state)->column[place];
    int row = p->area.top + 1 + (int)(place / BALI_ROW) * p->band;
    int col = p->area.left + 1 + (int)(place % BALI_ROW) * p->pitch;
    unsigned room = (unsigned)p->band - 2;
    enum style style = column_style(p, v, place, marked);
    draw_name(p, place, row, col, style);
    for (unsigned i = 0; i < column->len && i < room; i++) {
        struct buf card = {0};
        if (i == room - 1 && column->len > room)
            buf_printf(&card, "+%u", column->len - i);
        else
            print_card(v, column, i, &card);
        screen_field(row + 1 + (int)i, col, p->pitch - 1, style, buf_text(&card));
        buf_release(&card);
    }
}

// Columns are vertical if all of them fit and have room to grow. Otherwise they are horizontal, one
// or two to a line: with three or four players a small terminal has too few rows.
static bool have_to_lie(const struct bali_play *p, const struct play_view *v)
{
    const struct bali_state *b = bali_state(v->state);
    int room = p->band - 2;
    bool crowded = room < STANDING_ROOM;
    for (unsigned place = 0; place < BALI_PLACES; place++)
        crowded |= b->column[place].len > room;
    return crowded;
}

static void fit_standing(struct bali_play *p, unsigned seats, unsigned row)
{
    p->across = 0;
    p->band = (p->area.rows - 1) / (int)seats;
    p->pitch = (p->area.cols - 1) / (int)row;
    p->pitch = p->pitch > CARD_MOST ? CARD_MOST : p->pitch < CARD_COLS ? CARD_COLS : p->pitch;
}

// With an empty line between players, if there is room.
static void fit_lying(struct bali_play *p, unsigned seats, unsigned row)
{
    p->across = seats * row < (unsigned)p->area.rows ? 1 : 2;
    unsigned lines = (row + p->across - 1) / p->across;
    bool gaps = seats * (lines + 1) <= (unsigned)p->area.rows;
    p->band = (int)(lines + gaps);
    p->pitch = (p->area.cols - 1) / (int)p->across;
}

static void bali_play_draw(void *own, const struct play_view *v, struct rect area,
                           const struct report *marked)
{
    struct bali_play *p = own;
    const struct bali_state *b = bali_state(v->state);
    unsigned row = b->set.row;
    p->area = area;
    fit_standing(p, v->config->seats, row);
    if (have_to_lie(p, v))
        fit_lying(p, v->config->seats, row);
    play_say(area.top, area.left + 1, area.cols - 1, STYLE_DIM, v->language, MSG_PLAY_BALI_DECK,
             "%u", b->in_deck);
    for (unsigned seat = 0; seat < v->config->seats; seat++)
        for (unsigned i = 0; i < row; i++)
            (p->across ? draw_lying : draw_standing)(p, v, seat * BALI_ROW + i, marked);
}

// ---- the line below ----

static int say_letters(const struct play_view *v, struct rect area,
                       const struct bali_column *column)
{
    const struct bali_state *b = bali_state(v->state);
    struct buf text = {0};
    print_letters(v, column, &text);
    if (bali_takable(v->config, b, column))
        buf_printf(&text, "  +%d", (int)bali_points(b, column));
    int used = screen_text(area.top, area.left, area.cols, STYLE_STRONG, buf_text(&text));
    buf_release(&text);
    return area.left + used + 2;
}

// What Enter does with a legal draft.
static enum message offer_of(const struct play_view *v, const struct bali_move *m,
                             const struct bali_column *joined)
{
    if (m->kind == BALI_TAKE)
        return MSG_PLAY_BALI_TAKES_AT_ONCE;
    bool alone = v->config->seats == 1;
    return alone && bali_takable(v->config, bali_state(v->state), joined) ? MSG_PLAY_BALI_EITHER
                                                                          : MSG_PLAY_BALI_JOINS;
}

// Shows the word that the chosen columns spell, and whether it is legal.
static void draft_line(const struct bali_play *p, const struct play_view *v, struct rect area)
{
    const struct bali_state *b = bali_state(v->state);
    struct bali_column joined;
    const struct bali_move *m = &p->draft;
    struct action a = bali_move_encode(m, v->seat);
    struct reason why = {0};
    struct buf text = {0};
    if (!bali_move_column(b, m, &joined))
        return;
    int col = say_letters(v, area, &joined), room = area.left + area.cols - col;
    bool good = m->count > 1 && v->config->rules->check(v->config, v->state, &a, &why);
    if (good)
        message_fill(&text, offer_of(v, m, &joined), v->language, TEXT(""));
    else if (open_card(p, b) && !m->settle[m->count - 1])
        message_fill(&text, MSG_PLAY_BALI_SAY_LETTER, v->language, TEXT(""));
    else if (m->count > 1)
        reason_word(&why, v->language, &text);
    screen_text(area.top, col, room, good ? STYLE_GOOD : STYLE_DIM, buf_text(&text));
    buf_release(&text);
}

static void cursor_line(const struct bali_play *p, const struct play_view *v, struct rect area)
{
    const struct bali_state *b = bali_state(v->state);
    const struct bali_column *column = &b->column[p->cursor];
    bool own = p->cursor / BALI_ROW == v->seat;
    if (column->len < 2) {
        enum message what = bali_must_finish(b->set.seats, b->in_deck) ? MSG_PLAY_BALI_FINISH
                                                                       : MSG_PLAY_BALI_CHOOSE;
        play_say(area.top, area.left, area.cols, STYLE_PLAIN, v->language, what, "%s", "");
        return;
    }
    int col = say_letters(v, area, column);
    if (own && bali_takable(v->config, b, column))
        play_say(area.top, col, area.left + area.cols - col, STYLE_GOOD, v->language,
                 MSG_PLAY_BALI_TAKES, "%s", "");
}

static void bali_play_line(void *own, const struct play_view *v, struct rect area)
{
    const struct bali_play *p = own;
    const struct bali_state *b = bali_state(v->state);
    struct buf text = {0};
    if (p->typed_len) {
        buf_printf(&text, "> %s_", p->typed);
        screen_text(area.top, area.left, area.cols, STYLE_STRONG, buf_text(&text));
    } else if (b->challenge.challenger != BALI_NOBODY) {
        struct word run = bali_challenged_run(b);
        alphabet_print(&v->config->lexicon->alphabet, &run, &text);
        buf_add_byte(&text, '\0');
        play_say(area.top, area.left, area.cols, STYLE_STRONG, v->language, MSG_PLAY_BALI_NAME,
                 "%s", buf_ok(&text) ? text.at : "");
    } else if (p->draft.count) {
        draft_line(p, v, area);
    } else {
        cursor_line(p, v, area);
    }
    buf_release(&text);
}

static enum message bali_play_keys(void *own, const struct play_view *v)
{
    const struct bali_play *p = own;
    const struct bali_challenge *d = &bali_state(v->state)->challenge;
    if (p->typed_len || d->challenger != BALI_NOBODY)
        return MSG_PLAY_BALI_KEYS_TYPE;
    if (p->draft.count)
        return MSG_PLAY_BALI_KEYS_JOIN;
    return d->count ? MSG_PLAY_BALI_KEYS_DOUBT : MSG_PLAY_BALI_KEYS_CHOOSE;
}

// ---- the log ----

// A join is in parentheses, since it scores nothing; other moves are in record notation.
static void bali_play_describe(const struct config *c, const struct state *before,
                               const struct action *a, enum language language,
                               struct play_text *out)
{
    struct bali_move m;
    struct bali_column joined;
    (void)language;
    if (a->kind == BALI_JOIN && bali_move_decode(a, &m) &&
        bali_move_column(bali_state(before), &m, &joined)) {
        struct word w = bali_letters(&joined);
        buf_add_byte(&out->what, '(');
        alphabet_print(&c->lexicon->alphabet, &w, &out->what);
        buf_add_byte(&out->what, ')');
    } else if (a->kind == BALI_TAKE) {
        c->rules->format(c, before, a, VIEWER_ALL, &out->how);
    } else {
        c->rules->format(c, before, a, VIEWER_ALL, &out->what);
    }
}

// Deals are not logged: they are visible on the table.
static bool bali_play_chance(const struct config *c, const struct action *a, struct report *out)
{
    (void)c;
    (void)a;
    (void)out;
    return false;
}

static const struct play_setting settings[] = {
    {"challenge", "on", MSG_PLAY_SET_CHALLENGE},
    {"recall", "on", MSG_PLAY_SET_RECALL},
    {"min_word", NULL, MSG_PLAY_SET_MIN_WORD},
    {"bali_bonus", NULL, MSG_NAMED_BALI},
    {"offensive", "forbid", MSG_PLAY_SET_NO_OFFENCE},
    {"obsolete", "allow", MSG_PLAY_SET_OBSOLETE},
    {NULL, NULL, 0},
};

extern const struct play_game bali_terminal;
const struct play_game bali_terminal = {
    .rules = "bali",
    .open = bali_play_open,
    .renew = bali_play_renew,
    .event = bali_play_event,
    .suggest = bali_play_suggest,
    .draw = bali_play_draw,
    .line = bali_play_line,
    .keys = bali_play_keys,
    .describe = bali_play_describe,
    .chance = bali_play_chance,
    .stop = "done",
    .help = MSG_PLAY_BALI_HELP,
    .settings = settings,
};
