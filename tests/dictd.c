#include "dictd.h"

#include "sources/readers/gunzip.h"
#include "test.h"

#include <stdio.h>

bool test_dictd(const char *package, const char *name, struct buf *dict, struct buf *index)
{
    char path[160];
    struct buf packed = {0};
    snprintf(path, sizeof path, "%s/usr/share/dictd/%s.index", package, name);
    bool here = test_source(path, index);
    snprintf(path, sizeof path, "%s/usr/share/dictd/%s.dict.dz", package, name);
    here = here && test_source(path, &packed);
    if (here)
        CHECK(gunzip(buf_text(&packed), 1 << 28, dict, NULL));
    buf_release(&packed);
    return here;
}

bool test_freedict(const char *pair, struct buf *dict, struct buf *index)
{
    char package[60], name[60];
    snprintf(package, sizeof package, "dict-freedict-%s", pair);
    snprintf(name, sizeof name, "freedict-%s", pair);
    return test_dictd(package, name, dict, index);
}
