/* Specifications of Spock are tests wherever they are. */
#include "languages_project.h"

bool names_groovy(Project *project, const CatalogFile *file)
{
    Str text =
        project_file(project, (Str){0}, str_terminate(project->request->arena, file->path))->text;
    return str_find(text, STR("extends Specification")) != STR_NONE;
}
