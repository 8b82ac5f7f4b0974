/* The project tables of all languages, from languages/<id>/project.def. */
#include "tools/project.h"

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
    for (size_t i = 0; i < COUNT(project_by_language); i++)
        if (str_equal(str_from(project_by_language[i].language), lang_id(language)))
            return &project_by_language[i];
    return NULL;
}
