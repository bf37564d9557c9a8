// The computer's play of Sprout: negamax over the lexicon's graph, with iterative deepening. A
// level looks further ahead than the one below it; the sixth looks as far as its nodes last.
#include "engine/deadline.h"
#include "games/sprout/state.h"

enum { NODES = 200000, POLL_STRIDE = 64 };

struct tree {
    const struct config *c;
    const struct sprout_settings *set;
    struct deadline_watch watch;
    bool cut; // the depth kept it from looking to the end
};

// The points to come of the seat that moves less those of the other one. `best` gets the letter.
static int32_t look_ahead(struct tree *t, graph_arc arc, unsigned len, unsigned depth,
                          uint8_t *best)
{
    const struct graph *g = &t->c->lexicon->graph;
    uint32_t letters = len < WORD_MAX ? graph_letters(g, arc) : 0;
    int32_t most = INT32_MIN;
    bool over = deadline_enter(&t->watch);
    t->cut |= letters && !depth;
    if (!letters || !depth || over)
        return 0;
    for (; letters; letters &= letters - 1) {
        uint8_t letter = (uint8_t)(__builtin_ctz(letters) + 1), reply;
        graph_arc next = graph_step(g, arc, letter);
        int32_t value =
            sprout_points(t->set, next, len + 1) - look_ahead(t, next, len + 1, depth - 1, &reply);
        if (value > most) {
            most = value;
            *best = letter;
        }
    }
    return most;
}

static bool best(struct engine *e, const struct state *view, unsigned seat,
                 const struct engine_options *options, struct rng *r, struct engine_result *out)
{
    const struct config *c = &e->config;
    const struct word *stem = &sprout_state(view)->stem;
    graph_arc arc = sprout_arc(c, stem);
    unsigned deepest = options->level < ENGINE_LEVELS ? 2 * options->level - 1 : WORD_MAX;
    struct deadline deadline;
    struct tree t = {.c = c, .set = &sprout_state(view)->set};
    int32_t score[SEATS_MAX], value = 0;
    uint8_t letter = (uint8_t)(__builtin_ctz(graph_letters(&c->lexicon->graph, arc)) + 1);
    struct report report;
    (void)r; // the same question has the same answer
    deadline_init(&deadline, options, POLL_STRIDE);
    t.watch = deadline_watch(&deadline, 0, deadline_nodes(options, NODES));
    for (unsigned depth = 1; depth <= deepest && !t.watch.over && !out->exact; depth++) {
        uint8_t found = letter;
        t.cut = false;
        int32_t worth = look_ahead(&t, arc, stem->len, depth, &found);
        if (t.watch.over)
            break;
        letter = found;
        value = worth;
        out->depth = depth;
        out->exact = !t.cut;
    }
    out->move = sprout_move_encode(&(struct sprout_move){letter}, seat);
    sprout_report(c, view, &out->move, &report);
    c->rules->score(c, view, score);
    out->points = report.points;
    out->margin = score[seat] - score[1 - seat] + value;
    out->nodes = t.watch.nodes;
    out->line[0] = out->move;
    out->line_length = 1;
    return true;
}

extern const struct engine_type sprout_engine;
const struct engine_type sprout_engine = {.rules = "sprout", .best = best};
