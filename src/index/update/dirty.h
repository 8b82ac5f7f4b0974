/* Dirty set of an update: the files whose references must be resolved again.

   A file is dirty if
   - it changed,
   - its imports lead elsewhere now,
   - it points at a symbol that is gone, or
   - it mentions a name that may mean something else now.

   Other files see only a symbol's definition: name, kind, owner, type, parent, modifiers, arity.
   Line numbers are not part of it, so editing a body makes only the file itself dirty. */
#pragma once

#include "index/resolve/resolve.h"

typedef struct DirtySet DirtySet;

DirtySet *dirty_open(Arena *arena, Catalog *catalog);
/* Keeps the file's row as it was. Call once per file: before it changes or is removed, or after it
   was added. */
void dirty_note(DirtySet *dirty, uint32_t file);
/* Call after the changes, with the catalog numbered again and a resolver that knows the catalog as
   it is now. Returns one flag per file id, true for files to resolve; it lives in the set's arena.
   Links of all other files are rewritten where symbols only moved within their files. */
const bool *dirty_files(DirtySet *dirty, Resolver *resolver, Arena scratch);
