#include "store/support.h"

#include <stdio.h>
#include <string.h>

static struct store_rating make_rating(int64_t account, double rating, double deviation)
{
    return (struct store_rating){.account = account,
                                 .game = "balda",
                                 .rating = rating,
                                 .deviation = deviation,
                                 .volatility = 0.06,
                                 .games = 3,
                                 .at = 1000};
}

struct history {
    char matches[64];
    double last;
    unsigned count;
};

static bool take_history(void *context, const struct store_rating *r, const char *match)
{
    struct history *h = context;
    APPEND(h->matches, match);
    h->last = r->rating;
    return ++h->count < 10;
}

static bool take_game(void *context, const struct store_rating *r)
{
    struct history *h = context;
    APPEND(h->matches, r->game);
    return true;
}

JOB_TEST(ratings_and_their_history)
{
    struct store_rating r = make_rating(1, 1500.125, 350), got;
    struct history h = {0};
    struct history games = {0};
    add_accounts(tx, 2);
    CHECK_STATUS(store_rating_get(tx, 1, "balda", &got), STORE_NONE);
    CHECK_STATUS(store_rating_put(tx, &r, "m1"), STORE_OK);
    r.rating = 1600.0625;
    CHECK_STATUS(store_rating_put(tx, &r, "m2"), STORE_OK);
    r.rating = 1700;
    CHECK_STATUS(store_rating_put(tx, &r, "m2"), STORE_TAKEN);
    CHECK_STATUS(store_rating_get(tx, 1, "balda", &got), STORE_OK);
    CHECK(got.rating == 1600.0625 && got.deviation == 350 && got.volatility == 0.06);
    CHECK(got.games == 3 && got.at == 1000 && got.account == 1);
    r.at = 2000;
    CHECK_STATUS(store_rating_put(tx, &r, "m0"), STORE_OK);
    CHECK_STATUS(
        store_rating_history(tx, 1, "balda", &(struct store_page){.limit = 2}, take_history, &h),
        STORE_OK);
    CHECK_TEXT(text_of(h.matches), "m0m2");
    CHECK_STATUS(
        store_rating_history(tx, 1, "balda",
                             &(struct store_page){.after = 1000, .after_id = "m2", .limit = 2},
                             take_history, &h),
        STORE_OK);
    CHECK_TEXT(text_of(h.matches), "m0m2m1");
    CHECK(h.last == 1500.125);
    SET(r.game, "bukva");
    CHECK_STATUS(store_rating_put(tx, &r, "m0"), STORE_OK);
    CHECK_STATUS(store_ratings_of(tx, 1, take_game, &games), STORE_OK);
    CHECK_TEXT(text_of(games.matches), "baldabukva");
    r.account = 55;
    CHECK_STATUS(store_rating_put(tx, &r, "m0"), STORE_NONE);
}

struct leaders {
    int64_t ids[40];
    struct store_rating last;
    unsigned count;
};

static bool take_leader(void *context, const struct store_rating *r, const char *name)
{
    struct leaders *l = context;
    CHECK(text_starts(text_of(name), "Name "));
    l->last = *r;
    l->ids[l->count++] = r->account;
    return l->count < 40;
}

JOB_TEST(leaders_and_ranks)
{
    struct leaders l = {0};
    struct store_leaderboard page = {.game = "balda", .max_deviation = 100, .limit = 4};
    struct store_account banned;
    int64_t rank = 0;
    unsigned before;
    add_accounts(tx, 30);
    for (int i = 1; i <= 30; i++) {
        // Some share a rating; those whose number ends in 7 are not known well enough.
        struct store_rating r = make_rating(i, 1500 + 3.5 * (i >> 1), i % 10 == 7 ? 120 : 60);
        CHECK_STATUS(store_rating_put(tx, &r, "m1"), STORE_OK);
    }
    CHECK_STATUS(store_account_get(tx, 29, &banned), STORE_OK);
    banned.banned = true;
    CHECK_STATUS(store_account_save(tx, &banned), STORE_OK);
    CHECK_STATUS(store_account_close(tx, 28), STORE_OK);
    CHECK_STATUS(store_leaderboard(tx, &page, take_leader, &l), STORE_OK);
    page.after = &l.last;
    CHECK(l.ids[0] == 30 && l.ids[1] == 26 && l.ids[2] == 25 && l.ids[3] == 24);
    do {
        before = l.count;
        CHECK_STATUS(store_leaderboard(tx, &page, take_leader, &l), STORE_OK);
    } while (l.count > before);
    CHECK_NUMBER(l.count, 25);
    for (unsigned i = 0; i < l.count; i++) {
        CHECK_STATUS(store_rating_rank(tx, l.ids[i], "balda", 100, &rank), STORE_OK);
        CHECK_NUMBER(rank, i + 1);
    }
    CHECK_STATUS(store_rating_rank(tx, 7, "balda", 100, &rank), STORE_NONE);
    CHECK_STATUS(store_rating_rank(tx, 29, "balda", 100, &rank), STORE_NONE);
    CHECK_STATUS(store_rating_rank(tx, 28, "balda", 100, &rank), STORE_NONE);
    CHECK_STATUS(store_rating_rank(tx, 1, "bukva", 100, &rank), STORE_NONE);
    CHECK_STATUS(store_rating_rank(tx, 7, "balda", 120, &rank), STORE_OK);
}

