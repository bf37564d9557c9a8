// Ten thousand malformed moves and as many malformed records: each is refused with a reason that a
// person can read, and leaves everything as it was. They are made from good ones (the records of
// tests/golden, and games played here at random) by small damage, or of random bytes. Damage can
// leave a move or a record legal; then it must mean the same after being written and read again.
#include "base/bug.h"
#include "base/utf8.h"
#include "lexicon/lexicon_build.h"
#include "test.h"
#include "toy/toy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    REFUSALS = 10000,
    TRIALS_MOST = 4 * REFUSALS, // damage that mostly leaves things legal would prove little
    GAMES = 24,
    POSITIONS = 400,
    MOVES = 12,    // good ones that are kept of each position
    OVERLONG = 100 // one damage in this many makes it long, up to more than is read at all
};

static const char seed[] = "2";
static struct rng rng;

static unsigned below(size_t n)
{
    return rng_below(&rng, (uint32_t)n);
}

// ---- words ----

static struct small_lexicon {
    const char *lang, *list;
    struct buf bytes;
    struct lexicon lexicon;
} lexicons[] = {{.lang = "en", .list = "../perft/en.txt"},
                {.lang = "ru", .list = "../perft/ru.txt"}};

static const char *const golden[] = {"asked",   "crown",       "drawn",
                                     "pending", "shared",      "six-passes",
                                     "unbegun", "whole-balda", "whole-diagonal"};

enum {
    LEXICONS = sizeof lexicons / sizeof *lexicons,
    GOLDEN = sizeof golden / sizeof *golden,
};

static struct buf golden_file(size_t i, const char *ending)
{
    char name[64];
    snprintf(name, sizeof name, "../golden/%s.%s", golden[i], ending);
    return test_sample(name);
}

// A word that belongs to another alphabet is left out.
static void add_word(struct lexicon_builder *b, const struct alphabet *a, struct text spelling)
{
    struct word w;
    if (alphabet_fold(a, text_trim(spelling), &w, NULL))
        BUG_UNLESS(lexicon_builder_add(b, &w, CLASS_NOUN, 1, NULL));
}

// The start words and the scored words of the golden games, but for words that one seat asks the
// other about: those must not be in the lexicon.
static void add_golden(struct lexicon_builder *b, const struct alphabet *a)
{
    for (size_t i = 0; i < GOLDEN; i++) {
        struct buf record = golden_file(i, "rec"), told = golden_file(i, "json");
        struct text rest = buf_text(&record), line;
        while (text_next_line(&rest, &line))
            if (text_starts(line, "start "))
                add_word(b, a, text_from(line, 6));
        bool asks = text_find_string(buf_text(&record), "ask") < record.len;
        for (rest = buf_text(&told); !asks && text_find_string(rest, "\"word\": \"") < rest.len;) {
            rest = text_from(rest, text_find_string(rest, "\"word\": \"") + 9);
            add_word(b, a, text_cut(&rest, '"'));
        }
        buf_release(&record);
        buf_release(&told);
    }
}

