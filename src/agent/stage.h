/* Staged edits: what the agent means to write, as a set of files before and after. Nothing is
   written until it is committed. */
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
    EditFileVec files;         /* `before` is what was on disk when the file was staged first */
    VEC(StageSeen) seen;       /* contents of files when the model saw them */
    VEC(Str) descriptions;     /* of the parts, in order */
    const StageEditor *editor; /* NULL: there is none */
    const Window *window;      /* what the model sees; NULL: all */
    bool quotes_only;          /* the task asks for no change (EditTree) */
    bool may_drop;             /* the task asks for shorter texts (EditTree) */
    StagePaths unsaved;        /* files whose `before` is an editor's unsaved text */
} Stage;

/* Remembers a file's content as the one that the model sees, unless it is remembered already. */
void stage_see(Stage *stage, Str path);
/* Reads a file as an edit of it would start from: the staged text, else an editor's unsaved text,
   else the disk's. */
bool stage_read(Stage *stage, Arena *arena, Str path, Str *bytes, bool *found, Err *err) MUST_USE;
/* Remembers a file's content as the one that the model sees now, whatever it saw before. */
void stage_see_text(Stage *stage, Str path, Str bytes);
/* Forgets what was seen: the model gets new texts. */
void stage_forget(Stage *stage);
/* Stages what a model's text contains, on top of what is staged. If anything is refused, nothing of
   the text is staged. *count is the number of files it edits; 0: there is no patch in it. */
bool stage_patch(Stage *stage, Str text, Str description, size_t *count, EditRefusalVec *refused,
                 Err *err) MUST_USE;
/* Whether a part of a model's text is an edit, and not a quotation. */
bool stage_takes(Stage *stage, Str text);
/* The files as they are staged now, to be compared later. */
EditFileVec stage_copy(const Stage *stage, Arena *arena);
/* Whether a path is staged otherwise than in a copy. */
bool stage_differs(const Stage *stage, const EditFileVec *before, Str path);
/* Whether a model's text edits a file that is staged otherwise than in a copy: then the text is
   about another content. */
bool stage_patch_is_late(Stage *stage, Str text, const EditFileVec *before, bool *late,
                         Err *err) MUST_USE;
/* Drops a file, or everything (empty path). False when there is no such file. */
bool stage_drop(Stage *stage, Str path);
/* The staged set; files that are as they were are left out. */
EditSet stage_set(const Stage *stage, Arena *arena);
/* The unified diff of one file, for people. */
bool stage_file_diff(Arena *arena, const EditFile *file, Str *diff, Err *err) MUST_USE;
/* The set as a unified diff, for people. */
bool stage_diff(const Stage *stage, Arena *arena, Str *diff, Err *err) MUST_USE;
/* The place for transactions of the repository. */
EditPlace stage_place(const Stage *stage, Arena *arena);
/* Writes what is staged, all or nothing, and empties the stage. Files with unsaved text are written
   by the editor, which is the last step; *edited has their paths. Without other files there is no
   commit, and done->id is empty. */
bool stage_commit(Stage *stage, Arena *arena, Str description, EditCommit *done, StagePaths *edited,
                  Err *err) MUST_USE;
/* What is staged as JSON, and back; empty if nothing is, or if a text is not UTF-8. */
Str stage_pack(const Stage *stage, Arena *arena);
/* Replaces what is staged. What is no such text leaves nothing staged. */
void stage_unpack(Stage *stage, Str json);
/* Refusals as a text from which a model can repair its edit. */
Str stage_refusals(Arena *arena, const EditRefusalVec *refused);
