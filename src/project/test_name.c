#include "project/test_name.h"

#include "base/path.h"
#include "project/test_role.h"
#include "project/test_select.h"
#include "project/test_shared.h"

#define NOTE_FILES STR("runs whole files")
#define NOTE_CLASS STR("runs the whole class")
#define NOTE_SHARED STR("runs the whole shared group")

typedef struct Naming {
    Project *project;
    const Catalog *catalog;
    Arena *arena;
    const TestRun *run;
    uint32_t symbol;
    const CatalogFile *file;
    const Entry *entry;
    Str path; /* relative to the command's directory */
    Str name;
    bool is_file; /* the symbol is the file itself */
    bool whole;
    uint32_t block; /* within the symbol, or 0 */
    bool doc;       /* an example in the symbol's comment */
    TestNameVec *names;
} Naming;

static void put(Naming *naming, TestName name)
{
    *VEC_PUSH(naming->arena, naming->names) = name;
}

static Str stem_of(Str path)
{
    size_t dot = str_find_last_byte(path, '.');
    size_t slash = str_find_last_byte(path, '/');
    return dot == STR_NONE || (slash != STR_NONE && dot < slash) ? path : str_slice(path, 0, dot);
}

static Str replace(Arena *arena, Str text, char from, const char *to)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] == from)
            buf_put(&out, str_from(to));
        else
            buf_put_byte(&out, text.ptr[i]);
    return buf_str(&out);
}

Str test_name_literal(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len; i++) {
        if (byte_in(text.ptr[i], "\\.+*?()[]{}|^$/"))
            buf_put_byte(&out, '\\');
        buf_put_byte(&out, text.ptr[i]);
    }
    return buf_str(&out);
}

/* A path that no program takes for an option. */
static Str plain_path(const Naming *naming)
{
    bool dash = naming->path.len && naming->path.ptr[0] == '-';
    return dash ? str_join(naming->arena, STR("./"), naming->path) : naming->path;
}

/* The names of the classes around the symbol, outermost first. */
static Str class_chain(Naming *naming, uint32_t type, const char *between)
{
    Str chain = catalog_name(naming->catalog, catalog_entry(naming->catalog, type)->name);
    for (uint32_t outer = test_class(naming->catalog, type); outer != SYMBOL_NOWHERE;
         outer = test_class(naming->catalog, outer)) {
        Str name = catalog_name(naming->catalog, catalog_entry(naming->catalog, outer)->name);
        chain = str_format(naming->arena, "%.*s%s%.*s", STR_ARG(name), between, STR_ARG(chain));
    }
    return chain;
}

/* ---- classes that run a method ---- */

/* The class of the method, or those derived from it when it is abstract. */
static IdVec classes_of(Naming *naming)
{
    const Catalog *catalog = naming->catalog;
    bool own = naming->block &&
               (naming->entry->kind == SYMBOL_CLASS || naming->entry->kind == SYMBOL_OBJECT);
    uint32_t type = own ? naming->symbol : test_class(catalog, naming->symbol);
    IdVec classes = {0}, concrete = {0};
    if (type == SYMBOL_NOWHERE)
        return classes;
    if (!(catalog_entry(catalog, type)->modifiers & MODIFIER(ABSTRACT)) &&
        catalog_entry(catalog, type)->kind != SYMBOL_INTERFACE &&
        catalog_entry(catalog, type)->kind != SYMBOL_TRAIT) {
        *VEC_PUSH(naming->arena, &classes) = type;
        return classes;
    }
    test_derived(naming->project, type, &classes);
    for (size_t i = 0; i < classes.len; i++)
        if (!(catalog_entry(catalog, classes.ptr[i])->modifiers & MODIFIER(ABSTRACT)))
            *VEC_PUSH(naming->arena, &concrete) = classes.ptr[i];
    return concrete;
}

