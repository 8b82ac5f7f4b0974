/* The table of languages in which symbols can be renamed, from languages/<id>/rename.def. */
#include "refactor/rename_facts.h"

#include "languages_rename.h"

static const RenameFacts facts_by_language[] = {
#include "languages_rename.inc"
};

const RenameFacts *rename_facts(const Language *language)
{
    return lang_row(language, facts_by_language, COUNT(facts_by_language),
                    sizeof facts_by_language[0]);
}

const RenameFacts *rename_facts_at(size_t index)
{
    return index < COUNT(facts_by_language) ? &facts_by_language[index] : NULL;
}

NameHints rename_hints(const RenameFacts *facts)
{
    return facts ? (NameHints){.list = facts->list,
                               .scopes = facts->scopes,
                               .statements = facts->statements,
                               .exports = facts->exports,
                               .raw = facts->raw,
                               .nameless = facts->nameless,
                               .arrows = facts->arrows}
                 : (NameHints){0};
}

Str rename_invalid(const RenameFacts *facts, Str name)
{
    size_t at = 0;
    bool sigil = name.len && byte_in(name.ptr[0], "@$");
    if (sigil)
        return STR("a name has no sigil here");
    if (!name.len || byte_is_digit(name.ptr[0]))
        return STR("it does not begin like a name");
    for (size_t i = 0; i < name.len; i++) {
        bool mark =
            i + 1 == name.len && facts->names_may_end_in_marks && byte_in(name.ptr[i], "?!=");
        if (!byte_is_word(name.ptr[i]) && !mark)
            return STR("it has a character that names cannot have");
    }
    while (at < name.len)
        if (char_is_control(str_decode(name, &at)))
            return STR("it has a control character");
    if (!str_is_utf8(name))
        return STR("it is not UTF-8");
    if (name_is_listed(facts->reserved, name))
        return STR("it is a word of the language");
    return (Str){0};
}

/* ---- kinds of nodes ---- */

/* The site's node and the nodes around it, each with the field of the one before. */
typedef struct Around {
    const char *kind, *field;
} Around;

/* Whether `kind` or `kind.field` is the node. */
static bool is_node(Str part, const Around *around)
{
    size_t dot = str_find_byte(part, '.');
    if (!around->kind || !str_equal(str_slice(part, 0, dot), str_from(around->kind)))
        return false;
    return dot == STR_NONE ||
           (around->field && str_equal(str_from_offset(part, dot + 1), str_from(around->field)));
}

static bool fits(Str pattern, const NameSite *site)
{
    const Around around[] = {{.kind = site->node},
                             {.kind = site->parent, .field = site->field},
                             {.kind = site->outer, .field = site->outer_field}};
    size_t slash = str_find_last_byte(pattern, '/');
    Str last = slash == STR_NONE ? pattern : str_from_offset(pattern, slash + 1);
    for (size_t i = str_find_byte(last, '.') != STR_NONE; i < COUNT(around); i++) {
        slash = str_find_last_byte(pattern, '/');
        last = slash == STR_NONE ? pattern : str_from_offset(pattern, slash + 1);
        if (!is_node(last, &around[i]))
            return false;
        if (slash == STR_NONE)
            return true;
        pattern = str_slice(pattern, 0, slash);
    }
    return false;
}

bool rename_node_is(const char *kinds, const NameSite *site)
{
    Str rest = kinds && site->node ? str_from(kinds) : (Str){0}, pattern;
    while (str_take_until(&rest, ' ', &pattern))
        if (pattern.len && fits(pattern, site))
            return true;
    return false;
}
