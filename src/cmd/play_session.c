#include "cmd/play_session.h"

#include "base/utf8.h"
#include "cmd/game.h"
#include "search/search.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THINK_MS = 1000, HINT_LEVEL = SEARCH_LEVELS };

static enum language tongue(const struct session *s)
{
    return s->cli->language;
}

__attribute__((format(printf, 4, 5))) static void note(struct session *s, enum style style,
                                                       enum message what, const char *format, ...)
{
    char values[SHELF_PATH + 256];
    va_list args;
    va_start(args, format);
    vsnprintf(values, sizeof values, format, args);
    va_end(args);
    buf_clear(&s->note);
    message_fill(&s->note, what, tongue(s), text_of(values));
    s->note_style = style;
}

static void note_reason(struct session *s, const struct reason *why)
{
    buf_clear(&s->note);
    reason_word(why, tongue(s), &s->note);
    s->note_style = STYLE_BAD;
    screen_beep();
}

bool session_over(const struct session *s)
{
    const struct config *c = &s->record->config;
    return c->rules->to_act(c, &s->record->state) == 0;
}

unsigned session_people(const struct session *s)
{
    unsigned people = 0;
    for (unsigned seat = 0; seat < s->record->config.seats; seat++)
        people += !s->level[seat];
    return people;
}

struct play_view session_view(const struct session *s)
{
    struct play_view v = {
        .config = &s->record->config, .state = &s->record->state, .language = tongue(s)};
    v.acts = game_seat_to_act(v.config, v.state, &v.seat) && !s->level[v.seat];
    return v;
}

static bool write_record(struct session *s, struct reason *why)
{
    struct buf out = {0};
    record_write(s->record, VIEWER_ALL, &out);
    bool ok = buf_ok(&out) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    ok = ok && file_write(s->path, buf_text(&out), why);
    buf_release(&out);
    s->unsaved = !ok;
    return ok;
}

// A file that is not there yet, named after the game and the time.
static void name_file(struct session *s)
{
    time_t now = time(NULL);
    struct tm at;
    localtime_r(&now, &at);
    snprintf(s->path, sizeof s->path, "%s-%04d%02d%02d-%02d%02d%02d.rec", s->record->config.preset,
             at.tm_year + 1900, at.tm_mon + 1, at.tm_mday, at.tm_hour, at.tm_min, at.tm_sec);
}

static bool save(struct session *s)
{
    struct reason why;
    if (!s->path[0])
        name_file(s);
    if (write_record(s, &why)) {
        note(s, STYLE_GOOD, MSG_PLAY_SAVED, "%s", s->path);
        return true;
    }
    note_reason(s, &why);
    return false;
}

// The record has changed: the log follows, and the file.
static void renew(struct session *s)
{
    struct reason why;
    s->unsaved = true;
    struct play_view v = session_view(s);
    s->game->renew(s->own, &v);
    if (!log_renew(&s->log, s->cli, s->record)) {
        reason_set(&why, 0, MSG_OUT_OF_MEMORY, "%s", "");
        note_reason(s, &why);
    }
    if (s->path[0] && !write_record(s, &why))
        note_reason(s, &why);
    if (session_over(s)) {
        s->page = PAGE_RESULT;
        s->in_log = true;
    }
}

static void note_move(struct session *s)
{
    const struct log_entry *e = log_chosen(&s->log);
    struct buf name = {0};
    if (!e)
        return;
    session_name(s, e->seat, &name);
    note(s, STYLE_PLAIN, e->report.word.len ? MSG_PLAY_MOVED : MSG_PLAY_DID, "%.*s\t%s\t%d",
         TEXT_ARG(buf_text(&name)), e->text, (int)e->report.points);
    buf_release(&name);
}

static void act(struct session *s, const struct action *a)
{
    struct reason why;
    if (!record_add(s->record, a, &why)) {
        note_reason(s, &why);
        return;
    }
    buf_clear(&s->note);
    renew(s);
    if (s->note_style != STYLE_BAD || !s->note.len)
        note_move(s);
}

static uint64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static bool time_is_up(void *context)
{
    return now_ms() >= *(const uint64_t *)context || screen_ended();
}

static bool think(struct session *s, unsigned seat, unsigned level, struct action *move)
{
    const struct config *c = &s->record->config;
    uint64_t end = now_ms() + THINK_MS;
    struct search_options options = {.level = level, .stop = time_is_up, .context = &end};
    struct search_result result;
    struct state view;
    c->rules->view(c, &s->record->state, seat, &view);
    if (!search_best(c, &view, seat, &options, &s->rng, &result))
        return false;
    *move = result.move;
    return true;
}

