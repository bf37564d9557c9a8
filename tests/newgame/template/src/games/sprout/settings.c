#include "games/sprout/settings.h"

bool sprout_settings_load(struct sprout_settings *set, const struct config *c, struct reason *why)
{
    (void)why;
    *set = (struct sprout_settings){.min_word = (uint8_t)config_number(c, "min_word")};
    return true;
}
