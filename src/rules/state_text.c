#include "rules/state_text.h"

#include "base/bug.h"

bool state_read_number(struct text text, uint32_t most, uint32_t *out)
{
    uint32_t number;
    if (!text_to_u32(text, &number) || number > most)
        return false;
    *out = number;
    return true;
}

bool state_read_byte(struct text text, uint32_t most, uint8_t *out)
{
    uint32_t number;
    BUG_UNLESS(most <= UINT8_MAX);
    if (!state_read_number(text, most, &number))
        return false;
    *out = (uint8_t)number;
    return true;
}

bool state_read_seat(struct text text, unsigned seats, uint8_t *out)
{
    if (text.len != 1 || text.at[0] < 'A' || (unsigned)(text.at[0] - 'A') >= seats)
        return false;
    *out = (uint8_t)(text.at[0] - 'A');
    return true;
}

bool state_read_lines(struct text text, state_line_fn *read, void *context, struct reason *why)
{
    struct text line;
    for (uint32_t number = 1; text_next_line(&text, &line); number++) {
        struct text rest = line, key = text_cut(&rest, ' ');
        if (!read(context, key, rest))
            return refuse_line(why, number, MSG_RULES_BAD_STATE, "%s", "");
    }
    return true;
}
