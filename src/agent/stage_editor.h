/* Files open in an editor, which may have unsaved text. An edit starts from that text and is
   written by the editor, so the user's typing is kept. All other files are read from disk and
   written by a transaction. */
#pragma once

#include "edit/transaction.h"

/* `path` is relative to the root. */
typedef struct StageEditor {
    /* The file's text; *found false: the editor does not have it. Line ends may differ from the
       disk's. */
    bool (*read)(void *state, Arena *arena, Str path, Str *text, bool *found, Err *err);
    /* Replaces the text and saves it. NULL: the editor cannot. */
    bool (*write)(void *state, Arena scratch, Str path, Str text, Err *err);
    void *state;
} StageEditor;

typedef VEC(Str) StagePaths;

bool stage_paths_has(const StagePaths *paths, Str path);
/* Adds a path, or removes it. */
void stage_paths_set(Arena *arena, StagePaths *paths, Str path, bool has);

/* Whether an editor can represent a file's bytes exactly, except for line ends: UTF-8 text. */
bool editor_is_text(Str bytes);
/* Whether two texts are equal but for line ends, a byte order mark, and a final newline. Editors
   normalise these. */
bool editor_same_text(Str a, Str b);
/* A file's text, if the file exists. */
typedef struct EditorText {
    Str bytes;
    bool found;
    bool differs; /* from the editor, and different from the disk */
} EditorText;
/* Replaces the disk's text by the editor's, unless they are equal (editor_same_text). */
bool editor_read(const StageEditor *editor, Arena *arena, Str path, EditorText *text,
                 Err *err) MUST_USE;

typedef struct EditorCommit {
    Arena *arena;
    const StageEditor *editor;
    const EditPlace *place;
    const StagePaths *unsaved; /* files whose `before` is the editor's text */
    Str description;
} EditorCommit;

/* Writes a set: first the other files by a transaction, then the files of `unsaved` by the editor.
   ERR_STALE, and nothing is written, if the editor's text of any file is no longer the base of its
   edit, or if an unsaved file needs an operation that editors lack. If the editor fails half way,
   the writes are rolled back; the error lists those that could not be. */
bool editor_commit(const EditorCommit *commit, const EditSet *set, EditCommit *done,
                   StagePaths *edited, Err *err) MUST_USE;
