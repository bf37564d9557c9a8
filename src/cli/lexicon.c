// logomachy lexicon: builds and inspects lexicons.
#include "cli/lexicon.h"
#include "cli/commands.h"

static const struct command *const inner[] = {
    &command_lexicon_list,   &command_lexicon_info,   &command_lexicon_has,
    &command_lexicon_define, &command_lexicon_find,   &command_lexicon_check,
    &command_lexicon_build,  &command_lexicon_import, NULL};

const struct command command_lexicon = {
    "lexicon", "COMMAND …", MSG_COMMAND_LEXICON, NULL, NULL, inner,
};
