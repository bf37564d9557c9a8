// legal() of the Word Game: placements, exchanges and passing, as moves. Placements are found by
// trying every square of every line as the beginning of a word.
#include "games/wordgame/placement.h"
#include "games/wordgame/state.h"

#include <string.h>

struct lister {
    const struct config *c;
    const struct state *s;
    const struct wordgame_state *w;
    const struct graph *graph;
    const struct move_sink *sink;
    unsigned seat;
    uint8_t left[TILE_KINDS]; // of the rack
    unsigned in_left;
    uint32_t fits[BOARD_SQUARES]; // letters that make a word, or none, across the line of play
    bool touch[BOARD_SQUARES];    // a word on this square has a tile in common with the board
    struct wordgame_placement p;  // so far
    struct word reading;          // its letters as the lexicon spells them
    unsigned touching, pairs;     // squares of it that touch; letters of it that are read as a pair
};

static bool give(const struct lister *l, const struct action *a)
{
    struct report report;
    l->c->rules->report(l->c, l->s, a, &report);
    return l->sink->take(l->sink->context, a, &report);
}

static bool same_word(const struct word *x, const struct word *y)
{
    return x->len == y->len && memcmp(x->letter, y->letter, x->len) == 0;
}

// A word that can be read in more than one way is listed in the first; a single tile that makes
// words both ways across.
static bool is_once(const struct lister *l)
{
    struct word letters = wordgame_letters(&l->p), first;
    struct wordgame_placement across = l->p;
    wordgame_turn(l->w->board, &across);
    if (across.down != l->p.down)
        return false;
    return !l->pairs || (wordgame_reads(&l->w->set, l->graph, &letters, &first) &&
                         same_word(&first, &l->reading));
}

static bool give_placement(const struct lister *l)
{
    bool first = l->w->filled == 0;
    if (l->p.length < 2 || l->in_left == l->w->in_rack[l->seat] || !l->touching ||
        (first && l->p.length < l->w->set.first_word) || !is_once(l))
        return true;
    struct action a = wordgame_action(l->seat, &l->p);
    return give(l, &a);
}

static bool walk(struct lister *l, graph_arc arc);

// Goes on with a letter as it is, and where it may be a pair, as that.
static bool follow(struct lister *l, graph_arc arc, unsigned letter)
{
    const struct wordgame_set *set = &l->w->set;
    bool go_on = true;
    graph_arc next = graph_step(l->graph, arc, letter);
    if (next != GRAPH_DEAD) {
        l->reading.letter[l->reading.len++] = (uint8_t)letter;
        go_on = walk(l, next);
        l->reading.len--;
    }
    if (!go_on || letter != set->pair)
        return go_on;
    next = graph_step(l->graph, graph_step(l->graph, arc, set->pair_first), set->pair_second);
    if (next == GRAPH_DEAD)
        return true;
    l->reading.letter[l->reading.len++] = set->pair_first;
    l->reading.letter[l->reading.len++] = set->pair_second;
    l->pairs++;
    go_on = walk(l, next);
    l->pairs--;
    l->reading.len = (uint8_t)(l->reading.len - 2);
    return go_on;
}

static bool put(struct lister *l, graph_arc arc, unsigned square, uint8_t tile)
{
    l->p.tile[l->p.length++] = tile;
    l->touching += l->touch[square];
    bool go_on = follow(l, arc, tile_letter(tile));
    l->touching -= l->touch[square];
    l->p.length--;
    return go_on;
}

static bool put_new(struct lister *l, graph_arc arc, unsigned square, uint8_t tile)
{
    unsigned kind = tile_kind(tile);
    if (!l->left[kind])
        return true;
    l->left[kind]--;
    l->in_left--;
    bool go_on = put(l, arc, square, tile);
    l->in_left++;
    l->left[kind]++;
    return go_on;
}

