/* Entry points of JavaScript and TypeScript. */
#include "languages_project.h"

#include "base/path.h"
#include "overview/overview_start.h"

/* Whether the text starts a server, renders a page, or runs as a program. */
static bool is_started(Str text)
{
    static const char *const words[] = {
        ".listen(",       "createServer(",           "Deno.serve(",      "Bun.serve(",
        "createRoot(",    "ReactDOM.render(",        "hydrateRoot(",     "createApp(",
        "new Vue(",       "bootstrapApplication(",   "bootstrapModule(", "NestFactory.",
        "app.whenReady(", "require.main === module", "import.meta.main", "process.argv"};
    return str_starts(text, STR("#!")) || start_has_any(text, words, COUNT(words));
}

/* Whether a published package names an entry file of this stem; the named file may be built from
   this source. */
static bool names_door(Starts *starts, Str directory, Str stem)
{
    static const char *const fields[] = {"main",   "module", "exports", "types",
                                         "source", "bin",    "browser"};
    Str path = start_path_in(starts, directory, "package.json");
    Manifest manifest = manifest_read(starts->request->arena, path, start_read(starts, path));
    for (size_t i = 0; !manifest.is_private && i < COUNT(fields); i++) {
        const Json *field = json_get(manifest.root, str_from(fields[i]));
        Buf out = buf_open(starts->request->arena, 0);
        if (!field)
            continue;
        json_write(&out, field, 0);
        if (str_find(buf_str(&out), str_format(starts->request->arena, "/%.*s.", STR_ARG(stem))) !=
                STR_NONE ||
            str_find(buf_str(&out), str_format(starts->request->arena, "\"%.*s.", STR_ARG(stem))) !=
                STR_NONE)
            return true;
    }
    return false;
}

/* Whether the file starts a program. Any directory may have an index file; that of a package counts
   if the package names it, or if it names none and the file is next to its manifest. */
bool starts_script(Starts *starts, Str path)
{
    static const char *const names[] = {"main.ts",   "main.js",   "main.tsx", "main.jsx",
                                        "server.js", "server.ts", "main.mjs", "server.mjs"};
    static const char *const doors[] = {"index.ts", "index.js", "index.mjs", "index.tsx"};
    static const char *const roots[] = {"src", "lib"};
    Str name = path_base(path), directory = path_directory(path), home = directory;
    if (start_is_one_of(name, names, COUNT(names)))
        return is_started(start_read(starts, path));
    if (!start_is_one_of(name, doors, COUNT(doors)))
        return false;
    if (start_is_one_of(path_base(directory), roots, COUNT(roots)))
        home = path_directory(directory);
    if (!start_has_file(starts, home, "package.json"))
        return false;
    return str_equal(home, directory) || names_door(starts, home, STR("index"));
}
