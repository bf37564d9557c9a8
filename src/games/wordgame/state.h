// The state of a Word Game, and the layout of its actions.
//
// Tiles are counted by kind (games/wordgame/settings.h). The bag has no order: each draw is an
// action of chance. `in_rack`, `in_bag` and `in_aside` are public; in a view the counts by kind are
// 0 where they are hidden, and wordgame_unseen() counts the tiles that the viewer has not seen.
//
//     const struct wordgame_state *w = wordgame_state(view);
//     uint8_t unseen[TILE_KINDS];
//     unsigned tiles = wordgame_unseen(w, seat, unseen);
//     ok = tiles == w->in_bag + w->in_aside + w->in_rack[1 - seat] && wordgame_lead(w, seat) > 0;
#ifndef LOGOMACHY_GAMES_WORDGAME_STATE_H
#define LOGOMACHY_GAMES_WORDGAME_STATE_H

#include "games/wordgame/settings.h"
#include "rules/rules.h"

enum { WORDGAME_SEATS = 2 };

// An action's data. PLACE: see games/wordgame/move.h. EXCHANGE: kinds that are put back. DEAL,
// by chance: the seat, then the kinds that it draws. Kinds are in the order of the alphabet with
// the blanks last, so that there is one way to write an action.
enum wordgame_kind { WORDGAME_PLACE = ACTION_OWN, WORDGAME_EXCHANGE, WORDGAME_DEAL };

struct wordgame_state {
    struct wordgame_settings set;
    uint8_t board[BOARD_SQUARES]; // tiles; 0 is empty
    uint8_t filled;               // squares that are not empty
    uint8_t rack[WORDGAME_SEATS][TILE_KINDS];
    uint8_t in_rack[WORDGAME_SEATS];
    uint8_t bag[TILE_KINDS];
    uint8_t in_bag;
    // Tiles that have been exchanged and go back into the bag once others have been drawn for them.
    uint8_t aside[TILE_KINDS];
    uint8_t in_aside;
    uint8_t turn;      // the seat that moves next
    uint8_t passes;    // in a row
    uint8_t scoreless; // turns in a row without points: passes, exchanges, moves worth nothing
    uint8_t resigned;  // a bit for each seat that has given up
    uint8_t end;       // enum end_reason, but for resigning
    uint16_t turns;    // by both seats together
    // Once the game has ended, other than by resigning, with what was left deducted and added.
    int32_t score[WORDGAME_SEATS]; // a layout of one's own can make moves worth very much
};

static inline const struct wordgame_state *wordgame_state(const struct state *s)
{
    return (const struct wordgame_state *)(const void *)s->bytes;
}

static inline struct wordgame_state *wordgame_state_of(struct state *s)
{
    return (struct wordgame_state *)(void *)s->bytes;
}

// The tiles that a seat does not see, by kind: the bag's, the other's, and what the other has
// exchanged and not yet put back. Works on a view as on a whole state. Returns how many.
unsigned wordgame_unseen(const struct wordgame_state *w, unsigned seat, uint8_t unseen[TILE_KINDS]);

// Adds tiles to an action, in the one order there is: letters, then blanks. False: no room for all.
__attribute__((warn_unused_result)) bool wordgame_put_tiles(struct action *a,
                                                            const uint8_t tiles[TILE_KINDS]);

// Putting these tiles back, a count for each kind.
struct action wordgame_exchange(unsigned seat, const uint8_t tiles[TILE_KINDS]);

// A seat's points less the other's.
static inline int32_t wordgame_lead(const struct wordgame_state *w, unsigned seat)
{
    return w->score[seat] - w->score[1 - seat];
}

// The value of a rack.
int wordgame_rack_value(const struct wordgame_settings *set, const uint8_t rack[TILE_KINDS]);

// Is it known which tiles these `all` are? In a view those of others and of the bag are not.
bool wordgame_tiles_known(const uint8_t tiles[TILE_KINDS], unsigned all);

// The seat that draws next, or -1: a rack that is not full while there are tiles in the bag is
// about to be filled. And how many tiles it draws.
int wordgame_draws_next(const struct wordgame_state *w);
unsigned wordgame_to_draw(const struct wordgame_state *w, unsigned seat);

// check() of the rules: games/wordgame/check.c.
bool wordgame_check(const struct config *c, const struct state *s, const struct action *a,
                    struct reason *why);

// apply() of the rules: games/wordgame/apply.c.
void wordgame_apply(const struct config *c, struct state *s, const struct action *a);

// valid() of the rules: games/wordgame/valid.c.
bool wordgame_valid(const struct config *c, const struct state *s, struct reason *why);

// legal() of the rules: games/wordgame/moves.c.
bool wordgame_legal(const struct config *c, const struct state *s, unsigned seat,
                    const struct move_sink *sink);

// A tile as it is written, a blank as a small letter; and a kind, the blank as `?`.
void wordgame_put_tile(const struct alphabet *a, uint8_t tile, struct buf *out);
void wordgame_put_kind(const struct alphabet *a, unsigned kind, struct buf *out);

// format() and parse() of the rules: games/wordgame/text.c. write() and read(): state_text.c.
void wordgame_format(const struct config *c, const struct state *s, const struct action *a,
                     unsigned viewer, struct buf *out);
bool wordgame_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
                    struct action *a, struct reason *why);
void wordgame_write(const struct config *c, const struct state *s, struct buf *out);
bool wordgame_read(const struct config *c, struct text text, struct state *s, struct reason *why);

#endif
