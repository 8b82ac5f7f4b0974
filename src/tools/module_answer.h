/* Describes a module: its dependencies and dependents, its files and their main symbols. `fovea
   overview DIR` answers with it, too. */
#pragma once

#include "query/query.h"
#include "tools/tool.h"

/* The parts of the catalog that the answer needs. */
#define MODULE_PARTS (QUERY_PARTS | CATALOG_LINKS)

/* `name`: the name of a module, or a directory. A directory means the module there, or everything
   below it otherwise; with two stars after a slash it always means everything below.
   `cursor`: where the last answer ended, or empty. */
bool module_answer(ToolCall *call, IndexSession *session, Str name, Str cursor, Err *err) MUST_USE;
