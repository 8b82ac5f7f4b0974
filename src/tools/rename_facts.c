/* The table of languages in which symbols can be renamed, from languages/<id>/rename.def. */
#include "tools/rename_facts.h"

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
