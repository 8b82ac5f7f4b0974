/* Names that code puts together from a text that it has and one that it computes: `"get" + name`,
   `on${Name}`, `key.startsWith("get")`. Only files that look names up count, and only texts that
   end where a word within the name does. */
#include "refactor/rename.h"

#include "text/lines.h"

#include <ctype.h>

/* A shorter part of a name says nothing. */
#define PART_BYTES_MIN 2

/* ---- the parts of a name ---- */

/* Whether a word within the name begins at the offset: `getUser`, `do_start`. */
static bool is_seam(Str name, size_t at)
{
    if (!at || at >= name.len)
        return false;
    return name.ptr[at - 1] == '_' || name.ptr[at] == '_' ||
           (isupper((unsigned char)name.ptr[at]) && !isupper((unsigned char)name.ptr[at - 1]));
}

static bool is_begin(Str name, Str piece)
{
    return piece.len >= PART_BYTES_MIN && str_starts(name, piece) && is_seam(name, piece.len);
}

static bool is_end(Str name, Str piece)
{
    return piece.len >= PART_BYTES_MIN && piece.len < name.len && str_ends(name, piece) &&
           is_seam(name, name.len - piece.len);
}

/* Whether the text ends with the package of the symbol and its mark: `"app.readers." + name`. */
static bool ends_with_package(const Rename *rename, Str text)
{
    const Catalog *catalog = rename->catalog;
    Str package = catalog_name(
        catalog, catalog_row(catalog, catalog_place(catalog, rename->symbol).file)->package);
    size_t end = text.len;
    while (end && byte_in(text.ptr[end - 1], ".\\:"))
        end--;
    size_t start = end;
    while (start && byte_is_word(text.ptr[start - 1]))
        start--;
    Str last = str_slice(text, start, end);
    return rename->is_type && end < text.len && last.len &&
           str_equal(handle_last_part(package), last);
}

/* ---- texts that are joined ---- */

/* What is written out between two values that are put in: `"%s_init"`, `` `on${x}` ``. */
typedef struct Piece {
    Str text;
    bool joined_before, joined_after; /* a value is there */
} Piece;

/* Whether the text before a string ends with what asks how a name begins or ends. */
static bool is_asked(Str before)
{
    static const char *const marks[] = {
        "startsWith(", "startswith(",   "start_with?(",     "StartsWith(",
        "HasPrefix(",  "starts_with(",  "str_starts_with(", "endsWith(",
        "endswith(",   "end_with?(",    "EndsWith(",        "HasSuffix(",
        "ends_with(",  "removeprefix(", "TrimPrefix(",      "strip_prefix("};
    for (size_t i = 0; i < COUNT(marks); i++)
        if (str_ends(before, str_from(marks[i])))
            return true;
    return false;
}

/* The text before a string, without what marks its kind: `f"…"`. */
static Str before_string(Str text, size_t open)
{
    Str before = str_slice(text, 0, open), kind = str_last_word(before);
    return str_slice(before, 0, open - (kind.len <= 2 ? kind.len : 0));
}

/* Whether a mark joins the string with what is before or after it; a point does in PHP, with a
   blank on its outer side. */
static bool is_joined_before(Str before)
{
    Str near = str_trim(before);
    return str_ends(near, STR("+")) ||
           (near.len > 1 && str_ends(near, STR(".")) && !str_ends(before, STR(".")));
}

static bool is_joined_after(Str after)
{
    Str near = str_trim(after);
    return str_starts(near, STR("+")) || str_starts(near, STR(". ")) ||
           str_starts(near, STR(".concat(")) ||
           (str_starts(near, STR(".")) && !str_starts(after, STR(".")));
}

/* Whether a word at an end of the piece is what is written out of the name. Where nothing shows a
   value beside it, the piece must be this word alone. */
static bool piece_fits(const Rename *rename, const Piece *piece)
{
    Str first = str_first_word(piece->text), last = str_last_word(piece->text);
    bool alone = first.len == piece->text.len;
    bool begins = piece->joined_after || (alone && !piece->joined_before);
    bool ends = piece->joined_before || (alone && str_starts(first, STR("_")));
    return (begins && is_begin(rename->old, last)) || (ends && is_end(rename->old, first)) ||
           (piece->joined_after && ends_with_package(rename, piece->text));
}

/* Where a value is put in at the offset, the offset after it; else the offset. */
static size_t hole_end(Str inner, size_t at)
{
    size_t end = at, brace = inner.ptr[at] == '{' ? at : at + 1;
    if (brace < inner.len && inner.ptr[brace] == '{' && byte_in(inner.ptr[at], "{$#")) {
        size_t close = str_find_byte(str_from_offset(inner, brace), '}');
        return close == STR_NONE ? inner.len : brace + close + 1;
    }
    if (inner.ptr[at] == '%')
        for (end = at + 1; end < inner.len && !byte_is_alpha(inner.ptr[end]);)
            end++;
    else if (inner.ptr[at] == '$' && at + 1 < inner.len && byte_is_alpha(inner.ptr[at + 1]))
        for (end = at + 1; end + 1 < inner.len && byte_is_word(inner.ptr[end + 1]);)
            end++;
    return end == at ? at : MIN(end + 1, inner.len);
}

