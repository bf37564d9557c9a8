// Balda and Bukva: the rules (RULES.md). Two presets of one implementation; where they differ, the
// preset's fixed values say how.
#include "games/balda/state.h"

#include "base/bug.h"
#include "games/balda/moves.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct balda_state) <= STATE_BYTES, "the state has to fit");
_Static_assert(sizeof(struct placement) <= ACTION_BYTES, "a placement has to fit");

// With fewer words than this to choose from, less familiar ones are taken too.
enum { START_WORDS = 200, START_TRIES = 100 };

void balda_grid(const struct config *c, struct grid *g)
{
    grid_init(g, config_number(c, "size"), config_is(c, "diagonal", "on"));
}

bool balda_open_square(const struct grid *g, const uint8_t *board, unsigned square)
{
    if (square >= g->squares || board[square])
        return false;
    for (unsigned i = 0; i < g->neighbours[square]; i++)
        if (board[g->neighbour[square][i]])
            return true;
    return false;
}

struct placement balda_placement(const struct action *a)
{
    struct placement p = {0};
    BUG_UNLESS(a->len >= PLACEMENT_HEAD && a->len <= sizeof p);
    memcpy(&p, a->data, a->len);
    return p;
}

struct action balda_action(unsigned seat, const struct placement *p, unsigned length)
{
    BUG_UNLESS(length <= WORD_MAX);
    return action_of(BALDA_PLACE, seat, p, PLACEMENT_HEAD + length);
}

struct word balda_word(const struct balda_state *b, const struct placement *p, unsigned length)
{
    struct word w = {.len = (uint8_t)length};
    for (unsigned i = 0; i < length; i++)
        w.letter[i] = p->path[i] == p->square ? p->letter : b->board[p->path[i]];
    return w;
}

bool balda_in_play(const struct config *c, const struct balda_state *b, const struct word *w)
{
    uint32_t index;
    if (!lexicon_find(c->lexicon, w, &index))
        return false;
    return b->classes == 0 || (lexicon_info(c->lexicon, index).classes & b->classes);
}

static bool same_letters(const struct balda_state *b, const struct scored *s, const struct word *w)
{
    if (s->length != w->len)
        return false;
    for (unsigned i = 0; i < w->len; i++)
        if (b->board[b->path[s->start + i]] != w->letter[i])
            return false;
    return true;
}

static bool share_square(const struct balda_state *b, const struct scored *s, const uint8_t *path,
                         unsigned length)
{
    for (unsigned i = 0; i < length; i++)
        if (memchr(b->path + s->start, path[i], s->length))
            return true;
    return false;
}

bool balda_is_new(const struct config *c, const struct balda_state *b, const struct word *w,
                  const uint8_t *path)
{
    bool never = config_fixed(c, "repeats", "never");
    for (unsigned i = 0; i < b->words; i++) {
        const struct scored *s = &b->scored[i];
        // A single letter is no word.
        if (s->length > 1 && same_letters(b, s, w) && (never || share_square(b, s, path, w->len)))
            return false;
    }
    return true;
}

static uint8_t classes_in_play(const struct config *c)
{
    static const struct {
        const char *name;
        uint8_t class;
    } more[] = {{"verbs", CLASS_VERB}, {"adjectives", CLASS_ADJECTIVE}, {"adverbs", CLASS_ADVERB}};
    uint8_t classes = CLASS_NOUN;
    if (!lexicon_has_classes(c->lexicon))
        return 0;
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (config_is(c, "classes", more[i].name))
            classes |= more[i].class;
    return classes;
}

static void setup(const struct config *c, struct state *s)
{
    memset(s, 0, sizeof *s);
    balda_state_of(s)->classes = classes_in_play(c);
}

static unsigned to_act(const struct config *c, const struct state *s)
{
    const struct balda_state *b = balda_state(s);
    (void)c;
    if (b->resigned || b->end)
        return 0;
    if (b->words == 0)
        return ACTS_CHANCE;
    return 1u << (b->asked ? 1 - b->turn : b->turn);
}

// Looks for one word that could be scored next.
struct any_word {
    const struct config *c;
    const struct balda_state *b;
};

static bool is_none(void *context, const struct balda_found *f)
{
    const struct any_word *any = context;
    struct word w = {.len = f->length};
    memcpy(w.letter, f->word, f->length);
    return !(balda_in_play(any->c, any->b, &w) && balda_is_new(any->c, any->b, &w, f->path));
}

