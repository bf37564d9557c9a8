// Actions and states of Sprout as text: a move is a letter or `resign`, chance's line is `start C`.
#include "games/sprout/state.h"

#include "base/utf8.h"

void sprout_format(const struct config *c, const struct state *s, const struct action *a,
                   unsigned viewer, struct buf *out)
{
    struct word letter = {1, {a->data[0]}};
    (void)s;
    (void)viewer;
    if (a->kind == ACTION_RESIGN || a->kind == ACTION_PASS) {
        buf_add_string(out, a->kind == ACTION_PASS ? "pass" : "resign");
        return;
    }
    buf_add_string(out, a->kind == SPROUT_START ? "start " : "");
    alphabet_print(&c->lexicon->alphabet, &letter, out);
}

bool sprout_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
                  struct action *a, struct reason *why)
{
    struct text shown = text_head(text, utf8_whole(text_head(text, 60))), rest = text;
    struct word letter;
    (void)s;
    if (seat != CHANCE && (text_is(text, "resign") || text_is(text, "pass"))) {
        action_begin(a, text_is(text, "pass") ? ACTION_PASS : ACTION_RESIGN, seat);
        return true;
    }
    if (seat == CHANCE && !text_is(text_cut(&rest, ' '), "start"))
        return refuse(why, MSG_SPROUT_START_TEXT, "%.*s", TEXT_ARG(shown));
    if (!alphabet_fold(&c->lexicon->alphabet, rest, &letter, why))
        return false;
    if (letter.len != 1)
        return refuse(why, seat == CHANCE ? MSG_SPROUT_START_TEXT : MSG_SPROUT_MOVE_TEXT, "%.*s",
                      TEXT_ARG(shown));
    *a = action_of(seat == CHANCE ? SPROUT_START : SPROUT_ADD, seat, letter.letter, 1);
    return true;
}

void sprout_write(const struct config *c, const struct state *s, struct buf *out)
{
    const struct sprout_state *b = sprout_state(s);
    if (b->stem.len) {
        buf_add_string(out, "stem ");
        alphabet_print(&c->lexicon->alphabet, &b->stem, out);
        buf_add_byte(out, '\n');
    }
    buf_printf(out, "resigned %u\n", b->resigned);
}

static bool read_line(const struct config *c, struct sprout_state *b, struct text line)
{
    struct text rest = line, key = text_cut(&rest, ' ');
    uint32_t seats;
    if (text_is(key, "stem") && !b->stem.len) {
        struct word stem = {0, {0}};
        if (!alphabet_fold(&c->lexicon->alphabet, rest, &stem, NULL))
            return false;
        memcpy(b->stem.letter, stem.letter, stem.len);
        b->stem.len = stem.len;
        return true;
    }
    if (!text_is(key, "resigned") || !text_to_u32(rest, &seats) || seats > UINT8_MAX)
        return false;
    b->resigned = (uint8_t)seats;
    return true;
}

bool sprout_read(const struct config *c, struct text text, struct state *s, struct reason *why)
{
    struct text line;
    c->rules->setup(c, s);
    for (uint32_t number = 1; text_next_line(&text, &line); number++)
        if (line.len && !read_line(c, sprout_state_of(s), line))
            return refuse_line(why, number, MSG_RULES_BAD_STATE, "%s", "");
    return sprout_valid(c, s, why);
}