/* Whether a piece of the string fits; `whole` has the text and what is joined around it. */
static bool string_fits(const Rename *rename, Piece whole)
{
    Str inner = whole.text;
    Piece piece = {.joined_before = whole.joined_before, .joined_after = true};
    size_t start = 0;
    if (str_starts(inner, STR("^"))) { /* a pattern: the rest is not written out */
        inner = str_from_offset(inner, 1);
        inner = str_first_word(inner);
        whole.joined_after = true;
    }
    for (size_t i = 0, end; i < inner.len; i = end) {
        end = hole_end(inner, i);
        if (end == i) {
            end++;
            continue;
        }
        piece.text = str_slice(inner, start, i);
        if (piece_fits(rename, &piece))
            return true;
        piece.joined_before = true;
        start = end;
    }
    piece.text = str_from_offset(inner, start);
    piece.joined_after = whole.joined_after;
    return piece_fits(rename, &piece);
}

/* Whether the string between the offsets of its quotes may be a part of the name. */
static bool is_part(const Rename *rename, Str text, size_t open, size_t close)
{
    Str before = before_string(text, open), after = str_from_offset(text, MIN(close + 1, text.len));
    bool asked = is_asked(before);
    return string_fits(rename, (Piece){.text = str_slice(text, open + 1, close),
                                       .joined_before = asked || is_joined_before(before),
                                       .joined_after = asked || is_joined_after(after)});
}

/* ---- files that look names up ---- */

/* Whether a call has anything but written texts between its brackets. */
static bool is_computed(Str text, size_t at)
{
    if (at >= text.len || text.ptr[at] != '(')
        return false;
    Str arguments = rename_arguments(text, at);
    char quote = 0;
    for (size_t i = 0; i < arguments.len; i++) {
        char byte = arguments.ptr[i];
        if (quote ? byte == quote : byte_in(byte, "\"'`"))
            quote = quote ? 0 : byte;
        else if (!quote && byte_is_alpha(byte))
            return true;
    }
    return false;
}

/* Whether the text has one of the language's calls that look up, or one of its own forms. */
static bool looks_up(const RenameFacts *facts, Str text)
{
    Str rest = facts->by_name ? str_from(facts->by_name) : (Str){0}, word;
    while (str_take_until(&rest, ' ', &word))
        for (size_t at = 0; word.len && (at = rename_find_mark(text, word, at)) != STR_NONE;) {
            at += word.len;
            if (is_computed(text, at))
                return true;
        }
    rest = facts->forms ? str_from(facts->forms) : (Str){0};
    while (str_take_until(&rest, '|', &word))
        if (word.len && rename_find_mark(text, word, 0) != STR_NONE)
            return true;
    if (facts->exports) /* JavaScript: `o[name]` */
        for (size_t i = 1; i + 1 < text.len; i++)
            if (text.ptr[i] == '[' && (byte_is_word(text.ptr[i - 1]) || text.ptr[i - 1] == ')') &&
                (byte_is_alpha(text.ptr[i + 1]) || text.ptr[i + 1] == '`'))
                return true;
    return false;
}

static void tell_part(Rename *rename, const CatalogFile *row, Str text, size_t at)
{
    rename_add_told(rename, row->path, (uint32_t)lines_at_offset(text, at),
                    str_format(rename->request->arena, "code here may put the name '%.*s' together",
                               STR_ARG(rename->old)));
}

/* Ruby: `[:on, name].join("_")`. */
static void scan_symbols(Rename *rename, const CatalogFile *row, Str text)
{
    for (size_t i = 1; i + 1 < text.len; i++) {
        if (text.ptr[i] != ':' || !byte_in(text.ptr[i - 1], "[, ") ||
            !byte_is_alpha(text.ptr[i + 1]))
            continue;
        Str word = str_first_word(str_from_offset(text, i + 1));
        if (str_find(rename_line_at(text, i), STR(".join")) != STR_NONE &&
            (is_begin(rename->old, word) || is_end(rename->old, word))) {
            tell_part(rename, row, text, i);
            return;
        }
    }
}

void rename_scan_parts(Rename *rename, const CatalogFile *row, Str text)
{
    if (!looks_up(rename->facts, text))
        return;
    if (rename->facts->loose)
        scan_symbols(rename, row, text);
    for (size_t i = 0; i < text.len; i++) {
        char quote = text.ptr[i];
        size_t close = i + 1;
        if (!byte_in(quote, "\"'`"))
            continue;
        while (close < text.len && text.ptr[close] != quote && text.ptr[close] != '\n')
            close += text.ptr[close] == '\\' ? 2 : 1;
        if (close >= text.len || text.ptr[close] == '\n')
            continue;
        if (is_part(rename, text, i, close)) {
            tell_part(rename, row, text, i);
            return;
        }
        i = close;
    }
}
