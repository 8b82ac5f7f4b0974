/* Purposes of parts: one sentence from the file that has it by convention: package.json, doc.go,
   __init__.py, lib.rs, a README. A table says how each is read; the first with a sentence is used.
   Without one, the largest contents of the part are named in its place. */
#include "base/path.h"
#include "manifest/manifest.h"
#include "overview/overview.h"
#include "text/prose.h"

#include <stdlib.h>

/* Maximum length: one line of an answer. */
#define PURPOSE_BYTES 110
/* Maximum size of a README or manifest; larger files rarely begin with the purpose. */
#define PURPOSE_FILE_BYTES (256 * KB)
/* Maximum number of Go files of a package that are searched for its comment. */
#define GO_FILES_MAX 6

static Str from_go(Arena *arena, Str text)
{
    size_t at = str_starts(text, STR("// Package ")) ? 0 : str_find(text, STR("\n// Package "));
    if (at == STR_NONE)
        return (Str){0};
    return prose_of_lines(arena, str_from_offset(text, at + (at > 0)), STR("//"));
}

static Str from_docstring(Arena *arena, Str text)
{
    static const Str quotes[] = {STR_INIT("\"\"\""), STR_INIT("'''")};
    Str line, rest = text;
    while (str_take_line(&rest, &line)) {
        for (size_t i = 0; i < COUNT(quotes); i++)
            if (str_starts(line, quotes[i])) {
                size_t from = (size_t)(line.ptr - text.ptr) + quotes[i].len;
                return prose_of_block(arena, str_from_offset(text, from), quotes[i]);
            }
        if (line.len && line.ptr[0] != '#')
            break;
    }
    return (Str){0};
}

static Str from_rust(Arena *arena, Str text)
{
    size_t at = str_find(text, STR("//!"));
    if (at == STR_NONE)
        return (Str){0};
    return prose_of_lines(arena, str_from_offset(text, at), STR("//!"));
}

static Str from_block(Arena *arena, Str text)
{
    size_t at = str_find(text, STR("/**"));
    if (at == STR_NONE)
        return (Str){0};
    return prose_of_block(arena, str_from_offset(text, at + 3), STR("*/"));
}

typedef Str (*PurposeReader)(Arena *arena, Str text);

static const struct {
    const char *name;
    PurposeReader read; /* NULL: a manifest */
} sources[] = {
    {"package.json", NULL},
    {"Cargo.toml", NULL},
    {"pyproject.toml", NULL},
    {"doc.go", from_go},
    {"__init__.py", from_docstring},
    {"lib.rs", from_rust},
    {"src/lib.rs", from_rust},
    {"mod.rs", from_rust},
    {"package-info.java", from_block},
    {"README.md", prose_of_markup},
    {"README.rst", prose_of_markup},
    {"README", prose_of_markup},
    {"README.txt", prose_of_markup},
    {"Readme.md", prose_of_markup},
    {"readme.md", prose_of_markup},
};

typedef struct Search {
    SessionRequest *request;
    const IndexSession *session;
    const CatalogPath *paths; /* sorted */
    size_t count;
} Search;

