/* A file that requires LuaUnit runs its own tests; others are for Busted. */
#include "languages_project.h"

bool tests_lua(Project *project, const CatalogFile *file, TestRun *run)
{
    Str text =
        project_file(project, (Str){0}, str_terminate(project->request->arena, file->path))->text;
    *run = (TestRun){.form = RUN_FILE, .command = STR("lua")};
    return project_has_word(text, "luaunit") || project_has_word(text, "lunatest");
}