struct lines {
    char text[200];
    struct store_chat last;
    unsigned hidden;
};

static bool take_line(void *context, const struct store_chat *c)
{
    struct lines *l = context;
    size_t used = strlen(l->text);
    snprintf(l->text + used, sizeof l->text - used, "%.*s ", TEXT_ARG(c->text));
    l->last = *c;
    l->hidden += c->hidden;
    return true;
}

static void say(struct store_tx *tx, const char *match, int64_t account, const char *text,
                int64_t want)
{
    struct store_chat c = {.account = account, .at = 9, .text = text_of(text)};
    SET(c.match, match);
    CHECK_STATUS(store_chat_add(tx, &c), STORE_OK);
    CHECK_NUMBER(c.id, want);
}

JOB_TEST(chat)
{
    struct lines l = {0};
    struct store_chat c = {.match = "m9"};
    add_accounts(tx, 2);
    add_match(tx, 1);
    add_match(tx, 2);
    say(tx, "m1", 1, "Hallo", 1);
    say(tx, "m1", 2, "Привет", 2);
    say(tx, "m2", 1, "x", 1);
    say(tx, "m1", 1, "z", 3);
    CHECK_STATUS(store_chat_add(tx, &c), STORE_NONE);
    struct store_chat twice = {.match = "m2", .account = 1, .text = TEXT("y"), .request = "r"};
    CHECK_STATUS(store_chat_add(tx, &twice), STORE_OK);
    CHECK_NUMBER(twice.id, 2);
    twice.id = 0;
    CHECK_STATUS(store_chat_add(tx, &twice), STORE_TAKEN);
    CHECK_NUMBER(twice.id, 2);
    twice.account = 2; // another account's name for something else
    CHECK_STATUS(store_chat_add(tx, &twice), STORE_OK);
    CHECK_STATUS(store_chat_list(tx, "m1", &(struct store_page){.limit = 2}, take_line, &l),
                 STORE_OK);
    CHECK_TEXT(text_of(l.text), "Hallo Привет ");
    CHECK(l.last.id == 2 && l.last.account == 2 && l.last.at == 9 && !l.hidden);
    CHECK_STATUS(
        store_chat_list(tx, "m1", &(struct store_page){.after = 2, .limit = 9}, take_line, &l),
        STORE_OK);
    CHECK_TEXT(text_of(l.text), "Hallo Привет z ");
    CHECK_STATUS(store_chat_hide(tx, "m1", 2, true), STORE_OK);
    CHECK_STATUS(store_chat_hide(tx, "m1", 4, true), STORE_NONE);
    CHECK_STATUS(
        store_chat_list(tx, "m1", &(struct store_page){.after = 1, .limit = 9}, take_line, &l),
        STORE_OK);
    CHECK_NUMBER(l.hidden, 1);
    CHECK_STATUS(store_chat_hide(tx, "m1", 2, false), STORE_OK);
    l = (struct lines){0};
    CHECK_STATUS(store_chat_of(tx, 1, &(struct store_page){.limit = 2}, take_line, &l), STORE_OK);
    CHECK_TEXT(text_of(l.text), "Hallo z ");
    struct store_chat after = l.last;
    struct store_page page = {.after = after.id, .after_id = after.match, .limit = 2};
    CHECK_STATUS(store_chat_of(tx, 1, &page, take_line, &l), STORE_OK);
    CHECK_TEXT(text_of(l.text), "Hallo z x y ");
    CHECK_NUMBER(l.hidden, 0);
}

