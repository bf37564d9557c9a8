// Moves and states of Balda and Bukva as text: `c2=T/b3c3c2`, `pass`, `accept`, `refuse`, and the
// record's line `start CROWN`.
#include "games/balda/state.h"

#include "base/utf8.h"

#include <string.h>

// Moves that are one word.
static const struct {
    const char *text;
    uint8_t kind;
} plain[] = {
    {"pass", ACTION_PASS},
    {"resign", ACTION_RESIGN},
    {"accept", BALDA_ACCEPT},
    {"refuse", BALDA_REFUSE},
};

static void put_square(unsigned width, unsigned square, struct buf *out)
{
    // One digit is enough: boards have at most nine rows.
    buf_add_byte(out, (unsigned char)('a' + square % width));
    buf_add_byte(out, (unsigned char)('1' + square / width));
}

static void put_letter(const struct alphabet *a, uint8_t letter, struct buf *out)
{
    struct word w = {1, {letter}};
    alphabet_print(a, &w, out);
}

static void put_placement(const struct config *c, const struct placement *p, unsigned length,
                          struct buf *out)
{
    unsigned width = config_number(c, "size");
    put_square(width, p->square, out);
    buf_add_byte(out, '=');
    put_letter(&c->lexicon->alphabet, p->letter, out);
    buf_add_byte(out, '/');
    for (unsigned i = 0; i < length; i++)
        put_square(width, p->path[i], out);
}

void balda_format(const struct config *c, const struct state *s, const struct action *a,
                  unsigned viewer, struct buf *out)
{
    (void)s;
    (void)viewer;
    if (a->kind == BALDA_START) {
        struct word w = {.len = a->len};
        memcpy(w.letter, a->data, a->len);
        buf_add_string(out, "start ");
        alphabet_print(&c->lexicon->alphabet, &w, out);
        return;
    }
    if (a->kind == BALDA_PLACE) {
        struct placement p = balda_placement(a);
        put_placement(c, &p, a->len - (unsigned)PLACEMENT_HEAD, out);
        return;
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (plain[i].kind == a->kind)
            buf_add_string(out, plain[i].text);
}

// Takes a square such as c2 off the front.
static bool take_square(unsigned width, struct text *rest, uint8_t *square)
{
    if (rest->len < 2)
        return false;
    unsigned x = (unsigned)(rest->at[0] | 0x20) - 'a', y = (unsigned)(rest->at[1] - '1');
    *rest = text_from(*rest, 2);
    *square = (uint8_t)(y * width + x);
    return x < width && y < width;
}

static bool parse_placement(const struct config *c, struct text text, struct placement *p,
                            unsigned *length, struct reason *why)
{
    unsigned width = config_number(c, "size");
    struct text shown = text_head(text, utf8_whole(text_head(text, 60))), rest = text;
    struct word letter;
    *p = (struct placement){0};
    *length = 0;
    if (!take_square(width, &rest, &p->square) || !text_starts(rest, "="))
        return refuse(why, MSG_BALDA_MOVE_TEXT, "%.*s", TEXT_ARG(shown));
    rest = text_from(rest, 1);
    bool slash = text_find(rest, '/') < rest.len;
    if (!alphabet_fold(&c->lexicon->alphabet, text_cut(&rest, '/'), &letter, why))
        return false;
    if (letter.len != 1 || !slash || rest.len == 0)
        return refuse(why, MSG_BALDA_MOVE_TEXT, "%.*s", TEXT_ARG(shown));
    p->letter = letter.letter[0];
    while (rest.len) {
        if (*length == WORD_MAX || !take_square(width, &rest, &p->path[*length]))
            return refuse(why, MSG_BALDA_MOVE_TEXT, "%.*s", TEXT_ARG(shown));
        ++*length;
    }
    return true;
}

static bool parse_start(const struct config *c, struct text text, struct action *a,
                        struct reason *why)
{
    struct word w;
    struct text shown = text_head(text, utf8_whole(text_head(text, 60)));
    if (!text_is(text_cut(&text, ' '), "start"))
        return refuse(why, MSG_BALDA_START_TEXT, "%.*s", TEXT_ARG(shown));
    if (!alphabet_fold(&c->lexicon->alphabet, text_trim(text), &w, why))
        return false;
    *a = action_of(BALDA_START, CHANCE, w.letter, w.len);
    return true;
}

bool balda_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
                 struct action *a, struct reason *why)
{
    struct placement p;
    unsigned length;
    (void)s;
    if (seat == CHANCE)
        return parse_start(c, text, a, why);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (text_is(text, plain[i].text)) {
            *a = (struct action){.kind = plain[i].kind, .seat = (uint8_t)seat};
            return true;
        }
    }
    if (!parse_placement(c, text, &p, &length, why))
        return false;
    *a = balda_action(seat, &p, length);
    return true;
}

