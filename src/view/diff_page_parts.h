/* Inside view: parts of the page of a change. */
#pragma once

#include "view/diff_code.h"
#include "view/diff_page.h"

/* A symbol that is shown at a place of its own. */
typedef struct PageBlock {
    uint32_t file, reported;
    Str anchor;
} PageBlock;

typedef struct PageModule {
    Str name;
    uint32_t *files;
    size_t count;
    Str anchor;
} PageModule;

typedef struct PageState {
    const DiffPage *page;
    const DiffView *view;
    const ChangeSet *set;
    Arena *arena;
    Arena work;          /* for what is forgotten at once */
    CodeSide *old, *new; /* by file */
    PageBlock *blocks;   /* from 1 */
    CodeBlock *places;   /* parallel */
    uint32_t block_count;
    uint32_t **block_of; /* by file and told: where it is shown, with what it is in if need be */
    Str *anchors;        /* of files */
    uint32_t *finding_blocks; /* by finding: where its line is shown, or 0 */
    PageModule *modules;
    size_t module_count;
    size_t code_left_out;    /* places where not all lines are shown */
    size_t symbols_left_out; /* without anything */
    size_t files_left_out;
} PageState;

/* Of the files that the view shows. */
void page_plan(PageState *state, const DiffPage *page, Arena *arena);

/* Modules with their files, symbols, code and callers. */
void page_put_modules(Buf *out, Arena scratch, PageState *state);

/* Which blocks findings are of; once lines are planned. */
void page_plan_findings(PageState *state);
/* The verdict, with all findings. */
void page_put_verdict(Buf *out, const PageState *state);
/* Those of one block, or nothing. */
void page_put_findings(Buf *out, const PageState *state, uint32_t block);

/* `<a href="#…">name</a>` */
void page_put_link(Buf *out, const PageState *state, uint32_t block);
/* Its qualified name. */
Str page_name(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed);
const ChangedSymbol *page_reported(const PageState *state, uint32_t block);
/* Of a file: of its new side, or of the old one where it is gone. */
Str page_path(const ChangedFile *file);
/* `3 files`, `1 file` */
void page_put_count(Buf *out, size_t count, const char *noun);
/* A mark of diff_mark as an element. */
void page_put_mark(Buf *out, const ChangedSymbol *changed);
/* Consequences that are of this symbol, or of any: NULL. */
size_t page_put_consequences(Buf *out, const PageState *state, const ChangedSymbol *of);