// Without a move the computer passes where it may, and gives up where it may not.
static void computer_acts(struct session *s, unsigned seat)
{
    const struct config *c = &s->record->config;
    struct action move = {.kind = ACTION_PASS, .seat = (uint8_t)seat};
    if (!think(s, seat, s->level[seat], &move) &&
        !c->rules->check(c, &s->record->state, &move, NULL))
        move.kind = ACTION_RESIGN;
    if (!screen_ended())
        act(s, &move);
}

static void hint(struct session *s)
{
    struct play_view v = session_view(s);
    struct action move;
    if (!v.acts)
        return;
    note(s, STYLE_PLAIN, MSG_PLAY_THINKING, "%s", "");
    session_draw(s);
    buf_clear(&s->note);
    s->in_log = false;
    if (!think(s, v.seat, HINT_LEVEL, &move) || !s->game->suggest(s->own, &move))
        note(s, STYLE_PLAIN, MSG_PLAY_NO_HINT, "%s", "");
}

// Back to before the last move of a person, and what the computer answered to it.
static void undo(struct session *s)
{
    struct reason why;
    size_t last = s->record->actions;
    while (last > 0 && (s->record->action[last - 1].seat == CHANCE ||
                        s->level[s->record->action[last - 1].seat]))
        last--;
    if (!last) {
        note(s, STYLE_PLAIN, MSG_PLAY_NOTHING_BACK, "%s", "");
        return;
    }
    if (!record_undo(s->record, s->record->actions - last + 1, &why)) {
        note_reason(s, &why);
        return;
    }
    s->in_log = false;
    s->page = PAGE_NONE;
    note(s, STYLE_PLAIN, MSG_PLAY_TAKEN_BACK, "%s", "");
    renew(s);
}

static void ask(struct session *s, enum session_asks what)
{
    struct play_view v = session_view(s);
    struct reason why;
    struct action pass = {.kind = ACTION_PASS, .seat = (uint8_t)v.seat};
    if (what != ASKS_QUIT && !v.acts)
        return;
    if (what == ASKS_PASS && !v.config->rules->check(v.config, v.state, &pass, &why))
        note_reason(s, &why);
    else
        s->asks = what;
}

static void open_page(struct session *s, enum session_page page)
{
    s->page = page;
    s->scrolled = 0;
}

static bool command(struct session *s, uint32_t code)
{
    switch (code) {
    case 'p':
        ask(s, ASKS_PASS);
        return true;
    case 'R':
        ask(s, ASKS_RESIGN);
        return true;
    case 'u':
        undo(s);
        return true;
    case 's':
        save(s);
        return true;
    case 'q':
        ask(s, ASKS_QUIT);
        return true;
    case 'h':
        open_page(s, PAGE_HELP);
        return true;
    case '?':
        hint(s);
        return true;
    default:
        return false;
    }
}

static bool says_yes(const struct session *s, const struct event *e)
{
    struct text keys = text_of(message_text(MSG_PLAY_YES_KEYS, tongue(s)));
    if (e->kind != EVENT_CHAR)
        return false;
    for (uint32_t code; keys.len;)
        if (utf8_next(&keys, &code) && code == e->code)
            return true;
    return false;
}

// A question has been answered.
static void answer(struct session *s, const struct event *e)
{
    struct play_view v = session_view(s);
    enum session_asks asked = s->asks;
    struct action a = {.kind = asked == ASKS_PASS ? ACTION_PASS : ACTION_RESIGN,
                       .seat = (uint8_t)v.seat};
    s->asks = ASKS_NOTHING;
    if (asked == ASKS_MENU) {
        if (e->kind == EVENT_CHAR)
            command(s, play_latin_key(e->code));
    } else if (asked == ASKS_QUIT && e->kind == EVENT_CHAR && play_latin_key(e->code) == 's') {
        s->done = save(s);
    } else if (says_yes(s, e) && asked == ASKS_QUIT) {
        s->done = true;
    } else if (says_yes(s, e)) {
        act(s, &a);
    }
}

static void on_page(struct session *s, const struct event *e)
{
    if (e->kind == EVENT_PRESS && e->code == PRESS_DOWN) {
        s->scrolled++;
    } else if (e->kind == EVENT_PRESS && e->code == PRESS_UP) {
        s->scrolled -= s->scrolled > 0;
    } else if (e->kind != EVENT_RESIZE) {
        bool result = s->page == PAGE_RESULT;
        s->page = PAGE_NONE;
        if (result && e->kind == EVENT_CHAR)
            command(s, play_latin_key(e->code));
    }
}

