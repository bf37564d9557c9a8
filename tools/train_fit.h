// train_fit: which weights of features explain numbers best. Samples come in groups that have
// something in common, a position for instance, which raises or lowers all their numbers alike:
// only differences within a group are explained, as the sum of the features' weights and noise.
// Weights that the samples say little about stay near 0: ridge regression.
//
//     struct fit f;
//     fit_init(&f, features);
//     double *row = fit_row(&f, number);                  // up to FIT_ROWS a group
//     row[feature] += 1;
//     fit_group(&f);                                      // the group is complete
//     fit_solve(&f, ridge, weights);
//     fit_release(&f);
#ifndef LOGOMACHY_TOOLS_TRAIN_FIT_H
#define LOGOMACHY_TOOLS_TRAIN_FIT_H

#include <stdbool.h>

enum { FIT_ROWS = 12 };

struct fit {
    unsigned features;
    double *products; // owned: sums of products of two features, in the lower triangle
    double *sums;     // owned: sums of products of a feature and the number
    double *row;      // owned: the group
    unsigned *used;   // owned: features that the group has
    double number[FIT_ROWS];
    unsigned rows;
};

bool fit_init(struct fit *f, unsigned features);
void fit_release(struct fit *f);

// A sample's features, all 0, for the caller to fill before the next call.
double *fit_row(struct fit *f, double number);
void fit_group(struct fit *f);

// `ridge`, by feature: the noise's variance over the variance that its weight is expected to have.
// Spoils what was added. False: the weights are not determined.
bool fit_solve(struct fit *f, const double *ridge, double *weights);

#endif
