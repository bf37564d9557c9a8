#include "sources/dutch/mblem.h"

#include "base/utf8.h"
#include "sources/dutch/cgn.h"

#include <string.h>

enum { DEPTH_MAX = 32, WORD_LETTERS = 20, BEFORE_WORD = 1 };

// Branches of a node are a list: its first one, and from each the next.
struct mblem_node {
    uint32_t class;
    uint32_t child, next; // 0: none; the root is nobody's child
    uint16_t value;       // the letter that leads here
};

struct parser {
    struct mblem *m;
    struct text rest;
    struct reason *why;
    uint32_t line;
};

static bool bad(const struct parser *p)
{
    return refuse_line(p->why, p->line, MSG_MBLEM_TREE, "%s", "");
}

static struct mblem_node *node_at(const struct mblem *m, uint32_t i)
{
    return (struct mblem_node *)(void *)m->nodes.at + i; // from malloc, so aligned for anything
}

static bool next_line(struct parser *p, struct text *line)
{
    p->line++;
    return text_next_line(&p->rest, line);
}

static bool skip_to(struct parser *p, const char *title)
{
    struct text line;
    while (next_line(p, &line))
        if (text_is(line, title))
            return true;
    return bad(p);
}

// "4<tab>N(soort,mv,basis)+Den", numbered from 1, to the title of the letters.
static bool read_classes(struct parser *p)
{
    struct text line, none = {0};
    uint32_t number, want = 1;
    buf_add(&p->m->classes, &none, sizeof none);
    for (;;) {
        if (!next_line(p, &line))
            return bad(p);
        if (text_is(line, "Features"))
            break;
        if (!text_to_u32(text_cut(&line, '\t'), &number) || number != want++ || !utf8_valid(line))
            return bad(p);
        buf_add(&p->m->classes, &line, sizeof line);
    }
    return buf_ok(&p->m->classes) || refuse(p->why, MSG_OUT_OF_MEMORY, "%s", "");
}

static bool read_letters(struct parser *p)
{
    struct text line;
    uint32_t number, letter;
    while (next_line(p, &line) && line.len) {
        if (!text_to_u32(text_cut(&line, '\t'), &number) || number == 0 || number > UINT16_MAX ||
            !utf8_next(&line, &letter))
            return bad(p);
        if (letter < MBLEM_LETTERS)
            p->m->value[letter] = (uint16_t)number;
    }
    return true;
}

static bool take(struct parser *p, char c)
{
    while (p->rest.len && (unsigned char)*p->rest.at <= ' ') {
        p->line += *p->rest.at == '\n';
        p->rest = text_from(p->rest, 1);
    }
    bool there = p->rest.len && *p->rest.at == c;
    p->rest = text_from(p->rest, there);
    return there;
}

static bool take_number(struct parser *p, uint32_t *out)
{
    size_t n = 0;
    while (n < p->rest.len && p->rest.at[n] >= '0' && p->rest.at[n] <= '9')
        n++;
    bool ok = text_to_u32(text_head(p->rest, n), out);
    p->rest = text_from(p->rest, n);
    return ok || bad(p);
}

// "(6{ 1 33, 2 1 }", and makes a node of it.
static bool take_node(struct parser *p, uint32_t value)
{
    struct mblem_node node = {.value = (uint16_t)value};
    if (!take(p, '(') || !take_number(p, &node.class) ||
        node.class >= p->m->classes.len / sizeof(struct text))
        return bad(p);
    if (take(p, '{')) {
        size_t end = text_find(p->rest, '}');
        p->rest = text_from(p->rest, end < p->rest.len ? end + 1 : end);
    }
    buf_add(&p->m->nodes, &node, sizeof node);
    return buf_ok(&p->m->nodes) || refuse(p->why, MSG_OUT_OF_MEMORY, "%s", "");
}

// The node that was read last becomes a branch of `parent`, after `before`.
static uint32_t hang(struct mblem *m, uint32_t parent, uint32_t before)
{
    uint32_t last = (uint32_t)(m->nodes.len / sizeof(struct mblem_node)) - 1;
    if (before)
        node_at(m, before)->next = last;
    else
        node_at(m, parent)->child = last;
    return last;
}

