#include "cli/game.h"

#include "base/bug.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool game_read_file(const char *path, struct buf *text, enum language language, struct reason *why)
{
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? message_text(MSG_GAME_STANDARD_INPUT, language) : path;
    int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return refuse(why, MSG_FILE_CANNOT_READ, "%s\t%s", path, strerror(errno));
    bool ok = file_read_stream(fd, name, RECORD_BYTES, text, why);
    if (!standard)
        close(fd);
    return ok;
}

bool game_read(struct record *r, const struct cli *c, const char *path,
               const struct record_host *host, struct reason *why)
{
    struct buf text = {0};
    bool ok =
        game_read_file(path, &text, c->language, why) && record_read(r, buf_text(&text), host, why);
    buf_release(&text);
    return ok;
}

int game_open(struct game *g, struct cli *c, const char *path)
{
    struct reason why;
    *g = (struct game){.cli = c, .cache = {.search_path = &c->search_path}};
    struct record_host host = lexicon_cache_host(&g->cache);
    if (game_read(&g->record, c, path, &host, &why)) {
        game_note_words(c, &g->record.config);
        return EXIT_OK;
    }
    lexicon_cache_close(&g->cache);
    return cli_refuse(c, &why);
}

void game_close(struct game *g)
{
    record_release(&g->record);
    lexicon_cache_close(&g->cache);
}

// Reads the lines of a file, joined by slashes, without comments and empty lines.
static bool read_value(const char *path, struct buf *value, struct reason *why)
{
    struct buf file = {0};
    struct text rest, line;
    bool ok = file_read(path, RECORD_BYTES, &file, why);
    for (rest = buf_text(&file); ok && text_next_line(&rest, &line);) {
        line = text_trim(line);
        if (!line.len || line.at[0] == '#')
            continue;
        buf_add_string(value, value->len ? "/" : "");
        buf_add_text(value, line);
    }
    buf_release(&file);
    return ok;
}

bool game_choose(struct config *out, const char *name_is_value, struct reason *why)
{
    struct text value = text_of(name_is_value), name = text_cut(&value, '=');
    struct buf lines = {0};
    if (!name.len || !value.len)
        return refuse(why, MSG_GAME_BAD_SET, "%.80s", name_is_value);
    bool from_file = value.at[0] == '@', ok = !from_file || read_value(value.at + 1, &lines, why);
    ok = ok && config_set(out, name, from_file ? buf_text(&lines) : value, why);
    buf_release(&lines);
    return ok;
}

bool game_choose_words(struct config *out, struct text lang, struct text lexicon,
                       const struct record_host *host, struct reason *why)
{
    return (!lang.len || config_set_lang(out, lang, why)) &&
           (!lexicon.len || config_set_lexicon(out, lexicon, why)) &&
           record_open_lexicon(out, host, why);
}

bool game_config_in(struct config *out, const struct cli *c, const char *preset, struct text lang,
                    struct lexicon_cache *cache, struct reason *why)
{
    const char *set;
    struct record_host host = lexicon_cache_host(cache);
    if (!config_init(out, text_of(preset), why))
        return false;
    for (unsigned i = 0; (set = cli_value_nth(c, "set", i)); i++)
        if (!game_choose(out, set, why))
            return false;
    return game_choose_words(out, lang, text_of(cli_value(c, "lexicon")), &host, why);
}

bool game_config(struct config *out, const struct cli *c, const char *preset,
                 struct lexicon_cache *cache, struct reason *why)
{
    return game_config_in(out, c, preset, text_of(cli_value(c, "lang")), cache, why);
}

bool game_plays_all_words(const struct config *config)
{
    // Bukva asks for nouns only, and has retired the setting.
    bool asks = strcmp(config->retired, "classes") == 0;
    for (unsigned i = 0; i < config->settings; i++)
        asks |= strcmp(config->setting[i].name, "classes") == 0;
    return asks && !lexicon_has_classes(config->lexicon);
}

void game_note_words(const struct cli *c, const struct config *config)
{
    struct buf out = {0};
    if (!game_plays_all_words(config))
        return;
    message_fill(&out, MSG_GAME_ALL_WORDS, c->language, text_of(config->lexicon_name));
    fprintf(stderr, "logomachy: %.*s\n", TEXT_ARG(buf_text(&out)));
    buf_release(&out);
}

bool game_seat_to_act(const struct config *config, const struct state *s, unsigned *seat)
{
    unsigned acting = config->rules->to_act(config, s);
    for (*seat = 0; *seat < config->seats; ++*seat)
        if (acting >> *seat & 1)
            return true;
    return false;
}

bool game_take_chances(struct record *r, struct rng *rng, struct reason *why)
{
    const struct config *c = &r->config;
    while (c->rules->to_act(c, &r->state) & ACTS_CHANCE) {
        struct action a = {0};
        c->rules->draw(c, &r->state, rng, &a);
        if (!record_add(r, &a, why))
            return false;
    }
    return true;
}

void game_print_player(const struct record *r, unsigned seat, struct buf *out)
{
    if (r->player[seat][0])
        buf_add_string(out, r->player[seat]);
    else
        buf_add_byte(out, (unsigned char)seat_letter(seat));
}