static bool take_two(void *context, const struct store_chat *c)
{
    return take_line(context, c) && c->id < 2;
}

JOB_TEST(chat_of_several_matches)
{
    struct store_talk talk[600] = {{"m1", 1}, {"m9", 0}, {"m2", 0}, {"m3", 1}};
    struct lines l = {0};
    int64_t last = -1;
    add_accounts(tx, 2);
    for (int i = 1; i <= 3; i++)
        add_match(tx, i);
    say(tx, "m1", 1, "a", 1);
    say(tx, "m1", 2, "b", 2);
    say(tx, "m1", 1, "c", 3);
    say(tx, "m3", 1, "x", 1);
    for (int i = 1; i <= STORE_TALK_EACH + 1; i++)
        say(tx, "m2", 1, "", i);
    CHECK_STATUS(store_chat_hide(tx, "m1", 2, true), STORE_OK);
    CHECK_STATUS(store_chat_behind(tx, talk, 4, take_line, &l), STORE_OK);
    CHECK_NUMBER(strlen(l.text), 4 + STORE_TALK_EACH);
    CHECK(text_starts(text_of(l.text), "b c "));
    CHECK(l.hidden == 1 && l.last.id == STORE_TALK_EACH && strcmp(l.last.match, "m2") == 0);
    l = (struct lines){0};
    CHECK_STATUS(store_chat_hide(tx, "m3", 1, true), STORE_OK);
    CHECK_STATUS(store_chat_hidden(tx, talk, 3, take_line, &l), STORE_OK);
    CHECK_TEXT(text_of(l.text), "b ");
    CHECK_STATUS(store_chat_hidden(tx, talk, 4, take_line, &l), STORE_OK);
    CHECK_NUMBER(l.hidden, 3);
    CHECK_STATUS(store_chat_hidden(tx, talk, 0, take_line, &l), STORE_OK);
    // However many are asked for, each is, and no more than are wanted.
    for (unsigned i = 0; i < 600; i++)
        talk[i] = i < 599 ? (struct store_talk){"m9", 0} : (struct store_talk){"m3", 0};
    l = (struct lines){0};
    CHECK_STATUS(store_chat_behind(tx, talk, 600, take_line, &l), STORE_OK);
    CHECK_TEXT(text_of(l.text), "x ");
    talk[0] = (struct store_talk){"m1", 0};
    l = (struct lines){0};
    CHECK_STATUS(store_chat_behind(tx, talk, 600, take_two, &l), STORE_OK);
    CHECK_TEXT(text_of(l.text), "a b ");
    CHECK_STATUS(store_chat_behind(tx, talk, 0, take_line, &l), STORE_OK);
    CHECK_STATUS(store_chat_last(tx, "m1", &last), STORE_OK);
    CHECK_NUMBER(last, 3);
    CHECK_STATUS(store_chat_last(tx, "m9", &last), STORE_OK);
    CHECK_NUMBER(last, 0);
}

static bool take_mute(void *context, int64_t other, const char *name)
{
    int64_t *sum = context;
    CHECK(text_starts(text_of(name), "Name "));
    *sum = *sum * 10 + other;
    return true;
}

static bool take_muter(void *context, int64_t account)
{
    int64_t *digits = context;
    *digits = *digits * 10 + account;
    return *digits < 100;
}

// The accounts that mute another, in order, until the sink has enough.
JOB_TEST(muted_by)
{
    int64_t digits = 0;
    add_accounts(tx, 4);
    CHECK_STATUS(store_muted_by(tx, 4, take_muter, &digits), STORE_OK);
    CHECK_NUMBER(digits, 0);
    CHECK_STATUS(store_mute_set(tx, 2, 4, 5), STORE_OK);
    CHECK_STATUS(store_mute_set(tx, 1, 4, 5), STORE_OK);
    CHECK_STATUS(store_mute_set(tx, 4, 3, 5), STORE_OK);
    CHECK_STATUS(store_muted_by(tx, 4, take_muter, &digits), STORE_OK);
    CHECK_NUMBER(digits, 12);
    CHECK_STATUS(store_muted_by(tx, 4, take_muter, &digits), STORE_OK);
    CHECK_NUMBER(digits, 121);
}

