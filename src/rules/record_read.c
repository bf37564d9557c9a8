// Reads a record line by line. The header is only collected; the first line after it, or the end,
// completes the config and begins the game.
#include "rules/record.h"

#include "base/utf8.h"

#include <string.h>

struct reader {
    struct record *record;
    const struct record_host *host;
    struct reason *why;
    uint32_t line;
    bool draft; // of a new game: settings that it does not name have their defaults

    // The header so far, with the line of each entry; 0: none yet.
    struct config config;
    char player[SEATS_MAX][RECORD_NAME];
    struct text start; // the event, `start CROWN`
    char seed[2 * RNG_SEED + 1];
    uint32_t game_line, lang_line, lexicon_line, start_line, seed_line;
    struct cut cut;
    uint32_t cut_line[CUT_DRAWS];
    uint32_t seat_line[SEATS_MAX], setting_line[SETTINGS_MAX];
    bool begun; // the header is over
};

// Adds the line to a reason from another module.
static bool at_line(struct reader *d, uint32_t line)
{
    if (d->why)
        d->why->line = line;
    return false;
}

static bool once(struct reader *d, uint32_t *line, const char *what, const char *which)
{
    if (*line)
        return refuse_line(d->why, d->line, MSG_RECORD_TWICE, "%s%s", what, which);
    *line = d->line;
    return true;
}

// The seat that a text names, or -1.
static int seat_of(struct text t)
{
    return t.len == 1 && t.at[0] >= 'A' && t.at[0] < 'A' + SEATS_MAX ? t.at[0] - 'A' : -1;
}

static bool read_game(struct reader *d, struct text name)
{
    if (!once(d, &d->game_line, "game", ""))
        return false;
    bool found = d->host->preset ? d->host->preset(d->host->context, &d->config, name, d->why)
                                 : config_init(&d->config, name, d->why);
    if (!found)
        return at_line(d, d->line);
    if (!d->draft)
        config_init_unnamed(&d->config);
    return true;
}

static bool read_lang(struct reader *d, struct text name)
{
    return once(d, &d->lang_line, "lang", "") &&
           (config_set_lang(&d->config, name, d->why) || at_line(d, d->line));
}

static bool read_lexicon(struct reader *d, struct text name)
{
    return once(d, &d->lexicon_line, "lexicon", "") &&
           (config_set_lexicon(&d->config, name, d->why) || at_line(d, d->line));
}

static bool read_set(struct reader *d, struct text rest)
{
    struct text name = text_cut_word(&rest);
    for (unsigned i = 0; i < d->config.settings; i++)
        if (text_is(name, d->config.setting[i].name) &&
            !once(d, &d->setting_line[i], "set ", d->config.setting[i].name))
            return false;
    return config_set_recorded(&d->config, name, rest, d->why) || at_line(d, d->line);
}

static bool read_seat(struct reader *d, struct text rest)
{
    struct text letter = text_cut_word(&rest);
    int seat = seat_of(letter);
    if (seat < 0 || (unsigned)seat >= d->config.max_seats)
        return refuse_line(d->why, d->line, MSG_RECORD_NO_SEAT, "%s\t%.*s\t%c", d->config.preset,
                           TEXT_ARG(reason_quote(letter)), seat_letter(d->config.max_seats - 1));
    if (!once(d, &d->seat_line[seat], "seat ", (char[]){(char)('A' + seat), '\0'}))
        return false;
    if (rest.len >= RECORD_NAME)
        return refuse_line(d->why, d->line, MSG_RECORD_LONG_NAME, "%d", RECORD_NAME - 1);
    memcpy(d->player[seat], rest.at, rest.len);
    return true;
}

static bool read_seed(struct reader *d, struct text hex)
{
    struct rng r;
    if (!once(d, &d->seed_line, "seed", ""))
        return false;
    if (!rng_seed_hex(&r, hex))
        return refuse_line(d->why, d->line, MSG_RECORD_BAD_SEED, "%.*s",
                           TEXT_ARG(reason_quote(hex)));
    memcpy(d->seed, hex.at, hex.len);
    return true;
}

// The game checks the event when it begins.
static bool read_start(struct reader *d, struct text rest)
{
    (void)rest;
    return once(d, &d->start_line, "start", "");
}

