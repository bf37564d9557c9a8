#include "train_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool fit_init(struct fit *f, unsigned features)
{
    *f = (struct fit){.features = features};
    f->products = calloc((size_t)features * features, sizeof *f->products);
    f->sums = calloc(features, sizeof *f->sums);
    return f->products && f->sums;
}

void fit_release(struct fit *f)
{
    free(f->products);
    free(f->sums);
    *f = (struct fit){0};
}

void fit_add(struct fit *f, const unsigned *present, unsigned count, double number)
{
    for (unsigned i = 0; i < count; i++) {
        double *row = f->products + (size_t)present[i] * f->features;
        f->sums[present[i]] += number;
        for (unsigned k = 0; k <= i; k++)
            row[present[k]]++;
    }
    f->samples++;
}

// Cholesky's way, in place: the lower triangle becomes the factor.
static bool factor(double *a, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k <= i; k++) {
            double *row = a + (size_t)i * n, *other = a + (size_t)k * n, sum = row[k];
            for (unsigned m = 0; m < k; m++)
                sum -= row[m] * other[m];
            if (i == k && sum <= 0)
                return false;
            row[k] = i == k ? sqrt(sum) : sum / other[k];
        }
    return true;
}

bool fit_solve(struct fit *f, const double *ridge, double *weights)
{
    unsigned n = f->features;
    for (unsigned i = 0; i < n; i++)
        f->products[(size_t)i * n + i] += ridge[i];
    if (!factor(f->products, n))
        return false;
    memcpy(weights, f->sums, n * sizeof *weights);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < i; k++)
            weights[i] -= f->products[(size_t)i * n + k] * weights[k];
        weights[i] /= f->products[(size_t)i * n + i];
    }
    for (unsigned i = n; i-- > 0;) {
        for (unsigned k = i + 1; k < n; k++)
            weights[i] -= f->products[(size_t)k * n + i] * weights[k];
        weights[i] /= f->products[(size_t)i * n + i];
    }
    return true;
}
