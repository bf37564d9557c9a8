// What `logomachy play` computes: where things stand on a terminal, how texts are broken into
// lines, and a move of Balda while it is being made.
#include "cli/terminal/balda_draft.h"
#include "cli/terminal/layout.h"
#include "test.h"

#include <string.h>

// A board from a picture: letters A to Z, points for empty squares, row by row.
static struct balda_state board(const char *rows)
{
    struct balda_state b = {0};
    for (unsigned i = 0; rows[i]; i++)
        b.board[i] = rows[i] == '.' ? 0 : (uint8_t)(rows[i] - 'A' + 1);
    return b;
}

static const char crown[] = ".........."
                            "CROWN"
                            "..........";

static struct draft draft(const char *diagonal)
{
    struct config c;
    struct draft d;
    CHECK(config_init(&c, TEXT("balda"), NULL));
    CHECK(config_set(&c, TEXT("diagonal"), text_of(diagonal), NULL));
    draft_init(&d, &c);
    return d;
}

static uint8_t letter(char c)
{
    return (uint8_t)(c - 'A' + 1);
}

static bool spells(const struct draft *d, const struct balda_state *b, const char *word)
{
    struct word w = draft_word(d, b);
    for (unsigned i = 0; i < w.len; i++)
        if (w.letter[i] != letter(word[i]))
            return false;
    return w.len == strlen(word);
}

static bool type(struct draft *d, const struct balda_state *b, const char *word)
{
    for (; *word; word++)
        if (!draft_type(d, b, letter(*word)))
            return false;
    return true;
}

static void letters_go_on_open_squares_only(void)
{
    struct balda_state b = board(crown);
    struct draft d = draft("off");
    CHECK(!draft_place(&d, &b, 2, letter('T')));  // touches nothing
    CHECK(!draft_place(&d, &b, 12, letter('T'))); // has a letter
    CHECK(!draft_place(&d, &b, 25, letter('T'))); // is no square
    CHECK(!draft_place(&d, &b, 7, 0));            // is no letter
    CHECK(!d.placed);
    CHECK(draft_place(&d, &b, 7, letter('T')));
    CHECK(!draft_place(&d, &b, 8, letter('T'))); // one only
    CHECK_NUMBER(draft_letter(&d, &b, 7), letter('T'));
    CHECK_NUMBER(b.board[7], 0);
}

static void a_word_is_traced_step_by_step(void)
{
    struct balda_state b = board(crown);
    struct draft d = draft("off");
    struct balda_move m;
    CHECK(!draft_step(&d, &b, 11)); // no letter yet
    CHECK(draft_place(&d, &b, 7, letter('T')));
    CHECK(!draft_step(&d, &b, 0));  // empty
    CHECK(draft_step(&d, &b, 11));  // R
    CHECK(!draft_step(&d, &b, 13)); // does not touch
    CHECK(!draft_step(&d, &b, 11)); // twice
    CHECK(draft_step(&d, &b, 12));  // O
    CHECK(!draft_passes(&d));
    CHECK(draft_step(&d, &b, 7)); // T
    CHECK(draft_passes(&d));
    CHECK(spells(&d, &b, "ROT"));
    struct action a = draft_action(&d, 1);
    CHECK_NUMBER(a.kind, BALDA_PLACE);
    CHECK_NUMBER(a.seat, 1);
    REQUIRE(balda_move_decode(&a, &m));
    CHECK_NUMBER(m.length, 3);
    CHECK_NUMBER(m.path[2], 7);
}

static void corners_count_only_with_diagonals(void)
{
    struct balda_state b = board(crown);
    struct draft d = draft("off"), e = draft("on");
    CHECK(draft_place(&d, &b, 7, letter('T')) && draft_step(&d, &b, 7));
    CHECK(!draft_step(&d, &b, 11));
    CHECK(draft_place(&e, &b, 7, letter('T')) && draft_step(&e, &b, 7));
    CHECK(draft_step(&e, &b, 11));
    CHECK(spells(&e, &b, "TR"));
}

