#include "store/buckets.h"
#include "store/support.h"

#include <stdio.h>
#include <string.h>

JOB_TEST(account_comes_back)
{
    struct store_account a = make_account(7), b, c;
    memset(&b, 0xff, sizeof b);
    SET(a.name, "Ёж «7»");
    a.mail_turns = a.admin = true;
    a.muted_until = 1LL << 40;
    CHECK_STATUS(store_account_add(tx, &a), STORE_OK);
    CHECK(a.id > 0);
    CHECK_STATUS(store_account_get(tx, a.id, &b), STORE_OK);
    CHECK_NUMBER(b.id, a.id);
    CHECK(strcmp(b.name, a.name) == 0 && strcmp(b.key, a.key) == 0);
    CHECK(strcmp(b.password, a.password) == 0 && strcmp(b.mail, a.mail) == 0);
    CHECK(strcmp(b.lang, "en") == 0 && b.kind == ACCOUNT_PERSON);
    CHECK(b.mail_turns && b.admin && !b.banned && !b.closed);
    CHECK_NUMBER(b.muted_until, a.muted_until);
    CHECK_NUMBER(b.created, a.created);
    CHECK_NUMBER(b.seen, a.seen);
    CHECK_STATUS(store_account_by_key(tx, a.key, &c), STORE_OK);
    CHECK_NUMBER(c.id, a.id);
    CHECK_STATUS(store_account_by_mail(tx, a.mail, &c), STORE_OK);
    CHECK_NUMBER(c.id, a.id);
    CHECK_STATUS(store_account_get(tx, a.id + 1, &c), STORE_NONE);
    CHECK_STATUS(store_account_by_key(tx, "nobody", &c), STORE_NONE);
    CHECK_STATUS(store_account_by_key(tx, "", &c), STORE_NONE);
    CHECK_STATUS(store_account_by_mail(tx, "nobody@", &c), STORE_NONE);
    CHECK_STATUS(store_account_by_mail(tx, "", &c), STORE_NONE);
}

JOB_TEST(account_keys_are_unique)
{
    struct store_account a = make_account(1), b = make_account(2), guest = make_account(3), got;
    CHECK_STATUS(store_account_add(tx, &a), STORE_OK);
    SET(b.key, a.key);
    CHECK_STATUS(store_account_add(tx, &b), STORE_TAKEN);
    b = make_account(2);
    SET(b.mail, a.mail);
    CHECK_STATUS(store_account_add(tx, &b), STORE_TAKEN);
    // Without an address any number of people may come, and a guest's is nobody's.
    b.mail[0] = '\0';
    CHECK_STATUS(store_account_add(tx, &b), STORE_OK);
    guest.kind = ACCOUNT_GUEST;
    SET(guest.mail, a.mail);
    CHECK_STATUS(store_account_add(tx, &guest), STORE_OK);
    CHECK_STATUS(store_account_by_mail(tx, a.mail, &got), STORE_OK);
    CHECK_NUMBER(got.id, a.id);
    guest = make_account(4);
    guest.mail[0] = '\0';
    CHECK_STATUS(store_account_add(tx, &guest), STORE_OK);
}

JOB_TEST(account_is_saved)
{
    struct store_account a = make_account(1), b = make_account(2), got;
    CHECK_STATUS(store_account_add(tx, &a), STORE_OK);
    CHECK_STATUS(store_account_add(tx, &b), STORE_OK);
    SET(b.key, a.key);
    CHECK_STATUS(store_account_save(tx, &b), STORE_TAKEN);
    b = make_account(2);
    b.id = a.id + 1;
    SET(b.name, "Other");
    SET(b.mail, "new@example.org");
    b.kind = ACCOUNT_BOT;
    b.banned = true;
    b.muted_until = 77;
    CHECK_STATUS(store_account_save(tx, &b), STORE_OK);
    CHECK_STATUS(store_account_get(tx, b.id, &got), STORE_OK);
    CHECK(strcmp(got.name, "Other") == 0 && strcmp(got.mail, "new@example.org") == 0);
    CHECK(got.kind == ACCOUNT_BOT && got.banned && got.muted_until == 77);
    CHECK_STATUS(store_account_seen(tx, b.id, 999), STORE_OK);
    CHECK_STATUS(store_account_get(tx, b.id, &got), STORE_OK);
    CHECK_NUMBER(got.seen, 999);
    b.id = 12345;
    SET(b.key, "free");
    CHECK_STATUS(store_account_save(tx, &b), STORE_NONE);
    CHECK_STATUS(store_account_seen(tx, 12345, 1), STORE_NONE);
}

