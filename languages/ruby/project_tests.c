/* Test commands of Ruby projects: rspec or minitest (test-unit is run the same way). The test's
   path, the files it requires, and the bundle decide. */
#include "languages_project.h"

#include "project/test_role.h"

static bool is_spec(Str path)
{
    return str_starts(path, STR("spec/")) || str_find(path, STR("/spec/")) != STR_NONE ||
           str_ends(path, STR("_spec.rb"));
}

static bool is_minitest(Str text)
{
    static const char *const words[] = {"minitest", "Minitest", "test_helper", "MiniTest",
                                        "test/unit"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (project_has_word(text, words[i]))
            return true;
    return false;
}

/* Finds the nearest project directory. */
static const ProjectFile *find_root(Project *project, Str *directory)
{
    static const char *const names[] = {"Gemfile", ".rspec", "Rakefile", "gems.rb"};
    Str start = *directory;
    do {
        const ProjectFile *file = project_any(project, *directory, names, COUNT(names));
        if (file)
            return file;
    } while (project_climb(directory));
    *directory = str_find_byte(start, '/') == STR_NONE ? (Str){0} : start;
    return NULL;
}

bool tests_ruby(Project *project, const CatalogFile *file, TestRun *run)
{
    static const char *const naming[] = {"Gemfile", "gems.rb", "Rakefile"};
    Arena *arena = project->request->arena;
    Str directory = project_directory(file->path);
    const ProjectFile *test = project_file(project, (Str){0}, str_terminate(arena, file->path));
    const ProjectFile *root = find_root(project, &directory);
    const ProjectFile *rspec = project_saying(project, directory, naming, COUNT(naming), "rspec");
    const ProjectFile *dot = project_file(project, directory, ".rspec");
    const ProjectFile *gems = project_file(project, directory, "Gemfile");
    const ProjectFile *rails = project_file(project, directory, "bin/rails");
    const char *bundle = gems->exists ? "bundle exec " : "";
    bool mini = is_minitest(test->text);
    bool spec = !mini && is_spec(file->path) && (dot->exists || rspec || !root);
    *run = (TestRun){.directory = directory, .evidence = root ? root->path : (Str){0}};
    if (spec || (!mini && (dot->exists || rspec))) {
        run->form = RUN_FILES;
        run->select = SELECT_LINES;
        run->command = str_format(arena, "%srspec", bundle);
        run->evidence = dot->exists ? dot->path : rspec ? rspec->path : run->evidence;
    } else if (rails->exists) {
        run->form = RUN_RUBY;
        run->select = SELECT_RUBY;
        run->command = run->all = STR("bin/rails test");
        run->evidence = rails->path;
    } else {
        const ProjectFile *rake = project_file(project, directory, "Rakefile");
        bool task = rake->exists && (project_has_word(rake->text, "TestTask") ||
                                     project_has_word(rake->text, ":test"));
        run->form = RUN_RUBY;
        run->select = SELECT_RUBY;
        run->command = str_format(arena, "%sruby -Ilib -Itest", bundle);
        run->all = task ? str_format(arena, "%srake test", bundle) : (Str){0};
    }
    return true;
}

/* Whether a line of the class begins a test that is a block: `test "adds" do`, `it "adds" do`. */
static bool holds_blocks(Str text)
{
    static const char *const words[] = {"test ", "test(", "it ", "it(", "specify ", "should "};
    Str line;
    while (str_take_line(&text, &line)) {
        line = str_trim(line);
        for (size_t i = 0; i < COUNT(words); i++)
            if (str_starts(line, str_from(words[i])))
                return true;
    }
    return false;
}

/* Whether the method is private: by the word before it, or by one on a line of its class. */
static bool is_private(Project *project, uint32_t symbol, Str own)
{
    const Catalog *catalog = project->session->catalog;
    uint32_t type = test_class(catalog, symbol);
    bool marked = str_equal(str_first_word(str_trim(own)), STR("private"));
    if (marked || type == SYMBOL_NOWHERE)
        return marked;
    Str text = test_head(project, type).text, line;
    uint32_t lines =
        catalog_entry(catalog, symbol)->start_line - catalog_entry(catalog, type)->start_line;
    bool private = false;
    while (lines-- && str_take_line(&text, &line)) {
        line = str_trim(line);
        private = str_equal(line, STR("private")) ||
                  (private && !str_equal(line, STR("public")) && !str_starts(line, STR("class ")));
    }
    return private;
}

TestRole roles_ruby(Project *project, uint32_t symbol, bool called)
{
    (void)called;
    const Catalog *catalog = project->session->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    Str name = catalog_name(catalog, entry->name);
    bool is_file = !catalog_place(catalog, symbol).index;
    TestHead head = test_head(project, symbol);
    if (is_file ||
        ((entry->kind == SYMBOL_CLASS || entry->kind == SYMBOL_MODULE) && holds_blocks(head.text)))
        return TEST_CASE;
    if (entry->kind != SYMBOL_METHOD)
        return TEST_NONE;
    if (str_equal(name, STR("setup")) || str_equal(name, STR("teardown")))
        return TEST_SETUP;
    bool is_case = str_starts(name, STR("test_")) && !is_private(project, symbol, head.text) &&
                   !test_is_replaced(project, symbol);
    return is_case ? TEST_CASE : TEST_NONE;
}

/* ---- files that settings name ---- */

/* Whether a pattern in quotes on the line fits the path; two stars match any number of directories.
 */
static bool fits_quoted(Str line, Str path)
{
    for (size_t at = 0; at < line.len; at++) {
        if (!byte_in(line.ptr[at], "'\""))
            continue;
        Str rest = str_from_offset(line, at + 1);
        Str pattern = str_slice(rest, 0, MIN(str_find_byte(rest, line.ptr[at]), rest.len));
        size_t stars = str_find(pattern, STR("**/"));
        at += pattern.len + 1;
        if (project_glob(pattern, path) ||
            (stars != STR_NONE && str_starts(path, str_slice(pattern, 0, stars)) &&
             project_glob(str_from_offset(pattern, stars + 3), str_from_offset(path, stars))))
            return true;
    }
    return false;
}

/* Whether `--pattern` of .rspec, or a pattern of the Rakefile, names the file. */
bool names_ruby(Project *project, const CatalogFile *file)
{
    static const char *const words[] = {"--pattern", "-P", "pattern", "test_files", "FileList"};
    static const char *const settings[] = {".rspec", "Rakefile"};
    Str directory = project_directory(file->path), line;
    if (!find_root(project, &directory))
        return false;
    Str path = directory.len ? str_from_offset(file->path, directory.len + 1) : file->path;
    for (size_t i = 0; i < COUNT(settings); i++) {
        Str text = project_file(project, directory, settings[i])->text;
        while (str_take_line(&text, &line))
            for (size_t w = 0; w < COUNT(words); w++)
                if (str_find(line, str_from(words[w])) != STR_NONE && fits_quoted(line, path))
                    return true;
    }
    return false;
}
