// Draws the screen of a session, from top to bottom.
#include "cli/terminal/session.h"

#include "base/utf8.h"
#include "cli/game.h"

#include <stdio.h>
#include <string.h>

static enum language tongue(const struct session *s)
{
    return s->cli->language;
}

void session_name(const struct session *s, unsigned seat, struct buf *out)
{
    char level[16];
    if (s->level[seat]) {
        snprintf(level, sizeof level, "%u", s->level[seat]);
        message_fill(out, MSG_PLAY_COMPUTER, tongue(s), text_of(level));
    } else if (session_people(s) == 1) {
        message_fill(out, MSG_PLAY_YOU, tongue(s), TEXT(""));
    } else {
        game_print_player(s->record, seat, out);
    }
}

// Between one person and the computer: "You win! (the board is full)".
static void print_verdict(const struct session *s, const struct outcome *o, bool won,
                          struct buf *out)
{
    const char *why = game_reason_text(o, tongue(s));
    if (o->reason == END_RESIGNATION)
        why = message_text(won ? MSG_PLAY_COMPUTER_GAVE_UP : MSG_PLAY_YOU_GAVE_UP, tongue(s));
    buf_printf(out, "%s (%s)", message_text(won ? MSG_PLAY_YOU_WIN : MSG_PLAY_YOU_LOSE, tongue(s)),
               why);
}

// The outcome, capitalized as a sentence.
static void print_outcome(const struct session *s, struct buf *out)
{
    struct buf text = {0};
    char first[UTF8_MAX];
    uint32_t code;
    game_print_outcome(s->record, tongue(s), &text);
    struct text rest = buf_text(&text);
    if (utf8_next(&rest, &code))
        buf_add(out, first, utf8_put(utf8_upper(code), first));
    buf_add_text(out, rest);
    buf_release(&text);
}

void session_print_result(const struct session *s, struct buf *out)
{
    const struct config *c = &s->record->config;
    struct outcome o;
    unsigned humans = 0;
    c->rules->outcome(c, &s->record->state, &o);
    for (unsigned seat = 0; seat < c->seats; seat++)
        humans |= s->level[seat] ? 0 : 1u << seat;
    bool decided = !o.draw && o.winners && !(o.winners & (o.winners - 1));
    if (decided && c->seats > 1 && session_people(s) == 1)
        print_verdict(s, &o, o.winners & humans, out);
    else
        print_outcome(s, out);
}

// The name of the game and its non-default settings.
static void draw_title(const struct session *s, struct rect area)
{
    const struct config *c = &s->record->config;
    struct buf text = {0};
    buf_printf(&text, " %s · %s", play_game_name(c, tongue(s)), c->lexicon_name);
    for (unsigned i = 0; i < c->settings; i++)
        if (config_is_notable(c, i)) {
            buf_add_string(&text, " · ");
            play_print_setting(c, i, tongue(s), &text);
        }
    screen_field(area.top, area.left, area.cols, STYLE_TITLE, buf_text(&text));
    struct text file = text_of(s->path);
    int room = area.cols - text_columns(buf_text(&text)) - 4;
    if (file.len && text_columns(file) <= room)
        screen_text(area.top, area.left + area.cols - text_columns(file) - 1, room, STYLE_TITLE,
                    file);
    buf_release(&text);
}

// The mark of the seat to act; animated while the computer thinks.
static const char *turn_mark(const struct session *s)
{
    static const char *const turning[] = {"◐", "◓", "◑", "◒"};
    return s->thinker.busy && !s->hinting ? turning[s->ticks / 2 % 4] : "▶";
}

static void draw_scores(const struct session *s, struct rect area)
{
    const struct config *c = &s->record->config;
    unsigned acting = c->rules->to_act(c, &s->record->state);
    int32_t score[SEATS_MAX];
    c->rules->score(c, &s->record->state, score);
    for (unsigned seat = 0; seat < c->seats; seat++) {
        int row = area.top + (int)seat;
        bool acts = acting >> seat & 1;
        enum style style = acts ? STYLE_STRONG : STYLE_PLAIN;
        struct buf name = {0};
        char points[16];
        int width = snprintf(points, sizeof points, "%4d", (int)score[seat]);
        buf_printf(&name, "%s %c ", acts ? turn_mark(s) : " ", seat_letter(seat));
        session_name(s, seat, &name);
        screen_text(row, area.left, area.cols - width, style, buf_text(&name));
        screen_text(row, area.left + area.cols - width, width, style, text_of(points));
        buf_release(&name);
    }
}

// Takes the next entry of a list of keys: entries are separated by two spaces, and the first word
// of each is the key.
static bool next_key(struct text *rest, struct text *key, struct text *use)
{
    size_t end = text_find_string(*rest, "  ");
    *use = text_head(*rest, end);
    *rest = text_trim(text_from(*rest, end));
    *key = text_cut(use, ' ');
    return key->len > 0;
}

