/* Dart: `package:app/a.dart` is lib/a.dart of the package whose pubspec.yaml has that name. */
#include "languages_imports.h"

#include "index/imports/imports_rules.h"

/* Whether the folder that has `lib` is the package. */
static bool is_package(ImportQuery *query, Str root, Str package)
{
    if (str_equal(root, package) || str_ends(root, str_join(query->scratch, STR("/"), package)))
        return true;
    Str file =
        root.len ? str_join(query->scratch, root, STR("/pubspec.yaml")) : STR("pubspec.yaml");
    uint32_t manifest = imports_paths_file(&query->imports->paths, file);
    if (manifest == FILE_NOWHERE)
        return true;
    Manifest read = imports_settings_manifest(query->imports, query->scratch, manifest);
    return !read.name.len || str_equal(read.name, package);
}

void imports_dart(ImportQuery *query)
{
    Str name = query->import->name;
    size_t slash = str_find_byte(name, '/');
    if (!str_starts(name, STR("package:")) || slash == STR_NONE) {
        imports_path(query);
        return;
    }
    Str package = str_slice(name, strlen("package:"), slash);
    Str end = str_join(query->scratch, STR("lib"), str_from_offset(name, slash));
    const ImportPaths *paths = &query->imports->paths;
    const Str whole[] = {package, STR("/"), end};
    uint32_t file = imports_paths_nearest(paths, query->folder,
                                          str_join_all(query->scratch, whole, COUNT(whole)));
    if (file == FILE_NOWHERE)
        file = imports_paths_nearest(paths, query->folder, end);
    Str path = file == FILE_NOWHERE ? (Str){0} : query->imports->catalog->files.ptr[file].path;
    Str root = str_slice(path, 0, path.len - MIN(path.len, end.len + 1));
    bool known = file != FILE_NOWHERE && file != query->file && is_package(query, root, package);
    imports_add_all(query, known ? file : FILE_NOWHERE, name);
}
