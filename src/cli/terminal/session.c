#include "cli/terminal/session.h"

#include "base/utf8.h"
#include "cli/game.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TICK_MS = 40 };

static enum language tongue(const struct session *s)
{
    return s->cli->language;
}

void session_note(struct session *s, enum style style, enum message what, const char *format, ...)
{
    char values[SEARCH_PATH_BYTES + 256];
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

static bool has_secrets(const struct session *s, unsigned seat)
{
    const struct config *c = &s->record->config;
    struct state own, open;
    c->rules->view(c, &s->record->state, seat, &own);
    c->rules->view(c, &s->record->state, VIEWER_PUBLIC, &open);
    return memcmp(own.bytes, open.bytes, c->rules->state_size) != 0;
}

bool session_covered(const struct session *s)
{
    unsigned seat;
    return session_people(s) > 1 &&
           game_seat_to_act(&s->record->config, &s->record->state, &seat) && !s->level[seat] &&
           !(s->looks >> seat & 1) && has_secrets(s, seat);
}

struct play_view session_view(const struct session *s)
{
    struct play_view v = {
        .config = &s->record->config, .state = &s->record->state, .language = tongue(s)};
    v.acts =
        game_seat_to_act(v.config, v.state, &v.seat) && !s->level[v.seat] && !session_covered(s);
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

// Names a new file after the game and the time.
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
        session_note(s, STYLE_GOOD, MSG_PLAY_SAVED, "%s", s->path);
        return true;
    }
    note_reason(s, &why);
    return false;
}

// The record has changed: updates the log and the file, and cancels a search of the old position.
static void renew(struct session *s)
{
    struct reason why;
    thinker_give_up(&s->thinker);
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
    session_note(s, STYLE_PLAIN, e->scores ? MSG_PLAY_MOVED : MSG_PLAY_DID, "%.*s\t%s\t%d",
                 TEXT_ARG(buf_text(&name)), e->text, (int)e->report.points);
    buf_release(&name);
}

// Adds the score of a finished solitaire game to the high scores.
static void keep_best(struct session *s)
{
    const struct config *c = &s->record->config;
    int32_t score[SEATS_MAX];
    struct reason why;
    if (c->seats > 1 || s->level[0] || s->helped || !session_over(s))
        return;
    c->rules->score(c, &s->record->state, score);
    if (!bests_add(&s->best, c, score[0], &why))
        note_reason(s, &why);
}

static void act(struct session *s, const struct action *a)
{
    struct reason why;
    if (!record_add(s->record, a, &why) || !game_take_chances(s->record, &s->rng, &why)) {
        note_reason(s, &why);
        return;
    }
    buf_clear(&s->note);
    renew(s);
    if (s->note_style != STYLE_BAD || !s->note.len)
        note_move(s);
    keep_best(s);
}

// Starts a search if it is the computer's turn and none is running.
static void think_if_due(struct session *s)
{
    const struct record *r = s->record;
    unsigned seat;
    if (!s->thinker.busy && game_seat_to_act(&r->config, &r->state, &seat) && s->level[seat]) {
        s->hinting = false;
        thinker_begin(&s->thinker, &r->config, &r->state, seat, s->level[seat], &s->rng);
    }
}

// If there is no move, not even a pass, the computer resigns.
static void computer_acts(struct session *s)
{
    struct action move = {.kind = ACTION_RESIGN, .seat = (uint8_t)s->thinker.seat};
    (void)thinker_take(&s->thinker, &s->rng, &move);
    act(s, &move);
}

// Undoes the last move of a person and the computer's replies. Refused if tiles or cards have been
// dealt since, because they have been seen, and in a game alone.
static void undo(struct session *s)
{
    struct reason why;
    size_t last = s->record->actions;
    bool dealt = false;
    for (; last > 0; last--) {
        unsigned seat = s->record->action[last - 1].seat;
        if (seat != CHANCE && !s->level[seat])
            break;
        dealt |= seat == CHANCE;
    }
    if (s->record->config.seats == 1) {
        session_note(s, STYLE_PLAIN, MSG_PLAY_BACK_ALONE, "%s", "");
        return;
    }
    if (!last || dealt) {
        session_note(s, STYLE_PLAIN, last ? MSG_PLAY_DEALT : MSG_PLAY_NOTHING_BACK, "%s", "");
        return;
    }
    if (!record_undo(s->record, s->record->actions - last + 1, &why)) {
        note_reason(s, &why);
        return;
    }
    s->in_log = false;
    s->earlies = 0;
    s->page = PAGE_NONE;
    session_note(s, STYLE_PLAIN, MSG_PLAY_TAKEN_BACK, "%s", "");
    renew(s);
}

