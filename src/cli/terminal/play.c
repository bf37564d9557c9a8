// logomachy play: plays a game in the terminal, against the computer or with another person at the
// same keyboard.
#include "cli/commands.h"
#include "cli/game.h"
#include "cli/terminal/session.h"
#include "engine/engine.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

enum { LEVEL_USUAL = 3 };

// The name prefix of a computer player in records. It does not depend on the interface language, so
// that a resumed game recognizes it.
#define COMPUTER "Computer "

static bool seed_chance(struct rng *r, const char *hex, struct reason *why)
{
    uint8_t seed[RNG_SEED];
    if (hex)
        return rng_seed_hex(r, text_of(hex)) || refuse(why, MSG_RECORD_BAD_SEED, "%s", hex);
    if (getrandom(seed, sizeof seed, 0) != sizeof seed)
        return refuse(why, MSG_FILE_CANNOT_READ, "%s\t%s", "/dev/random", strerror(errno));
    rng_seed(r, seed);
    return true;
}

// The players according to the options. `seats` is 0 if not given.
struct asked {
    uint32_t level, seats;
    unsigned seat;
    bool two;
};

// Sets the number of seats: as given, else the minimum of the game, but at least two if an opponent
// is asked for.
static bool choose_seats(struct config *c, const struct cli *cli, const struct asked *a,
                         struct reason *why)
{
    bool company = cli_value(cli, "two") || cli_value(cli, "seat") || cli_value(cli, "level");
    c->seats = a->seats ? a->seats : company && c->min_seats < 2 ? 2 : c->min_seats;
    if (c->seats < c->min_seats || c->seats > c->max_seats)
        return refuse(why, MSG_PLAY_SEATS, "%s\t%u\t%u", c->preset, c->min_seats, c->max_seats);
    char letter[2] = {seat_letter(a->seat), '\0'};
    return a->seat < c->seats || refuse(why, MSG_RECORD_NO_SEAT, "%s\t%s\t%c", c->preset, letter,
                                        seat_letter(c->seats - 1));
}

// People get the first two places (--two) or the chosen one; the computer plays the others.
// `leader` is the place that takes seat A.
static void fill_seats(struct session *s, const struct asked *a, unsigned leader)
{
    for (unsigned place = 0; place < s->record->config.seats; place++) {
        bool person = a->two ? place < 2 : place == a->seat;
        s->level[cut_seat(leader, place)] = person ? 0 : a->level;
    }
}

// A player gets the seat that --seat names; otherwise the players cut for the lead. R-BALI-59
static unsigned cut_for_lead(struct session *s)
{
    return cli_value(s->cli, "seat") ? 0 : cut_draw(&s->record->config, &s->rng, &s->record->cut);
}

static bool take_start(struct record *r, const char *word, struct reason *why)
{
    struct buf line = {0};
    struct action a = {0};
    buf_printf(&line, "start %s", word);
    bool ok = r->config.rules->parse(&r->config, &r->state, CHANCE, buf_text(&line), &a, why) &&
              record_add(r, &a, why);
    buf_release(&line);
    return ok;
}

static void name_players(struct session *s)
{
    struct record *r = s->record;
    for (unsigned seat = 0; seat < r->config.seats; seat++) {
        char letter[2] = {seat_letter(seat), '\0'};
        struct buf name = {0};
        if (s->level[seat])
            buf_printf(&name, COMPUTER "%u", s->level[seat]);
        else
            message_fill(&name, MSG_PLAY_PLAYER, s->cli->language, text_of(letter));
        snprintf(r->player[seat], sizeof r->player[seat], "%.*s", TEXT_ARG(buf_text(&name)));
        buf_release(&name);
    }
}

// In the language of the interface, unless another is asked for, the game has a language of its own,
// or there are no words in it.
static bool new_config(struct config *out, const struct cli *c, struct lexicon_cache *books,
                       const char *preset, struct reason *why)
{
    struct reason ignored;
    struct text tongue = text_of(language_tag(c->language));
    if (!config_init(out, text_of(preset), why))
        return false;
    if (!cli_value(c, "lang") && !cli_value(c, "lexicon") && !out->native &&
        game_config_in(out, c, preset, tongue, books, &ignored))
        return true;
    return game_config(out, c, preset, books, why);
}

// Starts a new game.
static bool begin_game(struct session *s, struct lexicon_cache *books, const char *preset,
                       const struct asked *asked, struct reason *why)
{
    struct config config;
    const char *start = cli_value(s->cli, "start");
    if (!new_config(&config, s->cli, books, preset, why) ||
        !choose_seats(&config, s->cli, asked, why) || !record_begin(s->record, &config, NULL, why))
        return false;
    if ((start && !take_start(s->record, start, why)) ||
        !game_take_chances(s->record, &s->rng, why)) {
        record_release(s->record);
        return false;
    }
    fill_seats(s, asked, cut_for_lead(s));
    name_players(s);
    return true;
}

