/* Parts of a patch as parsed, before any file is read. Internal to the module. A parser never
   decides where a part belongs: it reports what the patch says, or why it is malformed. */
#pragma once

#include "edit/patch.h"

/* ---- the text, line by line (patch_text.c) ---- */

typedef struct PatchLine {
    Str text;        /* without LF or CRLF */
    bool has_return; /* it ended in CRLF */
} PatchLine;

typedef struct PatchText {
    const PatchLine *lines;
    size_t count;
} PatchText;

PatchText patch_text_split(Arena *arena, Str text);

/* The lines [from, to), each with LF. */
Str patch_join_lines(Arena *arena, PatchText text, size_t from, size_t to);

/* The number of equal marks at the start of a line: 5 for `<<<<< SEARCH` and '<'. */
size_t patch_count_marks(Str line, char mark);
/* Whether a line opens or closes a fenced block, as Markdown or one of aider's tags. */
bool patch_is_fence(Str line);
/* The file name in a line that announces a file, without decoration: `### src/a.c:`, "**a.c**",
   "File: `src/a.c`". Empty if the line has no file name. */
Str patch_file_of_line(Str line);
/* Whether a text can only be the name of a file: it has a directory or an extension, or is known
   without one (`Makefile`), and has neither spaces nor characters of prose. */
bool patch_is_clearly_path(Str text);
/* Whether a line says only that lines are left out: `...`, `// ... existing code ...`.
 *is_comment: it is a comment, so it cannot be code. */
bool patch_is_elision(Str line, bool *is_comment);

/* Whether a new line stands for text that the model left out (patch_left_out.c). */
typedef enum PatchLeftOut {
    LEFT_OUT_NOT,
    LEFT_OUT_CODE,    /* dots, perhaps code: yes if the lines get fewer */
    LEFT_OUT_AS_IS,   /* perhaps a comment: yes if no fewer lines go than come */
    LEFT_OUT_PERHAPS, /* yes if old lines go */
    LEFT_OUT_SURE,    /* a placeholder, whatever else changes */
} PatchLeftOut;
PatchLeftOut patch_line_leaves_out(Str line, bool is_prose);

/* ---- parts ---- */

typedef struct HunkLine {
    Str text;
    char sign; /* ' ', '-' or '+' */
    bool has_return;
} HunkLine;
typedef VEC(HunkLine) HunkLineVec;
typedef VEC(Str) StrVec;

/* Lines to be found in a file, and what they become. */
typedef struct Hunk {
    size_t patch_line; /* of its first line in the patch, from 1 */
    HunkLineVec lines;
    StrVec anchors;       /* lines somewhere above the hunk, outermost first */
    uint64_t old_number;  /* of its first line in the old file, as the patch says; 0: unknown */
    bool is_numbered;     /* old_number is given */
    bool is_at_end;       /* its last old line is the file's last */
    bool says_final;      /* the patch says whether there is a final newline: */
    bool new_is_bare;     /* the new last line has none */
    struct Hunk *trimmed; /* the same without empty lines around both texts; NULL: no such lines */
} Hunk;
typedef VEC(Hunk) HunkVec;

typedef enum PartKind {
    PART_CHANGE, /* hunks, perhaps none, and perhaps a move */
    PART_CREATE, /* `text` is the new file */
    PART_DELETE, /* hunks, if any, have the whole content */
    PART_WHOLE,  /* `text` is the file's new content */
    PART_SYMBOL, /* `text` is the new source of `symbol` */
} PartKind;

typedef struct PatchPart {
    PartKind kind;
    size_t patch_line, patch_end; /* its first line, from 1, and its last one; 0: not known */
    Str path, new_path;           /* as the patch says; new_path: moved there */
    Str symbol;
    Str text;
    HunkVec hunks;
    Str old_id;        /* diff: the first digits of git's id of the old content */
    bool may_replace;  /* PART_CREATE and moves: an existing target may be replaced */
    bool executable;   /* PART_CREATE: create the file executable */
    size_t miscounted; /* diff: line of a header with other counts than its hunk; 0: none */
    Str problem;       /* not empty: why the part is malformed, as a sentence */
    EditReason reason; /* of the problem */
} PatchPart;
typedef VEC(PatchPart) PatchPartVec;

/* Each appends the parts that it finds. */
void patch_parse_blocks(Arena *arena, PatchText text, PatchPartVec *parts);
void patch_parse_envelope(Arena *arena, PatchText text, PatchPartVec *parts);
void patch_parse_diff(Arena *arena, PatchText text, PatchPartVec *parts);
void patch_parse_fenced(Arena *arena, PatchText text, PatchPartVec *parts);
/* Appends the file or the symbol whose head is the line `at`; returns the next line to parse. */
size_t patch_parse_fence(Arena *arena, PatchText text, size_t at, PatchPartVec *parts);

/* The marks that open a fence, ``` or ~~~ and longer; empty: the line opens no fence. */
Str patch_fence_marks(Str line);
/* The line that closes the fence at `open`; text.count: none. *nested: a line between opens
   another. */
size_t patch_fence_close(PatchText text, size_t open, bool *nested);
/* The text, with lines blanked in fences that only quote edits (patch_quote.c). Doubtful fences are
   appended as malformed parts. */
PatchText patch_without_texts(Arena *arena, PatchText text, PatchPartVec *parts);

/* Marks that identify a format. `at` is a line of the text. */
bool patch_is_block_head(Str line);
bool patch_is_block_divider(Str line);
bool patch_is_block_end(Str line);
bool patch_is_envelope_begin(Str line);
bool patch_is_envelope_end(Str line);
bool patch_is_diff_head(PatchText text, size_t at);
/* PATH or PATH::NAME before a fence; *symbol is empty for a whole file. */
bool patch_is_fenced_head(PatchText text, size_t at, Str *path, Str *symbol);

/* Parses a text in its format. */
EditFormat patch_parse(Arena *arena, Str text, PatchPartVec *parts);

/* Appends a malformed part. */
void patch_add_problem(Arena *arena, PatchPartVec *parts, Str path, size_t patch_line,
                       const char *problem);
