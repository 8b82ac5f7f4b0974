#include "overview/overview_start.h"

#include "base/path.h"

/* Maximum number of files whose text is read. */
#define READ_MAX 200

bool start_is_one_of(Str name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal(name, str_from(names[i])))
            return true;
    return false;
}

Starts starts_open(SessionRequest *request, const IndexSession *session)
{
    static const char *const telling[] = {"package.json", "__init__.py", "__main__.py"};
    const Catalog *catalog = session->catalog;
    Starts starts = {.request = request, .session = session, .paths = map_open(request->arena)};
    for (size_t f = 0; f < catalog->files.len; f++)
        if (start_is_one_of(path_base(catalog->files.ptr[f].path), telling, COUNT(telling)))
            map_put(&starts.paths, catalog->files.ptr[f].path, NULL);
    return starts;
}

Str start_path_in(const Starts *starts, Str directory, const char *name)
{
    return str_equal(directory, STR("."))
               ? str_from(name)
               : path_join(starts->request->arena, directory, str_from(name));
}

bool start_has_file(const Starts *starts, Str directory, const char *name)
{
    return map_find(&starts->paths, start_path_in(starts, directory, name)) != NULL;
}

Str start_read(Starts *starts, Str path)
{
    Str text = {0};
    bool read =
        starts->read++ < READ_MAX && overview_read(starts->request, starts->session, path, &text);
    return read ? text : (Str){0};
}

bool start_has_any(Str text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_find(text, str_from(words[i])) != STR_NONE)
            return true;
    return false;
}

bool start_is_at(Starts *starts, const CatalogFile *file)
{
    for (size_t i = 0; i < project_table_count(); i++) {
        const ProjectTable *table = project_table(i);
        for (size_t k = 0; k < table->count; k++)
            if (table->rows[k].starts && table->rows[k].starts(starts, file->path))
                return true;
    }
    return false;
}