JOB_TEST(mutes)
{
    bool muted = true;
    int64_t sum = 0;
    add_accounts(tx, 4);
    CHECK_STATUS(store_mute_has(tx, 1, 2, &muted), STORE_OK);
    CHECK(!muted);
    CHECK_STATUS(store_mute_set(tx, 1, 4, 5), STORE_OK);
    CHECK_STATUS(store_mute_set(tx, 1, 2, 5), STORE_OK);
    CHECK_STATUS(store_mute_set(tx, 1, 2, 6), STORE_OK);
    CHECK_STATUS(store_mute_set(tx, 2, 3, 6), STORE_OK);
    CHECK_STATUS(store_mute_set(tx, 1, 77, 6), STORE_NONE);
    CHECK_STATUS(store_mute_has(tx, 1, 2, &muted), STORE_OK);
    CHECK(muted);
    CHECK_STATUS(store_mute_has(tx, 2, 1, &muted), STORE_OK);
    CHECK(!muted);
    CHECK_STATUS(store_mute_list(tx, 1, take_mute, &sum), STORE_OK);
    CHECK_NUMBER(sum, 24);
    CHECK_STATUS(store_mute_unset(tx, 1, 2), STORE_OK);
    CHECK_STATUS(store_mute_unset(tx, 1, 2), STORE_OK);
    CHECK_STATUS(store_mute_has(tx, 1, 2, &muted), STORE_OK);
    CHECK(!muted);
}

static bool take_report(void *context, const struct store_report *r)
{
    int64_t *sum = context;
    CHECK_TEXT(r->text, "rude");
    CHECK(r->author == 1 && r->about == 2 && r->at == 7 && strcmp(r->match, "m1") == 0);
    CHECK(r->resolved == (r->id == 2));
    *sum = *sum * 10 + r->id;
    return true;
}

JOB_TEST(reports)
{
    int64_t sum = 0;
    for (int i = 1; i <= 4; i++) {
        struct store_report r = {
            .author = 1, .about = 2, .match = "m1", .at = 7, .text = TEXT("rude")};
        CHECK_STATUS(store_report_add(tx, &r), STORE_OK);
        CHECK_NUMBER(r.id, i);
    }
    CHECK_STATUS(store_report_resolve(tx, 2, true), STORE_OK);
    CHECK_STATUS(store_report_resolve(tx, 9, true), STORE_NONE);
    CHECK_STATUS(store_report_list(tx, true, &(struct store_page){.limit = 2}, take_report, &sum),
                 STORE_OK);
    CHECK_STATUS(store_report_list(tx, true, &(struct store_page){.after = 3, .limit = 2},
                                   take_report, &sum),
                 STORE_OK);
    CHECK_NUMBER(sum, 134);
    sum = 0;
    CHECK_STATUS(store_report_list(tx, false, &(struct store_page){.after = 1, .limit = 9},
                                   take_report, &sum),
                 STORE_OK);
    CHECK_NUMBER(sum, 234);
    sum = 0;
    CHECK_STATUS(
        store_report_add(tx, &(struct store_report){.author = 2, .text = TEXT("another's")}),
        STORE_OK);
    CHECK_STATUS(store_report_of(tx, 1, &(struct store_page){.limit = 3}, take_report, &sum),
                 STORE_OK);
    CHECK_STATUS(
        store_report_of(tx, 1, &(struct store_page){.after = 3, .limit = 3}, take_report, &sum),
        STORE_OK);
    CHECK_STATUS(store_report_of(tx, 3, &(struct store_page){.limit = 3}, take_report, &sum),
                 STORE_OK);
    CHECK_NUMBER(sum, 1234);
}

static bool take_suggestion(void *context, const struct store_suggestion *s)
{
    int64_t *sum = context;
    CHECK_TEXT(s->note, "in every dictionary");
    CHECK(s->author == 3 && s->at == 8 && s->resolved == (s->id == 1));
    CHECK(strcmp(s->lexicon, "de") == 0 && strcmp(s->word, "GRÜẞE") == 0);
    *sum = *sum * 10 + s->id;
    return true;
}