/* The names of the namespaces around the symbol, outermost first. */
static Str namespaces_of(Naming *naming, const CatalogFile *file, uint32_t index)
{
    Str names = {0};
    while ((index = file->entries[index].parent)) {
        Str name = catalog_name(naming->catalog, file->entries[index].name);
        if (file->entries[index].kind == SYMBOL_NAMESPACE)
            names = str_format(naming->arena, "%.*s%s%.*s", STR_ARG(name), names.len ? "." : "",
                               STR_ARG(names));
    }
    return names;
}

/* `package.Outer$Inner` */
static Str full_class(Naming *naming, uint32_t type, const char *between)
{
    const CatalogFile *file =
        catalog_row(naming->catalog, catalog_place(naming->catalog, type).file);
    Str package = catalog_name(naming->catalog, file->package);
    if (!package.len)
        package = namespaces_of(naming, file, catalog_place(naming->catalog, type).index);
    return str_format(naming->arena, "%.*s%s%.*s", STR_ARG(package), package.len ? "." : "",
                      STR_ARG(class_chain(naming, type, between)));
}

/* ---- by files ---- */

/* Whether the test is all of its file: the file itself, or a module whose tests are calls. */
static bool holds_all(const Naming *naming)
{
    return naming->is_file || naming->whole || naming->entry->kind == SYMBOL_MODULE ||
           naming->entry->kind == SYMBOL_CLASS;
}

/* The path of a file relative to the command's directory. */
static Str below(const Naming *naming, Str path)
{
    return naming->run->directory.len ? str_from_offset(path, naming->run->directory.len + 1)
                                      : path;
}

/* Whether a runner finds tests in the file by its name; a file of another name has base classes. */
static bool is_run_by_name(Str base)
{
    Str stem = stem_of(base);
    return str_starts(base, STR("test")) || str_ends(stem, STR("_test")) ||
           str_ends(stem, STR("tests"));
}

static void name_plain(Naming *naming)
{
    put(naming, (TestName){.note = naming->run->all.len ? NOTE_FILES : STR("runs all tests")});
}

/* The case in the form that selects it; empty: the file is run. */
static Str title_of(Naming *naming)
{
    uint32_t file = catalog_place(naming->catalog, naming->symbol).file;
    bool selects = naming->block && !naming->whole;
    if (naming->run->names_are_titles && !naming->is_file && !naming->whole)
        return test_name_literal(naming->arena, naming->name);
    return selects
               ? test_select_name(naming->run, naming->arena, test_blocks(naming->project, file),
                                  naming->block, plain_path(naming))
               : (Str){0};
}

/* Names the file, and its case where the runner can be made to run it alone. */
static void put_file(Naming *naming, Str path)
{
    Str title = title_of(naming);
    bool line = title.len && test_select_is_path(naming->run);
    bool all = title.len || (naming->block ? naming->whole : holds_all(naming));
    put(naming, (TestName){.name = line ? title : path,
                           .title = line ? (Str){0} : title,
                           .note = all ? (Str){0} : NOTE_FILES});
}

/* Names the files in which the case runs, if it is written in another. False: it is not. */
static bool put_shared(Naming *naming, const char *before)
{
    TestPlaceVec places = {0};
    Arena *arena = naming->arena;
    test_shared_places(naming->project, naming->symbol, naming->block, &places);
    for (size_t i = 0; i < places.len; i++) {
        Str path = below(naming, naming->catalog->files.ptr[places.ptr[i].file].path);
        const TitledBlocks *blocks = test_blocks(naming->project, places.ptr[i].file);
        path = str_format(arena, "%s%.*s", before, STR_ARG(path));
        Str title =
            naming->whole ? (Str){0} : test_select_shared(naming->run, arena, title_of(naming));
        bool line = title.len && test_select_is_path(naming->run);
        if (line && places.ptr[i].block)
            path = test_select_name(naming->run, arena, blocks, places.ptr[i].block, path);
        put(naming, (TestName){.name = path,
                               .title = line ? (Str){0} : title,
                               .note = line && places.ptr[i].block ? NOTE_SHARED
                                       : title.len && !line        ? (Str){0}
                                                                   : NOTE_FILES});
    }
    return places.len > 0;
}

