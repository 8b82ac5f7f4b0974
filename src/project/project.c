/* Reads manifests and other project files, each at most once for a call. */
#include "project/project.h"

#include "base/path.h"

/* Maximum size of a manifest; larger ones are generated. */
#define PROJECT_FILE_BYTES (256 * KB)

Project project_open(SessionRequest *request, const IndexSession *session)
{
    return (Project){.request = request, .session = session, .known = map_open(request->arena)};
}

/* The text that the state of a change gives the file (update/as_of.h): the work tree may have
   another one, or none. NULL: the state gives none. */
static const Str *given_text(const Project *project, Str path)
{
    const Catalog *catalog = project->session->catalog;
    uint32_t id = catalog && catalog->fresh.len ? catalog_find_file(catalog, path) : FILE_NOWHERE;
    return id == FILE_NOWHERE ? NULL : catalog_given_text(catalog, catalog_row(catalog, id)->hash);
}

static ProjectFile *find_file(Project *project, Str directory, const char *name)
{
    Arena *arena = project->request->arena;
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err ignored = {0};
    Str path =
        directory.len ? str_format(arena, "%.*s/%s", STR_ARG(directory), name) : str_from(name);
    const uint64_t *known = map_find(&project->known, path);
    if (known)
        return project->read.ptr[*known];
    ProjectFile *found = NEW(arena, ProjectFile, 1);
    found->path = path;
    const Str *given = given_text(project, path);
    found->exists = given || session_open_file(project->request, project->session, arena, path,
                                               &file, &ignored);
    if (given)
        found->text = given->len > PROJECT_FILE_BYTES ? (Str){0} : *given;
    else if (found->exists &&
             (file.size > PROJECT_FILE_BYTES || !fs_read_all(arena, &file, &found->text, &ignored)))
        found->text = (Str){0};
    *map_put(&project->known, path, NULL) = project->read.len;
    *VEC_PUSH(arena, &project->read) = found;
    return found;
}

const ProjectFile *project_file(Project *project, Str directory, const char *name)
{
    return find_file(project, directory, name);
}

Manifest *project_manifest(Project *project, Str directory, const char *name)
{
    Arena *arena = project->request->arena;
    ProjectFile *file = find_file(project, directory, name);
    if (!file->manifest) {
        file->manifest = NEW(arena, Manifest, 1);
        *file->manifest = manifest_read(arena, file->path, file->text);
    }
    return file->manifest;
}

Str project_directory(Str path)
{
    Str directory = path_directory(path);
    return str_equal(directory, STR(".")) ? (Str){0} : directory;
}

bool project_climb(Str *directory)
{
    bool more = directory->len > 0;
    *directory = project_directory(*directory);
    return more;
}

const ProjectFile *project_any(Project *project, Str directory, const char *const *names,
                               size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const ProjectFile *file = project_file(project, directory, names[i]);
        if (file->exists)
            return file;
    }
    return NULL;
}

bool project_has_word(Str text, const char *word)
{
    Str wanted = str_from(word);
    for (size_t at = 0, found; at < text.len; at = found + 1) {
        found = str_find(str_from_offset(text, at), wanted);
        if (found == STR_NONE)
            return false;
        found += at;
        size_t end = found + wanted.len;
        if ((!found || !byte_is_word(text.ptr[found - 1])) &&
            (end >= text.len || !byte_is_word(text.ptr[end])))
            return true;
    }
    return false;
}

const ProjectFile *project_saying(Project *project, Str directory, const char *const *names,
                                  size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++) {
        const ProjectFile *file = project_file(project, directory, names[i]);
        if (file->exists && project_has_word(file->text, word))
            return file;
    }
    return NULL;
}

/* Whether the byte fits the first item of the pattern; *length: of the item. */
static bool fits_item(Str pattern, char byte, size_t *length)
{
    *length = 1;
    if (pattern.ptr[0] == '?')
        return true;
    size_t close =
        pattern.ptr[0] == '[' ? str_find_byte(str_from_offset(pattern, 1), ']') : STR_NONE;
    if (close == STR_NONE)
        return pattern.ptr[0] == byte;
    Str set = str_slice(pattern, 1, close + 1);
    *length = close + 2;
    bool negated = set.len && byte_in(set.ptr[0], "!^"), found = false;
    for (size_t i = negated; i < set.len; i++) {
        bool range = i + 2 < set.len && set.ptr[i + 1] == '-';
        found =
            found || (range ? byte >= set.ptr[i] && byte <= set.ptr[i + 2] : byte == set.ptr[i]);
        i += range ? 2 : 0;
    }
    return found != negated;
}

bool project_glob(Str pattern, Str name)
{
    size_t at = 0, star = STR_NONE, from = 0, p = 0;
    while (at < name.len) {
        size_t length = 0;
        if (p < pattern.len && pattern.ptr[p] == '*') {
            star = p++;
            from = at;
        } else if (p < pattern.len &&
                   fits_item(str_from_offset(pattern, p), name.ptr[at], &length)) {
            p += length;
            at++;
        } else if (star != STR_NONE) {
            p = star + 1;
            at = ++from;
        } else {
            return false;
        }
    }
    while (p < pattern.len && pattern.ptr[p] == '*')
        p++;
    return p == pattern.len;
}

Str project_between(Str text, const char *open, const char *close, Str *rest)
{
    size_t at = str_find(text, str_from(open));
    Str inner = at == STR_NONE ? (Str){0} : str_from_offset(text, at + strlen(open));
    size_t end = str_find(inner, str_from(close));
    *rest = end == STR_NONE ? (Str){0} : str_from_offset(inner, end + strlen(close));
    return end == STR_NONE ? (Str){0} : str_slice(inner, 0, end);
}
