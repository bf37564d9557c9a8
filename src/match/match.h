// match: a game between people or computers, from the first seat taken to the result. Pure: a match
// changes only by events, and is computed from its terms, its seed and the list of its events. Time
// and chance arrive as data: an event says when it happens, the draws come from the seed. Whoever
// keeps the list keeps the match.
//
//     struct match m;
//     match_init(&m, &terms, seed_hex, hash_hex, &why);
//     ...an event comes in as text, from a client or from the log...
//     if (!match_event_parse(&m, line, &e, &why)) ...           // cannot be understood
//     e.at_ms = now;
//     if (match_flag_due(&m, now, &seat)) ...log and apply EVENT_FLAG for it first...
//     if (!match_check(&m, &e, &why)) ...                       // refused, nothing has changed
//     match_event_format(&m, &e, &line);                        // the log's form of it, *before*
//     apply
//     ...append line under (match, m.seq), commit...
//     if (!match_apply(&m, &e)) ...                             // no memory: rebuild it from the
//     log
//     ...to everyone: match_event_for_viewer(&m, &e, match_viewer(&m, account), &out)...
//     match_release(&m);
//
// The texts of events:
//
//     sit A 17            account 17 takes seat A
//     leave A             and leaves it, before the start
//     start               all seats are taken: the game begins, with the first draws
//     A c2=T/b3c3c2       a move, as in a record; `A resign` is one too
//     offer A draw        decline B draw      agree B draw
//     ask A takeback 1    decline B takeback  agree B takeback
//     flag A              A's clock has run out
//     abort A             A breaks the match off; `abort` alone: the server does
//     hold 12345          for so many ms before this the server was down
//
// Draws: an offer stands until it is declined, or withdrawn (declined by who made it), or another
// seat than the offerer's moves; it comes about when all seats that are still in the game have
// agreed. A seat offers once between two of its own moves. Computers are not offered draws.
//
// Takebacks: `ask A takeback N` asks to go back to where A made the last N-th of its own moves. It
// stands until somebody declines or moves. It comes about when all people still in the game have
// agreed; where there is nobody to ask (computers always agree) at once. The moves from there on
// are gone, the draws are made again from the seed: the same ones, as far as the same moves are
// made. Time that was used stays used. It does not reach back over a seat that gave up.
//
// Who gives up, or whose clock runs out, is out of the game as ACTION_RESIGN says; with more than
// two seats the others may go on. Where a game knows no resigning, a lost clock ends the match and
// the others have won.
//
// Time: from the moment a clock has run out, everything but EVENT_FLAG, EVENT_HOLD and the server's
// `abort` is refused until the flag is in the log.
#ifndef LOGOMACHY_MATCH_MATCH_H
#define LOGOMACHY_MATCH_MATCH_H

#include "match/terms.h"

// What a game may come to without the room for draws and for giving up; moves beyond are refused.
enum { MATCH_ACTIONS = RECORD_ACTIONS - 256, EVENT_BYTES = 512, MATCH_SEED = 2 * RNG_SEED };

// What a match may come to: match_admits() refuses more. From so many events on nothing more can be
// offered or taken back, so that what follows is at most the rest of the game; so many when nobody
// may join any more; and takebacks, in all and to one place of the game in a row.
enum {
    MATCH_EVENTS = 2000,
    MATCH_COMINGS = 1000,
    MATCH_TAKEBACKS = 100,
    MATCH_TAKEBACKS_MOVE = 3,
};

// Times are ms since 1970; later ones than this are a mistake.
#define MATCH_TIME_MAX INT64_C(100000000000000)

enum match_status {
    MATCH_WAITING, // for players
    MATCH_RUNNING,
    MATCH_OVER,    // with a result
    MATCH_ABORTED, // without
};

