#include "tools/overview.h"

#include <stdlib.h>

#define HOT_MAX 8

/* ---- counts ---- */

static void count_language(Arena *arena, LanguageCountVec *languages, const CatalogFile *file)
{
    LanguageCount *count = NULL;
    /* A file that is only listed so far has none yet. */
    const Language *language = file->language ? file->language : lang_detect(file->path, (Str){0});
    for (size_t i = 0; i < languages->len && !count; i++)
        if (languages->ptr[i].language == language)
            count = &languages->ptr[i];
    if (!count) {
        count = VEC_PUSH(arena, languages);
        count->language = language;
    }
    count->files++;
    count->lines += file->lines;
    count->bytes += file->size;
}

static int more_lines_first(const void *a, const void *b)
{
    const LanguageCount *x = a, *y = b;
    if (x->lines != y->lines)
        return x->lines < y->lines ? 1 : -1;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? 1 : -1;
    return str_compare(lang_id(x->language), lang_id(y->language));
}

static void count_files(Arena *arena, const Catalog *catalog, Overview *overview)
{
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!file->path.len)
            continue;
        overview->files++;
        overview->bytes += file->size;
        overview->lines += file->lines;
        overview->symbols += file->count ? file->count - 1 : 0;
        overview->skipped[file->class]++;
        overview->failed += file->state == FILE_FAILED;
        if (file->class == FILE_SOURCE || file->class == FILE_TEST)
            count_language(arena, &overview->languages, file);
    }
    if (overview->languages.len)
        qsort(overview->languages.ptr, overview->languages.len, sizeof *overview->languages.ptr,
              more_lines_first);
}

/* ---- symbols that stand out ---- */

static bool is_type(SymbolKind kind)
{
    return kind == SYMBOL_CLASS || kind == SYMBOL_STRUCT || kind == SYMBOL_INTERFACE ||
           kind == SYMBOL_TRAIT || kind == SYMBOL_ENUM || kind == SYMBOL_TYPE ||
           kind == SYMBOL_UNION;
}

static bool is_function(SymbolKind kind)
{
    return kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD || kind == SYMBOL_MACRO;
}

/* Keeps the HOT_MAX most used, in order. */
static void consider(Arena *arena, HotSymbolVec *hot, HotSymbol candidate)
{
    size_t at = hot->len;
    while (at && hot->ptr[at - 1].uses < candidate.uses)
        at--;
    if (at >= HOT_MAX)
        return;
    if (hot->len < HOT_MAX)
        VEC_PUSH(arena, hot);
    for (size_t i = hot->len - 1; i > at; i--)
        hot->ptr[i] = hot->ptr[i - 1];
    hot->ptr[at] = candidate;
}

static void find_hot(Arena *arena, const Catalog *catalog, const uint32_t *uses, Overview *overview)
{
    for (size_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        for (uint32_t i = 1; i < file->count && file->class == FILE_SOURCE; i++) {
            HotSymbol candidate = {file->first + i, uses[file->first + i]};
            SymbolKind kind = file->entries[i].kind;
            if (!candidate.uses)
                continue;
            if (is_type(kind))
                consider(arena, &overview->hot_types, candidate);
            else if (is_function(kind))
                consider(arena, &overview->hot_functions, candidate);
        }
    }
}

/* ---- the whole ---- */

static void collect_modules(Arena *arena, const Catalog *catalog, Overview *overview)
{
    uint32_t *uses = NEW(arena, uint32_t, catalog->symbol_count + 1);
    overview->modules = modules_of(arena, catalog);
    overview->module_edges = modules_edges(arena, catalog, &overview->modules, false, uses);
    for (size_t i = 0; i < overview->modules.list.len; i++) {
        const Module *module = &overview->modules.list.ptr[i];
        overview->low += module->low;
        overview->medium += module->medium;
        overview->high += module->high;
    }
    find_hot(arena, catalog, uses, overview);
}

void overview_gather(ToolCall *call, const IndexSession *session, Overview *overview)
{
    *overview = (Overview){0};
    count_files(call->arena, session->catalog, overview);
    collect_modules(call->arena, session->catalog, overview);
    overview_read_manifests(call, session, overview);
    overview_find_entries(call, session, overview);
}

void overview_divide(ToolCall *call, const IndexSession *session, size_t max, Overview *overview)
{
    Arena *arena = call->arena;
    overview->parts = parts_of(arena, session->catalog, &overview->modules, max);
    overview->dependencies = parts_edges(arena, &overview->parts, &overview->module_edges);
    overview_find_purposes(call, session, overview);
}
