/* What the files that judge a place have in common: rename_judge.c, rename_import.c,
   rename_qualified.c, rename_module.c. */
#pragma once

#include "refactor/rename.h"

typedef struct Verdict {
    RenameVerdict verdict;
    const char *why;
    bool open;          /* what is before the name may decide: rename_values.c */
    bool taken, shared; /* as in RenamePlace */
} Verdict;

#define EXACT ((Verdict){.verdict = RENAME_EXACT})
#define OTHER(reason) ((Verdict){.verdict = RENAME_OTHER, .why = (reason)})
#define MAYBE(reason) ((Verdict){.verdict = RENAME_AMBIGUOUS, .why = (reason)})
#define LIKELY(reason) ((Verdict){.verdict = RENAME_LIKELY, .why = (reason)})
#define OPEN(verdict_, reason) ((Verdict){.verdict = (verdict_), .why = (reason), .open = true})

/* Whether a name may mean a symbol of the family. */
bool verdict_has(const Rename *rename, const NameMeaning *meaning);
/* Dense id of a symbol of the file's outline, by its index + 1. */
static inline uint32_t verdict_symbol(const RenameQuestion *question, uint32_t index)
{
    return question->rename->catalog->files.ptr[question->file->id].first + index;
}
bool verdict_has_owner(const Rename *rename, const NameMeaning *meaning);
/* Whether the word is the object whose code it is in: `self`. */
bool verdict_is_self(Str qualifier);
/* The import that the name before an access mark is, or NULL. */
const ImportLink *verdict_qualifying_import(const RenameQuestion *question, Str qualifier);
/* A name after a module or package: `m.old`. */
Verdict verdict_of_qualified(const RenameQuestion *question, const NameSite *site);
/* Whether the names before it begin with that of an import. */
bool verdict_is_through_import(const RenameQuestion *question, const NameSite *site);
/* … after the path of the symbol's module from a package on; OTHER if it is not that. */
Verdict verdict_through_package(const RenameQuestion *question, const NameSite *site);
/* Rust: `<T as Trait>::old`. False: it is not that. */
bool verdict_of_trait(const RenameQuestion *question, const NameSite *site, Verdict *verdict);
/* `const { old } = m`: whether a pattern takes the name out of a value that may be its module … */
bool verdict_is_taken_out(const RenameQuestion *question, const NameSite *site);
/* … or an import of the line does: `const { old: other } = require("./m")`. */
bool verdict_is_imported_key(const RenameQuestion *question, const NameSite *site);
/* Whether a value whose type is not known may be the symbol's module. */
bool verdict_may_be_module(const RenameQuestion *question);
/* The import that an offset is in, or NULL. */
const Import *verdict_import_at(const Outline *outline, uint32_t start);
/* `from m import old`: what the imported file offers under the name decides. */
Verdict verdict_of_import(const RenameQuestion *question, const Import *import,
                          const NameSite *site);
/* Decides places of names that are more or less than a member, by a mark or as a parameter. */
bool rename_judge_mark(const RenameQuestion *question, const NameSite *site, Verdict *verdict);
