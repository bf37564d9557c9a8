// train: what the parts of train-wordgame share. A *trainer* plays games against itself with what
// it has learnt so far; each part looks at the positions of these games and improves a piece of
// the model.
#ifndef LOGOMACHY_TOOLS_TRAIN_H
#define LOGOMACHY_TOOLS_TRAIN_H

#include "games/wordgame/engine/model.h"
#include "games/wordgame/engine/static.h"
#include "train_fit.h"
#include "wordgame_fixture.h"

struct trainer {
    struct wordgame_fixture fixture;
    struct wordgame_model model;
    struct wordgame_static *player; // has the board of the game
    struct wordgame_static *second; // for games that go on from a position
    struct fit fit;
    struct rng rng;
};

// Looks at a position, whose board the player has, before its move is chosen. False: no memory.
typedef bool train_fn(struct trainer *t, const struct state *s);

// Plays a game with the values so far. Calls `look` at each turn; the final state is in `s`.
bool train_play(struct trainer *t, train_fn *look, struct state *s);

// Plays `games` games for `look`; their results do not matter.
bool train_look(struct trainer *t, unsigned games, train_fn *look);

// A value as it is written in files, which have hundredths of a point.
int32_t train_value(double points);

// The values of tiles and pairs on a rack, from `games` games: train_racks.c.
bool train_racks(struct trainer *t, unsigned games);

// The values of tiles once the bag is empty: train_last.c.
bool train_last(struct trainer *t, unsigned games);

// The file: train_print.c.
void train_print(const struct trainer *t, unsigned games, struct buf *out);

#endif