static void name_files(Naming *naming)
{
    if (!put_shared(naming, ""))
        put_file(naming, plain_path(naming));
}

/* The runner takes what begins with a dot for a path, not for a part of one. */
static void name_dotted_files(Naming *naming)
{
    if (!put_shared(naming, "./"))
        put_file(naming, str_join(naming->arena, STR("./"), naming->path));
}

/* The runner runs every test whose path contains the word: names those that do, too. */
static void name_parts(Naming *naming)
{
    const Catalog *catalog = naming->catalog;
    Str also = {0};
    size_t count = 0;
    if (put_shared(naming, ""))
        return;
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *other = &catalog->files.ptr[i];
        if (other->class != FILE_TEST || str_equal(other->path, naming->file->path) ||
            str_find(other->path, naming->path) == STR_NONE)
            continue;
        also = count++ ? also : other->path;
    }
    if (!count) {
        put_file(naming, plain_path(naming));
        return;
    }
    Str note = {0};
    if (count == 1)
        note = str_format(naming->arena, "also runs %.*s", STR_ARG(also));
    else if (count)
        note = str_format(naming->arena, "also runs %.*s and %zu more", STR_ARG(also), count - 1);
    put(naming, (TestName){.name = plain_path(naming), .note = note});
}

static void name_file(Naming *naming)
{
    put(naming, (TestName){.part = plain_path(naming)});
}

static bool is_plain_word(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!byte_is_word(name.ptr[i]))
            return false;
    return name.len > 0;
}

/* The files in which the method is run: of classes that take it from a module or from the base
   class in a file of helpers, else its own. */
static void put_ruby(Naming *naming, TestName name)
{
    const Catalog *catalog = naming->catalog;
    const Entry *outer = &naming->file->entries[naming->entry->parent];
    bool mixin = naming->entry->parent && outer->kind == SYMBOL_MODULE;
    bool base = mixin || (test_class(catalog, naming->symbol) != SYMBOL_NOWHERE &&
                          !is_run_by_name(path_base(naming->path)));
    IdVec derived = {0};
    if (base && naming->entry->parent)
        test_derived(naming->project, naming->file->first + naming->entry->parent, &derived);
    for (size_t i = 0; i < derived.len; i++) {
        name.part =
            below(naming, catalog->files.ptr[catalog_place(catalog, derived.ptr[i]).file].path);
        put(naming, name);
    }
    name.part = plain_path(naming);
    if (!derived.len)
        put(naming, name);
}

static void name_ruby(Naming *naming)
{
    Str title = title_of(naming);
    bool method = naming->entry->kind == SYMBOL_METHOD && !naming->block;
    bool one = (method && is_plain_word(naming->name) && !naming->whole) || title.len;
    put_ruby(naming, (TestName){.name = !one        ? (Str){0}
                                        : title.len ? title
                                                    : naming->name,
                                .note = one || (naming->is_file && !naming->block) ? (Str){0}
                                                                                   : NOTE_FILES});
}

static void name_tcl(Naming *naming)
{
    Str path = naming->path;
    path = str_starts(path, STR("tests/")) ? str_from_offset(path, 6) : path;
    put(naming, (TestName){.name = stem_of(path)});
}

/* ---- Python ---- */

static Str node_of(Naming *naming, Str path, Str chain)
{
    bool dash = path.len && path.ptr[0] == '-';
    return str_format(naming->arena, "%s%.*s::%.*s%s%.*s", dash ? "./" : "", STR_ARG(path),
                      STR_ARG(chain), chain.len ? "::" : "", STR_ARG(naming->name));
}

static Str module_of(Naming *naming, Str path)
{
    if (naming->run->form == RUN_DJANGO && str_starts(path, STR("tests/")))
        path = str_from_offset(path, 6);
    bool named = path.len && path.ptr[0] != '-'; /* an option is no module */
    return named ? replace(naming->arena, stem_of(path), '/', ".") : (Str){0};
}

