// The core API without a browser: reads questions, one a line with tabs between its fields, and
// prints each answer as a line. golden.mjs asks the core in WebAssembly the same and compares every
// byte.
//
//     lexicon NAME FILE    open FILE    seen HEADER STATE (\\n for a new line)    show GAME VIEWER
//     try GAME SEAT MOVE    play GAME SEAT MOVE undo GAME N    draws GAME SEED    moves GAME TOP
//     best GAME LEVEL SEED SEAT OUTLOOK    word LEXICON WORD    close GAME language TAG
#include "base/file.h"
#include "wasm/core_api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 6, FILES = 32 };

struct script {
    struct core core;
    enum language language;
    struct text field[FIELDS];
    struct buf answer;
    struct buf file[FILES]; // lexicons stay where they lie
    unsigned files;
};

static unsigned number(struct text t)
{
    uint32_t n = 0;
    return text_to_u32(t, &n) ? n : UINT32_MAX;
}

static struct text read_file(struct script *s, struct text path)
{
    char name[4096];
    struct file_map map;
    struct buf *b = &s->file[s->files++ % FILES];
    snprintf(name, sizeof name, "%.*s", TEXT_ARG(path));
    buf_clear(b);
    if (file_map(&map, name, NULL)) {
        buf_add_text(b, map.content);
        file_unmap(&map);
    }
    return buf_text(b);
}

static void ask_lexicon(struct script *s)
{
    core_lexicon(&s->core, s->field[1], read_file(s, s->field[2]), s->language, &s->answer);
}

static void ask_open(struct script *s)
{
    core_open(&s->core, read_file(s, s->field[1]), s->language, &s->answer);
}

// A field with its new lines.
static void unfold(struct text field, struct buf *out)
{
    for (size_t i = 0; i < field.len; i++)
        if (field.at[i] == '\\' && i + 1 < field.len && field.at[i + 1] == 'n') {
            buf_add_byte(out, '\n');
            i++;
        } else {
            buf_add_byte(out, (unsigned char)field.at[i]);
        }
}

static void ask_seen(struct script *s)
{
    struct buf header = {0}, state = {0};
    unfold(s->field[1], &header);
    unfold(s->field[2], &state);
    core_open_seen(&s->core, buf_text(&header), buf_text(&state), s->language, &s->answer);
    buf_release(&header);
    buf_release(&state);
}

static void ask_show(struct script *s)
{
    core_show(&s->core, (int)number(s->field[1]), number(s->field[2]), &s->answer);
}

static void ask_targets(struct script *s)
{
    core_targets(&s->core, (int)number(s->field[1]), number(s->field[2]), s->language, &s->answer);
}

static void ask_try(struct script *s)
{
    core_try(&s->core, (int)number(s->field[1]), number(s->field[2]), s->field[3], s->language,
             &s->answer);
}

static void ask_play(struct script *s)
{
    core_play(&s->core, (int)number(s->field[1]), number(s->field[2]), s->field[3], s->language,
              &s->answer);
}

static void ask_undo(struct script *s)
{
    core_undo(&s->core, (int)number(s->field[1]), number(s->field[2]), s->language, &s->answer);
}

static void ask_draws(struct script *s)
{
    core_draws(&s->core, (int)number(s->field[1]), number(s->field[2]), s->language, &s->answer);
}

static void ask_moves(struct script *s)
{
    core_moves(&s->core, (int)number(s->field[1]), number(s->field[2]), s->language, &s->answer);
}

static void ask_best(struct script *s)
{
    unsigned seat = s->field[4].len ? number(s->field[4]) : CORE_ANYONE;
    struct core_thought thought = {
        .level = number(s->field[2]), .seed = number(s->field[3]), .outlook = s->field[5].len > 0};
    core_best(&s->core, (int)number(s->field[1]), seat, &thought, s->language, &s->answer);
}

static void ask_word(struct script *s)
{
    core_word(&s->core, s->field[1], s->field[2], s->language, &s->answer);
}

static void ask_close(struct script *s)
{
    core_close(&s->core, (int)number(s->field[1]));
}

static void ask_language(struct script *s)
{
    s->language = language_from_tag(s->field[1]);
}

static const struct {
    const char *name;
    void (*ask)(struct script *s);
} questions[] = {
    {"lexicon", ask_lexicon},   {"open", ask_open},       {"seen", ask_seen}, {"show", ask_show},
    {"try", ask_try},           {"play", ask_play},       {"undo", ask_undo}, {"moves", ask_moves},
    {"draws", ask_draws},       {"best", ask_best},       {"word", ask_word}, {"close", ask_close},
    {"language", ask_language}, {"targets", ask_targets},
};

static bool answer(struct script *s, struct text line)
{
    for (unsigned i = 0; i < FIELDS; i++)
        s->field[i] = text_cut(&line, '\t');
    buf_clear(&s->answer);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (text_is(s->field[0], questions[i].name)) {
            questions[i].ask(s);
            struct text text = buf_text(&s->answer);
            printf("%.*s\n", TEXT_ARG(text));
            return true;
        }
    fprintf(stderr, "what is %.*s?\n", TEXT_ARG(s->field[0]));
    return false;
}

int main(void)
{
    struct script s = {0};
    struct buf all = {0};
    char block[4096];
    struct text rest, line;
    bool ok = true;
    for (size_t n; (n = fread(block, 1, sizeof block, stdin)) > 0;)
        buf_add_text(&all, (struct text){block, n});
    rest = buf_text(&all);
    while (ok && text_next_line(&rest, &line))
        ok = answer(&s, line);
    core_release(&s.core);
    buf_release(&all);
    buf_release(&s.answer);
    for (unsigned i = 0; i < FILES; i++)
        buf_release(&s.file[i]);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
