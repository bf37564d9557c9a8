// config: what a game was created with. A preset (data/presets/NAME.txt) names the implementation
// and every setting with its values and default; a config is a preset with some settings changed, a
// language and a lexicon. It does not change during a game.
//
//     game balda
//     seats 2
//     lang en
//     lexicon en
//     lexicon fr fr-large
//     setting size number 5 7 9 = 5
//     setting diagonal choice off on = off
//     setting classes set verbs adjectives adverbs = none
//
//     fixed repeats apart
//
// A second `lexicon` line names the lexicon of another language, where that is not the one that is
// called like the language.
//
// The first word after a setting's name is its kind: `choice` and `number` have one of the values
// that follow, `set` any of them joined by commas, or `none`. `text` is a choice that may also be a
// text of one's own, such as the layout of a board; what may be in it, accept() of the rules says.
// One setting of a preset may be of that kind. `fixed` is what makes one preset of an
// implementation differ from another and is not for players to change.
#ifndef LOGOMACHY_RULES_CONFIG_H
#define LOGOMACHY_RULES_CONFIG_H

#include "lexicon/lexicon.h"
#include "rules/action.h"
#include "rules/registry.h"

enum {
    SETTINGS_MAX = 16,
    SETTING_VALUES = 16,
    CONFIG_NAME = 24,
    CONFIG_LEXICONS = 5,
    CONFIG_OPENING = 160,
    CONFIG_OWN = 256
};

enum setting_kind { SETTING_CHOICE, SETTING_NUMBER, SETTING_SET };

struct setting {
    char name[CONFIG_NAME];
    enum setting_kind kind;
    bool open; // a choice that a text of one's own is another value of
    char value[SETTING_VALUES][CONFIG_NAME];
    unsigned values;
    uint32_t standard; // the default: an index for a choice or number, bits for a set
};

struct config {
    char preset[CONFIG_NAME];
    const struct rules *rules;
    unsigned min_seats, max_seats, seats;
    char lang[4];
    char lexicon_name[41];
    bool lexicon_named; // and not just the preset's or the language's own
    struct {
        char lang[4], name[CONFIG_NAME];
    } lexicon_of[CONFIG_LEXICONS]; // of languages whose lexicon is not called like them
    unsigned lexicons;
    const struct lexicon *lexicon; // borrowed; set by whoever opens it, before the game begins
    struct setting setting[SETTINGS_MAX];
    unsigned settings;
    uint32_t chosen[SETTINGS_MAX]; // like `standard`; past the last value: the text in `own`
    char own[CONFIG_OWN];
    struct fixed {
        char name[CONFIG_NAME], value[CONFIG_NAME];
    } fixed[SETTINGS_MAX];
    unsigned fixeds;
    // The first chance event, as a record's line ("start CROWN"), where it is named and not drawn;
    // "": it is drawn. For games that draw from a seed; record_opening() says whether it can be so.
    char opening[CONFIG_OPENING];
};

// A preset with its defaults. Refuses a name that no preset has.
bool config_init(struct config *c, struct text preset, struct reason *why);

// The same for a preset that is not the program's own: its file, and the implementation it is for.
void config_init_from(struct config *c, const char *preset, struct text file,
                      const struct rules *rules);

// Changes a setting, as `set NAME VALUE` in a record does. Refuses unknown names and values.
bool config_set(struct config *c, struct text name, struct text value, struct reason *why);

// The chosen number. The setting must be one of the preset's.
uint32_t config_number(const struct config *c, const char *name);

// Is this what was chosen, or, of a set, among it? False where the preset has no such setting; if
// it has, the value must be one of its values. Code asks by name, never by the order in a preset's
// file.
bool config_is(const struct config *c, const char *name, const char *value);

// The chosen value of a choice as it is written, such as the layout of a board. Lives as long as
// the config does.
struct text config_text(const struct config *c, const char *name);

// Does the preset fix that to this value?
bool config_fixed(const struct config *c, const char *name, const char *value);

// What it fixes that to, as it is written, and as a number; it has to fix it.
const char *config_fixed_text(const struct config *c, const char *name);
uint32_t config_fixed_number(const struct config *c, const char *name);

// Names a language, or a lexicon, for the game: before any of it is used. Another language than the
// preset's has the lexicon that the preset names for it, or the one that is called like it, unless
// one is named.
bool config_set_lang(struct config *c, struct text lang, struct reason *why);
bool config_set_lexicon(struct config *c, struct text name, struct reason *why);

// Names the first chance event. Whether the game takes it is another question.
bool config_set_opening(struct config *c, struct text line, struct reason *why);

bool config_is_standard(const struct config *c, unsigned setting);
void config_print_value(const struct config *c, unsigned setting, struct buf *out);

// The lines that records and the terms of matches begin with: game, language, lexicon, and what is
// not at its default.
void config_write(const struct config *c, struct buf *out);

#endif
