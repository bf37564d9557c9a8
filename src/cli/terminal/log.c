#include "cli/terminal/log.h"

#include "base/utf8.h"
#include "cli/lexicon.h"
#include "cli/terminal/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 2 }; // of definitions

struct filling {
    struct play_log *log;
    const struct cli *cli;
    const struct record *record;
    bool blank;      // letters are out of sight
    unsigned viewer; // of moves
};

static void describe(const struct filling *f, const struct state *before, const struct action *a,
                     struct play_text *out)
{
    enum language language = f->cli->language;
    if (a->kind == ACTION_PASS)
        buf_add_string(&out->what, message_text(MSG_PLAY_PASSED, language));
    else if (a->kind == ACTION_RESIGN)
        buf_add_string(&out->what, message_text(MSG_PLAY_RESIGNED, language));
    else
        f->log->game->describe(&f->record->config, before, a, language, out);
}

// Copies as many whole characters as fit.
static void set_text(char *to, size_t size, struct text t)
{
    t = text_head(t, size - 1);
    snprintf(to, size, "%.*s", (int)utf8_whole(t), t.at);
}

// An answer that accepts a word completes the entry of the seat that played it.
static void amend(const struct filling *f, const struct report *report, struct text word)
{
    for (unsigned i = f->log->entries; i-- > 0;)
        if (f->log->entry[i].seat == report->scorer) {
            f->log->entry[i].report = *report;
            f->log->entry[i].scores = report->word.len;
            set_text(f->log->entry[i].text, LOG_TEXT, word);
            return;
        }
}

static void add_chance(const struct filling *f, const struct state *before, const struct action *a)
{
    const struct config *c = &f->record->config;
    struct log_entry *e = &f->log->entry[f->log->entries];
    struct buf word = {0}, move = {0};
    *e = (struct log_entry){.seat = CHANCE};
    if (!f->log->game->chance(c, a, &e->report))
        return;
    alphabet_print(&c->lexicon->alphabet, &e->report.word, &word);
    c->rules->format(c, before, a, VIEWER_PUBLIC, &move);
    set_text(e->text, LOG_TEXT, buf_text(&word));
    set_text(e->how, LOG_HOW, text_of(message_text(MSG_PLAY_START, f->cli->language)));
    set_text(e->move, LOG_MOVE, buf_text(&move));
    buf_release(&word);
    buf_release(&move);
    f->log->entries++;
}

// The cards cut for the lead, by seat: "B M, A E".
static void add_cut(const struct filling *f)
{
    const struct cut *cut = &f->record->cut;
    struct log_entry *e = &f->log->entry[f->log->entries];
    struct buf cards = {0};
    if (!cut->draws)
        return;
    *e = (struct log_entry){.seat = CHANCE, .report.placed = -1};
    for (unsigned i = 0; i < cut->draws; i++) {
        char card[UTF8_MAX];
        buf_printf(&cards, "%s%c ", i ? ", " : "", seat_letter(cut->draw[i].seat));
        buf_add(&cards, card, utf8_put(cut->draw[i].symbol, card));
    }
    set_text(e->text, LOG_TEXT, buf_text(&cards));
    set_text(e->how, LOG_HOW, text_of(message_text(MSG_PLAY_CUT, f->cli->language)));
    buf_release(&cards);
    f->log->entries++;
}

// Where nobody may look back: a dot for each letter, as cards lie face down.
static void blank_letters(struct report *report, struct buf *out)
{
    for (unsigned i = 0; i < report->word.len; i++)
        buf_add_string(out, "•");
    for (unsigned i = 0; i < report->run.len; i++)
        buf_add_string(out, i ? "•" : "(•");
    if (report->run.len)
        buf_add_byte(out, ')');
    report->word.len = report->run.len = 0;
}