// `arc` is where the letters so far lead.
static bool walk(struct lister *l, graph_arc arc)
{
    const struct wordgame_placement *p = &l->p;
    unsigned square = p->square + p->length * line_step(p->down);
    unsigned first = p->down ? p->square / BOARD_SIDE : p->square % BOARD_SIDE;
    bool at_end = first + p->length == BOARD_SIDE;
    if ((at_end || !l->w->board[square]) && graph_accepts(arc) && !give_placement(l))
        return false;
    if (at_end)
        return true;
    if (l->w->board[square])
        return put(l, arc, square, l->w->board[square]);
    for (unsigned letter = 1; l->in_left && letter <= l->w->set.letters; letter++)
        if (l->fits[square] & graph_bit(letter) &&
            !(put_new(l, arc, square, (uint8_t)letter) &&
              put_new(l, arc, square, (uint8_t)(letter | TILE_BLANK))))
            return false;
    return true;
}

// Which letters fit on a square of a line of play, as far as the words across that line go.
static void look_across(struct lister *l, unsigned square, unsigned down)
{
    const struct wordgame_state *w = l->w;
    l->fits[square] = 0;
    l->touch[square] = w->filled ? w->board[square] != 0 : square == BOARD_CENTRE;
    for (unsigned letter = 1; !w->board[square] && letter <= w->set.letters; letter++) {
        struct wordgame_placement run = wordgame_run(w->board, square, !down, (uint8_t)letter);
        struct word letters = wordgame_letters(&run);
        l->touch[square] |= run.length > 1;
        if (run.length == 1 || wordgame_reads(&w->set, l->graph, &letters, NULL))
            l->fits[square] |= graph_bit(letter);
    }
}

// Can a word that begins here touch the board with the tiles that there are?
static bool reaches(const struct lister *l, unsigned square, unsigned down)
{
    unsigned step = line_step(down), at = down ? square / BOARD_SIDE : square % BOARD_SIDE;
    if (at > 0 && l->w->board[square - step])
        return false;
    for (unsigned empty = 0; at < BOARD_SIDE && empty <= l->in_left; at++, square += step) {
        empty += !l->w->board[square];
        if (l->touch[square])
            return empty <= l->in_left;
    }
    return false;
}

static bool list_placements(struct lister *l)
{
    for (unsigned down = 0; down < 2; down++) {
        for (unsigned square = 0; square < BOARD_SQUARES; square++)
            look_across(l, square, down);
        for (unsigned square = 0; square < BOARD_SQUARES; square++) {
            l->p = (struct wordgame_placement){.square = (uint8_t)square, .down = (uint8_t)down};
            if (reaches(l, square, down) && !walk(l, graph_forward(l->graph)))
                return false;
        }
    }
    return true;
}

// Every choice of tiles from `kind` on that goes with those that the action has already. Blanks
// come last.
static bool list_exchanges(struct lister *l, struct action *a, unsigned kind)
{
    if (kind > TILE_KINDS)
        return a->len == 0 || give(l, a);
    unsigned have = l->left[kind % TILE_KINDS], before = a->len;
    bool go_on = true;
    for (unsigned n = 0; n <= have && go_on; n++) {
        if (n)
            a->data[a->len++] = (uint8_t)(kind % TILE_KINDS);
        go_on = list_exchanges(l, a, kind + 1);
    }
    while (a->len > before)
        a->data[--a->len] = 0;
    return go_on;
}

bool wordgame_legal(const struct config *c, const struct state *s, unsigned seat,
                    const struct move_sink *sink)
{
    const struct wordgame_state *w = wordgame_state(s);
    struct lister l = {
        .c = c, .s = s, .w = w, .graph = &c->lexicon->graph, .sink = sink, .seat = seat};
    struct action exchange = {.kind = WORDGAME_EXCHANGE, .seat = (uint8_t)seat};
    struct action pass = {.kind = ACTION_PASS, .seat = (uint8_t)seat};
    if (!(c->rules->to_act(c, s) >> seat & 1))
        return true;
    memcpy(l.left, w->rack[seat], sizeof l.left);
    l.in_left = w->in_rack[seat];
    if (!list_placements(&l))
        return false;
    if (w->set.exchange && w->in_bag >= w->set.exchange && !list_exchanges(&l, &exchange, 1))
        return false;
    return give(&l, &pass);
}