/* The directory above the highest one around the file that is a package. */
static Str import_root(Naming *naming, Str path)
{
    Str directory = project_directory(path), above = naming->run->directory;
    const char *start = above.len ? str_terminate(naming->arena, above) : "";
    while (directory.len) {
        Str file = str_format(naming->arena, "%.*s/__init__.py", STR_ARG(directory));
        if (!project_file(naming->project, str_from(start), str_terminate(naming->arena, file))
                 ->exists)
            break;
        (void)project_climb(&directory);
    }
    return directory;
}

/* Adds a name for pytest. A file is imported under the name of its module. Its run may ask for
   another way to import. */
static void put_for_pytest(Naming *naming, Str path, Str name)
{
    Str root = import_root(naming, path);
    size_t from = root.len ? root.len + 1 : 0;
    bool apart = naming->run->imports_apart;
    put(naming, (TestName){.name = name,
                           .module = apart ? (Str){0} : stem_of(str_from_offset(path, from)),
                           .path = path});
}

static void put_node(Naming *naming, Str path, Str chain)
{
    if (naming->run->form == RUN_NODE && str_find_byte(path, '[') != STR_NONE)
        return; /* pytest takes a bracket for the beginning of a parameter */
    if (naming->run->form == RUN_NODE) {
        put_for_pytest(naming, path,
                       node_of(naming, path, replace(naming->arena, chain, '.', "::")));
        return;
    }
    Str module = module_of(naming, path);
    if (module.len && chain.len) /* functions are no tests of unittest */
        put(naming, (TestName){.name = str_format(naming->arena, "%.*s.%.*s.%.*s", STR_ARG(module),
                                                  STR_ARG(chain), STR_ARG(naming->name))});
}

/* A doctest: `units/length.py::units.length.Span.clamp`; that of a module has its name alone. */
static void name_example(Naming *naming)
{
    Str path = naming->path, root = import_root(naming, path);
    Str module = replace(naming->arena, stem_of(str_from_offset(path, root.len ? root.len + 1 : 0)),
                         '/', ".");
    Str inside = naming->is_file
                     ? (Str){0}
                     : catalog_qualified_name(naming->catalog, naming->arena, naming->symbol);
    Str name = str_format(naming->arena, "%.*s::%.*s%s%.*s", STR_ARG(path), STR_ARG(module),
                          inside.len ? "." : "", STR_ARG(inside));
    if (str_ends(path, STR(".py")))
        put(naming, (TestName){.name = name});
    else
        put(naming, (TestName){.name = path});
}

static void name_python(Naming *naming)
{
    const Catalog *catalog = naming->catalog;
    if (naming->doc && naming->run->form == RUN_NODE) {
        name_example(naming);
        return;
    }
    uint32_t type = test_class(catalog, naming->symbol);
    if (naming->is_file || naming->whole) {
        Str name =
            naming->run->form == RUN_NODE ? plain_path(naming) : module_of(naming, naming->path);
        bool bracket = naming->run->form == RUN_NODE && str_find_byte(name, '[') != STR_NONE;
        if (naming->run->form == RUN_DOTTED && !is_run_by_name(path_base(naming->path)))
            return; /* a base class, which unittest skips */
        if (name.len && !bracket && naming->run->form == RUN_NODE)
            put_for_pytest(naming, naming->path, name);
        else if (name.len && !bracket)
            put(naming, (TestName){.name = name});
        return;
    }
    IdVec derived = {0};
    size_t before = naming->names->len;
    bool own = type == SYMBOL_NOWHERE || naming->run->collects(naming->project, type);
    bool base = own && type != SYMBOL_NOWHERE && !is_run_by_name(path_base(naming->path));
    if (!own || base)
        test_derived(naming->project, type, &derived);
    for (size_t i = 0; i < derived.len; i++)
        if (naming->run->collects(naming->project, derived.ptr[i]))
            put_node(
                naming,
                below(naming, catalog->files.ptr[catalog_place(catalog, derived.ptr[i]).file].path),
                class_chain(naming, derived.ptr[i], "."));
    if (own && naming->names->len == before)
        put_node(naming, naming->path,
                 type == SYMBOL_NOWHERE ? (Str){0} : class_chain(naming, type, "."));
}

