// States of Sprout as text: `stem CAR`, `resigned 0`.
#include "games/sprout/state.h"

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