static bool chat_texts(void *context, const struct store_chat *c)
{
    *(size_t *)context += c->text.len;
    return true;
}

static void fill_account(struct store_tx *tx)
{
    struct store_session s = {.hash = "h1", .account = 1};
    struct store_ticket t = {.hash = "t1", .account = 1, .kind = "reset"};
    struct store_chat c = {.match = "m1", .account = 1, .text = TEXT("my secret")};
    struct store_chat theirs = {.match = "m1", .account = 2, .text = TEXT("hm")};
    struct store_mail m = {.to = "1@example.org", .subject = TEXT("s"), .body = TEXT("b")};
    add_accounts(tx, 3);
    add_match(tx, 1);
    CHECK_STATUS(store_session_add(tx, &s), STORE_OK);
    CHECK_STATUS(store_ticket_add(tx, &t), STORE_OK);
    CHECK_STATUS(store_chat_add(tx, &c), STORE_OK);
    CHECK_STATUS(store_chat_add(tx, &theirs), STORE_OK);
    CHECK_STATUS(store_mute_set(tx, 1, 2, 5), STORE_OK);
    CHECK_STATUS(store_mute_set(tx, 3, 1, 5), STORE_OK);
    CHECK_STATUS(store_mute_set(tx, 3, 2, 5), STORE_OK);
    CHECK_STATUS(store_mail_add(tx, &m), STORE_OK);
}

JOB_TEST(closing_erases)
{
    struct store_account a = make_account(1), got;
    struct store_session s;
    struct store_ticket t;
    struct store_match m;
    struct store_seat seats[SEATS_MAX];
    bool muted = true;
    int64_t mails = -1;
    size_t said = 0;
    fill_account(tx);
    CHECK_STATUS(store_account_close(tx, 1), STORE_OK);
    CHECK_STATUS(store_account_get(tx, 1, &got), STORE_OK);
    CHECK(got.closed && !*got.name && !*got.key && !*got.mail && !*got.password);
    CHECK_STATUS(store_account_by_key(tx, a.key, &got), STORE_NONE);
    CHECK_STATUS(store_account_by_mail(tx, a.mail, &got), STORE_NONE);
    CHECK_STATUS(store_session_get(tx, "h1", &s), STORE_NONE);
    CHECK_STATUS(store_ticket_take(tx, "t1", "reset", &t), STORE_NONE);
    CHECK_STATUS(store_mute_has(tx, 1, 2, &muted), STORE_OK);
    CHECK(!muted);
    CHECK_STATUS(store_mute_has(tx, 3, 1, &muted), STORE_OK);
    CHECK(!muted);
    CHECK_STATUS(store_mute_has(tx, 3, 2, &muted), STORE_OK);
    CHECK(muted);
    CHECK_STATUS(store_chat_list(tx, "m1", &(struct store_page){.limit = 10}, chat_texts, &said),
                 STORE_OK);
    CHECK_NUMBER(said, 2); // only what the other said
    CHECK_STATUS(store_mail_count(tx, &mails), STORE_OK);
    CHECK_NUMBER(mails, 0);
    CHECK_STATUS(store_match_get(tx, "m1", &m, seats), STORE_OK);
    CHECK_NUMBER(seats[0].account, 1);
    // Closed is closed: no new keys to it, no changes; the name is free for others.
    CHECK_STATUS(store_account_close(tx, 1), STORE_NONE);
    s = (struct store_session){.hash = "h2", .account = 1};
    CHECK_STATUS(store_session_add(tx, &s), STORE_NONE);
    a.id = 1;
    CHECK_STATUS(store_account_save(tx, &a), STORE_NONE);
    CHECK_STATUS(store_account_add(tx, &a), STORE_OK);
    CHECK_NUMBER(a.id, 4);
    CHECK_STATUS(store_account_close(tx, 4), STORE_OK);
    CHECK_STATUS(store_account_close(tx, 99), STORE_NONE);
}

