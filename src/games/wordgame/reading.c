#include "games/wordgame/reading.h"

#include <string.h>

// Reads the letters from `at` on, the ones before being read already. A pair is tried after the
// letter itself, so the first reading that is found is the first in order.
static bool reads_from(const struct wordgame_settings *set, const struct graph *graph,
                       const struct word *squares, unsigned at, struct word *reading)
{
    if (at == squares->len)
        return graph_has(graph, reading);
    uint8_t letter = squares->letter[at], length = reading->len;
    reading->letter[reading->len++] = letter;
    if (reads_from(set, graph, squares, at + 1, reading))
        return true;
    reading->len = length;
    if (letter != set->pair || !letter)
        return false;
    reading->letter[reading->len++] = set->pair_first;
    reading->letter[reading->len++] = set->pair_second;
    if (reads_from(set, graph, squares, at + 1, reading))
        return true;
    reading->len = length;
    return false;
}

bool wordgame_reads(const struct wordgame_settings *set, const struct graph *graph,
                    const struct word *squares, struct word *reading)
{
    struct word own = {0};
    bool paired = set->pair && memchr(squares->letter, set->pair, squares->len);
    if (!paired) {
        if (reading)
            *reading = *squares;
        return graph_has(graph, squares);
    }
    if (!reads_from(set, graph, squares, 0, &own))
        return false;
    if (reading) {
        *reading = (struct word){.len = own.len};
        memcpy(reading->letter, own.letter, own.len);
    }
    return true;
}
