/* How Rust tests are run: by the target of Cargo that holds them, with the features that their
   conditions need. */
#include "languages_project.h"

#include "base/path.h"
#include "base/shell.h"
#include "languages/rust/project.h"
#include "project/test_name.h"
#include "project/test_role.h"

static Str below(const TestRun *run, Str path)
{
    return run->directory.len ? str_from_offset(path, run->directory.len + 1) : path;
}

/* `a::b` for the module of src/a/b.rs below the root src/lib.rs; empty: the root itself. */
static Str module_of(Arena *arena, Str path, Str root)
{
    Str folder = project_directory(root), part;
    Buf out = buf_open(arena, 0);
    if (str_equal(path, root))
        return (Str){0};
    path = folder.len ? str_from_offset(path, folder.len + 1) : path;
    path = str_slice(path, 0, MIN(str_find_last_byte(path, '.'), path.len));
    if (str_ends(path, STR("/mod")))
        path = str_slice(path, 0, path.len - 4);
    while (str_take_until(&path, '/', &part))
        buf_printf(&out, "%s%.*s", out.len ? "::" : "", STR_ARG(part));
    return buf_str(&out);
}

/* ---- conditions ---- */

/* The attributes right above `mod name;` in the text. */
static Str marks_of_module(Str text, const char *declared)
{
    Str wanted = str_from(declared);
    for (size_t from = 0;;) {
        size_t at = str_find(str_from_offset(text, from), wanted);
        if (at == STR_NONE)
            return (Str){0};
        at += from;
        from = at + wanted.len;
        if ((at && byte_is_word(text.ptr[at - 1])) ||
            (from < text.len && byte_is_word(text.ptr[from])))
            continue;
        size_t start = at;
        while (start && !byte_in(text.ptr[start - 1], ";}"))
            start--;
        return str_slice(text, start, at);
    }
}

/* The attributes of the file's first lines, `#![cfg(…)]`. */
static Str marks_of_file(Str text)
{
    Str rest = text, line;
    size_t end = 0;
    while (str_take_line(&rest, &line)) {
        Str shown = str_trim(line);
        if (shown.len && !str_starts(shown, STR("#!")) && !str_starts(shown, STR("//")))
            break;
        end = (size_t)(line.ptr - text.ptr) + line.len;
    }
    return str_slice(text, 0, end);
}

/* Conditions of the modules in the files above: `mod a;` in the root, `mod b;` in a.rs. */
static void read_above(Project *project, const TestRun *run, const RustTarget *target, Str path,
                       RustNeeds *needs)
{
    Arena *arena = project->request->arena;
    Str folder = project_directory(target->root), rest, part, at = folder;
    Str text = project_file(project, run->directory, str_terminate(arena, target->root))->text;
    if (str_equal(path, target->root))
        return;
    rest = folder.len ? str_from_offset(path, folder.len + 1) : path;
    rest = str_slice(rest, 0, MIN(str_find_last_byte(rest, '.'), rest.len));
    rust_read_conditions(project, run->directory, marks_of_file(text), needs);
    while (str_take_until(&rest, '/', &part)) {
        Str declared = str_join(arena, STR("mod "), part);
        rust_read_conditions(project, run->directory,
                             marks_of_module(text, str_terminate(arena, declared)), needs);
        at = at.len ? str_format(arena, "%.*s/%.*s", STR_ARG(at), STR_ARG(part)) : part;
        const ProjectFile *file =
            project_file(project, run->directory,
                         str_terminate(arena, str_format(arena, "%.*s.rs", STR_ARG(at))));
        if (!file->exists)
            file =
                project_file(project, run->directory,
                             str_terminate(arena, str_format(arena, "%.*s/mod.rs", STR_ARG(at))));
        text = file->text;
    }
}

static RustNeeds needs_of(Project *project, const TestRun *run, const RustTarget *target,
                          uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    Arena *arena = project->request->arena;
    RustNeeds needs = {0};
    Str required = target->features, part;
    while (str_take_until(&required, ',', &part))
        rust_need(project, run->directory, part, &needs);
    Str text = project_file(project, (Str){0}, str_terminate(arena, file->path))->text;
    rust_read_conditions(project, run->directory, marks_of_file(text), &needs);
    for (uint32_t index = place.index; index; index = file->entries[index].parent) {
        TestHead head = test_head(project, symbol - place.index + index);
        size_t body = str_find_byte(head.text, '{');
        Str marks = index == place.index && head.marks.len
                        ? head.marks
                        : str_slice(head.text, 0, MIN(body, head.text.len));
        rust_read_conditions(project, run->directory, marks, &needs);
    }
    if (target->known)
        read_above(project, run, target, below(run, file->path), &needs);
    return needs;
}

