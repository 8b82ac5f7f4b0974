/* The outline says where a symbol is. Its first line begins with it and its last line ends with it,
   but for what separates declarations; otherwise other code would be replaced, and the part is
   refused. The comments above belong to it only if the new source begins with one. */
#include "edit/symbol_source.h"

#include "edit/refuse.h"
#include "edit/reindent.h"
#include "lang/lang.h"
#include "lang/symbol_name.h"

typedef VEC(const Symbol *) SymbolRefVec;

/* The symbols of that name; if some have a body, only these. */
static SymbolRefVec find_symbols(Arena *arena, const Outline *outline, Str name)
{
    SymbolRefVec found = {0}, defined = {0};
    SymbolNameFit best = SYMBOL_NAME_END;
    Str plain = symbol_name_plain(arena, name);
    for (size_t i = 0; i < outline->symbols.len; i++) {
        SymbolNameFit fit = symbol_name_match(*arena, outline, i, name, plain);
        if (fit > best)
            found.len = defined.len = 0;
        best = MAX(best, fit);
        if (fit < best)
            continue;
        *VEC_PUSH(arena, &found) = &outline->symbols.ptr[i];
        if (outline->symbols.ptr[i].body)
            *VEC_PUSH(arena, &defined) = &outline->symbols.ptr[i];
    }
    return defined.len ? defined : found;
}

static void refuse_symbol(Arena *arena, EditSet *set, const MatchFile *file, EditReason reason,
                          Str message)
{
    refuse(arena, set, file->path, reason, message)->hash = edit_hash(arena, file->text.bytes);
}

static const Symbol *find_one(Arena *arena, EditSet *set, MatchFile *file, Str name)
{
    SymbolRefVec found = find_symbols(arena, match_outline(arena, file), name);
    if (found.len == 1)
        return found.ptr[0];
    if (!found.len) {
        refuse_symbol(arena, set, file, EDIT_MISSING,
                      str_format(arena, "No symbol `%.*s` is in the file.", STR_ARG(name)));
        return NULL;
    }
    refuse_symbol(arena, set, file, EDIT_AMBIGUOUS,
                  str_format(arena,
                             "%zu symbols `%.*s` are in the file; write the full name, or replace "
                             "lines.",
                             found.len, STR_ARG(name)));
    EditRefusal *refusal = &set->refused.ptr[set->refused.len - 1];
    for (size_t i = 0; i < MIN(found.len, (size_t)REFUSE_PLACES_MAX); i++)
        *VEC_PUSH(arena, &refusal->candidates) =
            (EditLines){found.ptr[i]->start_line, found.ptr[i]->end_line};
    return NULL;
}

/* Whether a text begins with a comment of its language: its outline has a symbol with a lead. */
static bool begins_with_comment(Arena *arena, MatchFile *file, Str text)
{
    Outline outline = {0};
    OutlineOptions options = {.no_ctags = true};
    Arena scratch = *file->scratch;
    lang_outline(arena, scratch, file->outline->language, text, &options, &outline);
    return outline.symbols.len && outline.symbols.ptr[0].lead < outline.symbols.ptr[0].start;
}

static Str trim_lines(Str text)
{
    text = str_trim_end(text);
    Str line;
    for (Str rest = text; str_take_line(&rest, &line) && !str_trim(line).len;)
        text = rest;
    return text;
}

static bool is_comment(Str text)
{
    static const char *const begins[] = {"//", "/*", "#", "--"};
    for (size_t i = 0; i < COUNT(begins); i++)
        if (str_starts(text, str_from(begins[i])))
            return true;
    return false;
}

/* The part of the symbol's last line after it, if that is a comment or separates declarations. What
   the new source ends with is not doubled. */
static bool take_rest(Str source, Str after, Str *rest)
{
    Str text = str_trim(after);
    *rest = after;
    if (str_ends(source, text))
        *rest = (Str){0};
    return !text.len || is_comment(text) || (text.len == 1 && byte_in(text.ptr[0], ";,"));
}

bool symbol_source_replace(Arena *arena, EditSet *set, MatchFile *file, const PatchPart *part,
                           SpliceVec *splices)
{
    const FileText *text = &file->text;
    const Symbol *symbol = find_one(arena, set, file, part->symbol);
    if (!symbol)
        return false;
    Str source = trim_lines(part->text);
    bool with_lead = begins_with_comment(arena, file, source);
    uint32_t start = with_lead ? symbol->lead : symbol->start;
    uint32_t last = symbol->end_line - 1, first = last;
    const char *at = text->bytes.ptr + start;
    while (first && text->lines[first].text.ptr > at)
        first--;
    Str head = {text->lines[first].text.ptr, (size_t)(at - text->lines[first].text.ptr)};
    const char *end = text->bytes.ptr + symbol->end;
    Str line = text->lines[last].text, rest;
    bool ends_here = end >= line.ptr && end <= line.ptr + line.len;
    Str after = ends_here ? (Str){end, (size_t)(line.ptr + line.len - end)} : (Str){0};
    if (!source.len || str_trim(head).len || !ends_here || !take_rest(source, after, &rest)) {
        refuse_symbol(arena, set, file, EDIT_SYNTAX,
                      source.len ? STR("The symbol shares its lines with other code; replace "
                                       "lines instead.")
                                 : STR("The new source of the symbol is empty."));
        return false;
    }
    Str moved;
    if (!reindent_text(arena, str_join_all(arena, (Str[]){source, rest}, 2), head, &moved)) {
        refuse_symbol(arena, set, file, EDIT_SYNTAX,
                      STR("The new source of the symbol is indented less than its first line."));
        return false;
    }
    Splice *splice = VEC_PUSH(arena, splices);
    *splice = (Splice){.from = first, .count = last - first + 1, .patch_line = part->patch_line};
    for (Str new_line; str_take_line(&moved, &new_line);)
        *VEC_PUSH(arena, &splice->lines) = new_line;
    return true;
}