static void steps_are_taken_back(void)
{
    struct balda_state b = board(crown);
    struct draft d = draft("off");
    CHECK(!draft_back(&d));
    CHECK(draft_place(&d, &b, 7, letter('T')));
    CHECK(draft_step(&d, &b, 11) && draft_step(&d, &b, 12));
    CHECK(draft_step(&d, &b, 11)); // back the way it came
    CHECK(spells(&d, &b, "R"));
    CHECK(draft_back(&d) && d.placed && d.move.length == 0);
    CHECK(draft_back(&d) && !d.placed);
    CHECK(!draft_back(&d));
    CHECK_NUMBER(draft_letter(&d, &b, 7), 0);
}

static void typing_finds_the_path(void)
{
    struct balda_state b = board(crown);
    struct draft d = draft("off");
    CHECK(!draft_type(&d, &b, letter('R'))); // no letter yet
    CHECK(draft_place(&d, &b, 7, letter('T')));
    CHECK(type(&d, &b, "ROT") && draft_passes(&d));
    CHECK_NUMBER(d.move.path[0], 11);
    CHECK(!draft_type(&d, &b, letter('E'))); // nowhere; nothing changes
    CHECK(spells(&d, &b, "ROT"));
    CHECK(draft_back(&d) && draft_back(&d) && type(&d, &b, "OT"));
}

// The first path that spells AR misses the new letter; another one does not.
static void typing_changes_its_mind(void)
{
    struct balda_state b = board(".........."
                                 "ARMED"
                                 "A.....R...");
    struct draft d = draft("off");
    CHECK(draft_place(&d, &b, 16, letter('R')));
    CHECK(type(&d, &b, "AR") && draft_passes(&d));
    CHECK_NUMBER(d.move.path[0], 15);
    draft_clear(&d);
    CHECK(draft_place(&d, &b, 6, letter('A')));
    CHECK(type(&d, &b, "A"));
    CHECK_NUMBER(d.move.path[0], 6); // the new letter is what the word is for
    CHECK(type(&d, &b, "RM"));
    CHECK(draft_passes(&d) && spells(&d, &b, "ARM"));
}

// A path traced by hand stays if typing can continue it.
static void typing_goes_on_from_what_was_traced(void)
{
    struct balda_state b = board(".........."
                                 "ONONO"
                                 "..........");
    struct draft d = draft("off");
    CHECK(draft_place(&d, &b, 7, letter('T')));
    CHECK(draft_step(&d, &b, 14) && draft_step(&d, &b, 13));
    CHECK(type(&d, &b, "OT"));
    CHECK_NUMBER(d.move.path[0], 14);
    CHECK(spells(&d, &b, "ONOT"));
}

// On a board of one letter there are more paths than can be tried.
static void typing_never_takes_long(void)
{
    struct config c;
    struct draft d;
    struct balda_state b = {0};
    CHECK(config_init(&c, TEXT("balda"), NULL));
    CHECK(config_set(&c, TEXT("size"), TEXT("9"), NULL));
    CHECK(config_set(&c, TEXT("diagonal"), TEXT("on"), NULL));
    draft_init(&d, &c);
    memset(b.board, 1, sizeof b.board);
    b.board[0] = 0;
    CHECK(draft_place(&d, &b, 0, 2));
    for (unsigned i = 0; i < 30; i++)
        CHECK(draft_type(&d, &b, 1));
    CHECK_NUMBER(d.move.length, 30);
}

static void a_draft_takes_a_move(void)
{
    struct balda_state b = board(crown);
    struct draft d = draft("off"), e = draft("off");
    CHECK(draft_place(&d, &b, 7, letter('T')) && type(&d, &b, "ROT"));
    struct action a = draft_action(&d, 0), again;
    draft_take(&e, &a);
    again = draft_action(&e, 0);
    CHECK(action_equal(&a, &again));
    CHECK(spells(&e, &b, "ROT") && draft_passes(&e));
}

static bool inside(struct rect r, int rows, int cols)
{
    return r.top >= 0 && r.left >= 0 && r.rows > 0 && r.cols > 0 && r.top + r.rows <= rows &&
           r.left + r.cols <= cols;
}

static bool apart(struct rect a, struct rect b)
{
    return a.top + a.rows <= b.top || b.top + b.rows <= a.top || a.left + a.cols <= b.left ||
           b.left + b.cols <= a.left;
}

