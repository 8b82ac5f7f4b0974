/* The commits that changed a symbol or a path, newest first, followed through renames and moves. */
#pragma once

#include "differ/diff_sides.h"

/* The symbol or file that a text names. */
typedef struct HistorySubject {
    Str path, qualified;  /* qualified is empty for a file */
    uint32_t first, last; /* its lines; last 0: the whole file */
} HistorySubject;
bool symbol_history_choose(SessionRequest *request, IndexSession *session, Str text,
                           HistorySubject *subject, Err *err) MUST_USE;

typedef struct HistoryEntry {
    Str commit, author, summary;
    int64_t time;
    ChangeKind kind;             /* CHANGE_NONE: only a part of the symbol, or the file, changed */
    Str path, qualified;         /* as they were then */
    Str old_path, old_qualified; /* before the commit, if different */
    uint16_t similarity;
    StrVec breaking, what;
} HistoryEntry;

typedef struct SymbolHistory {
    Str path, qualified; /* of the subject; qualified is empty for a path */
    size_t most;         /* entries */
    VEC(HistoryEntry) entries;
    size_t looked; /* commits */
    Str end;       /* why it ended before the first commit; or empty */
} SymbolHistory;

/* Fills in the entries. Texts live in the call's arena. */
bool symbol_history_find(SessionRequest *request, const IndexSession *session,
                         SymbolHistory *history, Err *err) MUST_USE;
