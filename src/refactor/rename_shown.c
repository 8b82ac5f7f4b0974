/* Whether what code prints, or makes a string of, may have the old name in it: by how the arguments
   are written, since values have no types here. In doubt they may. */
#include "refactor/rename.h"

#include "text/lines.h"

/* Bytes after a mark in which its brackets end. */
#define CALL_BYTES 2000

/* ---- text ---- */

size_t rename_find_mark(Str text, Str mark, size_t at)
{
    while (mark.len && at + mark.len <= text.len) {
        size_t found = str_find(str_from_offset(text, at), mark);
        if (found == STR_NONE)
            return STR_NONE;
        size_t start = at + found, end = start + mark.len;
        bool begins = !start || !byte_is_word(mark.ptr[0]) || !byte_is_word(text.ptr[start - 1]);
        bool ends = end >= text.len || !byte_is_word(mark.ptr[mark.len - 1]) ||
                    !byte_is_word(text.ptr[end]);
        if (begins && ends)
            return start;
        at = start + 1;
    }
    return STR_NONE;
}

static bool has_mark(Str text, Str mark)
{
    return rename_find_mark(text, mark, 0) != STR_NONE;
}

bool rename_has_mark(Str text, const char *marks, Str *found)
{
    Str rest = str_from(marks);
    while (str_take_until(&rest, ' ', found))
        if (has_mark(text, *found))
            return true;
    return false;
}

Str rename_line_at(Str text, size_t at)
{
    size_t start = lines_start_at(text, at), end = at;
    while (end < text.len && text.ptr[end] != '\n')
        end++;
    return str_slice(text, start, end);
}

Str rename_arguments(Str text, size_t at)
{
    size_t open = at, last = MIN(text.len, at + CALL_BYTES);
    while (open < last && byte_in(text.ptr[open], " \t"))
        open++;
    if (open && byte_in(text.ptr[open - 1], "(["))
        open--;
    if (open >= last || !byte_in(text.ptr[open], "([{")) {
        size_t end = open;
        while (end < last && text.ptr[end] != '\n')
            end++;
        return str_slice(text, MIN(open, end), end);
    }
    size_t depth = 0;
    for (size_t i = open; i < last; i++) {
        depth += byte_in(text.ptr[i], "([{");
        depth -= byte_in(text.ptr[i], ")]}");
        if (!depth)
            return str_slice(text, open + 1, i);
    }
    return str_slice(text, open + 1, last);
}

Str rename_owner_name(const Rename *rename, size_t index)
{
    return catalog_name(rename->catalog,
                        catalog_entry(rename->catalog, rename->owners.ptr[index])->name);
}

bool rename_speaks_of(const Rename *rename, Str text)
{
    if (has_mark(text, rename->old))
        return true;
    for (size_t i = 0; rename->is_member && i < rename->owners.len; i++)
        if (has_mark(text, rename_owner_name(rename, i)))
            return true;
    return false;
}

/* ---- what is shown ---- */

/* Whether every line that gives the variable a value gives it a plain one: `int n`, `n = 3`. */
static bool is_plain_variable(const Rename *rename, Str text, Str name)
{
    for (size_t at = 0; (at = rename_find_mark(text, name, at)) != STR_NONE; at += name.len) {
        size_t end = at + name.len;
        while (end < text.len && byte_in(text.ptr[end], " \t"))
            end++;
        Str after = str_trim(str_from_offset(rename_line_at(text, end), 0));
        Str line = rename_line_at(text, at), word;
        size_t before = at;
        while (before && byte_in(text.ptr[before - 1], " \t"))
            before--;
        size_t start = before;
        while (start && byte_is_word(text.ptr[start - 1]))
            start--;
        Str type = str_slice(text, start, before);
        if (type.len && rename->facts->plain && name_is_listed(rename->facts->plain, type))
            return true;
        bool gives = end < text.len && byte_in(text.ptr[end], ":=i") &&
                     !str_starts(str_from_offset(text, end), STR("=="));
        if (rename_speaks_of(rename, line) && !byte_in(after.ptr[0], "#/*"))
            return false;
        size_t equals = str_find_byte(line, '=');
        Str value = equals == STR_NONE ? (Str){0} : str_trim(str_from_offset(line, equals + 1));
        if ((gives && value.len && (byte_is_digit(value.ptr[0]) || byte_in(value.ptr[0], "\"'"))) ||
            rename_has_mark(line, rename->facts->plain ? rename->facts->plain : "", &word))
            return true;
    }
    return false;
}

