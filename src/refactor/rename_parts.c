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

static bool is_part(Str name, Str piece)
{
    return piece.len >= PART_BYTES_MIN && piece.len < name.len &&
           ((str_starts(name, piece) && is_seam(name, piece.len)) ||
            (str_ends(name, piece) && is_seam(name, name.len - piece.len)));
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

/* Whether a piece of the text between quotes, cut where a value is put in, is a part. */
static bool has_part(const Rename *rename, Str inner)
{
    size_t start = 0;
    for (size_t i = 0; i <= inner.len; i++) {
        /* A placeholder is no piece: `%s_init`. */
        if (i + 1 < inner.len && inner.ptr[i] == '%') {
            start = i + 2;
            i++;
            continue;
        }
        if (i < inner.len && byte_is_word(inner.ptr[i]))
            continue;
        if (start <= i && is_part(rename->old, str_slice(inner, start, i)))
            return true;
        start = i + 1;
    }
    return ends_with_package(rename, inner);
}

/* ---- texts that are joined ---- */

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

static bool has_place(Str inner)
{
    return str_find_byte(inner, '{') != STR_NONE || str_find(inner, STR("%s")) != STR_NONE;
}

/* Whether the string between the offsets of its quotes is joined with something else. */
static bool is_joined(Str text, size_t open, size_t close)
{
    Str before = str_trim(str_slice(text, 0, open));
    Str after = str_trim(str_from_offset(text, MIN(close + 1, text.len)));
    bool dotted = before.len > 1 && str_ends(before, STR(".")) && open != before.len;
    return has_place(str_slice(text, open + 1, close)) || str_ends(before, STR("+")) || dotted ||
           str_starts(after, STR("+")) || str_starts(after, STR(". ")) ||
           str_starts(after, STR(" . ")) || is_asked(before);
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
        if (word.len && str_find(text, word) != STR_NONE)
            return true;
    if (facts->exports) /* JavaScript: `o[name]` */
        for (size_t i = 1; i + 1 < text.len; i++)
            if (text.ptr[i] == '[' && (byte_is_word(text.ptr[i - 1]) || text.ptr[i - 1] == ')') &&
                byte_is_alpha(text.ptr[i + 1]))
                return true;
    return false;
}

void rename_scan_parts(Rename *rename, const CatalogFile *row, Str text)
{
    if (!looks_up(rename->facts, text))
        return;
    for (size_t i = 0; i < text.len; i++) {
        char quote = text.ptr[i];
        size_t close = i + 1;
        if (!byte_in(quote, "\"'`"))
            continue;
        while (close < text.len && text.ptr[close] != quote && text.ptr[close] != '\n')
            close += text.ptr[close] == '\\' ? 2 : 1;
        if (close >= text.len || text.ptr[close] == '\n')
            continue;
        if (is_joined(text, i, close) && has_part(rename, str_slice(text, i + 1, close))) {
            rename_add_told(rename, row->path, (uint32_t)lines_at_offset(text, i),
                            str_format(rename->request->arena,
                                       "code here may put the name '%.*s' together",
                                       STR_ARG(rename->old)));
            return;
        }
        i = close;
    }
}
