// train_fit: which weights of features explain numbers best. A sample has a few features, each
// there or not, and a number; the number is taken for the sum of the features' weights and noise.
// Weights that the samples say little about stay near 0: ridge regression.
//
//     struct fit f;
//     fit_init(&f, features);
//     fit_add(&f, present, count, number);
//     fit_solve(&f, ridge, weights);
//     fit_release(&f);
#ifndef LOGOMACHY_TOOLS_TRAIN_FIT_H
#define LOGOMACHY_TOOLS_TRAIN_FIT_H

#include <stdbool.h>
#include <stdint.h>

struct fit {
    unsigned features;
    double *products; // how often two features were there together
    double *sums;     // of the numbers, by feature
    uint64_t samples;
};

bool fit_init(struct fit *f, unsigned features);
void fit_release(struct fit *f);

// `present` is in rising order.
void fit_add(struct fit *f, const unsigned *present, unsigned count, double number);

// `ridge`, by feature: the noise's variance over the variance that its weight is expected to have.
// Spoils what was added. False: the weights are not determined.
bool fit_solve(struct fit *f, const double *ridge, double *weights);

#endif
