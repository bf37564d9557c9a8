// The toy game's moves, deals and states as text.
#include "base/utf8.h"
#include "toy/toy.h"
#include "toy/toy_state.h"

#include <string.h>

static const char letters[] = "ABCDEF";

void toy_format(const struct config *c, const struct state *s, const struct action *a,
                unsigned viewer, struct buf *out)
{
    (void)c;
    (void)s;
    if (a->kind == ACTION_RESIGN || a->kind == ACTION_PASS) {
        buf_add_string(out, a->kind == ACTION_PASS ? "pass" : "resign");
    } else if (a->kind == TOY_PLAY) {
        buf_printf(out, "play %c", letters[a->data[0]]);
    } else {
        bool shown = viewer == VIEWER_ALL || viewer == a->data[0];
        buf_printf(out, "deal %c ", seat_letter(a->data[0]));
        for (unsigned i = 1; i < a->len; i++)
            buf_add_byte(out, (unsigned char)(shown ? letters[a->data[i]] : '?'));
    }
}

static int kind_of(char letter)
{
    const char *at = letter ? strchr(letters, letter & ~0x20) : NULL;
    return at && *at ? (int)(at - letters) : -1;
}

// Counts the tiles of a text; false where one is none. `hidden` counts those that are not shown.
static bool count_tiles(struct text text, uint8_t count[TOY_KINDS], unsigned *hidden)
{
    *hidden = 0;
    if (text.len > TOY_KINDS * TOY_EACH)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        int kind = kind_of(text.at[i]);
        if (text.at[i] == '?')
            ++*hidden;
        else if (kind < 0)
            return false;
        else
            count[kind]++;
    }
    return true;
}

static bool parse_deal(struct text text, struct action *a)
{
    uint8_t count[TOY_KINDS] = {0};
    unsigned hidden;
    struct text seat = text_cut(&text, ' ');
    if (seat.len != 1 || seat.at[0] < 'A' || seat.at[0] >= 'A' + TOY_SEATS)
        return false;
    *a = action_of(TOY_DEAL, CHANCE, &(uint8_t){(uint8_t)(seat.at[0] - 'A')}, 1);
    if (!count_tiles(text_trim(text), count, &hidden) || hidden)
        return false;
    for (unsigned kind = 0; kind < TOY_KINDS; kind++)
        while (count[kind]--)
            if (!action_put(a, kind))
                return false;
    return true;
}

bool toy_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
               struct action *a, struct reason *why)
{
    struct text rest = text, word = text_cut(&rest, ' ');
    (void)c;
    (void)s;
    action_begin(a, ACTION_NONE, seat);
    if (seat == CHANCE) {
        if (text_is(word, "deal") && parse_deal(text_trim(rest), a))
            return true;
    } else if (text_is(text, "pass") || text_is(text, "resign")) {
        a->kind = text_is(text, "pass") ? ACTION_PASS : ACTION_RESIGN;
        return true;
    } else if (text_is(word, "play") && rest.len == 1 && kind_of(rest.at[0]) >= 0) {
        a->kind = TOY_PLAY;
        return action_put(a, (unsigned)kind_of(rest.at[0]));
    }
    return refuse(why, MSG_RECORD_UNKNOWN_LINE, "%.*s",
                  TEXT_ARG(text_head(text, utf8_whole(text_head(text, 40)))));
}

static void write_tiles(const uint8_t count[TOY_KINDS], unsigned all, struct buf *out)
{
    for (unsigned kind = 0; kind < TOY_KINDS; kind++)
        for (unsigned n = 0; n < count[kind]; n++, all--)
            buf_add_byte(out, (unsigned char)letters[kind]);
    while (all--)
        buf_add_byte(out, '?');
    buf_add_byte(out, '\n');
}

// The numbers on one line, then tiles, a line for the bag, what was played, and each hand.
void toy_write(const struct config *c, const struct state *s, struct buf *out)
{
    const struct toy *t = toy(s);
    unsigned played = 0;
    buf_printf(out, "%u %u %u %u", t->turn, t->passes, t->resigned, t->end);
    for (unsigned i = 0; i < c->seats; i++)
        buf_printf(out, " %u", t->points[i]);
    buf_add_byte(out, '\n');
    for (unsigned kind = 0; kind < TOY_KINDS; kind++)
        played += t->played[kind];
    write_tiles(t->bag, t->in_bag, out);
    write_tiles(t->played, played, out);
    for (unsigned i = 0; i < c->seats; i++)
        write_tiles(t->hand[i], t->in_hand[i], out);
}

static bool read_number(struct text *line, uint8_t *out)
{
    uint32_t number;
    if (!text_to_u32(text_cut(line, ' '), &number) || number > 255)
        return false;
    *out = (uint8_t)number;
    return true;
}

static bool read_tiles(struct text *text, uint8_t count[TOY_KINDS], uint8_t *all)
{
    struct text line;
    unsigned hidden;
    if (!text_next_line(text, &line) || !count_tiles(line, count, &hidden))
        return false;
    *all = (uint8_t)line.len;
    return true;
}

static bool read_toy(const struct config *c, struct text text, struct toy *t)
{
    struct text line;
    uint8_t played;
    if (!text_next_line(&text, &line) || !read_number(&line, &t->turn) ||
        !read_number(&line, &t->passes) || !read_number(&line, &t->resigned) ||
        !read_number(&line, &t->end) || t->turn >= c->seats)
        return false;
    for (unsigned i = 0; i < c->seats; i++)
        if (!read_number(&line, &t->points[i]))
            return false;
    if (!read_tiles(&text, t->bag, &t->in_bag) || !read_tiles(&text, t->played, &played))
        return false;
    for (unsigned i = 0; i < c->seats; i++)
        if (!read_tiles(&text, t->hand[i], &t->in_hand[i]))
            return false;
    return true;
}

bool toy_read(const struct config *c, struct text text, struct state *s, struct reason *why)
{
    memset(s, 0, sizeof *s);
    return read_toy(c, text, toy_of(s)) ? toy_valid(c, s, why)
                                        : refuse(why, MSG_RULES_BAD_STATE, "%s", "");
}
