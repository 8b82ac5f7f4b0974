/* Finds the files that programs start with, in languages without a `main`: by a name that the
   language treats specially (`__main__.py`), or by their text. */
#pragma once

#include "base/map.h"
#include "tools/overview.h"

typedef struct Starts {
    ToolCall *call;
    const IndexSession *session;
    Map paths;   /* of files that say what their directory is */
    size_t read; /* files whose text was read */
} Starts;

Starts starts_open(ToolCall *call, const IndexSession *session);
bool start_is_at(Starts *starts, const CatalogFile *file);
