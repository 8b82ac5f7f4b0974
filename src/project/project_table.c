/* The project tables of all languages, from languages/<id>/project.def. */
#include "project/project.h"

#include "languages_project.h"

#include "languages_project.inc"

size_t project_table_count(void)
{
    return COUNT(project_by_language);
}

const ProjectTable *project_table(size_t index)
{
    return &project_by_language[index];
}

const ProjectTable *project_table_of(const Language *language)
{
    return lang_row(language, project_by_language, COUNT(project_by_language),
                    sizeof project_by_language[0]);
}
