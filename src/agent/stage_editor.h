/* Files as an editor holds them: it may have text that is not saved. An edit starts from that text
   and is written by the editor, so what the user typed is kept. All other files are read from the
   disk and written by a transaction. */
#pragma once

#include "edit/transaction.h"

/* `path` is relative to the root. */
typedef struct StageEditor {
    /* The file's text; *found false: it cannot say. Line ends may be other ones than on disk. */
    bool (*read)(void *state, Arena *arena, Str path, Str *text, bool *found, Err *err);
    /* Replaces the text and saves it. NULL: it cannot. */
    bool (*write)(void *state, Arena scratch, Str path, Str text, Err *err);
    void *state;
} StageEditor;

typedef VEC(Str) StagePaths;

bool stage_paths_has(const StagePaths *paths, Str path);
/* Adds a path, or removes it. */
void stage_paths_set(Arena *arena, StagePaths *paths, Str path, bool has);

/* Whether an editor can tell a file's bytes exactly, except for line ends: text in UTF-8. */
bool editor_is_text(Str bytes);
/* Whether two texts are the same but for line ends, a byte order mark, and an end of the last line.
   Editors normalise these. */
bool editor_same_text(Str a, Str b);
/* A file's text, if there is such a file. */
typedef struct EditorText {
    Str bytes;
    bool found;
    bool differs; /* it is the editor's, and not what is on disk */
} EditorText;
/* Replaces the disk's text by the editor's, unless that is the same (editor_same_text). */
bool editor_read(const StageEditor *editor, Arena *arena, Str path, EditorText *text,
                 Err *err) MUST_USE;

typedef struct EditorCommit {
    Arena *arena;
    const StageEditor *editor;
    const EditPlace *place;
    const StagePaths *unsaved; /* files whose `before` is the editor's text */
    Str description;
} EditorCommit;

/* Writes a set: the files of `unsaved` by the editor, after the others by a transaction. ERR_STALE,
   and nothing is written, if the editor's text of any file is no longer what its edit started from,
   or if an unsaved file needs what an editor cannot do. If the editor fails half way, what was
   written is taken back; the error says what could not be. */
bool editor_commit(const EditorCommit *commit, const EditSet *set, EditCommit *done,
                   StagePaths *edited, Err *err) MUST_USE;
