/* The commits that changed a symbol or a path, newest first, followed through renames and moves. */
#pragma once

#include "tools/diff_sides.h"

/* What is asked for by the parameters `symbol` and `file`: a symbol, or a file. */
typedef struct HistorySubject {
    Str path, qualified;  /* qualified is empty for a file */
    uint32_t first, last; /* its lines; of a file last is 0: all */
} HistorySubject;
bool history_choose(ToolCall *call, IndexSession *session, HistorySubject *subject,
                    Err *err) MUST_USE;

typedef struct HistoryEntry {
    Str commit, author, summary;
    int64_t time;
    ChangeKind kind;             /* of the symbol; CHANGE_NONE: of what is in it, or of the file */
    Str path, qualified;         /* as they were then */
    Str old_path, old_qualified; /* before it, where that differs */
    uint16_t similarity;
    StrVec breaking, what;
} HistoryEntry;

typedef struct History {
    Str path, qualified; /* of what is asked for; qualified is empty for a path */
    size_t most;         /* entries */
    VEC(HistoryEntry) entries;
    size_t looked; /* commits */
    Str end;       /* why it does not go on, where that is not the first commit; or empty */
} History;

/* Fills in entries; texts are in the call's arena. */
bool history_find(ToolCall *call, const IndexSession *session, History *history, Err *err) MUST_USE;
