/* Files of the index that a task names, and the lines that it means. */
#pragma once

#include "agent/task_places.h"
#include "tools/tool.h"

typedef struct NamedFile {
    Str path;             /* relative to the root */
    Str symbol;           /* the declaration around the line; empty: none, or no line is named */
    uint32_t line;        /* 0: the file is named without a line */
    uint32_t first, last; /* with a line: the lines to show */
    bool is_by_name;      /* the task names the declaration, not the line */
} NamedFile;
typedef VEC(NamedFile) NamedFileVec;

/* The files of the places, in the order of the places; each file and each declaration once. A name
   that several files answer equally well counts for all of up to three; of more, for none. A path
   of another machine counts by its last folders, unless these are third-party code. Strings are in
   `arena`. False without an index. */
bool named_files_find(Arena *arena, const ToolContext *context, const TaskPlaceVec *places,
                      NamedFileVec *found) MUST_USE;
