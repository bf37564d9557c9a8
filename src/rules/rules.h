// rules: the one interface between the games and everything else. Matches, records, bots, storage
// and clients know a game only through a struct rules; only the registry (rules/registry.c) knows
// which there are. None of the functions is optional but describe().
//
// A *state* is a flat value without pointers: it is copied, compared and stored as bytes. It
// changes only by apply(), of an action that check() has let through. Chance is an action like any
// other, so a game is its list of actions: state is always recomputed from it.
//
//     rules->setup(cfg, &state);
//     while ((who = rules->to_act(cfg, &state))) {
//         if (who & ACTS_CHANCE) rules->draw(cfg, &state, &rng, &action);
//         else ...some seat chooses an action...
//         if (!rules->check(cfg, &state, &action, &why)) ...refused...
//         rules->apply(cfg, &state, &action);
//     }
#ifndef LOGOMACHY_RULES_RULES_H
#define LOGOMACHY_RULES_RULES_H

#include "base/rng.h"
#include "rules/config.h"

#include <stdalign.h>
#include <string.h>

enum { STATE_BYTES = 8192 };

// Large enough for every game's own state, which lies at its beginning. Unused bytes are 0, so two
// states are the same exactly if their bytes are.
struct state {
    alignas(8) unsigned char bytes[STATE_BYTES];
};

// Who is to act: bit i for each seat i that the game waits for, or chance alone. 0: the game is
// over. A seat that may do something though nobody waits for it, such as challenge a move, has the
// bit ACTS_MAY(i) beside those.
#define ACTS_CHANCE (1u << CHANCE)
#define ACTS_SEATS (ACTS_CHANCE - 1)
#define ACTS_MAY(seat) (1u << (CHANCE + 1 + (seat)))

// Who looks at a state: a seat, or one of these.
enum viewer {
    VIEWER_PUBLIC = SEATS_MAX, // a spectator: sees what nobody keeps hidden
    VIEWER_ALL,                // sees everything: for records and after the end
};

// What one action came to, for logs and records.
struct report {
    struct word word; // the word that it scored; len 0: none
    struct word run;  // letters that were joined without making a word to score; len 0: none
    int32_t later;    // what the run would score if it were taken afterwards; 0: it is no word
    int32_t points;
    uint8_t squares[WORD_MAX]; // where the word's letters lie, in order, for highlighting
    unsigned square_count;
    int placed;      // index into `squares` of the one that was new; -1: none or several
    bool amends;     // it is the seat's move before that scores this: another has agreed to it
    unsigned scorer; // whose points they are
};

enum end_reason {
    END_NONE,        // the game goes on
    END_FULL,        // the board is full
    END_NO_WORD,     // no word is left to form
    END_PASSES,      // too many passes
    END_OUT,         // somebody has no tiles left
    END_NOTHING,     // nothing can be done any more
    END_DONE,        // the player stopped
    END_RESIGNATION, // all others have given up
};

// For programs, stable: "full", "no-word", "passes", "out", "nothing", "done", "resignation"; NULL
// while the game goes on.
const char *end_reason_key(enum end_reason reason);

struct outcome {
    bool over;
    bool draw;        // nobody wins
    unsigned winners; // bit i for seat i; several share the victory
    enum end_reason reason;
};

// Takes one legal move; returns false to stop.
typedef bool move_sink_fn(void *context, const struct action *move, const struct report *report);
struct move_sink {
    move_sink_fn *take;
    void *context;
    bool paths; // every way to trace a word, where a game can tell them apart
    // Asked now and then while a game looks for its next move, so that a long search can be stopped
    // that finds none; may be NULL.
    bool (*stop)(void *context);
};

static inline bool move_sink_stops(const struct move_sink *sink)
{
    return sink->stop && sink->stop(sink->context);
}

struct rules {
    const char *name;
    size_t state_size; // the game's own bytes of a state

    // May this config be played at all (lexicon, seats)? Called once, before setup().
    bool (*accept)(const struct config *c, struct reason *why);

    // What of the preset is data, such as tiles and what they are worth: members of a JSON object,
    // each with a comma before it (`,"rack":8`). A lexicon is not needed. NULL: there is no such
    // data.
    void (*describe)(const struct config *c, struct buf *out);

    // The position before anything has happened, chance included.
    void (*setup)(const struct config *c, struct state *s);
    unsigned (*to_act)(const struct config *c, const struct state *s);

