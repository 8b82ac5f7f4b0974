/* How a test that was reached is shown. */
#pragma once

#include "relations/test_reach.h"

/* Its row: name, kind, path and lines; of a block its title, and the groups around it. */
Json *reached_value(Project *project, const ReachedTest *test);
/* `path:12-40  kind name` */
void reached_put_line(Buf *out, Project *project, const ReachedTest *test);
/* ` (3 steps)`, ` (2 steps, by fixture runner)`; nothing for a direct caller. */
void reached_put_way(Buf *out, const Catalog *catalog, const ReachedTest *test);
/* Why tests are doubtful. */
Str reached_doubts(Arena *arena, const TestReach *reach);