JOB_TEST(suggestions)
{
    int64_t sum = 0;
    for (int i = 1; i <= 3; i++) {
        struct store_suggestion s = {.author = 3,
                                     .lexicon = "de",
                                     .word = "GRÜẞE",
                                     .at = 8,
                                     .note = TEXT("in every dictionary")};
        CHECK_STATUS(store_suggestion_add(tx, &s), STORE_OK);
        CHECK_NUMBER(s.id, i);
    }
    CHECK_STATUS(store_suggestion_resolve(tx, 1, true), STORE_OK);
    CHECK_STATUS(store_suggestion_resolve(tx, 9, true), STORE_NONE);
    CHECK_STATUS(
        store_suggestion_list(tx, true, &(struct store_page){.limit = 9}, take_suggestion, &sum),
        STORE_OK);
    CHECK_NUMBER(sum, 23);
    CHECK_STATUS(
        store_suggestion_list(tx, false, &(struct store_page){.limit = 1}, take_suggestion, &sum),
        STORE_OK);
    CHECK_NUMBER(sum, 231);
    sum = 0;
    CHECK_STATUS(store_suggestion_add(tx, &(struct store_suggestion){.author = 4}), STORE_OK);
    CHECK_STATUS(
        store_suggestion_of(tx, 3, &(struct store_page){.limit = 2}, take_suggestion, &sum),
        STORE_OK);
    CHECK_STATUS(store_suggestion_of(tx, 3, &(struct store_page){.after = 2, .limit = 2},
                                     take_suggestion, &sum),
                 STORE_OK);
    CHECK_NUMBER(sum, 123);
}

static bool count_suggestion(void *context, const struct store_suggestion *s)
{
    (void)s;
    ++*(int64_t *)context;
    return true;
}

// R-BUKVA-25
JOB_TEST(a_suggestion_is_made_once)
{
    struct store_suggestion s = {
        .author = 3, .lexicon = "ru", .word = "ЦОЛ", .note = TEXT("add: /match/1")};
    struct store_page page = {.limit = 9};
    int64_t count = 0;
    CHECK_STATUS(store_suggestion_add_once(tx, &s, 4), STORE_OK);
    CHECK_STATUS(store_suggestion_add_once(tx, &s, 4), STORE_OK);
    s.author = 4; // the other seat of the match
    CHECK_STATUS(store_suggestion_add_once(tx, &s, 3), STORE_OK);
    CHECK_STATUS(store_suggestion_list(tx, true, &page, count_suggestion, &count), STORE_OK);
    CHECK_NUMBER(count, 1);
    s.note = TEXT("add: /match/2");
    CHECK_STATUS(store_suggestion_add_once(tx, &s, 3), STORE_OK);
    snprintf(s.word, sizeof s.word, "ХОЛ");
    CHECK_STATUS(store_suggestion_add_once(tx, &s, 3), STORE_OK);
    snprintf(s.lexicon, sizeof s.lexicon, "de");
    CHECK_STATUS(store_suggestion_add_once(tx, &s, 3), STORE_OK);
    count = 0;
    CHECK_STATUS(store_suggestion_list(tx, true, &page, count_suggestion, &count), STORE_OK);
    CHECK_NUMBER(count, 4);
}

// The mails that were claimed, in the order of their numbers.
struct claims {
    size_t count;
    struct store_mail mail[8];
};

static bool take_mail(void *context, const struct store_mail *m)
{
    struct claims *c = context;
    size_t at = c->count++;
    CHECK_TEXT(m->subject, "Your turn");
    CHECK_TEXT(m->body, "Line\nby line");
    CHECK(m->at == 4 && m->claim > 0 && m->tries > 0);
    for (; at && c->mail[at - 1].id > m->id; at--)
        c->mail[at] = c->mail[at - 1];
    c->mail[at] = *m;
    return true;
}

// Claims, and says by their digits which.
static int64_t claim(struct store_tx *tx, unsigned most, unsigned agains, struct claims *c)
{
    struct store_mail_claim how = {.ms = 60000, .most = most, .agains = agains};
    int64_t sum = 0;
    c->count = 0;
    CHECK_STATUS(store_mail_claim(tx, &how, take_mail, c), c->count ? STORE_OK : STORE_NONE);
    for (size_t i = 0; i < c->count; i++)
        sum = sum * 10 + c->mail[i].id;
    return sum;
}

static void add_mail(struct store_tx *tx, const char *to, int64_t next_try)
{
    struct store_mail m = {
        .subject = TEXT("Your turn"), .body = TEXT("Line\nby line"), .at = 4, .next_try = next_try};
    snprintf(m.to, sizeof m.to, "%s", to);
    CHECK_STATUS(store_mail_add(tx, &m), STORE_OK);
}

