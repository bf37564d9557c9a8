// logomachy selfplay: plays a match between two levels. Games come in pairs with the same chance
// events and swapped seats, so that luck of the draw cancels out.
#include "cli/commands.h"
#include "cli/game.h"
#include "cli/think.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { GAMES_MAX = 1000000, GAMES = 100, LEVEL = 5, PAIR_AT = 24, STREAM_AT = 28 };

#define SEED "0"

// Sums over games. `a` is player 0, `b` is player 1, wherever they sit.
struct tally {
    uint32_t games;
    uint32_t wins[2];
    uint32_t first; // won by seat A
    int64_t score[2];
    uint64_t moves;
};

struct match {
    const struct config *config;
    struct think player[2];
    uint32_t games;
    uint8_t seed[RNG_SEED];
    const char *folder; // NULL: records are not saved

    pthread_mutex_t lock; // guards the fields below
    uint32_t next;
    struct tally tally;
    bool failed;
    struct reason why;
};

// Derives a generator from the match seed and a number, so that results do not depend on
// scheduling.
static struct rng stream(const struct match *m, uint32_t number, uint8_t which)
{
    struct rng r;
    uint8_t seed[RNG_SEED];
    memcpy(seed, m->seed, sizeof seed);
    for (int i = 0; i < 4; i++)
        seed[PAIR_AT + i] = (uint8_t)(number >> 8 * i);
    seed[STREAM_AT] = which;
    rng_seed(&r, seed);
    return r;
}

// The player on a seat in this game: 0 is a, 1 is b.
static unsigned player_of(uint32_t game, unsigned seat)
{
    return (seat + game) & 1;
}

static bool choose(const struct match *m, struct engine *e, const struct record *r, uint32_t game,
                   struct rng *own, struct action *a, struct reason *why)
{
    struct engine_result found;
    unsigned seat;
    game_seat_to_act(&r->config, &r->state, &seat);
    unsigned acting = player_of(game, seat);
    if (!think_move(e, &r->state, seat, &m->player[acting], &own[acting], &found))
        return refuse(why, MSG_BEST_NONE, "%s", "");
    *a = found.move;
    return true;
}

static bool play(const struct match *m, struct engine *e, struct record *r, uint32_t game,
                 struct reason *why)
{
    const struct rules *rules = r->config.rules;
    struct rng chance = stream(m, game / 2, 0);
    struct rng own[2] = {stream(m, game, 1), stream(m, game, 2)};
    for (unsigned acting; (acting = rules->to_act(&r->config, &r->state));) {
        struct action a = {0};
        if (acting & ACTS_CHANCE)
            rules->draw(&r->config, &r->state, &chance, &a);
        else if (!choose(m, e, r, game, own, &a, why))
            return false;
        if (!record_add(r, &a, why))
            return false;
    }
    return true;
}

static bool save(const struct match *m, const struct record *r, uint32_t game, struct reason *why)
{
    char path[SEARCH_PATH_BYTES];
    struct buf text = {0};
    if (!m->folder)
        return true;
    int n = snprintf(path, sizeof path, "%s/%06u.rec", m->folder, (unsigned)game + 1);
    record_write(r, VIEWER_ALL, &text);
    bool ok = n > 0 && (size_t)n < sizeof path && buf_ok(&text);
    ok = ok ? file_write(path, buf_text(&text), why) : refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    buf_release(&text);
    return ok;
}

static void count(struct match *m, const struct record *r, uint32_t game)
{
    struct outcome o;
    int32_t score[SEATS_MAX];
    struct tally *t = &m->tally;
    r->config.rules->outcome(&r->config, &r->state, &o);
    r->config.rules->score(&r->config, &r->state, score);
    t->games++;
    for (size_t i = 0; i < r->actions; i++)
        t->moves += r->action[i].seat != CHANCE;
    for (unsigned seat = 0; seat < 2; seat++) {
        t->score[player_of(game, seat)] += score[seat];
        if (!o.draw && o.winners == 1u << seat) {
            t->wins[player_of(game, seat)]++;
            t->first += seat == 0;
        }
    }
}

