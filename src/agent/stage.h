/* Staged edits: the changes that the agent is about to write, as a set of files before and after.
   Nothing is written before the commit. */
#pragma once

#include "agent/stage_editor.h"
#include "agent/window.h"
#include "edit/patch.h"
#include "edit/transaction.h"
#include "tools/tool.h"

typedef struct StageSeen {
    Str path, hash;
} StageSeen;

typedef struct Stage {
    Arena *arena; /* all texts */
    const ToolContext *context;
    EditFileVec files;         /* `before` is the disk content when the file was first staged */
    VEC(StageSeen) seen;       /* contents of files when the model saw them */
    VEC(Str) descriptions;     /* of the parts, in order */
    const StageEditor *editor; /* NULL: no editor */
    const Window *window;      /* the texts that the model sees; NULL: all */
    bool quotes_only;          /* the task asks for no change (EditTree) */
    bool may_drop;             /* the task asks for shorter texts (EditTree) */
    Str task;                  /* of the user, with its plan (EditTree) */
    uint64_t commits;          /* EditCommit.task of the task's commits; 0: none yet */
    StagePaths unsaved;        /* files whose `before` is an editor's unsaved text */
} Stage;

/* Remembers a file's content as the model sees it. If it is remembered already, `is_current` (the
   text shown now is that of the file) replaces it, unless the file has staged edits. Whether the
   content was another one before. */
bool stage_see(Stage *stage, Str path, bool is_current);
/* Reads a file as the base of an edit: the staged text, else an editor's unsaved text, else the
   disk's. */
bool stage_read(Stage *stage, Arena *arena, Str path, Str *bytes, bool *found, Err *err) MUST_USE;
/* Remembers a file's content as the model sees it now, replacing an older one. */
void stage_see_text(Stage *stage, Str path, Str bytes);
/* Stages the edits of a model's text, on top of the staged files. If any part is refused, nothing
   of the text is staged. *count is the number of files it edits; 0: it has no patch. */
bool stage_patch(Stage *stage, Str text, Str description, size_t *count, EditRefusalVec *refused,
                 Err *err) MUST_USE;
/* Whether a part of a model's text is an edit, not a quotation. */
bool stage_takes(Stage *stage, Str text);
/* A copy of the staged files, to be compared later. */
EditFileVec stage_copy(const Stage *stage, Arena *arena);
/* Whether the staged text of a path differs from the copy. */
bool stage_differs(const Stage *stage, const EditFileVec *before, Str path);
/* Whether a model's text edits a file whose staged text differs from the copy: then the edit is
   based on other content. */
bool stage_patch_is_late(Stage *stage, Str text, const EditFileVec *before, bool *late,
                         Err *err) MUST_USE;
/* Drops a file, or everything (empty path). False if the file is not staged. */
bool stage_drop(Stage *stage, Str path);
/* The staged set, without unchanged files. */
EditSet stage_set(const Stage *stage, Arena *arena);
/* The unified diff of one file, for people. */
bool stage_file_diff(Arena *arena, const EditFile *file, Str *diff, Err *err) MUST_USE;
/* The set as a unified diff, for people. */
bool stage_diff(const Stage *stage, Arena *arena, Str *diff, Err *err) MUST_USE;
/* The place for transactions of the repository. */
EditPlace stage_place(const Stage *stage, Arena *arena);
/* Writes the staged edits, all or nothing, and empties the stage. The editor writes files with
   unsaved text, as the last step; *edited has their paths. If it writes all files, no commit is
   made and done->id is empty. */
bool stage_commit(Stage *stage, Arena *arena, Str description, EditCommit *done, StagePaths *edited,
                  Err *err) MUST_USE;
/* The staged edits as JSON, and back; empty if nothing is staged, or if a text is not UTF-8. */
Str stage_pack(const Stage *stage, Arena *arena);
/* Replaces the staged edits. Any other text leaves nothing staged. */
void stage_unpack(Stage *stage, Str json);
/* The refusals as a text from which a model can repair its edit. */
Str stage_refusals(Arena *arena, const EditRefusalVec *refused);
