/* pytest's configuration: where it stands, and which tests its options leave out. */
#include "languages_project.h"

#include "base/path.h"
#include "languages/python/project.h"
#include "project/test_off.h"
#include "project/test_role.h"

/* Parentheses and `not` of a selection within each other. */
#define SELECTION_DEPTH_MAX 64

/* ---- settings ---- */

/* The value of a key in a section of an INI file, its lines joined; empty: it is not there. */
static Str ini_value(Arena *arena, Str text, const char *section, const char *key)
{
    bool inside = false, taking = false;
    Buf out = buf_open(arena, 0);
    for (Str line; str_take_line(&text, &line);) {
        Str bare = str_trim(line);
        bool indented = line.len && byte_is_space(line.ptr[0]);
        if (!bare.len || byte_in(bare.ptr[0], "#;"))
            continue;
        if (bare.ptr[0] == '[' && !indented) {
            inside = str_equal(bare, str_from(section));
            taking = false;
            continue;
        }
        size_t equals = MIN(str_find_byte(line, '='), line.len);
        if (!indented)
            taking = inside && str_equal(str_trim(str_slice(line, 0, equals)), str_from(key));
        if (taking)
            buf_printf(&out, "%.*s ",
                       STR_ARG(indented ? bare : str_trim(str_from_offset(line, equals + 1))));
    }
    return str_trim(buf_str(&out));
}

static Str toml_value(Arena *arena, Str path, Str text, const char *key)
{
    const Json *root = manifest_read(arena, path, text).root;
    const Json *pytest = json_get(json_get(root, STR("tool")), STR("pytest"));
    const Json *options = json_get(pytest, STR("ini_options"));
    const Json *value = json_get(options ? options : pytest, str_from(key));
    if (value && value->type == JSON_STRING)
        return value->text;
    Buf out = buf_open(arena, 0);
    for (const Json *item = value && value->type == JSON_ARRAY ? value->first : NULL; item;
         item = item->next)
        if (item->type == JSON_STRING)
            buf_printf(&out, "'%.*s' ", STR_ARG(item->text));
    return str_trim(buf_str(&out));
}

static const struct {
    const char *name, *section, *word; /* without the word the file says nothing to pytest */
} files[] = {{"pytest.ini", "[pytest]", NULL},
             {".pytest.ini", "[pytest]", NULL},
             {"pyproject.toml", NULL, "[tool.pytest"},
             {"tox.ini", "[pytest]", "[pytest]"},
             {"setup.cfg", "[tool:pytest]", "[tool:pytest]"}};

/* The nearest file with settings in the directory or above; -1: none. */
static int find_settings(Project *project, Str directory, const ProjectFile **file)
{
    do {
        for (size_t i = 0; i < COUNT(files); i++) {
            *file = project_file(project, directory, files[i].name);
            if ((*file)->exists &&
                (!files[i].word || str_find((*file)->text, str_from(files[i].word)) != STR_NONE))
                return (int)i;
        }
    } while (project_climb(&directory));
    return -1;
}

PytestSetting python_setting(Project *project, Str directory, const char *key)
{
    Arena *arena = project->request->arena;
    const ProjectFile *file;
    int found = find_settings(project, directory, &file);
    if (found < 0)
        return (PytestSetting){0};
    PytestSetting setting = {.path = file->path};
    setting.value = files[found].section ? ini_value(arena, file->text, files[found].section, key)
                                         : toml_value(arena, file->path, file->text, key);
    return setting;
}

/* Takes a word of a command line, without its quotes. */
static bool take_word(Str *rest, Str *word)
{
    *rest = str_trim(*rest);
    if (!rest->len)
        return false;
    size_t end = 0;
    char quote = 0;
    while (end < rest->len && (quote || !byte_is_space(rest->ptr[end]))) {
        char c = rest->ptr[end++];
        quote = quote ? (c == quote ? 0 : quote) : byte_in(c, "'\"") ? c : 0;
    }
    *word = str_slice(*rest, 0, end);
    *rest = str_from_offset(*rest, end);
    return true;
}

static Str without_quotes(Arena *arena, Str word)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < word.len; i++)
        if (!byte_in(word.ptr[i], "'\""))
            buf_put_byte(&out, word.ptr[i]);
    return buf_str(&out);
}

