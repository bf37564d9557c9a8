#include "store/support.h"

#include <libpq-fe.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[TEST_PATH], place[256];
static pid_t owner;

static bool on_files(void)
{
    return !getenv("LOGOMACHY_TEST_STORE");
}

bool needs_file(void)
{
    if (!on_files())
        test_skip("not applicable: the database is no file");
    return on_files();
}

bool needs_server(void)
{
    if (on_files())
        test_skip("not applicable: the database is a file");
    return !on_files();
}

static void remove_files(void)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-journal"};
    for (unsigned i = 0; *place && i < sizeof tails / sizeof *tails; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s%s", place, tails[i]);
        unlink(path);
    }
}

static void remove_folder(void)
{
    if (getpid() != owner)
        return; // a child of ours
    remove_files();
    rmdir(folder);
}

static const char *empty_server(const char *where)
{
    PGconn *db = PQconnectdb(where);
    PGresult *r = PQexec(db, "SET client_min_messages = error;"
                             " DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    if (PQresultStatus(r) != PGRES_COMMAND_OK) {
        printf("Bail out! %s\n", PQerrorMessage(db));
        exit(1);
    }
    PQclear(r);
    PQfinish(db);
    return where;
}

const char *fresh_place(void)
{
    static unsigned number;
    if (!on_files())
        return empty_server(getenv("LOGOMACHY_TEST_STORE"));
    if (!*folder) {
        test_folder(folder);
        owner = getpid();
        atexit(remove_folder);
    }
    remove_files();
    snprintf(place, sizeof place, "%s/%u.db", folder, ++number);
    return place;
}

struct store *open_store(const char *where)
{
    struct reason why = {0};
    struct store *s = store_open(&(struct store_options){.where = where}, &why);
    if (!s) {
        struct buf words = {0};
        reason_word(&why, LANGUAGE_EN, &words);
        printf("Bail out! %.*s\n", TEXT_ARG(buf_text(&words)));
        exit(1);
    }
    return s;
}

