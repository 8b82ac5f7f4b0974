#include "overview/overview.h"

#include "index/graph/levels.h"
#include "index/update/memory.h"

#include <stdlib.h>

/* ---- counts ---- */

static void count_language(Arena *arena, LanguageCountVec *languages, const CatalogFile *file)
{
    LanguageCount *count = NULL;
    /* A file that is only listed has no language yet. */
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
        overview->failed += file->state == FILE_FAILED && !memory_is_reason(file->reason);
        if (file->class == FILE_SOURCE || file->class == FILE_TEST)
            count_language(arena, &overview->languages, file);
    }
    if (overview->languages.len)
        qsort(overview->languages.ptr, overview->languages.len, sizeof *overview->languages.ptr,
              more_lines_first);
}

/* ---- all of it ---- */

static void collect_modules(Arena *arena, const Catalog *catalog, Overview *overview)
{
    overview->modules = modules_of(arena, catalog);
    overview->levels = risk_levels(catalog);
    overview->uses = module_uses(arena, catalog, &overview->modules);
    for (size_t i = 0; i < overview->modules.list.len; i++) {
        const Module *module = &overview->modules.list.ptr[i];
        overview->low += module->low;
        overview->medium += module->medium;
        overview->high += module->high;
    }
}

void overview_gather(SessionRequest *request, const IndexSession *session, Overview *overview)
{
    *overview = (Overview){0};
    count_files(request->arena, session->catalog, overview);
    collect_modules(request->arena, session->catalog, overview);
    overview_read_manifests(request, session, overview);
    overview_find_packages(request, session, overview);
    overview_drop_itself(request, overview);
    overview_find_entries(request, session, overview);
    unseen_gather(request, session, (Str){0}, &overview->unseen);
}

/* A dependency with a smaller share of a part's references (1 / PASSING_SHARE) is incidental: a
   common name, a shared macro. */
#define PASSING_SHARE 200

/* Removes dependencies that are incidental, or of tests, examples, documentation or the part
   `(elsewhere)`. */
static void keep_telling(Arena scratch, Overview *overview)
{
    ModuleEdgeVec *edges = &overview->dependencies;
    const Part *parts = overview->parts.list.ptr;
    uint64_t *sums = NEW(&scratch, uint64_t, overview->parts.list.len + 1);
    size_t kept = 0;
    for (size_t i = 0; i < edges->len; i++)
        sums[edges->ptr[i].from] += edges->ptr[i].calls + edges->ptr[i].imports;
    for (size_t i = 0; i < edges->len; i++) {
        const ModuleEdge *edge = &edges->ptr[i];
        bool rest = parts[edge->from].role || parts[edge->to].role ||
                    str_equal(parts[edge->from].sum.name, STR("(elsewhere)")) ||
                    str_equal(parts[edge->to].sum.name, STR("(elsewhere)"));
        uint64_t weight = (uint64_t)edge->calls + edge->imports;
        if (!rest && weight * PASSING_SHARE >= sums[edge->from])
            edges->ptr[kept++] = *edge;
    }
    edges->len = kept;
}

void overview_divide(SessionRequest *request, const IndexSession *session, size_t max,
                     Overview *overview)
{
    Arena *arena = request->arena;
    overview->parts = repository_parts_of(arena, session->catalog, &overview->modules, max);
    overview->dependencies =
        repository_parts_edges(arena, &overview->parts, &overview->uses->edges);
    keep_telling(*request->scratch, overview);
    overview_find_purposes(request, session, overview);
}