static bool add_entry(void *context, const struct state *before, const struct action *a,
                      const struct report *report)
{
    struct filling *f = context;
    struct play_text text = {0};
    struct buf word = {0}, move = {0};
    const struct config *c = &f->record->config;
    struct report blanked;
    if (a->seat == CHANCE) {
        add_chance(f, before, a);
        return true;
    }
    struct log_entry *e = &f->log->entry[f->log->entries];
    *e = (struct log_entry){.seat = a->seat, .number = ++f->log->moves, .report = *report};
    e->scores = report->word.len;
    if (f->blank) {
        blanked = *report;
        blank_letters(&blanked, &word);
        e->report = blanked;
    } else if (report->word.len) {
        alphabet_print(&c->lexicon->alphabet, &report->word, &word);
    }
    if (report->amends) {
        amend(f, report, buf_text(&word));
        e->report = (struct report){.placed = -1};
        e->scores = false;
        buf_clear(&word);
    }
    describe(f, before, a, &text);
    c->rules->format(c, before, a, f->viewer, &move);
    set_text(e->text, LOG_TEXT, buf_text(word.len ? &word : &text.what));
    set_text(e->how, LOG_HOW, buf_text(f->blank && text.how.len ? &move : &text.how));
    set_text(e->move, LOG_MOVE, buf_text(&move));
    buf_release(&move);
    buf_release(&text.what);
    buf_release(&text.how);
    buf_release(&word);
    f->log->entries++;
    return true;
}

// The definitions whose first class is `group`.
struct defining {
    const struct cli *cli;
    unsigned group;
    bool headed; // the heading has been printed
    struct buf *out;
};

static bool add_definition(void *context, const struct definition *d)
{
    struct defining *q = context;
    unsigned first = d->classes & (0u - d->classes);
    if (d->spelling || first != q->group)
        return true;
    if (first && !q->headed) {
        buf_add_string(q->out, class_name(q->cli, first));
        buf_add_string(q->out, ":\n");
    }
    q->headed = true;
    buf_add_string(q->out, "• ");
    print_label(q->cli, d, q->out);
    buf_printf(q->out, "%.*s\n", TEXT_ARG(d->text));
    return true;
}

// Collects the definitions of the selected word, grouped by word class.
static void set_meaning(struct play_log *l, const struct cli *c, const struct record *r)
{
    static const unsigned groups[] = {CLASS_NOUN,   CLASS_VERB,  CLASS_ADJECTIVE,
                                      CLASS_ADVERB, CLASS_OTHER, 0};
    const struct log_entry *e = log_chosen(l);
    const struct lexicon *lex = r->config.lexicon;
    struct reason why;
    uint32_t index;
    buf_clear(&l->meaning);
    l->scrolled = 0;
    if (!e || e->report.word.len < 2 || !lexicon_find(lex, &e->report.word, &index))
        return;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        struct defining q = {.cli = c, .group = groups[i], .out = &l->meaning};
        if (!lexicon_define(lex, index, add_definition, &q, &why)) {
            reason_word(&why, c->language, &l->meaning);
            return;
        }
    }
    if (!l->meaning.len)
        message_fill(&l->meaning, MSG_PLAY_NO_MEANING, c->language, TEXT(""));
}

bool log_renew(struct play_log *l, const struct cli *c, const struct record *r)
{
    struct log_entry *room = realloc(l->entry, (r->actions + 2) * sizeof *room);
    if (!room)
        return false;
    l->entry = room;
    l->entries = l->moves = 0;
    struct outcome o;
    bool forgets = r->config.rules->forgets(&r->config, &r->state);
    r->config.rules->outcome(&r->config, &r->state, &o);
    struct filling f = {l, c, r, forgets && !o.over,
                        forgets && o.over ? VIEWER_ALL : VIEWER_PUBLIC};
    add_cut(&f);
    record_walk(r, add_entry, &f);
    l->chosen = l->entries ? l->entries - 1 : 0;
    set_meaning(l, c, r);
    return true;
}

