#include "store/status.h"

const char *store_status_name(enum store_status status)
{
    static const char *const names[] = {
        [STORE_OK] = "ok",           [STORE_NONE] = "none",       [STORE_TAKEN] = "taken",
        [STORE_REFUSED] = "refused", [STORE_FULL] = "full",       [STORE_BUSY] = "busy",
        [STORE_BROKEN] = "broken",   [STORE_DAMAGED] = "damaged", [STORE_UNKNOWN] = "unknown",
    };
    return names[status];
}
