// The part of lexicon.h that leaves out marked words.
#include "lexicon/cut.h"
#include "lexicon/graph_build.h"
#include "lexicon/lexicon.h"

#include <stdatomic.h>
#include <stdlib.h>

// By the set of marks that is left out. Threads share a lexicon: the first one to have made a view
// puts it here.
struct lexicon_views {
    _Atomic(struct lexicon *) view[MARK_ALL + 1];
};

struct lexicon_views *lexicon_views_new(void)
{
    return calloc(1, sizeof(struct lexicon_views));
}

static void free_view(struct lexicon *view)
{
    if (view) {
        free(view->cells);
        free(view->starts);
    }
    free(view);
}

void lexicon_views_free(struct lexicon_views *v)
{
    for (unsigned i = 0; v && i <= MARK_ALL; i++)
        free_view(atomic_load(&v->view[i]));
    free(v);
}

static uint32_t *find_marked(const struct lexicon *whole, unsigned marks, size_t *count)
{
    uint32_t *word = malloc((whole->graph.words + (size_t)1) * sizeof *word);
    *count = 0;
    for (uint32_t i = 0; word && i < whole->graph.words; i++)
        if (lexicon_info(whole, i).marks & marks)
            word[(*count)++] = i;
    return word;
}

// --- Ways around that are added later.

static struct lexicon *promised_by(struct graph_promise *p)
{
    return (struct lexicon *)(void *)((char *)p - offsetof(struct lexicon, promise));
}

static void add_around(struct graph_promise *p)
{
    struct lexicon *lex = promised_by(p);
    struct graph_builder b;
    lex->graph.promise = NULL;
    if (graph_add_around(&b, &lex->graph, lex->cells_promised)) {
        lex->cells = b.cell;
        lex->graph.cell = b.graph.cell;
        lex->graph.cells = b.graph.cells;
        lex->graph.around = b.graph.around;
    } else {
        free(b.cell);
        lex->broken = true;
    }
}

void lexicon_promise_around(struct lexicon *lex, uint32_t cells)
{
    lex->cells_promised = cells;
    lex->promise.keep = add_around;
    lex->graph.promise = &lex->promise;
}

// The whole has them now: cuts again.
static void cut_around(struct graph_promise *p)
{
    struct lexicon *view = promised_by(p);
    size_t words;
    struct graph cut;
    view->graph.promise = NULL;
    graph_around(&view->whole->graph);
    uint32_t *word = find_marked(view->whole, view->without, &words);
    uint32_t *cells = word ? graph_cut(&view->whole->graph, word, words, &cut) : NULL;
    if (cells) {
        free(view->cells);
        view->cells = cells;
        view->numbered.cell = cells;
        cut.starts = view->starts;
        view->graph = cut;
        graph_find_starts(&view->graph, view->starts);
    }
    view->broken = !cells || view->whole->broken;
    free(word);
}

static struct lexicon *make_view(const struct lexicon *whole, unsigned marks)
{
    size_t words;
    uint32_t *word = find_marked(whole, marks, &words);
    struct lexicon *view = word ? malloc(sizeof *view) : NULL;
    if (view) {
        *view = *whole;
        view->views = NULL;
        view->cells = NULL;
        view->file = (struct file_map){0};
        view->whole = whole;
        view->without = marks;
        view->starts = malloc(GRAPH_STARTS * sizeof *view->starts);
        view->cells = graph_cut(&whole->graph, word, words, &view->graph);
        if (view->starts && view->cells) {
            graph_find_starts(&view->graph, view->starts);
            view->graph.starts = view->starts;
            view->numbered = whole->graph;
            view->numbered.cell = view->cells;
            view->promise.keep = cut_around;
            view->graph.promise = whole->graph.promise ? &view->promise : NULL;
        } else {
            free_view(view);
            view = NULL;
        }
    }
    free(word);
    return view;
}

const struct lexicon *lexicon_without(const struct lexicon *lex, unsigned marks)
{
    const struct lexicon *whole = lex->whole ? lex->whole : lex;
    marks = (marks | lex->without) & whole->marked;
    if (!marks)
        return whole;
    _Atomic(struct lexicon *) *place = &whole->views->view[marks];
    struct lexicon *there = atomic_load(place), *made = there ? NULL : make_view(whole, marks);
    if (there || !made || atomic_compare_exchange_strong(place, &there, made))
        return there ? there : made;
    free_view(made); // another thread was faster
    return there;
}
