#include "server/site_fixture.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *flag(const void *context, const char *name)
{
    const struct site_fixture *s = context;
    const char *const flags[][2] = {{"db", s->db},          {"port", "0"},
                                    {"outbox", s->folder},  {"lexicons", s->folder},
                                    {"log-level", "error"}, {"open-days", s->open_days}};
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(name, flags[i][0]) == 0)
            return flags[i][1];
    return NULL;
}

bool site_fixture_open(struct site_fixture *s, const char *open_days)
{
    struct reason why;
    const struct options_source source = {.flag = flag, .context = s};
    *s = (struct site_fixture){.host = match_host(), .open_days = open_days};
    test_folder(s->folder);
    snprintf(s->db, sizeof s->db, "%s/db", s->folder);
    CHECK(options_load(&s->options, &source, &why));
    s->app = app_open(&s->options, &s->host, &why);
    CHECK(s->app);
    return s->app;
}

void site_fixture_close(struct site_fixture *s)
{
    static const char *const tails[] = {"", "-wal", "-shm"};
    if (s->app)
        app_close(s->app);
    options_release(&s->options);
    match_host_close();
    for (unsigned i = 0; i < sizeof tails / sizeof *tails; i++) {
        char path[sizeof s->db + 8];
        snprintf(path, sizeof path, "%s%s", s->db, tails[i]);
        unlink(path);
    }
    rmdir(s->folder);
}
