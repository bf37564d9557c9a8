#include "games/bali/engine/standing.h"

#include "games/bali/engine/quick.h"

// What there is on the table brings so much of its points to who owns it. Found by least squares
// from 27,000 positions of French games at a glance between two seats: what was still to come in
// them, against the words that lie there and the best one that can be made. Runs that are no words
// yet, and single cards, were found to bring nothing that would not show in that.
struct share {
    double first, rest; // of the seat's own words: the best one, all others
    double move;        // of the best word that the seat whose turn it is can make or take
    double stolen;      // of the others' words that go into it
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

static double words(const struct bali_position *p, unsigned seat, const struct share *share)
{
    int first = 0, all = 0;
    for (unsigned i = 0; i < p->row; i++) {
        int points = bali_position_points(p, seat * BALI_ROW + i);
        points = points > 0 ? points : 0;
        first = points > first ? points : first;
        all += points;
    }
    return share->first * first + share->rest * (all - first);
}

static double move(const struct bali_position *p, const struct share *share)
{
    struct bali_step step;
    int stolen = 0;
    if (!bali_quick(p, &step))
        return share->turn;
    for (unsigned i = 0; i < step.count; i++) {
        bool own = step.place[i] / BALI_ROW == p->turn;
        int points = own ? 0 : bali_position_points(p, step.place[i]);
        stolen += points > 0 ? points : 0;
    }
    return share->move * bali_step_points(p, &step) + share->stolen * stolen + share->turn;
}

static double total(const struct bali_position *p, unsigned seat)
{
    bool closing = bali_position_closing(p);
    double points = bali_position_total(p, seat);
    if (p->over)
        return points;
    if (seat != p->turn)
        return points + words(p, seat, &waiting[closing]);
    return points + words(p, seat, &on_turn[closing]) + move(p, &on_turn[closing]);
}

double bali_standing(const struct bali_position *p, unsigned seat)
{
    const double nobody = -1e9;
    double best = nobody;
    for (unsigned i = 0; i < p->seats; i++) {
        double other = i == seat ? nobody : total(p, i);
        best = other > best ? other : best;
    }
    return total(p, seat) - best;
}

// What is still to come differs from what was expected by about `spread` points: 25 when the deck
// is empty, 75 with 20 cards in it, 130 in the beginning.
double bali_standing_hope(const struct bali_position *p, double lead)
{
    if (p->over)
        return (lead > 0) - (lead < 0);
    double spread = 25 + 165.0 * p->in_deck / (p->in_deck + 45.0), x = 0.8 * lead / spread;
    const double sure = 3;
    x = x > sure ? sure : x < -sure ? -sure : x;
    return x * (27 + x * x) / (27 + 9 * x * x); // like tanh
}
