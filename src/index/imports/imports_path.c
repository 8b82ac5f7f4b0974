/* Languages whose imports name a file, with or without folders and extension. The file is looked
   for relative to the importing file, then as the nearest file whose path ends with the name. */
#include "index/catalog/classify.h"
#include "languages_imports.h"

/* The part of the text that names a file: in `"$DIR/lib.sh"`, `__DIR__ . '/x.php'`,
   `package:a/b.dart`. */
static Str file_part(Str name)
{
    char last = name.len ? name.ptr[name.len - 1] : 0;
    size_t quote = last == '\'' || last == '"' ? str_find_byte(name, last) : STR_NONE;
    if (quote != STR_NONE && quote + 1 < name.len)
        name = str_slice(name, quote + 1, name.len - 1);
    if (str_starts(name, STR("$")) || str_starts(name, STR("package:")))
        name = str_from_offset(name, MIN(str_find_byte(name, '/'), name.len));
    while (str_starts(name, STR("/")))
        name = str_from_offset(name, 1);
    return name;
}

static Str with_slashes(Arena *arena, Str name, Str joint)
{
    Buf out = buf_open(arena, 0);
    if (str_equal(joint, STR("/")) || str_find_byte(name, '/') != STR_NONE)
        return name;
    for (size_t at; (at = str_find(name, joint)) != STR_NONE;
         name = str_from_offset(name, at + joint.len)) {
        buf_put(&out, str_slice(name, 0, at));
        buf_put_byte(&out, '/');
    }
    buf_put(&out, name);
    return buf_str(&out);
}

/* Whether `file` is a better match than `before`: more shared folders, then own code over
   examples and tests. */
static bool is_nearer(const ImportQuery *query, uint32_t file, uint32_t before)
{
    const CatalogFile *files = query->imports->catalog->files.ptr;
    if (file == FILE_NOWHERE || before == FILE_NOWHERE)
        return before == FILE_NOWHERE;
    Str a = imports_folder(files[file].path), b = imports_folder(files[before].path);
    size_t near = imports_shared_depth(query->folder, a),
           other = imports_shared_depth(query->folder, b);
    if (near != other)
        return near > other;
    return classify_folder(a) == FOLDER_OWN && classify_folder(b) != FOLDER_OWN;
}

/* *guessed: the file was found by the end of its path. */
static uint32_t find_file(ImportQuery *query, const ImportFacts *spelling, Str name, bool *guessed)
{
    const ImportPaths *paths = &query->imports->paths;
    bool relative = str_starts(name, STR("./")) || str_starts(name, STR("../"));
    Str path;
    uint32_t file = FILE_NOWHERE;
    bool inside = name.len && imports_join(query->scratch, query->folder, name, &path);
    if (inside)
        file = imports_paths_file(paths, path);
    for (size_t i = 0; inside && i < COUNT(spelling->ends) && spelling->ends[i]; i++)
        if (file == FILE_NOWHERE)
            file = imports_paths_joined(paths, path, str_from(spelling->ends[i]));
    *guessed = file == FILE_NOWHERE;
    if (file != FILE_NOWHERE || relative || !spelling->joint)
        return file;
    for (size_t i = 0; i < COUNT(spelling->ends) && spelling->ends[i]; i++) {
        Str end = str_from(spelling->ends[i]);
        uint32_t near = imports_paths_nearest(
            paths, query->folder, str_ends(name, end) ? name : str_join(query->scratch, name, end));
        file = is_nearer(query, near, file) ? near : file;
    }
    return file;
}

/* The path with a lower-case base name: module `Ctype` is in ctype.ml. */
static Str with_small_letter(Arena *arena, Str path)
{
    size_t slash = str_find_last_byte(path, '/');
    size_t at = slash == STR_NONE ? 0 : slash + 1;
    const Str parts[] = {str_slice(path, 0, at), str_lower(arena, str_slice(path, at, at + 1)),
                         str_from_offset(path, MIN(at + 1, path.len))};
    return str_join_all(arena, parts, COUNT(parts));
}

void imports_path(ImportQuery *query)
{
    const ImportFacts *spelling = imports_facts(query->outline->language);
    Str joint = str_from(spelling->joint ? spelling->joint : "/");
    Str name = with_slashes(query->scratch, file_part(query->import->name), joint);
    if (spelling->files_begin_small)
        name = with_small_letter(query->scratch, name);
    bool guessed;
    size_t before = query->links->len;
    uint32_t file = find_file(query, spelling, name, &guessed);
    imports_add_all(query, file == query->file ? FILE_NOWHERE : file, query->import->name);
    for (size_t i = before; guessed && i < query->links->len; i++)
        query->links->ptr[i].flags |= BINDING_GUESSED;
}

/* Elixir: modules have qualified names, independent of file names; `A.{B, C}` names several. */
void imports_modules(ImportQuery *query)
{
    const BindingVec *bindings = &query->import->bindings;
    Str module = query->import->name;
    size_t group = str_find(module, STR(".{"));
    module = str_slice(module, 0, MIN(group, module.len));
    if (!bindings->len)
        imports_add(query, &(Binding){0}, FILE_NOWHERE, module);
    for (size_t i = 0; i < bindings->len; i++) {
        const Binding *binding = &bindings->ptr[i];
        const Str parts[] = {module, STR("."), binding->name};
        if (group == STR_NONE)
            imports_add(query, binding, FILE_NOWHERE, module);
        else
            imports_add(query, &(Binding){.alias = binding->alias}, FILE_NOWHERE,
                        str_join_all(query->scratch, parts, COUNT(parts)));
    }
}