// Finds the computer players by their names in the record. False if the record names no players.
static bool seats_from_record(struct session *s)
{
    bool named = false;
    for (unsigned seat = 0; seat < s->record->config.seats; seat++) {
        struct text name = text_of(s->record->player[seat]);
        uint32_t level;
        named |= name.len > 0;
        if (text_starts(name, COMPUTER) &&
            text_to_u32(text_from(name, sizeof COMPUTER - 1), &level) && level >= 1 &&
            level <= ENGINE_LEVELS)
            s->level[seat] = level;
    }
    return named;
}

static bool seats_named(const struct cli *c)
{
    return cli_value(c, "two") || cli_value(c, "seat") || cli_value(c, "level");
}

// Resumes a game at the end of its record.
static bool resume_game(struct session *s, struct lexicon_cache *books, const char *preset,
                        const struct asked *asked, struct reason *why)
{
    struct record_host host = lexicon_cache_host(books);
    bool ok = true;
    if (!game_read(s->record, s->cli, s->path, &host, why))
        return false;
    if (preset && strcmp(preset, s->record->config.preset) != 0)
        ok = refuse(why, MSG_PLAY_OTHER_GAME, "%s\t%s", s->path, s->record->config.preset);
    ok = ok && game_take_chances(s->record, &s->rng, why);
    if (!ok) {
        record_release(s->record);
        return false;
    }
    if (seats_named(s->cli) || !seats_from_record(s)) {
        fill_seats(s, asked, 0);
        name_players(s);
    }
    return true;
}

// The first option given that applies to new games only, or NULL.
static const char *only_for_new(const struct cli *c)
{
    static const char *const names[] = {"lang", "lexicon", "set", "seats", "start"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (cli_value(c, names[i]))
            return names[i];
    return NULL;
}

// Parses the options about players.
static int read_seats(const struct cli *c, struct asked *a)
{
    const char *seat = cli_value(c, "seat");
    *a = (struct asked){.two = cli_value(c, "two")};
    if (!cli_number(c, "level", 1, ENGINE_LEVELS, LEVEL_USUAL, &a->level) ||
        !cli_number(c, "seats", 1, SEATS_MAX, 0, &a->seats))
        return EXIT_USAGE;
    if (seat && (strlen(seat) != 1 || *seat < 'A' || *seat >= 'A' + SEATS_MAX))
        return cli_usage(c, MSG_PLAY_BAD_SEAT, "%s", seat);
    if (a->two && (seat || cli_value(c, "level")))
        return cli_usage(c, MSG_PLAY_TWO_ALONE, "%s", seat ? "seat" : "level");
    a->seat = seat ? (unsigned)(*seat - 'A') : 0;
    return EXIT_OK;
}

static int play(struct session *s, const char *preset, const struct asked *asked)
{
    const struct cli *c = s->cli;
    struct lexicon_cache books = {.search_path = &c->search_path};
    struct reason why;
    bool resumed = s->path[0] && file_exists(s->path);
    if (!resumed && !preset)
        return cli_usage(c, MSG_CLI_MISSING, "%s", "PRESET");
    if (resumed && only_for_new(c))
        return cli_usage(c, MSG_PLAY_ONLY_NEW, "%s\t%s", only_for_new(c), s->path);
    bool ok = seed_chance(&s->rng, cli_value(c, "seed"), &why) &&
              (resumed ? resume_game : begin_game)(s, &books, preset, asked, &why);
    int status = EXIT_OK;
    if (ok) {
        status = session_run(s);
        record_release(s->record);
    } else {
        status = cli_refuse(c, &why);
    }
    lexicon_cache_close(&books);
    return status;
}

static int run_play(struct cli *c)
{
    struct record record;
    struct session s = {.cli = c, .record = &record};
    const char *path = cli_value(c, "record");
    if (c->argc > 1)
        return cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[1]);
    if (cli_json(c))
        return cli_usage(c, MSG_PLAY_NO_JSON, "%s", "");
    struct asked asked;
    int status = read_seats(c, &asked);
    if (status)
        return status;
    if (path && strlen(path) >= sizeof s.path)
        return cli_usage(c, MSG_FILE_CANNOT_WRITE, "%.80s…\t%s", path, strerror(ENAMETOOLONG));
    if (path)
        snprintf(s.path, sizeof s.path, "%s", path);
    return play(&s, c->argc ? c->args[0] : NULL, &asked);
}

static const struct cli_option options[] = {
    {"level", "L", MSG_OPTION_PLAY_LEVEL},      {"two", NULL, MSG_OPTION_PLAY_TWO},
    {"seat", "A|B|…", MSG_OPTION_PLAY_SEAT},    {"seats", "N", MSG_OPTION_PLAY_SEATS},
    {"lang", "LANG", MSG_OPTION_PLAY_LANG},     {"lexicon", "NAME", MSG_OPTION_PLAY_LEXICON},
    {"set", "NAME=VALUE", MSG_OPTION_PLAY_SET}, {"start", "WORD", MSG_OPTION_PLAY_START},
    {"seed", "HEX", MSG_OPTION_PLAY_SEED},      {"record", "FILE", MSG_OPTION_PLAY_RECORD},
    {NULL, NULL, MSG_OPTION_PLAY_RECORD},
};

const struct command command_play = {
    "play", "[PRESET]", MSG_COMMAND_PLAY, options, run_play, NULL,
};
