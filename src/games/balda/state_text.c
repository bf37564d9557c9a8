// States of Balda and Bukva as text.
#include "games/balda/state.h"

#include "rules/state_text.h"

#include <string.h>

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
            balda_print_placement(c, &p, w->length, out);
        }
        buf_add_byte(out, '\n');
    }
    if (b->asked) {
        buf_add_string(out, "asked ");
        balda_print_placement(c, &b->question, b->asked, out);
        buf_add_byte(out, '\n');
    }
    for (unsigned i = 0; i < width * width; i++) {
        buf_add_string(out, i % width ? " " : i ? "\n# " : "# ");
        struct word letter = {1, {b->board[i]}};
        if (b->board[i])
            alphabet_print(&c->lexicon->alphabet, &letter, out);
        else
            buf_add_byte(out, '.');
    }
    buf_add_byte(out, '\n');
}

struct reading {
    const struct config *c;
    struct state *s;
};

// A scored word. Its squares must be on the board and its place free, or writing would go astray.
static bool read_word(struct reading *r, struct text rest)
{
    struct balda_state *b = balda_state_of(r->s);
    struct placement p;
    unsigned length;
    uint8_t seat;
    if (!state_read_seat(text_cut(&rest, ' '), 2, &seat) ||
        !balda_parse_placement(r->c, rest, &p, &length, NULL) || b->board[p.square] ||
        b->words == 0 || b->words >= BALDA_WORDS)
        return false;
    balda_score_word(b, seat, &p, length);
    return true;
}

static bool read_start(struct reading *r, struct text rest)
{
    struct word w;
    if (balda_state(r->s)->words ||
        !alphabet_fold(&r->c->lexicon->alphabet, text_trim(rest), &w, NULL) ||
        w.len != config_number(r->c, "size"))
        return false;
    struct action start = action_of(BALDA_START, CHANCE, w.letter, w.len);
    r->c->rules->apply(r->c, r->s, &start);
    return true;
}

static bool read_asked(struct reading *r, struct text rest)
{
    struct balda_state *b = balda_state_of(r->s);
    unsigned length;
    if (b->asked || !balda_parse_placement(r->c, rest, &b->question, &length, NULL))
        return false;
    b->asked = (uint8_t)length;
    return true;
}

static bool read_line(void *context, struct text key, struct text rest)
{
    struct reading *r = context;
    struct balda_state *b = balda_state_of(r->s);
    if (key.len == 0 || key.at[0] == '#')
        return true;
    if (text_is(key, "turn"))
        return state_read_seat(text_cut(&rest, ' '), 2, &b->turn);
    if (text_is(key, "passes"))
        return state_read_byte(rest, BALDA_PASSES, &b->passes);
    if (text_is(key, "resigned"))
        return state_read_byte(rest, 3, &b->resigned);
    if (text_is(key, "end"))
        return state_read_byte(rest, END_RESIGNATION, &b->end);
    if (text_is(key, "word"))
        return read_word(r, rest);
    if (text_is(key, "asked"))
        return read_asked(r, rest);
    return text_is(key, "start") && read_start(r, rest);
}

bool balda_read(const struct config *c, struct text text, struct state *s, struct reason *why)
{
    struct reading r = {c, s};
    c->rules->setup(c, s);
    return state_read_lines(text, read_line, &r, why) && balda_valid(c, s, why);
}