enum match_end {
    MATCH_END_NONE,
    MATCH_END_GAME, // as the game's rules say: match_result.game
    MATCH_END_RESIGNATION,
    MATCH_END_CLOCK,
    MATCH_END_AGREEMENT, // a draw that all agreed to
    MATCH_END_ABORT,     // a player has broken it off
    MATCH_END_EXPIRED,   // the server has: nobody came, or played on
};

struct match_result {
    enum match_end end;
    enum end_reason game; // the game's own reason, for MATCH_END_GAME
    bool draw;            // nobody wins
    unsigned winners;     // bit i for seat i; several share the victory
};

// Something that is asked of the others.
struct match_offer {
    bool open;
    unsigned by;     // the seat
    unsigned agreed; // bits of the seats that want it, `by` too
    uint32_t count;  // moves to take back
};

struct match {
    struct match_terms terms;
    enum match_status status;
    int64_t account[SEATS_MAX];     // who has the seat; 0: nobody yet, or a computer
    char seed[MATCH_SEED + 1];      // secret until the end
    char seed_hash[MATCH_SEED + 1]; // public from the beginning; "" where none was given

    struct record record; // the game; nothing in it before the start
    struct clocks clocks;
    unsigned moved;          // seats that have made a move, giving up included
    unsigned out;            // seats that gave up or whose clock ran out
    unsigned timed_out;      // the latter
    uint8_t left[SEATS_MAX]; // the seats that are out, in the order in which they went
    struct match_offer draw, takeback;
    bool taken_back; // some move was
    bool sealed;     // others play with the same seed: the end opens nothing. The owner's to set
    unsigned draw_spent, takeback_spent; // seats that have offered, or asked, since their last move
    uint32_t takebacks;                  // that came about
    uint32_t backs_there;                // of those the last ones, all to the same place:
    size_t back_to;                      // an index of the record's actions

    uint64_t seq;                 // the next event's number; the first is 1
    int64_t last_ms;              // when the last event was; none is earlier
    int64_t started_ms, ended_ms; // 0: not yet
    struct match_result result;