// The state as lines: a few numbers, then each scored word as the move that made it. The board is
// drawn as well, but read back from the words.
void balda_write(const struct config *c, const struct state *s, struct buf *out)
{
    const struct balda_state *b = balda_state(s);
    unsigned width = config_number(c, "size");
    buf_printf(out, "turn %c\npasses %u\nresigned %u\nend %u\n", seat_letter(b->turn), b->passes,
               b->resigned, b->end);
    for (unsigned i = 0; i < b->words; i++) {
        const struct scored *w = &b->scored[i];
        struct placement p = {.square = w->square, .letter = b->board[w->square]};
        memcpy(p.path, b->path + w->start, w->length);
        if (w->seat == NO_SEAT) {
            struct word start = balda_word(b, &p, w->length);
            buf_add_string(out, "start ");
            alphabet_print(&c->lexicon->alphabet, &start, out);
        } else {
            buf_printf(out, "word %c ", seat_letter(w->seat));
            put_placement(c, &p, w->length, out);
        }
        buf_add_byte(out, '\n');
    }
    if (b->asked) {
        buf_add_string(out, "asked ");
        put_placement(c, &b->question, b->asked, out);
        buf_add_byte(out, '\n');
    }
    for (unsigned i = 0; i < width * width; i++) {
        buf_add_string(out, i % width ? " " : i ? "\n# " : "# ");
        if (b->board[i])
            put_letter(&c->lexicon->alphabet, b->board[i], out);
        else
            buf_add_byte(out, '.');
    }
    buf_add_byte(out, '\n');
}

static bool read_number(struct text text, uint8_t most, uint8_t *out)
{
    uint32_t n;
    if (!text_to_u32(text, &n) || n > most)
        return false;
    *out = (uint8_t)n;
    return true;
}

static bool read_seat(struct text *rest, uint8_t *seat)
{
    struct text one = text_cut(rest, ' ');
    if (!text_is(one, "A") && !text_is(one, "B"))
        return false;
    *seat = one.at[0] == 'B';
    return true;
}

// A scored word. Its squares must be on the board and its place free, or writing would go astray.
static bool read_word(const struct config *c, struct balda_state *b, struct text rest,
                      struct reason *why)
{
    struct placement p;
    unsigned length;
    uint8_t seat;
    if (!read_seat(&rest, &seat) || !parse_placement(c, rest, &p, &length, why) ||
        b->board[p.square] || b->words == 0 || b->words >= BALDA_WORDS)
        return false;
    balda_score_word(b, seat, &p, length);
    return true;
}

static bool read_line(const struct config *c, struct state *s, struct text line, struct reason *why)
{
    struct balda_state *b = balda_state_of(s);
    struct text rest = line, key = text_cut(&rest, ' ');
    struct action start;
    unsigned length;
    if (key.len == 0 || key.at[0] == '#')
        return true;
    if (text_is(key, "turn"))
        return read_seat(&rest, &b->turn);
    if (text_is(key, "passes"))
        return read_number(rest, BALDA_PASSES, &b->passes);
    if (text_is(key, "resigned"))
        return read_number(rest, 3, &b->resigned);
    if (text_is(key, "end"))
        return read_number(rest, END_RESIGNATION, &b->end);
    if (text_is(key, "word"))
        return read_word(c, b, rest, why);
    if (text_is(key, "asked")) {
        bool ok = !b->asked && parse_placement(c, rest, &b->question, &length, why);
        b->asked = ok ? (uint8_t)length : 0;
        return ok;
    }
    if (!text_is(key, "start") || b->words || !parse_start(c, line, &start, why) ||
        start.len != config_number(c, "size"))
        return false;
    c->rules->apply(c, s, &start);
    return true;
}

bool balda_read(const struct config *c, struct text text, struct state *s, struct reason *why)
{
    struct text line;
    c->rules->setup(c, s);
    for (uint32_t number = 1; text_next_line(&text, &line); number++)
        if (!read_line(c, s, line, NULL))
            return refuse_line(why, number, MSG_RULES_BAD_STATE, "%s", "");
    return balda_valid(c, s, why);
}
