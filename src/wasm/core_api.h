// core_api: the core as the browser calls it: open lexicons and games, with questions and answers
// as text. Every function answers with a JSON object; exports.c gives the functions to WebAssembly,
// and the tests run them natively.
//
//     static struct core core;
//     int game = core_open(&core, text, LANGUAGE_EN, &out);
//     ok = core_try(&core, game, seat, TEXT("c2=T/b3c3c2"), LANGUAGE_EN, &out);
//     core_release(&core);
//
// An answer has "ok"; where it is false there is an "error" with a code and a text, and nothing has
// changed. There is no rule in here: all of them are the games'.
#ifndef LOGOMACHY_WASM_CORE_API_H
#define LOGOMACHY_WASM_CORE_API_H

#include "engine/engine.h"
#include "rules/record.h"

enum { CORE_GAMES = 16, CORE_LEXICONS = 16, CORE_MOVES = 2000, CORE_ANYONE = SEATS_MAX };

struct core {
    struct core_lexicon {
        char name[41];
        struct lexicon lexicon;
        bool open;
    } lexicon[CORE_LEXICONS];
    struct core_game {
        struct record record;
        struct engine *engine; // owned; NULL: not opened yet
        bool open;
        bool seen; // only a position is known, as one player sees it, without the moves before it
    } game[CORE_GAMES];
    double (*now_ms)(void); // a clock for searches; NULL: they end by themselves
};

void core_release(struct core *d);

// A lexicon's file. The bytes are used where they lie, aligned to 64. The answer has the alphabet's
// letters, for a keyboard.
bool core_lexicon(struct core *d, struct text name, struct text bytes, enum language language,
                  struct buf *out);
bool core_has_lexicon(const struct core *d, struct text name);

// A game from its record, also one that has just a header, with a seed. Returns its number, or -1.
int core_open(struct core *d, struct text record, enum language language, struct buf *out);

// A game of which only the present is known, as one player sees it: a record's header, and the
// position as core_show() and the server write it. Moves can be tried and found, not made.
int core_open_seen(struct core *d, struct text header, struct text state, enum language language,
                   struct buf *out);
void core_close(struct core *d, int game);

// The position as a viewer sees it, the seats to act, scores, result, and every move so far with
// its word, points and squares; the game's record; as "data" the data of the preset, such as the
// values of cards.
void core_show(struct core *d, int game, unsigned viewer, struct buf *out);

// Would this move be legal, and what would it score? Changes nothing. If the game measures more
// than points, also the move's leave, its equity and the chance to win (engine_weigh()).
bool core_try(struct core *d, int game, unsigned seat, struct text move, enum language language,
              struct buf *out);
// The same, and it is made.
bool core_play(struct core *d, int game, unsigned seat, struct text move, enum language language,
               struct buf *out);
bool core_undo(struct core *d, int game, size_t actions, enum language language, struct buf *out);

// The draws of chance, if it is to act, as lines of a record; changes nothing. For continuing with
// another move from a record that has its draws.
bool core_draws(struct core *d, int game, uint64_t seed, enum language language, struct buf *out);

// Legal moves, at most `top` (0: CORE_MOVES): best score first, or, if the game measures more than
// points, best equity first, with the same data as core_try().
bool core_moves(struct core *d, int game, size_t top, enum language language, struct buf *out);

// The computer's choice for a seat that is to act; CORE_ANYONE: the first of them. With the
// outlook, where the game has one, as "score" and "bonus" (struct engine_result).
struct core_thought {
    unsigned level;
    unsigned ms; // 0: the level's own limits
    uint64_t seed;
    bool outlook; // costs a part of the time
};
bool core_best(struct core *d, int game, unsigned seat, const struct core_thought *thought,
               enum language language, struct buf *out);

// Is this a word of the lexicon? With its classes, its familiarity, and its definitions, in the
// server's format. Refused as a damaged block if the definitions have not been loaded.
bool core_word(struct core *d, struct text lexicon, struct text word, enum language language,
               struct buf *out);

#endif