static void nothing_overlaps_on_any_terminal(void)
{
    struct play_layout l;
    CHECK(!play_layout(&l, PLAY_ROWS - 1, PLAY_COLS, 2));
    CHECK(!play_layout(&l, PLAY_ROWS, PLAY_COLS - 1, 2));
    for (int rows = PLAY_ROWS; rows < 80; rows++)
        for (int cols = PLAY_COLS; cols < 260; cols += 3)
            for (unsigned seats = 1; seats <= 4; seats++) {
                CHECK(play_layout(&l, rows, cols, seats));
                const struct rect all[] = {l.title,   l.board, l.scores, l.log,
                                           l.meaning, l.line,  l.note,   l.keys};
                for (size_t i = 0; i < 8; i++) {
                    CHECK(inside(all[i], rows, cols));
                    for (size_t k = 0; k < i; k++)
                        CHECK(apart(all[i], all[k]));
                }
            }
}

static void every_board_fits_every_terminal(void)
{
    for (int rows = PLAY_ROWS; rows < 60; rows++)
        for (int cols = PLAY_COLS; cols < 200; cols += 3)
            for (unsigned width = 5; width <= 9; width += 2) {
                struct play_layout l;
                struct board_layout b;
                CHECK(play_layout(&l, rows, cols, 2));
                board_fit(&b, l.board, width);
                CHECK(b.top > l.board.top); // room for the letters above
                for (unsigned square = 0; square < width * width; square++) {
                    struct rect r = board_square(&b, square);
                    CHECK(r.left + r.cols <= l.board.left + l.board.cols);
                    CHECK(r.top + r.rows <= l.board.top + l.board.rows);
                    CHECK_NUMBER(board_hit(&b, r.top, r.left), (int)square);
                    CHECK_NUMBER(board_hit(&b, r.top + r.rows - 1, r.left + r.cols - 1),
                                 (int)square);
                }
            }
}

static void lines_are_no_squares(void)
{
    struct board_layout b;
    board_fit(&b, (struct rect){1, 0, 20, 43}, 9);
    CHECK(b.lined);
    CHECK_NUMBER(board_hit(&b, b.top, b.left + 1), -1);
    CHECK_NUMBER(board_hit(&b, b.top + 1, b.left), -1);
    CHECK_NUMBER(board_hit(&b, b.top + 1, b.left + 4), -1);
    CHECK_NUMBER(board_hit(&b, b.top + 19, b.left + 1), -1);
    CHECK_NUMBER(board_hit(&b, 0, 0), -1);
}

static void texts_are_wrapped_at_spaces(void)
{
    struct text rest = TEXT("a light usually\ncarried in the Händehandhabung"), line;
    const char *const want[] = {"a light", "usually", "carried in", "the", "Händehandh", "abung"};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        CHECK(text_wrap(&rest, 10, &line));
        CHECK_TEXT(line, want[i]);
    }
    CHECK(!text_wrap(&rest, 10, &line));
}

static void wrapping_ends_whatever_the_width(void)
{
    static const char bytes[] = "\xff\xc3 x\n\n日本語 \xd0";
    for (int cols = -1; cols < 8; cols++) {
        struct text rest = {bytes, sizeof bytes - 1}, line;
        unsigned lines = 0;
        while (text_wrap(&rest, cols, &line))
            CHECK(++lines < 40);
    }
}

static void wide_characters_take_two_columns(void)
{
    CHECK_NUMBER(text_columns(TEXT("слово")), 5);
    CHECK_NUMBER(text_columns(TEXT("日本")), 4);
    CHECK_TEXT(text_fit(TEXT("日本"), 3), "日");
    CHECK_TEXT(text_fit(TEXT("слово"), 3), "сло");
    CHECK_TEXT(text_fit(TEXT("abc"), 0), "");
}

static const struct test tests[] = {
    TEST(letters_go_on_open_squares_only),
    TEST(a_word_is_traced_step_by_step),
    TEST(corners_count_only_with_diagonals),
    TEST(steps_are_taken_back),
    TEST(typing_finds_the_path),
    TEST(typing_changes_its_mind),
    TEST(typing_goes_on_from_what_was_traced),
    TEST(typing_never_takes_long),
    TEST(a_draft_takes_a_move),
    TEST(nothing_overlaps_on_any_terminal),
    TEST(every_board_fits_every_terminal),
    TEST(lines_are_no_squares),
    TEST(texts_are_wrapped_at_spaces),
    TEST(wrapping_ends_whatever_the_width),
    TEST(wide_characters_take_two_columns),
};

TEST_MAIN(tests)