// Returns the rows that the keys take, and draws them if `draw` is true. `pad` is the number of
// spaces around each key.
static int put_keys(struct rect area, const char *keys, int pad, bool draw)
{
    struct text rest = text_of(keys), key, use;
    int row = 0, col = 1;
    while (next_key(&rest, &key, &use)) {
        int wide = text_columns(key) + 1 + text_columns(use) + 2 * pad;
        if (col > 1 && col + wide > area.cols) {
            row++;
            col = 1;
        }
        if (draw && row < area.rows) {
            struct rect field = {area.top + row, area.left + col, 1, text_columns(key) + 2 * pad};
            screen_fill(field, STYLE_KEY);
            screen_text(field.top, field.left + pad, field.cols, STYLE_KEY, key);
            screen_text(field.top, field.left + field.cols + 1, area.cols - col, STYLE_DIM, use);
        }
        col += wide + 2 - pad;
    }
    return row + 1;
}

static void draw_keys(struct rect area, const char *keys)
{
    int pad = put_keys(area, keys, 1, false) <= area.rows;
    put_keys(area, keys, pad, true);
}

static enum message keys_now(const struct session *s, const struct play_view *v)
{
    if (s->asks == ASKS_MENU)
        return MSG_PLAY_KEYS_MENU;
    if (s->asks == ASKS_QUIT && s->unsaved)
        return MSG_PLAY_KEYS_QUIT;
    if (s->asks)
        return MSG_PLAY_KEYS_YES_NO;
    if (!s->in_log && s->thinker.busy && !s->hinting)
        return MSG_PLAY_KEYS_WAIT;
    if (!s->in_log && session_covered(s))
        return MSG_COVER_KEYS;
    if (s->in_log || !v->acts)
        return session_over(s) ? MSG_PLAY_KEYS_OVER : MSG_PLAY_KEYS_LOG;
    return s->game->keys(s->own, v);
}

// Asks for the terminal to be handed to the next player.
static void draw_next(const struct session *s, unsigned seat, struct rect area)
{
    struct buf name = {0}, text = {0};
    session_name(s, seat, &name);
    message_fill(&text, MSG_COVER_NEXT, tongue(s), buf_text(&name));
    screen_text(area.top, area.left, area.cols, STYLE_STRONG, buf_text(&text));
    buf_release(&text);
    buf_release(&name);
}

static void draw_line(const struct session *s, const struct play_view *v, struct rect area)
{
    const struct log_entry *chosen = log_chosen(&s->log);
    struct buf text = {0};
    if (session_over(s)) {
        session_print_result(s, &text);
        screen_text(area.top, area.left, area.cols, STYLE_STRONG, buf_text(&text));
    } else if (s->in_log && chosen) {
        if (chosen->number)
            buf_printf(&text, "%c ", seat_letter(chosen->seat));
        buf_add_string(&text, chosen->move);
        screen_text(area.top, area.left, area.cols, STYLE_PLAIN, buf_text(&text));
    } else if (session_covered(s)) {
        draw_next(s, v->seat, area);
    } else if (v->acts) {
        s->game->line(s->own, v, area);
    } else {
        play_say(area.top, area.left, area.cols, STYLE_STRONG, tongue(s), MSG_PLAY_THINKING, "%s",
                 "");
    }
    buf_release(&text);
}

static void draw_note(const struct session *s, struct rect area)
{
    static const enum message questions[] = {[ASKS_MENU] = MSG_PLAY_MENU,
                                             [ASKS_QUIT] = MSG_PLAY_ASK_QUIT,
                                             [ASKS_RESIGN] = MSG_PLAY_ASK_RESIGN,
                                             [ASKS_PASS] = MSG_PLAY_ASK_PASS};
    enum message question = questions[s->asks];
    if (s->asks == ASKS_QUIT && s->unsaved)
        question = MSG_PLAY_ASK_QUIT_UNSAVED;
    if (s->asks)
        play_say(area.top, area.left, area.cols, STYLE_STRONG, tongue(s), question, "%s", "");
    else
        screen_text(area.top, area.left, area.cols, s->note_style, buf_text(&s->note));
}

static void write_result(const struct session *s, struct buf *out)
{
    const struct config *c = &s->record->config;
    int32_t score[SEATS_MAX];
    c->rules->score(c, &s->record->state, score);
    session_print_result(s, out);
    buf_add_string(out, "\n\n");
    for (unsigned seat = 0; seat < c->seats; seat++) {
        const struct log_entry *best = NULL;
        for (unsigned i = 0; i < s->log.entries; i++)
            if (s->log.entry[i].seat == seat &&
                (!best || s->log.entry[i].report.points > best->report.points))
                best = &s->log.entry[i];
        buf_printf(out, "%5d  ", (int)score[seat]);
        session_name(s, seat, out);
        if (best && best->report.points)
            buf_printf(out, " (%s %d)", best->text, (int)best->report.points);
        buf_add_byte(out, '\n');
    }
}