    // Is the action legal? Changes nothing. Whose turn it is, is part of the question.
    bool (*check)(const struct config *c, const struct state *s, const struct action *a,
                  struct reason *why);
    void (*apply)(const struct config *c, struct state *s, const struct action *a);

    // The next chance event, at random. Only when chance is to act. In a view it is a guess.
    void (*draw)(const struct config *c, const struct state *s, struct rng *r, struct action *a);

    // Every legal move of a seat that may act, but for resigning; each once. Where a game lets
    // people play what it does not know (a word that another seat is asked about), check() lets
    // through more than is listed here. Returns false if memory ran out or the sink stopped it.
    bool (*legal)(const struct config *c, const struct state *s, unsigned seat,
                  const struct move_sink *sink);

    // What an action would come to, or came to: `s` is the state before it.
    void (*report)(const struct config *c, const struct state *s, const struct action *a,
                   struct report *out);
    void (*score)(const struct config *c, const struct state *s, int32_t score[SEATS_MAX]);
    void (*outcome)(const struct config *c, const struct state *s, struct outcome *out);

    // The state as the viewer may know it: what is hidden from him is blanked.
    void (*view)(const struct config *c, const struct state *s, unsigned viewer, struct state *out);

    // Some whole state that fits a seat's view: view(guess(v)) is v again. Works on any valid
    // state; what is hidden of the seat's own, as in a spectator's view, is guessed too.
    void (*guess)(const struct config *c, const struct state *view, unsigned seat, struct rng *r,
                  struct state *out);

    // A move as RULES.md writes it; a chance event as a record's whole line ("deal A AEI",
    // "start CROWN"). What the viewer may not know is shown as `?` or left out. `s` is the state
    // before the action.
    void (*format)(const struct config *c, const struct state *s, const struct action *a,
                   unsigned viewer, struct buf *out);

    // The other way round. `seat` is who acts; CHANCE for a record's chance line. Says whether the
    // text can be understood, not whether the action is legal.
    bool (*parse)(const struct config *c, const struct state *s, unsigned seat, struct text text,
                  struct action *a, struct reason *why);

    // The whole state, or a view, as text and back: to browsers and to processes that search. The
    // text may be anybody's. read() ends with valid(), and changes of the state only what the text
    // says after setup().
    void (*write)(const struct config *c, const struct state *s, struct buf *out);
    bool (*read)(const struct config *c, struct text text, struct state *s, struct reason *why);

    // Could this be a state of the game, or what some viewer sees of one? Whatever it lets through
    // is safe to play, search at every level, view, guess, format and show. It checks at least:
    //   - Nothing comes from nowhere: tiles and cards add up to the set, scores to what can have
    //     been scored.
    //   - Of each hidden thing (a rack, a hand, the bag) either all is known or nothing, as view()
    //     leaves it; how much there is of it is always known. guess() fills in whatever is hidden,
    //     be it the seat's own.
    //   - Turn, passes, resignations and the end fit together: a game that is not over has somebody
    //     to act who can act.
    // Called with a state whose bytes setup() and read(), or apply(), have written.
    bool (*valid)(const struct config *c, const struct state *s, struct reason *why);
};

// What a game uses of a state is a small part of it. `to` has been a state of the same game, or is
// read by its rules only.
static inline void state_copy(const struct rules *r, struct state *to, const struct state *from)
{
    memcpy(to->bytes, from->bytes, r->state_size);
}

// The first question of every check(): does the game go on, is it chance's turn exactly if chance
// acts, and is there such a seat? `who` is what to_act() says.
bool rules_actor(const struct config *c, unsigned who, const struct action *a, struct reason *why);

// The next one, of what only the seat whose turn it is may do. The seat is one of the game's, and
// some seat is waited for.
bool rules_turn(unsigned who, const struct action *a, struct reason *why);

// The letter of a seat that is waited for; there has to be one.
char rules_waits_for(unsigned who);

// For games in which nothing is hidden: a view, and a guess, is the state.
void rules_view_open(const struct config *c, const struct state *s, unsigned viewer,
                     struct state *out);
void rules_guess_open(const struct config *c, const struct state *view, unsigned seat,
                      struct rng *r, struct state *out);

// The seat's letter in texts: A, B, C, D.
char seat_letter(unsigned seat);

#endif
