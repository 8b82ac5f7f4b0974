#include "tools/overview.h"

#include "base/path.h"
#include "index/risk.h"

#include <stdlib.h>

#define HOT_MAX 12
#define ENTRIES_MAX 12
#define DOCUMENTS_MAX 6
#define PURPOSE_BYTES 100
#define PURPOSE_FILE_BYTES (64 * KB)
/* Directories whose README is read for a purpose. */
#define PURPOSES_MAX 100

/* ---- counts ---- */

static void count_language(Arena *arena, LanguageCountVec *languages, const CatalogFile *file)
{
    LanguageCount *count = NULL;
    for (size_t i = 0; i < languages->len && !count; i++)
        if (languages->ptr[i].language == file->language)
            count = &languages->ptr[i];
    if (!count) {
        count = VEC_PUSH(arena, languages);
        count->language = file->language;
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

/* ---- modules ---- */

static int larger_first(const void *a, const void *b)
{
    const Module *x = *(const Module *const *)a, *y = *(const Module *const *)b;
    if (x->lines != y->lines)
        return x->lines < y->lines ? 1 : -1;
    return str_compare(x->name, y->name);
}

static bool is_readme(Str path)
{
    return str_equal_nocase(str_slice(path_base(path), 0, 6), STR("README"));
}

/* The first sentence of prose: no heading, badge, list or markup line. */
static Str first_prose(Str text)
{
    Str line;
    while (str_take_line(&text, &line)) {
        line = str_trim(line);
        if (line.len > 20 && byte_is_alpha(line.ptr[0]) && str_is_utf8(line) &&
            str_find(line, STR("](")) == STR_NONE)
            return line;
    }
    return (Str){0};
}

static Str purpose_of(ToolCall *call, const IndexSession *session, Str readme)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    FsPolicy policy = tool_policy(call);
    Str text;
    Err err;
    Str full = path_join(call->arena, session->repo.root, readme);
    if (!fs_open(call->arena, &policy, full, &file, &err) ||
        !fs_read_all(call->arena, &file, &text, &err))
        return (Str){0};
    return view_cut_end(call->arena, first_prose(text), PURPOSE_BYTES);
}

static void find_purposes(ToolCall *call, const IndexSession *session, Overview *overview)
{
    const Catalog *catalog = session->catalog;
    size_t read = 0;
    overview->purposes = NEW(call->arena, Str, overview->modules.list.len + 1);
    for (size_t i = 0; i < catalog->files.len && read < PURPOSES_MAX; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        Str *purpose = &overview->purposes[overview->modules.of_file[i]];
        if (!file->path.len || purpose->len || !is_readme(file->path) ||
            file->size > PURPOSE_FILE_BYTES)
            continue;
        *purpose = purpose_of(call, session, file->path);
        read++;
    }
}

static void collect_modules(ToolCall *call, const IndexSession *session, Overview *overview)
{
    overview->modules = modules_of(call->arena, session->catalog);
    size_t count = overview->modules.list.len;
    overview->largest = NEW(call->arena, const Module *, count + 1);
    for (size_t i = 0; i < count; i++) {
        const Module *module = &overview->modules.list.ptr[i];
        overview->largest[i] = module;
        overview->low += module->low;
        overview->medium += module->medium;
        overview->high += module->high;
    }
    if (count)
        qsort(overview->largest, count, sizeof *overview->largest, larger_first);
    overview->dependencies = modules_edges(call->arena, session->catalog, &overview->modules);
    find_purposes(call, session, overview);
}

/* ---- symbols and files that stand out ---- */

typedef struct Hot {
    uint64_t order; /* rank, then fan-in */
    uint32_t symbol;
} Hot;

static bool may_be_hot(const CatalogFile *file, const Entry *entry)
{
    return file->class == FILE_SOURCE && entry->kind != SYMBOL_FIELD &&
           entry->kind != SYMBOL_ENUM_MEMBER && entry->kind != SYMBOL_VARIABLE &&
           entry->kind != SYMBOL_DOCUMENT && entry->kind != SYMBOL_CONSTANT;
}

/* Keeps the HOT_MAX best, sorted, by insertion. */
static void consider(Hot *hot, size_t *count, Hot candidate)
{
    size_t at = *count;
    while (at && hot[at - 1].order < candidate.order)
        at--;
    if (at >= HOT_MAX)
        return;
    *count = MIN(*count + 1, (size_t)HOT_MAX);
    for (size_t i = *count - 1; i > at; i--)
        hot[i] = hot[i - 1];
    hot[at] = candidate;
}

static void find_hot(Arena *arena, const Catalog *catalog, Overview *overview)
{
    Hot hot[HOT_MAX];
    size_t count = 0;
    for (size_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        for (uint32_t i = 1; i < file->count; i++) {
            const Standing *standing = &file->standings[i];
            if (standing->fan_in > 1 && may_be_hot(file, &file->entries[i]))
                consider(hot, &count,
                         (Hot){(uint64_t)standing->rank << 32 | standing->fan_in, file->first + i});
        }
    }
    for (size_t i = 0; i < count; i++)
        *VEC_PUSH(arena, &overview->hot) = hot[i].symbol;
}

static bool is_entry(const CatalogFile *file, const Entry *entry, Str name)
{
    static const char *const ids[] = {"c",      "cpp",   "go",    "rust", "java", "kotlin",
                                      "csharp", "swift", "scala", "dart", "zig"};
    if (file->class != FILE_SOURCE || !str_equal_nocase(name, STR("main")) ||
        (entry->kind != SYMBOL_FUNCTION && entry->kind != SYMBOL_METHOD) ||
        entry_is_declaration(entry))
        return false;
    for (size_t i = 0; i < COUNT(ids); i++)
        if (str_equal(lang_id(file->language), str_from(ids[i])))
            return true;
    return false;
}

static bool is_entry_file(Str name)
{
    static const char *const names[] = {"__main__.py", "manage.py", "main.py", "cli.py",
                                        "index.ts",    "index.js",  "main.ts", "main.js",
                                        "server.js",   "server.ts", "app.py",  "wsgi.py"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(name, str_from(names[i])))
            return true;
    return false;
}

static size_t depth_of(Str path)
{
    size_t depth = 0;
    for (size_t i = 0; i < path.len; i++)
        depth += path.ptr[i] == '/';
    return depth;
}

static int shallow_first(const void *a, const void *b)
{
    Str x = ((const Evidence *)a)->source, y = ((const Evidence *)b)->source;
    size_t dx = depth_of(x), dy = depth_of(y);
    if (dx != dy)
        return dx < dy ? -1 : 1;
    return str_compare(x, y);
}

static void keep_shallow(EvidenceVec *list, size_t max)
{
    if (list->len)
        qsort(list->ptr, list->len, sizeof *list->ptr, shallow_first);
    list->len = MIN(list->len, max);
}

static void find_entries(Arena *arena, const Catalog *catalog, Overview *overview)
{
    for (size_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        bool found = file->class == FILE_SOURCE && is_entry_file(path_base(file->path));
        if (found)
            *VEC_PUSH(arena, &overview->entries) = (Evidence){file->path, file->path};
        for (uint32_t i = 1; i < file->count && !found; i++)
            if (is_entry(file, &file->entries[i], catalog_name(catalog, file->entries[i].name))) {
                *VEC_PUSH(arena, &overview->entries) =
                    (Evidence){query_place(catalog, arena, file->first + i), file->path};
                found = true;
            }
        if (is_readme(file->path) || str_starts(path_base(file->path), STR("CONTRIBUTING")) ||
            str_starts(path_base(file->path), STR("ARCHITECTURE")))
            *VEC_PUSH(arena, &overview->documents) = (Evidence){file->path, file->path};
    }
    keep_shallow(&overview->entries, ENTRIES_MAX);
    keep_shallow(&overview->documents, DOCUMENTS_MAX);
}

void overview_gather(ToolCall *call, const IndexSession *session, Overview *overview)
{
    *overview = (Overview){0};
    count_files(call->arena, session->catalog, overview);
    collect_modules(call, session, overview);
    find_hot(call->arena, session->catalog, overview);
    find_entries(call->arena, session->catalog, overview);
    overview_read_manifests(call, session, overview);
}
