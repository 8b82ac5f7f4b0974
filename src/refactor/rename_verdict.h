/* What the files that judge a place have in common: rename_judge.c, rename_import.c. */
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
/* The import that an offset is in, or NULL. */
const Import *verdict_import_at(const Outline *outline, uint32_t start);
/* `from m import old`: what the imported file offers under the name decides. */
Verdict verdict_of_import(const RenameQuestion *question, const Import *import,
                          const NameSite *site);
/* Decides places of names that are more or less than a member, by a mark or as a parameter. */
bool rename_judge_mark(const RenameQuestion *question, const NameSite *site, Verdict *verdict);
