#include "train_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool fit_init(struct fit *f, unsigned features)
{
    *f = (struct fit){.features = features};
    f->products = calloc((size_t)features * features, sizeof *f->products);
    f->sums = calloc(features, sizeof *f->sums);
    f->row = calloc((size_t)FIT_ROWS * features, sizeof *f->row);
    f->used = calloc(features, sizeof *f->used);
    return f->products && f->sums && f->row && f->used;
}

void fit_release(struct fit *f)
{
    free(f->products);
    free(f->sums);
    free(f->row);
    free(f->used);
    *f = (struct fit){0};
}

double *fit_row(struct fit *f, double number)
{
    unsigned row = f->rows < FIT_ROWS ? f->rows++ : FIT_ROWS - 1;
    f->number[row] = number;
    return memset(f->row + (size_t)row * f->features, 0, f->features * sizeof *f->row);
}

// Takes the group's mean from a column.
static void centre(double *column, unsigned rows, unsigned step)
{
    double mean = 0;
    for (unsigned i = 0; i < rows; i++)
        mean += column[(size_t)i * step] / rows;
    for (unsigned i = 0; i < rows; i++)
        column[(size_t)i * step] -= mean;
}

static bool appears(const struct fit *f, unsigned feature)
{
    for (unsigned i = 0; i < f->rows; i++)
        if (f->row[(size_t)i * f->features + feature] != 0)
            return true;
    return false;
}

static void add_row(struct fit *f, const double *row, double number, unsigned used)
{
    for (unsigned i = 0; i < used; i++) {
        unsigned one = f->used[i];
        double *products = f->products + (size_t)one * f->features;
        f->sums[one] += row[one] * number;
        for (unsigned k = 0; k <= i; k++)
            products[f->used[k]] += row[one] * row[f->used[k]];
    }
}

void fit_group(struct fit *f)
{
    unsigned used = 0;
    for (unsigned i = 0; i < f->features; i++)
        if (appears(f, i)) {
            f->used[used++] = i;
            centre(f->row + i, f->rows, f->features);
        }
    centre(f->number, f->rows, 1);
    for (unsigned i = 0; i < f->rows; i++)
        add_row(f, f->row + (size_t)i * f->features, f->number[i], used);
    f->rows = 0;
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