struct keys {
    char last[81];
    unsigned count, stop;
};

static bool take_key(void *context, const struct store_account *a)
{
    struct keys *k = context;
    CHECK(strcmp(k->last, a->key) < 0);
    SET(k->last, a->key);
    return ++k->count != k->stop;
}

JOB_TEST(accounts_are_listed)
{
    struct keys k = {0};
    struct store_account other = make_account(0);
    add_accounts(tx, 25);
    SET(other.key, "nam");
    CHECK_STATUS(store_account_add(tx, &other), STORE_OK);
    other = make_account(26);
    SET(other.key, "яков");
    CHECK_STATUS(store_account_add(tx, &other), STORE_OK);
    CHECK_STATUS(store_account_list(tx, "name01", &(struct store_page){.limit = 100}, take_key, &k),
                 STORE_OK);
    CHECK_NUMBER(k.count, 10);
    k = (struct keys){0};
    CHECK_STATUS(store_account_list(tx, "name", &(struct store_page){.limit = 20}, take_key, &k),
                 STORE_OK);
    CHECK_NUMBER(k.count, 20);
    CHECK_STATUS(store_account_list(tx, "name",
                                    &(struct store_page){.after_id = k.last, .limit = 20}, take_key,
                                    &k),
                 STORE_OK);
    CHECK_NUMBER(k.count, 25);
    k = (struct keys){0};
    CHECK_STATUS(store_account_list(tx, "", &(struct store_page){.limit = 100}, take_key, &k),
                 STORE_OK);
    CHECK_NUMBER(k.count, 27);
    CHECK(strcmp(k.last, "яков") == 0);
    k = (struct keys){.stop = 3};
    CHECK_STATUS(store_account_list(tx, "", &(struct store_page){.limit = 100}, take_key, &k),
                 STORE_OK);
    CHECK_NUMBER(k.count, 3);
}

static bool count_session(void *context, const struct store_session *s)
{
    int64_t *last = context;
    CHECK(s->created >= *last);
    *last = s->created + 100; // the created of those below are far apart: counts and checks order
    return true;
}

JOB_TEST(sessions)
{
    struct store_session s = {.hash = "aa", .account = 1, .created = 100, .expires = 500}, got;
    struct store_session token = {
        .hash = "bb", .account = 1, .created = 200, .expires = 900, .token = true, .label = "bot"};
    struct store_session other = {.hash = "cc", .account = 2, .created = 300, .expires = 500};
    int64_t last = 0;
    add_accounts(tx, 2);
    CHECK_STATUS(store_session_add(tx, &s), STORE_OK);
    CHECK_STATUS(store_session_add(tx, &s), STORE_TAKEN);
    CHECK_STATUS(store_session_add(tx, &token), STORE_OK);
    CHECK_STATUS(store_session_add(tx, &other), STORE_OK);
    other.account = 77;
    SET(other.hash, "dd");
    CHECK_STATUS(store_session_add(tx, &other), STORE_NONE);
    CHECK_STATUS(store_session_get(tx, "bb", &got), STORE_OK);
    CHECK(got.token && got.account == 1 && got.created == 200 && got.expires == 900);
    CHECK(strcmp(got.label, "bot") == 0 && strcmp(got.hash, "bb") == 0);
    CHECK_STATUS(store_session_list(tx, 1, count_session, &last), STORE_OK);
    CHECK_NUMBER(last, 300); // two of them
    CHECK_STATUS(store_session_touch(tx, "cc", 1000), STORE_OK);
    CHECK_STATUS(store_session_touch(tx, "zz", 1000), STORE_NONE);
    CHECK_STATUS(store_session_drop_expired(tx, 500), STORE_OK);
    CHECK_STATUS(store_session_get(tx, "aa", &got), STORE_NONE);
    CHECK_STATUS(store_session_get(tx, "cc", &got), STORE_OK);
    CHECK_NUMBER(got.expires, 1000);
    CHECK_STATUS(store_session_add(tx, &s), STORE_OK);
    CHECK_STATUS(store_session_drop_all(tx, 1, "bb"), STORE_OK);
    CHECK_STATUS(store_session_get(tx, "aa", &got), STORE_NONE);
    CHECK_STATUS(store_session_get(tx, "bb", &got), STORE_OK);
    CHECK_STATUS(store_session_drop_all(tx, 1, ""), STORE_OK);
    CHECK_STATUS(store_session_get(tx, "bb", &got), STORE_NONE);
    CHECK_STATUS(store_session_drop(tx, "cc"), STORE_OK);
    CHECK_STATUS(store_session_drop(tx, "cc"), STORE_NONE);
}

