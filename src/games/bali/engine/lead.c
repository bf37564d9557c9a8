#include "games/bali/engine/lead.h"

#include "games/bali/engine/greedy.h"

// Expected points per point of the words on the table. Fitted by least squares to 27,000 positions
// of French greedy games between two seats: the points still to come, against the words on the
// table and the best word that can be made. Runs that are no words yet and single cards did not
// improve the fit.
struct share {
    double first, rest; // of the seat's own words: the best one, all others
    double move;        // of the best word that the seat whose turn it is can make or take
    double stolen;      // of the other seats' words that this word uses up (steals)
    double turn;        // points for having the turn
};

static const struct share on_turn[2] = {
    {.first = 0.55, .rest = 0.58, .move = 0.5, .stolen = 1.07, .turn = -9},
    {.first = -0.16, .rest = 0.9, .move = 1.2, .stolen = 0.9, .turn = -1}, // the deck is empty
};
static const struct share waiting[2] = {
    {.first = 0.73, .rest = 0.58},
    {.first = 0.66, .rest = 1},
};

static double own_words(const struct bali_position *p, unsigned seat, const struct share *share)
{
    int first = 0, all = 0;
    for (unsigned i = 0; i < p->set.row; i++) {
        int points = bali_position_points(p, seat * BALI_ROW + i);
        points = points > 0 ? points : 0;
        first = points > first ? points : first;
        all += points;
    }
    return share->first * first + share->rest * (all - first);
}

static double best_move(const struct bali_position *p, const struct share *share)
{
    struct bali_move move;
    int stolen = 0;
    if (!bali_greedy_move(p, &move))
        return share->turn;
    for (unsigned i = 0; i < move.count; i++) {
        bool own = move.place[i] / BALI_ROW == p->turn;
        int points = own ? 0 : bali_position_points(p, move.place[i]);
        stolen += points > 0 ? points : 0;
    }
    return share->move * bali_move_points(p, &move) + share->stolen * stolen + share->turn;
}

static double expected_total(const struct bali_position *p, unsigned seat)
{
    bool finish = bali_position_must_finish(p);
    double points = bali_position_total(p, seat);
    if (p->over)
        return points;
    if (seat != p->turn)
        return points + own_words(p, seat, &waiting[finish]);
    return points + own_words(p, seat, &on_turn[finish]) + best_move(p, &on_turn[finish]);
}

double bali_expected_lead(const struct bali_position *p, unsigned seat)
{
    const double nobody = -1e9;
    double best = nobody;
    for (unsigned i = 0; i < p->set.seats; i++) {
        double other = i == seat ? nobody : expected_total(p, i);
        best = other > best ? other : best;
    }
    return expected_total(p, seat) - best;
}

// `spread` is about the standard deviation of the points still to come: 25 when the deck is empty,
// 75 with 20 cards in it, 130 in the beginning.
double bali_lead_value(const struct bali_position *p, double lead)
{
    if (p->over)
        return (lead > 0) - (lead < 0);
    double spread = 25 + 165.0 * p->in_deck / (p->in_deck + 45.0), x = 0.8 * lead / spread;
    const double sure = 3;
    x = x > sure ? sure : x < -sure ? -sure : x;
    return x * (27 + x * x) / (27 + 9 * x * x); // a rational approximation of tanh(x)
}
