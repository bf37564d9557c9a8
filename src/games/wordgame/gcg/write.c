// A record as a GCG file.
#include "games/wordgame/gcg/gcg.h"

#include "games/wordgame/move.h"

#include "base/utf8.h"

#include <string.h>

struct writer {
    const struct record *r;
    char nick[2][RECORD_NAME];
    struct buf *out;
};

// A nick is one word: spaces and colons have a meaning there.
static void make_nick(const struct record *r, unsigned seat, char nick[RECORD_NAME])
{
    const char *name = r->player[seat];
    size_t i = 0;
    if (!name[0]) {
        nick[0] = seat_letter(seat);
        nick[1] = '\0';
        return;
    }
    for (; name[i]; i++)
        nick[i] = name[i] == ' ' || name[i] == ':' ? '_' : name[i];
    nick[i] = '\0';
}

static void write_rack(const struct writer *w, const uint8_t rack[TILE_KINDS])
{
    const struct alphabet *a = &w->r->config.lexicon->alphabet;
    for (unsigned kind = 1; kind < TILE_KINDS; kind++)
        for (unsigned n = 0; n < rack[kind]; n++)
            alphabet_print(a, &(struct word){1, {(uint8_t)kind}}, w->out);
    for (unsigned n = 0; n < rack[KIND_BLANK]; n++)
        buf_add_byte(w->out, '?');
}

// Letters that lie there already become dots.
static void write_placement(const struct writer *w, const struct wordgame_state *s,
                            const struct action *a)
{
    const struct alphabet *letters = &w->r->config.lexicon->alphabet;
    struct wordgame_placement p;
    if (!wordgame_placement(&s->set, a, &p))
        return;
    unsigned fresh = wordgame_new_squares(s->board, &p), row = p.square / BOARD_SIDE + 1;
    char column = (char)('A' + p.square % BOARD_SIDE);
    if (p.down)
        buf_printf(w->out, "%c%u ", column, row);
    else
        buf_printf(w->out, "%u%c ", row, column);
    for (unsigned i = 0; i < p.length; i++) {
        char bytes[UTF8_MAX];
        uint32_t code_point = p.tile[i] & TILE_BLANK
                                  ? letters->lower[wordgame_tile_letter(p.tile[i])]
                                  : letters->upper[p.tile[i]];
        buf_add(w->out, bytes, utf8_put(fresh >> i & 1 ? code_point : '.', bytes));
    }
}

static void write_exchange(const struct writer *w, const struct action *a)
{
    uint8_t tiles[TILE_KINDS] = {0};
    for (unsigned i = 0; i < a->len; i++)
        tiles[a->data[i]]++;
    buf_add_byte(w->out, '-');
    write_rack(w, tiles);
}

static bool write_turn(void *context, const struct state *before, const struct action *a,
                       const struct report *report)
{
    struct writer *w = context;
    const struct wordgame_state *s = wordgame_state(before);
    if (a->seat == CHANCE)
        return true;
    if (a->kind == ACTION_RESIGN) {
        buf_printf(w->out, "#note %s resigned\n", w->nick[a->seat]);
        return true;
    }
    buf_printf(w->out, ">%s: ", w->nick[a->seat]);
    write_rack(w, s->rack[a->seat]);
    buf_add_byte(w->out, ' ');
    if (a->kind == WORDGAME_PLACE)
        write_placement(w, s, a);
    else if (a->kind == WORDGAME_EXCHANGE)
        write_exchange(w, a);
    else
        buf_add_byte(w->out, '-');
    buf_printf(w->out, " +%d %d\n", (int)report->points, (int)(s->score[a->seat] + report->points));
    return buf_ok(w->out);
}

// Deducts the value of a leftover rack from its owner.
static void write_deduction(const struct writer *w, const struct wordgame_state *s, unsigned seat)
{
    int value = wordgame_rack_value(&s->set, s->rack[seat]);
    if (!s->in_rack[seat])
        return;
    buf_printf(w->out, ">%s: ", w->nick[seat]);
    write_rack(w, s->rack[seat]);
    buf_add_string(w->out, " (");
    write_rack(w, s->rack[seat]);
    buf_printf(w->out, ") -%d %d\n", value, (int)s->score[seat]);
}

// If leftover tiles go to the seat that went out, GCG files add their value twice to that seat and
// deduct nothing: the same difference, but both totals are higher than ours by the value.
static void write_end(const struct writer *w)
{
    const struct wordgame_state *s = wordgame_state(&w->r->state);
    if (!s->end || s->resigned)
        return;
    if (s->end != END_OUT || !s->set.transfer) {
        for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++)
            write_deduction(w, s, seat);
        return;
    }
    unsigned out = s->in_rack[0] ? 1 : 0;
    int value = wordgame_rack_value(&s->set, s->rack[1 - out]);
    buf_printf(w->out, ">%s: (", w->nick[out]);
    write_rack(w, s->rack[1 - out]);
    buf_printf(w->out, ") +%d %d\n", 2 * value, (int)(s->score[out] + value));
}

bool gcg_export(const struct record *r, struct buf *out, struct reason *why)
{
    struct writer w = {.r = r, .out = out};
    if (strcmp(r->config.rules->name, "wordgame") != 0)
        return refuse(why, MSG_GCG_GAME, "%s", r->config.preset);
    buf_add_string(out, "#character-encoding UTF-8\n");
    for (unsigned seat = 0; seat < 2; seat++) {
        make_nick(r, seat, w.nick[seat]);
        if (seat && strcmp(w.nick[0], w.nick[1]) == 0)
            memcpy(w.nick[1], w.nick[0][0] == 'B' ? "b" : "B", sizeof "B");
        buf_printf(out, "#player%u %s %s\n", seat + 1, w.nick[seat],
                   r->player[seat][0] ? r->player[seat] : w.nick[seat]);
    }
    buf_printf(out, "#lexicon %s\n", r->config.lexicon_name);
    record_walk(r, write_turn, &w);
    write_end(&w);
    return buf_ok(out) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}
