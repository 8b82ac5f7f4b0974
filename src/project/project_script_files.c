/* Files of JavaScript tests that the configuration of a runner names or leaves out: `testMatch`,
   `include`, `spec`; `testPathIgnorePatterns`, `exclude`, `ignore`. Configuration that is a program
   is read as text: a key, and the strings after it. */
#include "languages_project.h"

#include "text/pattern.h"

static const struct {
    const char *file; /* a name that ends in a dot has one of the extensions */
    const char *key;
    bool regex;       /* else with wildcards */
    bool out;         /* it leaves out */
    const char *base; /* the key of the directory that its patterns start from; or NULL */
} keys[] = {{"package.json", "testMatch", false, false, NULL},
            {"package.json", "testRegex", true, false, NULL},
            {"package.json", "testPathIgnorePatterns", true, true, NULL},
            {"jest.config.", "testMatch", false, false, NULL},
            {"jest.config.", "testRegex", true, false, NULL},
            {"jest.config.", "testPathIgnorePatterns", true, true, NULL},
            {"vitest.config.", "include", false, false, NULL},
            {"vitest.config.", "exclude", false, true, NULL},
            {"vite.config.", "include", false, false, NULL},
            {"vite.config.", "exclude", false, true, NULL},
            {".mocharc.", "spec", false, false, NULL},
            {".mocharc.", "ignore", false, true, NULL},
            {"playwright.config.", "testMatch", false, false, NULL},
            {"playwright.config.", "testIgnore", false, true, NULL},
            {"ava.config.", "files", false, false, NULL},
            {"spec/support/jasmine.json", "spec_files", false, false, "spec_dir"},
            {"spec/support/jasmine.mjs", "spec_files", false, false, "spec_dir"}};

static const char *const extensions[] = {"js", "ts", "mjs", "cjs", "mts", "json", "yml", "yaml"};

typedef struct Question {
    Project *project;
    Arena *arena;
    Str path; /* of the file, relative to the configuration */
} Question;

/* ---- values ---- */

/* Takes the next string in quotes before the end of the value. */
static bool take_string(Arena *arena, Str *rest, Str *string)
{
    size_t at = 0;
    while (at < rest->len && !byte_in(rest->ptr[at], "'\"`]"))
        at++;
    if (at >= rest->len || rest->ptr[at] == ']')
        return false;
    char quote = rest->ptr[at++];
    Buf out = buf_open(arena, 0);
    for (; at < rest->len && rest->ptr[at] != quote; at++) {
        at += rest->ptr[at] == '\\' && at + 1 < rest->len; /* the next byte, as in "\\." */
        buf_put_byte(&out, rest->ptr[at]);
    }
    *string = buf_str(&out);
    *rest = str_from_offset(*rest, MIN(at + 1, rest->len));
    return true;
}

/* What follows the key and its colon; empty: the key is not there. Keys of coverage
   do not count. */
static Str value_of(Str text, const char *key)
{
    Str wanted = str_from(key);
    for (size_t from = 0;;) {
        size_t at = str_find(str_from_offset(text, from), wanted);
        if (at == STR_NONE)
            return (Str){0};
        at += from;
        from = at + wanted.len;
        Str before = str_slice(text, 0, at), after = str_from_offset(text, from);
        size_t coverage = str_find(before, STR("coverage"));
        bool inside = coverage != STR_NONE &&
                      str_find_byte(str_from_offset(before, coverage), '}') == STR_NONE;
        if (after.len && byte_in(after.ptr[0], "'\""))
            after = str_from_offset(after, 1);
        after = str_trim(after);
        bool word = at && byte_is_word(text.ptr[at - 1]);
        if (!word && !inside && str_starts(after, STR(":")))
            return str_trim(str_from_offset(after, 1));
    }
}

/* ---- patterns ---- */

static void put_literal(Buf *out, char byte)
{
    if (byte_in(byte, "\\.+*?()[]{}|^$"))
        buf_put_byte(out, '\\');
    buf_put_byte(out, byte);
}