static void build(struct small_lexicon *l)
{
    struct alphabet a;
    struct buf list = test_sample(l->list);
    struct text rest = buf_text(&list), line;
    BUG_UNLESS(alphabet_load(&a, text_of(l->lang), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    BUG_UNLESS(b);
    while (text_next_line(&rest, &line))
        if (!text_starts(line, "#"))
            add_word(b, &a, text_cut(&line, '\t'));
    add_golden(b, &a);
    BUG_UNLESS(lexicon_builder_write(b, &l->bytes, NULL));
    lexicon_builder_free(b);
    buf_release(&list);
    BUG_UNLESS(lexicon_open(&l->lexicon, buf_text(&l->bytes), l->lang, NULL));
}

static const struct lexicon *find_lexicon(void *context, const char *name, struct reason *why)
{
    (void)context;
    for (size_t i = 0; i < LEXICONS; i++)
        if (strcmp(name, lexicons[i].lang) == 0)
            return &lexicons[i].lexicon;
    reason_set(why, 0, MSG_SHELF_NO_LEXICON, "%s\t%s", name, "here");
    return NULL;
}

static bool find_preset(void *context, struct config *c, struct text name, struct reason *why)
{
    (void)context;
    if (!text_is(name, "toy"))
        return config_init(c, name, why);
    toy_config(c);
    return true;
}

static const struct record_host host = {.lexicon = find_lexicon, .preset = find_preset};

// ---- good games ----

// Texts to damage, and positions to try damaged moves in.
static struct buf records[GOLDEN + GAMES];
static size_t record_count;

struct position {
    struct config config;
    struct state state;
    unsigned seat;
    struct buf move[MOVES];
    unsigned moves, seen;
};

static struct position *positions;
static size_t position_count;

static void keep_move(struct position *p, const struct action *a)
{
    unsigned at = p->seen < MOVES ? p->seen : below(p->seen + 1);
    p->seen++;
    if (at >= MOVES)
        return;
    buf_clear(&p->move[at]);
    p->config.rules->format(&p->config, &p->state, a, VIEWER_ALL, &p->move[at]);
    p->moves = p->seen < MOVES ? p->seen : MOVES;
}

static bool take_move(void *context, const struct action *move, const struct report *report)
{
    (void)report;
    keep_move(context, move);
    return true;
}

// Some of the legal moves of a position, or chance events that could be.
static void keep_position(const struct config *c, const struct state *s)
{
    unsigned acting = c->rules->to_act(c, s);
    if (!acting || position_count == POSITIONS)
        return;
    struct position *p = &positions[position_count++];
    *p = (struct position){.config = *c, .state = *s};
    while (!(acting >> p->seat & 1))
        p->seat++;
    struct move_sink sink = {.take = take_move, .context = p, .paths = true};
    struct action a = {0};
    if (p->seat == CHANCE) {
        for (int i = 0; i < MOVES; i++) {
            c->rules->draw(c, s, &rng, &a);
            keep_move(p, &a);
        }
    } else {
        BUG_UNLESS(c->rules->legal(c, s, p->seat, &sink));
    }
    BUG_UNLESS(p->moves);
}

static bool keep_step(void *context, const struct state *before, const struct action *a,
                      const struct report *report)
{
    (void)a;
    (void)report;
    keep_position(context, before);
    return true;
}

static void keep_game(const struct record *r)
{
    struct config c = r->config;
    record_walk(r, keep_step, &c);
    keep_position(&c, &r->state);
    record_write(r, VIEWER_ALL, &records[record_count++]);
}

static void keep_golden(void)
{
    for (size_t i = 0; i < GOLDEN; i++) {
        struct buf text = golden_file(i, "rec");
        struct record r;
        struct reason why = {0};
        if (record_read(&r, buf_text(&text), &host, &why)) {
            keep_game(&r);
            record_release(&r);
        } else {
            test_fail(__FILE__, __LINE__, "%s is refused at line %u", golden[i], why.line);
        }
        buf_release(&text);
    }
}

// A legal move at random: every one has the same chance.
struct choice {
    struct action move;
    unsigned seen;
};

static bool choose(void *context, const struct action *move, const struct report *report)
{
    struct choice *choice = context;
    (void)report;
    if (below(++choice->seen) == 0)
        choice->move = *move;
    return true;
}

// Plays on, up to the end or to where it is enough.
static void play(struct record *r, unsigned most)
{
    const struct config *c = &r->config;
    for (unsigned acting; most-- && (acting = c->rules->to_act(c, &r->state));) {
        struct choice choice = {0};
        struct move_sink sink = {.take = choose, .context = &choice, .paths = true};
        unsigned seat = 0;
        while (!(acting >> seat & 1))
            seat++;
        if (seat == CHANCE)
            c->rules->draw(c, &r->state, &rng, &choice.move);
        else
            BUG_UNLESS(c->rules->legal(c, &r->state, seat, &sink) && choice.seen);
        BUG_UNLESS(record_add(r, &choice.move, NULL));
    }
}

static void keep_played(void)
{
    static const char *const beginnings[] = {
        "game toy\n",
        "game toy\nset double vowels\nseat A Ann\nseat B\nseat C Cee\n",
        "game toy\nseed 12ab\n",
        "game balda\n",
        "game balda\nset diagonal on\nseat A Ann\nseat B Боря\n",
        "game bukva\n",
        "game bukva\nset unknown ask\nset classes verbs\n",
        "game bukva\nlang en\nlexicon en\nseed 5\n",
    };
    enum { BEGINNINGS = sizeof beginnings / sizeof *beginnings };
    for (unsigned i = 0; i < GAMES; i++) {
        struct record r;
        struct reason why = {0};
        BUG_UNLESS(record_read(&r, text_of(beginnings[i % BEGINNINGS]), &host, &why));
        play(&r, i < GAMES / 2 ? 100 : below(20));
        keep_game(&r);
        record_release(&r);
    }
}

static void prepare(void)
{
    BUG_UNLESS(rng_seed_hex(&rng, text_of(seed)));
    printf("# seed %s\n", seed);
    for (size_t i = 0; i < LEXICONS; i++)
        build(&lexicons[i]);
    positions = calloc(POSITIONS, sizeof *positions);
    BUG_UNLESS(positions);
    keep_played();
    keep_golden();
    CHECK_NUMBER(record_count, GOLDEN + GAMES);
    CHECK_NUMBER(position_count, POSITIONS);
}

// ---- damage ----

// Values that damage inserts: bytes that are no text, numbers that are too large, signs that mean
// something, letters that fold.
static const char *const pieces[] = {"",
                                     "\xFF",
                                     "\xC0\x80",
                                     "\xED\xA0\x80",
                                     "\xF4\x90\x80\x80",
                                     "\xE2\x82",
                                     "99999999999999999999",
                                     "4294967296",
                                     "-1",
                                     "0",
                                     "\r",
                                     "\t",
                                     "\x1b[2J",
                                     " ",
                                     "\n",
                                     "\n\n",
                                     "=",
                                     "/",
                                     "#",
                                     "%s%n",
                                     "{0}",
                                     "É",
                                     "E\u0301",
                                     "ß",
                                     "Œ",
                                     "Ё",
                                     "Я",
                                     "漢",
                                     "\xE2\x80\xA8",
                                     "j1",
                                     "a0",
                                     "?",
                                     "A ",
                                     "C ",
                                     "pass",
                                     "\nseat A\n",
                                     "\nset size 9\n",
                                     "\nseed 0\n",
                                     "\nlang xx\n",
                                     "\nlexicon none\n",
                                     "\xEF\xBB\xBF"};

enum { PIECES = sizeof pieces / sizeof *pieces };

// The empty one stands for a NUL.
static struct text random_piece(void)
{
    struct text t = text_of(pieces[below(PIECES)]);
    return t.len ? t : TEXT("\0");
}

static void put(struct buf *b, size_t at, size_t removed, struct text with)
{
    struct buf out = {0};
    struct text t = buf_text(b);
    buf_add_text(&out, text_head(t, at));
    buf_add_text(&out, with);
    buf_add_text(&out, text_from(t, at + removed));
    BUG_UNLESS(buf_ok(&out));
    buf_release(b);
    *b = out;
}

static struct text random_bytes(char *room, size_t most)
{
    size_t n = below(most) + 1;
    for (size_t i = 0; i < n; i++)
        room[i] = (char)below(256);
    return (struct text){room, n};
}

// A few bytes at some place: changed, taken out, put in, said again.
static void damage_bytes(struct buf *b)
{
    char room[16];
    size_t at = below(b->len + 1), some = below(8) + 1;
    some = some < b->len - at ? some : b->len - at;
    struct buf copy = {0};
    buf_add_text(&copy, text_head(text_from(buf_text(b), at), some));
    switch (below(6)) {
    case 0:
        put(b, at, some != 0, random_bytes(room, 1));
        break;
    case 1:
        put(b, at, 0, random_bytes(room, sizeof room));
        break;
    case 2:
        put(b, at, some, TEXT(""));
        break;
    case 3:
        put(b, at, 0, buf_text(&copy));
        break;
    case 4:
        put(b, at, some * below(2), random_piece());
        break;
    default:
        if (at < b->len)
            b->at[at] = (char)(b->at[at] ^ 1 << below(8));
    }
    buf_release(&copy);
}

// A whole line: taken out, said again elsewhere, cut off.
static void damage_lines(struct buf *b)
{
    struct text all = buf_text(b);
    size_t at = below(b->len + 1), to = below(b->len + 1);
    while (at && all.at[at - 1] != '\n')
        at--;
    while (to && all.at[to - 1] != '\n')
        to--;
    struct buf line = {0};
    struct text rest = text_from(all, at);
    buf_add_text(&line, text_head(rest, text_find(rest, '\n') + 1));
    switch (below(3)) {
    case 0:
        put(b, at, line.len, TEXT(""));
        break;
    case 1:
        put(b, to, 0, buf_text(&line));
        break;
    default:
        put(b, at + below(line.len + 1), b->len, TEXT(""));
    }
    buf_release(&line);
}

// Some of the text, or something else, again and again.
static void damage_length(struct buf *b)
{
    struct buf once = {0};
    size_t from = below(b->len + 1), most = (size_t)1 << (5 + below(17));
    buf_add_text(&once, below(2) ? text_from(buf_text(b), from) : random_piece());
    if (!once.len)
        buf_add_byte(&once, (unsigned char)below(256));
    while (b->len < most)
        buf_add_text(b, buf_text(&once));
    BUG_UNLESS(buf_ok(b));
    buf_release(&once);
}

static void damage(struct buf *b, bool lines)
{
    char room[200];
    if (below(20) == 0) {
        buf_clear(b);
        buf_add_text(b, random_bytes(room, sizeof room));
        return;
    }
    if (below(OVERLONG) == 0)
        damage_length(b);
    for (unsigned n = 1 + below(4); n; n--)
        if (lines && below(3) == 0)
            damage_lines(b);
        else
            damage_bytes(b);
}

// ---- refusals ----

static bool has_control(struct text t)
{
    for (size_t i = 0; i < t.len; i++)
        if ((unsigned char)t.at[i] < ' ' || t.at[i] == 0x7f)
            return true;
    return false;
}

// Says what is wrong, in every language, and does not harm a terminal unless the input would.
static bool is_clear(const struct reason *why, struct text input)
{
    bool clear = why->what < MESSAGES;
    for (int language = 0; clear && language < LANGUAGES; language++) {
        struct buf out = {0};
        reason_word(why, (enum language)language, &out);
        struct text t = buf_text(&out);
        clear = t.len > 10 && (utf8_valid(t) || !utf8_valid(input)) &&
                (!has_control(t) || has_control(input));
        buf_release(&out);
    }
    return clear;
}

static void tell(const char *what, struct text input, const struct reason *why)
{
    struct buf out = {0};
    buf_add_json(&out, text_head(input, 300));
    buf_add_string(&out, " -> ");
    reason_word(why, LANGUAGE_EN, &out);
    test_fail(__FILE__, __LINE__, "%s: %.*s", what, TEXT_ARG(buf_text(&out)));
    buf_release(&out);
}

struct tally_of {
    unsigned trials, refused, legal;
};

static void check_tally(const struct tally_of *t, const char *what)
{
    printf("# %s: %u tried, %u refused, %u legal\n", what, t->trials, t->refused, t->legal);
    CHECK_NUMBER(t->refused, REFUSALS);
    CHECK_NUMBER(t->trials, t->refused + t->legal);
}

// ---- moves ----

// A damaged move that is legal: written and read it is the same action, and the state after it can
// be written and read as well.
static bool holds_as_move(const struct position *p, const struct action *a)
{
    const struct config *c = &p->config;
    struct buf text = {0}, after = {0};
    struct action again = {0};
    struct state s = p->state, read = {0};
    c->rules->format(c, &p->state, a, VIEWER_ALL, &text);
    bool same = c->rules->parse(c, &p->state, a->seat, buf_text(&text), &again, NULL) &&
                action_equal(a, &again);
    c->rules->apply(c, &s, a);
    c->rules->write(c, &s, &after);
    same = same && c->rules->read(c, buf_text(&after), &read, NULL) &&
           memcmp(&s, &read, sizeof s) == 0;
    buf_release(&text);
    buf_release(&after);
    return same;
}

static void try_move(struct tally_of *tally)
{
    struct position *p = &positions[below(position_count)];
    const struct config *c = &p->config;
    struct state before = p->state;
    struct buf text = {0};
    struct action a = {0};
    struct reason why = {.what = MESSAGES};
    unsigned seat = below(8) ? p->seat : below(CHANCE + 1);
    buf_add_text(&text, buf_text(&p->move[below(p->moves)]));
    damage(&text, false);
    struct text t = buf_text(&text);
    bool legal =
        c->rules->parse(c, &p->state, seat, t, &a, &why) && c->rules->check(c, &p->state, &a, &why);
    tally->trials++;
    tally->legal += legal;
    tally->refused += !legal;
    if (legal && !holds_as_move(p, &a))
        tell("taken as a move, but is another when it is read again", t, &why);
    if (!legal && !is_clear(&why, t))
        tell("the reason is not clear", t, &why);
    if (memcmp(&before, &p->state, sizeof before) != 0)
        tell("the state has changed", t, &why);
    buf_release(&text);
}

static void moves(void)
{
    struct tally_of tally = {0};
    while (tally.refused < REFUSALS && tally.trials < TRIALS_MOST)
        try_move(&tally);
    check_tally(&tally, "moves");
}

// ---- records ----

static bool same_game(const struct record *a, const struct record *b)
{
    bool same = a->actions == b->actions && a->config.seats == b->config.seats &&
                memcmp(a->player, b->player, sizeof a->player) == 0 &&
                memcmp(&a->state, &b->state, sizeof a->state) == 0;
    for (size_t i = 0; same && i < a->actions; i++)
        same = action_equal(&a->action[i], &b->action[i]);
    return same;
}

static bool holds_as_record(const struct record *r)
{
    struct buf once = {0}, twice = {0};
    struct record again;
    record_write(r, VIEWER_ALL, &once);
    bool same = record_read(&again, buf_text(&once), &host, NULL);
    if (same) {
        record_write(&again, VIEWER_ALL, &twice);
        same = same_game(r, &again) && text_equal(buf_text(&once), buf_text(&twice));
        record_release(&again);
    }
    buf_release(&once);
    buf_release(&twice);
    return same;
}

static size_t lines_of(struct text t)
{
    size_t lines = 0;
    for (struct text line; text_next_line(&t, &line);)
        lines++;
    return lines ? lines : 1;
}

// A line of the text is named; only one that is too long as a whole has none.
static bool names_line(const struct reason *why, struct text t)
{
    struct buf out = {0};
    if (why->what == MSG_RECORD_LONG)
        return t.len > RECORD_BYTES && !why->line;
    reason_word(why, LANGUAGE_EN, &out);
    bool named = text_starts(buf_text(&out), "line ");
    buf_release(&out);
    return named && why->line >= 1 && why->line <= lines_of(t);
}

static bool is_blank(const struct state *s)
{
    static const struct state blank;
    return memcmp(s->bytes, blank.bytes, sizeof s->bytes) == 0;
}

static void check_refused(const struct record *r, struct text t, const struct reason *why)
{
    if (!is_clear(why, TEXT("")))
        tell("the reason is not clear", t, why);
    if (!names_line(why, t))
        tell("the reason has no line, or a wrong one", t, why);
    if (r->action || r->actions || r->config.rules || !is_blank(&r->state))
        tell("something is left of the record", t, why);
}

static void try_record(struct tally_of *tally)
{
    struct buf text = {0};
    struct record r;
    struct reason why = {.what = MESSAGES};
    buf_add_text(&text, buf_text(&records[below(record_count)]));
    damage(&text, true);
    struct text t = buf_text(&text);
    bool legal = record_read(&r, t, &host, &why);
    tally->trials++;
    tally->legal += legal;
    tally->refused += !legal;
    if (!legal)
        check_refused(&r, t, &why);
    else if (!holds_as_record(&r))
        tell("read as a game, but is another when it is written", t, &why);
    if (legal)
        record_release(&r);
    buf_release(&text);
}

static void malformed_records(void)
{
    struct tally_of tally = {0};
    while (tally.refused < REFUSALS && tally.trials < TRIALS_MOST)
        try_record(&tally);
    check_tally(&tally, "records");
}

static void clean_up(void)
{
    for (size_t i = 0; i < record_count; i++)
        buf_release(&records[i]);
    for (size_t i = 0; i < position_count; i++)
        for (unsigned m = 0; m < MOVES; m++)
            buf_release(&positions[i].move[m]);
    free(positions);
    for (size_t i = 0; i < LEXICONS; i++) {
        lexicon_close(&lexicons[i].lexicon);
        buf_release(&lexicons[i].bytes);
    }
}

static const struct test tests[] = {TEST(prepare), TEST(moves), TEST(malformed_records)};

int main(int argc, char **argv)
{
    test_choose(argc - 1, argv + 1);
    int failures = test_run(__FILE__, tests, sizeof tests / sizeof *tests);
    clean_up();
    return failures;
}
