// match: a game between people or computers, from the first seat taken to the result. Event
// sourced: a match changes only by events, and is a pure function of its terms, its seed and its
// log of events. Time and chance are data: an event carries its time, and draws come from the seed.
// A match owns its record; match_release() frees it.
//
//     const struct match_terms *terms = NULL; /* terms_read() */
//     const char *seed = "8f3a", *hash = NULL;
//     struct match m;
//     struct match_event e;
//     int64_t now_ms = 0;
//     ok = match_init(&m, terms, seed, hash, &why);
//     if (match_flag_due(&m, now_ms, &seat))
//         ok = false; /* log and apply EVENT_FLAG first */
//     if (match_event_parse(&m, TEXT("A c2=T/b3c3c2"), &e, &why)) {
//         e.at_ms = now_ms;
//         if (match_check(&m, &e, &why)) {
//             match_event_format(&m, &e, &out); // before applying; append it to the log, commit
//             ok = match_apply(&m, &e);         // false: out of memory, replay the log
//         }
//     }
//     match_event_for_viewer(&m, &e, match_viewer(&m, 7), &out); // publish
//     match_release(&m);
//
// The texts of events:
//
//     sit A 17            account 17 takes seat A
//     leave A             seat A is left, before the start
//     start               all seats are taken: the game begins with the first draws
//     start cut           the same, after a cut for the lead, by which seats change (rules/cut.h)
//     start lexicon 01… start CROWN   the same, with the lexicon's checksum and, where the game draws
//                         a word from it, that draw; also after `start cut`
//     A c2=T/b3c3c2       a move, as in a record; `A resign` too
//     offer A draw        decline B draw      agree B draw
//     ask A takeback 1    decline B takeback  agree B takeback
//     flag A              A's clock has run out
//     abort A             A aborts the match; `abort` alone: the server does
//     hold 12345          downtime of the server in ms before this: clock credit
//
// Draws: an offer stands until it is declined or withdrawn (declined by the offerer), or another
// seat moves. It takes effect when all seats still in the game have agreed. A seat may offer once
// between two of its own moves. Draws cannot be offered to computers.
//
// Takebacks: `ask A takeback N` asks to return to the position before A's N-th last move. It stands
// until a seat declines or moves. It takes effect when all people still in the game have agreed, at
// once if there are only computers. The moves since then are undone, and draws repeat from the
// seed: the same ones for the same moves. Clock time is not given back. A takeback cannot undo a
// resignation.
//
// A seat that resigns or whose clock runs out is out of the game as by ACTION_RESIGN; with more
// than two seats the others may continue. In a game without resignation, an expired clock ends the
// match and the others win.
//
// Time: once a clock has expired, everything but EVENT_FLAG, EVENT_HOLD and the server's `abort` is
// refused until the flag is in the log.
#ifndef LOGOMACHY_MATCH_MATCH_H
#define LOGOMACHY_MATCH_MATCH_H

#include "match/terms.h"

// MATCH_ACTIONS: longest game, with reserve for draws and resignations; further moves are refused.
enum { MATCH_ACTIONS = RECORD_ACTIONS - 256, EVENT_BYTES = 512, MATCH_SEED = 2 * RNG_SEED };

// Bounds that match_admits() enforces: number of events from which offers and takebacks are
// refused, so that only the rest of the game follows; number of events from which seats cannot be
// taken; takebacks in total, and in a row to one position.
enum {
    MATCH_EVENTS = 2000,
    MATCH_COMINGS = 1000,
    MATCH_TAKEBACKS = 100,
    MATCH_TAKEBACKS_MOVE = 3,
};

// Times are ms since 1970; later ones are refused.
#define MATCH_TIME_MAX INT64_C(100000000000000)

enum match_status {
    MATCH_WAITING, // for players
    MATCH_RUNNING,
    MATCH_OVER,    // with a result
    MATCH_ABORTED, // without
};

enum match_end {
    MATCH_END_NONE,
    MATCH_END_GAME, // by the rules: see match_result.game
    MATCH_END_RESIGNATION,
    MATCH_END_CLOCK,
    MATCH_END_AGREEMENT, // a draw by agreement
    MATCH_END_ABORT,     // by a player
    MATCH_END_EXPIRED,   // by the server: abandoned
};