static void on_log(struct session *s, const struct event *e)
{
    uint32_t press = e->kind == EVENT_PRESS ? e->code : 0;
    uint32_t code = e->kind == EVENT_CHAR ? play_latin_key(e->code) : 0;
    if (press == PRESS_UP || code == 'k')
        log_choose(&s->log, s->cli, s->record, -1);
    else if (press == PRESS_DOWN || code == 'j')
        log_choose(&s->log, s->cli, s->record, 1);
    else if (press == PRESS_UP_RIGHT || press == PRESS_LEFT)
        log_scroll(&s->log, -3);
    else if (press == PRESS_DOWN_RIGHT || press == PRESS_RIGHT)
        log_scroll(&s->log, 3);
    else if (press == PRESS_TAB || press == PRESS_ESCAPE)
        s->in_log = session_over(s);
    else if (code)
        command(s, code);
}

static void on_board(struct session *s, const struct event *e)
{
    struct play_view v = session_view(s);
    struct action move;
    struct reason why;
    enum play_reply reply = s->game->event(s->own, &v, e, &move, &why);
    if (reply != REPLY_IGNORED)
        buf_clear(&s->note);
    if (reply == REPLY_REFUSED)
        note_reason(s, &why);
    else if (reply == REPLY_ACT)
        act(s, &move);
    else if (reply == REPLY_IGNORED && e->kind == EVENT_PRESS && e->code == PRESS_ESCAPE)
        s->asks = ASKS_MENU;
    else if (reply == REPLY_IGNORED && e->kind == EVENT_PRESS && e->code == PRESS_TAB)
        s->in_log = s->log.entries > 0;
    else if (reply == REPLY_IGNORED && e->kind == EVENT_CHAR && !command(s, e->code))
        note(s, STYLE_BAD, MSG_PLAY_NO_KEY, "%s", "");
}

static bool too_small(const struct session *s)
{
    struct play_layout l;
    int rows, cols;
    screen_size(&rows, &cols);
    return !play_layout(&l, rows, cols, s->record->config.seats);
}

static void on_event(struct session *s, const struct event *e)
{
    uint32_t press = e->kind == EVENT_PRESS ? e->code : 0;
    if (e->kind == EVENT_END)
        s->done = true;
    else if (e->kind == EVENT_RESIZE || too_small(s))
        return;
    else if (s->page)
        on_page(s, e);
    else if (s->asks)
        answer(s, e);
    else if (press == PRESS_HELP)
        open_page(s, PAGE_HELP);
    else if (press == PRESS_MENU)
        s->asks = ASKS_MENU;
    else if (s->in_log)
        on_log(s, e);
    else
        on_board(s, e);
}

static void loop(struct session *s)
{
    unsigned seat;
    while (!s->done && !screen_ended()) {
        const struct record *r = s->record;
        session_draw(s);
        if (!s->page && game_seat_to_act(&r->config, &r->state, &seat) && s->level[seat]) {
            computer_acts(s, seat);
        } else {
            struct event e = screen_wait();
            on_event(s, &e);
        }
    }
}

static bool begin(struct session *s, struct reason *why)
{
    s->game = play_game_find(s->record->config.rules);
    if (!s->game)
        return refuse(why, MSG_PLAY_NO_BOARD, "%s", s->record->config.preset);
    // A file that cannot be written is better known before the game than after it.
    if (s->path[0] && !file_exists(s->path) && !write_record(s, why))
        return false;
    if (!screen_open(why))
        return false;
    if (too_small(s)) {
        int rows, cols;
        screen_size(&rows, &cols);
        screen_close();
        return refuse(why, MSG_PLAY_TOO_SMALL, "%d\t%d\t%d\t%d", PLAY_COLS, PLAY_ROWS, cols, rows);
    }
    s->log.game = s->game;
    s->own = s->game->open(&s->record->config);
    if (s->own)
        return true;
    screen_close();
    return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

// What is left on the terminal when the screen is gone.
static int say_goodbye(struct session *s)
{
    struct buf out = {0};
    if (session_over(s)) {
        game_print_outcome(s->record, tongue(s), &out);
        buf_add_byte(&out, '\n');
    }
    if (s->path[0] && !s->unsaved) {
        message_fill(&out, MSG_PLAY_GOODBYE, tongue(s), text_of(s->path));
        buf_add_byte(&out, '\n');
    }
    return cli_put(s->cli, &out);
}

int session_run(struct session *s)
{
    struct reason why;
    if (!begin(s, &why))
        return cli_refuse(s->cli, &why);
    const struct config *c = &s->record->config;
    renew(s);
    note(s, STYLE_PLAIN, game_plays_all_words(c) ? MSG_GAME_ALL_WORDS : MSG_PLAY_WELCOME, "%s",
         c->lexicon_name);
    s->unsaved = !s->path[0] && s->log.entries;
    loop(s);
    screen_close();
    free(s->own);
    log_release(&s->log);
    buf_release(&s->note);
    return say_goodbye(s);
}
