// Moves of Balda and Bukva as text: `c2=T/b3c3c2`, `pass`, `accept`, `refuse`, and the
// record's line `start CROWN`.
#include "games/balda/state.h"

#include "base/bug.h"
#include "rules/move_text.h"

static const struct move_word words[] = {
    {"accept", BALDA_ACCEPT}, {"refuse", BALDA_REFUSE}, {NULL, 0}};

static void put_square(unsigned width, unsigned square, struct buf *out)
{
    // One digit is enough: boards have at most nine rows.
    buf_add_byte(out, (unsigned char)('a' + square % width));
    buf_add_byte(out, (unsigned char)('1' + square / width));
}

void balda_print_move(const struct config *c, const struct balda_state *b,
                      const struct balda_move *m, struct buf *out)
{
    struct word letter = {1, {m->letter}};
    put_square(b->set.width, m->square, out);
    buf_add_byte(out, '=');
    alphabet_print(&c->lexicon->alphabet, &letter, out);
    buf_add_byte(out, '/');
    for (unsigned i = 0; i < m->length; i++)
        put_square(b->set.width, m->path[i], out);
}

// R-REC-12 to R-REC-14
void balda_format(const struct config *c, const struct state *s, const struct action *a,
                  unsigned viewer, struct buf *out)
{
    struct balda_move m;
    (void)viewer;
    if (a->kind == BALDA_START) {
        struct word w = {.len = a->len};
        memcpy(w.letter, a->data, a->len);
        buf_add_string(out, "start ");
        alphabet_print(&c->lexicon->alphabet, &w, out);
    } else if (a->kind == BALDA_PLACE) {
        BUG_UNLESS(balda_move_decode(a, &m));
        balda_print_move(c, balda_state(s), &m, out);
    } else {
        move_word_format(words, a, out);
    }
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

static bool not_a_move(struct text text, struct reason *why)
{
    return refuse(why, MSG_BALDA_MOVE_TEXT, "%.*s", TEXT_ARG(reason_quote(text)));
}

bool balda_parse_move(const struct config *c, const struct balda_state *b, struct text text,
                      struct balda_move *m, struct reason *why)
{
    unsigned width = b->set.width;
    struct text rest = text;
    struct word letter;
    *m = (struct balda_move){0};
    if (!take_square(width, &rest, &m->square) || !text_starts(rest, "="))
        return not_a_move(text, why);
    rest = text_from(rest, 1);
    bool slash = text_find(rest, '/') < rest.len;
    if (!alphabet_fold(&c->lexicon->alphabet, text_cut(&rest, '/'), &letter, why))
        return false;
    if (letter.len != 1 || !slash || rest.len == 0)
        return not_a_move(text, why);
    m->letter = letter.letter[0];
    while (rest.len) {
        if (m->length == WORD_MAX || !take_square(width, &rest, &m->path[m->length]))
            return not_a_move(text, why);
        m->length++;
    }
    return true;
}

static bool parse_start(const struct config *c, struct text text, struct action *a,
                        struct reason *why)
{
    struct word w;
    struct text rest = text;
    if (!text_is(text_cut(&rest, ' '), "start"))
        return refuse(why, MSG_BALDA_START_TEXT, "%.*s", TEXT_ARG(reason_quote(text)));
    if (!alphabet_fold(&c->lexicon->alphabet, text_trim(rest), &w, why))
        return false;
    *a = action_of(BALDA_START, CHANCE, w.letter, w.len);
    return true;
}

bool balda_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
                 struct action *a, struct reason *why)
{
    struct balda_move m;
    if (seat == CHANCE)
        return parse_start(c, text, a, why);
    if (move_word_parse(words, text, seat, a))
        return true;
    if (!balda_parse_move(c, balda_state(s), text, &m, why))
        return false;
    *a = balda_move_encode(&m, seat);
    return true;
}
