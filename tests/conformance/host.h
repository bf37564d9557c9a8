// host: reads records of one config, whatever preset and lexicon they name.
#ifndef LOGOMACHY_TESTS_CONFORMANCE_HOST_H
#define LOGOMACHY_TESTS_CONFORMANCE_HOST_H

#include "rules/record.h"

struct record_host conformance_host(const struct config **of); // `of` outlives the host

#endif
