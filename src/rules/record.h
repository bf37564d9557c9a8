// record: a game as text: a header with its settings, then one action a line. Reading a record
// checks each action and recomputes the state. The first error refuses the record and names its
// line.
//
//     struct record_host host = {0}; // provides lexicons: see rules/lexicon_cache.h
//     struct record record;
//     if (record_read(&record, text, &host, &why)) {
//         record_write(&record, VIEWER_ALL, &out); // normalized
//         record_release(&record);
//     }
//
// The header ends at the first move or deal. Without a `lang` line the language is the preset's.
// Without a `lexicon` line the lexicon is the one that the preset names for the language, or the
// one with the language's name. Where a preset leaves the number of seats open, it is the number of
// `seat` lines, at least the preset's minimum; a seat may be listed without a player ("seat C").
#ifndef LOGOMACHY_RULES_RECORD_H
#define LOGOMACHY_RULES_RECORD_H

#include "rules/cut.h"

enum { RECORD_NAME = 64, RECORD_ACTIONS = 4096, RECORD_BYTES = 1 << 20 };

// The caller's functions that resolve the names in a record. `lexicon` opens a lexicon and keeps it
// open, or returns NULL with the reason. `preset` NULL: the registry's presets.
struct record_host {
    const struct lexicon *(*lexicon)(void *context, const char *name, struct reason *why);
    bool (*preset)(void *context, struct config *c, struct text name, struct reason *why);
    void *context;
};

struct record {
    struct config config;
    char player[SEATS_MAX][RECORD_NAME]; // "" where the record names none
    bool seeded;                         // chance events are drawn from `seed`, not written
    char seed[2 * RNG_SEED + 1];
    struct cut cut;        // who leads was cut for; empty: not, or not known
    struct rng rng;        // the seed's generator, after all draws so far
    struct action *action; // in order, with chance events; owned
    size_t actions, cap;
    struct state state; // after all actions
};

// Opens the config's lexicon. Refused where there is none, or its language is another.
bool record_open_lexicon(struct config *c, const struct record_host *host, struct reason *why);

// A refused record needs no record_release().
bool record_read(struct record *r, struct text text, const struct record_host *host,
                 struct reason *why);

// The same for a text that someone has just put together for a new game: a setting that it does not
// name has its default, not the value that the line's absence means in a record (config.h).
bool record_read_draft(struct record *r, struct text text, const struct record_host *host,
                       struct reason *why);

// A new game. The config's lexicon is open. Plays the config's opening, if it has one, and with a
// seed the chance events up to the first move. Refused where the rules do not accept the config;
// then the record needs no record_release(). `seed_hex` may be NULL.
bool record_begin(struct record *r, const struct config *config, const char *seed_hex,
                  struct reason *why);

// Cuts for the lead in a record with a seed, before its players are named. Returns the leader's
// place in the order of sitting down, as cut_draw() does.
unsigned record_cut(struct record *r);

// Sets the first chance event ("start crown") of a config whose lexicon is open, normalized.
// Refused where it is not legal; the config must not be used then.
bool record_set_opening(struct config *config, struct text line, struct reason *why);

// Is the config's opening legal? True where it has none.
bool record_opening(const struct config *config, struct reason *why);

// Checks, applies and appends an action. With a seed, draws the chance events that follow. A
// refused action leaves the record unchanged.
bool record_add(struct record *r, const struct action *a, struct reason *why);

// Removes the last `count` actions by replaying the others. Not for seeded records.
bool record_undo(struct record *r, size_t count, struct reason *why);

// The normalized text: the header in a fixed order, only settings that must be named, one action a
// line. Reading it and writing it again gives the same bytes. `viewer` as for
// format(): for any but VIEWER_ALL, hidden information and the seed are left out and the draws are
// written as the viewer saw them. Such a text cannot be read back.
void record_write(const struct record *r, unsigned viewer, struct buf *out);

// Was the opening drawn from the words of another lexicon than the config's? Then the seed does not
// tell whether it was drawn fairly.
bool record_lexicon_changed(const struct config *c);

void record_release(struct record *r);

// Calls `each` with the state before each action, the action, and its report (empty for a chance
// event), until it returns false.
typedef bool record_each_fn(void *context, const struct state *before, const struct action *a,
                            const struct report *report);
void record_walk(const struct record *r, record_each_fn *each, void *context);

#endif