bool balda_has_word(const struct config *c, const struct balda_state *b)
{
    struct grid g;
    struct any_word any = {c, b};
    balda_grid(c, &g);
    return !balda_find_words(&g, &c->lexicon->graph, b->board, is_none, &any);
}

static void put_start(const struct config *c, struct balda_state *b, const struct action *a)
{
    unsigned width = config_number(c, "size"), row = width / 2 * width;
    b->scored[0] = (struct scored){.length = a->len, .seat = NO_SEAT, .square = (uint8_t)row};
    for (unsigned i = 0; i < a->len; i++) {
        b->board[row + i] = a->data[i];
        b->path[i] = (uint8_t)(row + i);
    }
    b->words = 1;
    b->paths = a->len;
    b->filled = a->len;
}

bool balda_check_start(const struct config *c, const struct state *s, const struct action *a,
                       struct reason *why)
{
    struct word w = {.len = a->len};
    struct state after = *s;
    if (a->kind != BALDA_START || a->len > WORD_MAX)
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    memcpy(w.letter, a->data, a->len);
    if (w.len != config_number(c, "size"))
        return refuse(why, MSG_BALDA_START_LENGTH, "%u", (unsigned)config_number(c, "size"));
    if (!balda_in_play(c, balda_state(s), &w))
        return refuse(why, MSG_BALDA_NOT_IN_PLAY, "%s", c->lexicon_name);
    put_start(c, balda_state_of(&after), a);
    if (config_fixed(c, "stuck", "on") && !balda_has_word(c, balda_state(&after)))
        return refuse(why, MSG_BALDA_START_STUCK, "%s", "");
    return true;
}

// Does the path run over filled squares and the new one, each touching the next, none twice?
static bool check_path(const struct config *c, const struct balda_state *b,
                       const struct placement *p, unsigned length, struct reason *why)
{
    unsigned width = config_number(c, "size");
    bool diagonal = config_is(c, "diagonal", "on");
    bool used[GRID_SQUARES] = {0};
    for (unsigned i = 0; i < length; i++) {
        unsigned square = p->path[i];
        if (square >= width * width || (!b->board[square] && square != p->square))
            return refuse(why, MSG_BALDA_PATH_EMPTY, "%s", "");
        if (used[square])
            return refuse(why, MSG_BALDA_PATH_TWICE, "%s", "");
        if (i > 0 && !grid_touch(width, diagonal, p->path[i - 1], square))
            return refuse(why, MSG_BALDA_PATH_APART, "%s", "");
        used[square] = true;
    }
    return used[p->square] || refuse(why, MSG_BALDA_PATH_MISSES, "%s", "");
}

static bool check_word(const struct config *c, const struct balda_state *b,
                       const struct placement *p, unsigned length, struct reason *why)
{
    struct word w = balda_word(b, p, length);
    uint32_t index;
    if (length == 1)
        return config_fixed(c, "single", "on") || refuse(why, MSG_BALDA_TOO_SHORT, "%s", "");
    // Whoever may be asked about a word is asked only about one that the lexicon does not have.
    bool ask = config_is(c, "unknown", "ask") && !lexicon_find(c->lexicon, &w, &index);
    if (!ask && !balda_in_play(c, b, &w)) {
        struct buf text = {0};
        alphabet_print(&c->lexicon->alphabet, &w, &text);
        reason_set(why, 0, MSG_BALDA_NO_WORD, "%.*s\t%s", TEXT_ARG(buf_text(&text)),
                   c->lexicon_name);
        buf_release(&text);
        return false;
    }
    return balda_is_new(c, b, &w, p->path) || refuse(why, MSG_BALDA_USED, "%s", "");
}

// As balda_open_square(), for this one square.
static bool touches_letter(const struct config *c, const uint8_t *board, unsigned square)
{
    unsigned width = config_number(c, "size");
    bool diagonal = config_is(c, "diagonal", "on");
    if (square >= width * width || board[square])
        return false;
    for (unsigned other = 0; other < width * width; other++)
        if (board[other] && grid_touch(width, diagonal, square, other))
            return true;
    return false;
}

