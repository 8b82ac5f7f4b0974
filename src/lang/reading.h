/* Files that are not read as they are written: a notebook is JSON, and what counts are the sources
   of its cells, and what they put out. */
#pragma once

#include "base/vec.h"
#include "lang/lang.h"

/* ---- the code ---- */

typedef enum LangCodeUse {
    CODE_TO_COMPARE, /* offsets are those of the file */
    CODE_TO_SEARCH,  /* lines are those of the file, and have nothing but code */
} LangCodeUse;

typedef struct LangCodePart {
    uint32_t start, end; /* in the file, where its code is as well if CODE_TO_COMPARE */
    const Language *language;
} LangCodePart;

/* Code that begins at `at` in the text is at `origin` in the file. */
typedef struct LangCodeShift {
    uint32_t at, origin;
} LangCodeShift;

/* The file's code alone: everything else is blank, or left out. */
typedef struct LangCode {
    Str text;
    VEC(LangCodePart) parts;   /* in order */
    VEC(LangCodeShift) shifts; /* in order, if CODE_TO_SEARCH */
} LangCode;

/* Whether some files of that name are not read as they are written. */
bool lang_hides_code(Str path);
/* False if the text is read as it is written. */
bool lang_code(Arena *arena, const Language *language, Str text, LangCodeUse use, LangCode *code);
/* The place in the file of an offset in the text. */
size_t lang_code_origin(const LangCode *code, size_t at);

/* ---- what is shown ---- */

typedef enum ShownKind {
    SHOWN_HEAD, /* names the part that follows */
    SHOWN_SOURCE,
    SHOWN_OUTPUT,
} ShownKind;

typedef struct ShownLine {
    Str text;
    uint32_t start, end; /* what it shows, in the file */
    uint32_t line;       /* the file's line of `start` */
    ShownKind kind;
} ShownLine;

typedef struct Shown {
    VEC(ShownLine) lines; /* heads and sources in the file's order */
    const char *left_out; /* what is not shown: `metadata and …` */
} Shown;

/* False if the text is shown as it is written. Strings are in `arena`. */
bool lang_show(Arena *arena, Arena scratch, const Language *language, Str text, Shown *shown);
