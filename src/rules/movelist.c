#include "rules/movelist.h"

#include <stdlib.h>
#include <string.h>

static struct listed listed_of(const struct action *a, const struct report *report)
{
    return (struct listed){
        .action = *a, .word = report->word, .run = report->run, .points = report->points};
}

bool movelist_add(struct movelist *l, const struct config *c, const struct state *before,
                  const struct action *a, const struct report *report)
{
    struct listed one = listed_of(a, report);
    one.start = l->texts.len;
    c->rules->format(c, before, a, VIEWER_ALL, &l->texts);
    one.len = one.room = l->texts.len - one.start;
    buf_add(&l->moves, &one, sizeof one);
    return buf_ok(&l->moves) && buf_ok(&l->texts);
}

size_t movelist_count(const struct movelist *l)
{
    return l->moves.len / sizeof(struct listed);
}

const struct listed *movelist_at(const struct movelist *l, size_t i)
{
    return (const struct listed *)(const void *)l->moves.at + i;
}

struct listed *movelist_edit(struct movelist *l, size_t i)
{
    return (struct listed *)(void *)l->moves.at + i;
}

struct text movelist_text(const struct movelist *l, const struct listed *one)
{
    return (struct text){l->texts.at + one->start, one->len};
}

struct listing {
    struct movelist *list;
    const struct config *config;
    const struct state *state;
    const struct movelist_options *options;
    struct buf text;  // of the move at hand
    unsigned visited; // since stop() was asked
};

// Negative: the move comes before the other one.
static int compare_moves(const struct listed *x, struct text text, const struct listed *y,
                         struct text other)
{
    if (x->points != y->points)
        return x->points < y->points ? 1 : -1;
    return text_compare(text, other);
}

static int best_first(const void *left, const void *right, void *context)
{
    const struct movelist *l = context;
    return compare_moves(left, movelist_text(l, left), right, movelist_text(l, right));
}

// --- A full list is a heap, with the worst of its moves on top.

static void sink_down(struct movelist *l, size_t at)
{
    size_t count = movelist_count(l);
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count &&
            best_first(movelist_at(l, child + 1), movelist_at(l, child), l) > 0)
            child++;
        if (best_first(movelist_at(l, at), movelist_at(l, child), l) >= 0)
            return;
        struct listed moved = *movelist_at(l, at);
        *movelist_edit(l, at) = *movelist_at(l, child);
        *movelist_edit(l, child) = moved;
    }
}

static void make_heap(struct movelist *l)
{
    for (size_t i = movelist_count(l) / 2; i-- > 0;)
        sink_down(l, i);
}

// A text that does not fit into the place of the worst one gets a new place. Places are a multiple
// of this, so that an entry is moved a few times at most.
enum { ROOM = 64 };

static bool put_text(struct movelist *l, struct listed *one, struct text text)
{
    if (text.len > one->room) {
        one->start = l->texts.len;
        one->room = (text.len + ROOM - 1) / ROOM * ROOM;
        buf_add_zeros(&l->texts, one->room);
        if (!buf_ok(&l->texts))
            return false;
    }
    one->len = text.len;
    memcpy(l->texts.at + one->start, text.at, text.len);
    return true;
}

// Replaces the worst move of the full list, if this one is better.
static bool replace_worst(struct listing *g, const struct action *move, const struct report *report)
{
    struct movelist *l = g->list;
    struct listed *worst = movelist_edit(l, 0), one = listed_of(move, report);
    if (one.points < worst->points)
        return true;
    buf_clear(&g->text);
    g->config->rules->format(g->config, g->state, move, VIEWER_ALL, &g->text);
    if (!buf_ok(&g->text))
        return false;
    if (compare_moves(&one, buf_text(&g->text), worst, movelist_text(l, worst)) >= 0)
        return true;
    one.start = worst->start;
    one.room = worst->room;
    *worst = one;
    bool done = put_text(l, worst, buf_text(&g->text));
    sink_down(l, 0);
    return done;
}

// --- Listing.