// Nodes with branches are opened by "[" and wait on a stack until "])" closes them.
static bool read_tree(struct parser *p)
{
    uint32_t open[DEPTH_MAX] = {0}, newest[DEPTH_MAX] = {0}, value = 0, last = 0;
    unsigned depth = 0;
    if (!take_node(p, 0))
        return false;
    for (;;) {
        if (take(p, '[')) {
            if (depth == DEPTH_MAX)
                return bad(p);
            open[depth] = last;
            newest[depth++] = 0;
        } else if (take(p, ')')) {
            while (take(p, ']'))
                if (depth-- == 0 || !take(p, ')'))
                    return bad(p);
            if (depth == 0)
                return true;
            if (!take(p, ','))
                return bad(p);
        } else {
            return bad(p);
        }
        if (!take_number(p, &value) || value > UINT16_MAX || !take_node(p, value))
            return bad(p);
        last = newest[depth - 1] = hang(p->m, open[depth - 1], newest[depth - 1]);
    }
}

bool mblem_open(struct mblem *m, struct text tree, struct reason *why)
{
    struct parser p = {.m = m, .rest = tree, .why = why};
    *m = (struct mblem){0};
    bool ok = skip_to(&p, "Classes") && read_classes(&p) && read_letters(&p) && read_tree(&p);
    if (!ok)
        mblem_close(m);
    return ok;
}

void mblem_close(struct mblem *m)
{
    buf_release(&m->classes);
    buf_release(&m->nodes);
}

// The branch for a letter, or 0.
static uint32_t branch(const struct mblem *m, uint32_t node, uint16_t value)
{
    uint32_t child = node_at(m, node)->child;
    while (child && node_at(m, child)->value != value)
        child = node_at(m, child)->next;
    return child;
}

static struct text classify(const struct mblem *m, struct text word)
{
    uint16_t value[WORD_LETTERS]; // of the last letters, the last one at the end
    uint32_t letter, node = 0;
    for (unsigned i = 0; i < WORD_LETTERS; i++)
        value[i] = BEFORE_WORD;
    while (utf8_next(&word, &letter)) {
        memmove(value, value + 1, sizeof value - sizeof *value);
        value[WORD_LETTERS - 1] = letter < MBLEM_LETTERS ? m->value[letter] : 0;
    }
    for (unsigned i = WORD_LETTERS; i-- > 0;) {
        uint32_t next = branch(m, node, value[i]);
        if (!next)
            break;
        node = next;
    }
    return ((struct text *)(void *)m->classes.at)[node_at(m, node)->class];
}

// Makes the lemma by the edits of a reading, with what P takes out taken out at or after `from`. Returns
// where that was; the word's length if the edits do not fit it.
static size_t make_lemma(struct text word, struct text edits, size_t from, struct buf *lemma)
{
    size_t found = 0;
    buf_clear(lemma);
    buf_add_text(lemma, word);
    while (edits.len && buf_ok(lemma)) {
        struct text edit = text_cut(&edits, '+'), what = text_from(edit, 1);
        char op = edit.len ? *edit.at : 0;
        size_t left = lemma->len >= what.len ? lemma->len - what.len : 0;
        if (op == 'P') {
            found = from;
            while (found + what.len <= word.len &&
                   !text_equal(text_head(text_from(word, found), what.len), what))
                found++;
            if (found + what.len > word.len)
                return word.len;
            buf_clear(lemma);
            buf_add_text(lemma, text_head(word, found));
            buf_add_text(lemma, text_from(word, found + what.len));
        } else if (op == 'D') {
            if (!text_equal(text_from(buf_text(lemma), left), what))
                return word.len;
            lemma->len = left;
        } else if (op == 'I') {
            buf_add_text(lemma, what);
        }
    }
    return found;
}

// One reading. What P takes out may be there more than once (tegengehouden); then each gives a lemma,
// and only one of them is a word.
static bool give(struct text word, struct text reading, const struct source_sink *sink,
                 struct buf *lemma)
{
    struct text tag = text_cut(&reading, '+');
    bool out = text_starts(reading, "P");
    for (size_t from = 0; from < word.len; from++) {
        from = make_lemma(word, reading, from, lemma);
        struct source_entry entry = {.spelling = word, .classes = cgn_class(tag)};
        if (from >= word.len || !buf_ok(lemma))
            break;
        if (!text_equal(buf_text(lemma), word) && lemma->len) {
            entry.lemma = buf_text(lemma);
            entry.classes = 0;
        }
        if (utf8_valid(entry.lemma) && !sink->take(sink->context, &entry))
            return false;
        if (!out)
            break;
    }
    return true;
}

bool mblem_read(const struct mblem *m, struct text word, const struct source_sink *sink,
                struct reason *why)
{
    struct buf lemma = {0};
    struct text readings = word.len ? classify(m, word) : word;
    bool ok = true;
    while (ok && readings.len)
        ok = give(word, text_cut(&readings, '|'), sink, &lemma);
    if (ok && !buf_ok(&lemma))
        ok = refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    buf_release(&lemma);
    return ok;
}