static bool play_game(struct match *m, struct engine *e, uint32_t game, struct reason *why)
{
    struct record r;
    if (!record_begin(&r, m->config, NULL, why))
        return false;
    for (unsigned seat = 0; seat < 2; seat++)
        snprintf(r.player[seat], sizeof r.player[seat], "%c, level %u", "ab"[player_of(game, seat)],
                 m -> player[player_of(game, seat)].level);
    bool ok = play(m, e, &r, game, why) && save(m, &r, game, why);
    if (ok) {
        pthread_mutex_lock(&m->lock);
        count(m, &r, game);
        pthread_mutex_unlock(&m->lock);
    }
    record_release(&r);
    return ok;
}

static bool next_game(struct match *m, uint32_t *game)
{
    pthread_mutex_lock(&m->lock);
    bool more = !m->failed && m->next < m->games;
    *game = m->next;
    m->next += more;
    pthread_mutex_unlock(&m->lock);
    return more;
}

static void *work(void *context)
{
    struct match *m = context;
    struct reason why;
    struct engine *e = engine_open(m->config);
    for (uint32_t game; next_game(m, &game);) {
        if (e ? play_game(m, e, game, &why) : refuse(&why, MSG_OUT_OF_MEMORY, "%s", ""))
            continue;
        pthread_mutex_lock(&m->lock);
        m->failed = true;
        m->why = why;
        pthread_mutex_unlock(&m->lock);
    }
    engine_close(e);
    return NULL;
}

// The calling thread plays too, so a thread that fails to start only costs speed.
static void play_all(struct match *m, unsigned threads)
{
    pthread_t helper[THINK_THREADS];
    unsigned helpers = 0;
    while (helpers + 1 < threads && pthread_create(&helper[helpers], NULL, work, m) == 0)
        helpers++;
    work(m);
    while (helpers)
        pthread_join(helper[--helpers], NULL);
}

// A proportion of the decided games, with its 95 % Wilson score interval.
struct share {
    double rate, low, high;
};

static struct share share_of(uint32_t part, uint32_t all)
{
    const double z = 1.959964;
    double n = all, p = part / n, middle = p + z * z / (2 * n), scale = 1 + z * z / n;
    double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return (struct share){p, (middle - half) / scale, (middle + half) / scale};
}

static void rates_json(const struct tally *t, uint32_t decided, struct buf *out)
{
    if (!decided) {
        buf_add_string(out, "\"win_rate\":null,\"low\":null,\"high\":null,\"first_share\":null,");
        return;
    }
    struct share a = share_of(t->wins[0], decided);
    buf_printf(out, "\"win_rate\":%.4f,\"low\":%.4f,\"high\":%.4f,\"first_share\":%.4f,", a.rate,
               a.low, a.high, (double)t->first / decided);
}

static void print_json(const struct match *m, double seconds, const char *seed, struct buf *out)
{
    const struct tally *t = &m->tally;
    uint32_t decided = t->wins[0] + t->wins[1];
    buf_printf(out, "{\"preset\":\"%s\",\"lang\":\"%s\",\"lexicon\":\"%s\",\"a\":%u,\"b\":%u,",
               m->config->preset, m->config->lang, m->config->lexicon_name, m->player[0].level,
               m->player[1].level);
    buf_printf(out, "\"games\":%u,\"decided\":%u,\"a_wins\":%u,\"b_wins\":%u,\"draws\":%u,",
               (unsigned)t->games, (unsigned)decided, (unsigned)t->wins[0], (unsigned)t->wins[1],
               (unsigned)(t->games - decided));
    buf_printf(out, "\"a_score\":%.2f,\"b_score\":%.2f,", (double)t->score[0] / t->games,
               (double)t->score[1] / t->games);
    rates_json(t, decided, out);
    buf_printf(out, "\"moves\":%llu,\"seconds\":%.3f,\"games_per_second\":%.3f,\"seed\":\"%s\"}\n",
               (unsigned long long)t->moves, seconds, t->games / seconds, seed);
}

static void print_rates(const struct cli *c, const struct tally *t, uint32_t decided)
{
    struct share a = share_of(t->wins[0], decided);
    cli_say(c, MSG_SELFPLAY_RATE, "%.1f\t%.1f\t%.1f", 100 * a.rate, 100 * a.low, 100 * a.high);
    cli_say(c, MSG_SELFPLAY_FIRST, "%.1f", 100.0 * t->first / decided);
}