TestOff off_rust(Project *project, const TestRun *run, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, symbol).file);
    RustTarget target = rust_target(project, run->directory, below(run, file->path));
    Str features = needs_of(project, run, &target, symbol).features, part;
    if (target.off.len)
        return (TestOff){.why = target.off};
    while (str_take_until(&features, ',', &part))
        if (str_find_byte(part, '/') == STR_NONE &&
            !rust_has_feature(project, run->directory, part))
            return (TestOff){.why = str_format(project->request->arena,
                                               "Cargo.toml has no feature %.*s", STR_ARG(part))};
    return (TestOff){0};
}

/* ---- names ---- */

/* Whether an attribute makes several tests of the function, which share a part of their names. */
static bool makes_family(Str marks)
{
    static const char *const families[] = {"rstest", "test_case", "parameterized", "theory",
                                           "rstest_reuse"};
    for (size_t i = 0; i < COUNT(families); i++)
        if (test_is_marked(marks, families[i]))
            return true;
    return false;
}

static void name_function(Project *project, const RustTarget *target, Str path, uint32_t symbol,
                          TestName *name)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    Str module = module_of(arena, path, target->root);
    Str qualified = catalog_qualified_name(catalog, arena, symbol);
    Str marks = test_head(project, symbol).marks;
    name->name = !target->known || !module.len
                     ? qualified
                     : str_format(arena, "%.*s::%.*s", STR_ARG(module), STR_ARG(qualified));
    name->parts = makes_family(marks);
    if (name->parts)
        name->name = str_join(arena, name->name, STR("::"));
    if (!target->known) {
        name->parts = true;
        name->note = STR("runs every test whose name contains one of them");
    }
    if (project_has_word(marks, "ignore"))
        name->options = STR("--include-ignored");
}

/* rustdoc names an example by its item and line: `src/a.rs - a::Item::method (line 3)`. Programs
   have none. */
static bool name_example(Project *project, const RustTarget *target, Str path, uint32_t symbol,
                         TestName *name)
{
    Arena *arena = project->request->arena;
    name_function(project, target, path, symbol, name);
    name->part = STR("--doc");
    name->parts = true;
    name->note = (Str){0};
    name->name = str_join(arena, name->name, STR(" (line"));
    return str_equal(target->option, STR("--lib"));
}

static bool name_rust(Project *project, const TestRun *run, uint32_t symbol, uint32_t block,
                      bool whole, TestName *name)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, symbol).file);
    Str path = below(run, file->path);
    RustTarget target = rust_target(project, run->directory, path);
    RustNeeds needs = needs_of(project, run, &target, symbol);
    name->part = target.option;
    if (block == TEST_EXAMPLE)
        return name_example(project, &target, path, symbol, name);
    whole = whole || !catalog_place(catalog, symbol).index;
    if (!whole && !target.runs)
        name_function(project, &target, path, symbol, name);
    else if (target.runs)
        name->note = STR("runs the whole program");
    if (needs.only.len && !name->note.len)
        name->note = str_format(arena, "only where cfg(%.*s) holds", STR_ARG(needs.only));
    if (needs.features.len)
        name->part = str_trim(str_format(arena, "--features %.*s %.*s",
                                         STR_ARG(shell_quote(arena, needs.features)),
                                         STR_ARG(target.option)));
    return true;
}

bool tests_rust(Project *project, const CatalogFile *file, TestRun *run)
{
    Str directory = project_directory(file->path);
    do {
        const ProjectFile *manifest = project_file(project, directory, "Cargo.toml");
        if (!manifest->exists)
            continue;
        *run = (TestRun){.form = RUN_CARGO,
                         .directory = directory,
                         .command = STR("cargo test"),
                         .evidence = manifest->path,
                         .naming = name_rust};
        return true;
    } while (project_climb(&directory));
    return false;
}
