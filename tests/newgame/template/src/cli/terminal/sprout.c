// Sprout in the terminal: the stem in a row of tiles; a letter that is typed is played at once.
#include "cli/terminal/game.h"
#include "games/sprout/state.h"

#include <stdlib.h>

struct sprout_play {
    uint8_t hint; // a letter; 0: none
};

static void *sprout_play_open(const struct config *c)
{
    (void)c;
    return calloc(1, sizeof(struct sprout_play));
}

static void sprout_play_renew(void *own, const struct play_view *v)
{
    struct sprout_play *p = own;
    (void)v;
    p->hint = 0;
}

static bool sprout_play_suggest(void *own, const struct action *move)
{
    struct sprout_play *p = own;
    struct sprout_move m;
    if (!sprout_move_decode(move, &m))
        return false;
    p->hint = m.letter;
    return true;
}

static enum play_reply sprout_play_event(void *own, const struct play_view *v,
                                         const struct event *e, struct action *move,
                                         struct reason *why)
{
    struct sprout_play *p = own;
    const struct config *c = v->config;
    uint8_t letter = 0;
    if (e->kind == EVENT_CHAR)
        letter = alphabet_letter(&c->lexicon->alphabet, e->code);
    else if (e->kind == EVENT_PRESS && e->code == PRESS_ENTER)
        letter = p->hint;
    if (!letter)
        return REPLY_IGNORED;
    *move = sprout_move_encode(&(struct sprout_move){letter}, v->seat);
    return c->rules->check(c, v->state, move, why) ? REPLY_ACT : REPLY_REFUSED;
}

static void draw_letter(const struct play_view *v, struct rect area, unsigned at, uint8_t letter,
                        enum style style)
{
    enum { TILE = 3 };
    unsigned across = area.cols > TILE ? (unsigned)area.cols / TILE : 1;
    struct rect tile = {area.top + 1 + (int)(at / across), area.left + (int)(at % across) * TILE, 1,
                        TILE};
    screen_fill(tile, style);
    screen_char(tile.top, tile.left + 1, style, v->config->lexicon->alphabet.upper[letter]);
}

static void sprout_play_draw(void *own, const struct play_view *v, struct rect area,
                             const struct report *marked)
{
    const struct sprout_play *p = own;
    const struct word *stem = &sprout_state(v->state)->stem;
    for (unsigned i = 0; i < stem->len; i++)
        draw_letter(v, area, i, stem->letter[i],
                    marked && i < marked->square_count ? STYLE_LOG : STYLE_TILE);
    if (p->hint)
        draw_letter(v, area, stem->len, p->hint, STYLE_HINT);
}

static void sprout_play_line(void *own, const struct play_view *v, struct rect area)
{
    const struct sprout_play *p = own;
    struct word hint = {1, {p->hint}};
    struct buf letter = {0}, text = {0};
    if (p->hint)
        alphabet_print(&v->config->lexicon->alphabet, &hint, &letter);
    message_fill(&text, p->hint ? MSG_PLAY_SPROUT_HINT : MSG_PLAY_SPROUT_CHOOSE, v->language,
                 buf_text(&letter));
    screen_text(area.top, area.left, area.cols, STYLE_PLAIN, buf_text(&text));
    buf_release(&letter);
    buf_release(&text);
}

static enum message sprout_play_keys(void *own, const struct play_view *v)
{
    (void)own;
    (void)v;
    return MSG_PLAY_SPROUT_KEYS;
}

// The log shows the word, or here the stem that is none yet, and the letter that was added.
static void sprout_play_describe(const struct config *c, const struct state *before,
                                 const struct action *a, enum language language,
                                 struct play_text *out)
{
    struct word stem = sprout_state(before)->stem;
    struct sprout_move m;
    (void)language;
    if (sprout_move_decode(a, &m))
        stem.letter[stem.len++] = m.letter;
    buf_add_byte(&out->what, '(');
    alphabet_print(&c->lexicon->alphabet, &stem, &out->what);
    buf_add_byte(&out->what, ')');
    c->rules->format(c, before, a, VIEWER_ALL, &out->how);
}

// The first letter is in the log, too.
static bool sprout_play_chance(const struct config *c, const struct action *a, struct report *out)
{
    struct sprout_move m;
    (void)c;
    if (!sprout_move_decode(a, &m))
        return false;
    *out = (struct report){.word = {1, {m.letter}}, .square_count = 1, .placed = -1};
    return true;
}

static const struct play_setting settings[] = {
    {"min_word", NULL, MSG_PLAY_SET_MIN_WORD},
    {NULL, NULL, 0},
};

extern const struct play_game sprout_terminal;
const struct play_game sprout_terminal = {
    .rules = "sprout",
    .open = sprout_play_open,
    .renew = sprout_play_renew,
    .event = sprout_play_event,
    .suggest = sprout_play_suggest,
    .draw = sprout_play_draw,
    .line = sprout_play_line,
    .keys = sprout_play_keys,
    .describe = sprout_play_describe,
    .chance = sprout_play_chance,
    .help = MSG_PLAY_SPROUT_HELP,
    .settings = settings,
};
