// The counters that other tests trust.
#include "count.h"
#include "test.h"

static void pairs_count_once(void)
{
    struct counter c = {0};
    struct word ab = {2, {1, 2}}, ba = {2, {2, 1}};
    CHECK(counter_add(&c, &ab, TEXT("")));
    CHECK(!counter_add(&c, &ab, TEXT("")));
    CHECK(counter_add(&c, &ab, TEXT("x")));
    CHECK(counter_add(&c, &ba, TEXT("x")));
    CHECK_NUMBER(c.count, 3);
    counter_release(&c);
    CHECK_NUMBER(c.count, 0);
}

static void it_grows(void)
{
    struct counter c = {0};
    for (unsigned round = 0; round < 2; round++)
        for (unsigned i = 0; i < 50000; i++) {
            struct word w = {3, {(uint8_t)i, (uint8_t)(i >> 8), 1}};
            counter_add(&c, &w, TEXT(""));
        }
    CHECK_NUMBER(c.count, 50000);
    counter_release(&c);
}

static void a_tally_folds(void)
{
    struct tally t;
    tally_init(&t, "en");
    tally_take(&t, &(struct source_entry){.spelling = TEXT("e-mail"),
                                          .definition = TEXT("a letter"),
                                          .classes = CLASS_NOUN});
    tally_take(&t, &(struct source_entry){.spelling = TEXT("Email"),
                                          .definition = TEXT("a letter"),
                                          .classes = CLASS_NOUN});
    tally_take(&t, &(struct source_entry){.spelling = TEXT("email"),
                                          .definition = TEXT("a letter"),
                                          .classes = CLASS_VERB});
    tally_take(&t, &(struct source_entry){
                       .spelling = TEXT("email"), .definition = {0}, .classes = CLASS_VERB});
    tally_take(&t, &(struct source_entry){.spelling = TEXT("e mail"),
                                          .definition = TEXT("a letter"),
                                          .classes = CLASS_NOUN});
    CHECK_NUMBER(t.entries, 5);
    CHECK_NUMBER(t.unfoldable, 1);
    CHECK_NUMBER(t.words.count, 1);
    CHECK_NUMBER(t.definitions.count, 2);
    CHECK_NUMBER(t.in_class[0].count, 1);
    CHECK_NUMBER(t.in_class[1].count, 1);
    CHECK_NUMBER(t.in_class[2].count, 0);
    tally_release(&t);
}

static const struct test tests[] = {TEST(pairs_count_once), TEST(it_grows), TEST(a_tally_folds)};
TEST_MAIN(tests)
