#include "games/wordgame/settings.h"

#include "base/bug.h"
#include "base/data.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

// The characters of a layout.
static const struct bonus {
    char mark;
    uint8_t letter, word;
} bonuses[] = {{'.', 1, 1}, {'2', 2, 1}, {'3', 3, 1}, {'d', 1, 2}, {'t', 1, 3}};

enum { BONUSES = sizeof bonuses / sizeof *bonuses };

static bool read_row(struct wordgame_settings *set, unsigned row, struct text text)
{
    if (row >= BOARD_SIDE || text.len != BOARD_SIDE)
        return false;
    for (unsigned i = 0; i < BOARD_SIDE; i++) {
        unsigned b = 0, square = row * BOARD_SIDE + i;
        while (b < BONUSES && bonuses[b].mark != text.at[i])
            b++;
        if (b == BONUSES)
            return false;
        set->letter_factor[square] = bonuses[b].letter;
        set->word_factor[square] = bonuses[b].word;
    }
    return true;
}

bool wordgame_layout_read(struct wordgame_settings *set, struct text text, struct reason *why)
{
    unsigned row = 0;
    struct text line;
    while (text_next_line(&text, &line)) {
        line = text_trim(line);
        if (line.len && line.at[0] == '#')
            continue;
        while (line.len)
            if (!read_row(set, row++, text_cut(&line, '/')))
                return refuse(why, MSG_WORDGAME_LAYOUT, "%u", row);
    }
    return row == BOARD_SIDE || refuse(why, MSG_WORDGAME_LAYOUT, "%u", row + 1);
}

void wordgame_layout_print(const struct wordgame_settings *set, unsigned row, struct buf *out)
{
    for (unsigned square = row * BOARD_SIDE; square < (row + 1) * BOARD_SIDE; square++)
        for (unsigned b = 0; b < BONUSES; b++)
            if (bonuses[b].letter == set->letter_factor[square] &&
                bonuses[b].word == set->word_factor[square])
                buf_add_byte(out, (unsigned char)bonuses[b].mark);
}

// A built-in layout, or a custom one.
static bool load_layout(struct wordgame_settings *set, const struct config *c, struct reason *why)
{
    char name[64];
    struct text chosen = config_text(c, "board"), content;
    snprintf(name, sizeof name, "boards/%.*s.txt", TEXT_ARG(text_head(chosen, CONFIG_NAME)));
    return wordgame_layout_read(set, data_find(name, &content) ? content : chosen, why);
}

static uint8_t take_letter(const struct alphabet *a, struct text *rest)
{
    uint32_t code_point;
    uint8_t letter = utf8_next(rest, &code_point) ? alphabet_letter(a, code_point) : 0;
    BUG_UNLESS(letter);
    return letter;
}

// `A 7 1`: a letter, how many tiles there are of it, and their value; `pair Y IJ`. The files are
// our own.
static void read_tiles(struct wordgame_settings *set, const struct alphabet *a, struct text line)
{
    struct text first = text_cut(&line, ' ');
    uint32_t count = 0, value = 0;
    if (text_is(first, "pair")) {
        set->pair = take_letter(a, &line);
        line = text_from(line, 1);
        set->pair_first = take_letter(a, &line);
        set->pair_second = take_letter(a, &line);
        return;
    }
    unsigned kind = text_is(first, "?") ? KIND_BLANK : take_letter(a, &first);
    struct text second = text_cut(&line, ' ');
    BUG_UNLESS(text_to_u32(second, &count) && text_to_u32(line, &value) && count < 100);
    set->tiles[kind] = (uint8_t)count;
    set->value[kind] = (uint8_t)value;
    set->total = (uint16_t)(set->total + count);
}

static bool load_tiles(struct wordgame_settings *set, const struct config *c, struct reason *why)
{
    char name[64];
    struct text content, line;
    struct alphabet a;
    snprintf(name, sizeof name, "tiles/%s-%s.txt", config_fixed_text(c, "tiles"), c->lang);
    if (!data_find(name, &content))
        return refuse(why, MSG_WORDGAME_NO_TILES, "%s\t%s", c->preset, c->lang);
    if (!alphabet_load(&a, text_of(c->lang), why))
        return false;
    set->letters = (uint8_t)a.size;
    while (text_next_line(&content, &line))
        if (line.len && line.at[0] != '#')
            read_tiles(set, &a, line);
    return true;
}

static void load_numbers(struct wordgame_settings *set, const struct config *c)
{
    uint32_t points = config_fixed_number(c, "sweep_points");
    bool exchange = config_is(c, "exchange", "on");
    set->rack = (uint8_t)config_fixed_number(c, "rack");
    BUG_UNLESS(set->rack <= RACK_MAX);
    set->word_bonus =
        config_fixed(c, "word_bonus", "product") ? WORD_BONUS_PRODUCT : WORD_BONUS_HIGHEST;
    set->bingo = points                          ? BINGO_POINTS
                 : config_is(c, "sweep", "move") ? BINGO_DOUBLE_MOVE
                                                 : BINGO_DOUBLE_MAIN;
    set->bingo_points = (uint8_t)points;
    set->first_word = (uint8_t)config_fixed_number(c, "first_word");
    set->exchange = exchange ? (uint8_t)config_fixed_number(c, "exchange_from") : 0;
    set->end_passes = (uint8_t)config_fixed_number(c, "passes");
    set->end_scoreless = (uint8_t)config_fixed_number(c, "scoreless");
    set->redraw = config_fixed(c, "redraw", "on");
    set->transfer = config_fixed(c, "transfer", "on");
}

bool wordgame_settings_load(struct wordgame_settings *set, const struct config *c,
                            struct reason *why)
{
    memset(set, 0, sizeof *set);
    load_numbers(set, c);
    return load_layout(set, c, why) && load_tiles(set, c, why);
}

static void print_letter(const struct alphabet *a, unsigned letter, struct buf *out)
{
    alphabet_print(a, &(struct word){1, {(uint8_t)letter}}, out);
}

// `,"tiles":{"A":7,"B":2,"?":2}`
static void print_numbers(const char *name, const struct alphabet *a,
                          const uint8_t numbers[TILE_KINDS], struct buf *out)
{
    buf_printf(out, ",\"%s\":{", name);
    for (unsigned letter = 1; letter <= a->size; letter++) {
        buf_add_byte(out, '"');
        print_letter(a, letter, out);
        buf_printf(out, "\":%u,", numbers[letter]);
    }
    buf_printf(out, "\"?\":%u}", numbers[KIND_BLANK]);
}

void wordgame_describe(const struct config *c, struct buf *out)
{
    struct wordgame_settings set;
    struct alphabet a;
    if (!wordgame_settings_load(&set, c, NULL) || !alphabet_load(&a, text_of(c->lang), NULL))
        return;
    buf_printf(out, ",\"rack\":%u,\"board\":[", set.rack);
    for (unsigned row = 0; row < BOARD_SIDE; row++) {
        buf_add_string(out, row ? ",\"" : "\"");
        wordgame_layout_print(&set, row, out);
        buf_add_byte(out, '"');
    }
    buf_add_byte(out, ']');
    print_numbers("tiles", &a, set.tiles, out);
    print_numbers("values", &a, set.value, out);
    if (!set.pair)
        return;
    buf_add_string(out, ",\"pairs\":{\"");
    print_letter(&a, set.pair, out);
    buf_add_string(out, "\":\"");
    print_letter(&a, set.pair_first, out);
    print_letter(&a, set.pair_second, out);
    buf_add_string(out, "\"}");
}