static void print_text(const struct cli *c, const struct match *m, double seconds, const char *seed)
{
    const struct tally *t = &m->tally;
    uint32_t decided = t->wins[0] + t->wins[1];
    cli_say(c, MSG_SELFPLAY_GAMES, "%u\t%.1f\t%.2f", (unsigned)t->games, seconds,
            t->games / seconds);
    cli_say(c, MSG_SELFPLAY_SCORES, "%.2f\t%.2f", (double)t->score[0] / t->games,
            (double)t->score[1] / t->games);
    cli_say(c, MSG_SELFPLAY_WINS, "%u\t%u\t%u", (unsigned)t->wins[0], (unsigned)t->wins[1],
            (unsigned)(t->games - decided));
    if (decided)
        print_rates(c, t, decided);
    cli_say(c, MSG_SELFPLAY_SEED, "%s", seed);
}

static bool set_seed(struct match *m, const char *hex, struct reason *why)
{
    struct rng r;
    if (!rng_seed_hex(&r, text_of(hex)))
        return refuse(why, MSG_RECORD_BAD_SEED, "%.80s", hex);
    for (int i = 0; i < RNG_SEED; i++)
        m->seed[i] = (uint8_t)rng_next(&r);
    return true;
}

static bool ready(struct match *m, struct config *config, const char *seed, struct reason *why)
{
    if (config->min_seats > 2 || config->max_seats < 2)
        return refuse(why, MSG_SELFPLAY_SEATS, "%s", config->preset);
    config->seats = 2;
    m->config = config;
    return set_seed(m, seed, why) && config->rules->accept(config, why) &&
           (!m->folder || file_make_folders(m->folder, why));
}

static int play_match(struct cli *c, struct match *m, unsigned threads)
{
    const char *seed = cli_value(c, "seed");
    struct lexicon_cache books = {.search_path = &c->search_path};
    struct config config;
    struct buf out = {0};
    double start = think_now();
    seed = seed ? seed : SEED;
    m->failed =
        !game_config(&config, c, c->args[0], &books, &m->why) || !ready(m, &config, seed, &m->why);
    if (!m->failed) {
        game_note_words(c, &config);
        play_all(m, threads);
    }
    double seconds = think_now() - start;
    int status = EXIT_OK;
    if (m->failed)
        status = cli_refuse(c, &m->why);
    else if (cli_json(c))
        print_json(m, seconds, seed, &out);
    else
        print_text(c, m, seconds, seed);
    lexicon_cache_close(&books);
    return status ? status : cli_put(c, &out);
}

static int run_selfplay(struct cli *c)
{
    struct match m = {.folder = cli_value(c, "save"), .lock = PTHREAD_MUTEX_INITIALIZER};
    uint32_t level[2], threads;
    double seconds;
    if (c->argc != 1)
        return c->argc ? cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[1])
                       : cli_usage(c, MSG_CLI_MISSING, "%s", "PRESET");
    if (!cli_number(c, "a", 1, ENGINE_LEVELS, LEVEL, &level[0]) ||
        !cli_number(c, "b", 1, ENGINE_LEVELS, LEVEL, &level[1]) ||
        !cli_number(c, "games", 1, GAMES_MAX, GAMES, &m.games) ||
        !cli_number(c, "threads", 1, THINK_THREADS, 1, &threads) || !think_option_time(c, &seconds))
        return EXIT_USAGE;
    for (int i = 0; i < 2; i++) {
        m.player[i] = think_level(level[i]);
        if (seconds > 0)
            m.player[i].seconds = seconds;
    }
    return play_match(c, &m, threads);
}

static const struct cli_option options[] = {
    {"a", "LEVEL", MSG_OPTION_LEVEL_A},        {"b", "LEVEL", MSG_OPTION_LEVEL_B},
    {"games", "N", MSG_OPTION_GAMES},          {"time", "S", MSG_OPTION_TIME},
    {"threads", "N", MSG_OPTION_GAME_THREADS}, {"seed", "HEX", MSG_OPTION_SEED},
    {"lang", "LANG", MSG_OPTION_GAME_LANG},    {"lexicon", "NAME", MSG_OPTION_GAME_LEXICON},
    {"set", "NAME=VALUE", MSG_OPTION_SET},     {"save", "FOLDER", MSG_OPTION_SAVE},
    {NULL, NULL, MSG_OPTION_LEVEL_A},
};

const struct command command_selfplay = {
    "selfplay", "PRESET", MSG_COMMAND_SELFPLAY, options, run_selfplay, NULL,
};
