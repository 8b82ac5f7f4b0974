/* Files that are started, in languages where a program has no `main`: by what the language does
   with their name (`__main__.py`), or by their own text. */
#pragma once

#include "base/map.h"
#include "tools/overview.h"

typedef struct Starts {
    ToolCall *call;
    const IndexSession *session;
    Map paths;   /* of files that tell what their directory is */
    size_t read; /* files, for what stands in them */
} Starts;

Starts starts_open(ToolCall *call, const IndexSession *session);
bool start_is_at(Starts *starts, const CatalogFile *file);