/* Index of the first path that is not less than `path`. */
static size_t lower_bound(const Search *search, Str path)
{
    size_t low = 0, high = search->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (str_compare(search->paths[middle].path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static Str read_with(const Search *search, Str path, PurposeReader read)
{
    Str text;
    size_t at = lower_bound(search, path);
    bool listed = at < search->count && str_equal(search->paths[at].path, path);
    bool link = !listed && str_find_byte(path, '/') == STR_NONE &&
                overview_link(search->request, search->session, path).len;
    if (!(listed || link) || !overview_read(search->request, search->session, path, &text))
        return (Str){0};
    Arena *arena = search->request->arena;
    Str found = read ? read(arena, text)
                     : str_fold_space(arena, manifest_read(arena, path, text).description);
    return view_cut_end(arena, found, PURPOSE_BYTES);
}

/* The package comment of a Go package, which may be in any of its files. */
static Str find_in_go(const Search *search, Str directory)
{
    Str lead = str_join(search->request->arena, directory, STR("/")), found = {0};
    size_t tries = 0;
    for (size_t i = lower_bound(search, lead); i < search->count && !found.len; i++) {
        Str path = search->paths[i].path;
        if (!str_starts(path, lead) || tries == GO_FILES_MAX)
            break;
        if (!str_ends(path, STR(".go")) || str_ends(path, STR("_test.go")) ||
            str_find_byte(str_from_offset(path, lead.len), '/') != STR_NONE)
            continue;
        found = read_with(search, path, from_go);
        tries++;
    }
    return found;
}

static Str find_purpose(const Search *search, Str directory)
{
    for (size_t i = 0; i < COUNT(sources); i++) {
        Str name = str_from(sources[i].name);
        Str path = directory.len ? path_join(search->request->arena, directory, name) : name;
        Str found = read_with(search, path, sources[i].read);
        if (found.len)
            return found;
    }
    return directory.len ? find_in_go(search, directory) : (Str){0};
}

/* ---- what is in it ---- */

/* Maximum number of names in place of a purpose: as many as fit a line. */
#define CONTENTS_MAX 4

typedef struct Content {
    Str name; /* a file, or a directory with a final slash */
    uint64_t lines;
} Content;

/* The part of the path after `lead`, up to the next slash. */
static Str content_name(Str path, Str lead)
{
    Str rest = str_from_offset(path, lead.len);
    size_t slash = str_find_byte(rest, '/');
    return str_slice(rest, 0, slash == STR_NONE ? rest.len : slash + 1);
}

static int more_lines_first(const void *a, const void *b)
{
    const Content *x = a, *y = b;
    if (x->lines != y->lines)
        return x->lines < y->lines ? 1 : -1;
    return str_compare(x->name, y->name);
}

typedef VEC(Content) ContentVec;

static void add_content(Arena *arena, ContentVec *contents, Str name, uint64_t lines)
{
    if (!contents->len || !str_equal(contents->ptr[contents->len - 1].name, name))
        *VEC_PUSH(arena, contents) = (Content){.name = name};
    contents->ptr[contents->len - 1].lines += lines;
}

/* Adds the modules of a part that is spread over many directories, as tests are. */
static void add_modules(Arena *arena, const Overview *overview, size_t part, ContentVec *contents)
{
    for (size_t i = 0; i < overview->modules.list.len; i++) {
        const Module *module = &overview->modules.list.ptr[i];
        if (overview->parts.of_module[i] == part)
            add_content(arena, contents, module->directory, module->lines);
    }
}

static void add_files(const Search *search, const Overview *overview, size_t part,
                      ContentVec *contents)
{
    Arena *arena = search->request->arena;
    const Catalog *catalog = search->session->catalog;
    const Part *told = &overview->parts.list.ptr[part];
    Str directory = told->sum.directory;
    Str lead = directory.len ? str_join(arena, directory, STR("/")) : directory;
    for (size_t i = lower_bound(search, lead); i < search->count; i++) {
        const CatalogFile *file = &catalog->files.ptr[search->paths[i].id];
        if (!str_starts(file->path, lead))
            break;
        uint32_t module = overview->modules.of_file[search->paths[i].id];
        bool tells = file->class == FILE_SOURCE || (told->role && file->class <= FILE_DOC);
        if (tells && overview->parts.of_module[module] == part)
            add_content(arena, contents, content_name(file->path, lead), file->lines);
    }
}

/* The largest contents of the part by lines of source: `redis-cli.c, module.c, cluster.c, server.c,
   …`. */
static Str tell_contents(const Search *search, const Overview *overview, size_t part)
{
    Arena *arena = search->request->arena;
    const Part *told = &overview->parts.list.ptr[part];
    ContentVec contents = {0};
    if (told->role && !told->sum.directory.len)
        add_modules(arena, overview, part, &contents);
    else
        add_files(search, overview, part, &contents);
    if (contents.len < 2)
        return (Str){0};
    qsort(contents.ptr, contents.len, sizeof *contents.ptr, more_lines_first);
    Buf text = buf_open(arena, 0);
    for (size_t i = 0; i < MIN(contents.len, (size_t)CONTENTS_MAX); i++)
        buf_printf(&text, "%s%.*s", i ? ", " : "", STR_ARG(contents.ptr[i].name));
    buf_put(&text, contents.len > CONTENTS_MAX ? STR(", …") : STR(""));
    return view_cut_end(arena, buf_str(&text), PURPOSE_BYTES);
}

Str overview_link(SessionRequest *request, const IndexSession *session, Str path)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err err;
    Str root = session->repo.root;
    if (catalog_find_file(session->catalog, path) != FILE_NOWHERE ||
        !session_open_file(request, session, request->arena, path, &file, &err) ||
        !path_is_inside(file.resolved, root) || file.resolved.len <= root.len + 1)
        return (Str){0};
    Str target = str_copy(request->arena, str_from_offset(file.resolved, root.len + 1));
    bool listed = catalog_find_file(session->catalog, target) != FILE_NOWHERE;
    return listed && !str_equal(target, path) ? target : (Str){0};
}

bool overview_read(SessionRequest *request, const IndexSession *session, Str path, Str *text)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err err;
    return session_open_file(request, session, request->arena, path, &file, &err) &&
           file.size <= PURPOSE_FILE_BYTES && fs_read_all(request->arena, &file, text, &err);
}

void overview_find_purposes(SessionRequest *request, const IndexSession *session,
                            Overview *overview)
{
    Search search = {.request = request, .session = session};
    search.paths = catalog_by_path(request->arena, session->catalog, &search.count);
    overview->about = find_purpose(&search, (Str){0});
    overview->purposes = NEW(request->arena, Str, overview->parts.list.len + 1);
    overview->contents = NEW(request->arena, Str, overview->parts.list.len + 1);
    for (size_t i = 0; i < overview->parts.list.len; i++) {
        Str directory = overview->parts.list.ptr[i].sum.directory;
        if (directory.len)
            overview->purposes[i] = find_purpose(&search, directory);
        if (!overview->purposes[i].len)
            overview->contents[i] = tell_contents(&search, overview, i);
    }
}
