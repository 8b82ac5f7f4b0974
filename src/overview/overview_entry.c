/* Entry points of programs: a `main` in languages that have one, files whose name or text says that
   they are started (overview_start.c), and what manifests name. Many of one kind (cmd/a, cmd/b, …)
   are one entry. A `main` that the preprocessor enables only to test the file (`#ifdef
   SIPHASH_TEST`) is not one. */
#include "overview/overview.h"
#include "overview/overview_start.h"

#include "base/path.h"
#include "base/varint.h"
#include "index/catalog/classify.h"
#include "index/store/derived.h"

#include <stdlib.h>

/* Maximum number of entry points: an overview is one page. */
#define ENTRIES_MAX 8
/* Enough entry points if the rest are examples or development tools. */
#define ENTRIES_ENOUGH 2
/* Maximum number of files read for the condition of their `main`, and depth of conditions. */
#define CONDITIONS_MAX 32
#define CONDITIONS_DEEP 64
#define DOCUMENTS_MAX 6
#define DOCUMENTS_DEEP 2
/* Maximum number of files named among those left out. */
#define STARTS_MAX 4
/* Number of sibling programs from which on they are one entry, and maximum number of names in
   it. */
#define GROUP_MIN 4
#define GROUP_NAMES_MAX 24

static bool is_entry(const Catalog *catalog, const CatalogFile *file, const Entry *entry)
{
    return (entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD) &&
           !entry_is_declaration(entry) && lang_facts(file->language)->starts_at_main &&
           str_equal_nocase(catalog_name(catalog, entry->name), STR("main"));
}

static bool is_one_of(Str name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal(name, str_from(names[i])))
            return true;
    return false;
}

/* The first `main` of a file. */
typedef struct Start {
    uint32_t symbol, start_line, end_line;
} Start;
typedef VEC(Start) StartVec;

typedef struct Finder {
    SessionRequest *request;
    const IndexSession *session;
    Starts starts;
    EvidenceVec found; /* sorted by sort() */
    StartVec mains;    /* ascending */
    size_t next_main;
    size_t read; /* number of files read for conditions */
} Finder;

/* ---- order ---- */

/* Whether the path is of an example or a development tool. */
static bool is_aside(Str path)
{
    static const char *const parts[] = {
        "example", "examples", "sample",    "samples", "demo",    "demos",     "hack",
        "contrib", "tools",    "scripts",   "bench",   "benches", "benchmark", "benchmarks",
        "utils",   "doc",      "docs",      "util",    "Doc",     "Tools",     "build",
        "addons",  "images",   "packaging", "misc",    "Misc"};
    Str rest = path_directory(path), part;
    /* `_testembed.c`, `_freeze_module.c`: for the project's own use. */
    Str name = path_base(path);
    bool own = str_starts(name, STR("_")) && !str_starts(name, STR("__"));
    if (own || str_starts(name, STR("bench")) || str_starts(name, STR("sample")) ||
        str_find(name, STR("test")) != STR_NONE)
        return true;
    while (str_take_until(&rest, '/', &part))
        for (size_t i = 0; i < COUNT(parts); i++)
            if (str_equal(part, str_from(parts[i])))
                return true;
    return false;
}