    // What the last event did to the game, for match_event_for_viewer().
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

// The seat of an event that is nobody's: EVENT_START, EVENT_HOLD, the server's EVENT_ABORT.
enum { SEAT_NONE = SEATS_MAX };

struct match_event {
    enum match_event_kind kind;
    unsigned seat;
    int64_t at_ms;
    struct action action; // EVENT_MOVE; its seat is the event's
    int64_t number;       // EVENT_ASK_TAKEBACK: moves; EVENT_HOLD: ms
    int64_t account;      // EVENT_SIT
};

// A match that waits for its players; those of the computer's seats are there. The seed is 64
// hexadecimal digits; its hash (of the 32 bytes; the match does not compute it) the same, or NULL.
// Refused where the terms are not sound; then there is nothing to release.
bool match_init(struct match *m, const struct match_terms *terms, const char *seed_hex,
                const char *hash_hex, struct reason *why);
void match_release(struct match *m);

// The match as it is now, to go on from later. False: no memory.
bool match_copy(struct match *to, const struct match *from);

// May the event happen now? Changes nothing. An event that is earlier than the last one is refused:
// who takes the time from a clock that may be set back takes match_time() of it.
bool match_check(const struct match *m, const struct match_event *e, struct reason *why);
int64_t match_time(const struct match *m, int64_t now_ms); // never before the last event

// Is there room for the event in a match of reasonable length? Asked of what somebody wants to do
// now, after match_check(); not of what is in a log already. Moves are always admitted.
bool match_admits(const struct match *m, const struct match_event *e, struct reason *why);

// Makes it happen. Only after match_check(). False where memory ran out; the match is as it was
// before then, though the event may be in the log already: try again, or replay the log later.
__attribute__((warn_unused_result)) bool match_apply(struct match *m, const struct match_event *e);

// An event as a line of the log, without the end of the line. `m` is the match *before* it.
void match_event_format(const struct match *m, const struct match_event *e, struct buf *out);

// The other way round, with the time left 0. Says whether the text can be understood, not whether
// the event may happen now. `m` is the match before it.
bool match_event_parse(const struct match *m, struct text line, struct match_event *e,
                       struct reason *why);

// A line of a log.
struct match_entry {
    int64_t at_ms;
    struct text line;
};

// A match from its log: the same in every byte as the one that lived through the events. The
// reason's line is the number of the entry that is wrong, from 1; then there is nothing to release.
bool match_replay(struct match *m, const struct match_terms *terms, const char *seed_hex,
                  const char *hash_hex, const struct match_entry *entries, size_t count,
                  struct reason *why);

// One entry more, as it was written by another process: `e` is what has happened. Refused where it
// does not follow; then nothing has changed but where memory was short.
bool match_replay_one(struct match *m, const struct match_entry *entry, struct match_event *e,
                      struct reason *why);

// ---- questions ----

// The seat that the account has, or -1.
int match_seat_of(const struct match *m, int64_t account);
bool match_full(const struct match *m); // all seats are taken

// Who may move: bit i for seat i; 0 unless the match runs.
unsigned match_to_act(const struct match *m);

// The computer's seat that is to move, and its level. False where none is.
bool match_computer_to_act(const struct match *m, unsigned *seat, unsigned *level);

// When the first clock runs out and whose (`seat` may be NULL); 0 where none does.
int64_t match_deadline_ms(const struct match *m, unsigned *seat);
// Has a clock run out by now? Then the event to apply before all others is EVENT_FLAG for `seat`.
bool match_flag_due(const struct match *m, int64_t now_ms, unsigned *seat);
// What the seat has left; 0 also where there is no clock.
int64_t match_clock_left(const struct match *m, unsigned seat, int64_t now_ms);

// What the seat may do now, for showing it: a bit 1u << kind for every event kind that it may
// cause, where EVENT_MOVE says that it is to move; and one more for giving up.
enum { MATCH_MAY_RESIGN = 1u << EVENT_KINDS };
unsigned match_may(const struct match *m, unsigned seat, int64_t now_ms);

// How the seats came in, for ratings: 0 for the best; equal numbers drew or shared. The winners
// come first, then who stayed, by score, then who is out, last to leave first. For a match that is
// over.
void match_ranks(const struct match *m, unsigned rank[SEATS_MAX]);

// ---- what may be seen ----

// May everybody see all of it, and the seed?
bool match_is_open(const struct match *m);

// What the account (0: anybody) may see: VIEWER_ALL after the end, its seat, or VIEWER_PUBLIC. The
// one place that decides it.
unsigned match_viewer(const struct match *m, int64_t account);

// The event that was applied last, as the viewer may see it, and under it a line for each draw that
// followed ("deal A ???"); every line with its end. `m` is the match *after* it. While replaying
// the log of a match that is over, pass VIEWER_ALL; else what match_viewer() says.
void match_event_for_viewer(const struct match *m, const struct match_event *e, unsigned viewer,
                            struct buf *out);

// The position as the viewer may see it; VIEWER_ALL counts as VIEWER_PUBLIC before the end.
void match_view(const struct match *m, unsigned viewer, struct state *out);

// The game's record as the viewer may see it: before the end with the draws as he saw them and
// without the seed; after it, for everybody, with the seed, and with the lines `# seed-hash HEX`
// and `# result A clock` (A, B, AB for a shared victory, draw, none; the reason as
// match_end_key() has it). `player` has the names of the seats, or is NULL.
void match_record(const struct match *m, unsigned viewer, const char *const player[SEATS_MAX],
                  struct buf *out);

// For programs, stable: "waiting", "running", "over", "aborted"; and why it ended: "resignation",
// "clock", "agreement", "abort", or the game's own: "full", "no-word", "passes", "out", "nothing",
// "done". NULL before the end.
const char *match_status_key(enum match_status status);
const char *match_end_key(const struct match_result *r);

#endif
