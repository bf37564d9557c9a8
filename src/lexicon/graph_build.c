#include "lexicon/graph_build.h"

#include "base/bug.h"

#include <string.h>

static uint8_t letter_at(const struct word_list *words, uint32_t i, unsigned depth)
{
    return words->letters[words->start[i] + depth];
}

// The DAWG of words `from` to `to`, which share their first `depth` letters.
static graph_arc build_dawg(struct graph_store *s, const struct word_list *words, uint32_t from,
                            uint32_t to, unsigned depth)
{
    struct graph_place p = {0};
    graph_arc accept = 0;
    if (from < to && words->length[from] == depth) {
        accept = GRAPH_ACCEPT;
        from++;
    }
    while (from < to && !s->failed) {
        uint8_t letter = letter_at(words, from, depth);
        uint32_t end = from + 1;
        while (end < to && letter_at(words, end, depth) == letter)
            end++;
        graph_place_add(&p, letter, build_dawg(s, words, from, end, depth + 1));
        from = end;
    }
    return s->failed ? GRAPH_DEAD : graph_store_place(s, &p) | accept;
}

static bool build_all(struct graph_store *s, struct graph_builder *b, const struct word_list *words)
{
    if (!graph_store_init(s, b))
        return false;
    b->graph.forward = build_dawg(s, words, 0, words->count, 0);
    return graph_store_end_dawg(s) && graph_store_around(s);
}

// In order and without repeats?
static bool in_order(const struct word_list *words)
{
    for (uint32_t i = 1; i < words->count; i++) {
        unsigned before = words->length[i - 1], len = words->length[i];
        int order = memcmp(words->letters + words->start[i - 1], words->letters + words->start[i],
                           before < len ? before : len);
        if (order > 0 || (order == 0 && before >= len))
            return false;
    }
    return true;
}

bool graph_build(struct graph_builder *b, const struct word_list *words, unsigned letters,
                 struct reason *why)
{
    struct graph_store s;
    *b = (struct graph_builder){.graph = {.letters = letters}};
    BUG_UNLESS(letters <= LETTERS_MAX);
    if (!in_order(words))
        return refuse(why, MSG_LEXICON_DAMAGED, "%s\twords", "");
    bool ok = build_all(&s, b, words);
    if (!ok && s.cells >= GRAPH_INDEX)
        refuse(why, MSG_LEXICON_TOO_MANY_WORDS, "%s", "");
    else if (!ok)
        refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    graph_store_release(&s);
    return ok;
}