void game_print_cut(const struct cut *cut, game_name_fn *name, const void *context,
                    enum language language, struct buf *out)
{
    struct buf args = {0};
    if (!cut->draws)
        return;
    for (unsigned i = 0; i < cut->draws; i++) {
        char card[UTF8_MAX];
        buf_add_string(&args, i ? ", " : "");
        name(context, cut->draw[i].seat, &args);
        buf_add_byte(&args, ' ');
        buf_add(&args, card, utf8_put(cut->draw[i].symbol, card));
    }
    buf_add_byte(&args, '\t');
    name(context, 0, &args);
    message_fill(out, MSG_GAME_CUT, language, buf_text(&args));
    out->failed |= !buf_ok(&args);
    buf_release(&args);
}

void game_print_cut_json(const struct cut *cut, struct buf *out)
{
    for (unsigned i = 0; i < cut->draws; i++) {
        char card[UTF8_MAX];
        buf_printf(out, "%s{\"seat\":\"%c\",\"card\":", i ? "," : ",\"cut\":[",
                   seat_letter(cut->draw[i].seat));
        game_print_json((struct text){card, utf8_put(cut->draw[i].symbol, card)}, out);
        buf_add_string(out, i + 1 < cut->draws ? "}" : "}]");
    }
}

void game_print_word(const struct config *config, const struct word *w, struct buf *out)
{
    alphabet_print(&config->lexicon->alphabet, w, out);
}

void game_print_json(struct text t, struct buf *out)
{
    buf_add_byte(out, '"');
    buf_add_json(out, t);
    buf_add_byte(out, '"');
}

const char *game_reason_key(const struct outcome *o)
{
    return o->over ? end_reason_key(o->reason) : NULL;
}

const char *game_reason_text(const struct outcome *o, enum language language)
{
    static const enum message ends[] = {
        [END_NONE] = MSG_GAME_GOES_ON,        [END_FULL] = MSG_GAME_END_FULL,
        [END_NO_WORD] = MSG_GAME_END_NO_WORD, [END_PASSES] = MSG_GAME_END_PASSES,
        [END_OUT] = MSG_GAME_END_OUT,         [END_NOTHING] = MSG_GAME_END_NOTHING,
        [END_DONE] = MSG_GAME_END_DONE,       [END_RESIGNATION] = MSG_GAME_END_RESIGNATION,
    };
    return o->over ? message_text(ends[o->reason], language) : "";
}

// The only winner, or -1.
static int only_winner(const struct outcome *o)
{
    for (int i = 0; i < SEATS_MAX; i++)
        if (o->winners == 1u << i)
            return o->draw ? -1 : i;
    return -1;
}

const char *game_result_key(const struct outcome *o)
{
    static const char *const letters[SEATS_MAX] = {"A", "B", "C", "D"};
    int winner = only_winner(o);
    if (!o->over)
        return NULL;
    if (winner >= 0)
        return letters[winner];
    return o->draw || !o->winners ? "draw" : "shared";
}

static void print_turn(const struct record *r, enum language language, struct buf *out)
{
    struct buf name = {0};
    unsigned seat;
    if (game_seat_to_act(&r->config, &r->state, &seat)) {
        game_print_player(r, seat, &name);
        message_fill(out, MSG_GAME_GOES_ON, language, buf_text(&name));
    } else {
        message_fill(out, MSG_GAME_CHANCE, language, TEXT(""));
    }
    buf_release(&name);
}

// A game alone has no opponent to win against: only the points count.
static void print_points(const struct record *r, const struct outcome *o, enum language language,
                         struct buf *out)
{
    int32_t score[SEATS_MAX];
    struct buf args = {0};
    r->config.rules->score(&r->config, &r->state, score);
    buf_printf(&args, "%d\t%s", (int)score[0], game_reason_text(o, language));
    message_fill(out, MSG_PLAY_SCORE, language, buf_text(&args));
    buf_release(&args);
}

void game_print_outcome(const struct record *r, enum language language, struct buf *out)
{
    struct outcome o;
    struct buf args = {0};
    r->config.rules->outcome(&r->config, &r->state, &o);
    if (!o.over) {
        print_turn(r, language, out);
        return;
    }
    if (r->config.seats == 1) {
        print_points(r, &o, language, out);
        return;
    }
    int winner = only_winner(&o);
    enum message what = winner >= 0            ? MSG_GAME_WINS
                        : o.draw || !o.winners ? MSG_GAME_DRAW
                                               : MSG_GAME_SHARED;
    if (winner >= 0)
        game_print_player(r, (unsigned)winner, &args);
    buf_printf(&args, "\t%s", game_reason_text(&o, language));
    message_fill(out, what, language, buf_text(&args));
    buf_release(&args);
}

void game_print_column(struct text t, size_t width, struct buf *out)
{
    buf_add_text(out, t);
    buf_add_byte(out, ' ');
    for (size_t i = cli_columns(t); i < width; i++)
        buf_add_byte(out, ' ');
}
