// rules: the interface of every game. Matches, records, engines, storage and clients know a game
// only through its struct rules; the registry lists which there are. None of the functions is
// optional: where a game has nothing to do, it names one of the stock functions below.
//
// A *state* is a flat value without pointers: it is copied, compared and stored as bytes. It
// changes only by apply(), with an action that check() has accepted. Chance events, such as a deal,
// are actions, too. So a game is its list of actions, and its state can always be recomputed.
//
//     const struct rules *rules = config->rules;
//     rules->setup(config, &next);
//     for (unsigned acting; (acting = rules->to_act(config, &next));) {
//         if (acting & ACTS_CHANCE)
//             rules->draw(config, &next, &rng, &action);
//         else
//             action = action_of(ACTION_RESIGN, (unsigned)__builtin_ctz(acting), NULL, 0);
//         ok = rules->check(config, &next, &action, &why);
//         if (!ok)
//             break;
//         rules->apply(config, &next, &action);
//     }
//
// All functions are pure: they keep nothing between calls, allocate nothing that outlives them, and
// read no clock and no file. Threads may share a config.
#ifndef LOGOMACHY_RULES_RULES_H
#define LOGOMACHY_RULES_RULES_H

#include "base/rng.h"
#include "rules/config.h"

#include <stdalign.h>
#include <string.h>

enum { STATE_BYTES = 8192 };

// The game's own struct lies at the beginning; unused bytes are 0. So two states are equal exactly
// if their bytes are.
struct state {
    alignas(8) unsigned char bytes[STATE_BYTES];
};

// The value of to_act(): bit i for each seat i that the game waits for, or ACTS_CHANCE alone. 0:
// the game is over. ACTS_MAY(i): seat i may interrupt (e.g. challenge). Its clock does not run.
#define ACTS_CHANCE (1u << CHANCE)
#define ACTS_SEATS (ACTS_CHANCE - 1)
#define ACTS_MAY(seat) (1u << (CHANCE + 1 + (seat)))

// Is the seat waited for, or may it interrupt?
static inline bool rules_may_act(unsigned acting, unsigned seat)
{
    return acting & (1u << seat | ACTS_MAY(seat));
}

// A viewer is a seat, or one of these.
enum viewer {
    VIEWER_PUBLIC = SEATS_MAX, // a spectator: sees no hidden information
    VIEWER_ALL,                // sees everything: for records and after the end
};

// The effect of one action, for logs and records.
struct report {
    struct word word; // that it scores; len 0: none
    struct word run;  // letters that it joins without scoring a word; len 0: none
    int32_t later;    // points if the run is taken as a word later; 0: it is no word
    bool short_word;  // the run is a word, but too short to be taken
    bool take_now;    // the run may also be taken by the same move
    bool joins;       // the run lies on square `rests` afterwards
    uint8_t rests;
    int32_t points;
    uint8_t squares[WORD_MAX]; // of the word's letters, in order, for highlighting
    unsigned square_count;
    uint64_t fresh;  // bit i: this action fills squares[i]
    int placed;      // index into `squares` of the new letter; -1: none or several
    bool amends;     // the points are for an earlier move: this action agrees to it
    unsigned scorer; // the seat that gets the points
};

// Words that an action may make besides the one that it reports.
enum { ALSO_MAX = 15 };

enum end_reason {
    END_NONE,        // the game goes on
    END_FULL,        // the board is full
    END_NO_WORD,     // no word can be scored any more
    END_PASSES,      // too many passes in a row
    END_OUT,         // a seat has played its last tile
    END_NOTHING,     // no seat has a legal move left
    END_DONE,        // the player stopped (solitaire)
    END_RESIGNATION, // all other seats have resigned
};

// The stable name of a reason in JSON and records: "full", "no-word", "passes", "out", "nothing",
// "done", "resignation"; NULL for END_NONE.
const char *end_reason_key(enum end_reason reason);

struct outcome {
    bool over;
    bool draw;        // no seat wins
    unsigned winners; // bit i for seat i; more than one: a shared victory
    enum end_reason reason;
};