/* ---- JVM ---- */

static bool has_wild(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (byte_in(name.ptr[i], ",+*?#![]()"))
            return true;
    return false;
}

/* Whether JUnit 4 adds an index to the names of the methods. */
static bool is_parameterized(Naming *naming, uint32_t type)
{
    Str text = test_head(naming->project, type).text;
    return str_find(str_slice(text, 0, MIN(str_find_byte(text, '{'), text.len)),
                    STR("Parameterized")) != STR_NONE;
}

/* The class that a file is named for. */
static Str class_of_file(Naming *naming)
{
    Str package = catalog_name(naming->catalog, naming->file->package);
    Str stem = stem_of(path_base(naming->file->path));
    return package.len ? str_format(naming->arena, "%.*s.%.*s", STR_ARG(package), STR_ARG(stem))
                       : stem;
}

static void name_jvm(Naming *naming)
{
    IdVec classes = classes_of(naming);
    if (naming->is_file)
        put(naming, (TestName){.name = class_of_file(naming)});
    const char *between = naming->run->form == RUN_MAVEN ? "#" : ".";
    for (size_t i = 0; i < classes.len; i++) {
        Str class = full_class(naming, classes.ptr[i], "$");
        if (naming->whole || naming->block || naming->entry->kind == SYMBOL_CLASS)
            put(naming,
                (TestName){.name = class,
                           .note = naming->block && !naming->whole ? NOTE_CLASS : (Str){0}});
        else if (has_wild(naming->name) || is_parameterized(naming, classes.ptr[i]))
            put(naming, (TestName){.name = class, .note = NOTE_CLASS});
        else
            put(naming, (TestName){.name = str_format(naming->arena, "%.*s%s%.*s", STR_ARG(class),
                                                      between, STR_ARG(naming->name))});
    }
}

/* The task `test` runs the source set of that name; those of others are not known. */
static void name_gradle(Naming *naming)
{
    Str rest = naming->file->path, part, before = {0};
    while (str_take_until(&rest, '/', &part)) {
        if (str_equal(before, STR("src")) && rest.len && !str_equal(part, STR("test")))
            return;
        before = part;
    }
    name_jvm(naming);
}

static void name_sbt(Naming *naming)
{
    IdVec classes = classes_of(naming);
    if (naming->is_file)
        put(naming, (TestName){.name = class_of_file(naming)});
    for (size_t i = 0; i < classes.len; i++)
        put(naming, (TestName){.name = full_class(naming, classes.ptr[i], "$"),
                               .note = naming->whole ? (Str){0} : NOTE_CLASS});
}

/* ---- others ---- */

/* Tests that depend on others are skipped where those did not run. */
#define DEPENDS_MAX 8

#define NOTE_DEPENDS STR("runs what it depends on, too")

/* Whether the test depends on others. */
static bool depends(Naming *naming)
{
    TestHead head = test_head(naming->project, naming->symbol);
    return str_find(head.lead, STR("@depends ")) != STR_NONE ||
           str_find(head.marks, STR("Depends(")) != STR_NONE;
}

/* Puts the names after `@depends` and in `#[Depends('testA')]`. */
static void put_depends(Naming *naming, Str path, Str class, uint32_t symbol, unsigned depth)
{
    TestHead head = test_head(naming->project, symbol);
    Str texts[] = {head.lead, head.marks};
    const char *const words[] = {"@depends ", "Depends("};
    const CatalogFile *file = naming->file;
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t at; (at = str_find(texts[i], str_from(words[i]))) != STR_NONE;) {
            Str rest = str_trim(str_from_offset(texts[i], at + strlen(words[i])));
            rest = rest.len && byte_in(rest.ptr[0], "'\"") ? str_from_offset(rest, 1) : rest;
            size_t end = 0;
            while (end < rest.len && byte_is_word(rest.ptr[end]))
                end++;
            Str name = str_slice(rest, 0, end);
            texts[i] = rest;
            if (!end)
                continue;
            put(naming, (TestName){.part = path,
                                   .note = NOTE_DEPENDS,
                                   .name = str_format(naming->arena, "%.*s::%.*s", STR_ARG(class),
                                                      STR_ARG(name))});
            for (uint32_t k = 1; depth < DEPENDS_MAX && k < file->count; k++)
                if (str_equal(catalog_name(naming->catalog, file->entries[k].name), name))
                    put_depends(naming, path, class, file->first + k, depth + 1);
        }
}