static bool is_name(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!byte_is_word(text.ptr[i]) && text.ptr[i] != '$')
            return false;
    return text.len && !byte_is_digit(text.ptr[0]);
}

/* Whether a declaration in the text says that the function's result is plain: `int code(Mode
   mode)`, `code(mode: Mode): number`. */
static bool gives_plain(const Rename *rename, Str text, Str callee)
{
    const char *plain = rename->facts->plain;
    for (size_t at = 0; plain && (at = rename_find_mark(text, callee, at)) != STR_NONE;
         at += callee.len) {
        size_t start = at, end = at + callee.len;
        while (start && byte_in(text.ptr[start - 1], " \t"))
            start--;
        size_t word = start;
        while (word && byte_is_word(text.ptr[word - 1]))
            word--;
        if (start < at && name_is_listed(plain, str_slice(text, word, start)))
            return true;
        if (end >= text.len || text.ptr[end] != '(')
            continue;
        end += rename_arguments(text, end).len + 2;
        while (end < text.len && byte_in(text.ptr[end], " \t:->"))
            end++;
        for (word = end; end < text.len && byte_is_word(text.ptr[end]);)
            end++;
        if (name_is_listed(plain, str_slice(text, word, end)))
            return true;
    }
    return false;
}

/* The function whose argument is at the offset: `code` in `code(RED)`; empty outside of calls. */
Str rename_callee_around(Str text, size_t at)
{
    int depth = 0;
    while (at && (depth || !byte_in(text.ptr[at - 1], "([{"))) {
        depth += byte_in(text.ptr[at - 1], ")]}");
        depth -= byte_in(text.ptr[at - 1], "([{");
        at--;
    }
    size_t end = at ? at - 1 : 0, start = end;
    while (at && start && text.ptr[end] == '(' && text.ptr[start - 1] == '!') /* Rust */
        start--;
    size_t last = start;
    while (at && text.ptr[end] == '(' && start && byte_is_word(text.ptr[start - 1]))
        start--;
    return str_slice(text, start, last);
}

/* Whether a member is one that has the name of its type. */
static bool gives_name(Str member)
{
    size_t end = 0;
    while (end < member.len && byte_is_word(member.ptr[end]))
        end++;
    return name_is_listed("name prototype constructor class getClass bind toString",
                          str_slice(member, 0, end));
}

/* Where the chain of members begins that ends with the word at the offset: `m.f(1).old`. */
static size_t chain_start(Str text, size_t at)
{
    while (at && text.ptr[at - 1] == '.') {
        size_t depth = 0;
        for (at--;
             at && (depth || byte_is_word(text.ptr[at - 1]) || byte_in(text.ptr[at - 1], ")]"));
             at--) {
            depth += byte_in(text.ptr[at - 1], ")]");
            depth -= depth && byte_in(text.ptr[at - 1], "([");
        }
    }
    return at;
}

/* Whether the name at the offset is the key of an entry: `{ old: 3 }`. */
static bool is_entry_key(Str piece, size_t at, size_t end)
{
    Str before = str_trim_end(str_slice(piece, 0, at)),
        after = str_trim(str_from_offset(piece, end));
    return str_starts(after, STR(":")) && !str_starts(after, STR("::")) && before.len &&
           byte_in(before.ptr[before.len - 1], "{,");
}

/* Whether the function's name at the offset is not handed over: it is a key, a member of it is
   read, or only its kind is asked for: `typeof m.old`. */
static bool is_not_handed(const Rename *rename, Str piece, size_t at, size_t end)
{
    Str before = str_trim_end(str_slice(piece, 0, chain_start(piece, at)));
    bool asked = name_is_listed(rename->facts->plain, str_last_word(before));
    bool read =
        end < piece.len && piece.ptr[end] == '.' && !gives_name(str_from_offset(piece, end + 1));
    return rename->is_function && (asked || read || is_entry_key(piece, at, end));
}

/* Whether the mark is in the piece otherwise than in a call that does not give it back: for a
   function `name(3)` and `items.map(name)`, else `code(RED)` with a plain result. */
