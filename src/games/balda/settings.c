#include "games/balda/settings.h"

// R-BALDA-27, R-BALDA-29
static uint8_t classes_in_play(const struct config *c)
{
    static const struct {
        const char *name;
        uint8_t class;
    } more[] = {{"verbs", CLASS_VERB}, {"adjectives", CLASS_ADJECTIVE}, {"adverbs", CLASS_ADVERB}};
    uint8_t classes = CLASS_NOUN;
    if (!c->lexicon || !lexicon_has_classes(c->lexicon))
        return 0;
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (config_is(c, "classes", more[i].name))
            classes |= more[i].class;
    return classes;
}

bool balda_settings_load(struct balda_settings *set, const struct config *c, struct reason *why)
{
    bool never = config_fixed(c, "repeats", "never"), shared = config_fixed(c, "tie", "shared");
    (void)why;
    *set = (struct balda_settings){
        .width = (uint8_t)config_number(c, "size"),
        .diagonal = config_is(c, "diagonal", "on"),
        .classes = classes_in_play(c),
        .repeats = never ? BALDA_REPEATS_NEVER : BALDA_REPEATS_APART,
        .tie = shared ? BALDA_TIE_SHARED : BALDA_TIE_DRAW,
        .passes = (uint8_t)config_fixed_number(c, "passes"),
        .single = config_fixed(c, "single", "on"),
        .no_word_left = config_fixed(c, "no_word_left", "ends"),
        .ask_unknown = config_is(c, "unknown", "ask"),
    };
    return true;
}

void balda_grid(const struct balda_settings *set, struct grid *g)
{
    grid_init(g, set->width, set->diagonal);
}

unsigned balda_start_row(const struct balda_settings *set)
{
    return set->width / 2u * set->width;
}
