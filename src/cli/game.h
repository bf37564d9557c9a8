// game: helpers shared by the commands that work on games. They read a game record, build a config
// from command-line options, and print words, scores and results as text and as JSON.
//
// A struct game owns its record and the cache of open lexicons that the record's config points
// into. Both live until game_close(). The cli is borrowed.
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

// Reads a record from a file, or from standard input if the path is "-". Returns EXIT_OK. On
// failure it prints a message and returns another status, and there is nothing to close.
int game_open(struct game *g, struct cli *c, const char *path);
void game_close(struct game *g);

// Only reads the record, for callers that have their own host.
bool game_read(struct record *r, const struct cli *c, const char *path,
               const struct record_host *host, struct reason *why);

// Only reads the text. `language` is for the name of standard input in error messages.
bool game_read_file(const char *path, struct buf *text, enum language language, struct reason *why);

// Builds a config from a preset and the command's options --lang, --lexicon and --set. The cache
// opens and owns the lexicon.
bool game_config(struct config *out, const struct cli *c, const char *preset,
                 struct lexicon_cache *cache, struct reason *why);

// The same in this language, whatever --lang says.
bool game_config_in(struct config *out, const struct cli *c, const char *preset, struct text lang,
                    struct lexicon_cache *cache, struct reason *why);

// The two steps of game_config(): apply one NAME=VALUE setting, and set the language and lexicon.
// The value `@FILE` means the lines of that file joined by slashes, for values too long for a
// command line, such as a board layout. If only the language is changed, the lexicon of the same
// name is used.
bool game_choose(struct config *out, const char *name_is_value, struct reason *why);
bool game_choose_words(struct config *out, struct text lang, struct text lexicon,
                       const struct record_host *host, struct reason *why);

// True if the config restricts word classes but its lexicon has none, so that all words are valid.
// game_note_words() prints a note on standard error in that case; game_open() calls it.
bool game_plays_all_words(const struct config *config);
void game_note_words(const struct cli *c, const struct config *config);

// The first seat to act. False if a chance event is due or the game is over.
bool game_seat_to_act(const struct config *config, const struct state *s, unsigned *seat);

// Draws the chance events that are due and appends them to the record as actions, without a seed.
bool game_take_chances(struct record *r, struct rng *rng, struct reason *why);

// Prints a line with the cards cut for the lead, and the leader; nothing if nobody cut. `name`
// prints the player at a seat.
typedef void game_name_fn(const void *context, unsigned seat, struct buf *out);
void game_print_cut(const struct cut *cut, game_name_fn *name, const void *context,
                    enum language language, struct buf *out);

// The cut as a member of a JSON object, after a comma; nothing where nobody cut.
void game_print_cut_json(const struct cut *cut, struct buf *out);

// The player's name, or the seat's letter if the record has no name.
void game_print_player(const struct record *r, unsigned seat, struct buf *out);

void game_print_word(const struct config *config, const struct word *w, struct buf *out);

// Prints a JSON string, quoted and escaped.
void game_print_json(struct text t, struct buf *out);

// For JSON: the winner ("A", "shared", "draw") and the end reason ("full", "passes"). NULL while
// the game is in progress.
const char *game_result_key(const struct outcome *o);
const char *game_reason_key(const struct outcome *o);

// For text output: the end reason; "" while the game is in progress.
const char *game_reason_text(const struct outcome *o, enum language language);

// For text output: "Ann wins: the board is full", or the player to move.
void game_print_outcome(const struct record *r, enum language language, struct buf *out);

// Prints the text padded to this width, followed by at least one space.
void game_print_column(struct text t, size_t width, struct buf *out);

#endif
