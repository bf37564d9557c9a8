// valid() of the Word Game: tiles, scores, turns and the board.
#include "games/wordgame/state.h"

#include <string.h>

// The most that a seat can score. On the most valuable layout possible every square multiplies the
// word by 3: seven tiles in one move are worth about 300,000 points, and a bag has fewer than 20
// such moves.
enum { SCORE_MAX = 1 << 24, DEDUCTED_MAX = 1 << 10 };

static unsigned count_board(const struct wordgame_state *w, unsigned used[TILE_KINDS])
{
    unsigned filled = 0;
    for (unsigned square = 0; square < BOARD_SQUARES; square++) {
        if (!w->board[square])
            continue;
        used[wordgame_tile_kind(w->board[square])]++;
        filled++;
    }
    return filled;
}

// The tiles everywhere must add up to the set: draws and guesses rely on it.
static bool tiles_fit(const struct wordgame_state *w)
{
    unsigned all = w->filled + w->in_rack[0] + w->in_rack[1] + w->in_bag + w->in_aside;
    unsigned used[TILE_KINDS] = {0};
    if (count_board(w, used) != w->filled || all != w->set.total)
        return false;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        if (used[kind] + w->rack[0][kind] + w->rack[1][kind] + w->bag[kind] + w->aside[kind] >
            w->set.tiles[kind])
            return false;
    return true;
}

// All tiles are known, or none.
static bool is_whole(const uint8_t tiles[TILE_KINDS], unsigned all)
{
    return wordgame_tiles_known(tiles, all) || wordgame_tiles_known(tiles, 0);
}

static bool hidden_fits(const struct wordgame_state *w)
{
    return is_whole(w->rack[0], w->in_rack[0]) && is_whole(w->rack[1], w->in_rack[1]) &&
           is_whole(w->bag, w->in_bag) && is_whole(w->aside, w->in_aside);
}

// The tiles on the board are one group that covers the centre.
static bool board_fits(const struct wordgame_state *w)
{
    uint8_t next[BOARD_SQUARES] = {BOARD_CENTRE};
    bool seen[BOARD_SQUARES] = {[BOARD_CENTRE] = true};
    unsigned found = 1;
    if (!w->filled)
        return w->turns == 0 || w->scoreless == w->turns;
    if (!w->board[BOARD_CENTRE] || w->filled < 2 || w->filled > w->turns * w->set.rack)
        return false;
    for (unsigned i = 0; i < found; i++) {
        unsigned row = next[i] / BOARD_SIDE, column = next[i] % BOARD_SIDE;
        unsigned beside[] = {row ? next[i] - BOARD_SIDE : next[i],
                             row + 1 < BOARD_SIDE ? next[i] + BOARD_SIDE : next[i],
                             column ? next[i] - 1u : next[i],
                             column + 1 < BOARD_SIDE ? next[i] + 1u : next[i]};
        for (unsigned k = 0; k < 4; k++) {
            if (!w->board[beside[k]] || seen[beside[k]])
                continue;
            seen[beside[k]] = true;
            next[found++] = (uint8_t)beside[k];
        }
    }
    return found == w->filled;
}

static bool scores_fit(const struct wordgame_state *w)
{
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++) {
        int32_t least = w->end ? -DEDUCTED_MAX : 0, most = w->filled || w->end ? SCORE_MAX : 0;
        if (w->score[seat] < least || w->score[seat] > most)
            return false;
    }
    return true;
}

// Exchanged tiles lie aside until their seat, whose turn is over, has drawn as many.
static bool aside_fits(const struct wordgame_state *w)
{
    unsigned drawer = 1u - w->turn;
    return !w->in_aside ||
           (w->set.exchange && w->in_bag >= w->set.exchange && w->turns && w->scoreless &&
            w->in_rack[drawer] + w->in_aside == w->set.rack && w->in_rack[w->turn] == w->set.rack);
}

// While there are tiles in the bag at most the seat that has moved lacks some, unless both begin. A
// seat without tiles after that has gone out.
static bool racks_fit(const struct wordgame_state *w)
{
    unsigned full = w->set.rack;
    if (w->in_rack[0] > full || w->in_rack[1] > full || !aside_fits(w))
        return false;
    if (w->end || w->resigned)
        return true;
    if (!w->in_bag)
        return w->in_rack[0] && w->in_rack[1];
    bool begins = w->turns == 0 || (w->set.redraw && w->turns == 2 && w->passes == 2);
    if (begins)
        return (w->in_rack[0] == 0 || w->in_rack[0] == full) &&
               (w->in_rack[1] == 0 || (w->in_rack[1] == full && w->in_rack[0] == full));
    return w->in_rack[w->turn] == full;
}

static bool end_fits(const struct wordgame_state *w)
{
    bool idle = wordgame_is_stalled(&w->set, w->passes, w->scoreless);
    bool out = !w->in_bag && !w->in_aside && w->turns && !w->in_rack[1 - w->turn];
    if (w->end == END_OUT)
        return out;
    return w->end == END_PASSES ? idle && !out : w->end == END_NONE && !idle && !out;
}

// Seats take turns; counters that end a game cannot have passed their limit.
static bool turn_fits(const struct wordgame_state *w)
{
    const struct wordgame_settings *set = &w->set;
    if (w->turn != w->turns % 2 || w->passes > w->scoreless || w->scoreless > w->turns ||
        (set->end_passes && w->passes > set->end_passes) ||
        (set->end_scoreless && w->scoreless > set->end_scoreless))
        return false;
    if (w->turns > w->set.total * (1 + w->set.end_scoreless))
        return false;
    return w->resigned < 3 && !(w->resigned && w->end) && end_fits(w);
}

bool wordgame_valid(const struct config *c, const struct state *s, struct reason *why)
{
    const struct wordgame_state *w = wordgame_state(s);
    (void)c;
    if (w->turn >= WORDGAME_SEATS || !turn_fits(w))
        return refuse(why, MSG_STATE_TURN, "%s", "");
    if (!tiles_fit(w) || !racks_fit(w))
        return refuse(why, MSG_STATE_TILES, "%s", "");
    if (!hidden_fits(w))
        return refuse(why, MSG_STATE_HIDDEN, "%s", "");
    if (!board_fits(w))
        return refuse(why, MSG_STATE_BOARD, "%s", "");
    return scores_fit(w) || refuse(why, MSG_STATE_SCORE, "%s", "");
}