/* The expression for a pattern with wildcards, `{a,b}` and `?(x|y)`. */
static Str expression_of(Arena *arena, Str glob)
{
    Buf out = buf_open(arena, 0);
    size_t groups = 0;
    char sign[16] = {0}; /* after each open group */
    buf_put_byte(&out, '^');
    for (size_t i = 0; i < glob.len; i++) {
        char c = glob.ptr[i];
        bool group = i + 1 < glob.len && glob.ptr[i + 1] == '(' && byte_in(c, "?+*@");
        if ((group || c == '{') && groups < sizeof sign) {
            sign[groups++] = group && c != '@' ? c : 0;
            buf_put(&out, STR("(?:"));
            i += group;
        } else if (groups && byte_in(c, ")}")) {
            buf_put_byte(&out, ')');
            if (sign[--groups])
                buf_put_byte(&out, sign[groups]);
        } else if (groups && byte_in(c, ",|")) {
            buf_put_byte(&out, '|');
        } else if (str_starts(str_from_offset(glob, i), STR("**/"))) {
            buf_put(&out, STR("(?:.*/)?"));
            i += 2;
        } else if (str_starts(str_from_offset(glob, i), STR("**"))) {
            buf_put(&out, STR(".*"));
            i++;
        } else if (c == '*') {
            buf_put(&out, STR("[^/]*"));
        } else if (c == '?') {
            buf_put(&out, STR("[^/]"));
        } else if (c == '[' || c == ']') {
            buf_put_byte(&out, c);
        } else {
            put_literal(&out, c);
        }
    }
    buf_put_byte(&out, '$');
    return buf_str(&out);
}

static bool is_match(Arena *arena, Str expression, Str text)
{
    Pattern *pattern SCOPED(pattern_close) = NULL;
    Err ignored;
    PatternMatch match;
    if (!pattern_open(arena, expression, (PatternOptions){.regex = true}, &pattern, &ignored))
        return false;
    Matcher *matcher SCOPED(matcher_close) = matcher_open(arena, pattern);
    return matcher_find(matcher, text, 0, &match) == MATCH_FOUND;
}

/* Whether a pattern of the configuration fits the path. */
static bool fits(const Question *question, Str pattern, bool regex)
{
    Arena *arena = question->arena;
    bool rooted = str_starts(pattern, STR("<rootDir>"));
    if (rooted)
        pattern = str_from_offset(pattern, strlen("<rootDir>"));
    if (regex)
        return is_match(arena, rooted ? str_join(arena, STR("^"), pattern) : pattern,
                        str_join(arena, STR("/"), question->path));
    while (str_starts(pattern, STR("./")) || str_starts(pattern, STR("/")))
        pattern = str_from_offset(pattern, pattern.ptr[0] == '.' ? 2 : 1);
    return pattern.len && pattern.ptr[0] != '!' &&
           is_match(arena, expression_of(arena, pattern), question->path);
}

/* Whether the path is in the directory that a setting names, and the question from there. */
static bool is_below(const Question *question, Str setting, Question *inner)
{
    Str directory = STR("spec");
    *inner = *question;
    if (setting.len && byte_in(setting.ptr[0], "'\"") &&
        !take_string(question->arena, &setting, &directory))
        return false;
    Str prefix = str_join(question->arena, directory, STR("/"));
    if (!str_starts(question->path, prefix))
        return false;
    inner->path = str_from_offset(question->path, prefix.len);
    return true;
}

