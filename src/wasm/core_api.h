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
#include "lexicon/pack.h"
#include "rules/record.h"

enum {
    CORE_GAMES = 16,
    CORE_LEXICONS = 16,
    CORE_MOVES = 2000,
    CORE_ENGINES = 4,
    CORE_ANYONE = SEATS_MAX
};

struct core {
    struct core_lexicon {
        char name[41];
        struct unpacked words;
        bool open;
    } lexicon[CORE_LEXICONS];
    struct core_game {
        struct record record;
        bool open;
        bool seen; // only a position is known, as one player sees it, without the moves before it
    } game[CORE_GAMES];
    // Each move makes another record, hence another game; the engine stays. The last used is first.
    struct engine *engine[CORE_ENGINES]; // owned
    double (*now_ms)(void);              // a clock for searches; NULL: they end by themselves
};

void core_release(struct core *d);

// A packed lexicon, whose bytes are needed only during the call, or a lexicon's file, whose bytes
// are used where they lie, aligned to 64. The answer has the alphabet's letters, for a keyboard,
// and, as "definitions", which bytes of the file have the definitions if they are still missing.
bool core_lexicon(struct core *d, struct text name, struct text bytes, enum language language,
                  struct buf *out);
// Adds them. Owns the memory, which is from malloc(), unless it returns false.
bool core_definitions(struct core *d, struct text name, char *bytes, size_t len);
// A packed lexicon in a form that opens faster, to be kept on the device; empty if there is none.
struct text core_words(struct core *d, struct text name);
// Closes a lexicon and all games that are played with it.
void core_forget(struct core *d, struct text name);
// Adds to a packed lexicon what searches need; without it the first search does.
void core_complete(struct core *d, struct text name);
// Was there no memory for that? Then answers may be wrong.
bool core_is_broken(const struct core *d);
bool core_has_lexicon(const struct core *d, struct text name);

// A game from its record, also one that has just a header, with a seed. Returns its number, or -1.
int core_open(struct core *d, struct text record, enum language language, struct buf *out);

// A new game from a record's header, with a seed or a start: settings that it does not name have
// their defaults, which its record names. Returns its number, or -1.
int core_begin(struct core *d, struct text draft, enum language language, struct buf *out);

// A game of which only the present is known, as one player sees it: a record's header, and the
// position as core_show() and the server write it. Moves can be tried, found and made, but not taken
// back, and its record does not name them. A later position is known only as far as no chance comes
// in between.
int core_open_seen(struct core *d, struct text header, struct text state, enum language language,
                   struct buf *out);
void core_close(struct core *d, int game);

// The position as a viewer sees it, the seats to act, scores, result, and every move so far with
// its word, points and squares; the game's record; as "data" the data of the preset, such as the
// values of cards.
void core_show(struct core *d, int game, unsigned viewer, struct buf *out);

// Where a move of the seat may go (targets() of the rules); nothing if the seat may not act.
bool core_targets(struct core *d, int game, unsigned seat, enum language language, struct buf *out);

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

// The cut for the lead that follows from the seed of a game, as lines of a record, and as "leader"
// the leader's place in the order of sitting down; changes nothing. No lines: nobody cuts.
bool core_cut(struct core *d, int game, enum language language, struct buf *out);

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
