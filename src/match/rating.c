// Glicko-2. The letters and the steps are those of the paper.
#include "match/rating.h"

#include "base/bug.h"

#include <math.h>

#define SCALE 173.7178 // between what people see and the system's own numbers
#define PI 3.14159265358979323846

enum { ITERATIONS = 100 };

// A rating on the system's own scale.
struct glicko {
    double mu, phi, sigma;
};

static double within(double x, double low, double high)
{
    return isnan(x) || x < low ? low : x > high ? high : x;
}

static struct rating bounded(double rating, double deviation, double volatility)
{
    return (struct rating){
        within(rating, RATING_MIN, RATING_MAX),
        within(deviation, RATING_DEVIATION_MIN, RATING_DEVIATION_MAX),
        within(volatility, RATING_VOLATILITY_MIN, RATING_VOLATILITY_MAX),
    };
}

static struct glicko to_glicko(const struct rating *r)
{
    struct rating b = bounded(r->rating, r->deviation, r->volatility);
    return (struct glicko){(b.rating - 1500.0) / SCALE, b.deviation / SCALE, b.volatility};
}

static struct rating from_glicko(const struct glicko *g)
{
    return bounded(g->mu * SCALE + 1500.0, g->phi * SCALE, g->sigma);
}

// g(phi) of the paper: the weight of a result falls with the opponent's deviation.
static double weight(double phi)
{
    return 1.0 / sqrt(1.0 + 3.0 * phi * phi / (PI * PI));
}

// Evidence of the games: how uncertain the result is (step 3, as 1/v) and how far it differs from
// the one expected.
struct evidence {
    double precision, surprise;
};

static struct evidence weigh(const struct glicko *own, const struct rating_game *games,
                             unsigned count)
{
    struct evidence e = {0};
    for (unsigned i = 0; i < count; i++) {
        struct glicko other = to_glicko(&games[i].opponent);
        double g = weight(other.phi);
        double expected = 1.0 / (1.0 + exp(-g * (own->mu - other.mu)));
        e.precision += g * g * expected * (1.0 - expected);
        e.surprise += g * (within(games[i].score, 0.0, 1.0) - expected);
    }
    return e;
}

// Step 5's function, whose zero is the logarithm of the new variance.
struct volatility {
    double a, delta2, phi2, v;
};

static double slope(const struct volatility *f, double x)
{
    double power = exp(x), sum = f->phi2 + f->v + power;
    return power * (f->delta2 - sum) / (2.0 * sum * sum) - (x - f->a) / (RATING_TAU * RATING_TAU);
}

// The end of the interval where the function is on the other side of 0.
static double other_end(const struct volatility *f)
{
    if (f->delta2 > f->phi2 + f->v)
        return log(f->delta2 - f->phi2 - f->v);
    int k = 1;
    while (k < ITERATIONS && slope(f, f->a - k * RATING_TAU) < 0.0)
        k++;
    return f->a - k * RATING_TAU;
}

// The Illinois way of closing in on the zero.
static double new_volatility(const struct volatility *f)
{
    double a = f->a, b = other_end(f), fa = slope(f, a), fb = slope(f, b);
    for (int i = 0; i < ITERATIONS && fabs(b - a) > 1e-6 && fb != fa; i++) {
        double c = a + (a - b) * fa / (fb - fa), fc = slope(f, c);
        if (fc * fb <= 0.0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2.0;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2.0);
}

struct rating rating_after(const struct rating *own, const struct rating_game *games,
                           unsigned count)
{
    struct glicko g = to_glicko(own);
    struct evidence e = weigh(&g, games, count);
    // A result against an infinitely stronger or weaker opponent carries no information.
    if (e.precision > 1e-12) {
        double v = 1.0 / e.precision, delta = v * e.surprise;
        struct volatility f = {2.0 * log(g.sigma), delta * delta, g.phi * g.phi, v};
        g.sigma = within(new_volatility(&f), RATING_VOLATILITY_MIN, RATING_VOLATILITY_MAX);
    }
    g.phi = 1.0 / sqrt(1.0 / (g.phi * g.phi + g.sigma * g.sigma) + e.precision);
    g.mu += g.phi * g.phi * e.surprise;
    return from_glicko(&g);
}

void rating_rest(struct rating *r, double days)
{
    struct glicko g = to_glicko(r);
    double periods = within(days, 0.0, 1e6) * RATING_PERIODS_PER_DAY;
    double phi = sqrt(g.phi * g.phi + g.sigma * g.sigma * periods);
    *r = bounded(r->rating, phi * SCALE, r->volatility);
}

void rating_match(struct rating player[], const unsigned rank[], unsigned count)
{
    struct rating after[SEATS_MAX];
    BUG_UNLESS(count >= 2 && count <= SEATS_MAX);
    for (unsigned i = 0; i < count; i++) {
        struct rating_game games[SEATS_MAX];
        unsigned others = 0;
        for (unsigned j = 0; j < count; j++)
            if (j != i)
                games[others++] = (struct rating_game){player[j], rank[i] < rank[j]   ? 1.0
                                                                  : rank[i] > rank[j] ? 0.0
                                                                                      : 0.5};
        after[i] = rating_after(&player[i], games, others);
    }
    for (unsigned i = 0; i < count; i++)
        player[i] = after[i];
}
