/* Layout of the page: which symbols have blocks of their own, which lines belong to which block,
   the anchors of links, and the files of each module. */
#include "base/map.h"
#include "index/catalog/classify.h"
#include "view/diff_page_parts.h"
#include "view/html.h"

const ChangedSymbol *page_reported(const PageState *state, uint32_t block)
{
    const PageBlock *row = &state->blocks[block];
    return &state->set->files.ptr[row->file].symbols.ptr[row->reported];
}

Str page_path(const ChangedFile *file)
{
    return file->new.path.len ? file->new.path : file->old.path;
}

Str page_name(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangedFile *file = &set->files.ptr[changed->file];
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    return symbol_qualified_name(arena, gone ? &file->old.outline : &file->new.outline,
                                 gone ? changed->old_symbol : changed->new_symbol);
}

/* ---- names of places ---- */

/* Reserves the ids that the page itself uses (diff_page.c). */
static void keep_own_names(Arena *arena, Map *seen)
{
    static const char *const names[] = {"main", "unseen", "broken", "order", "tests",
                                        "fold", "unfold", "seen",   "find"};
    for (size_t i = 0; i < COUNT(names); i++)
        *map_put(seen, str_copy(arena, str_from(names[i])), NULL) = 1;
}

/* A unique anchor: the second of equal texts is `…~2`. */
static Str anchor_of(Arena *arena, Map *seen, Str text)
{
    Str anchor = html_anchor(arena, text);
    uint64_t *times = map_put(seen, anchor, NULL);
    *times += 1;
    if (*times == 1)
        return anchor;
    return str_format(arena, "%.*s~%u", STR_ARG(anchor), (unsigned)*times);
}

/* ---- blocks ---- */

static CodeBlock place_of(const ChangeSet *set, const ChangedSymbol *changed)
{
    CodeBlock place = {0};
    if (changed->new_symbol != SYMBOL_ABSENT) {
        const SymbolVec *symbols = &set->files.ptr[changed->file].new.outline.symbols;
        place.new_first = changed->new_symbol;
        place.new_next = symbols->ptr[changed->new_symbol].next;
    }
    if (changed->old_symbol != SYMBOL_ABSENT) {
        const SymbolVec *symbols = &set->files.ptr[changed->old_file].old.outline.symbols;
        place.old_first = changed->old_symbol;
        place.old_next = symbols->ptr[changed->old_symbol].next;
    }
    return place;
}

static void plan_blocks(PageState *state, uint32_t index, Map *seen)
{
    const ChangedFile *file = &state->set->files.ptr[index];
    const uint32_t *outer = diff_reported_with(state->arena, file);
    uint32_t *blocks = NEW(state->arena, uint32_t, file->symbols.len);
    state->block_of[index] = blocks;
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        if (outer[i])
            continue;
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        Str name = page_name(state->arena, state->set, changed);
        Str text = str_format(state->arena, "%.*s::%.*s", STR_ARG(page_path(file)), STR_ARG(name));
        blocks[i] = ++state->block_count;
        state->blocks[blocks[i]] = (PageBlock){
            .file = index, .reported = i, .anchor = anchor_of(state->arena, seen, text)};
        state->places[blocks[i]] = place_of(state->set, changed);
    }
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        uint32_t from = i;
        while (outer[from])
            from = outer[from] - 1;
        blocks[i] = blocks[from];
    }
}

/* ---- lines ---- */

/* By file and symbol, for each side: the block that shows the symbol. */
typedef struct Owners {
    uint32_t **old, **new;
} Owners;

static Owners owners_of(const PageState *state)
{
    const ChangeSet *set = state->set;
    Owners owners = {NEW(state->arena, uint32_t *, set->files.len),
                     NEW(state->arena, uint32_t *, set->files.len)};
    for (size_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        owners.old[i] = NEW(state->arena, uint32_t, file->old.outline.symbols.len);
        owners.new[i] = NEW(state->arena, uint32_t, file->new.outline.symbols.len);
    }
    for (size_t i = 0; i < set->files.len; i++)
        for (size_t k = 0; k < set->files.ptr[i].symbols.len; k++) {
            const ChangedSymbol *changed = &set->files.ptr[i].symbols.ptr[k];
            uint32_t block = state->block_of[i] ? state->block_of[i][k] : 0;
            if (changed->new_symbol != SYMBOL_ABSENT)
                owners.new[i][changed->new_symbol] = block;
            if (changed->old_symbol != SYMBOL_ABSENT)
                owners.old[changed->old_file][changed->old_symbol] = block;
        }
    return owners;
}

