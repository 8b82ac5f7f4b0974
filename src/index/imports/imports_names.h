/* Names that come with a language: what an import of them means unless the repository says so by
   its place or its settings. */
#pragma once

#include "base/str.h"

bool import_names_have(const char *words, Str wanted); /* words between spaces */
bool import_is_node_builtin(Str module);  /* `fs`, `path/posix` without what follows the slash */
bool import_is_c_standard_type(Str name); /* of C and POSIX, tags too: `size_t`, `stat` */
bool import_is_c_standard(Str header);    /* C, C++ and POSIX: `stdio.h`, `sys/types.h`, `vector` */
