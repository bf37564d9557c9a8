// site_fixture: a whole server of the tests' games in one process, with its database in a temporary
// folder. It opens no port until it is run, so a test calls its parts directly.
//
//     struct site_fixture site;
//     if (site_fixture_open(&site, NULL))
//         CHECK(tables_are_idle(site.app->tables));
//     site_fixture_close(&site); // in any case
#ifndef LOGOMACHY_TESTS_SERVER_SITE_FIXTURE_H
#define LOGOMACHY_TESTS_SERVER_SITE_FIXTURE_H

#include "match/host.h"
#include "server/ops/app.h"
#include "test.h"

struct site_fixture {
    char folder[TEST_PATH], db[TEST_PATH + 8];
    struct options options;
    struct record_host host;
    struct app *app; // NULL: it could not be opened, and the test has failed
    const char *open_days;
};

// `open_days` is the option of that name; NULL: its default.
bool site_fixture_open(struct site_fixture *s, const char *open_days);

// Closes the server and removes the database.
void site_fixture_close(struct site_fixture *s);

#endif
