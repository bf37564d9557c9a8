// desk: the core as a browser uses it: a search_path of lexicons and games that lie open, each asked and
// answered in text. Every question is a function from texts to a JSON object; the same functions
// run natively in the tests, and exports.c gives them to WebAssembly.
//
//     struct desk d = {0};
//     desk_lexicon(&d, TEXT("en"), bytes, &out);     // {"ok":true,...}; the bytes stay the
//     caller's int game = desk_open(&d, record, LANGUAGE_EN, &out); desk_try(&d, game, 0,
//     TEXT("c2=T/b3c3c2"), LANGUAGE_EN, &out); desk_release(&d);
//
// An answer has "ok"; where it is false there is an "error" with a code and a text, and nothing has
// changed. There is no rule in here: all of them are the games'.
#ifndef LOGOMACHY_WASM_DESK_H
#define LOGOMACHY_WASM_DESK_H

#include "engine/engine.h"
#include "rules/record.h"

enum { DESK_GAMES = 16, DESK_LEXICONS = 16, DESK_MOVES = 2000, DESK_ANYONE = SEATS_MAX };

struct desk {
    struct desk_lexicon {
        char name[41];
        struct lexicon lexicon;
        bool open;
    } lexicon[DESK_LEXICONS];
    struct desk_game {
        struct record record;
        struct engine *engine; // NULL: not opened yet
        bool open;
        bool seen; // there is a position, as somebody sees it, but no way to it
    } game[DESK_GAMES];
    double (*now_ms)(void); // a clock for searches; NULL: they end by themselves
};

void desk_release(struct desk *d);

// A lexicon's file. The bytes are used where they lie, aligned to 64. The answer has the alphabet's
// letters, for a keyboard.
bool desk_lexicon(struct desk *d, struct text name, struct text bytes, enum language language,
                  struct buf *out);
bool desk_has_lexicon(const struct desk *d, struct text name);

// A game from its record, also one that has just a header, with a seed. Returns its number, or -1.
int desk_open(struct desk *d, struct text record, enum language language, struct buf *out);

// A game of which only the present is known, as one player sees it: a record's header, and the
// position as desk_show() and the server write it. Moves can be tried and found, not made.
int desk_open_seen(struct desk *d, struct text header, struct text state, enum language language,
                   struct buf *out);
void desk_close(struct desk *d, int game);

// The position as a viewer sees it, who is to act, scores, result, and every move so far with its
// word, points and squares; the game's record; as "data" what of the preset is data, such as what
// cards are worth.
void desk_show(struct desk *d, int game, unsigned viewer, struct buf *out);

// Would this move be legal, and what would it come to? Changes nothing. Where the game measures
// more than points, with what the move leaves, its equity and the chance to win (engine_weigh()).
bool desk_try(struct desk *d, int game, unsigned seat, struct text move, enum language language,
              struct buf *out);
// The same, and it is made.
bool desk_play(struct desk *d, int game, unsigned seat, struct text move, enum language language,
               struct buf *out);
bool desk_undo(struct desk *d, int game, size_t actions, enum language language, struct buf *out);

// What chance may do where it is to act, as lines of a record; changes nothing. For going on by
// another move from a record that tells its draws.
bool desk_draws(struct desk *d, int game, uint64_t seed, enum language language, struct buf *out);

// Legal moves, at most `top` (0: DESK_MOVES): best score first, or where the game measures more
// than points, best equity first, with what desk_try() says of them.
bool desk_moves(struct desk *d, int game, size_t top, enum language language, struct buf *out);

// The computer's choice for a seat that is to act; DESK_ANYONE: the first of them. With the
// outlook, where the game has one, as "score" and "bonus" (struct engine_result).
struct desk_thought {
    unsigned level;
    unsigned ms; // 0: the level's own limits
    uint64_t seed;
    bool outlook; // costs a part of the time
};
bool desk_best(struct desk *d, int game, unsigned seat, const struct desk_thought *thought,
               enum language language, struct buf *out);

// Is this a word of the lexicon? With its classes, how familiar it is, and what is written about
// it, as the server says it. Refused as a damaged block where the definitions have not been loaded.
bool desk_word(struct desk *d, struct text lexicon, struct text word, enum language language,
               struct buf *out);

#endif