bool rename_hands_mark(const Rename *rename, Str text, Str piece, Str mark)
{
    for (size_t at = 0; (at = rename_find_mark(piece, mark, at)) != STR_NONE; at += mark.len) {
        size_t end = at + mark.len;
        Str callee = rename_callee_around(piece, at);
        bool read = rename->is_type && end < piece.len && piece.ptr[end] == '.' &&
                    !gives_name(str_from_offset(piece, end + 1));
        if (read || is_not_handed(rename, piece, at, end))
            continue;
        bool calls = end < piece.len && piece.ptr[end] == '(';
        if (calls && rename->is_variant)
            continue; /* a method of the name */
        bool called = rename->is_function && calls;
        if (!called &&
            (!callee.len || (!rename->is_function && !gives_plain(rename, text, callee))))
            return true;
    }
    return false;
}

/* Whether a piece of the shown text may be a value of the type: a name that may lead to one is in
   it and the piece gives it. */
bool rename_may_be_value(const Rename *rename, Str text, Str piece)
{
    piece = str_trim(piece);
    size_t format = str_find_byte(piece, ':');
    if (format != STR_NONE && is_name(str_slice(piece, 0, format)))
        piece = str_slice(piece, 0, format);
    if (str_ends(piece, STR("=")))
        piece = str_slice(piece, 0, piece.len - 1);
    bool unknown =
        rename_carries_all(rename) && is_name(piece) && !is_plain_variable(rename, text, piece);
    return (unknown || rename_carries(rename, text, piece)) &&
           !rename_is_plain(rename, text, piece);
}

/* The operands of an operator between texts: `"of " + mode`. */
bool rename_joins_value(const Rename *rename, Str text, size_t at)
{
    Str after = str_from_offset(text, at + 1);
    bool assigns = str_starts(after, STR("="));
    size_t start = at, first = at + 1 + assigns, end = first, depth = 0;
    if (str_starts(after, STR("+")) || (at && text.ptr[at - 1] == '+'))
        return false;
    while (start && (depth || !byte_in(text.ptr[start - 1], "+=,;([{}\n?:&|"))) {
        start--;
        depth += byte_in(text.ptr[start], ")]}");
        depth -= byte_in(text.ptr[start], "([{");
    }
    for (depth = 0; end < text.len && (depth || !byte_in(text.ptr[end], "+,;)]}\n?:&|")); end++) {
        depth += byte_in(text.ptr[end], "([{");
        depth -= byte_in(text.ptr[end], ")]}");
    }
    return (!assigns && rename_may_be_value(rename, text, str_slice(text, start, at))) ||
           rename_may_be_value(rename, text, str_slice(text, first, end));
}

/* The values that a string puts in: `{x}`, `${x}`, `#{x}`, `$x`. */
static bool string_shows(const Rename *rename, Str text, Str inner)
{
    for (size_t i = 0; i + 1 < inner.len; i++) {
        size_t end = i + 1;
        if (inner.ptr[i] == '{') {
            while (end < inner.len && inner.ptr[end] != '}')
                end++;
        } else if (inner.ptr[i] == '$' && byte_is_alpha(inner.ptr[i + 1])) {
            while (end < inner.len && byte_is_word(inner.ptr[end]))
                end++;
        } else {
            continue;
        }
        Str piece = str_slice(inner, i + 1, end);
        if (piece.len && rename_may_be_value(rename, text, piece)) {
            return true;
        }
        i = end;
    }
    return false;
}

bool rename_shows_value(const Rename *rename, Str text, Str arguments)
{
    size_t start = 0, depth = 0;
    for (size_t i = 0; i <= arguments.len; i++) {
        char byte = i < arguments.len ? arguments.ptr[i] : ',';
        if (byte_in(byte, "\"'`") && i < arguments.len) {
            size_t close = i + 1;
            while (close < arguments.len && arguments.ptr[close] != byte)
                close += arguments.ptr[close] == '\\' ? 2 : 1;
            close = MIN(close, arguments.len);
            if (string_shows(rename, text, str_slice(arguments, i + 1, close)))
                return true;
            i = close;
            continue;
        }
        depth += byte_in(byte, "([{");
        depth -= depth && byte_in(byte, ")]}");
        if (depth || !byte_in(byte, ",+"))
            continue;
        Str piece = str_slice(arguments, start, MIN(i, arguments.len));
        if (piece.len && rename_may_be_value(rename, text, piece)) {
            return true;
        }
        start = i + 1;
    }
    return false;
}
