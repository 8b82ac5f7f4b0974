#include "relations/test_data.h"

#include "base/path.h"
#include "index/catalog/classify.h"
#include "project/test_role.h"
#include "query/mentions.h"

/* Each needs a search of all text. */
#define DATA_FILES_MAX 5
#define GONE_MAX 5

static bool is_function(const Entry *entry)
{
    return entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD ||
           entry->kind == SYMBOL_CONSTRUCTOR;
}

static void add_once(Arena *arena, IdVec *ids, uint32_t id)
{
    for (size_t i = 0; i < ids->len; i++)
        if (ids->ptr[i] == id)
            return;
    *VEC_PUSH(arena, ids) = id;
}

static uint32_t innermost(const CatalogFile *file, uint32_t line)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < file->count; i++)
        if (line >= file->entries[i].start_line && line <= file->entries[i].end_line)
            found = i; /* inner entries come later */
    return found;
}

void test_data_users(Project *project, uint32_t id, uint32_t line, IdVec *users)
{
    const Catalog *catalog = project->session->catalog;
    const CatalogFile *file = catalog_row(catalog, id);
    uint32_t at = innermost(file, line), declared = at;
    while (at && !is_function(&file->entries[at]))
        at = file->entries[at].parent;
    if (at) {
        add_once(project->request->arena, users, file->first + at);
        return;
    }
    const char *name =
        str_terminate(project->request->arena, catalog_name(catalog, file->entries[declared].name));
    for (uint32_t i = 1; i < file->count; i++)
        if (is_function(&file->entries[i]) &&
            (!declared || project_has_word(test_head(project, file->first + i).text, name)))
            add_once(project->request->arena, users, file->first + i);
    add_once(project->request->arena, users, file->first + declared);
}

static void look_for(SessionRequest *request, IndexSession *session, Project *project, Str path,
                     DataUses *uses)
{
    const Mentions *all = mentions_of(request, session, NULL, path_base(path));
    MentionRest rest = mentions_rest_of(request, session, all);
    DataUse use = {.path = path};
    for (size_t i = 0; i < rest.lines.len; i++) {
        const MentionLine *line = &rest.lines.ptr[i];
        if (line->kind != MENTION_CODE && line->kind != MENTION_TEST)
            continue;
        test_data_users(project, line->file, line->line, &uses->users);
        *VEC_PUSH(request->arena, &use.places) =
            str_format(request->arena, "%.*s:%u",
                       STR_ARG(session->catalog->files.ptr[line->file].path), line->line);
    }
    *VEC_PUSH(request->arena, &uses->list) = use;
}

static void take(SessionRequest *request, IndexSession *session, Project *project, Str path,
                 DataUses *uses)
{
    if (uses->list.len < DATA_FILES_MAX)
        look_for(request, session, project, path, uses);
    else
        uses->more++;
}

/* Adds what still names something that the change takes away: it fails. */
static void take_gone(SessionRequest *request, IndexSession *session, Project *project, Str name,
                      DataUses *uses)
{
    const Mentions *all = mentions_of(request, session, NULL, name);
    MentionRest rest = mentions_rest_of(request, session, all);
    IdVec users = {0};
    for (size_t i = 0; i < rest.lines.len; i++) {
        const MentionLine *line = &rest.lines.ptr[i];
        if (line->kind == MENTION_CODE || line->kind == MENTION_TEST)
            test_data_users(project, line->file, line->line, &users);
    }
    for (size_t i = 0; i < users.len; i++)
        if (catalog_place(session->catalog, users.ptr[i]).index)
            add_once(request->arena, &uses->users, users.ptr[i]);
}

void test_data_uses(SessionRequest *request, IndexSession *session, Project *project,
                    const ImpactDiff *diff, DataUses *uses)
{
    const Catalog *catalog = session->catalog;
    *uses = (DataUses){0};
    for (size_t i = 0; i < MIN(diff->gone.len, (size_t)GONE_MAX); i++)
        take_gone(request, session, project, diff->gone.ptr[i], uses);
    for (size_t i = 0; i < diff->changed.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[diff->changed.ptr[i]];
        bool code = catalog_follows_calls(file) && !lang_facts(file->language)->holds_data;
        if (file->path.len && (!code || file->count <= 1))
            take(request, session, project, file->path, uses);
    }
    for (size_t i = 0; i < diff->unknown.len; i++)
        if (!classify_is_code(diff->unknown.ptr[i]))
            take(request, session, project, diff->unknown.ptr[i], uses);
    for (size_t i = 0; i < diff->binary.len; i++)
        take(request, session, project, diff->binary.ptr[i], uses);
    for (size_t i = 0; i < diff->removed.len; i++)
        if (!classify_is_code(diff->removed.ptr[i]))
            take(request, session, project, diff->removed.ptr[i], uses);
}

void test_data_put(Buf *out, const DataUses *uses)
{
    for (size_t i = 0; i < uses->list.len; i++) {
        const DataUse *use = &uses->list.ptr[i];
        view_put_line_text(out, use->path);
        buf_put(out, use->places.len ? STR(" is named at ") : STR(": what reads it is not known"));
        for (size_t k = 0; k < use->places.len; k++) {
            buf_put(out, k ? STR(", ") : (Str){0});
            view_put_line_text(out, use->places.ptr[k]);
        }
        buf_put_byte(out, '\n');
    }
    if (uses->more)
        buf_printf(out, "what reads %zu more changed files was not looked for\n", uses->more);
}
