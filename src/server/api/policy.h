// policy: the content security policy of the client's files. The page has its first script and its
// style inside, so that it is drawn after one round trip. The policy allows them by their hashes,
// and besides them only files of ours and WebAssembly.
//
//     char *policy = policy_for(TEXT("<script>begin()</script>"));
//     ok = policy && strstr(policy, "script-src 'self' 'wasm-unsafe-eval' 'sha256-");
//     free(policy);
#ifndef LOGOMACHY_SERVER_API_POLICY_H
#define LOGOMACHY_SERVER_API_POLICY_H

#include "base/text.h"

// The policy for a page with elements `<script>` and `<style>` without attributes. To be freed; NULL
// without memory.
char *policy_for(struct text page);

#endif