/* ---- files and names ---- */

static bool fits_any(Arena *arena, Str patterns, Str name, bool prefixes)
{
    Str word;
    while (take_word(&patterns, &word)) {
        word = without_quotes(arena, word);
        if ((prefixes && str_starts(name, word)) || project_glob(word, name))
            return true;
    }
    return false;
}

bool names_python(Project *project, const CatalogFile *file)
{
    Arena *arena = project->request->arena;
    if (!str_ends(file->path, STR(".py")))
        return false;
    Str patterns = python_setting(project, project_directory(file->path), "python_files").value;
    return fits_any(arena, patterns, path_base(file->path), false) ||
           (str_find_byte(patterns, '/') != STR_NONE &&
            fits_any(arena, patterns, file->path, false));
}

bool python_is_named(Project *project, const CatalogFile *file, const char *key, const char *usual,
                     Str name)
{
    Str set = python_setting(project, project_directory(file->path), key).value;
    return fits_any(project->request->arena, set.len ? set : str_from(usual), name, true);
}

/* ---- selections: -m 'not slow', -k 'add or sub' ---- */

typedef struct Selection {
    Arena *arena;
    Str rest;
    Str marks; /* for -m: the attributes */
    Str names; /* for -k: file, classes and function in lower case */
    unsigned depth;
    bool failed;
} Selection;

static bool take_token(Selection *selection, Str *token)
{
    Str text = str_trim(selection->rest);
    size_t end = 0;
    while (end < text.len && !byte_is_space(text.ptr[end]) && !byte_in(text.ptr[end], "()"))
        end++;
    end = end ? end : MIN(text.len, (size_t)1);
    *token = str_slice(text, 0, end);
    selection->rest = str_from_offset(text, end);
    return token->len > 0;
}

static bool next_is(Selection *selection, const char *word)
{
    Str before = selection->rest, token;
    if (take_token(selection, &token) && str_equal(token, str_from(word)))
        return true;
    selection->rest = before;
    return false;
}

static bool read_or(Selection *selection);

static bool holds(Selection *selection, Str word)
{
    const char *name = str_terminate(selection->arena, word);
    if (!selection->names.len && test_is_marked(selection->marks, name))
        return true; /* `slow = pytest.mark.slow`, then `@slow` */
    if (!selection->names.len) {
        Str mark = str_join(selection->arena, STR("mark."), word);
        return project_has_word(selection->marks, str_terminate(selection->arena, mark));
    }
    return str_find(selection->names, str_lower(selection->arena, word)) != STR_NONE;
}

static bool read_not(Selection *selection)
{
    Str token;
    bool value = false;
    if (++selection->depth > SELECTION_DEPTH_MAX) {
        selection->failed = true;
        return false;
    }
    if (next_is(selection, "not")) {
        value = !read_not(selection);
    } else if (next_is(selection, "(")) {
        value = read_or(selection);
        selection->failed |= !next_is(selection, ")");
    } else if (take_token(selection, &token)) {
        value = holds(selection, token);
    } else {
        selection->failed = true;
    }
    selection->depth--;
    return value;
}

static bool read_and(Selection *selection)
{
    bool value = read_not(selection);
    while (next_is(selection, "and"))
        value = read_not(selection) && value;
    return value;
}

static bool read_or(Selection *selection)
{
    bool value = read_and(selection);
    while (next_is(selection, "or"))
        value = read_and(selection) || value;
    return value;
}

/* Whether the selection leaves the test out. */
static bool leaves_out(Selection selection, Str words)
{
    selection.rest = words;
    bool taken = read_or(&selection);
    return words.len && !selection.failed && !str_trim(selection.rest).len && !taken;
}

/* ---- settings that leave a test out ---- */

/* The lines that set marks for all tests of the module; `inner`: or of a class. */
static Str common_marks(Arena *arena, Str text, bool inner)
{
    Buf out = buf_open(arena, 0);
    bool inside = false;
    for (Str line; str_take_line(&text, &line);) {
        bool goes_on = inside && line.len && byte_in(line.ptr[0], " \t])");
        inside = goes_on || str_starts(inner ? str_trim(line) : line, STR("pytestmark"));
        if (inside)
            buf_printf(&out, "%.*s\n", STR_ARG(line));
        inside = inside && (!inner || str_find_byte(line, '[') != STR_NONE);
    }
    return buf_str(&out);
}

