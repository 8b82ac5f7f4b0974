#include "relations/handed_over.h"

#include "project/test_role.h"
#include "query/calls_unresolved.h"
#include "search/members.h"

/* Members of a type whose text is read. */
#define READ_MAX 300

/* Whether the object itself is an argument on the line. */
static bool passes_itself(Str line)
{
    static const Str names[] = {STR_INIT("self"), STR_INIT("this"), STR_INIT("$this")};
    for (size_t i = 0; i < COUNT(names); i++)
        for (size_t from = 0; from < line.len;) {
            size_t at = str_find(str_from_offset(line, from), names[i]);
            if (at == STR_NONE)
                break;
            at += from;
            from = at + names[i].len;
            Str before = str_trim(str_slice(line, 0, at));
            Str after = str_trim(str_from_offset(line, from));
            bool opens = !before.len || byte_in(before.ptr[before.len - 1], "(,");
            if (opens && after.len && byte_in(after.ptr[0], ",)"))
                return true;
        }
    return false;
}

/* Whether the symbol calls code of the repository on the line or the one before it. */
static bool calls_here(const EdgeVec *edges, uint32_t line)
{
    for (size_t i = 0; i < edges->len; i++)
        if (edges->ptr[i].callee != SYMBOL_NOWHERE && edges->ptr[i].kind == REFERENCE_CALL &&
            (edges->ptr[i].line == line || edges->ptr[i].line + 1 == line))
            return true;
    return false;
}

static bool hands_over(Project *project, uint32_t method)
{
    const Catalog *catalog = project->session->catalog;
    TestHead head = test_head(project, method);
    Str body = head.body, line;
    EdgeVec edges = {0};
    if (!body.len || body.ptr < head.text.ptr)
        return false;
    uint32_t number = catalog_entry(catalog, method)->start_line;
    for (const char *at = head.text.ptr; at < body.ptr; at++)
        number += *at == '\n';
    catalog_edges_of(catalog, project->request->arena, method, &edges);
    for (; str_take_line(&body, &line); number++)
        if (passes_itself(line) && !calls_here(&edges, number))
            return true;
    return false;
}

void handed_over_find(Project *project, uint32_t symbol, IdVec *users)
{
    const Catalog *catalog = project->session->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    uint32_t type = test_class(catalog, symbol);
    const Language *language = catalog->files.ptr[catalog_place(catalog, symbol).file].language;
    IdVec members = {0};
    if (entry->kind != SYMBOL_METHOD || type == SYMBOL_NOWHERE ||
        catalog_metrics(catalog, symbol).fan_in ||
        !str_equal(calls_operator(language, entry, catalog_name(catalog, entry->name)), STR("()")))
        return;
    members_of(catalog, project->request->arena, type, &members);
    for (size_t i = 0; i < MIN(members.len, (size_t)READ_MAX); i++)
        if (catalog_entry(catalog, members.ptr[i])->kind == SYMBOL_METHOD &&
            hands_over(project, members.ptr[i]))
            *VEC_PUSH(project->request->arena, users) = members.ptr[i];
}
