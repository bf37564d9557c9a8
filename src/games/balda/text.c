// Moves of Balda and Bukva as text: `c2=T/b3c3c2`, `pass`, `accept`, `refuse`, and the
// record's line `start CROWN`.
#include "games/balda/state.h"

#include "rules/move_text.h"

#include <string.h>

static const struct move_word words[] = {
    {"accept", BALDA_ACCEPT}, {"refuse", BALDA_REFUSE}, {NULL, 0}};

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

void balda_print_placement(const struct config *c, const struct placement *p, unsigned length,
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
        balda_print_placement(c, &p, a->len - (unsigned)PLACEMENT_HEAD, out);
        return;
    }
    move_word_format(words, a, out);
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

bool balda_parse_placement(const struct config *c, struct text text, struct placement *p,
                           unsigned *length, struct reason *why)
{
    unsigned width = config_number(c, "size");
    struct text rest = text;
    struct word letter;
    *p = (struct placement){0};
    *length = 0;
    if (!take_square(width, &rest, &p->square) || !text_starts(rest, "="))
        return refuse(why, MSG_BALDA_MOVE_TEXT, "%.*s", TEXT_ARG(reason_quote(text)));
    rest = text_from(rest, 1);
    bool slash = text_find(rest, '/') < rest.len;
    if (!alphabet_fold(&c->lexicon->alphabet, text_cut(&rest, '/'), &letter, why))
        return false;
    if (letter.len != 1 || !slash || rest.len == 0)
        return refuse(why, MSG_BALDA_MOVE_TEXT, "%.*s", TEXT_ARG(reason_quote(text)));
    p->letter = letter.letter[0];
    while (rest.len) {
        if (*length == WORD_MAX || !take_square(width, &rest, &p->path[*length]))
            return refuse(why, MSG_BALDA_MOVE_TEXT, "%.*s", TEXT_ARG(reason_quote(text)));
        ++*length;
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
    struct placement p;
    unsigned length;
    (void)s;
    if (seat == CHANCE)
        return parse_start(c, text, a, why);
    if (move_word_parse(words, text, seat, a))
        return true;
    if (!balda_parse_placement(c, text, &p, &length, why))
        return false;
    *a = balda_action(seat, &p, length);
    return true;
}
