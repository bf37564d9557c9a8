#include "lexicon/verify.h"

struct verifying {
    const struct lexicon *lex;
    struct verify_result *result;
    struct word word; // what has been read so far; leftwards letters are kept in reverse
    unsigned turned;  // letters read before the turn; 0 before it
    uint64_t steps;   // still allowed: the ways around are no longer than the words
    bool ok;
};

// Reads the word with a start at letter `split` - 1: to the left, the turn, to the right.
static bool has_split(const struct graph *g, const struct word *w, unsigned split)
{
    graph_arc arc = graph_around(g);
    for (unsigned i = split; i > 0; i--)
        arc = graph_step(g, arc, w->letter[i - 1]);
    if (split < w->len)
        arc = graph_turn(g, arc);
    for (unsigned i = split; i < w->len; i++)
        arc = graph_step(g, arc, w->letter[i]);
    return graph_accepts(arc);
}

static bool verify_word(const struct lexicon *lex, uint32_t number, struct verify_result *result)
{
    struct word w;
    uint32_t index;
    graph_nth(&lex->graph, number, &w);
    if (!lexicon_find(lex, &w, &index) || index != number ||
        lexicon_info(lex, number).length != w.len)
        return false;
    for (unsigned split = 1; split <= w.len; split++)
        if (!has_split(&lex->graph, &w, split))
            return false;
    result->splits += w.len;
    return true;
}

// The letters that `v` has read, in the order in which the word has them.
static struct word in_order(const struct verifying *v)
{
    struct word w = v->word;
    unsigned left = v->turned ? v->turned : w.len;
    for (unsigned i = 0; i < left; i++)
        w.letter[i] = v->word.letter[left - 1 - i];
    return w;
}

// Counts all ways through the GADDAG. Each must spell a word; since no way is there twice and each
// split of each word is there, equal numbers mean that nothing else is.
static uint64_t count_around(struct verifying *v, graph_arc arc)
{
    const struct graph *g = &v->lex->graph;
    uint64_t ways = 0;
    if (graph_accepts(arc)) {
        struct word w = in_order(v);
        v->ok &= graph_has(g, &w);
        ways++;
    }
    graph_arc turn = v->turned ? GRAPH_DEAD : graph_turn(g, arc);
    if (turn && v->ok) {
        v->turned = v->word.len;
        ways += count_around(v, turn);
        v->turned = 0;
    }
    for (uint32_t left = graph_letters(g, arc); left && v->ok; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        if (v->word.len == WORD_MAX || v->steps-- == 0)
            v->ok = false; // longer or more than the words allow
        if (!v->ok)
            break;
        v->word.letter[v->word.len++] = (uint8_t)letter;
        ways += count_around(v, graph_step(g, arc, letter));
        v->word.len--;
    }
    return ways;
}

static bool damaged(const struct lexicon *lex, struct reason *why)
{
    struct text name = TEXT("");
    lexicon_meta(lex, "name", 0, &name);
    return refuse(why, MSG_LEXICON_DAMAGED, "%.*s\tgraph", TEXT_ARG(name));
}

bool lexicon_verify(const struct lexicon *lex, struct verify_result *result, struct reason *why)
{
    struct verifying v = {.lex = lex, .result = result, .ok = true};
    *result = (struct verify_result){.words = lex->graph.words};
    for (uint32_t i = 0; i < lex->graph.words; i++)
        if (!verify_word(lex, i, result))
            return damaged(lex, why);
    v.steps = result->splits * WORD_MAX;
    if (count_around(&v, graph_around(&lex->graph)) != result->splits || !v.ok)
        return damaged(lex, why);
    return lexicon_check_definitions(lex, &result->counts, why);
}