// Receives the moves that legal() generates, one by one. Returns false to stop.
typedef bool move_sink_fn(void *context, const struct action *move, const struct report *report);
struct move_sink {
    move_sink_fn *take;
    void *context;
    bool paths; // generate every path of a word, where a game distinguishes them
    // Polled between moves, so that a long generation that finds nothing can be stopped; may be
    // NULL.
    bool (*stop)(void *context);
};

static inline bool move_sink_stops(const struct move_sink *sink)
{
    return sink->stop && sink->stop(sink->context);
}

// The packs that the players of a game cut for the lead (rules/cut.h): its kinds of cards. `rank`
// is 0 for the cards that lead before all others.
enum { CUT_KINDS = 40 };
struct cut_pack {
    unsigned kinds; // 0: nobody cuts, and seats stay as they were taken
    struct cut_kind {
        uint32_t symbol; // code point, upper case
        uint8_t count, rank;
    } kind[CUT_KINDS];
};

// No function is NULL; some have a stock version below.
struct rules {
    const char *name;
    size_t state_size; // of the game's own struct at the beginning of a state

    // The first chance event picks a word of the lexicon, so logs and records keep it: with another
    // lexicon the seed gives another one. No later draw may depend on the lexicon's words.
    bool draws_word;

    // May this config be played at all (lexicon, number of seats)? Called once, before setup().
    bool (*accept)(const struct config *c, struct reason *why);

    // The preset's data, such as tiles and their values, as members of a JSON object, each after a
    // comma (`,"rack":8`). Needs no open lexicon. Stock: rules_describe_nothing().
    void (*describe)(const struct config *c, struct buf *out);

    // The pack that the players cut before the first deal, for seat A. Stock:
    // rules_no_cut().
    void (*cut)(const struct config *c, struct cut_pack *out);

    // The position before the first action, chance included. The game resolves its settings here
    // and keeps them in the state; no other function looks a setting up by its name.
    void (*setup)(const struct config *c, struct state *s);
    unsigned (*to_act)(const struct config *c, const struct state *s);

    // Is the action legal, turn order included? Changes nothing.
    bool (*check)(const struct config *c, const struct state *s, const struct action *a,
                  struct reason *why);

    // Only after check() has accepted the action. Cannot fail.
    void (*apply)(const struct config *c, struct state *s, const struct action *a);

    // Samples the next chance event. Only when chance is to act. In a view it is a guess.
    void (*draw)(const struct config *c, const struct state *s, struct rng *r, struct action *a);

    // Move generation: every legal move of a seat that may act, each once, except resigning. Where
    // players may try words that the game does not know, check() accepts more moves than these.
    // Returns false if memory ran out or the sink stopped it.
    bool (*legal)(const struct config *c, const struct state *s, unsigned seat,
                  const struct move_sink *sink);

    // Where a move of a seat that may act can go, for a board that shows it before the move is
    // whole: as members of a JSON object, each after a comma (`,"open":[7,8]`). The game names
    // them; its board in the browser reads them. Stock: rules_targets_nothing().
    void (*targets)(const struct config *c, const struct state *s, unsigned seat, struct buf *out);

    // The effect of a legal action on `s`, the state before it.
    void (*report)(const struct config *c, const struct state *s, const struct action *a,
                   struct report *out);

    // The words that a legal action makes besides the one that it reports, and how many they are.
    // Stock: rules_also_none().
    unsigned (*also)(const struct config *c, const struct state *s, const struct action *a,
                     struct word out[ALSO_MAX]);
    void (*score)(const struct config *c, const struct state *s, int32_t score[SEATS_MAX]);
    void (*outcome)(const struct config *c, const struct state *s, struct outcome *out);

    // The state with everything blanked that the viewer may not know. Stock: rules_view_open().
    void (*view)(const struct config *c, const struct state *s, unsigned viewer, struct state *out);