bool balda_check_place(const struct config *c, const struct balda_state *b, const struct action *a,
                       struct reason *why)
{
    if (a->len <= PLACEMENT_HEAD || a->len > sizeof(struct placement))
        return refuse(why, MSG_BALDA_TOO_SHORT, "%s", "");
    struct placement p = balda_placement(a);
    unsigned length = a->len - (unsigned)PLACEMENT_HEAD;
    if (!touches_letter(c, b->board, p.square))
        return refuse(why, MSG_BALDA_NOT_OPEN, "%s", "");
    if (p.letter == 0 || p.letter > c->lexicon->alphabet.size)
        return refuse(why, MSG_BALDA_NO_LETTER, "%s", "");
    return check_path(c, b, &p, length, why) && check_word(c, b, &p, length, why);
}

static bool check(const struct config *c, const struct state *s, const struct action *a,
                  struct reason *why)
{
    const struct balda_state *b = balda_state(s);
    unsigned who = to_act(c, s);
    if (!rules_actor(c, who, a, why))
        return false;
    if (a->seat == CHANCE)
        return balda_check_start(c, s, a, why);
    if (a->kind == ACTION_RESIGN)
        return a->len == 0 || refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    if (!rules_turn(who, a, why))
        return false;
    if (a->kind == BALDA_ACCEPT || a->kind == BALDA_REFUSE)
        return (b->asked && a->len == 0) || refuse(why, MSG_BALDA_NO_QUESTION, "%s", "");
    if (b->asked)
        return refuse(why, MSG_BALDA_ANSWER_FIRST, "%s", "");
    if (a->kind == ACTION_PASS)
        return (config_fixed(c, "pass", "on") && a->len == 0) ||
               refuse(why, MSG_RULES_NO_PASS, "%s", "");
    return a->kind == BALDA_PLACE ? balda_check_place(c, b, a, why)
                                  : refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
}

void balda_score_word(struct balda_state *b, unsigned seat, const struct placement *p,
                      unsigned length)
{
    BUG_UNLESS(b->words < BALDA_WORDS);
    b->scored[b->words++] = (struct scored){
        .start = b->paths, .length = (uint8_t)length, .seat = (uint8_t)seat, .square = p->square};
    memcpy(b->path + b->paths, p->path, length);
    b->paths = (uint16_t)(b->paths + length);
    b->board[p->square] = p->letter;
    b->filled++;
    b->score[seat] = (int16_t)(b->score[seat] + (int)length);
}

// After a word: the other seat's turn, or the end.
static void end_turn(const struct config *c, struct balda_state *b)
{
    unsigned width = config_number(c, "size");
    b->turn ^= 1;
    b->passes = 0;
    if (b->filled == width * width)
        b->end = END_FULL;
    else if (config_fixed(c, "stuck", "on") && !balda_has_word(c, b))
        b->end = END_NO_WORD;
}

static void apply_place(const struct config *c, struct balda_state *b, const struct action *a)
{
    struct placement p = balda_placement(a);
    unsigned length = a->len - (unsigned)PLACEMENT_HEAD;
    struct word w = balda_word(b, &p, length);
    uint32_t index;
    if (length > 1 && !lexicon_find(c->lexicon, &w, &index)) {
        b->question = p;
        b->asked = (uint8_t)length;
        return;
    }
    balda_score_word(b, a->seat, &p, length);
    end_turn(c, b);
}

static void answer(const struct config *c, struct balda_state *b, bool yes)
{
    struct placement p = b->question;
    unsigned length = b->asked;
    b->question = (struct placement){0};
    b->asked = 0;
    if (yes) {
        balda_score_word(b, b->turn, &p, length);
        end_turn(c, b);
    }
}

static void apply(const struct config *c, struct state *s, const struct action *a)
{
    struct balda_state *b = balda_state_of(s);
    switch (a->kind) {
    case BALDA_START:
        put_start(c, b, a);
        break;
    case ACTION_RESIGN:
        b->resigned |= (uint8_t)(1u << a->seat);
        break;
    case ACTION_PASS:
        b->turn ^= 1;
        if (++b->passes == BALDA_PASSES)
            b->end = END_PASSES;
        break;
    case BALDA_PLACE:
        apply_place(c, b, a);
        break;
    default:
        answer(c, b, a->kind == BALDA_ACCEPT);
    }
}

static struct action start_action(const struct config *c, uint32_t index)
{
    struct word w;
    graph_nth(&c->lexicon->graph, index, &w);
    return action_of(BALDA_START, CHANCE, w.letter, w.len);
}