struct match_result {
    enum match_end end;
    enum end_reason game; // the game's own reason, for MATCH_END_GAME
    bool draw;            // no winner
    unsigned winners;     // bit set of seats; several share the victory
};

// A pending offer to the other seats.
struct match_offer {
    bool open;
    unsigned by;     // the seat
    unsigned agreed; // bit set of the seats that have agreed, including `by`
    uint32_t count;  // moves to take back
};

struct match {
    struct match_terms terms; // after the start with the levels of the seats that were cut for
    enum match_status status;
    int64_t account[SEATS_MAX];     // of the seat; 0: free, or a computer
    char seed[MATCH_SEED + 1];      // secret until the end
    char seed_hash[MATCH_SEED + 1]; // commitment to the seed, public from the start; "": none

    struct record record; // the game; empty before the start
    bool has_lexicon;     // the checksum of the lexicon at the start is known:
    uint64_t lexicon;
    struct clocks clocks;
    unsigned moved;          // seats that have moved, including resignations
    unsigned out;            // seats that resigned or whose clock expired
    unsigned timed_out;      // only the latter
    uint8_t left[SEATS_MAX]; // the seats that are out, in that order
    struct match_offer draw, takeback;
    bool taken_back; // a takeback has happened
    bool sealed;     // others play the same seed: keep it secret after the end. Set by the owner
    unsigned draw_spent, takeback_spent; // seats that have offered or asked since their last move
    uint32_t takebacks;                  // that took effect
    uint32_t backs_there;                // of those, the last ones in a row to the same position:
    size_t back_to;                      // index in the record's actions

    uint64_t seq;                 // seq of the next event; the first is 1
    int64_t last_ms;              // time of the last event
    int64_t started_ms, ended_ms; // 0: not yet
    struct match_result result;

    // The position before the last event, for match_event_for_viewer().
    struct state before;
    size_t before_actions;
};

enum match_event_kind {
    EVENT_SIT,
    EVENT_LEAVE,
    EVENT_START,
    EVENT_MOVE,
    EVENT_OFFER_DRAW,
    EVENT_DECLINE_DRAW,
    EVENT_ACCEPT_DRAW,
    EVENT_ASK_TAKEBACK,
    EVENT_DECLINE_TAKEBACK,
    EVENT_ACCEPT_TAKEBACK,
    EVENT_FLAG,
    EVENT_ABORT,
    EVENT_HOLD,
    EVENT_KINDS
};

// The seat of an event without one: EVENT_START, EVENT_HOLD, the server's EVENT_ABORT.
enum { SEAT_NONE = SEATS_MAX };

struct match_event {
    enum match_event_kind kind;
    unsigned seat;
    int64_t at_ms;
    struct action action;       // EVENT_MOVE; its seat is the event's
    int64_t number;             // EVENT_ASK_TAKEBACK: moves; EVENT_HOLD: ms
    int64_t account;            // EVENT_SIT
    bool cut;                   // EVENT_START: the players cut for the lead
    bool has_lexicon;           // EVENT_START: the next two are known; they are in the log only
    uint64_t lexicon;           // the checksum of its lexicon
    char drawn[CONFIG_OPENING]; // the word that was drawn from it ("start CROWN"); "": none
};

// A match that waits for its players; computers have their seats. The seed is 64 hexadecimal
// digits; so is its hash (of the 32 bytes, computed by the caller), or it is NULL. Refused for
// invalid terms; then there is nothing to release.
bool match_init(struct match *m, const struct match_terms *terms, const char *seed_hex,
                const char *hash_hex, struct reason *why);
void match_release(struct match *m);

// A deep copy (snapshot). False: out of memory.
bool match_copy(struct match *to, const struct match *from);

// The start of a full match, now. It keeps what a changed lexicon would change.
struct match_event match_start(const struct match *m, int64_t at_ms);

// Is the event legal now? Changes nothing. An event earlier than the last one is refused: if your
// clock may be set back, use match_time().
bool match_check(const struct match *m, const struct match_event *e, struct reason *why);
int64_t match_time(const struct match *m, int64_t now_ms); // never before the last event

// Is the match short enough for the event (see the bounds above)? For new requests, after
// match_check(); not for events from a log. Moves are always admitted.
bool match_admits(const struct match *m, const struct match_event *e, struct reason *why);

