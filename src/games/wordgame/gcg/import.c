// A GCG file as a record: its moves, with draws that fit the racks that it shows.
#include "games/wordgame/gcg/gcg.h"

#include "games/wordgame/move.h"

#include "base/bug.h"
#include "base/utf8.h"

#include <string.h>

struct importer {
    const struct gcg *g;
    const struct config *c;
    struct record *r;
    struct buf *mismatches;
    struct reason *why;
    const struct gcg_turn *turn; // all of them
    size_t turns, next;          // the current one
    struct rng rng; // for draw(), of which only the seat and the number of tiles are used
};

static bool fail_at(const struct importer *i, uint32_t line)
{
    if (i->why)
        i->why->line = line;
    return false;
}

// Counts the letters and blanks of a text; other characters are ignored. A small letter is a blank
// if `blanks` is set.
static void count_tiles(const struct alphabet *a, struct text text, bool blanks,
                        uint8_t count[TILE_KINDS])
{
    uint32_t code_point;
    memset(count, 0, TILE_KINDS);
    while (text.len) {
        if (!utf8_next(&text, &code_point))
            continue;
        uint8_t letter = alphabet_letter(a, code_point);
        bool blank = code_point == '?' || (letter && blanks && !utf8_is_upper(code_point));
        if ((letter || blank) && count[blank ? KIND_BLANK : letter] < UINT8_MAX)
            count[blank ? KIND_BLANK : letter]++;
    }
}

// The tiles that the file shows of a seat at a turn: its rack, or else the tiles it plays.
static void known_tiles(const struct importer *i, const struct gcg_turn *t,
                        uint8_t known[TILE_KINDS])
{
    const struct alphabet *a = &i->c->lexicon->alphabet;
    if (t->kind != GCG_LEFT && t->rack.len)
        count_tiles(a, t->rack, false, known);
    else
        count_tiles(a, t->tiles, t->kind == GCG_PLACE, known);
}

// A draw under construction.
struct hand {
    uint8_t have[TILE_KINDS]; // the seat's rack with it
    uint8_t bag[TILE_KINDS];  // the bag after it
    unsigned room;            // tiles still to draw
    uint8_t drawn[TILE_KINDS];
};

static bool take(struct hand *h, unsigned kind)
{
    if (!h->room || !h->bag[kind])
        return false;
    h->bag[kind]--;
    h->have[kind]++;
    h->room--;
    h->drawn[kind]++;
    return true;
}

// Draws the missing ones of the known tiles; false if not all can be drawn.
static bool take_known(struct hand *h, const uint8_t known[TILE_KINDS])
{
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        while (h->have[kind] < known[kind])
            if (!take(h, kind))
                return false;
    return true;
}

// The tiles that the seats need from now on, as far as the file shows them.
struct needs {
    unsigned most[2][TILE_KINDS];  // tiles that they must have had
    unsigned spent[2][TILE_KINDS]; // tiles that they play
};

static void look_ahead(const struct importer *i, const struct gcg_turn *t, struct needs *n)
{
    uint8_t known[TILE_KINDS], played[TILE_KINDS];
    known_tiles(i, t, known);
    count_tiles(&i->c->lexicon->alphabet, t->tiles, t->kind == GCG_PLACE, played);
    for (unsigned kind = 0; kind < TILE_KINDS; kind++) {
        unsigned needed = n->spent[t->seat][kind] + known[kind];
        if (n->most[t->seat][kind] < needed)
            n->most[t->seat][kind] = needed;
        if (t->kind != GCG_LEFT)
            n->spent[t->seat][kind] += played[kind];
    }
}

// Tiles of a kind that the other seat does not need.
static int spare(const struct importer *i, const struct hand *h, const struct needs *n,
                 unsigned seat, unsigned kind)
{
    const struct wordgame_state *w = wordgame_state(&i->r->state);
    int reserved = (int)n->most[1 - seat][kind] - w->rack[1 - seat][kind];
    return h->bag[kind] - (reserved > 0 ? reserved : 0);
}

