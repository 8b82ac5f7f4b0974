/* Test commands of .NET: `dotnet test` needs a directory with a project or solution. */
#include "languages_project.h"

#include "base/path.h"

static const CatalogFile *project_in(const Catalog *catalog, Str directory)
{
    static const char *const ends[] = {".csproj", ".fsproj", ".vbproj", ".slnx", ".sln"};
    for (size_t i = 0; i < COUNT(ends); i++)
        for (size_t f = 0; f < catalog->files.len; f++) {
            const CatalogFile *file = &catalog->files.ptr[f];
            if (str_ends(file->path, str_from(ends[i])) &&
                str_equal(project_directory(file->path), directory))
                return file;
        }
    return NULL;
}

bool tests_dotnet(Project *project, const CatalogFile *file, TestRun *run)
{
    Str directory = project_directory(file->path);
    do {
        const CatalogFile *found = project_in(project->session->catalog, directory);
        if (!found)
            continue;
        *run = (TestRun){.form = RUN_DOTNET,
                         .directory = directory,
                         .command = STR("dotnet test"),
                         .evidence = found->path};
        return true;
    } while (project_climb(&directory));
    return false;
}