static void name_phpunit(Naming *naming)
{
    const Catalog *catalog = naming->catalog;
    IdVec classes = classes_of(naming);
    if (naming->is_file)
        put(naming, (TestName){.part = plain_path(naming)});
    for (size_t i = 0; i < classes.len; i++) {
        Str path =
            below(naming, catalog->files.ptr[catalog_place(catalog, classes.ptr[i]).file].path);
        Str class = catalog_name(catalog, catalog_entry(catalog, classes.ptr[i])->name);
        Str name = str_format(naming->arena, "%.*s::%.*s", STR_ARG(class), STR_ARG(naming->name));
        bool more = !naming->whole && !naming->is_file && depends(naming);
        put(naming, (TestName){.part = path,
                               .note = more ? NOTE_DEPENDS : (Str){0},
                               .name = naming->whole ? (Str){0} : name});
        if (more)
            put_depends(naming, path, class, naming->symbol, 0);
    }
}

static void name_dotnet(Naming *naming)
{
    IdVec classes = classes_of(naming);
    bool cases = test_head(naming->project, naming->symbol).parameters.len > 0;
    if (naming->is_file)
        put(naming, (TestName){.name = str_format(naming->arena, "FullyQualifiedName~%.*s.",
                                                  STR_ARG(class_of_file(naming)))});
    for (size_t i = 0; i < classes.len; i++) {
        Str full = full_class(naming, classes.ptr[i], "+");
        Str method = str_format(naming->arena, "%.*s.%.*s", STR_ARG(full), STR_ARG(naming->name));
        if (naming->whole)
            method = str_format(naming->arena, "FullyQualifiedName~%.*s.", STR_ARG(full));
        else if (cases) /* NUnit adds the arguments */
            method = str_format(naming->arena, "FullyQualifiedName=%.*s|FullyQualifiedName~%.*s\\(",
                                STR_ARG(method), STR_ARG(method));
        else
            method = str_join(naming->arena, STR("FullyQualifiedName="), method);
        put(naming, (TestName){.name = method});
    }
}

/* The target is the directory below Tests. */
static Str swift_target(Naming *naming)
{
    Str rest = naming->path, part, before = {0};
    while (str_take_until(&rest, '/', &part)) {
        if (str_equal(before, STR("Tests")) && rest.len)
            return part;
        before = part;
    }
    return (Str){0};
}

static void name_swift(Naming *naming)
{
    Arena *arena = naming->arena;
    uint32_t type = test_class(naming->catalog, naming->symbol);
    Str target = swift_target(naming), chain = {0};
    if (naming->is_file)
        naming->name = stem_of(path_base(naming->file->path));
    if (type != SYMBOL_NOWHERE)
        chain = str_join(arena, class_chain(naming, type, "/"), STR("/"));
    Str name = naming->whole && chain.len ? chain : str_join(arena, chain, naming->name);
    Str start = target.len ? str_format(arena, "^%.*s\\.", STR_ARG(target)) : STR("(^|\\.)");
    put(naming, (TestName){.name = str_format(arena, "%.*s%.*s%s", STR_ARG(start),
                                              STR_ARG(test_name_literal(arena, name)),
                                              naming->whole ? "" : "($|\\()")});
}

static void name_ctest(Naming *naming)
{
    bool program = naming->is_file || naming->whole || str_equal(naming->name, STR("main"));
    put(naming, (TestName){.name = test_name_literal(naming->arena, naming->run->name),
                           .note = program ? (Str){0} : STR("runs the whole program")});
}