// Fills the rest: first with tiles that the seat shows at its later turns and the other does not
// need before, then with the most plentiful ones.
static void fill(const struct importer *i, unsigned seat, struct hand *h)
{
    struct needs n = {0};
    for (size_t turn = i->next; turn < i->turns; turn++) {
        look_ahead(i, &i->turn[turn], &n);
        for (unsigned kind = 0; i->turn[turn].seat == seat && kind < TILE_KINDS; kind++)
            while (h->have[kind] < n.most[seat][kind] && spare(i, h, &n, seat, kind) > 0 &&
                   take(h, kind))
                continue;
    }
    while (h->room) {
        unsigned best = TILE_KINDS;
        for (unsigned kind = 0; kind < TILE_KINDS; kind++)
            if (h->bag[kind] &&
                (best == TILE_KINDS || spare(i, h, &n, seat, kind) > spare(i, h, &n, seat, best)))
                best = kind;
        BUG_UNLESS(best < TILE_KINDS && take(h, best));
    }
}

// The seat's next turn from the current one on, or NULL.
static const struct gcg_turn *next_turn(const struct importer *i, unsigned seat)
{
    for (size_t n = i->next; n < i->turns; n++)
        if (i->turn[n].seat == seat)
            return &i->turn[n];
    return NULL;
}

static bool deal(struct importer *i)
{
    const struct wordgame_state *w = wordgame_state(&i->r->state);
    struct action a;
    uint8_t known[TILE_KINDS];
    i->c->rules->draw(i->c, &i->r->state, &i->rng, &a);
    unsigned seat = a.data[0];
    struct hand h = {.room = a.len - 1u};
    const struct gcg_turn *next = next_turn(i, seat);
    memcpy(h.have, w->rack[seat], sizeof h.have);
    memcpy(h.bag, w->bag, sizeof h.bag);
    if (next) {
        known_tiles(i, next, known);
        // A placement without its rack may have letters in it that lie on the board.
        if (!take_known(&h, known) && next->rack.len)
            return refuse_line(i->why, next->line, MSG_GCG_RACK, "%c", seat_letter(seat));
    }
    fill(i, seat, &h);
    action_cut(&a, 1);
    BUG_UNLESS(wordgame_put_tiles(&a, h.drawn));
    return record_add(i->r, &a, i->why);
}

static bool deal_all(struct importer *i)
{
    while (i->c->rules->to_act(i->c, &i->r->state) == ACTS_CHANCE)
        if (!deal(i))
            return false;
    return true;
}

// The move in our notation: dots are the letters on the board.
static void placement_text(const struct importer *i, const struct gcg_turn *t, struct buf *out)
{
    const struct wordgame_state *w = wordgame_state(&i->r->state);
    const struct alphabet *a = &i->c->lexicon->alphabet;
    bool down = (t->place.at[0] | 0x20) >= 'a';
    char letter = t->place.at[down ? 0 : t->place.len - 1];
    uint32_t row = 0;
    struct text digits = down ? text_from(t->place, 1) : text_head(t->place, t->place.len - 1);
    unsigned column = (unsigned)((letter | 0x20) - 'a');
    bool known = text_to_u32(digits, &row) && row >= 1 && row <= BOARD_SIDE && column < BOARD_SIDE;
    unsigned at = known ? (row - 1) * BOARD_SIDE + column : BOARD_SQUARES;
    struct text rest = t->tiles;
    buf_add_text(out, t->place);
    buf_add_byte(out, ':');
    for (uint32_t code_point; rest.len && utf8_next(&rest, &code_point);
         at += wordgame_line_step(down)) {
        char bytes[UTF8_MAX];
        uint8_t tile = at < BOARD_SQUARES ? w->board[at] : 0;
        if (code_point == '.' && tile)
            code_point = tile & TILE_BLANK ? a->lower[wordgame_tile_letter(tile)] : a->upper[tile];
        buf_add(out, bytes, utf8_put(code_point, bytes));
    }
}

