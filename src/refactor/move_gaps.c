/* Names that a file declares outside of its symbols: by a pattern, a loop, or a macro. They cannot
   be followed, so code that uses one stays. */
#include "refactor/move.h"

#include "lang/lexical/code_tokens.h"

static bool is_within_symbol(const Move *move, uint32_t at)
{
    return (move->start <= at && at < move->end) || move_declares_at(&move->from.outline, at);
}

static bool is_known(const Move *move, Str name)
{
    const ImportVec *imports = &move->from.outline.imports;
    for (size_t i = 0; i < imports->len; i++) /* the language's function judges imports */
        for (size_t b = 0; b < imports->ptr[i].bindings.len; b++)
            if (str_equal(imports->ptr[i].bindings.ptr[b].alias, name))
                return true;
    return move_declares(&move->from.outline, name) ||
           name_is_listed(move->uses->facts->reserved, name);
}

bool move_is_own(const Move *move, Str name)
{
    Arena scratch = *move->uses->request->scratch, arena = *move->uses->request->arena;
    NameSiteVec sites = {0};
    NameQuery query = {.language = move->from.outline.language,
                       .text = move_text(move),
                       .name = name,
                       .hints = rename_hints(move->uses->facts)};
    if (!lang_name_sites(&arena, scratch, &query, &sites))
        return false;
    for (size_t i = 0; i < sites.len; i++)
        if (sites.ptr[i].where == NAME_IN_CODE &&
            rename_node_is(move->uses->facts->binds, &sites.ptr[i]))
            return true;
    return false;
}

/* Whether the place at an offset declares the name for the whole file. *line: of the place. */
static bool is_declared_at(const Move *move, Str name, uint32_t at, uint32_t *line)
{
    const RenameFacts *facts = move->uses->facts;
    Arena scratch = *move->uses->request->scratch;
    Arena arena = *move->uses->request->arena;
    NameSiteVec sites = {0};
    NameQuery query = {.language = move->from.outline.language,
                       .text = move->from.before,
                       .name = name,
                       .hints = rename_hints(facts)};
    if (!lang_name_sites(&arena, scratch, &query, &sites))
        return true;
    for (size_t i = 0; i < sites.len; i++) {
        const NameSite *site = &sites.ptr[i];
        bool code = site->where == NAME_IN_CODE && !site->directive && site->access == ACCESS_NONE;
        *line = site->line;
        if (site->start == at)
            return code && (facts->names_are_global ||
                            (!site->scope_end && rename_node_is(facts->binds, site)));
    }
    return false;
}

bool move_check_gaps(const Move *move, Err *err)
{
    Str text = move->from.before;
    TokenVec tokens = {0};
    code_tokens_read(move->uses->request->arena, move->from.outline.language, text, &tokens);
    for (size_t i = 0; i < tokens.len; i++) {
        Str name = str_slice(text, tokens.ptr[i].start, tokens.ptr[i].end);
        const MoveWord *word =
            tokens.ptr[i].kind == TOKEN_WORD && !is_within_symbol(move, tokens.ptr[i].start)
                ? move_word(move, name)
                : NULL;
        uint32_t line = 0;
        if (word && word->bare && !word->symbols.len && !is_known(move, name) &&
            is_declared_at(move, name, tokens.ptr[i].start, &line) && !move_is_own(move, name))
            return move_refuse(err,
                               "it uses '%.*s', which '%.*s' (line %u) declares in a way that is "
                               "not followed",
                               STR_ARG(name), STR_ARG(move->from.path), line);
    }
    return true;
}