enum { ASK_EVERY = 64 }; // moves between two questions whether to stop

static bool is_stopped(void *context)
{
    struct listing *g = context;
    const struct movelist_options *o = g->options;
    if (++g->visited >= ASK_EVERY) {
        g->visited = 0;
        g->list->cut |= o->stop && o->stop(o->context);
    }
    return g->list->cut;
}

static bool list_move(void *context, const struct action *move, const struct report *report)
{
    struct listing *g = context;
    size_t top = g->options->top;
    // An answer scores the word for the other seat.
    bool scores = (report->word.len || report->run.len) && !report->amends;
    if (is_stopped(g))
        return false;
    if (!scores && !g->options->all)
        return true;
    if (g->options->most && g->list->found == g->options->most) {
        g->list->cut = true;
        return false;
    }
    g->list->found++;
    if (top && movelist_count(g->list) == top)
        return replace_worst(g, move, report);
    bool added = movelist_add(g->list, g->config, g->state, move, report);
    if (added && movelist_count(g->list) == top)
        make_heap(g->list);
    return added;
}

static bool list_all(struct listing *g)
{
    const struct rules *rules = g->config->rules;
    struct move_sink sink = {list_move, g, g->options->paths, is_stopped};
    unsigned acting = rules->to_act(g->config, g->state);
    for (unsigned seat = 0; seat < g->config->seats; seat++)
        if (acting >> seat & 1 && !rules->legal(g->config, g->state, seat, &sink))
            return g->list->cut;
    return true;
}

bool movelist_legal(struct movelist *l, const struct config *c, const struct state *s,
                    const struct movelist_options *options, struct reason *why)
{
    struct config clean = *c;
    if (options->offered)
        clean.lexicon = lexicon_without(c->lexicon, MARK_OFFENSIVE);
    struct listing listing = {.list = l, .config = &clean, .state = s, .options = options};
    bool listed = clean.lexicon && list_all(&listing);
    buf_release(&listing.text);
    if (!listed)
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    if (movelist_count(l))
        qsort_r(l->moves.at, movelist_count(l), sizeof(struct listed), best_first, l);
    return true;
}

bool movelist_line(struct movelist *l, const struct config *c, const struct state *s,
                   const struct action *line, unsigned length)
{
    struct state now = *s;
    for (unsigned i = 0; i < length && c->rules->check(c, &now, &line[i], NULL); i++) {
        struct report report;
        c->rules->report(c, &now, &line[i], &report);
        if (!movelist_add(l, c, &now, &line[i], &report))
            return false;
        c->rules->apply(c, &now, &line[i]);
    }
    return true;
}

void movelist_print_word(const struct config *c, const struct listed *one, struct buf *out)
{
    if (one->word.len) {
        alphabet_print(&c->lexicon->alphabet, &one->word, out);
    } else if (one->run.len) {
        buf_add_byte(out, '(');
        alphabet_print(&c->lexicon->alphabet, &one->run, out);
        buf_add_byte(out, ')');
    } else {
        buf_add_byte(out, '-');
    }
}

static void print_letters(const struct config *c, const char *key, const struct word *w,
                          struct buf *out)
{
    buf_printf(out, ",\"%s\":", key);
    if (!w->len) {
        buf_add_string(out, "null");
        return;
    }
    buf_add_byte(out, '"');
    alphabet_print(&c->lexicon->alphabet, w, out);
    buf_add_byte(out, '"');
}

void movelist_print_json(const struct movelist *l, const struct config *c, const struct listed *one,
                         struct buf *out)
{
    buf_add_string(out, "\"text\":\"");
    buf_add_json(out, movelist_text(l, one));
    buf_add_byte(out, '"');
    print_letters(c, "word", &one->word, out);
    if (one->run.len)
        print_letters(c, "run", &one->run, out);
    buf_printf(out, ",\"points\":%d", (int)one->points);
}

void movelist_release(struct movelist *l)
{
    buf_release(&l->moves);
    buf_release(&l->texts);
}
