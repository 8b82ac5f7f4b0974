/* Names of standard libraries. An import of such a name is external unless the repository's
   paths or settings say otherwise. */
#pragma once

#include "base/str.h"

bool imports_names_have(const char *words, Str wanted); /* words separated by spaces */
bool imports_is_node_builtin(Str module);  /* `fs`, `path/posix`; what follows `/` is ignored */
bool imports_is_c_standard_type(Str name); /* types of C and POSIX, with tags: `size_t`, `stat` */
bool imports_is_c_standard(Str header);    /* headers of C, C++ and POSIX: `stdio.h`, `vector` */
