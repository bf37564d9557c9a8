#include "wordgame_fixture.h"

#include "games/wordgame/state.h"
#include "lexicon/search_path.h"
#include "rules/rules.h"

static bool choose(struct config *c, struct text settings, struct reason *why)
{
    while (settings.len) {
        struct text value = text_cut(&settings, ','), name = text_cut(&value, '=');
        if (!config_set(c, name, value, why))
            return false;
    }
    return true;
}

bool wordgame_fixture_open(struct wordgame_fixture *d, const char *folder, const char *preset,
                           const char *lang, struct reason *why)
{
    struct text settings = text_of(preset), name = text_cut(&settings, ',');
    struct search_path search_path;
    search_path_init(&search_path, folder);
    if (!config_init(&d->config, name, why) || !choose(&d->config, settings, why) ||
        !config_set_lang(&d->config, text_of(lang), why) ||
        !search_path_open(&search_path, d->config.lexicon_name, &d->lexicon, why))
        return false;
    d->config.lexicon = &d->lexicon;
    d->config.seats = WORDGAME_SEATS;
    return d->config.rules->accept(&d->config, why) &&
           wordgame_settings_load(&d->set, &d->config, why) &&
           wordgame_wordmap_build(&d->map, &d->set, &d->lexicon.graph);
}

void wordgame_fixture_close(struct wordgame_fixture *d)
{
    wordgame_wordmap_release(&d->map);
    lexicon_close(&d->lexicon);
}
