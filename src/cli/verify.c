// logomachy verify: proves that the draws of a game were not tampered with. It checks a commitment:
// the server publishes the hash of the game's seed at the start and the seed at the end. The seed
// must have that hash, and the seed and the moves must reproduce the game.
#include "cli/commands.h"
#include "cli/game.h"

#include "base/bug.h"
#include "base/utf8.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { HASH_HEX = 2 * crypto_hash_sha256_BYTES };

// The hashes that the seed was compared with: the one in the record and the one of --hash.
struct proof {
    char own[HASH_HEX + 1]; // of the record's seed
    unsigned draws, moves;
};

static bool read_hash(struct text hex, char out[HASH_HEX + 1])
{
    unsigned char bytes[crypto_hash_sha256_BYTES];
    size_t count = 0;
    if (hex.len != HASH_HEX ||
        sodium_hex2bin(bytes, sizeof bytes, hex.at, hex.len, NULL, &count, NULL) != 0 ||
        count != sizeof bytes)
        return false;
    sodium_bin2hex(out, HASH_HEX + 1, bytes, sizeof bytes); // lower case
    return true;
}

// Pads a shorter seed with zeros at the end, as the generator does.
static void hash_seed(const char *seed_hex, char out[HASH_HEX + 1])
{
    char digits[2 * RNG_SEED + 1];
    unsigned char seed[RNG_SEED], hash[crypto_hash_sha256_BYTES];
    size_t len = strlen(seed_hex);
    memset(digits, '0', sizeof digits);
    memcpy(digits, seed_hex, len);
    BUG_UNLESS(sodium_hex2bin(seed, sizeof seed, digits, sizeof digits - 1, NULL, NULL, NULL) == 0);
    crypto_hash_sha256(hash, seed, sizeof seed);
    sodium_bin2hex(out, HASH_HEX + 1, hash, sizeof hash);
}

static bool compare_hash(const struct proof *p, uint32_t line, const char *promised,
                         struct reason *why)
{
    return strcmp(p->own, promised) == 0 ||
           refuse_line(why, line, MSG_VERIFY_OTHER_HASH, "%s\t%s", p->own, promised);
}

static bool no_hash(uint32_t line, struct text hex, struct reason *why)
{
    hex = text_head(hex, 80);
    return refuse_line(why, line, MSG_VERIFY_BAD_HASH, "%.*s",
                       TEXT_ARG(text_head(hex, utf8_whole(hex))));
}

// The text after "# seed-hash", if the line is that comment.
static bool find_hash(struct text line, struct text *hex)
{
    line = text_trim(line);
    if (!line.len || line.at[0] != '#')
        return false;
    line = text_trim(text_from(line, 1));
    if (!text_starts(line, "seed-hash") ||
        (line.len > 9 && line.at[9] != ' ' && line.at[9] != '\t'))
        return false;
    *hex = text_trim(text_from(line, 9));
    return true;
}

// Every hash in the record's comments must match the seed.
static bool compare_comments(const struct proof *p, struct text record, bool *found,
                             struct reason *why)
{
    struct text line, hex;
    char promised[HASH_HEX + 1];
    for (uint32_t n = 1; text_next_line(&record, &line); n++) {
        if (!find_hash(line, &hex))
            continue;
        if (!read_hash(hex, promised))
            return no_hash(n, hex, why);
        if (!compare_hash(p, n, promised, why))
            return false;
        *found = true;
    }
    return true;
}

static bool was_named(const struct config *c)
{
    return c->opening[0] && !c->opening_drawn;
}

// Reading the record has repeated every draw from the seed and checked every move.
static bool verify(const struct record *r, struct text text, const char *promised, struct proof *p,
                   struct reason *why)
{
    bool found = promised != NULL;
    if (!r->seeded)
        return refuse(why, MSG_VERIFY_NO_SEED, "%s", "");
    hash_seed(r->seed, p->own);
    for (size_t i = 0; i < r->actions; i++)
        *(r->action[i].seat == CHANCE ? &p->draws : &p->moves) += 1;
    // An opening that the players chose is not drawn, so it proves nothing about the seed.
    // Nor does one that was drawn from another lexicon.
    p->draws -= was_named(&r->config) || record_lexicon_changed(&r->config);
    if ((promised && !compare_hash(p, 0, promised, why)) || !compare_comments(p, text, &found, why))
        return false;
    return found || refuse(why, MSG_VERIFY_NO_HASH, "%s", "");
}