static bool note_session(void *context, const struct store_session *s)
{
    unsigned *seen = context;
    seen[0]++;
    seen[1] += s->token;
    seen[2] += s->created < 1005;
    return true;
}

JOB_TEST(the_oldest_sessions_make_room)
{
    unsigned seen[3] = {0};
    struct store_session token = {
        .hash = "token", .account = 1, .created = 1, .expires = 9000, .token = true};
    add_accounts(tx, 1);
    CHECK_STATUS(store_session_add(tx, &token), STORE_OK);
    for (int i = 0; i < SESSIONS_KEPT + 5; i++) {
        struct store_session s = {.account = 1, .created = 1000 + i, .expires = 9000};
        snprintf(s.hash, sizeof s.hash, "%d", i);
        CHECK_STATUS(store_session_add(tx, &s), STORE_OK);
    }
    CHECK_STATUS(store_session_list(tx, 1, note_session, seen), STORE_OK);
    CHECK_NUMBER(seen[0], SESSIONS_KEPT + 1);
    CHECK_NUMBER(seen[1], 1); // tokens stay
    CHECK_NUMBER(seen[2], 1); // and of the old ones nothing else
}

JOB_TEST(browsers_and_programs_are_told_apart)
{
    struct store_session got;
    add_accounts(tx, 2);
    for (int i = 0; i < 4; i++) {
        struct store_session s = {.account = 1 + i / 3, .expires = 9, .token = i == 2};
        snprintf(s.hash, sizeof s.hash, "h%d", i);
        CHECK_STATUS(store_session_add(tx, &s), STORE_OK);
    }
    CHECK_STATUS(store_session_drop_kind(tx, 1, false, "h1"), STORE_OK);
    CHECK_STATUS(store_session_get(tx, "h0", &got), STORE_NONE);
    CHECK_STATUS(store_session_get(tx, "h1", &got), STORE_OK);
    CHECK_STATUS(store_session_get(tx, "h2", &got), STORE_OK);
    CHECK_STATUS(store_session_drop_kind(tx, 1, true, ""), STORE_OK);
    CHECK_STATUS(store_session_get(tx, "h1", &got), STORE_OK);
    CHECK_STATUS(store_session_get(tx, "h2", &got), STORE_NONE);
    CHECK_STATUS(store_session_get(tx, "h3", &got), STORE_OK); // another's
}

JOB_TEST(tickets)
{
    struct store_ticket t = {
        .hash = "aa", .account = 1, .kind = "mail", .detail = "new@example.org", .expires = 500};
    struct store_ticket got;
    add_accounts(tx, 1);
    CHECK_STATUS(store_ticket_add(tx, &t), STORE_OK);
    CHECK_STATUS(store_ticket_add(tx, &t), STORE_TAKEN);
    CHECK_STATUS(store_ticket_take(tx, "aa", "reset", &got), STORE_NONE);
    CHECK_STATUS(store_ticket_take(tx, "aa", "mail", &got), STORE_OK);
    CHECK(got.account == 1 && got.expires == 500 && strcmp(got.detail, t.detail) == 0);
    CHECK(strcmp(got.kind, "mail") == 0 && strcmp(got.hash, "aa") == 0);
    CHECK_STATUS(store_ticket_take(tx, "aa", "mail", &got), STORE_NONE);
    CHECK_STATUS(store_ticket_add(tx, &t), STORE_OK);
    CHECK_STATUS(store_ticket_drop_all(tx, 1, "reset"), STORE_OK);
    CHECK_STATUS(store_session_drop_expired(tx, 499), STORE_OK);
    CHECK_STATUS(store_ticket_drop_all(tx, 1, "mail"), STORE_OK);
    CHECK_STATUS(store_ticket_take(tx, "aa", "mail", &got), STORE_NONE);
    CHECK_STATUS(store_ticket_add(tx, &t), STORE_OK);
    CHECK_STATUS(store_session_drop_expired(tx, 500), STORE_OK);
    CHECK_STATUS(store_ticket_take(tx, "aa", "mail", &got), STORE_NONE);
    t.account = 9;
    CHECK_STATUS(store_ticket_add(tx, &t), STORE_NONE);
}

