#include "rules/movelist.h"

#include <stdlib.h>

bool movelist_add(struct movelist *l, const struct config *c, const struct state *before,
                  const struct action *a, const struct report *report)
{
    struct listed one = {.action = *a,
                         .word = report->word,
                         .run = report->run,
                         .points = report->points,
                         .start = l->texts.len};
    c->rules->format(c, before, a, VIEWER_ALL, &l->texts);
    one.len = l->texts.len - one.start;
    buf_add(&l->moves, &one, sizeof one);
    return buf_ok(&l->moves) && buf_ok(&l->texts);
}

size_t movelist_count(const struct movelist *l)
{
    return l->moves.len / sizeof(struct listed);
}

struct listed *movelist_at(const struct movelist *l, size_t i)
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
    bool all;
};

static bool take(void *context, const struct action *move, const struct report *report)
{
    struct listing *g = context;
    // Agreeing to another's word scores it for the other.
    bool scores = (report->word.len || report->run.len) && !report->amends;
    if (!scores && !g->all)
        return true;
    return movelist_add(g->list, g->config, g->state, move, report);
}

static int best_first(const void *left, const void *right, void *context)
{
    const struct listed *x = left, *y = right;
    const struct movelist *l = context;
    if (x->points != y->points)
        return x->points < y->points ? 1 : -1;
    return text_compare(movelist_text(l, x), movelist_text(l, y));
}

bool movelist_legal(struct movelist *l, const struct config *c, const struct state *s,
                    const struct movelist_options *options, struct reason *why)
{
    struct listing listing = {l, c, s, options->all};
    struct move_sink sink = {take, &listing, options->paths};
    unsigned who = c->rules->to_act(c, s);
    for (unsigned seat = 0; seat < c->seats; seat++)
        if (who >> seat & 1 && !c->rules->legal(c, s, seat, &sink))
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