/* `Suite::Adds` is registered as Suite.Adds; with parameters, as Instance/Suite.Adds/0; with types,
   as Suite/0.Adds or Suite.Adds<int>. */
static void name_gtest(Naming *naming)
{
    Str qualified = catalog_qualified_name(naming->catalog, naming->arena, naming->symbol);
    size_t colons = str_find(qualified, STR("::"));
    for (size_t next = colons; next != STR_NONE;) {
        Str rest = str_from_offset(qualified, colons + 2);
        next = str_find(rest, STR("::"));
        if (next != STR_NONE) {
            qualified = str_from_offset(qualified, colons + 2);
            colons = next;
        }
    }
    if (colons == STR_NONE) {
        put(naming, (TestName){.note = STR("runs all tests")});
        return;
    }
    bool typed = str_starts(test_head(naming->project, naming->symbol).text, STR("TYPED_TEST"));
    put(naming, (TestName){.name = str_format(naming->arena, "%.*s%s\\.%.*s%s",
                                              STR_ARG(str_slice(qualified, 0, colons)),
                                              typed ? "(/[0-9]+|<.*>)?" : "",
                                              STR_ARG(str_from_offset(qualified, colons + 2)),
                                              typed ? "(<.*>)?" : "")});
}

/* Catch2 and doctest register a case by its title: `Scenario: pops`, `sums - int`. */
static void name_titled(Naming *naming)
{
    Str text = str_trim(test_head(naming->project, naming->symbol).text);
    const char *before = str_starts(text, STR("SCENARIO")) ? " *Scenario: " : "";
    const char *after = str_starts(text, STR("TEMPLATE")) ? "(( - |<).*)?" : "";
    if (naming->is_file || naming->whole)
        put(naming, (TestName){.note = STR("runs all tests")});
    else
        put(naming,
            (TestName){.name = str_format(naming->arena, "%s%.*s%s", before,
                                          STR_ARG(test_name_literal(naming->arena, naming->name)),
                                          after)});
}

/* A language's own function names it. */
static void name_by_language(Naming *naming)
{
    TestName name = {0};
    if (naming->run->naming(naming->project, naming->run, naming->symbol, naming->block,
                            naming->whole, &name))
        put(naming, name);
}

static void (*const name_functions[])(Naming *naming) = {
    [RUN_PLAIN] = name_plain,
    [RUN_FILES] = name_files,
    [RUN_DOT_FILES] = name_dotted_files,
    [RUN_PARTS] = name_parts,
    [RUN_FILE] = name_file,
    [RUN_RUBY] = name_ruby,
    [RUN_NODE] = name_python,
    [RUN_DOTTED] = name_python,
    [RUN_DJANGO] = name_python,
    [RUN_GO] = name_by_language,
    [RUN_CARGO] = name_by_language,
    [RUN_CTEST] = name_ctest,
    [RUN_GTEST] = name_gtest,
    [RUN_TITLED] = name_titled,
    [RUN_MAVEN] = name_jvm,
    [RUN_GRADLE] = name_gradle,
    [RUN_SBT] = name_sbt,
    [RUN_PHPUNIT] = name_phpunit,
    [RUN_SWIFT] = name_swift,
    [RUN_DOTNET] = name_dotnet,
    [RUN_TCL] = name_tcl,
};

void test_names(Project *project, const TestRun *run, const TestCase *test, bool whole,
                TestNameVec *names)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, test->symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Naming naming = {.project = project,
                     .catalog = catalog,
                     .arena = project->request->arena,
                     .run = run,
                     .symbol = test->symbol,
                     .file = file,
                     .entry = entry,
                     .name = place.index ? catalog_name(catalog, entry->name) : (Str){0},
                     .is_file = !place.index,
                     .whole = whole,
                     .block = test->block,
                     .doc = test->doc,
                     .names = names};
    naming.path = below(&naming, file->path);
    name_functions[run->form](&naming);
}