// drawn CHECKSUM EVENT. R-REC-41
static bool read_drawn(struct reader *d, struct text rest)
{
    struct text hex = text_cut_word(&rest);
    if (!once(d, &d->start_line, "start", ""))
        return false;
    if (!text_to_hex64(hex, &d->config.drawn_from) || !rest.len)
        return refuse_line(d->why, d->line, MSG_RECORD_BAD_DRAWN, "%.*s",
                           TEXT_ARG(reason_quote(hex)));
    d->config.opening_drawn = true;
    d->start = rest;
    return true;
}

// Checked when the seats are known. R-BALI-60
static bool read_cut(struct reader *d, struct text rest)
{
    if (!cut_read(&d->cut, rest, d->why))
        return at_line(d, d->line);
    d->cut_line[d->cut.draws - 1] = d->line;
    return true;
}

static const struct header {
    const char *word;
    bool (*read)(struct reader *d, struct text rest);
} headers[] = {
    {"game", read_game}, {"lang", read_lang}, {"lexicon", read_lexicon},
    {"set", read_set},   {"seat", read_seat}, {"start", read_start},
    {"seed", read_seed}, {"cut", read_cut},   {"drawn", read_drawn},
};

// Where the preset leaves the number of seats open, it is the number of `seat` lines.
static bool count_seats(struct reader *d)
{
    unsigned named = 0;
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        if (!d->seat_line[i])
            continue;
        if (named < i)
            return refuse_line(d->why, d->seat_line[i], MSG_RECORD_SEAT_GAP, "%c\t%c",
                               seat_letter(i), seat_letter(named));
        named++;
    }
    d->config.seats = named > d->config.min_seats ? named : d->config.min_seats;
    return true;
}

static bool open_lexicon(struct reader *d)
{
    uint32_t line = d->lexicon_line ? d->lexicon_line : d->lang_line ? d->lang_line : d->game_line;
    return record_open_lexicon(&d->config, d->host, d->why) || at_line(d, line);
}

// Parses, checks and applies an action of a seat or of chance.
static bool play_action(struct reader *d, unsigned seat, struct text text)
{
    struct record *r = d->record;
    struct action a = {0};
    return (r->config.rules->parse(&r->config, &r->state, seat, text, &a, d->why) &&
            record_add(r, &a, d->why)) ||
           at_line(d, d->line);
}

// R-REC-30 to R-REC-32
static bool read_chance(struct reader *d, struct text line)
{
    struct record *r = d->record;
    struct text rest = line, word = text_cut_word(&rest);
    unsigned acting = r->config.rules->to_act(&r->config, &r->state);
    if (r->seeded)
        return refuse_line(d->why, d->line, MSG_RECORD_SEEDED, "%.*s", TEXT_ARG(word));
    if (!acting)
        return refuse_line(d->why, d->line, MSG_RULES_OVER, "%s", "");
    if (!(acting & ACTS_CHANCE))
        return refuse_line(d->why, d->line, MSG_RECORD_DEAL_MISPLACED, "%c",
                           rules_waits_for(acting));
    return play_action(d, CHANCE, line);
}

static bool apply_start(struct reader *d)
{
    uint32_t line = d->line;
    d->line = d->start_line;
    if (!read_chance(d, d->start))
        return false;
    d->line = line;
    return true;
}

// R-BALI-60
static bool check_cut(struct reader *d)
{
    const struct record *r = d->record;
    unsigned wrong;
    d->record->cut = d->cut;
    return (r->seeded ? cut_follows(&r->config, &r->cut, &r->rng, &wrong, d->why)
                      : cut_check(&r->config, &r->cut, &wrong, d->why)) ||
           at_line(d, d->cut_line[wrong]);
}

// The header is complete: the game begins. With a seed, a start that is named is not drawn.
static bool begin_game(struct reader *d)
{
    bool named = d->start_line && d->seed_line;
    if (d->begun)
        return true;
    d->begun = true;
    if (!count_seats(d) || !open_lexicon(d))
        return false;
    if (d->config.opening_drawn && !(named && d->config.rules->draws_word))
        return refuse_line(d->why, d->start_line, MSG_RECORD_UNKNOWN_LINE, "%s", "drawn");
    if (named && !record_set_opening(&d->config, d->start, d->why))
        return at_line(d, d->start_line);
    if (!record_begin(d->record, &d->config, d->seed_line ? d->seed : NULL, d->why))
        return at_line(d, d->config.opening_drawn ? d->start_line : d->game_line);
    memcpy(d->record->player, d->player, sizeof d->player);
    return check_cut(d) && (!d->start_line || named || apply_start(d));
}

