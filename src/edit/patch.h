/* Patches as models write them, read into a set of edits. Five formats, recognised by their marks:
   search/replace blocks, the apply_patch envelope, unified diffs, whole files, and symbols with
   their new source (`path::Name`). A part is applied at one place or nowhere. The patch is
   untrusted input. */
#pragma once

#include "edit/edit.h"

typedef enum EditFormat {
    EDIT_FORMAT_NONE, /* the text has no patch in it */
    EDIT_FORMAT_BLOCKS,
    EDIT_FORMAT_ENVELOPE,
    EDIT_FORMAT_DIFF,
    EDIT_FORMAT_WHOLE,
    EDIT_FORMAT_SYMBOL,
    EDIT_FORMAT_COUNT
} EditFormat;

/* Where the texts of files come from. */
typedef struct EditTree {
    /* The file's whole content; not found is not an error. ERR_NOT_FOUND: it may not be edited, by
       its path or its kind. */
    bool (*read)(void *state, Arena *arena, Str path, Str *bytes, bool *found, Err *err);
    /* The content hash of the file when its text was shown; empty: not known. NULL: never known. */
    Str (*seen)(void *state, Str path);
    void *state;
    /* Whether a text (the whole file or one symbol) was shown completely, so that a new text may
       replace it. NULL: always. */
    bool (*shown)(void *state, Str path, Str text);
    bool recounts;      /* the numbers in the headers of a diff's hunks may be wrong */
    bool is_stream;     /* the patch was read to its end, so a diff must end with a line's end */
    bool may_drop;      /* the user asked for texts that drop old lines and declarations */
    Str task;           /* of the user: declarations that it names may go, too */
    bool quotes_only;   /* a fence after a path is a quotation, not an edit */
    bool passes_quotes; /* skip such a fence if the file has its text already; else refuse it, since
                           the rest of the file would be lost */
} EditTree;

/* The format of a text, by its most certain mark: of a block, an envelope, a diff, then a fence
   after a path. */
EditFormat edit_format_detect(Str text);
Str edit_format_name(EditFormat format);
/* The content hash of refusals and `seen`: hexadecimal, of fixed length. */
Str edit_hash(Arena *arena, Str content);

/* The role of a single line in edits, judged without its context. */
typedef enum EditMark {
    EDIT_MARK_NONE,
    EDIT_MARK_NAME,  /* only the name of a file, or PATH::NAME; an edit may follow */
    EDIT_MARK_BLOCK, /* begins a search/replace block */
    EDIT_MARK_DIVIDER,
    EDIT_MARK_BLOCK_END,
    EDIT_MARK_ENVELOPE, /* begins an envelope */
    EDIT_MARK_ENVELOPE_END,
    EDIT_MARK_DIFF, /* begins the diff of a file */
} EditMark;
EditMark edit_mark_of(Str line);

/* Whether a text ends within a part of a patch, or where one may begin: the rest is missing. */
bool edit_patch_is_open(Str text);

/* A paragraph outside all edits and fences. */
typedef struct EditProse {
    Str text;
    bool leads;   /* it is the last one before an edit */
    bool follows; /* it is the first one after an edit */
} EditProse;
typedef VEC(EditProse) EditProseVec;
EditProseVec edit_prose(Arena *arena, Str text);

/* Reads a patch. Text around the parts is skipped. Parts that cannot be applied are in
   set->refused; only the tree fails with an error. Line ends, byte order mark and final newline of
   a changed file stay as they are. */
bool edit_read_patch(Arena *arena, Str text, const EditTree *tree, EditSet *set, Err *err) MUST_USE;
