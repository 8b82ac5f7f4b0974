/* Renaming a file or a directory with all that names it. The contents move, imports are changed in
   every file; those of the moved files are changed where they are relative. Every place where the
   old name is a part of a path or of a module's name is judged; then the state after it is
   resolved in memory, and each import and each reference must lead where it led.

   relocate.c          what moves, and what forbids the new path
   relocate_check.c    names that a language and its tools look for
   relocate_disk.h     what the index does not list
   relocate_text.c     the files that name it: texts, splices, doubts
   relocate_path.c     imports that name files by their paths
   relocate_dotted.c   imports that name modules with dots; relocate_chain.c: `pkg.util.f()`
   relocate_folder.c   imports that name a directory
   relocate_mention.c  strings, comments, data and documents
   relocate_proof.c    imports and references before and after */
#pragma once

#include "index/imports/imports.h"
#include "lang/lexical/code_tokens.h"
#include "refactor/relocate_facts.h"
#include "refactor/rename.h"

/* Files that one directory may hold to be renamed. */
#define RELOCATE_FILES_MAX 20000

struct RelocatedFile {
    uint32_t id;
    Str before, after; /* paths */
};

typedef struct RelocateSplice {
    uint32_t start, end;
    Str with;
} RelocateSplice;

/* A file that may name what moves, or is one of the files that move. */
struct RelocateText {
    uint32_t id;
    Str before, after; /* paths; equal if it stays */
    const Language *language;
    const RelocateFacts *facts; /* NULL: no code whose imports are followed */
    Str text;
    Outline outline;
    TokenVec tokens;
    VEC(RelocateSplice) splices;
    VEC(RelocateSplice) settled; /* ranges that have been judged */
};

struct Relocate {
    Rename *frame; /* session, catalog, conflicts, and the places for the answer */
    Str old, new;  /* paths, without a slash at the end */
    bool is_folder;
    Str stem; /* the word by which others name it */
    VEC(RelocatedFile) moved;
    uint32_t *moved_at; /* by file id: index in `moved` + 1 */
    Imports *imports;
    bool texts;                  /* documents are changed, too */
    bool sheds;                  /* the edit takes uses of names away */
    bool hands;                  /* some code has a package around it as a value … */
    VEC(RenameConflict) reached; /* … and these may be reached through it */
    EditSet set;
};

/* Whether the text is the path of a file or a directory of the tree. */
bool relocate_is_path(const Rename *frame, Str text);
/* Finds all edits, proves them, and adds conflicts to the frame. The catalog is of the state after
   it, then. */
bool relocate_plan(Relocate *relocate, Err *err) MUST_USE;

/* ---- for the other parts ---- */

/* The path of a file after it. */
Str relocate_path_after(const Relocate *relocate, uint32_t file);
static inline bool relocate_moves(const Relocate *relocate, uint32_t file)
{
    return file != FILE_NOWHERE && relocate->moved_at[file];
}
/* The path without its extension. */
Str relocate_without_extension(Str path);
void relocate_splice(const Relocate *relocate, RelocateText *text, size_t start, size_t end,
                     Str with);
void relocate_settle(const Relocate *relocate, RelocateText *text, size_t start, size_t end);
bool relocate_is_settled(const RelocateText *text, size_t at);
/* Adds a conflict at an offset; `may_overrule`: by the user. */
void relocate_object(Relocate *relocate, const RelocateText *text, size_t at, bool may_overrule,
                     const char *format, ...) PRINTF_LIKE(5, 6);
/* The file that an import of the text means, or FILE_NOWHERE. */
uint32_t relocate_target(Relocate *relocate, const RelocateText *text, const Import *import);
uint32_t relocate_target_named(Relocate *relocate, const RelocateText *text, Str name);
/* Whether a list of texts, separated by `|`, has one that is in the text; *found is it. */
bool relocate_says(const char *list, Str text, Str *found, size_t *at);
/* The names before a token and its bracket: `jest.mock` of `jest.mock("x")`; or empty. */
Str relocate_callee(const RelocateText *text, size_t token);
/* A string without its quotes; false for one that is not plain. */
bool relocate_literal(const RelocateText *text, size_t token, size_t *start, size_t *end);
/* Adds conflicts of names that tools and the language look for. */
void relocate_check_names(Relocate *relocate, const RelocateFacts *facts,
                          const RelocatedFile *moved);
/* Whether the file gives the name a meaning besides its imports. */
bool relocate_binds(const RelocateText *text, Str name);
/* Whether code of the language may load what moves without naming it. */
bool relocate_may_be_loaded(const Relocate *relocate, const RelocateFacts *facts);
void relocate_read_mentions(Relocate *relocate, RelocateText *text);
/* Notes what the catalog says of all files, before … */
typedef struct RelocateProof RelocateProof;
RelocateProof *relocate_note(Relocate *relocate);
/* … and compares it with the state after the edits. */
bool relocate_prove(Relocate *relocate, RelocateProof *proof, Err *err) MUST_USE;
