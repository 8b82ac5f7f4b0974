/* A text that replaces a file or a symbol whole may be only a part of it. It has lost a declaration
   if the outline before has a name that the outline after lacks. */
#include "edit/patch_lost.h"

#include "base/map.h"
#include "lang/lang.h"

/* Whether a symbol declares something. Sections, keys and elements are data. */
static bool declares(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_NONE:
    case SYMBOL_IMPL:
    case SYMBOL_SECTION:
    case SYMBOL_CODE_BLOCK:
    case SYMBOL_KEY:
    case SYMBOL_ELEMENT:
    case SYMBOL_RECORD:
    case SYMBOL_EXPORT:
    case SYMBOL_DOCUMENT: return false;
    default: return true;
    }
}

static void read_outline(Arena *arena, Str path, Str text, Outline *outline)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    OutlineOptions options = {.no_ctags = true, .whole = true};
    const Language *language =
        lang_detect(path, str_slice(text, 0, MIN(text.len, SOURCE_HEAD_BYTES)));
    lang_outline(arena, scratch, language, text, &options, outline);
}

/* Whether a text has the name as a word. */
static bool has_word(Str text, Str name)
{
    for (size_t at = 0; name.len && at + name.len <= text.len; at++) {
        Str after = str_from_offset(text, at + name.len);
        if (str_starts(str_from_offset(text, at), name) &&
            (!at || !byte_is_word(text.ptr[at - 1])) && (!after.len || !byte_is_word(after.ptr[0])))
            return true;
    }
    return false;
}

Str patch_lost_symbol(Arena *arena, const LostAsked *asked)
{
    Outline before = {0}, after = {0};
    Map names = map_open(arena);
    read_outline(arena, asked->path, asked->before, &before);
    read_outline(arena, asked->path, asked->after, &after);
    for (size_t i = 0; i < after.symbols.len; i++)
        ++*map_put(&names, symbol_qualified_name(arena, &after, i), NULL);
    for (size_t i = 0; i < before.symbols.len; i++) {
        const Symbol *symbol = &before.symbols.ptr[i];
        Str name = symbol_qualified_name(arena, &before, i);
        uint64_t *count = map_find(&names, name);
        if (count && *count)
            --*count;
        else if (declares(symbol->kind) && symbol->name.len && !has_word(asked->task, symbol->name))
            return name;
    }
    return (Str){0};
}
