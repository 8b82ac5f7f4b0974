/* Where programs start: a `main` of the languages that have one, files that by their name are
   started. Many of one kind (cmd/a, cmd/b, …) are told as one. */
#include "tools/overview.h"

#include "base/path.h"

#include <stdlib.h>

#define ENTRIES_MAX 8
#define DOCUMENTS_MAX 6
/* So many programs side by side are told as one, with so many of their names. */
#define GROUP_MIN 4
#define GROUP_NAMES_MAX 24

static bool is_entry(const Catalog *catalog, const CatalogFile *file, const Entry *entry)
{
    static const char *const ids[] = {"c",      "cpp",   "go",    "rust", "java", "kotlin",
                                      "csharp", "swift", "scala", "dart", "zig"};
    if ((entry->kind != SYMBOL_FUNCTION && entry->kind != SYMBOL_METHOD) ||
        entry_is_declaration(entry) ||
        !str_equal_nocase(catalog_name(catalog, entry->name), STR("main")))
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

/* What is there to show the rest, or to work on it. */
static bool is_aside(Str path)
{
    static const char *const parts[] = {"example", "examples",  "sample",     "samples", "demo",
                                        "demos",   "hack",      "contrib",    "tools",   "scripts",
                                        "bench",   "benchmark", "benchmarks", "utils",   "doc",
                                        "docs",    "util",      "Doc",        "Tools"};
    Str rest = path_directory(path), part;
    while (str_take_until(&rest, '/', &part))
        for (size_t i = 0; i < COUNT(parts); i++)
            if (str_equal(part, str_from(parts[i])))
                return true;
    return false;
}

static int shallow_first(const void *a, const void *b)
{
    Str x = ((const Evidence *)a)->source, y = ((const Evidence *)b)->source;
    int ax = is_aside(x), ay = is_aside(y);
    size_t dx = depth_of(x), dy = depth_of(y);
    if (ax != ay)
        return ax - ay;
    uint32_t lx = ((const Evidence *)a)->lines, ly = ((const Evidence *)b)->lines;
    if (dx != dy)
        return dx < dy ? -1 : 1;
    if (lx != ly && str_equal(path_directory(x), path_directory(y)))
        return lx < ly ? 1 : -1;
    return str_compare(x, y);
}

static void sort(EvidenceVec *list)
{
    if (list->len)
        qsort(list->ptr, list->len, sizeof *list->ptr, shallow_first);
}

static Str family_of(Str path)
{
    return path_directory(path_directory(path));
}

/* `cmd/{a, b, c}` for what stands from `at` on with the same directory above; how many. */
static size_t tell_group(Arena *arena, const EvidenceVec *all, size_t at, Evidence *told)
{
    size_t end = at;
    Str family = family_of(all->ptr[at].source);
    while (end < all->len && depth_of(all->ptr[at].source) >= 2 &&
           str_equal(family_of(all->ptr[end].source), family))
        end++;
    if (end - at < GROUP_MIN)
        return 0;
    Buf text = buf_open(arena, 0);
    buf_printf(&text, "%.*s/{", STR_ARG(family));
    for (size_t i = at; i < MIN(end, at + GROUP_NAMES_MAX); i++)
        buf_printf(&text, "%s%.*s", i > at ? ", " : "",
                   STR_ARG(path_base(path_directory(all->ptr[i].source))));
    buf_put(&text, end - at > GROUP_NAMES_MAX ? STR(", …}") : STR("}"));
    *told = (Evidence){buf_str(&text), family, 0};
    return end - at;
}

static void tell(Arena *arena, const EvidenceVec *all, EvidenceVec *entries)
{
    for (size_t i = 0; i < all->len && entries->len < ENTRIES_MAX;) {
        Evidence group;
        size_t members = tell_group(arena, all, i, &group);
        *VEC_PUSH(arena, entries) = members ? group : all->ptr[i];
        i += MAX(members, 1);
    }
}

static void look_for_main(ToolCall *call, const Catalog *catalog, const CatalogFile *file,
                          EvidenceVec *found)
{
    for (uint32_t i = 1; i < file->count; i++)
        if (is_entry(catalog, file, &file->entries[i])) {
            Str place = query_place(catalog, call->arena, file->first + i);
            const Entry *entry = &file->entries[i];
            *VEC_PUSH(call->arena, found) =
                (Evidence){place, file->path, entry->end_line - entry->start_line};
            return;
        }
}

static bool is_document(Str path)
{
    Str name = path_base(path);
    return str_equal_nocase(str_slice(name, 0, 6), STR("README")) ||
           str_starts(name, STR("CONTRIBUTING")) || str_starts(name, STR("ARCHITECTURE"));
}

void overview_find_entries(ToolCall *call, const IndexSession *session, Overview *overview)
{
    EvidenceVec found = {0};
    for (size_t f = 0; f < session->catalog->files.len; f++) {
        const CatalogFile *file = &session->catalog->files.ptr[f];
        if (is_document(file->path) && file->class != FILE_VENDORED)
            *VEC_PUSH(call->arena, &overview->documents) = (Evidence){file->path, file->path, 0};
        if (file->class != FILE_SOURCE)
            continue;
        if (is_entry_file(path_base(file->path)))
            *VEC_PUSH(call->arena, &found) = (Evidence){file->path, file->path, 0};
        else
            look_for_main(call, session->catalog, file, &found);
    }
    sort(&found);
    tell(call->arena, &found, &overview->entries);
    sort(&overview->documents);
    overview->documents.len = MIN(overview->documents.len, (size_t)DOCUMENTS_MAX);
}
