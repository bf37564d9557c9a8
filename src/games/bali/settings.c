#include "games/bali/settings.h"

#include "base/bug.h"

#include <stdio.h>

// "50" or "x2".
// R-BALI-56
static struct bali_bonus read_bonus(struct text written)
{
    bool factor = text_starts(written, "x");
    uint32_t n = 0;
    BUG_UNLESS(text_to_u32(text_from(written, factor), &n) && n <= UINT8_MAX);
    return factor ? (struct bali_bonus){.factor = (uint8_t)n}
                  : (struct bali_bonus){.factor = 1, .points = (uint8_t)n};
}

// A fixed value that depends on the number of seats: row_3 with three of them.
static uint8_t by_seats(const struct config *c, const char *name, uint32_t most)
{
    char key[CONFIG_NAME];
    snprintf(key, sizeof key, "%s_%u", name, c->seats);
    uint32_t n = config_fixed_number(c, key);
    BUG_UNLESS(n >= 1 && n <= most);
    return (uint8_t)n;
}

// R-BALI-46
bool bali_settings_load(struct bali_settings *set, const struct config *c, struct reason *why)
{
    *set = (struct bali_settings){
        .seats = (uint8_t)c->seats,
        .row = by_seats(c, "row", BALI_ROW),
        .packs = by_seats(c, "packs", 2),
        .min_word = (uint8_t)config_number(c, "min_word"),
        .challenge = config_is(c, "challenge", "on"),
        .recall = config_is(c, "recall", "on"),
        .bonus = read_bonus(config_text(c, "bali_bonus")),
    };
    BUG_UNLESS(set->seats * set->row <= BALI_PARTS);
    return set->seats > 1 || !set->challenge || refuse(why, MSG_BALI_CHALLENGE_ALONE, "%s", "");
}
