#include "games/wordgame/engine/playout.h"

#include "base/bug.h"

#include <string.h>

enum { POINTS_KEPT = sizeof((struct wordgame_playout_result){0}.points) / sizeof(int32_t) };

bool wordgame_playout_init(struct wordgame_playout *p, const struct config *config,
                           const struct wordgame_settings *set, const struct wordgame_wordmap *map,
                           const struct wordgame_leave *model, unsigned plies)
{
    memset(&p->state, 0, sizeof p->state);
    p->config = config;
    p->placed = false;
    p->depth = plies + 1;
    return wordgame_static_init(&p->player, set, &config->lexicon->graph, map, model, p->depth);
}

void wordgame_playout_release(struct wordgame_playout *p)
{
    wordgame_static_release(&p->player);
}

void wordgame_playout_load(struct wordgame_playout *p, const struct wordgame_state *w)
{
    p->placed = false;
    wordgame_static_load(&p->player, w);
}

void wordgame_playout_begin(struct wordgame_playout *p, const struct action *candidate)
{
    struct wordgame_gen_board *board = &p->player.generator.board;
    struct wordgame_placement placement;
    p->candidate = *candidate;
    p->placed = candidate->kind == WORDGAME_PLACE;
    if (!p->placed)
        return;
    BUG_UNLESS(wordgame_placement(board->set, candidate, &placement));
    wordgame_gen_board_try(board, &placement);
}

void wordgame_playout_end(struct wordgame_playout *p)
{
    if (p->placed)
        wordgame_gen_board_back(&p->player.generator.board);
    p->placed = false;
}

// The value of the tiles that the candidate's seat keeps.
static int32_t candidate_leave(struct wordgame_playout *p)
{
    const struct wordgame_state *w = wordgame_state(&p->state);
    wordgame_static_leave(&p->player, w);
    unsigned used = wordgame_static_used(&p->player, w, &p->candidate);
    return p->player.leave[wordgame_gen_rack_all(&p->player.generator.rack) ^ used];
}

// Deals until a seat is to act; false: the game is over.
static bool deal(struct wordgame_playout *p, struct rng *r)
{
    const struct rules *rules = p->config->rules;
    unsigned acting;
    while ((acting = rules->to_act(p->config, &p->state)) == ACTS_CHANCE) {
        struct action a;
        rules->draw(p->config, &p->state, r, &a);
        rules->apply(p->config, &p->state, &a);
    }
    return acting != 0;
}

static void apply(struct wordgame_playout *p, const struct action *a,
                  struct wordgame_playout_result *out)
{
    const struct wordgame_state *w = wordgame_state(&p->state);
    unsigned seat = w->turn;
    int32_t before = w->score[seat];
    p->config->rules->apply(p->config, &p->state, a);
    if (out->plies < POINTS_KEPT)
        out->points[out->plies] = w->end ? 0 : w->score[seat] - before;
}

// Plays the moves after the candidate. `kept` has the value of the leave of each seat's last move.
static bool play_on(struct wordgame_playout *p, struct rng *r, unsigned plies, int32_t kept[2],
                    struct wordgame_playout_result *out)
{
    const struct wordgame_state *w = wordgame_state(&p->state);
    struct wordgame_gen_board *board = &p->player.generator.board;
    unsigned tries = 0;
    bool ok = true;
    while (out->plies < plies && ok && deal(p, r)) {
        struct wordgame_static_choice choice;
        unsigned seat = w->turn;
        ok = wordgame_static_choose(&p->player, w, &choice);
        if (!ok)
            break;
        out->plies++;
        kept[seat] = choice.leave;
        apply(p, &choice.action, out);
        if (choice.action.kind == WORDGAME_PLACE && out->plies < plies && !w->end) {
            wordgame_gen_board_try(board, &choice.move.placement);
            tries++;
        }
    }
    for (; tries > 0; tries--)
        wordgame_gen_board_back(board);
    return ok;
}

bool wordgame_playout_run(struct wordgame_playout *p, const struct wordgame_state *guess,
                          struct rng *r, unsigned plies, struct wordgame_playout_result *out)
{
    struct wordgame_state *w = wordgame_state_of(&p->state);
    unsigned seat = guess->turn;
    int32_t kept[WORDGAME_SEATS] = {0}, before = wordgame_lead(guess, seat);
    BUG_UNLESS(plies < p->depth);
    *out = (struct wordgame_playout_result){.plies = 0};
    *w = *guess;
    kept[seat] = candidate_leave(p);
    apply(p, &p->candidate, out);
    if (!play_on(p, r, plies, kept, out))
        return false;
    out->over = w->end != END_NONE;
    out->spread = wordgame_lead(w, seat) - before;
    out->leave = out->over ? 0 : kept[seat] - kept[1 - seat];
    return true;
}