/* Whether one of these marks is `skip`, or a condition that always holds. */
static bool skips_all(Str marks)
{
    for (size_t at; (at = str_find(marks, STR("mark.skip"))) != STR_NONE;) {
        marks = str_from_offset(marks, at + strlen("mark.skip"));
        if (!marks.len || !byte_is_word(marks.ptr[0]) || str_starts(marks, STR("if(True")))
            return true;
    }
    return false;
}

typedef struct Test {
    Project *project;
    Arena *arena;
    uint32_t symbol;
    const CatalogFile *file;
    Str text;  /* of its file */
    Str marks; /* its own marks, and those of its classes and module */
    Str node;  /* path::Class::name */
    bool pytest;
} Test;

static Str node_of(Test *test)
{
    const Catalog *catalog = test->project->session->catalog;
    Str chain = {0};
    for (uint32_t at = test->symbol; at != SYMBOL_NOWHERE; at = test_class(catalog, at)) {
        Str name = catalog_name(catalog, catalog_entry(catalog, at)->name);
        chain = str_format(test->arena, "::%.*s%.*s", STR_ARG(name), STR_ARG(chain));
    }
    return str_join(test->arena, test->file->path, chain);
}

static Str value_of(Str word, Str *rest, const char *option)
{
    Str value = str_from_offset(word, strlen(option));
    if (value.len)
        return str_starts(value, STR("=")) ? str_from_offset(value, 1) : value;
    return take_word(rest, &value) ? value : (Str){0};
}

/* What the options of the configuration do with the test. */
static TestOff off_by_options(Test *test, Str options, Str path)
{
    Arena *arena = test->arena;
    Selection marked = {.arena = arena, .marks = test->marks};
    Selection named = {.arena = arena, .names = str_lower(arena, test->node)};
    Str by_mark = {0}, by_name = {0}, rest = options, word;
    TestOff off = {0};
    while (take_word(&rest, &word)) {
        word = without_quotes(arena, word);
        if (str_starts(word, STR("-m")))
            by_mark = without_quotes(arena, value_of(word, &rest, "-m"));
        else if (str_starts(word, STR("-k")))
            by_name = without_quotes(arena, value_of(word, &rest, "-k"));
        else if (str_starts(word, STR("--deselect")) &&
                 str_starts(test->node, value_of(word, &rest, "--deselect")))
            off.why = str_format(arena, "--deselect in %.*s", STR_ARG(path));
        else if (str_starts(word, STR("--ignore=")) &&
                 str_starts(test->file->path, str_from_offset(word, 9)))
            off.why = str_format(arena, "%.*s in %.*s", STR_ARG(word), STR_ARG(path));
        else if (str_starts(word, STR("--collect-only")) || str_equal(word, STR("--co")))
            off.why = str_format(arena, "%.*s in %.*s", STR_ARG(word), STR_ARG(path));
    }
    if (leaves_out(marked, by_mark))
        off.why = str_format(arena, "-m '%.*s' in %.*s", STR_ARG(by_mark), STR_ARG(path));
    else if (leaves_out(named, by_name))
        off.why = str_format(arena, "-k '%.*s' in %.*s", STR_ARG(by_name), STR_ARG(path));
    return off;
}

/* The part of a conftest.py that follows the word. */
static Str after_word(Str text, const char *word)
{
    size_t at = str_find(text, str_from(word));
    return at == STR_NONE ? (Str){0} : str_from_offset(text, at);
}

/* The first function of that name, up to the next line that is not indented. */
static Str function_of(Str text, const char *head)
{
    Str from = after_word(text, head), rest = from, line;
    size_t len = 0;
    for (bool first = true; str_take_line(&rest, &line); first = false) {
        if (!first && line.len && !byte_is_space(line.ptr[0]) && !byte_in(line.ptr[0], ")#"))
            break;
        len = (size_t)(line.ptr + line.len - from.ptr);
    }
    return str_slice(from, 0, len);
}