JOB_TEST(mail_addresses_are_found_whatever_their_case)
{
    struct store_account a = make_account(1), b = make_account(2), got;
    SET(a.mail, "Ann@Example.org");
    SET(b.mail, "ann@example.org"); // both are of a time when case counted
    CHECK_STATUS(store_account_add(tx, &a), STORE_OK);
    CHECK_STATUS(store_account_by_mail(tx, "ANN@example.ORG", &got), STORE_OK);
    CHECK_NUMBER(got.id, a.id);
    CHECK_STATUS(store_account_add(tx, &b), STORE_OK);
    CHECK_STATUS(store_account_by_mail(tx, "ann@example.org", &got), STORE_OK);
    CHECK_NUMBER(got.id, b.id); // as it is written
    CHECK_STATUS(store_account_by_mail(tx, "aNN@example.org", &got), STORE_OK);
    CHECK_NUMBER(got.id, a.id); // the older one
    CHECK_STATUS(store_account_by_mail(tx, "nn@example.org", &got), STORE_NONE);
}

JOB_TEST(skeletons_are_unique)
{
    struct store_account a = make_account(1), b = make_account(2), old = make_account(3), got;
    SET(a.skeleton, "pacca");
    SET(b.skeleton, "pacca");
    CHECK_STATUS(store_account_add(tx, &a), STORE_OK);
    CHECK_STATUS(store_account_add(tx, &b), STORE_TAKEN);
    SET(b.skeleton, "");
    CHECK_STATUS(store_account_add(tx, &b), STORE_OK);
    CHECK_STATUS(store_account_add(tx, &old), STORE_OK); // any number have none
    SET(b.skeleton, "pacca");
    CHECK_STATUS(store_account_save(tx, &b), STORE_TAKEN);
    CHECK_STATUS(store_account_skeleton(tx, b.id, "pacca"), STORE_TAKEN);
    CHECK_STATUS(store_account_skeleton(tx, b.id, "other"), STORE_OK);
    CHECK_STATUS(store_account_skeleton(tx, b.id, "third"), STORE_NONE); // it has one
    CHECK_STATUS(store_account_get(tx, b.id, &got), STORE_OK);
    CHECK(strcmp(got.skeleton, "other") == 0);
    CHECK_STATUS(store_account_close(tx, a.id), STORE_OK);
    CHECK_STATUS(store_account_skeleton(tx, old.id, "pacca"), STORE_OK);
    struct store_account first = make_account(4), copy = make_account(5);
    CHECK_STATUS(store_account_add(tx, &first), STORE_OK);
    CHECK_STATUS(store_account_add(tx, &copy), STORE_OK);
    CHECK_STATUS(store_account_skeleton(tx, copy.id, "allce"), STORE_OK);
    CHECK_STATUS(store_account_skeleton(tx, first.id, "allce"), STORE_OK); // the older one's
    CHECK_STATUS(store_account_get(tx, copy.id, &got), STORE_OK);
    CHECK(got.skeleton[0] == '\0');
}

JOB_TEST(names_are_reserved_for_a_time)
{
    bool reserved = true;
    CHECK_STATUS(store_name_reserved(tx, "x", 5, &reserved), STORE_OK);
    CHECK(!reserved);
    CHECK_STATUS(store_name_reserve(tx, "x", 10), STORE_OK);
    CHECK_STATUS(store_name_reserve(tx, "x", 20), STORE_OK);
    CHECK_STATUS(store_name_reserved(tx, "x", 19, &reserved), STORE_OK);
    CHECK(reserved);
    CHECK_STATUS(store_name_reserved(tx, "x", 20, &reserved), STORE_OK);
    CHECK(!reserved);
    CHECK_STATUS(store_session_drop_expired(tx, 20), STORE_OK);
    CHECK_STATUS(store_name_reserved(tx, "x", 19, &reserved), STORE_OK);
    CHECK(!reserved); // and is not kept for longer
}

