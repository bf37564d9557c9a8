// config: the parameters of one game. A preset (data/presets/NAME.txt) names the game's rules and
// each setting with its values and default; a config is a preset with some settings changed, a
// language and a lexicon. It does not change during a game.
//
//     struct config created;
//     if (config_init(&created, TEXT("balda"), &why))
//         ok = config_set(&created, TEXT("size"), TEXT("7"), &why);
//
// A preset file:
//
//     game balda
//     seats 2
//     lang en
//     lexicon en
//     lexicon fr fr-large
//     setting size number 5 7 9 = 5
//     setting diagonal choice off on = off
//     setting recall choice off on = off else on
//     setting classes set verbs adjectives adverbs = none
//     fixed repeats apart
//
// `lang ru native` is a game that is not offered in the player's language, but in its own. A second
// `lexicon` line names the lexicon of another language; the default is the lexicon with
// the language's name. The kind of a setting follows its name: `choice` and `number` take one of
// the values, `set` any of them joined by commas, or `none`. `text` is a choice that also takes
// free text, such as the layout of a board, which accept() of the rules validates; a preset has at
// most one. The default is what a new game has. A record or terms that do not name the setting may
// be older than it: they mean the value after `else`, so that they keep their meaning; without
// `else` the default. `fixed` values distinguish presets of the same rules; players cannot change
// them. `retired` names a setting that the preset had once: old records may still name it.
//
// The lookups by name below are for setup() and for user interfaces. A game resolves its settings
// once, into a struct in its state.
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
    bool open; // the choice also takes free text
    char value[SETTING_VALUES][CONFIG_NAME];
    unsigned values;
    uint32_t standard; // the default: an index for a choice or number, bits for a set
    uint32_t unnamed;  // the same: what records mean that do not name the setting
};

struct config {
    char preset[CONFIG_NAME];
    const struct rules *rules;
    unsigned min_seats, max_seats, seats;
    char lang[4];
    bool native; // the preset is played in its own language, whatever the player's is
    char lexicon_name[41];
    bool lexicon_named; // explicitly, not by the preset's or language's default
    struct {
        char lang[4], name[CONFIG_NAME];
    } lexicon_of[CONFIG_LEXICONS]; // default lexicon per language, if its name differs from it
    unsigned lexicons;
    const struct lexicon *lexicon; // borrowed; set by record_open_lexicon() before setup()
    struct setting setting[SETTINGS_MAX];
    unsigned settings;
    uint32_t chosen[SETTINGS_MAX]; // like `standard`; past the last value: the text in `own`
    char own[CONFIG_OWN];
    struct fixed {
        char name[CONFIG_NAME], value[CONFIG_NAME];
    } fixed[SETTINGS_MAX];
    unsigned fixeds;
    char retired[CONFIG_NAME]; // "": none
    // The first chance event as a line of a record ("start CROWN") instead of a draw; "": it is
    // drawn. For games that draw from a seed. record_opening() checks whether it is legal.
    char opening[CONFIG_OPENING];
    // The opening was drawn from the words of the lexicon with this checksum, not named by the
    // players. It is kept, since another lexicon would give another one.
    bool opening_drawn;
    uint64_t drawn_from;
};

// A preset with its defaults. Refuses a name that no preset has.
bool config_init(struct config *c, struct text preset, struct reason *why);

// The same for a preset that is not in the registry: the text of its file, and its rules.
void config_init_from(struct config *c, const char *preset, struct text file,
                      const struct rules *rules);

// Every setting as in a record or terms that do not name it: for reading them, before
// config_set_recorded(). config_init() is for new games.
void config_init_unnamed(struct config *c);

// Changes a setting, as `set NAME VALUE` in a record does. Refuses unknown names and values.
bool config_set(struct config *c, struct text name, struct text value, struct reason *why);

// The same for a record or terms that may have been written long ago: a retired setting is passed
// over, whatever its value. Today's rules refuse moves that it would allow, one by one.
bool config_set_recorded(struct config *c, struct text name, struct text value, struct reason *why);

// The chosen number. The setting must be one of the preset's.
uint32_t config_number(const struct config *c, const char *name);

// Is this value chosen, or a member of the chosen set? False where the preset has no such setting;
// if it has, the value must be one of its values. Values are compared by name, never by their order
// in the file.
bool config_is(const struct config *c, const char *name, const char *value);

// The chosen value of a choice as text, such as the layout of a board. Points into the config.
struct text config_text(const struct config *c, const char *name);

// Does the preset fix this name to this value? It must fix it to some value; so for the next two.
bool config_fixed(const struct config *c, const char *name, const char *value);

// The fixed value as text, and as a number.
const char *config_fixed_text(const struct config *c, const char *name);
uint32_t config_fixed_number(const struct config *c, const char *name);

// The marks of words that are not in play, by the settings `offensive` and `obsolete`.
unsigned config_without(const struct config *c);

// Chooses a language, or a lexicon, before the lexicon is opened. Without an explicit lexicon, a
// language has the one that the preset names for it, or the one with the language's name.
bool config_set_lang(struct config *c, struct text lang, struct reason *why);
bool config_set_lexicon(struct config *c, struct text name, struct reason *why);

// Sets the first chance event without checking it. See record_set_opening().
bool config_set_opening(struct config *c, struct text line, struct reason *why);

bool config_is_standard(const struct config *c, unsigned setting);

// Does the setting differ from its default, and matter with the config's lexicon? The setting
// for marked words is ignored if the lexicon marks no words. For display, and to tell games of one
// kind from others.
bool config_is_notable(const struct config *c, unsigned setting);

void config_print_value(const struct config *c, unsigned setting, struct buf *out);

// The header of records and of the terms of matches: game, language, lexicon, and the settings that
// must be named.
void config_write(const struct config *c, struct buf *out);

#endif