/* Assigns lines to blocks. Nested symbols come after the enclosing one and take their lines from
   it. */
static void spread_lines(CodeSide *code, const uint32_t *owners)
{
    const SymbolVec *symbols = &code->side->outline.symbols;
    for (uint32_t i = 0; i < symbols->len; i++) {
        if (!owners[i])
            continue;
        uint32_t last = MIN(symbols->ptr[i].end_line, code->count);
        for (uint32_t line = changed_first_line(code->side, i); line <= last; line++)
            code->blocks[line] = owners[i];
    }
}

static void plan_lines(PageState *state)
{
    const ChangeSet *set = state->set;
    Owners owners = owners_of(state);
    for (size_t i = 0; i < set->files.len; i++) {
        state->old[i] = code_side(state->arena, &set->files.ptr[i].old);
        state->new[i] = code_side(state->arena, &set->files.ptr[i].new);
        spread_lines(&state->old[i], owners.old[i]);
        spread_lines(&state->new[i], owners.new[i]);
    }
}

/* ---- modules ---- */

static PageModule *module_of(PageState *state, Map *known, uint32_t file, Map *seen)
{
    Str name = state->page->modules[file];
    bool is_new = false;
    uint64_t *index = map_put(known, name, &is_new);
    if (is_new) {
        Str text = str_join(state->arena, STR("module:"), name);
        *index = state->module_count++;
        state->modules[*index] =
            (PageModule){.name = name,
                         .files = NEW(state->arena, uint32_t, state->view->shown),
                         .anchor = anchor_of(state->arena, seen, text)};
    }
    return &state->modules[*index];
}

static size_t count_symbols(const ChangeSet *set)
{
    size_t count = 0;
    for (size_t i = 0; i < set->files.len; i++)
        count += set->files.ptr[i].symbols.len;
    return count;
}

/* Number of classes of classify_order that are distinguished; higher ones count as the last. */
#define CLASSES_MAX 6

/* The files of the view: code, then tests, then prose and data, each in the view's order. */
static uint32_t *files_in_order(Arena *arena, const DiffView *view)
{
    uint32_t *files = NEW(arena, uint32_t, view->shown);
    size_t count = 0;
    for (unsigned level = 0; level < CLASSES_MAX; level++)
        for (size_t i = 0; i < view->shown; i++) {
            uint32_t file = view->order[view->first + i];
            unsigned own = classify_order(page_path(&view->set->files.ptr[file]), 0);
            if (MIN(own, CLASSES_MAX - 1u) == level)
                files[count++] = file;
        }
    return files;
}

void page_plan(PageState *state, const DiffPage *page, Arena *arena)
{
    const DiffView *view = page->view;
    size_t files = view->set->files.len, symbols = count_symbols(view->set);
    Map seen = map_open(arena), known = map_open(arena);
    keep_own_names(arena, &seen);
    *state = (PageState){.page = page, .view = view, .set = view->set, .arena = arena};
    state->old = NEW(arena, CodeSide, files);
    state->new = NEW(arena, CodeSide, files);
    state->blocks = NEW(arena, PageBlock, symbols + 1);
    state->places = NEW(arena, CodeBlock, symbols + 1);
    state->block_of = NEW(arena, uint32_t *, files);
    state->anchors = NEW(arena, Str, files);
    state->modules = NEW(arena, PageModule, view->shown);
    const uint32_t *order = files_in_order(arena, view);
    for (size_t i = 0; i < view->shown; i++) {
        uint32_t file = order[i];
        PageModule *module = module_of(state, &known, file, &seen);
        module->files[module->count++] = file;
        state->anchors[file] = anchor_of(arena, &seen, page_path(&view->set->files.ptr[file]));
        plan_blocks(state, file, &seen);
    }
    plan_lines(state);
    page_plan_findings(state);
}