JOB_TEST(mails)
{
    struct claims c, old;
    int64_t count = 0;
    add_mail(tx, "a@example.org", 30);
    add_mail(tx, "a@example.org", 20);
    add_mail(tx, "b@example.org", 10);
    add_mail(tx, "c@example.org", INT64_MAX);
    CHECK_NUMBER(claim(tx, 1, 0, &c), 3); // the longest due first
    CHECK_NUMBER(claim(tx, 9, 0, &c), 1); // one to a recipient
    CHECK_NUMBER(claim(tx, 9, 9, &old), 0);
    CHECK_STATUS(store_mail_release(tx, &c.mail[0]), STORE_OK);
    CHECK_STATUS(store_mail_release(tx, &c.mail[0]), STORE_NONE);
    CHECK_NUMBER(claim(tx, 9, 0, &c), 1); // it does not count as tried
    CHECK_NUMBER(c.mail[0].tries, 1);
    CHECK_STATUS(store_mail_delay(tx, &c.mail[0], -1000), STORE_OK);
    CHECK_STATUS(store_mail_delay(tx, &c.mail[0], -1000), STORE_NONE); // no more ours
    CHECK_NUMBER(claim(tx, 9, 0, &c), 2); // the other to the same recipient, never tried
    CHECK_STATUS(store_mail_drop(tx, 2), STORE_OK);
    CHECK_STATUS(store_mail_drop(tx, 2), STORE_NONE);
    CHECK_NUMBER(claim(tx, 9, 0, &c), 0);
    CHECK_NUMBER(claim(tx, 9, 1, &c), 1);
    CHECK_NUMBER(c.mail[0].tries, 2);
    CHECK_STATUS(store_mail_count(tx, &count), STORE_OK);
    CHECK_NUMBER(count, 3);
}

JOB_TEST(a_delay_is_for_all_to_the_recipient)
{
    struct claims c;
    add_mail(tx, "a@example.org", 10);
    add_mail(tx, "a@example.org", 10);
    add_mail(tx, "b@example.org", 10);
    CHECK_NUMBER(claim(tx, 9, 9, &c), 13);
    CHECK_STATUS(store_mail_delay(tx, &c.mail[0], 100000), STORE_OK);
    CHECK_STATUS(store_mail_release(tx, &c.mail[1]), STORE_OK);
    CHECK_NUMBER(claim(tx, 9, 9, &c), 3);
}

JOB_TEST(a_claim_runs_out)
{
    struct store_mail_claim past = {.ms = -1, .most = 9};
    struct claims c = {0}, later;
    add_mail(tx, "a@example.org", 10);
    CHECK_STATUS(store_mail_claim(tx, &past, take_mail, &c), STORE_OK);
    CHECK_NUMBER(claim(tx, 9, 9, &later), 1);
    CHECK_NUMBER(later.mail[0].tries, 2);
    // The slower writer changes nothing of the other's.
    CHECK_STATUS(store_mail_delay(tx, &c.mail[0], 5), STORE_NONE);
    CHECK_STATUS(store_mail_release(tx, &c.mail[0]), STORE_NONE);
    CHECK_STATUS(store_mail_release(tx, &later.mail[0]), STORE_OK);
}

JOB_TEST(notes)
{
    struct buf text = {0};
    CHECK_STATUS(store_note_get(tx, "beat", &text), STORE_NONE);
    CHECK_STATUS(store_note_put(tx, "beat", TEXT("1")), STORE_OK);
    CHECK_STATUS(store_note_put(tx, "beat", TEXT("22")), STORE_OK);
    CHECK_STATUS(store_note_put(tx, "other", TEXT("")), STORE_OK);
    CHECK_STATUS(store_note_get(tx, "beat", &text), STORE_OK);
    CHECK_STATUS(store_note_get(tx, "other", &text), STORE_OK);
    CHECK_TEXT(buf_text(&text), "22");
    buf_release(&text);
}

static const struct test tests[] = {
    TEST(ratings_and_their_history),
    TEST(leaders_and_ranks),
    TEST(chat),
    TEST(chat_of_several_matches),
    TEST(mutes),
    TEST(muted_by),
    TEST(reports),
    TEST(suggestions),
    TEST(a_suggestion_is_made_once),
    TEST(mails),
    TEST(a_delay_is_for_all_to_the_recipient),
    TEST(a_claim_runs_out),
    TEST(notes),
};
TEST_MAIN(tests)