/* Whether the value of the key has a pattern that fits. */
static bool says(const Question *question, Str text, size_t key)
{
    Str value = value_of(text, keys[key].key), string;
    Question inner;
    if (!value.len)
        return false;
    if (keys[key].base) {
        if (!is_below(question, value_of(text, keys[key].base), &inner))
            return false;
        question = &inner;
    }
    bool list = value.ptr[0] == '[', quoted = byte_in(value.ptr[0], "'\"`");
    if (!list && !quoted) { /* YAML: one word, or a list of lines */
        Str line = str_slice(value, 0, MIN(str_find_byte(value, '\n'), value.len));
        while (str_starts(line, STR("- ")) || str_starts(line, STR("-'")))
            line = str_from_offset(line, 1);
        return fits(question, str_trim(line), keys[key].regex);
    }
    value = list ? str_from_offset(value, 1) : value;
    while (take_string(question->arena, &value, &string)) {
        if (fits(question, string, keys[key].regex))
            return true;
        if (quoted)
            return false;
    }
    return false;
}

/* ---- questions ---- */

static const ProjectFile *settings_in(Project *project, Str directory, const char *name)
{
    if (!str_ends(str_from(name), STR(".")))
        return project_file(project, directory, name);
    for (size_t i = 0; i < COUNT(extensions); i++) {
        Str full = str_format(project->request->arena, "%s%s", name, extensions[i]);
        const ProjectFile *file =
            project_file(project, directory, str_terminate(project->request->arena, full));
        if (file->exists)
            return file;
    }
    return project_file(project, directory, name);
}

/* Asks the nearest configurations that have such a key. *key: the one that fits. */
static const ProjectFile *find_saying(Project *project, Str path, bool out, const char **key)
{
    Str directory = project_directory(path);
    Question question = {.project = project, .arena = project->request->arena};
    do {
        question.path = directory.len ? str_from_offset(path, directory.len + 1) : path;
        for (size_t i = 0; i < COUNT(keys); i++) {
            const ProjectFile *file =
                keys[i].out == out ? settings_in(project, directory, keys[i].file) : NULL;
            *key = keys[i].key;
            if (file && file->exists && says(&question, file->text, i))
                return file;
        }
    } while (project_climb(&directory));
    return NULL;
}

bool names_script(Project *project, const CatalogFile *file)
{
    const char *key;
    return find_saying(project, file->path, false, &key) != NULL;
}

/* Calls after which a runner runs only the tests they begin. */
static const char *const focusing[] = {"fit(",           "fdescribe(",        "it.only(",
                                       "describe.only(", "test.only(",        "context.only(",
                                       "suite.only(",    "specify.only(",     "it.only.each",
                                       "test.only.each", "describe.only.each"};

/* The first such call at the beginning of a line; or 0. */
static size_t focus_line(Str text, const char **word)
{
    Str line;
    for (size_t number = 1; str_take_line(&text, &line); number++)
        for (size_t i = 0; i < COUNT(focusing); i++)
            if (str_starts(str_trim(line), str_from(focusing[i]))) {
                *word = focusing[i];
                return number;
            }
    return 0;
}

static TestOff off_by_focus(Project *project, Str path)
{
    const char *word = NULL;
    size_t line = focus_line(
        project_file(project, (Str){0}, str_terminate(project->request->arena, path))->text, &word);
    Str name = line ? str_from(word) : (Str){0};
    name = str_slice(name, 0, MIN(str_find_byte(name, '('), name.len));
    return line ? (TestOff){str_format(project->request->arena,
                                       "line %zu has %.*s: its file runs such tests alone", line,
                                       STR_ARG(name)),
                            true}
                : (TestOff){0};
}

static TestOff off_by_file(Project *project, Str path)
{
    const char *key;
    const ProjectFile *file = find_saying(project, path, true, &key);
    return file ? (TestOff){.why = str_format(project->request->arena, "%s in %.*s", key,
                                              STR_ARG(file->path))}
                : off_by_focus(project, path);
}

TestOff off_script(Project *project, const TestRun *run, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    Str path = catalog_row(catalog, catalog_place(catalog, symbol).file)->path;
    (void)run;
    if (!str_equal(project->off_path, path))
        project->off = off_by_file(project, path);
    project->off_path = path;
    return project->off;
}
