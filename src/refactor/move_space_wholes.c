/* Imports of all of a namespace: a name of the other file must not get a second meaning by one. */
#include "refactor/move_space.h"

#include "lang/lexical/code_tokens.h"

/* Whether the tree declares something in a namespace that the text has a word of. */
static bool names_any(const Space *space, const SpaceText *text, Str outer, bool moved, Str *name)
{
    const Rename *uses = space->move->uses;
    Arena arena = *uses->request->scratch;
    TokenVec tokens = {0};
    code_tokens_read(&arena, space->move->from.outline.language, text->before, &tokens);
    for (size_t i = 0; i < tokens.len; i++) {
        const Token *token = &tokens.ptr[i];
        *name = str_slice(text->before, token->start, token->end);
        bool inside = token->start >= space->move->start && token->start < space->move->end;
        uint32_t id =
            token->kind == TOKEN_WORD && inside >= moved ? rename_name_id(uses, *name) : 0;
        IdSpan named = id ? catalog_named(uses->catalog, id) : (IdSpan){0};
        for (size_t k = 0; k < named.len; k++)
            if ((moved || space_is_top(space, named.ptr[k])) &&
                str_equal(space_of(space, named.ptr[k]), outer))
                return true;
    }
    return false;
}

static bool is_of_tree(const Space *space, Str outer)
{
    const Catalog *catalog = space->move->uses->catalog;
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *row = &catalog->files.ptr[i];
        if (!row->path.len || !row->count || row->language != space->move->from.outline.language)
            continue;
        row = catalog_row(catalog, i);
        for (uint32_t k = 1; k < row->count; k++)
            if (str_equal(space_of(space, row->first + k), outer))
                return true;
    }
    return false;
}

bool space_need_whole(Space *space, Str outer, Str line, Err *err)
{
    size_t count = space->to.imports.len;
    Str name;
    space_add_import(space, &space->to, line);
    if (space->to.imports.len > count && !space->fresh &&
        names_any(space, &space->to, outer, false, &name))
        return move_refuse(err, "'%.*s' may mean something else in '%.*s'", STR_ARG(name),
                           STR_ARG(space->to.path));
    return true;
}

/* How many imports one text has, of all of a namespace that may have names of others, and the other
   text has not. */
static size_t count_strange(const Space *space, const SpaceText *text, const SpaceText *other)
{
    size_t count = 0;
    for (size_t i = 0; !space->fresh && i < text->outline->imports.len; i++) {
        const Import *import = &text->outline->imports.ptr[i];
        bool found = space_seen(space->facts, import).len ||
                     name_is_listed(space->facts->plain_wholes, import->name) ||
                     is_of_tree(space, import->name);
        for (size_t k = 0; !found && other && k < other->outline->imports.len; k++)
            found = str_equal(other->outline->imports.ptr[k].name, import->name);
        count += !found;
    }
    return count;
}

bool space_take_wholes(Space *space, Err *err)
{
    const SpaceText *from = &space->from, *to = &space->to;
    if ((count_strange(space, from, to) && count_strange(space, to, NULL)) ||
        (count_strange(space, to, from) && count_strange(space, from, NULL)))
        return move_refuse(err, "the two files import all of different namespaces");
    for (size_t i = 0; i < from->outline->imports.len; i++) {
        const Import *import = &from->outline->imports.ptr[i];
        Str line = space_statement(from, import), name;
        if (space_seen(space->facts, import).len ||
            !str_starts(line, str_from(space->facts->import)))
            continue; /* one name, or a file that is loaded */
        if (!is_of_tree(space, import->name))
            space_add_import(space, &space->to, line);
        else if (names_any(space, from, import->name, true, &name) &&
                 !space_need_whole(space, import->name, line, err))
            return false;
    }
    return true;
}
