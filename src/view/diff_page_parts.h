/* Parts of the HTML page of a diff. Internal to view. */
#pragma once

#include "view/diff_code.h"
#include "view/diff_page.h"

/* A reported symbol with its own place on the page. */
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
    Arena work;          /* for temporaries of one step */
    CodeSide *old, *new; /* by file */
    PageBlock *blocks;   /* numbered from 1 */
    CodeBlock *places;   /* parallel to `blocks` */
    uint32_t block_count;
    uint32_t **block_of;      /* by file and reported symbol: the block that shows it, perhaps an
                                 enclosing one */
    Str *anchors;             /* by file */
    uint32_t *finding_blocks; /* by finding: the block that shows its line, or 0 */
    PageModule *modules;
    size_t module_count;
    size_t code_left_out;    /* number of places with lines left out */
    size_t symbols_left_out; /* symbols that are not shown at all */
    size_t files_left_out;
} PageState;

/* Fills the state: modules, blocks and anchors of the files that the view shows. The state is in
   the arena. */
void page_plan(PageState *state, const DiffPage *page, Arena *arena);

/* Writes the modules with their files, symbols, code and callers. */
void page_put_modules(Buf *out, Arena scratch, PageState *state);

/* Finds the block of each finding. Lines must have been assigned to blocks. */
void page_plan_findings(PageState *state);
/* Writes the verdict with all findings. */
void page_put_verdict(Buf *out, const PageState *state);
/* Writes the findings of one block, if any. */
void page_put_findings(Buf *out, const PageState *state, uint32_t block);

/* Writes `<a href="#…">name</a>`. */
void page_put_link(Buf *out, const PageState *state, uint32_t block);
/* The symbol's qualified name. */
Str page_name(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed);
const ChangedSymbol *page_reported(const PageState *state, uint32_t block);
/* The file's path on the new side; on the old side if it was removed. */
Str page_path(const ChangedFile *file);
/* Writes `3 files` or `1 file`. */
void page_put_count(Buf *out, size_t count, const char *noun);
/* Writes the mark (diff_mark) as an element. */
void page_put_mark(Buf *out, const ChangedSymbol *changed);
/* Writes the consequences of one symbol, or of all (NULL). Returns their number. */
size_t page_put_consequences(Buf *out, const PageState *state, const ChangedSymbol *of);