// R-REC-24 to R-REC-28
static bool read_header(struct reader *d, const struct header *h, struct text line)
{
    struct text rest = line;
    text_cut_word(&rest);
    if (d->begun)
        return refuse_line(d->why, d->line, MSG_RECORD_LATE, "%s", h->word);
    if (!rest.len)
        return refuse_line(d->why, d->line, MSG_RECORD_NO_VALUE, "%s", h->word);
    if (!h->read(d, rest))
        return false;
    if (h->read == read_start)
        d->start = line;
    return true;
}

// Refuses a move where a chance event is due, and shows what one looks like.
static bool refuse_missing(struct reader *d)
{
    const struct record *r = d->record;
    struct action due = {0};
    struct buf text = {0};
    struct rng any;
    rng_seed_hex(&any, TEXT("1"));
    r->config.rules->draw(&r->config, &r->state, &any, &due);
    r->config.rules->format(&r->config, &r->state, &due, VIEWER_ALL, &text);
    reason_set(d->why, d->line, MSG_RECORD_DEAL_MISSING, "%.*s", TEXT_ARG(buf_text(&text)));
    buf_release(&text);
    return false;
}

static bool read_move(struct reader *d, unsigned seat, struct text text)
{
    const struct config *c = &d->record->config;
    if (seat >= c->seats)
        return refuse_line(d->why, d->line, MSG_RECORD_NO_SEAT, "%s\t%c\t%c", c->preset,
                           seat_letter(seat), seat_letter(c->seats - 1));
    if (!text.len)
        return refuse_line(d->why, d->line, MSG_RECORD_NO_VALUE, "%c", seat_letter(seat));
    unsigned acting = c->rules->to_act(c, &d->record->state);
    if (!acting)
        return refuse_line(d->why, d->line, MSG_RULES_OVER, "%s", "");
    if (acting & ACTS_CHANCE)
        return refuse_missing(d);
    return play_action(d, seat, text);
}

static bool read_item(struct reader *d, struct text line)
{
    struct text rest = line, word = text_cut_word(&rest);
    if (!d->game_line && !text_is(word, "game"))
        return refuse_line(d->why, d->line, MSG_RECORD_NO_GAME, "%s", "");
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (text_is(word, headers[i].word))
            return read_header(d, &headers[i], line);
    int seat = seat_of(word);
    if (seat >= 0)
        return begin_game(d) && read_move(d, (unsigned)seat, rest);
    if (text_is(word, "deal"))
        return begin_game(d) && read_chance(d, line);
    return refuse_line(d->why, d->line, MSG_RECORD_UNKNOWN_LINE, "%.*s",
                       TEXT_ARG(reason_quote(word)));
}

// Tabs are white space. Other control characters are refused; a NUL would end a name.
static bool has_control(struct text t)
{
    for (size_t i = 0; i < t.len; i++)
        if (((unsigned char)t.at[i] < ' ' && t.at[i] != '\t') || t.at[i] == 0x7f)
            return true;
    return false;
}

// R-REC-23
static bool read_line(struct reader *d, struct text line)
{
    if (!utf8_valid(line))
        return refuse_line(d->why, d->line, MSG_RECORD_NOT_UTF8, "%s", "");
    if (has_control(line))
        return refuse_line(d->why, d->line, MSG_RECORD_CONTROL, "%s", "");
    line = text_trim(text_cut(&line, '#'));
    return !line.len || read_item(d, line);
}

static bool read_all(struct reader *d, struct text text)
{
    struct text line;
    if (text.len > RECORD_BYTES)
        return refuse(d->why, MSG_RECORD_LONG, "%d", RECORD_BYTES);
    if (text_starts(text, "\xEF\xBB\xBF")) // some editors begin every file with this mark
        text = text_from(text, 3);
    while (text_next_line(&text, &line)) {
        d->line++;
        if (!read_line(d, line))
            return false;
    }
    if (!d->game_line)
        return refuse_line(d->why, d->line ? d->line : 1, MSG_RECORD_NO_GAME, "%s", "");
    return begin_game(d);
}

static bool read_record(struct reader *d, struct text text)
{
    memset(d->record, 0, sizeof *d->record);
    if (read_all(d, text))
        return true;
    record_release(d->record);
    return false;
}

bool record_read(struct record *r, struct text text, const struct record_host *host,
                 struct reason *why)
{
    return read_record(&(struct reader){.record = r, .host = host, .why = why}, text);
}

bool record_read_draft(struct record *r, struct text text, const struct record_host *host,
                       struct reason *why)
{
    return read_record(&(struct reader){.record = r, .host = host, .why = why, .draft = true},
                       text);
}