void finish_until(struct store *s, const bool *condition)
{
    for (int i = 0; i < 60000 && !*condition; i++) {
        store_finish(s);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    CHECK(*condition);
}

bool in_child(void (*body)(void *context), void *context)
{
    int status = 0;
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        body(context);
        fflush(stdout);
        _exit(test_failed() ? 1 : 0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

struct plan_check {
    char before[20]; // how the step before began
};

static bool may_scan(const char *step)
{
    // The rows of a page, mails that wait, and running matches with a computer.
    static const char *const allowed[] = {"SCAN CONSTANT ROW",
                                          "SCAN page",
                                          "SCAN branch",
                                          "SCAN (subquery",
                                          "SCAN n",
                                          "SCAN mails USING COVERING INDEX",
                                          "SCAN due", // a page of them
                                          "SCAN one",
                                          "SCAN s USING INDEX seats_computer"};
    for (unsigned i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (strncmp(step, allowed[i], strlen(allowed[i])) == 0)
            return true;
    return strncmp(step, "SCAN ", 5) != 0;
}

// A branch of a list of matches (match_list.c) finds its beginning by all that it filters by.
static bool narrow(const char *statement, const char *step)
{
    if (strncmp(step, "SEARCH b ", 9) != 0)
        return true;
    if (strstr(statement, "FROM matches AS b") && strstr(statement, "AND game = $") &&
        !strstr(step, "game=?"))
        return false;
    if (strstr(statement, "b.solo = 1 AND b.status = 2 AND b.unranked = 0 AND b.account = $"))
        return strstr(step, "INDEX seats_own_best (account=? AND game=? AND lang=?");
    if (strstr(statement, "b.solo = 1 AND b.status = 2 AND b.unranked = 0 AND b.deal = $"))
        return strstr(step, "INDEX seats_deal (game=? AND lang=? AND deal=?");
    return strstr(step, "status=?") || strstr(step, "INDEX seats_best (game=? AND lang=?");
}

// A list of matches sorts only the rows of a page, which its branches have cut to length; each
// with the turn of its last entry. Several logs or chats add little, too.
static bool may_sort(const char *before, const char *step)
{
    return !strstr(step, "USE TEMP B-TREE") || strncmp(before, "SCAN branch", 11) == 0 ||
           strcmp(before, "SCAN due") == 0 || strcmp(before, "SCAN one") == 0 ||
           strcmp(before, "SEARCH s USING PRIM") == 0 ||
           strcmp(before, "SEARCH e USING PRIM") == 0 || strcmp(before, "SEARCH c USING PRIM") == 0;
}

// Work of a schema step on all rows, done once.
static bool migrates(const char *statement)
{
    static const char *const once[] = {"UPDATE matches SET unranked = 'takeback'",
                                       "UPDATE seats SET unranked = 1 "};
    for (unsigned i = 0; i < sizeof once / sizeof *once; i++)
        if (strncmp(statement, once[i], strlen(once[i])) == 0)
            return true;
    return false;
}

static void check_plan(void *context, const char *statement, const char *step)
{
    struct plan_check *c = context;
    if (migrates(statement))
        return;
    if (!may_scan(step) || !may_sort(c->before, step) || !narrow(statement, step))
        test_fail(__FILE__, __LINE__, "%s: %s", step, statement);
    snprintf(c->before, sizeof c->before, "%.19s", step);
}

struct job_test {
    void (*body)(struct store_tx *tx);
};

static enum store_status job_test_run(struct store_tx *tx, void *context)
{
    struct job_test *t = context;
    struct plan_check check = {""};
    t->body(tx);
    if (tx->engine->plans)
        tx->engine->plans(tx->connection, check_plan, &check);
    return STORE_OK;
}

void job_test(void (*body)(struct store_tx *tx))
{
    struct job_test t = {body};
    struct store *s = open_store(fresh_place());
    CHECK_STATUS(store_do(s, true, job_test_run, &t), STORE_OK);
    store_close(s);
}

struct store_account make_account(int number)
{
    struct store_account a = {.kind = ACCOUNT_PERSON,
                              .lang = "en",
                              .password = "$argon2id$",
                              .created = 1000 + number,
                              .seen = 2000 + number};
    snprintf(a.name, sizeof a.name, "Name %d", number);
    snprintf(a.key, sizeof a.key, "name%03d", number);
    snprintf(a.mail, sizeof a.mail, "%d@example.org", number);
    return a;
}

struct store_match make_match(int number)
{
    struct store_match m = {.game = "balda",
                            .lang = "ru",
                            .lexicon = "ru",
                            .seats = 2,
                            .listed = true,
                            .status = MATCH_ROW_RUNNING,
                            .creator = 1,
                            .created = 5000 + number,
                            .seed_hash = "abc",
                            .terms = "clock none"};
    snprintf(m.id, sizeof m.id, "m%d", number);
    return m;
}

struct store_seat make_seat(unsigned seat, int64_t account)
{
    return (struct store_seat){.seat = seat, .account = account, .rating_before = 1500.5};
}

struct store_entry make_entry(int seq)
{
    return (struct store_entry){.seq = seq, .at = 100 + seq, .text = TEXT("move A b3 Я балда")};
}

void add_accounts(struct store_tx *tx, int count)
{
    for (int i = 1; i <= count; i++) {
        struct store_account a = make_account(i);
        CHECK_STATUS(store_account_add(tx, &a), STORE_OK);
        CHECK_NUMBER(a.id, i);
    }
}

void add_match(struct store_tx *tx, int number)
{
    struct store_match m = make_match(number);
    const struct store_seat seats[] = {make_seat(0, 1), make_seat(1, 2)};
    CHECK_STATUS(store_match_add(tx, &m, seats), STORE_OK);
}