/* Whether a string of the text is a part of the name, or a pattern that fits the file. */
static bool has_string_for(Str text, Str name, Str base)
{
    for (size_t at = 0; at < text.len; at++) {
        if (!byte_in(text.ptr[at], "'\""))
            continue;
        Str rest = str_from_offset(text, at + 1);
        Str word = str_slice(rest, 0, MIN(str_find_byte(rest, text.ptr[at]), rest.len));
        at += word.len + 1;
        if (word.len &&
            ((name.len && str_find(name, word) != STR_NONE) || project_glob(path_base(word), base)))
            return true;
    }
    return false;
}

/* Hooks of a conftest.py that may leave a test out, with the words of those that do. */
static const struct {
    const char *head, *name;
    const char *words[6];
} hooks[] = {
    {"def pytest_collection_modifyitems",
     "pytest_collection_modifyitems",
     {"skip", "deselected", "items[:]", "items.remove", "del items"}},
    {"def pytest_ignore_collect", "pytest_ignore_collect", {"return"}},
    {"def pytest_runtest_setup", "pytest_runtest_setup", {"skip"}},
};

static TestOff off_by_hook(Test *test, const ProjectFile *file, size_t index)
{
    Str hook = function_of(file->text, hooks[index].head);
    bool may = false, marked = str_find(hook, STR("keywords")) != STR_NONE ||
                               str_find(hook, STR("marker")) != STR_NONE;
    const Catalog *catalog = test->project->session->catalog;
    Str name = catalog_name(catalog, catalog_entry(catalog, test->symbol)->name);
    for (size_t i = 0; i < COUNT(hooks[index].words) && hooks[index].words[i]; i++)
        may = may || str_find(hook, str_from(hooks[index].words[i])) != STR_NONE;
    bool named =
        str_find(hook, STR(".name")) != STR_NONE || str_find(hook, STR("nodeid")) != STR_NONE;
    Str node = str_format(test->arena, "%.*s::%.*s", STR_ARG(test->file->path), STR_ARG(name));
    if (!may || ((marked || named) && !has_string_for(hook, node, (Str){0})))
        return (TestOff){0};
    return (TestOff){str_format(test->arena, "%s in %.*s may leave it out", hooks[index].name,
                                STR_ARG(file->path)),
                     true};
}

static TestOff off_by_hooks(Test *test, const ProjectFile *file)
{
    TestOff off = {0};
    for (size_t i = 0; i < COUNT(hooks) && !off.why.len; i++)
        off = off_by_hook(test, file, i);
    return off;
}

/* Whether a list of paths that are not collected has the file. */
static bool is_in_ignored(const ProjectFile *file, Str path)
{
    Str list = after_word(file->text, "collect_ignore");
    size_t open = str_find_byte(list, '['), close = str_find_byte(list, ']');
    return open != STR_NONE && close != STR_NONE && close > open &&
           has_string_for(str_slice(list, open, close), (Str){0}, path_base(path));
}

/* A list of paths or a hook in a conftest.py of the directory or above. */
static TestOff off_by_conftest(Test *test)
{
    Str directory = project_directory(test->file->path);
    const char *base = str_terminate(test->arena, path_base(test->file->path));
    do {
        const ProjectFile *file = project_file(test->project, directory, "conftest.py");
        Str hook = after_word(file->text, "def pytest_collection_modifyitems"), marks = test->marks;
        bool may_skip = hook.len && (str_find(hook, STR("skip")) != STR_NONE ||
                                     str_find(hook, STR("deselected")) != STR_NONE);
        if (project_has_word(after_word(file->text, "collect_ignore"), base) ||
            is_in_ignored(file, test->file->path))
            return (TestOff){str_format(test->arena, "collect_ignore in %.*s", STR_ARG(file->path)),
                             true};
        for (Str name; may_skip && test_next_mark(&marks, &name);)
            if (project_has_word(hook, str_terminate(test->arena, name)))
                return (TestOff){str_format(test->arena, "%.*s may skip %.*s", STR_ARG(file->path),
                                            STR_ARG(name)),
                                 true};
        TestOff off = off_by_hooks(test, file);
        if (off.why.len)
            return off;
    } while (project_climb(&directory));
    return (TestOff){0};
}

static bool has_constructor(Test *test, uint32_t type)
{
    const Catalog *catalog = test->project->session->catalog;
    uint32_t own = catalog_place(catalog, type).index;
    for (uint32_t i = own + 1; i < test->file->count && test->pytest; i++)
        if (test->file->entries[i].parent == own &&
            str_equal(catalog_name(catalog, test->file->entries[i].name), STR("__init__")))
            return !python_is_test_case(test->project, type);
    return false;
}

