// record: a game as text: its settings and its list of actions (RULES.md, "Game records"). Reading
// a record checks everything and recomputes the state; the first thing that is wrong is refused
// with its line, and nothing after it is applied.
//
//     struct record r;
//     if (!record_read(&r, text, &host, &why)) ...      // why.line says where
//     record_write(&r, VIEWER_ALL, &out);                  // normalised
//     record_release(&r);
//
// The header is complete at the first move or deal. A language that is not named is the preset's;
// so is the lexicon, unless another language is named: then it is the one that the preset names for
// that language, or the one that is called like it ("de"). Where a preset leaves the number of
// seats open, it is how many are named, at least the preset's smallest; a seat may be named without
// a player ("seat C").
#ifndef LOGOMACHY_RULES_RECORD_H
#define LOGOMACHY_RULES_RECORD_H

#include "rules/rules.h"

enum { RECORD_NAME = 64, RECORD_ACTIONS = 4096, RECORD_BYTES = 1 << 20 };

// What a record names and somebody else provides: the lexicon, which they open and keep (NULL, with
// the reason, where there is none), and the preset. `preset` NULL: those of the registry.
struct record_host {
    const struct lexicon *(*lexicon)(void *context, const char *name, struct reason *why);
    bool (*preset)(void *context, struct config *c, struct text name, struct reason *why);
    void *context;
};

struct record {
    struct config config;
    char player[SEATS_MAX][RECORD_NAME]; // "" where the record names none
    bool seeded;                         // its chance events come from `seed` and are not written
    char seed[2 * RNG_SEED + 1];
    struct rng rng;        // where the seed's stream is now
    struct action *action; // in order, chance events too; owned
    size_t actions, cap;
    struct state state; // after all of them
};

// Opens the config's lexicon. Refused where there is none, or it is of another language.
bool record_open_lexicon(struct config *c, const struct record_host *host, struct reason *why);

// A record that was refused needs no releasing.
bool record_read(struct record *r, struct text text, const struct record_host *host,
                 struct reason *why);

// An empty record of a config that is ready to be played (its lexicon is open). Begins with the
// opening that the config names, if it names one, and draws chance events from the seed, if one is
// given, as far as the game goes by itself. Refused where the rules do not
// accept the config; the record needs no releasing then.
bool record_begin(struct record *r, const struct config *config, const char *seed_hex,
                  struct reason *why);

// Names the first chance event of a config whose lexicon is open ("start crown"), in the game's own
// spelling. Refused where the game cannot begin with it; the config is then not to be used.
bool record_set_opening(struct config *config, struct text line, struct reason *why);

// Can the game begin with the opening that the config names, if it names one?
bool record_opening(const struct config *config, struct reason *why);

// One more action: checked, applied and kept. With a seed the chance events that follow are drawn.
// A refused one leaves the record as it was.
bool record_add(struct record *r, const struct action *a, struct reason *why);

// Takes back the last `count` actions by replaying the others. Not for seeded records.
bool record_undo(struct record *r, size_t count, struct reason *why);

// As text, normalised: the header in a fixed order, only settings that are not at their default,
// one action a line. Reading that and writing it again gives the same bytes. `viewer` as for
// format(); what he may not know is left out, and the seed with it: then the draws are written as
// he saw them, which is for reading by people only.
void record_write(const struct record *r, unsigned viewer, struct buf *out);

void record_release(struct record *r);

// Calls `each` with the state before each action, the action, and what it came to (nothing, for a
// chance event), until it returns false.
typedef bool record_each_fn(void *context, const struct state *before, const struct action *a,
                            const struct report *report);
void record_walk(const struct record *r, record_each_fn *each, void *context);

#endif
