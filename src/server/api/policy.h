// policy: the content security policy of the client's files. The page has its first script and its
// style inside, so that it is drawn after one round trip. The policy allows them by their hashes,
// and besides them only files of ours and WebAssembly.
//
//     struct buf policy = {0};
//     policy_print(TEXT("<script>begin()</script>"), &policy);
//     ok = buf_ok(&policy) && text_starts(buf_text(&policy), "default-src 'self'; script-src");
//     buf_release(&policy);
#ifndef LOGOMACHY_SERVER_API_POLICY_H
#define LOGOMACHY_SERVER_API_POLICY_H

#include "base/buf.h"

// The policy for a page with elements `<script>` and `<style>` without attributes.
void policy_print(struct text page, struct buf *out);

#endif