// The first word from number `from` on, and round again from the beginning, that a game can start
// with. False where there is none.
static bool find_start(const struct config *c, const struct state *s, uint32_t from,
                       struct action *a)
{
    uint32_t words = c->lexicon->graph.words;
    for (uint32_t i = 0; i < words; i++) {
        uint32_t index = (from + i) % words;
        if (lexicon_info(c->lexicon, index).length != config_number(c, "size"))
            continue;
        *a = start_action(c, index);
        if (balda_check_start(c, s, a, NULL))
            return true;
    }
    return false;
}

static bool balda_accept(const struct config *c, struct reason *why)
{
    struct state fresh;
    struct action start;
    if (c->seats != 2)
        return refuse(why, MSG_BALDA_SEATS, "%s", "");
    setup(c, &fresh);
    if (!find_start(c, &fresh, 0, &start))
        return refuse(why, MSG_BALDA_NO_START, "%s\t%u", c->lexicon_name,
                      (unsigned)config_number(c, "size"));
    return true;
}

// Familiar words first: only as far down the tiers as it takes to have some choice. Where none of
// those can be started with, any that can will do; accept() saw that there is one.
static void draw(const struct config *c, const struct state *s, struct rng *r, struct action *a)
{
    unsigned size = config_number(c, "size");
    struct word_filter f = {
        .min_length = size, .max_length = size, .classes = balda_state(s)->classes};
    f.max_tier = lexicon_tier(c->lexicon, &f, START_WORDS);
    for (unsigned tries = 0; tries < START_TRIES; tries++) {
        uint32_t index;
        if (!lexicon_random(c->lexicon, &f, r, &index))
            break;
        *a = start_action(c, index);
        if (balda_check_start(c, s, a, NULL))
            return;
    }
    BUG_UNLESS(find_start(c, s, rng_below(r, c->lexicon->graph.words), a));
}

static void report(const struct config *c, const struct state *s, const struct action *a,
                   struct report *out)
{
    const struct balda_state *b = balda_state(s);
    bool answer = a->kind == BALDA_ACCEPT;
    uint32_t index;
    *out = (struct report){.placed = -1, .scorer = a->seat};
    if (a->kind != BALDA_PLACE && !answer)
        return;
    struct placement p = answer ? b->question : balda_placement(a);
    unsigned length = answer ? b->asked : a->len - (unsigned)PLACEMENT_HEAD;
    struct word w = balda_word(b, &p, length);
    out->square_count = length;
    memcpy(out->squares, p.path, length);
    out->placed = (int)((const uint8_t *)memchr(p.path, p.square, length) - p.path);
    if (!answer && length > 1 && !lexicon_find(c->lexicon, &w, &index))
        return; // asked about: no word yet
    out->word = w;
    out->points = (int32_t)length;
    out->amends = answer;
    out->scorer = answer ? b->turn : a->seat;
}

static void score(const struct config *c, const struct state *s, int32_t out[SEATS_MAX])
{
    (void)c;
    memset(out, 0, SEATS_MAX * sizeof *out);
    for (unsigned seat = 0; seat < 2; seat++)
        out[seat] = balda_state(s)->score[seat];
}

static void outcome(const struct config *c, const struct state *s, struct outcome *out)
{
    const struct balda_state *b = balda_state(s);
    *out = (struct outcome){.over = b->resigned || b->end};
    if (!out->over)
        return;
    out->reason = b->resigned ? END_RESIGNATION : (enum end_reason)b->end;
    if (b->resigned)
        out->winners = 3u & ~b->resigned;
    else if (b->end != END_PASSES && b->score[0] != b->score[1])
        out->winners = b->score[0] > b->score[1] ? 1 : 2;
    else if (b->end != END_PASSES && config_fixed(c, "tie", "shared"))
        out->winners = 3;
    else
        out->draw = true;
}

const struct rules balda_rules = {
    .name = "balda",
    .state_size = sizeof(struct balda_state),
    .accept = balda_accept,
    .setup = setup,
    .to_act = to_act,
    .check = check,
    .apply = apply,
    .draw = draw,
    .legal = balda_legal,
    .report = report,
    .score = score,
    .outcome = outcome,
    .view = rules_view_open,
    .guess = rules_guess_open,
    .format = balda_format,
    .parse = balda_parse,
    .write = balda_write,
    .read = balda_read,
    .valid = balda_valid,
};
