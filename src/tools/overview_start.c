#include "tools/overview_start.h"

#include "base/path.h"

/* Files that are read for a look at their text. */
#define READ_MAX 200

static bool is_one_of(Str name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal(name, str_from(names[i])))
            return true;
    return false;
}

Starts starts_open(ToolCall *call, const IndexSession *session)
{
    static const char *const telling[] = {"package.json", "__init__.py", "__main__.py"};
    const Catalog *catalog = session->catalog;
    Starts starts = {.call = call, .session = session, .paths = map_open(call->arena)};
    for (size_t f = 0; f < catalog->files.len; f++)
        if (is_one_of(path_base(catalog->files.ptr[f].path), telling, COUNT(telling)))
            map_put(&starts.paths, catalog->files.ptr[f].path, NULL);
    return starts;
}

static Str path_in(const Starts *starts, Str directory, const char *name)
{
    return str_equal(directory, STR("."))
               ? str_from(name)
               : path_join(starts->call->arena, directory, str_from(name));
}

static bool has_file(const Starts *starts, Str directory, const char *name)
{
    return map_find(&starts->paths, path_in(starts, directory, name)) != NULL;
}

static Str read_text(Starts *starts, Str path)
{
    Str text = {0};
    bool read =
        starts->read++ < READ_MAX && overview_read(starts->call, starts->session, path, &text);
    return read ? text : (Str){0};
}

static bool has_any(Str text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_find(text, str_from(words[i])) != STR_NONE)
            return true;
    return false;
}

/* ---- Python ---- */

/* `app = Flask(…)` at the top level: what a server of such is pointed at. */
static bool makes_application(Str text)
{
    static const char *const names[] = {"app", "application", "asgi_app", "wsgi_app"};
    Str line, name;
    while (str_take_line(&text, &line)) {
        bool call = str_find_byte(line, '(') != STR_NONE;
        Str rest = line;
        if (call && str_take_until(&rest, '=', &name) && !str_starts(rest, STR("=")) &&
            is_one_of(str_trim_end(name), names, COUNT(names)))
            return true;
    }
    return false;
}

/* A statement at the top level that calls something: what is called so is run by it. */
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

/* `__main__.py` is what `python -m` starts; others say so themselves: those at the top, and in
   packages those that are called like programs. */
static bool is_python_start(Starts *starts, Str path)
{
    static const char *const names[] = {"main.py", "cli.py",    "app.py",    "wsgi.py",
                                        "asgi.py", "server.py", "manage.py", "run.py"};
    static const char *const main_words[] = {
        "if __name__ ==", "if '__main__' ==", "if \"__main__\" =="};
    static const char *const tools[] = {"setup.py", "noxfile.py", "conftest.py"};
    Str name = path_base(path), directory = path_directory(path);
    bool named = is_one_of(name, names, COUNT(names));
    bool top = str_equal(directory, STR(".")) && str_ends(name, STR(".py"));
    if (str_equal(name, STR("__main__.py")))
        return true;
    if (!(named || top) || is_one_of(name, tools, COUNT(tools)) ||
        has_file(starts, directory, "__main__.py"))
        return false;
    Str text = read_text(starts, path);
    return has_any(text, main_words, COUNT(main_words)) ||
           (named && (makes_application(text) || runs_something(text)));
}

/* ---- JavaScript, TypeScript ---- */

/* Starts to listen, draws a page, or runs as a program. */
static bool is_started(Str text)
{
    static const char *const words[] = {
        ".listen(",       "createServer(",           "Deno.serve(",      "Bun.serve(",
        "createRoot(",    "ReactDOM.render(",        "hydrateRoot(",     "createApp(",
        "new Vue(",       "bootstrapApplication(",   "bootstrapModule(", "NestFactory.",
        "app.whenReady(", "require.main === module", "import.meta.main", "process.argv"};
    return str_starts(text, STR("#!")) || has_any(text, words, COUNT(words));
}

/* Whether a package that is published says which file its door is, and that is one of this stem: it
   may be built from its source. */
static bool names_door(Starts *starts, Str directory, Str stem)
{
    static const char *const fields[] = {"main",   "module", "exports", "types",
                                         "source", "bin",    "browser"};
    Json *root;
    Err ignored;
    Str text = read_text(starts, path_in(starts, directory, "package.json"));
    if (!text.len || !json_parse(starts->call->arena, text, &root, &ignored))
        return false;
    const Json *hidden = json_get(root, STR("private"));
    if (hidden && hidden->type == JSON_TRUE)
        return false;
    for (size_t i = 0; i < COUNT(fields); i++) {
        const Json *field = json_get(root, str_from(fields[i]));
        Buf out = buf_open(starts->call->arena, 0);
        if (!field)
            continue;
        json_write(&out, field, 0);
        if (str_find(buf_str(&out), str_format(starts->call->arena, "/%.*s.", STR_ARG(stem))) !=
                STR_NONE ||
            str_find(buf_str(&out), str_format(starts->call->arena, "\"%.*s.", STR_ARG(stem))) !=
                STR_NONE)
            return true;
    }
    return false;
}

/* Every directory may have an index: the one of a package is its front door, by what the package
   says, or where nothing is said beside its manifest. */
static bool is_script_start(Starts *starts, Str path)
{
    static const char *const names[] = {"main.ts",   "main.js",   "main.tsx", "main.jsx",
                                        "server.js", "server.ts", "main.mjs", "server.mjs"};
    static const char *const doors[] = {"index.ts", "index.js", "index.mjs", "index.tsx"};
    static const char *const roots[] = {"src", "lib"};
    Str name = path_base(path), directory = path_directory(path), home = directory;
    if (is_one_of(name, names, COUNT(names)))
        return is_started(read_text(starts, path));
    if (!is_one_of(name, doors, COUNT(doors)))
        return false;
    if (is_one_of(path_base(directory), roots, COUNT(roots)))
        home = path_directory(directory);
    if (!has_file(starts, home, "package.json"))
        return false;
    return str_equal(home, directory) || names_door(starts, home, STR("index"));
}

bool start_is_at(Starts *starts, const CatalogFile *file)
{
    return is_python_start(starts, file->path) || is_script_start(starts, file->path);
}
