/* What all languages share: places in a text, and the files that its imports mean. */
#include "refactor/relocate.h"

#include "base/path.h"
#include "text/lines.h"

#include <stdarg.h>

Str relocate_path_after(const Relocate *relocate, uint32_t file)
{
    return relocate_moves(relocate, file) ? relocate->moved.ptr[relocate->moved_at[file] - 1].after
                                          : relocate->frame->catalog->files.ptr[file].path;
}

Str relocate_without_extension(Str path)
{
    size_t slash = str_find_last_byte(path, '/'), dot = str_find_last_byte(path, '.');
    return dot == STR_NONE || (slash != STR_NONE && dot < slash) ? path : str_slice(path, 0, dot);
}

void relocate_settle(const Relocate *relocate, RelocateText *text, size_t start, size_t end)
{
    *VEC_PUSH(relocate->frame->request->arena, &text->settled) =
        (RelocateSplice){(uint32_t)start, (uint32_t)end, (Str){0}};
}

bool relocate_is_settled(const RelocateText *text, size_t at)
{
    for (size_t i = 0; i < text->settled.len; i++)
        if (text->settled.ptr[i].start <= at && at < text->settled.ptr[i].end)
            return true;
    return false;
}

void relocate_splice(const Relocate *relocate, RelocateText *text, size_t start, size_t end,
                     Str with)
{
    relocate_settle(relocate, text, start, end);
    if (!str_equal(str_slice(text->text, start, end), with))
        *VEC_PUSH(relocate->frame->request->arena, &text->splices) =
            (RelocateSplice){(uint32_t)start, (uint32_t)end, with};
}

void relocate_object(Relocate *relocate, const RelocateText *text, size_t at, bool may_overrule,
                     const char *format, ...)
{
    char message[ERR_MESSAGE_BYTES];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    Rename *frame = relocate->frame;
    Str said = str_copy(frame->request->arena, str_from(message));
    uint32_t line = (uint32_t)lines_at_offset(text->text, at);
    if (may_overrule)
        rename_add_told(frame, text->before, line, said);
    else
        rename_add_conflict(frame, text->before, line, said);
}

uint32_t relocate_target(Relocate *relocate, const RelocateText *text, const Import *import)
{
    Arena *arena = relocate->frame->request->arena;
    Import asked = *import;
    Outline outline = {.language = text->language, .package = text->outline.package};
    ImportLinkVec links = {0};
    *VEC_PUSH(arena, &outline.imports) = asked;
    imports_resolve(relocate->imports, arena, *relocate->frame->request->scratch, text->id,
                    &outline, &links);
    for (size_t i = 0; i < links.len; i++)
        if (links.ptr[i].target != FILE_NOWHERE)
            return links.ptr[i].target;
    return FILE_NOWHERE;
}

uint32_t relocate_target_named(Relocate *relocate, const RelocateText *text, Str name)
{
    return relocate_target(relocate, text, &(Import){.name = name});
}

bool relocate_says(const char *list, Str text, Str *found, size_t *at)
{
    Str rest = list ? str_from(list) : (Str){0}, part;
    while (str_take_until(&rest, '|', &part)) {
        *at = part.len ? str_find(text, part) : STR_NONE;
        *found = part;
        if (*at != STR_NONE)
            return true;
    }
    return false;
}

Str relocate_callee(const RelocateText *text, size_t token)
{
    const Token *tokens = text->tokens.ptr;
    size_t at = token;
    if (at && text->text.ptr[tokens[at - 1].start] == '(')
        at--;
    size_t last = at;
    while (at && (tokens[at - 1].kind == TOKEN_WORD ||
                  (at < last && text->text.ptr[tokens[at - 1].start] == '.'))) {
        bool joined = at == last || tokens[at - 1].end == tokens[at].start;
        if (!joined)
            break;
        at--;
    }
    return at == last ? (Str){0} : str_slice(text->text, tokens[at].start, tokens[last - 1].end);
}

bool relocate_literal(const RelocateText *text, size_t token, size_t *start, size_t *end)
{
    const Token *found = &text->tokens.ptr[token];
    Str whole = str_slice(text->text, found->start, found->end);
    bool plain = found->kind == TOKEN_STRING && whole.len >= 2 && byte_in(whole.ptr[0], "\"'`") &&
                 whole.ptr[whole.len - 1] == whole.ptr[0] &&
                 str_find_byte(whole, '\\') == STR_NONE && str_find_byte(whole, '{') == STR_NONE &&
                 str_find_byte(whole, '#') == STR_NONE;
    *start = found->start + 1;
    *end = found->end - (plain ? 1 : 0);
    return plain;
}

bool relocate_binds(const RelocateText *text, Str name)
{
    for (size_t i = 0; i < text->outline.symbols.len; i++)
        if (str_equal(text->outline.symbols.ptr[i].name, name) &&
            !text->outline.symbols.ptr[i].parent)
            return true;
    for (size_t i = 0; i < text->outline.references.len; i++) {
        const Reference *reference = &text->outline.references.ptr[i];
        if (reference->kind == REFERENCE_BIND && str_equal(reference->name, name))
            return true;
    }
    return false;
}

bool relocate_may_be_loaded(const Relocate *relocate, const RelocateFacts *facts)
{
    const RelocatedFile *first = &relocate->moved.ptr[0];
    const Language *language = relocate->frame->catalog->files.ptr[first->id].language;
    return relocate_facts(language) ||
           name_is_listed(facts->extensions, path_extension(first->before));
}
