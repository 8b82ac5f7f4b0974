/* Patches as models write them, read into a set of edits. Five formats, told apart by their marks:
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
    /* Whether a text of the file, all of it or that of a symbol, was shown whole, so that a new one
       may replace it. NULL: always. */
    bool (*shown)(void *state, Str path, Str text);
    bool may_drop;      /* somebody asked for new texts without most lines of the old ones */
    bool quotes_only;   /* what is in a fence after a path is a quotation, and no edit */
    bool passes_quotes; /* text in such a fence that the file has already is passed over; else it is
                           refused, since the rest of the file would go */
} EditTree;

/* The format of a text, by its most certain mark: of a block, an envelope, a diff, then a fence
   after a path. */
EditFormat edit_format_detect(Str text);
Str edit_format_name(EditFormat format);
/* The hash by which refusals and `seen` name a content: hexadecimal, of a fixed length. */
Str edit_hash(Arena *arena, Str content);

/* What one line says of edits, whatever is around it. */
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

/* Whether a text ends within a part of a patch, or where one may begin: what was to come is
 * missing.
 */
bool edit_patch_is_open(Str text);

/* A paragraph that is in no edit and in no fence. */
typedef struct EditProse {
    Str text;
    bool leads;   /* it is the last one before an edit */
    bool follows; /* it is the first one after an edit */
} EditProse;
typedef VEC(EditProse) EditProseVec;
EditProseVec edit_prose(Arena *arena, Str text);

/* Reads a patch. Text around the parts is passed over. What cannot be applied is in set->refused;
   an error is one of the tree. Line ends, byte order mark and final newline of a changed file stay
   as they are. */
bool edit_read_patch(Arena *arena, Str text, const EditTree *tree, EditSet *set, Err *err) MUST_USE;
