// The Word Game's figures, all of one run: how many games a second two static players play, how
// long a complete list of moves takes, and how many playouts a second look-ahead gets.
//
//     bench-wordgame FOLDER [GAMES [LEXICON]]
//
// FOLDER has the built lexicons, LEXICON (en-international) is one of them. GAMES (400) are played
// with the word map, fewer with what is slower: without the map, and by the baseline, which is a
// plain generator by the word graph that lists all moves and keeps the best. All play the same
// games, move by move; that is checked. Times are of the processor, not of the clock on the wall,
// and the ratios to the baseline say more than they do.
#include "games/wordgame/engine/playout.h"
#include "lexicon/search_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LIST_BOARDS = 40, LIST_ROUNDS = 8, CANDIDATES = 15, PLAYOUT_PLIES = 2 };

static double spent(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct bench {
    struct config config;
    struct wordgame_settings set;
    struct wordgame_wordmap map;
    struct wordgame_leave model;
};

// How a move is found.
enum way { BY_MAP, BY_GRAPH, PLAINLY, WAYS };
static const char *const way_name[WAYS] = {"word map, bounds", "graph, bounds", "graph, all moves"};

// Leave values of about the right size, so that as many moves are looked at as in real games:
// a blank is worth a lot, a tile that few words have costs, and so does having it twice.
static void rough_model(struct wordgame_leave *m, const struct wordgame_settings *set)
{
    wordgame_leave_clear(m);
    for (unsigned kind = 0; kind < TILE_KINDS; kind++) {
        int32_t value = kind == KIND_BLANK ? 24000 : 4000 - 500 * (int32_t)set->value[kind];
        m->tile[kind] = value - (set->tiles[kind] < 3 ? 2000 : 0);
        m->pair[kind][kind] = -2500;
    }
}

static bool open_bench(struct bench *b, const struct lexicon *lex, const char *preset)
{
    struct reason why;
    if (!config_init(&b->config, text_of(preset), &why) ||
        !config_set_lang(&b->config, text_of(lex->alphabet.lang), &why))
        return false;
    b->config.lexicon = lex;
    if (!wordgame_settings_load(&b->set, &b->config, &why) ||
        !wordgame_wordmap_build(&b->map, &b->set, &lex->graph))
        return false;
    rough_model(&b->model, &b->set);
    return true;
}

// Keeps the best of all moves.
struct plain {
    const struct wordgame_static *player;
    struct wordgame_gen_top top;
};

static bool take_plainly(void *context, const struct wordgame_gen_move *found)
{
    struct plain *p = context;
    struct wordgame_gen_move move = *found;
    move.equity += p->player->leave[wordgame_gen_rack_all(&p->player->generator.rack) ^ move.used];
    wordgame_gen_top_offer(&p->top, &move);
    return true;
}

// A placement by the baseline, or else what the player does when it finds none.
static void choose_plainly(struct wordgame_static *player, const struct wordgame_state *w,
                           struct wordgame_static_choice *out)
{
    struct wordgame_gen_move best;
    struct plain plain = {player, {.move = &best, .room = 1}};
    wordgame_static_leave(player, w);
    wordgame_generator_all(&player->generator, take_plainly, &plain);
    wordgame_static_settle(player, w, plain.top.moves ? &best : NULL, out);
}

struct tally {
    uint64_t games, turns, points, hash;
    double seconds;
};

static void play_game(const struct bench *b, struct wordgame_static *player, enum way way,
                      struct rng *r, struct tally *t)
{
    const struct rules *rules = b->config.rules;
    static struct state s;
    const struct wordgame_state *w = wordgame_state(&s);
    unsigned acting;
    rules->setup(&b->config, &s);
    wordgame_static_load(player, w);
    while ((acting = rules->to_act(&b->config, &s))) {
        struct wordgame_static_choice choice;
        if (acting == ACTS_CHANCE) {
            rules->draw(&b->config, &s, r, &choice.action);
        } else {
            if (way == PLAINLY)
                choose_plainly(player, w, &choice);
            else if (!wordgame_static_choose(player, w, &choice))
                abort();
            wordgame_static_played(player, &choice.action);
            t->turns++;
            for (unsigned i = 0; i < choice.action.len; i++)
                t->hash = (t->hash ^ choice.action.data[i]) * UINT64_C(0x100000001B3);
        }
        rules->apply(&b->config, &s, &choice.action);
    }
    t->points += (uint64_t)(w->score[0] + w->score[1]);
    t->games++;
}

static struct tally play_games(const struct bench *b, enum way way, unsigned games)
{
    struct wordgame_static *player = malloc(sizeof *player);
    struct tally t = {0};
    if (!player || !wordgame_static_init(player, &b->set, &b->config.lexicon->graph,
                                         way == BY_MAP ? &b->map : NULL, &b->model, 0))
        abort();
    double start = spent();
    for (unsigned i = 0; i < games; i++) {
        struct rng r;
        uint8_t seed[RNG_SEED] = {(uint8_t)i, (uint8_t)(i >> 8)};
        rng_seed(&r, seed);
        play_game(b, player, way, &r, &t);
    }
    t.seconds = spent() - start;
    wordgame_static_release(player);
    free(player);
    return t;
}

static void bench_games(const struct bench *b, unsigned games)
{
    const unsigned share[WAYS] = {1, 4, 20};
    double rate[WAYS];
    printf("%s, static games on one thread\n", b->config.preset);
    for (int way = PLAINLY; way >= BY_MAP; way--) {
        unsigned count = games / share[way] ? games / share[way] : 1;
        struct tally t = play_games(b, (enum way)way, count);
        bool same = t.hash == play_games(b, BY_MAP, count).hash;
        rate[way] = (double)t.games / t.seconds;
        printf("  %-17s %7.1f games/s  %6.1f us a turn  %.1f turns  %.0f points  x%.1f%s\n",
               way_name[way], rate[way], t.seconds * 1e6 / (double)t.turns,
               (double)t.turns / (double)t.games, (double)t.points / (double)t.games,
               rate[way] / rate[PLAINLY], same ? "" : "  OTHER MOVES");
    }
}

// A board from the middle of a game, with a full rack.
static void play_to_middle(const struct bench *b, struct wordgame_static *player, struct rng *r,
                           struct state *s)
{
    const struct rules *rules = b->config.rules;
    struct wordgame_static_choice choice;
    rules->setup(&b->config, s);
    wordgame_static_load(player, wordgame_state(s));
    while (wordgame_state(s)->turns < 10 || rules->to_act(&b->config, s) == ACTS_CHANCE) {
        if (rules->to_act(&b->config, s) == ACTS_CHANCE) {
            rules->draw(&b->config, s, r, &choice.action);
        } else if (wordgame_static_choose(player, wordgame_state(s), &choice)) {
            wordgame_static_played(player, &choice.action);
        }
        rules->apply(&b->config, s, &choice.action);
    }
}

// A list as a caller would keep it.
struct list {
    struct wordgame_gen_move *move;
    size_t moves, room;
};

static bool keep_move(void *context, const struct wordgame_gen_move *move)
{
    struct list *l = context;
    if (l->moves == l->room) {
        l->room = l->room ? l->room * 2 : 4096;
        l->move = realloc(l->move, l->room * sizeof *l->move);
        if (!l->move)
            abort();
    }
    l->move[l->moves++] = *move;
    return true;
}

// The rack with `blanks` of its letters exchanged for blanks.
static void make_rack(const struct wordgame_state *w, unsigned blanks, uint8_t rack[TILE_KINDS])
{
    memcpy(rack, w->rack[w->turn], TILE_KINDS);
    for (; rack[KIND_BLANK] > blanks; rack[KIND_BLANK]--)
        rack[5]++;
    for (unsigned kind = TILE_KINDS - 1; rack[KIND_BLANK] < blanks; kind--)
        for (; rack[kind] && rack[KIND_BLANK] < blanks; rack[kind]--)
            rack[KIND_BLANK]++;
}

// The best time of several for each board, since something else may run at the same time.
static double list_moves(const struct bench *b, const struct state *boards, unsigned blanks,
                         size_t *moves)
{
    struct wordgame_generator *g = malloc(sizeof *g);
    struct list list = {0};
    double seconds = 0;
    if (!g || !wordgame_generator_init(g, &b->set, &b->config.lexicon->graph, NULL, 0))
        abort();
    *moves = 0;
    for (unsigned i = 0; i < LIST_BOARDS; i++) {
        uint8_t rack[TILE_KINDS];
        double best = 1;
        make_rack(wordgame_state(&boards[i]), blanks, rack);
        wordgame_gen_board_load(&g->board, wordgame_state(&boards[i])->board);
        for (unsigned k = 0; k < LIST_ROUNDS; k++) {
            double start = spent();
            list.moves = 0;
            wordgame_generator_rack(g, rack);
            wordgame_generator_all(g, keep_move, &list);
            double took = spent() - start;
            best = took < best ? took : best;
        }
        seconds += best;
        *moves += list.moves;
    }
    *moves /= LIST_BOARDS;
    wordgame_generator_release(g);
    free(list.move);
    free(g);
    return seconds / LIST_BOARDS;
}

static void bench_lists(const struct bench *b, const struct state *boards)
{
    printf("%s, complete lists in the middle of a game, %u tiles\n", b->config.preset, b->set.rack);
    for (unsigned blanks = 0; blanks <= 2; blanks++) {
        size_t moves;
        double seconds = list_moves(b, boards, blanks, &moves);
        printf("  %u blanks: %6zu moves  %7.1f us  %5.0f ns a move\n", blanks, moves, seconds * 1e6,
               moves ? seconds * 1e9 / (double)moves : 0);
    }
}

// The best few moves of a board, each played out again and again.
static unsigned long playout_board(struct wordgame_playout *p, const struct state *s, struct rng *r,
                                   unsigned rounds)
{
    struct wordgame_gen_move best[CANDIDATES];
    struct wordgame_gen_top top = {.move = best, .room = CANDIDATES};
    const struct wordgame_state *w = wordgame_state(s);
    struct wordgame_playout_result result;
    struct state guess;
    unsigned long count = 0;
    wordgame_playout_load(p, w);
    wordgame_static_leave(&p->player, w);
    wordgame_generator_best(&p->player.generator, p->player.leave, &top);
    for (unsigned i = 0; i < top.moves; i++) {
        struct action a = wordgame_move_encode(&best[i].placement, w->turn);
        wordgame_playout_begin(p, &a);
        for (unsigned k = 0; k < rounds; k++, count++) {
            p->config->rules->guess(p->config, s, w->turn, r, &guess);
            wordgame_playout_run(p, wordgame_state(&guess), r, PLAYOUT_PLIES, &result);
        }
        wordgame_playout_end(p);
    }
    return count;
}

static void bench_playouts(const struct bench *b, const struct state *boards, struct rng *r)
{
    struct wordgame_playout *p = malloc(sizeof *p);
    unsigned long count = 0;
    if (!p || !wordgame_playout_init(p, &b->config, &b->set, &b->map, &b->model, PLAYOUT_PLIES))
        abort();
    double start = spent();
    for (unsigned i = 0; i < LIST_BOARDS; i++) {
        struct state view;
        b->config.rules->view(&b->config, &boards[i], wordgame_state(&boards[i])->turn, &view);
        count += playout_board(p, &view, r, 20);
    }
    double seconds = spent() - start;
    printf("%s, playouts of two plies, %u candidates: %.0f a second\n", b->config.preset,
           CANDIDATES, (double)count / seconds);
    wordgame_playout_release(p);
    free(p);
}

static void bench_all(const struct bench *b, struct wordgame_static *player, struct state *boards,
                      unsigned games)
{
    struct rng r;
    rng_seed_hex(&r, TEXT("b0a2d"));
    for (unsigned i = 0; i < LIST_BOARDS; i++)
        play_to_middle(b, player, &r, &boards[i]);
    bench_games(b, games);
    bench_lists(b, boards);
    bench_playouts(b, boards, &r);
}

static bool bench_preset(const struct lexicon *lex, const char *preset, unsigned games)
{
    struct bench *b = calloc(1, sizeof *b);
    struct state *boards = calloc(LIST_BOARDS, sizeof *boards);
    struct wordgame_static *player = calloc(1, sizeof *player);
    bool ok = b && boards && player && open_bench(b, lex, preset) &&
              wordgame_static_init(player, &b->set, &lex->graph, &b->map, &b->model, 0);
    if (ok) {
        bench_all(b, player, boards, games);
        wordgame_static_release(player);
    }
    if (b)
        wordgame_wordmap_release(&b->map);
    free(player);
    free(boards);
    free(b);
    return ok;
}

int main(int argc, char **argv)
{
    struct search_path search_path;
    struct lexicon lex;
    struct reason why;
    unsigned games = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 400;
    if (argc < 2 || argc > 4) {
        fprintf(stderr, "usage: bench-wordgame FOLDER [GAMES [LEXICON]]\n");
        return 2;
    }
    search_path_init(&search_path, argv[1]);
    if (!search_path_open(&search_path, argc > 3 ? argv[3] : "en-international", &lex, &why)) {
        fprintf(stderr, "bench-wordgame: cannot open the lexicon\n");
        return 1;
    }
    bool ok = bench_preset(&lex, "classic", games) && bench_preset(&lex, "wordgame", games);
    lexicon_close(&lex);
    return ok ? 0 : 1;
}
