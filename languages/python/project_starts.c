/* Entry points of Python projects. */
#include "languages_project.h"

#include "base/path.h"
#include "overview/overview_start.h"

/* Whether the module creates an application at its top level, `app = Flask(…)`, which a server
   is started with. */
static bool makes_application(Str text)
{
    static const char *const names[] = {"app", "application", "asgi_app", "wsgi_app"};
    Str line, name;
    while (str_take_line(&text, &line)) {
        bool call = str_find_byte(line, '(') != STR_NONE;
        Str rest = line;
        if (call && str_take_until(&rest, '=', &name) && !str_starts(rest, STR("=")) &&
            start_is_one_of(str_trim_end(name), names, COUNT(names)))
            return true;
    }
    return false;
}

/* Whether a statement at the top level calls something: a file named like a program then runs
   it. */
static bool runs_something(Str text)
{
    Str line;
    while (str_take_line(&text, &line)) {
        size_t end = 0;
        while (end < line.len && (byte_is_word(line.ptr[end]) || line.ptr[end] == '.'))
            end++;
        if (end && end < line.len && line.ptr[end] == '(')
            return true;
    }
    return false;
}

/* Entry points: `python -m` runs `__main__.py`. Other files count by their content, at the top
   level and, in packages, when they are named like programs. */
bool starts_python(Starts *starts, Str path)
{
    static const char *const names[] = {"main.py", "cli.py",    "app.py",    "wsgi.py",
                                        "asgi.py", "server.py", "manage.py", "run.py"};
    static const char *const main_words[] = {
        "if __name__ ==", "if '__main__' ==", "if \"__main__\" =="};
    static const char *const tools[] = {"setup.py", "noxfile.py", "conftest.py"};
    Str name = path_base(path), directory = path_directory(path);
    bool named = start_is_one_of(name, names, COUNT(names));
    bool top = str_equal(directory, STR(".")) && str_ends(name, STR(".py"));
    if (str_equal(name, STR("__main__.py")))
        return true;
    if (!(named || top) || start_is_one_of(name, tools, COUNT(tools)) ||
        start_has_file(starts, directory, "__main__.py"))
        return false;
    Str text = start_read(starts, path);
    return start_has_any(text, main_words, COUNT(main_words)) ||
           (named && (makes_application(text) || runs_something(text)));
}
