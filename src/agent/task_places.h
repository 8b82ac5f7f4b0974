/* Places that the text of a task names: files as people write them, and files with lines as
   tracebacks, compilers and test runners print them. Only the text is read. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

/* Further places of a text are not read: a pasted log may have a million. Those at the end stay,
   since the end of a paste says what went wrong. */
#define TASK_PLACES_MAX 400

typedef struct TaskPlace {
    Str name;      /* as written, with `/` between folders; without `./` before it */
    uint32_t line; /* from 1; 0: no line is named */
    size_t at;     /* where the name begins in the text */
} TaskPlace;
typedef VEC(TaskPlace) TaskPlaceVec;

/* The places, in the order of the text. Names are in `arena`. */
TaskPlaceVec task_places_read(Arena *arena, Str text);
/* Whether a line of the text is one of a call stack whose innermost call comes last, as Python
   prints it. */
bool task_places_end_innermost(Str text);
