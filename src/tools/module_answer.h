/* What a module needs and who needs it, its files and their main symbols; also overview's answer
   when it is asked about a directory. */
#pragma once

#include "tools/query.h"

/* Of the catalog, that the answer needs. */
#define MODULE_PARTS (QUERY_PARTS | CATALOG_LINKS)

/* `name`: a module's name, or a directory, which stands for the module there, else for all below
   it; ended by a slash and two stars for all below it in any case. `cursor`: where the last answer
   ended, or empty. */
bool module_answer(ToolCall *call, IndexSession *session, Str name, Str cursor, Err *err) MUST_USE;