/* Whether the class, or one around it, says that it is not to be collected. */
static TestOff off_by_class(Test *test)
{
    const Catalog *catalog = test->project->session->catalog;
    for (uint32_t type = test_class(catalog, test->symbol); type != SYMBOL_NOWHERE;
         type = test_class(catalog, type)) {
        if (has_constructor(test, type))
            return (TestOff){.why = STR("pytest passes over a class with __init__")};
        const Entry *entry = catalog_entry(catalog, type);
        Str whole = test_head(test->project, type).text, body = {0}, line;
        for (uint32_t i = entry->start_line; i <= entry->end_line && str_take_line(&whole, &line);
             i++)
            body = (Str){body.len ? body.ptr : line.ptr,
                         (size_t)(line.ptr + line.len - (body.len ? body.ptr : line.ptr))};
        if (str_find(body, STR("__test__ = False")) != STR_NONE)
            return (TestOff){.why = STR("__test__ = False")};
        if (skips_all(common_marks(test->arena, body, true)))
            return (TestOff){.why = STR("its class is marked skip")};
    }
    return (TestOff){0};
}

static TestOff off_by_module(Test *test)
{
    static const Str leaves[] = {STR_INIT("pytest.skip("), STR_INIT("raise unittest.SkipTest"),
                                 STR_INIT("raise SkipTest")};
    Str text = test->text, line;
    const Catalog *catalog = test->project->session->catalog;
    Str name = catalog_name(catalog, catalog_entry(catalog, test->symbol)->name);
    Str own = str_format(test->arena, "\n%.*s.__test__ = False", STR_ARG(name));
    if (str_find(text, own) != STR_NONE || str_find(text, STR("\n__test__ = False")) != STR_NONE)
        return (TestOff){.why = STR("__test__ = False")};
    if (skips_all(common_marks(test->arena, text, false)))
        return (TestOff){.why = STR("its module is marked skip")};
    while (str_take_line(&text, &line))
        for (size_t i = 0; i < COUNT(leaves); i++)
            if (str_starts(line, leaves[i]))
                return (TestOff){.why = STR("its module skips itself")};
    return (TestOff){0};
}

/* Marks of the classes that the test's class is derived from. */
#define BASES_MAX 8

static Str inherited_marks(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    uint32_t type = test_class(catalog, symbol);
    Buf out = buf_open(arena, 0);
    IdVec known = {0};
    if (type != SYMBOL_NOWHERE)
        *VEC_PUSH(arena, &known) = type;
    for (size_t i = 0; i < known.len; i++) {
        EdgeVec edges = {0};
        if (i)
            buf_printf(&out, "%.*s\n", STR_ARG(test_off_marks(project, known.ptr[i])));
        catalog_edges_of(catalog, arena, known.ptr[i], &edges);
        for (size_t k = 0; k < edges.len && known.len < BASES_MAX; k++)
            if (edges.ptr[k].kind == REFERENCE_BASE && edges.ptr[k].callee != SYMBOL_NOWHERE)
                *VEC_PUSH(arena, &known) = edges.ptr[k].callee;
    }
    return buf_str(&out);
}

TestOff off_python(Project *project, const TestRun *run, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    Arena *arena = project->request->arena;
    if (!place.index)
        return (TestOff){0};
    Test test = {.project = project, .arena = arena, .symbol = symbol, .file = file};
    test.pytest = run->form == RUN_NODE;
    test.text = project_file(project, (Str){0}, str_terminate(arena, file->path))->text;
    test.marks =
        str_join(arena, test_off_all_marks(project, symbol), common_marks(arena, test.text, false));
    test.marks = str_join(arena, test.marks, inherited_marks(project, symbol));
    test.node = node_of(&test);
    TestOff off = off_by_class(&test);
    off = off.why.len ? off : off_by_module(&test);
    if (off.why.len || run->form != RUN_NODE)
        return off;
    PytestSetting options = python_setting(project, project_directory(file->path), "addopts");
    off = off_by_options(&test, options.value, options.path);
    return off.why.len ? off : off_by_conftest(&test);
}