// The high-score table, with the new score marked.
static void write_bests(const struct session *s, struct buf *out)
{
    const struct bests *b = &s->best;
    if (!b->count)
        return;
    buf_printf(out, "\n%s\n",
               message_text(b->rank == 0 ? MSG_PLAY_BEST_NEW : MSG_PLAY_BEST, tongue(s)));
    for (unsigned i = 0; i < b->count; i++)
        buf_printf(out, "%c %2u. %5d  %s\n", i == b->rank ? '>' : ' ', i + 1, (int)b->score[i],
                   b->date[i]);
}

static void write_help(const struct session *s, struct buf *out)
{
    buf_printf(out, "%s\n\n%s", message_text(s->game->help, tongue(s)),
               message_text(MSG_PLAY_HELP, tongue(s)));
}

static unsigned count_lines(struct text t, int cols, int *widest)
{
    unsigned lines = 0;
    struct text line;
    for (*widest = 0; text_wrap(&t, cols, &line); lines++)
        if (text_columns(line) > *widest)
            *widest = text_columns(line);
    return lines;
}

// Draws a centred window, as large as its text or the screen.
static void draw_page(struct session *s, int rows, int cols)
{
    struct buf text = {0};
    struct text rest, line;
    int widest;
    if (s->page == PAGE_HELP) {
        write_help(s, &text);
    } else {
        write_result(s, &text);
        write_bests(s, &text);
    }
    rest = buf_text(&text);
    unsigned lines = count_lines(rest, cols - 10, &widest), room = (unsigned)rows - 4;
    unsigned shown = lines < room ? lines : room;
    if (s->scrolled > lines - shown)
        s->scrolled = lines - shown;
    struct rect box = {(rows - (int)shown - 2) / 2, (cols - widest - 6) / 2, (int)shown + 2,
                       widest + 6};
    screen_fill(box, STYLE_BOX);
    screen_frame(box, STYLE_BOX);
    for (unsigned i = 0; text_wrap(&rest, cols - 10, &line); i++)
        if (i >= s->scrolled && i < s->scrolled + shown)
            screen_text(box.top + 1 + (int)(i - s->scrolled), box.left + 3, widest, STYLE_BOX,
                        line);
    if (s->scrolled + shown < lines)
        screen_char(box.top + box.rows - 1, box.left + box.cols - 4, STYLE_BOX, 0x25bc);
    if (s->scrolled)
        screen_char(box.top, box.left + box.cols - 4, STYLE_BOX, 0x25b2);
    buf_release(&text);
}

static void draw_table(struct session *s, const struct play_layout *l)
{
    struct play_view v = session_view(s);
    const struct log_entry *chosen = s->in_log ? log_chosen(&s->log) : NULL;
    s->game->draw(s->own, &v, l->board, chosen ? &chosen->report : NULL);
    draw_scores(s, l->scores);
    log_draw(&s->log, tongue(s), l->log, s->in_log);
    log_draw_meaning(&s->log, l->meaning);
    draw_line(s, &v, l->line);
    draw_note(s, l->note);
}

static void draw_bars(struct session *s, const struct play_layout *l)
{
    struct play_view v = session_view(s);
    draw_title(s, l->title);
    draw_keys(l->keys, message_text(s->page ? MSG_PLAY_KEYS_PAGE : keys_now(s, &v), tongue(s)));
}

static void draw_too_small(const struct session *s, int rows, int cols)
{
    char sizes[64];
    struct buf text = {0};
    snprintf(sizes, sizeof sizes, "%d\t%d\t%d\t%d", PLAY_COLS, PLAY_ROWS, cols, rows);
    message_fill(&text, MSG_PLAY_TOO_SMALL, tongue(s), text_of(sizes));
    struct text rest = buf_text(&text), line;
    for (int row = 0; row < rows && text_wrap(&rest, cols, &line); row++)
        screen_text(row, 0, cols, STYLE_BAD, line);
    buf_release(&text);
}

void session_draw(struct session *s)
{
    struct play_layout l;
    int rows, cols;
    screen_size(&rows, &cols);
    screen_clear();
    if (!play_layout(&l, rows, cols, s->record->config.seats)) {
        draw_too_small(s, rows, cols);
    } else {
        if (s->page != PAGE_HELP)
            draw_table(s, &l);
        draw_bars(s, &l);
        if (s->page)
            draw_page(s, rows, cols);
    }
    screen_show();
}