static void ask(struct session *s, enum session_asks what)
{
    struct play_view v = session_view(s);
    struct reason why;
    struct action pass = {.kind = ACTION_PASS, .seat = (uint8_t)v.seat};
    if (what != ASKS_QUIT && session_covered(s))
        return; // the player to act has not taken over the terminal yet
    if (what != ASKS_QUIT && !v.acts)
        session_note(s, STYLE_PLAIN, MSG_PLAY_NOT_NOW, "%s", "");
    else if (what == ASKS_PASS && !v.config->rules->check(v.config, v.state, &pass, &why))
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
        session_ask_hint(s);
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

// Resignation or, in a solitaire game, the move that ends it.
static struct action leaving(const struct session *s, const struct play_view *v)
{
    const struct rules *rules = v->config->rules;
    struct action a = {.kind = ACTION_RESIGN, .seat = (uint8_t)v->seat}, stop;
    if (s->game->stop && !rules->check(v->config, v->state, &a, NULL) &&
        rules->parse(v->config, v->state, v->seat, text_of(s->game->stop), &stop, NULL))
        return stop;
    return a;
}

// Handles the answer to a question.
static void answer(struct session *s, const struct event *e)
{
    struct play_view v = session_view(s);
    enum session_asks asked = s->asks;
    struct action a = leaving(s, &v);
    if (asked == ASKS_PASS)
        a = (struct action){.kind = ACTION_PASS, .seat = (uint8_t)v.seat};
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
    if (reply != REPLY_IGNORED) {
        session_drop_hint(s);
        buf_clear(&s->note);
    }
    if (reply == REPLY_REFUSED) {
        s->earlies = 0; // queued keys assumed that the move is legal
        note_reason(s, &why);
    } else if (reply == REPLY_ACT)
        act(s, &move);
    else if (reply == REPLY_IGNORED && e->kind == EVENT_PRESS && e->code == PRESS_ESCAPE)
        s->asks = ASKS_MENU;
    else if (reply == REPLY_IGNORED && e->kind == EVENT_PRESS && e->code == PRESS_TAB)
        s->in_log = s->log.entries > 0;
    else if (reply == REPLY_IGNORED && e->kind == EVENT_CHAR && !command(s, e->code))
        session_note(s, STYLE_BAD, MSG_PLAY_NO_KEY, "%s", "");
}

// The computer is thinking: queues keys for the board until it has moved.
static void on_wait(struct session *s, const struct event *e)
{
    uint32_t press = e->kind == EVENT_PRESS ? e->code : 0;
    if (press == PRESS_TAB)
        s->in_log = s->log.entries > 0;
    else if (press == PRESS_ESCAPE)
        s->asks = ASKS_MENU;
    else if (s->earlies < SESSION_EARLY)
        s->early[s->earlies++] = *e;
}

// The next player has taken over the terminal: shows only the hidden information of that seat.
static void uncover(struct session *s)
{
    s->looks = 1u << session_view(s).seat;
    struct play_view v = session_view(s);
    s->game->renew(s->own, &v);
}

static void on_cover(struct session *s, const struct event *e)
{
    uint32_t press = e->kind == EVENT_PRESS ? e->code : 0;
    if (press == PRESS_TAB)
        s->in_log = s->log.entries > 0;
    else if (press == PRESS_ESCAPE)
        s->asks = ASKS_MENU;
    else
        uncover(s);
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
    else if (session_covered(s))
        on_cover(s, e);
    else if (session_view(s).acts)
        on_board(s, e);
    else
        on_wait(s, e);
}

// The next event: a queued key, or input from the terminal.
static struct event next_event(struct session *s)
{
    if (!s->earlies || !session_view(s).acts || s->asks || s->page || s->in_log)
        return screen_wait(s->thinker.busy ? TICK_MS : 0);
    struct event e = s->early[0];
    memmove(s->early, s->early + 1, --s->earlies * sizeof *s->early);
    return e;
}

static void loop(struct session *s)
{
    while (!s->done && !screen_ended()) {
        think_if_due(s);
        session_draw(s);
        if (thinker_done(&s->thinker)) {
            (s->hinting ? session_give_hint : computer_acts)(s);
            continue;
        }
        struct event e = next_event(s);
        s->ticks++;
        if (e.kind != EVENT_NONE)
            on_event(s, &e);
    }
    thinker_release(&s->thinker);
}

static bool begin(struct session *s, struct reason *why)
{
    s->game = play_game_find(s->record->config.rules);
    if (!s->game)
        return refuse(why, MSG_PLAY_NO_BOARD, "%s", s->record->config.preset);
    // Write the file now, so that an error shows before the game and not after it.
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

// Prints the result and the file name after the screen is closed.
static int say_goodbye(struct session *s)
{
    struct buf out = {0};
    if (session_over(s)) {
        session_print_result(s, &out);
        buf_add_byte(&out, '\n');
    }
    if (s->path[0] && !s->unsaved) {
        message_fill(&out, MSG_PLAY_GOODBYE, tongue(s), text_of(s->path));
        buf_add_byte(&out, '\n');
    }
    return cli_put(s->cli, &out);
}

static void print_name(const void *session, unsigned seat, struct buf *out)
{
    session_name(session, seat, out);
}

int session_run(struct session *s)
{
    struct reason why;
    if (!begin(s, &why))
        return cli_refuse(s->cli, &why);
    const struct config *c = &s->record->config;
    renew(s);
    session_note(s, STYLE_PLAIN, game_plays_all_words(c) ? MSG_GAME_ALL_WORDS : MSG_PLAY_WELCOME,
                 "%s", c->lexicon_name);
    if (s->record->cut.draws) {
        buf_clear(&s->note);
        game_print_cut(&s->record->cut, print_name, s, tongue(s), &s->note);
    }
    s->unsaved = !s->path[0] && s->log.moves;
    loop(s);
    screen_close();
    free(s->own);
    log_release(&s->log);
    buf_release(&s->note);
    return say_goodbye(s);
}