// `-3` exchanges that many tiles without naming them.
static void exchange_text(const struct importer *i, const struct gcg_turn *t, struct buf *out)
{
    const uint8_t *rack = wordgame_state(&i->r->state)->rack[t->seat];
    uint32_t count;
    buf_add_string(out, "exchange ");
    if (!text_to_u32(t->tiles, &count)) {
        buf_add_text(out, t->tiles);
        return;
    }
    for (unsigned kind = 1; kind < TILE_KINDS; kind++)
        for (unsigned n = 0; n < rack[kind] && count; n++, count--)
            alphabet_print(&i->c->lexicon->alphabet, &(struct word){1, {(uint8_t)kind}}, out);
    for (unsigned n = 0; n < rack[KIND_BLANK] && count; n++, count--)
        buf_add_byte(out, '?');
}

static void compare(struct importer *i, const struct gcg_turn *t, const struct state *before,
                    const struct action *a)
{
    struct report report;
    i->c->rules->report(i->c, before, a, &report);
    struct exchange_mismatch mismatch = {t->line, t->points, report.points};
    if (t->has_points && mismatch.stated != mismatch.counted)
        buf_add(i->mismatches, &mismatch, sizeof mismatch);
}

static bool play(struct importer *i, const struct gcg_turn *t)
{
    struct state before = i->r->state;
    struct action a;
    struct buf text = {0};
    if (t->kind == GCG_PLACE)
        placement_text(i, t, &text);
    else if (t->kind == GCG_EXCHANGE)
        exchange_text(i, t, &text);
    else
        buf_add_string(&text, "pass");
    i->next++; // the next draws are for the turns after this one
    bool ok = buf_ok(&text) &&
              i->c->rules->parse(i->c, &i->r->state, t->seat, buf_text(&text), &a, i->why) &&
              record_add(i->r, &a, i->why);
    buf_release(&text);
    if (ok)
        compare(i, t, &before, &a);
    return ok || fail_at(i, t->line);
}

static void copy_name(char out[RECORD_NAME], struct text name)
{
    out[0] = '\0';
    if (!name.len) // the name is missing, and the text may be NULL
        return;
    name = text_head(name, RECORD_NAME - 1);
    name = text_head(name, utf8_whole(name));
    for (size_t i = 0; i < name.len; i++)
        out[i] = name.at[i] == '#' || (unsigned char)name.at[i] < ' ' ? ' ' : name.at[i];
    out[name.len] = '\0';
}

static bool import_turns(struct importer *i)
{
    while (i->next < i->turns) {
        const struct gcg_turn *t = &i->turn[i->next];
        if (t->kind == GCG_LEFT) { // settled by the rules
            i->next++;
            continue;
        }
        if (!deal_all(i) || !play(i, t))
            return false;
    }
    return deal_all(i);
}

bool gcg_import(const struct gcg *g, const struct config *c, struct record *r,
                struct buf *mismatches, struct reason *why)
{
    struct importer i = {.g = g, .c = c, .r = r, .mismatches = mismatches, .why = why};
    static const uint8_t seed[RNG_SEED];
    rng_seed(&i.rng, seed);
    i.turn = (const struct gcg_turn *)(const void *)g->turns.at;
    i.turns = g->turns.len / sizeof *i.turn;
    if (strcmp(c->rules->name, "wordgame") != 0)
        return refuse(why, MSG_GCG_GAME, "%s", c->preset);
    if (!record_begin(r, c, NULL, why))
        return false;
    for (unsigned seat = 0; seat < 2; seat++)
        copy_name(r->player[seat], g->name[seat]);
    i.c = &r->config;
    if (import_turns(&i))
        return true;
    record_release(r);
    return false;
}

static bool check_text(struct text text, struct reason *why)
{
    struct gcg g;
    if (!gcg_read(&g, text, why))
        return false;
    gcg_release(&g);
    return true;
}

static bool import_text(struct text text, const struct config *c, struct record *r,
                        struct buf *mismatches, struct reason *why)
{
    struct gcg g;
    if (!gcg_read(&g, text, why))
        return false;
    bool ok = gcg_import(&g, c, r, mismatches, why);
    gcg_release(&g);
    return ok;
}

const struct exchange wordgame_gcg = {
    .name = "gcg",
    .preset = "classic",
    .check = check_text,
    .import = import_text,
    .export = gcg_export,
};