// Applies an event that passed match_check(). False: out of memory, with the match unchanged,
// though the event may be in the log already: retry, or replay the log later.
__attribute__((warn_unused_result)) bool match_apply(struct match *m, const struct match_event *e);

// The event as a line of the log, without the newline. `m` is the match *before* it.
void match_event_format(const struct match *m, const struct match_event *e, struct buf *out);

// The inverse; the time is left 0. Checks syntax, not whether the event is legal. `m` is the match
// before it.
bool match_event_parse(const struct match *m, struct text line, struct match_event *e,
                       struct reason *why);

// A line of a log.
struct match_entry {
    int64_t at_ms;
    struct text line;
};

// Replays a log: the result is byte-identical to the original match. On failure, the reason's line
// is the number of the wrong entry, from 1, and there is nothing to release. MSG_MATCH_LEXICON_CHANGED:
// the entry was right with the lexicon that the match began with, or that is not known.
bool match_replay(struct match *m, const struct match_terms *terms, const char *seed_hex,
                  const char *hash_hex, const struct match_entry *entries, size_t count,
                  struct reason *why);

// Replays one more entry, e.g. of another process; `e` is set to the event. Refused if it does not
// follow; the match is then unchanged unless memory was short.
bool match_replay_one(struct match *m, const struct match_entry *entry, struct match_event *e,
                      struct reason *why);

// ---- queries ----

// The account's seat, or -1.
int match_seat_of(const struct match *m, int64_t account);
bool match_full(const struct match *m); // all seats are taken
bool match_cuts(const struct match *m); // its players cut for the lead when it starts

// Bit set of the seats to act; 0 unless the match runs.
unsigned match_to_act(const struct match *m);

// The computer's seat that is to act, and its level. False: none is.
bool match_computer_to_act(const struct match *m, unsigned *seat, unsigned *level);

// When the next clock expires and whose it is (`seat` may be NULL); 0: none does.
int64_t match_deadline_ms(const struct match *m, unsigned *seat);
// Has a clock expired? Then EVENT_FLAG for `seat` must come before any other event.
bool match_flag_due(const struct match *m, int64_t now_ms, unsigned *seat);
// The time left; 0 also without a clock.
int64_t match_clock_left(const struct match *m, unsigned seat, int64_t now_ms);

// The seat's possible events now, for display: a bit 1u << kind for every kind of event that it may
// cause (EVENT_MOVE: it is to move), and one more for resigning.
enum { MATCH_MAY_RESIGN = 1u << EVENT_KINDS };
unsigned match_may(const struct match *m, unsigned seat, int64_t now_ms);

// The final ranking, for ratings: 0 is best; equal numbers drew or shared. Winners first, then the
// seats that stayed, by score, then those that are out, the last to leave first. For a finished
// match.
void match_ranks(const struct match *m, unsigned rank[SEATS_MAX]);

// ---- visibility ----

// Is everything public, including the seed?
bool match_is_open(const struct match *m);

// The view that an account (0: the public) gets: VIEWER_ALL after the end, its seat, or
// VIEWER_PUBLIC. The only place that decides it.
unsigned match_viewer(const struct match *m, int64_t account);

// The event that was applied last, as the viewer may see it, and a line for each draw that followed
// ("deal A ???"), each with its newline. `m` is the match *after* it. Pass VIEWER_ALL while
// replaying a finished match, otherwise the result of match_viewer().
void match_event_for_viewer(const struct match *m, const struct match_event *e, unsigned viewer,
                            struct buf *out);

// The position as the viewer may see it; before the end, VIEWER_ALL counts as VIEWER_PUBLIC.
void match_view(const struct match *m, unsigned viewer, struct state *out);

// The game's record as the viewer may see it: before the end with redacted draws and without the
// seed; after it, for all viewers, with the seed and the lines `# seed-hash HEX` and
// `# result A clock` (A, B, AB for a shared victory, draw, none; the reason as in match_end_key()).
// `player` has the names of the seats, or is NULL.
void match_record(const struct match *m, unsigned viewer, const char *const player[SEATS_MAX],
                  struct buf *out);

// Stable keys for programs: "waiting", "running", "over", "aborted"; and why it ended:
// "resignation", "clock", "agreement", "abort", or the game's own: "full", "no-word", "passes",
// "out", "nothing", "done". NULL before the end.
const char *match_status_key(enum match_status status);
const char *match_end_key(const struct match_result *r);

#endif
