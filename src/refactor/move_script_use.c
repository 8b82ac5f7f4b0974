/* Names that code uses: every place where the word is written, less members and local variables. */
#include "refactor/move_script.h"

static bool is_member(const RenameFacts *facts, const NameSite *site)
{
    return site->access != ACCESS_NONE || rename_node_is(facts->members, site) ||
           rename_node_is(facts->apart, site);
}

static bool is_local(const RenameFacts *facts, const NameSiteVec *sites, const NameSite *site)
{
    for (size_t i = 0; i < sites->len; i++) {
        const NameSite *binder = &sites->ptr[i];
        bool type = rename_node_is(facts->type_binds, binder);
        if (!type && (!binder->scope_end || !rename_node_is(facts->binds, binder)))
            continue;
        if (type && !binder->scope_end)
            return true;
        if (binder->scope_start <= site->start && site->start < binder->scope_end)
            return true;
    }
    return false;
}

/* Whether a member of the name is assigned: `name.x = …`. */
static bool is_extended(Str text, size_t at)
{
    while (at < text.len && byte_is_space(text.ptr[at]))
        at++;
    if (at == text.len || text.ptr[at] != '.')
        return false;
    at++;
    while (at < text.len && (byte_is_word(text.ptr[at]) || byte_in(text.ptr[at], ".$")))
        at++;
    while (at < text.len && byte_is_space(text.ptr[at]))
        at++;
    return at + 1 < text.len && text.ptr[at] == '=' && !byte_in(text.ptr[at + 1], "=>");
}

/* Whether the name itself is assigned: `name = …`, `name += …`, `name++`, `--name`. */
static bool is_written(Str text, size_t start, size_t end)
{
    static const char *const marks[] = {
        "++", "--",  "+=",  "-=",  "*=",   "/=",  "%=",  "&=",  "|=",
        "^=", "**=", "<<=", ">>=", ">>>=", "&&=", "||=", "?\?="};
    while (start && byte_is_space(text.ptr[start - 1]))
        start--;
    Str before = str_slice(text, 0, start), after = str_trim(str_from_offset(text, end));
    bool plain = str_starts(after, STR("=")) && !str_starts(after, STR("==")) &&
                 !str_starts(after, STR("=>"));
    bool written = plain || str_ends(before, STR("++")) || str_ends(before, STR("--"));
    for (size_t i = 0; i < COUNT(marks); i++)
        written |= str_starts(after, str_from(marks[i]));
    return written;
}

ScriptUse script_use(const Move *move, Str text, Str name)
{
    Arena *arena = move->uses->request->arena;
    const RenameFacts *facts = move->uses->facts;
    const Language *language = move->from.outline.language;
    ScriptUse use = {0};
    NameSiteVec sites = {0};
    if (!lang_has_name(language, text, name))
        return use;
    if (!lang_name_sites(arena, *move->uses->request->scratch,
                         &(NameQuery){language, text, name, rename_hints(facts)}, &sites))
        return (ScriptUse){.free = true};
    for (size_t i = 0; i < sites.len; i++) {
        const NameSite *site = &sites.ptr[i];
        if (site->where != NAME_IN_CODE || is_member(facts, site) || is_local(facts, &sites, site))
            continue;
        use.free = true;
        use.listed |= site->parent && str_equal(str_from(site->parent), STR("export_specifier"));
        use.extended |= is_extended(text, site->start + name.len);
        use.written |= is_written(text, site->start, site->start + name.len);
    }
    return use;
}
