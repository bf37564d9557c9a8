// logomachy rules: prints a preset: its settings and the data of its rules.
#include "cli/commands.h"
#include "cli/game.h"

static const char *const kind_key[] = {
    [SETTING_CHOICE] = "choice", [SETTING_NUMBER] = "number", [SETTING_SET] = "set"};

// Numbers are printed as they are, everything else in quotes.
static void value_json(const struct setting *s, unsigned value, struct buf *out)
{
    if (s->kind == SETTING_NUMBER)
        buf_add_string(out, s->value[value]);
    else
        game_print_json(text_of(s->value[value]), out);
}

// The members of a set, as a JSON array.
static void values_json(const struct setting *s, uint32_t bits, struct buf *out)
{
    const char *comma = "";
    buf_add_byte(out, '[');
    for (unsigned i = 0; i < s->values; i++) {
        if (!(bits >> i & 1))
            continue;
        buf_add_string(out, comma);
        value_json(s, i, out);
        comma = ",";
    }
    buf_add_byte(out, ']');
}

static void setting_json(const struct setting *s, struct buf *out)
{
    buf_printf(out, "{\"name\":\"%s\",\"kind\":\"%s\",\"values\":", s->name, kind_key[s->kind]);
    values_json(s, UINT32_MAX, out);
    buf_add_string(out, ",\"default\":");
    if (s->kind == SETTING_SET)
        values_json(s, s->standard, out);
    else
        value_json(s, s->standard, out);
    buf_add_byte(out, '}');
}

static void print_json(const struct config *config, struct buf *out)
{
    buf_printf(out, "{\"preset\":\"%s\",\"lang\":\"%s\",\"seats\":{\"min\":%u,\"max\":%u},",
               config->preset, config->lang, config->min_seats, config->max_seats);
    buf_add_string(out, "\"settings\":[");
    for (unsigned i = 0; i < config->settings; i++) {
        buf_add_string(out, i ? "," : "");
        setting_json(&config->setting[i], out);
    }
    buf_add_byte(out, ']');
    config->rules->describe(config, out);
    buf_add_string(out, "}\n");
}

static void print_text(const struct cli *c, const struct config *config, struct buf *out)
{
    buf_printf(out, "%s (%s)\n%s: ", config->preset, config->lang,
               message_text(MSG_GAME_SEATS, c->language));
    buf_printf(out, config->min_seats < config->max_seats ? "%u-%u\n" : "%u\n", config->min_seats,
               config->max_seats);
    for (unsigned i = 0; i < config->settings; i++) {
        const struct setting *s = &config->setting[i];
        buf_printf(out, "%s:", s->name);
        for (unsigned v = 0; v < s->values; v++)
            buf_printf(out, "%s%s", v ? (s->kind == SETTING_SET ? ", " : " | ") : " ", s->value[v]);
        buf_printf(out, " (%s ", message_text(MSG_GAME_DEFAULT, c->language));
        config_print_value(config, i, out);
        buf_add_string(out, ")\n");
    }
}

// Prints a note if the language's lexicon has no word classes. No note if there is no such lexicon.
static void note_words(const struct cli *c, const char *lang)
{
    struct lexicon_cache cache = {.search_path = &c->search_path};
    struct record_host host = lexicon_cache_host(&cache);
    struct config config;
    if (config_init(&config, text_of(c->args[0]), NULL) &&
        game_choose_words(&config, text_of(lang), TEXT(""), &host, NULL))
        game_note_words(c, &config);
    lexicon_cache_close(&cache);
}

static int run_rules(struct cli *c)
{
    struct config config;
    struct reason why;
    struct buf out = {0};
    const char *lang = cli_value(c, "lang");
    if (c->argc != 1)
        return c->argc ? cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[1])
                       : cli_usage(c, MSG_CLI_MISSING, "%s", "PRESET");
    if (!config_init(&config, text_of(c->args[0]), &why) ||
        (lang && !config_set_lang(&config, text_of(lang), &why)))
        return cli_refuse(c, &why);
    note_words(c, lang);
    if (cli_json(c))
        print_json(&config, &out);
    else
        print_text(c, &config, &out);
    return cli_put(c, &out);
}

static const struct cli_option options[] = {
    {"lang", "LANG", MSG_OPTION_GAME_LANG},
    {NULL, NULL, MSG_OPTION_GAME_LANG},
};

const struct command command_rules = {
    "rules", "PRESET", MSG_COMMAND_RULES, options, run_rules, NULL,
};
