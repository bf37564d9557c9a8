// game: shared by the commands on games: reads the record in FILE, makes a config from options, and
// prints words, scores and results for people and as JSON.
//
//     struct cli *cli = NULL;
//     struct game g;
//     if (game_open(&g, cli, "game.txt") == EXIT_OK) {
//         game_print_outcome(&g.record, cli->language, &out);
//         game_close(&g);
//     }
#ifndef LOGOMACHY_CLI_GAME_H
#define LOGOMACHY_CLI_GAME_H

#include "cli/cli.h"
#include "rules/lexicon_cache.h"

struct game {
    struct cli *cli;
    struct lexicon_cache cache;
    struct record record;
};

// Reads the record in a file, or on standard input for "-". Returns EXIT_OK, or another status with
// the message printed; then there is nothing to close.
int game_open(struct game *g, struct cli *c, const char *path);
void game_close(struct game *g);

// Only reads, for callers with a host of their own.
bool game_read(struct record *r, const struct cli *c, const char *path,
               const struct record_host *host, struct reason *why);

// The text alone; names standard input in that language where it cannot be read.
bool game_read_file(const char *path, struct buf *text, enum language language, struct reason *why);

// A preset as the options --lang, --lexicon and --set of the command change it, with its lexicon
// opened by the cache.
bool game_config(struct config *out, const struct cli *c, const char *preset,
                 struct lexicon_cache *cache, struct reason *why);

// The parts of that. A value `@FILE` stands for the lines of a file with slashes between them, for
// what is too long for a command line, such as the layout of a board. A game in another language
// than the preset's has the lexicon that is called like the language, unless another is named.
bool game_choose(struct config *out, const char *name_is_value, struct reason *why);
bool game_choose_words(struct config *out, struct text lang, struct text lexicon,
                       const struct record_host *host, struct reason *why);

// Does the game ask for word classes that its lexicon lacks? Then all words are in play, and the
// second function says so on standard error. game_open() calls it.
bool game_plays_all_words(const struct config *config);
void game_note_words(const struct cli *c, const struct config *config);

// The first seat to act; false where chance is to act or the game is over.
bool game_seat_to_act(const struct config *config, const struct state *s, unsigned *seat);

// Draws the chance events that are due and appends them to the record as actions, without a seed.
bool game_take_chances(struct record *r, struct rng *rng, struct reason *why);

// The player's name, or the seat's letter where the record has none.
void game_print_player(const struct record *r, unsigned seat, struct buf *out);

void game_print_word(const struct config *config, const struct word *w, struct buf *out);

// "text", in quotes and escaped.
void game_print_json(struct text t, struct buf *out);

// For JSON: the winner ("A", "shared", "draw") and the end reason ("full", "passes"). NULL while
// the game goes on.
const char *game_result_key(const struct outcome *o);
const char *game_reason_key(const struct outcome *o);

// For people: the end reason; "" while the game goes on.
const char *game_reason_text(const struct outcome *o, enum language language);

// For people: "Ann wins: the board is full", or whose turn it is.
void game_print_outcome(const struct record *r, enum language language, struct buf *out);

// A text in a column of this width, followed by at least one space.
void game_print_column(struct text t, size_t width, struct buf *out);

#endif
