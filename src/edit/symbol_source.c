/* The outline locates the symbol. It must fill its first and its last line, but for separators of
   declarations; otherwise other code would be replaced, and the part is refused. The comments above
   belong to it only if the new source begins with one. */
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
    SymbolRefVec found = find_symbols(arena, hunk_match_outline(arena, file), name);
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

/* The comment mark at the start of a text; empty: no comment. */
static Str comment_mark(Str text)
{
    static const char *const marks[] = {"//", "/*", "#", "--", "<!--", "%", ";", "(*"};
    for (size_t i = 0; i < COUNT(marks); i++)
        if (str_starts(text, str_from(marks[i])))
            return str_from(marks[i]);
    return (Str){0};
}

/* Whether the new source begins with a comment. A mark that also begins the symbol itself does not
   count, such as `#` in C, CSS and Markdown. */
static bool begins_with_comment(Str source, Str symbol)
{
    Str mark = comment_mark(str_trim(source));
    bool is_attribute = str_starts(str_trim(source), STR("#["));
    return mark.len && !is_attribute && !str_starts(symbol, mark);
}

static Str trim_lines(Str text)
{
    text = str_trim_end(text);
    Str line;
    for (Str rest = text; str_take_line(&rest, &line) && !str_trim(line).len;)
        text = rest;
    return text;
}

/* The rest of the symbol's last line, if it is a comment or separates declarations. Text with which
   the new source ends anyway is not doubled. */
static bool take_rest(Str source, Str after, Str *rest)
{
    Str text = str_trim(after);
    *rest = after;
    if (str_ends(source, text))
        *rest = (Str){0};
    return !text.len || comment_mark(text).len || (text.len == 1 && byte_in(text.ptr[0], ";,"));
}

/* The lines of a symbol, and the other text on them. */
typedef struct SymbolLines {
    uint32_t first, last; /* from 0 */
    Str head, rest;       /* before it on the first line, after it on the last */
} SymbolLines;

/* False if it does not end on its last line. */
static bool find_lines(const FileText *text, const Symbol *symbol, bool with_lead,
                       SymbolLines *lines)
{
    const char *at = text->bytes.ptr + (with_lead ? symbol->lead : symbol->start);
    const char *end = text->bytes.ptr + symbol->end;
    uint32_t first = lines->last = MIN(symbol->end_line, (uint32_t)text->count) - 1;
    while (first && text->lines[first].text.ptr > at)
        first--;
    Str begin = text->lines[first].text, line = text->lines[lines->last].text;
    if (at < begin.ptr || end < line.ptr || end > line.ptr + line.len)
        return false;
    lines->first = first;
    lines->head = (Str){begin.ptr, (size_t)(at - begin.ptr)};
    if (!str_trim(lines->head).len) /* the symbol may begin with its indentation */
        lines->head = file_text_indent(begin);
    lines->rest = (Str){end, (size_t)(line.ptr + line.len - end)};
    return true;
}

/* Some grammars attach a comment to the node before it; then the lines decide. */
static void take_comment_lines(const FileText *text, Str source, SymbolLines *lines)
{
    Str mark = comment_mark(source);
    while (lines->first) {
        Str above = text->lines[lines->first - 1].text;
        if (!str_equal(file_text_indent(above), lines->head) ||
            !str_starts(str_trim(above), mark) || str_starts(mark, STR("/*")))
            return;
        lines->first--;
    }
}

bool symbol_source_replace(Arena *arena, EditSet *set, MatchFile *file, const PatchPart *part,
                           SpliceVec *splices)
{
    const FileText *text = &file->text;
    const Symbol *symbol = find_one(arena, set, file, part->symbol);
    if (!symbol)
        return false;
    Str source = trim_lines(part->text), rest, moved;
    Str old = str_slice(text->bytes, symbol->start, symbol->end);
    if (str_find(source, symbol->name) == STR_NONE && str_find(old, symbol->name) != STR_NONE) {
        refuse_symbol(
            arena, set, file, EDIT_SYNTAX,
            str_format(arena, "The new source does not declare `%.*s`.", STR_ARG(symbol->name)));
        return false;
    }
    bool with_lead = begins_with_comment(source, old);
    SymbolLines lines;
    bool found = source.len && find_lines(text, symbol, with_lead, &lines) &&
                 !str_trim(lines.head).len && take_rest(source, lines.rest, &rest);
    if (!found) {
        refuse_symbol(arena, set, file, EDIT_SYNTAX,
                      source.len ? STR("The symbol shares its lines with other code; replace "
                                       "lines instead.")
                                 : STR("The new source of the symbol is empty."));
        return false;
    }
    if (with_lead && symbol->lead == symbol->start)
        take_comment_lines(text, str_trim(source), &lines);
    if (!reindent_text(file, arena, str_join_all(arena, (Str[]){source, rest}, 2), lines.head,
                       &moved)) {
        refuse_symbol(arena, set, file, EDIT_SYNTAX,
                      STR("The new source of the symbol cannot be indented as in the file: a "
                          "line is indented less than its first line, or is within a string."));
        return false;
    }
    Splice *splice = VEC_PUSH(arena, splices);
    *splice = (Splice){
        .from = lines.first, .count = lines.last - lines.first + 1, .patch_line = part->patch_line};
    for (Str new_line; str_take_line(&moved, &new_line);)
        *VEC_PUSH(arena, &splice->lines) = new_line;
    return true;
}
