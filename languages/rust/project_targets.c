/* Targets of a Cargo package: those that Cargo.toml names, and those that Cargo discovers. */
#include "languages/rust/project.h"

#include "base/path.h"
#include "base/shell.h"

static const struct {
    const char *table;  /* of the manifest */
    const char *folder; /* where Cargo finds them */
    const char *option;
    const char *off; /* the key that forbids to find them */
} kinds[] = {{"test", "tests", "--test", "autotests"},
             {"example", "examples", "--example", "autoexamples"},
             {"bench", "benches", "--bench", "autobenches"},
             {"bin", "src/bin", "--bin", "autobins"}};

typedef struct Find {
    Project *project;
    Str directory;
    Str path;
    RustTarget best;
} Find;

static bool is_false(const Json *value)
{
    return value && value->type == JSON_FALSE;
}

/* Whether the file is a module below the root: the root declares `mod name`, where name is the
   first part of the path from the root's directory. */
static bool is_module_of(Find *find, Str root)
{
    Arena *arena = find->project->request->arena;
    Str folder = project_directory(root), rest = find->path, first;
    if (folder.len &&
        !(str_starts(rest, folder) && rest.len > folder.len && rest.ptr[folder.len] == '/'))
        return false;
    rest = folder.len ? str_from_offset(rest, folder.len + 1) : rest;
    str_take_until(&rest, '/', &first);
    if (str_ends(first, STR(".rs")))
        first = str_slice(first, 0, first.len - 3);
    Str text = project_file(find->project, find->directory, str_terminate(arena, root))->text;
    return project_has_word(text, str_terminate(arena, str_join(arena, STR("mod "), first)));
}

/* Takes the target if the file is its root, or a module of one with a nearer root than before. */
static void try_target(Find *find, RustTarget target)
{
    bool own = str_equal(find->path, target.root);
    bool before = find->best.known && str_equal(find->path, find->best.root);
    if (before || (!own && (find->best.known || !is_module_of(find, target.root))))
        return;
    find->best = target;
    find->best.known = true;
}

static RustTarget read_target(Find *find, const Json *row, size_t kind)
{
    Arena *arena = find->project->request->arena;
    Str name = json_text(row, STR("name")), root = json_text(row, STR("path"));
    const Json *required = json_get(row, STR("required-features"));
    RustTarget target = {.runs = is_false(json_get(row, STR("harness")))};
    target.option =
        str_format(arena, "%s %.*s", kinds[kind].option, STR_ARG(shell_quote(arena, name)));
    target.root =
        root.len ? root : str_format(arena, "%s/%.*s.rs", kinds[kind].folder, STR_ARG(name));
    for (const Json *item = required && required->type == JSON_ARRAY ? required->first : NULL; item;
         item = item->next)
        if (item->type == JSON_STRING)
            target.features =
                target.features.len
                    ? str_format(arena, "%.*s,%.*s", STR_ARG(target.features), STR_ARG(item->text))
                    : item->text;
    return target;
}

static void try_named(Find *find, const Json *manifest)
{
    for (size_t kind = 0; kind < COUNT(kinds); kind++) {
        const Json *rows = json_get(manifest, str_from(kinds[kind].table));
        for (const Json *row = rows && rows->type == JSON_ARRAY ? rows->first : NULL; row;
             row = row->next)
            try_target(find, read_target(find, row, kind));
    }
}

/* `tests/a.rs` and `tests/a/main.rs` are the target `a`. */
static void try_found(Find *find, const Json *manifest)
{
    Arena *arena = find->project->request->arena;
    for (size_t kind = 0; kind < COUNT(kinds) && !find->best.known; kind++) {
        Str folder = str_format(arena, "%s/", kinds[kind].folder);
        if (!str_starts(find->path, folder))
            continue;
        Str rest = str_from_offset(find->path, folder.len), name;
        str_take_until(&rest, '/', &name);
        RustTarget target = {.root = find->path};
        if (rest.len)
            target.root = str_format(arena, "%.*s%.*s/main.rs", STR_ARG(folder), STR_ARG(name));
        else if (str_ends(name, STR(".rs")))
            name = str_slice(name, 0, name.len - 3);
        target.option =
            str_format(arena, "%s %.*s", kinds[kind].option, STR_ARG(shell_quote(arena, name)));
        if (is_false(json_get(json_get(manifest, STR("package")), str_from(kinds[kind].off))))
            target.off = str_format(arena, "%s = false in Cargo.toml", kinds[kind].off);
        if (project_file(find->project, find->directory, str_terminate(arena, target.root))->exists)
            try_target(find, target);
    }
}

RustTarget rust_target(Project *project, Str directory, Str path)
{
    const Json *manifest = project_manifest(project, directory, "Cargo.toml")->root;
    Find find = {.project = project, .directory = directory, .path = path};
    Str lib = json_text(json_get(manifest, STR("lib")), STR("path"));
    lib = lib.len ? lib : STR("src/lib.rs");
    try_named(&find, manifest);
    try_found(&find, manifest);
    if (project_file(project, directory, str_terminate(project->request->arena, lib))->exists)
        try_target(&find, (RustTarget){.option = STR("--lib"), .root = lib});
    if (project_file(project, directory, "src/main.rs")->exists)
        try_target(&find, (RustTarget){.option = STR("--bins"), .root = STR("src/main.rs")});
    return find.best;
}