static void print_json(const struct record *r, const struct proof *p, struct buf *out)
{
    struct outcome o;
    r->config.rules->outcome(&r->config, &r->state, &o);
    const char *result = game_result_key(&o);
    buf_printf(out,
               "{\"verified\":true,\"game\":\"%s\",\"seed\":\"%s\",\"hash\":\"%s\",\"draws\":%u,"
               "\"moves\":%u,\"over\":%s,\"result\":",
               r->config.preset, r->seed, p->own, p->draws, p->moves, o.over ? "true" : "false");
    buf_printf(out, result ? "\"%s\"" : "%s", result ? result : "null");
    if (was_named(&r->config) || record_lexicon_changed(&r->config)) {
        buf_printf(out, ",\"%s\":", r->config.opening_drawn ? "lexicon_changed" : "named");
        game_print_json(text_of(r->config.opening), out);
    }
    game_print_cut_json(&r->cut, out);
    buf_add_string(out, "}\n");
}

static void print_name(const void *record, unsigned seat, struct buf *out)
{
    game_print_player(record, seat, out);
}

static void print_opening(const struct config *c, enum language language, struct buf *out)
{
    char values[CONFIG_OPENING + sizeof c->lexicon_name];
    snprintf(values, sizeof values, "%s\t%s", c->lexicon_name, c->opening);
    if (was_named(c))
        message_fill(out, MSG_VERIFY_NAMED, language, text_of(c->opening));
    else if (record_lexicon_changed(c))
        message_fill(out, MSG_VERIFY_LEXICON_CHANGED, language, text_of(values));
    else
        return;
    buf_add_byte(out, '\n');
}

static void print_text(const struct record *r, const struct proof *p, enum language language,
                       struct buf *out)
{
    char number[16];
    message_fill(out, MSG_VERIFY_SEED, language, text_of(p->own));
    snprintf(number, sizeof number, "%u", p->draws);
    buf_add_byte(out, '\n');
    game_print_cut(&r->cut, print_name, r, language, out);
    buf_add_string(out, r->cut.draws ? "\n" : "");
    print_opening(&r->config, language, out);
    message_fill(out, MSG_VERIFY_DRAWS, language, text_of(number));
    snprintf(number, sizeof number, "%u", p->moves);
    buf_add_byte(out, '\n');
    message_fill(out, MSG_VERIFY_MOVES, language, text_of(number));
    buf_add_byte(out, '\n');
    game_print_outcome(r, language, out);
    buf_add_byte(out, '\n');
}

static int verify_text(struct cli *c, struct text text, const char *promised)
{
    struct lexicon_cache cache = {.search_path = &c->search_path};
    struct record_host host = lexicon_cache_host(&cache);
    struct record r;
    struct reason why = {0};
    struct proof p = {0};
    struct buf out = {0};
    bool read = record_read(&r, text, &host, &why);
    bool proven = read && verify(&r, text, promised, &p, &why);
    if (proven && cli_json(c))
        print_json(&r, &p, &out);
    else if (proven)
        print_text(&r, &p, c->language, &out);
    if (read)
        record_release(&r);
    lexicon_cache_close(&cache);
    return proven ? cli_put(c, &out) : cli_refuse(c, &why);
}

static int run_verify(struct cli *c)
{
    const char *given = cli_value(c, "hash");
    char promised[HASH_HEX + 1];
    struct reason why = {0};
    struct buf text = {0};
    if (c->argc != 1)
        return c->argc ? cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[1])
                       : cli_usage(c, MSG_CLI_MISSING, "%s", "FILE");
    if (given && !read_hash(text_of(given), promised))
        return cli_usage(c, MSG_VERIFY_BAD_HASH, "%s", given);
    int status = game_read_file(c->args[0], &text, c->language, &why)
                     ? verify_text(c, buf_text(&text), given ? promised : NULL)
                     : cli_refuse(c, &why);
    buf_release(&text);
    return status;
}

static const struct cli_option options[] = {
    {"hash", "HEX", MSG_OPTION_VERIFY_HASH},
    {NULL, NULL, MSG_OPTION_VERIFY_HASH},
};

const struct command command_verify = {
    "verify", "FILE", MSG_COMMAND_VERIFY, options, run_verify, NULL,
};