void log_release(struct play_log *l)
{
    free(l->entry);
    buf_release(&l->meaning);
    *l = (struct play_log){0};
}

const struct log_entry *log_chosen(const struct play_log *l)
{
    return l->chosen < l->entries ? &l->entry[l->chosen] : NULL;
}

void log_choose(struct play_log *l, const struct cli *c, const struct record *r, int by)
{
    int to = (int)l->chosen + by;
    if (to < 0 || to >= (int)l->entries)
        return;
    l->chosen = (unsigned)to;
    set_meaning(l, c, r);
}

void log_scroll(struct play_log *l, int by)
{
    int to = (int)l->scrolled + by;
    l->scrolled = to < 0 ? 0 : (unsigned)to;
}

static void draw_entry(const struct play_log *l, unsigned n, struct rect row, enum style style)
{
    enum { POINTS = 5 };
    const struct log_entry *e = &l->entry[n];
    char left[LOG_TEXT + 24], points[16];
    int points_cols = e->number ? POINTS : 0;
    int right = row.left + row.cols - points_cols, how = text_columns(text_of(e->how)) + 1;
    snprintf(points, sizeof points, "%4d ", (int)e->report.points);
    if (e->number)
        snprintf(left, sizeof left, "%3u %c  %s", e->number, seat_letter(e->seat), e->text);
    else
        snprintf(left, sizeof left, "       %s", e->text);
    screen_field(row.top, row.left, row.cols, style,
                 text_fit(text_of(left), row.cols - points_cols - how));
    screen_text(row.top, right - how, how, style == STYLE_PLAIN ? STYLE_DIM : style,
                text_of(e->how));
    if (e->number && e->scores)
        screen_text(row.top, right, POINTS, style, text_of(points));
}

void log_draw(const struct play_log *l, enum language language, struct rect area, bool active)
{
    unsigned rows = (unsigned)area.rows - 1, first = 0;
    play_say(area.top, area.left, area.cols, STYLE_STRONG, language, MSG_PLAY_MOVES, "%u",
             l->moves);
    if (l->chosen >= rows)
        first = l->chosen - rows + 1;
    for (unsigned i = first; i < l->entries && i < first + rows; i++) {
        struct rect row = {area.top + 1 + (int)(i - first), area.left, 1, area.cols};
        draw_entry(l, i, row, active && i == l->chosen ? STYLE_LOG : STYLE_PLAIN);
    }
}

// Definitions have a bullet and a hanging indent; names of word classes have neither.
static void draw_meaning_line(struct rect area, int row, struct text line)
{
    bool point = text_starts(line, "•"), name = text_ends(line, ":");
    int col = area.left + (point || name ? 0 : INDENT);
    screen_text(row, col, area.cols, name ? STYLE_DIM : STYLE_PLAIN, line);
}

// The word is a fixed heading; its definition scrolls.
void log_draw_meaning(struct play_log *l, struct rect area)
{
    const struct log_entry *e = log_chosen(l);
    struct text rest = buf_text(&l->meaning), line;
    unsigned lines = 0, rows = (unsigned)area.rows - 1;
    if (!e || !e->report.word.len)
        return;
    for (struct text all = rest; text_wrap(&all, area.cols - INDENT, &line);)
        lines++;
    if (l->scrolled + rows > lines)
        l->scrolled = lines > rows ? lines - rows : 0;
    screen_text(area.top, area.left, area.cols - 6, STYLE_STRONG, text_of(e->text));
    for (unsigned i = 0; text_wrap(&rest, area.cols - INDENT, &line); i++)
        if (i >= l->scrolled && i < l->scrolled + rows)
            draw_meaning_line(area, area.top + 1 + (int)(i - l->scrolled), line);
    if (l->scrolled)
        screen_char(area.top, area.left + area.cols - 3, STYLE_DIM, 0x25b2);
    if (l->scrolled + rows < lines)
        screen_char(area.top, area.left + area.cols - 1, STYLE_DIM, 0x25bc);
}
