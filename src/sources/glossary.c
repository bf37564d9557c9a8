#include "sources/glossary.h"

#include <stdlib.h>
#include <string.h>

// One foreign word for a word. `order` is when it came.
struct pair {
    struct word word;
    uint32_t start, len; // of the foreign word, in the texts
    uint32_t order;
    uint32_t count; // how often the same came
};

bool glossary_take(void *context, const struct source_entry *entry)
{
    struct glossary *g = context;
    struct pair p = {.start = (uint32_t)g->texts.len, .len = (uint32_t)entry->definition.len};
    bool noun = entry->classes == 0 || (entry->classes & CLASS_NOUN);
    if (entry->definition.len == 0 || !noun ||
        !alphabet_fold(g->alphabet, entry->spelling, &p.word, NULL) ||
        !lexicon_builder_has(g->words, &p.word))
        return true;
    p.order = (uint32_t)(g->pairs.len / sizeof p);
    p.count = 1;
    buf_add_text(&g->texts, entry->definition);
    buf_add(&g->pairs, &p, sizeof p);
    return true;
}

static int compare_words(const struct word *a, const struct word *b)
{
    int order = memcmp(a->letter, b->letter, a->len < b->len ? a->len : b->len);
    return order ? order : (int)a->len - (int)b->len;
}

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int by_word(const void *a, const void *b)
{
    const struct pair *p = a, *q = b;
    int order = compare_words(&p->word, &q->word);
    return order ? order : compare_numbers(p->order, q->order);
}

static int by_count(const void *a, const void *b)
{
    const struct pair *p = a, *q = b;
    int order = compare_numbers(q->count, p->count);
    return order ? order : compare_numbers(p->order, q->order);
}

static struct text text_of_pair(const struct glossary *g, const struct pair *p)
{
    return (struct text){g->texts.at + p->start, p->len};
}

// Leaves each foreign word once, with its count. Returns how many are left. Only the first GROUP_MAX
// different ones are looked at, so a word with very many stays cheap.
enum { GROUP_MAX = 64 };

static size_t merge(const struct glossary *g, struct pair *pair, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        while (same < left && !text_equal(text_of_pair(g, &pair[i]), text_of_pair(g, &pair[same])))
            same++;
        if (same < left)
            pair[same].count++;
        else if (left < GROUP_MAX)
            pair[left++] = pair[i];
    }
    return left;
}

static void print_gloss(const struct glossary *g, const struct pair *pair, size_t count,
                        struct buf *out)
{
    buf_clear(out);
    for (size_t i = 0; i < count && i < GLOSSARY_MAX; i++) {
        buf_add_string(out, i ? ", " : "");
        buf_add_text(out, text_of_pair(g, &pair[i]));
    }
}

bool glossary_write(struct glossary *g, struct lexicon_builder *into, struct reason *why)
{
    size_t count = g->pairs.len / sizeof(struct pair), end;
    struct pair *pair = malloc(g->pairs.len + 1);
    struct buf gloss = {0};
    bool ok = pair && buf_ok(&g->pairs) && buf_ok(&g->texts);
    if (ok && count) {
        memcpy(pair, g->pairs.at, g->pairs.len);
        qsort(pair, count, sizeof *pair, by_word);
    }
    for (size_t i = 0; i < count && ok; i = end) {
        for (end = i + 1; end < count && !compare_words(&pair[i].word, &pair[end].word);)
            end++;
        struct word w = pair[i].word;
        size_t left = merge(g, pair + i, end - i);
        qsort(pair + i, left, sizeof *pair, by_count);
        print_gloss(g, pair + i, left, &gloss);
        ok = buf_ok(&gloss) &&
             lexicon_builder_define(into, &w, CLASS_NOUN, TEXT_GLOSS, buf_text(&gloss), why);
    }
    buf_release(&gloss);
    free(pair);
    return ok || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

void glossary_release(struct glossary *g)
{
    buf_release(&g->pairs);
    buf_release(&g->texts);
}
