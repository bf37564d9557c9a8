#include "server/play/turn_mail.h"

#include "base/buf.h"
#include "base/message.h"
#include "rules/registry.h"
#include "store/accounts.h"
#include "store/social.h"

#include <stdio.h>
#include <string.h>

static enum store_status add_mail(struct store_tx *tx, const struct store_account *to,
                                  const char *args, int64_t now)
{
    struct buf subject = {0}, body = {0};
    enum language language = language_from_tag(text_of(to->lang));
    message_fill(&subject, MSG_MAIL_TURN_SUBJECT, language, text_of(args));
    message_fill(&body, MSG_MAIL_TURN_BODY, language, text_of(args));
    struct store_mail mail = {.subject = buf_text(&subject), .body = buf_text(&body), .at = now};
    memcpy(mail.to, to->mail, sizeof mail.to);
    bool ok = buf_ok(&subject) && buf_ok(&body);
    enum store_status status = ok ? store_mail_add(tx, &mail) : STORE_BROKEN;
    buf_release(&subject);
    buf_release(&body);
    return status;
}

enum store_status turn_mail_add(struct store_tx *tx, int64_t account, const struct store_match *m,
                                const char *url, int64_t now)
{
    struct store_account to;
    char args[400];
    enum store_status status = store_account_get(tx, account, &to);
    if (status != STORE_OK || !to.mail[0] || !to.mail_turns)
        return status == STORE_NONE ? STORE_OK : status;
    snprintf(args, sizeof args, "%s\t%s\t%s/match/%s", to.name,
             preset_title(m->game, language_from_tag(text_of(to.lang))), url, m->id);
    return add_mail(tx, &to, args, now);
}