/* Orders by depth; within a directory by size. */
static int shallow_first(const void *a, const void *b)
{
    Str x = ((const Evidence *)a)->source, y = ((const Evidence *)b)->source;
    int ax = is_aside(x), ay = is_aside(y);
    size_t dx = path_depth(x), dy = path_depth(y);
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

/* Groups the programs from `at` on that share a directory, `cmd/all/{a.go, b.go}`, or its parent,
   `cmd/{a, b, c}`. Returns their number, 0 if there are too few. */
static size_t tell_group(Arena *arena, const EvidenceVec *all, size_t at, Evidence *told)
{
    size_t end = at;
    Str family = family_of(all->ptr[at].source);
    while (end < all->len && path_depth(all->ptr[at].source) >= 2 &&
           str_equal(family_of(all->ptr[end].source), family))
        end++;
    if (end - at < GROUP_MIN)
        return 0;
    Str first = path_directory(all->ptr[at].source);
    bool one = str_equal(first, path_directory(all->ptr[end - 1].source)); /* they are sorted */
    family = one ? first : family;
    Buf text = buf_open(arena, 0);
    buf_printf(&text, "%.*s/{", STR_ARG(family));
    Str before = {0};
    size_t names = 0;
    for (size_t i = at; i < end; i++) {
        Str path = all->ptr[i].source, name = path_base(one ? path : path_directory(path));
        if (!str_equal(name, before) && names++ < GROUP_NAMES_MAX)
            buf_printf(&text, "%s%.*s", names > 1 ? ", " : "", STR_ARG(name));
        before = name;
    }
    buf_put(&text, names > GROUP_NAMES_MAX ? STR(", …}") : STR("}"));
    *told = (Evidence){.what = buf_str(&text), .source = family};
    return end - at;
}

/* ---- conditions ---- */

static bool is_for_trying(Str condition)
{
    static const char *const marks[] = {"TEST", "MAIN", "DEMO", "BENCH", "EXAMPLE", "TOBIN"};
    for (size_t i = 0; i < COUNT(marks); i++)
        if (str_find(condition, str_from(marks[i])) != STR_NONE)
            return true;
    return str_equal(str_trim(condition), STR("0"));
}

/* Whether a line of C is enabled only by an `#if` for tests. */
static bool is_tried_only(Str text, uint32_t line)
{
    bool trying[CONDITIONS_DEEP] = {false};
    size_t depth = 0;
    Str rest = text, row;
    for (uint32_t at = 1; at < line && str_take_line(&rest, &row); at++) {
        Str word = str_trim(row);
        if (!word.len || word.ptr[0] != '#')
            continue;
        word = str_trim(str_from_offset(word, 1));
        if (str_starts(word, STR("if"))) {
            bool absent = str_starts(word, STR("ifndef"));
            size_t space = str_find_byte(word, ' ');
            if (depth < CONDITIONS_DEEP)
                trying[depth] =
                    !absent && is_for_trying(str_from_offset(word, MIN(space, word.len)));
            depth++;
        } else if (str_starts(word, STR("el")) && depth && depth <= CONDITIONS_DEEP) {
            trying[depth - 1] = false;
        } else if (str_starts(word, STR("endif"))) {
            depth -= depth > 0;
        }
    }
    for (size_t i = 0; i < MIN(depth, (size_t)CONDITIONS_DEEP); i++)
        if (trying[i])
            return true;
    return false;
}

static bool starts_nothing(Finder *finder, Str path, uint32_t line)
{
    Str text, extension = path_extension(path);
    bool c = str_starts(extension, STR("c")) || str_starts(extension, STR("h"));
    if (!line || !c || finder->read++ >= CONDITIONS_MAX)
        return false;
    return overview_read(finder->request, finder->session, path, &text) &&
           is_tried_only(text, line);
}

/* ---- the list ---- */

/* Removes candidates whose `main` is only for tests. */
static void drop_tried(Finder *finder)
{
    EvidenceVec *found = &finder->found;
    size_t kept = 0;
    for (size_t i = 0; i < found->len; i++)
        if (!starts_nothing(finder, found->ptr[i].source, found->ptr[i].at))
            found->ptr[kept++] = found->ptr[i];
    found->len = kept;
}

/* Counts what is left out from index `from` on: files by name, functions by number. */
static void tell_rest(Arena *arena, const EvidenceVec *all, size_t from, Overview *overview)
{
    overview->entries_more = (uint32_t)(all->len - from);
    overview->mains_more = 0;
    overview->starts_more = (EvidenceVec){0};
    for (size_t i = from; i < all->len; i++)
        if (all->ptr[i].at)
            overview->mains_more++;
        else
            *VEC_PUSH(arena, &overview->starts_more) = all->ptr[i];
}

static void tell(Finder *finder, Overview *overview)
{
    const EvidenceVec *all = &finder->found;
    EvidenceVec *entries = &overview->entries;
    tell_rest(finder->request->arena, all, 0, overview);
    for (size_t i = 0; i < all->len && entries->len < ENTRIES_MAX;) {
        Evidence group;
        if (entries->len >= ENTRIES_ENOUGH && is_aside(all->ptr[i].source))
            break;
        size_t members = tell_group(finder->request->arena, all, i, &group);
        *VEC_PUSH(finder->request->arena, entries) = members ? group : all->ptr[i];
        i += MAX(members, 1);
        tell_rest(finder->request->arena, all, i, overview);
    }
}

static void list_main(const Catalog *catalog, Arena *arena, uint32_t id, StartVec *mains)
{
    const CatalogFile *file = catalog_row(catalog, id);
    for (uint32_t i = 1; i < file->count; i++)
        if (is_entry(catalog, file, &file->entries[i])) {
            *VEC_PUSH(arena, mains) =
                (Start){file->first + i, file->entries[i].start_line, file->entries[i].end_line};
            return;
        }
}

static bool take_mains(Arena *arena, const Catalog *catalog, StartVec *mains)
{
    Str kept = derived_get(catalog, DERIVED_MAINS);
    VarintReader in = varint_open(kept);
    uint64_t count = varint_take(&in), symbol = 0;
    for (uint64_t i = 0; i < count && !in.failed; i++) {
        symbol += varint_u32(&in);
        Start *start = VEC_PUSH(arena, mains);
        start->symbol = (uint32_t)symbol;
        start->start_line = varint_u32(&in);
        start->end_line = varint_u32(&in);
        in.failed = in.failed || symbol >= catalog->symbol_count;
    }
    return kept.len && varint_is_done(&in) && !in.failed;
}

static void keep_mains(Arena *arena, const Catalog *catalog, const StartVec *mains)
{
    Buf bytes = buf_open(arena, 0);
    varint_put(&bytes, mains->len);
    for (size_t i = 0; i < mains->len; i++) {
        varint_put(&bytes, mains->ptr[i].symbol - (i ? mains->ptr[i - 1].symbol : 0));
        varint_put(&bytes, mains->ptr[i].start_line);
        varint_put(&bytes, mains->ptr[i].end_line);
    }
    derived_put(catalog, DERIVED_MAINS, buf_str(&bytes));
}

/* By file: whether it has a symbol named `main`, in any case. */
static const bool *files_with_main(Arena *arena, Catalog *catalog)
{
    bool *found = NEW(arena, bool, catalog->files.len + 1);
    for (unsigned upper = 0; upper < 16; upper++) {
        char name[] = "main";
        for (unsigned i = 0; i < 4; i++)
            name[i] = (char)(name[i] - ('a' - 'A') * (int)(upper >> i & 1));
        uint32_t id = names_find(&catalog->names, str_from(name));
        IdSpan all = id ? catalog_named(catalog, id) : (IdSpan){0};
        for (size_t i = 0; i < all.len; i++)
            found[catalog_place(catalog, all.ptr[i]).file] = true;
    }
    return found;
}

static void list_mains(Finder *finder)
{
    Catalog *catalog = finder->session->catalog;
    Arena *arena = finder->request->arena;
    if (take_mains(arena, catalog, &finder->mains))
        return;
    finder->mains = (StartVec){0};
    const bool *has_main = files_with_main(arena, catalog);
    for (uint32_t f = 0; f < catalog->files.len; f++)
        if (catalog->files.ptr[f].class == FILE_SOURCE && has_main[f])
            list_main(catalog, arena, f, &finder->mains);
    keep_mains(arena, catalog, &finder->mains);
}

/* File of the next `main`, or FILE_NOWHERE. */
static uint32_t main_file(const Finder *finder)
{
    const StartVec *mains = &finder->mains;
    if (finder->next_main == mains->len)
        return FILE_NOWHERE;
    return catalog_place(finder->session->catalog, mains->ptr[finder->next_main].symbol).file;
}

/* Adds the file's `main`, if any. Files must be passed in ascending order. */
static void look_for_main(Finder *finder, const CatalogFile *file)
{
    uint32_t id = (uint32_t)(file - finder->session->catalog->files.ptr);
    while (main_file(finder) < id)
        finder->next_main++;
    if (main_file(finder) != id)
        return;
    const Start *start = &finder->mains.ptr[finder->next_main];
    Arena *arena = finder->request->arena;
    *VEC_PUSH(arena, &finder->found) =
        (Evidence){.what = query_place_of(arena, file->path, start->start_line, start->end_line),
                   .source = file->path,
                   .lines = file->lines,
                   .at = start->start_line};
}

/* Whether it is a file of instructions for agents, which has exact commands and rules. */
static bool is_for_agents(Str name)
{
    static const char *const names[] = {"AGENTS.md", "CLAUDE.md", "GEMINI.md",
                                        "copilot-instructions.md"};
    return is_one_of(name, names, COUNT(names));
}

static bool is_document(Str path)
{
    Str name = path_base(path);
    return is_for_agents(name) || str_equal_nocase(str_slice(name, 0, 6), STR("README")) ||
           str_starts(name, STR("CONTRIBUTING")) || str_starts(name, STR("ARCHITECTURE"));
}

/* Whether the source has the name of a program in a manifest: src/tsc/tsc.ts of `tsc`. */
static bool is_program(const Overview *overview, Str path)
{
    static const char *const homes[] = {"src", "cmd", "bin", "lib"};
    Str name = path_base(path), home = path_base(path_directory(path));
    Str stem = str_slice(name, 0, MIN(str_find_byte(name, '.'), name.len));
    for (size_t i = 0; i < overview->entries.len; i++) {
        Str what = overview->entries.ptr[i].what;
        Str program = str_slice(what, 0, MIN(str_find_byte(what, ':'), what.len));
        if (str_equal(stem, program) &&
            (str_equal(home, program) || is_one_of(home, homes, COUNT(homes))))
            return true;
    }
    return false;
}

static void look_at(Finder *finder, const CatalogFile *file, const Overview *overview)
{
    if (start_is_at(&finder->starts, file) || is_program(overview, file->path))
        *VEC_PUSH(finder->request->arena, &finder->found) =
            (Evidence){.what = file->path, .source = file->path};
    else
        look_for_main(finder, file);
}

/* Adds documentation folders at the top. */
static void add_document_folders(SessionRequest *request, const Catalog *catalog,
                                 Overview *overview)
{
    static const char *const folders[] = {"doc/",           "docs/",          "Doc/",
                                          "documentation/", "Documentation/", "website/"};
    for (size_t i = 0; i < COUNT(folders); i++) {
        Str folder = str_from(folders[i]);
        uint32_t files = 0;
        for (size_t f = 0; f < catalog->files.len; f++)
            files += str_starts(catalog->files.ptr[f].path, folder);
        if (files)
            *VEC_PUSH(request->arena, &overview->documents) = (Evidence){
                .what = str_format(request->arena, "%.*s (%u files)", STR_ARG(folder), files),
                .source = folder};
    }
}

/* Adds symbolic links at the top, as README.md -> packages/a/README.md. They replace their targets,
   unless the target is a document at the top itself. */
static void add_linked_documents(SessionRequest *request, const IndexSession *session,
                                 Overview *overview)
{
    static const char *const names[] = {"README.md", "README.rst", "README",         "AGENTS.md",
                                        "CLAUDE.md", "GEMINI.md",  "CONTRIBUTING.md"};
    EvidenceVec *list = &overview->documents;
    for (size_t i = 0; i < COUNT(names); i++) {
        Str name = str_from(names[i]), target = overview_link(request, session, name);
        size_t at = 0;
        while (at < list->len && !str_equal(list->ptr[at].source, target))
            at++;
        if (!target.len || (at < list->len && str_find_byte(target, '/') == STR_NONE))
            continue;
        Evidence *document = at < list->len ? &list->ptr[at] : VEC_PUSH(request->arena, list);
        *document =
            (Evidence){.what = str_format(request->arena, "%s -> %.*s", names[i], STR_ARG(target)),
                       .source = name};
    }
}

void overview_find_entries(SessionRequest *request, const IndexSession *session, Overview *overview)
{
    const Catalog *catalog = session->catalog;
    Finder finder = {
        .request = request, .session = session, .starts = starts_open(request, session)};
    list_mains(&finder);
    for (size_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        if (is_document(file->path) && file->class != FILE_VENDORED &&
            path_depth(file->path) <= DOCUMENTS_DEEP)
            *VEC_PUSH(request->arena, &overview->documents) =
                (Evidence){.what = file->path, .source = file->path};
        if (file->class == FILE_SOURCE && !classify_is_foreign(file->path))
            look_at(&finder, file, overview);
    }
    sort(&finder.found);
    drop_tried(&finder);
    tell(&finder, overview);
    add_linked_documents(request, session, overview);
    sort(&overview->documents);
    overview->documents.len = MIN(overview->documents.len, (size_t)DOCUMENTS_MAX);
    add_document_folders(request, catalog, overview);
}

/* Writes what was left out: names of files, and how to find the functions. */
static void put_more_entries(Buf *out, const SessionRequest *request, const Overview *overview)
{
    const EvidenceVec *files = &overview->starts_more;
    if (!overview->entries.len || !overview->entries_more)
        return;
    buf_printf(out, "  [%u more", overview->entries_more);
    for (size_t i = 0; i < MIN(files->len, (size_t)STARTS_MAX); i++) {
        buf_put(out, i ? STR(", ") : STR(": "));
        view_put_line_text(out, files->ptr[i].what);
    }
    if (files->len > STARTS_MAX)
        buf_put(out, STR(", …"));
    if (overview->mains_more)
        buf_put(out, session_hint(request, STR("; fovea find main")));
    buf_put(out, STR("]\n"));
}

void overview_put_entries(Buf *out, const SessionRequest *request, const Overview *overview)
{
    if (overview->entries.len)
        buf_put(out, STR("entry points:\n"));
    for (size_t i = 0; i < overview->entries.len; i++) {
        buf_put(out, STR("  "));
        view_put_line_text(out, overview->entries.ptr[i].what);
        buf_put_byte(out, '\n');
    }
    put_more_entries(out, request, overview);
}