    // May nobody look back while the game runs? Then earlier positions are not shown, nor the
    // letters of earlier moves; format() blanks them for all viewers but VIEWER_ALL. Stock:
    // rules_recalls().
    bool (*forgets)(const struct config *c, const struct state *s);

    // Determinization: samples a full state that fits a seat's view, so view(guess(v)) equals v.
    // Accepts any valid state. Also samples the seat's own hidden things, as in a spectator's view.
    // Stock: rules_guess_open().
    void (*guess)(const struct config *c, const struct state *view, unsigned seat, struct rng *r,
                  struct state *out);

    // A move in the notation of records; a chance event as a whole line of a record ("deal A AEI",
    // "start CROWN"). Information hidden from the viewer is `?` or left out. `s` is the state
    // before the action.
    void (*format)(const struct config *c, const struct state *s, const struct action *a,
                   unsigned viewer, struct buf *out);

    // The reverse. `seat` acts; CHANCE for a chance event's line. Refuses only text that cannot be
    // understood: legality is for check().
    bool (*parse)(const struct config *c, const struct state *s, unsigned seat, struct text text,
                  struct action *a, struct reason *why);

    // A state, or a view of one, as text and back, for browsers and for processes that search. The
    // text is untrusted. read() starts from setup() and ends with valid(). See rules/state_text.h.
    void (*write)(const struct config *c, const struct state *s, struct buf *out);
    bool (*read)(const struct config *c, struct text text, struct state *s, struct reason *why);

    // Could this be a state of the game, or a view of one? Every state that it accepts is safe to
    // play, search at every level, view, guess, format and show. It checks at least:
    //   - Conservation: tiles and cards add up to the set, scores to what can have been scored.
    //   - Each hidden thing (a rack, a hand, the bag) is known in whole or not at all, as view()
    //     leaves it; its size is always known. guess() fills in all that is hidden.
    //   - Turn, passes, resignations and the end fit together: if the game is not over, some seat
    //     is to act and can act.
    // Called with a state that setup() and read(), or apply(), have written.
    bool (*valid)(const struct config *c, const struct state *s, struct reason *why);
};

// Copies only the game's own bytes, a small part of a state. `to` must have been a state of the
// same game before, or be used by its rules only.
static inline void state_copy(const struct rules *r, struct state *to, const struct state *from)
{
    memcpy(to->bytes, from->bytes, r->state_size);
}

// The first step of every check(): the game is not over, chance acts exactly if it is its turn, and
// the seat exists. `acting` is the value of to_act().
bool rules_actor(const struct config *c, unsigned acting, const struct action *a,
                 struct reason *why);

// The second step, for actions of the seat whose turn it is. Only after rules_actor().
bool rules_turn(unsigned acting, const struct action *a, struct reason *why);

// Refuses letters as no word, with a message that has a place for them.
// A word that only this game leaves out (offensive, obsolete) is refused as that.
bool rules_refuse_word(const struct config *c, const struct word *w, enum message otherwise,
                       struct reason *why);

// The letter of the first seat that the game waits for; there must be one.
char rules_waits_for(unsigned acting);

// Stock functions: describe() for presets without data; targets() for boards that need none; also()
// for games whose actions make one word; view() and guess() for games of perfect information, where
// both are the state itself.
void rules_no_cut(const struct config *c, struct cut_pack *out);
// forgets() of games whose log is open
bool rules_recalls(const struct config *c, const struct state *s);
void rules_describe_nothing(const struct config *c, struct buf *out);
void rules_targets_nothing(const struct config *c, const struct state *s, unsigned seat,
                           struct buf *out);
unsigned rules_also_none(const struct config *c, const struct state *s, const struct action *a,
                         struct word out[ALSO_MAX]);
void rules_view_open(const struct config *c, const struct state *s, unsigned viewer,
                     struct state *out);
void rules_guess_open(const struct config *c, const struct state *view, unsigned seat,
                      struct rng *r, struct state *out);

// A seat's letter in texts: A, B, C, D.
char seat_letter(unsigned seat);

#endif
