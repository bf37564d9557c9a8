#include "base/data.h"

#include <string.h>

bool data_find(const char *name, struct text *content)
{
    for (const struct data_entry *e = data_table; e->name; e++) {
        if (strcmp(e->name, name) == 0) {
            *content = (struct text){e->bytes, e->size};
            return true;
        }
    }
    return false;
}