JOB_TEST(a_password_is_rehashed_only_while_it_is_the_same)
{
    struct store_account a = make_account(1), got;
    SET(a.password, "old");
    CHECK_STATUS(store_account_add(tx, &a), STORE_OK);
    CHECK_STATUS(store_account_rehash(tx, a.id, "older", "new"), STORE_NONE);
    CHECK_STATUS(store_account_rehash(tx, a.id, "old", "new"), STORE_OK);
    CHECK_STATUS(store_account_get(tx, a.id, &got), STORE_OK);
    CHECK(strcmp(got.password, "new") == 0);
}

static enum store_status take(struct store_tx *tx, const char *name, int64_t cost_ms, int64_t now,
                              int64_t *wait)
{
    const struct store_bucket b = {.name = name, .cost_ms = cost_ms, .capacity_ms = 30};
    return store_bucket_take(tx, &b, now, wait);
}

// Three tokens, one of which comes back every 10 ms.
JOB_TEST(buckets_empty_and_fill)
{
    int64_t wait;
    for (int i = 0; i < 3; i++)
        CHECK_STATUS(take(tx, "b", 10, 1000, &wait), STORE_OK);
    CHECK_STATUS(take(tx, "b", 10, 1000, &wait), STORE_REFUSED);
    CHECK_NUMBER(wait, 10);
    CHECK_STATUS(take(tx, "b", 10, 1009, &wait), STORE_REFUSED);
    CHECK_NUMBER(wait, 1);
    CHECK_STATUS(take(tx, "b", 10, 995, &wait),
                 STORE_REFUSED); // the clock of a process that is a little behind
    CHECK_NUMBER(wait, 15);
    CHECK_STATUS(take(tx, "other", 10, 1000, &wait), STORE_OK);
    CHECK_STATUS(take(tx, "b", 10, 1010, &wait), STORE_OK);
    CHECK_STATUS(store_bucket_give(tx, "b", 10), STORE_OK);
    CHECK_STATUS(take(tx, "b", 10, 1010, &wait), STORE_OK);
    CHECK_STATUS(take(tx, "b", 99, 1010, &wait), STORE_REFUSED);
    CHECK_STATUS(take(tx, "b", 99, 1040, &wait), STORE_OK); // a full one
    CHECK_STATUS(take(tx, "b", 10, 9000, &wait), STORE_OK);
    CHECK_STATUS(take(tx, "b", 30, 9000, &wait), STORE_REFUSED);
    CHECK_STATUS(take(tx, "b", 30, 100, &wait),
                 STORE_OK); // the clock was set back
    CHECK_STATUS(store_bucket_drop_full(tx, 130), STORE_OK);
    CHECK_STATUS(take(tx, "b", 30, 129, &wait), STORE_OK); // its row was gone
    CHECK_STATUS(store_bucket_give(tx, "nobody's", 10), STORE_OK);
}

JOB_TEST(texts_are_utf8)
{
    struct store_account a = make_account(1);
    SET(a.name, "\xff");
    CHECK_STATUS(store_account_add(tx, &a), STORE_REFUSED);
    CHECK_STATUS(store_note_put(tx, "n", (struct text){"a\0b", 3}), STORE_REFUSED);
    CHECK_STATUS(store_note_put(tx, "n", (struct text){"\xc3", 1}), STORE_REFUSED);
}

static const struct test tests[] = {
    TEST(account_comes_back),
    TEST(account_keys_are_unique),
    TEST(account_is_saved),
    TEST(closing_erases),
    TEST(accounts_are_listed),
    TEST(sessions),
    TEST(the_oldest_sessions_make_room),
    TEST(browsers_and_programs_are_told_apart),
    TEST(tickets),
    TEST(mail_addresses_are_found_whatever_their_case),
    TEST(skeletons_are_unique),
    TEST(names_are_reserved_for_a_time),
    TEST(a_password_is_rehashed_only_while_it_is_the_same),
    TEST(buckets_empty_and_fill),
    TEST(texts_are_utf8),
};
TEST_MAIN(tests)
