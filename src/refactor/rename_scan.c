/* Names that a rename would have to change, and that are not the old name itself: what a language
   or a tool makes of it (`_A__x`, `getX`, `-DX`), and what code puts together. No file of the tree
   is left out. */
#include "refactor/rename.h"

#include "lang/disguise.h"
#include "text/lines.h"

#include <ctype.h>

/* Bytes of a call in which the strings are looked at. */
#define CALL_BYTES 240
/* A shorter part of a name says nothing. */
#define PART_BYTES_MIN 2

/* ---- derived names ---- */

/* Offset of the text as a whole word, or STR_NONE; `open`: letters may follow. */
static size_t find_word(Str text, Str word, bool open)
{
    for (size_t at = 0; word.len && at + word.len <= text.len;) {
        size_t found = str_find(str_from_offset(text, at), word);
        if (found == STR_NONE)
            return STR_NONE;
        size_t start = at + found, end = start + word.len;
        bool begins = !start || !byte_is_word(text.ptr[start - 1]) || !byte_is_word(word.ptr[0]);
        if (begins && (open || end >= text.len || !byte_is_word(text.ptr[end])))
            return start;
        at = start + 1;
    }
    return STR_NONE;
}

static void tell_derived(Rename *rename, const CatalogFile *row, Str text, Str word, bool open)
{
    size_t at = find_word(text, word, open);
    if (at != STR_NONE)
        rename_add_told(rename, row->path, (uint32_t)lines_at_offset(text, at),
                        str_format(rename->request->arena, "'%.*s' is here, and comes from '%.*s'",
                                   STR_ARG(word), STR_ARG(rename->old)));
}

Str rename_with_case(Arena *arena, Str name, bool upper)
{
    Str copy = str_format(arena, "%.*s", STR_ARG(name));
    char *first = (char *)copy.ptr;
    if (copy.len)
        *first = (char)(upper ? toupper((unsigned char)*first) : tolower((unsigned char)*first));
    return copy;
}

/* Python: `__x` of class A is `_A__x` outside. */
static void scan_private(Rename *rename, const CatalogFile *row, Str text)
{
    Arena *arena = rename->request->arena;
    Str mark = str_from(rename->facts->private_mark);
    const Catalog *catalog = rename->catalog;
    if (rename->is_type) {
        tell_derived(rename, row, text,
                     str_format(arena, "_%.*s%.*s", STR_ARG(rename->old), STR_ARG(mark)), true);
        return;
    }
    if (!rename->is_member || !str_starts(rename->old, mark) || str_ends(rename->old, mark))
        return;
    for (size_t i = 0; i < rename->owners.len; i++) {
        Str owner = catalog_name(catalog, catalog_entry(catalog, rename->owners.ptr[i])->name);
        tell_derived(rename, row, text,
                     str_format(arena, "_%.*s%.*s", STR_ARG(owner), STR_ARG(rename->old)), false);
    }
}

/* `getX` is `x` to another language, and the other way round. Only files of other languages, and
   those whose tools make such methods, can say so. */
static void scan_getters(Rename *rename, const CatalogFile *row, Str text)
{
    Arena *arena = rename->request->arena;
    Str rest = rename->facts->getters ? str_from(rename->facts->getters) : (Str){0}, prefix;
    const CatalogFile *home =
        catalog_row(rename->catalog, catalog_place(rename->catalog, rename->symbol).file);
    bool other = row->language != home->language && rename_speaks(rename, row->language);
    bool made = !rename->is_function && find_word(text, STR("lombok"), false) != STR_NONE;
    bool reached = rename->is_member || (rename->facts->holder && !rename->is_type);
    while (reached && (other || made) && str_take_until(&rest, ' ', &prefix)) {
        if (!rename->is_function)
            tell_derived(rename, row, text,
                         str_format(arena, "%.*s%.*s", STR_ARG(prefix),
                                    STR_ARG(rename_with_case(arena, rename->old, true))),
                         false);
        else if (str_starts(rename->old, prefix) && rename->old.len > prefix.len)
            tell_derived(rename, row, text,
                         str_format(arena, ".%.*s",
                                    STR_ARG(rename_with_case(
                                        arena, str_from_offset(rename->old, prefix.len), false))),
                         false);
    }
}

/* `MarkAttribute` is `[Mark]`. */
static void scan_suffixes(Rename *rename, const CatalogFile *row, Str text)
{
    Str rest = rename->facts->suffixes ? str_from(rename->facts->suffixes) : (Str){0}, suffix;
    while (rename_speaks(rename, row->language) && str_take_until(&rest, ' ', &suffix))
        if (rename->is_type && str_ends(rename->old, suffix) && rename->old.len > suffix.len)
            tell_derived(rename, row, text, str_slice(rename->old, 0, rename->old.len - suffix.len),
                         false);
}

static void scan_derived(Rename *rename, const CatalogFile *row, Str text)
{
    Arena *arena = rename->request->arena;
    if (rename->facts->private_mark)
        scan_private(rename, row, text);
    if (rename->is_macro)
        tell_derived(rename, row, text, str_format(arena, "-D%.*s", STR_ARG(rename->old)), false);
    if (rename->facts->getters && lang_is_c(row->language) && rename->is_member &&
        find_word(text, STR("Java_"), true) != STR_NONE &&
        str_find(text, str_format(arena, "_%.*s", STR_ARG(rename->old))) != STR_NONE)
        rename_add_told(rename, row->path, 0,
                        STR("native code may implement the method by its name"));
    if (rename->facts->interfaces_have_shape && rename->facts->packages_are_scopes) {
        tell_derived(rename, row, text, str_format(arena, "Example%.*s", STR_ARG(rename->old)),
                     rename->is_type);
        for (size_t i = 0; i < rename->owners.len; i++) {
            Str owner = catalog_name(rename->catalog,
                                     catalog_entry(rename->catalog, rename->owners.ptr[i])->name);
            tell_derived(
                rename, row, text,
                str_format(arena, "Example%.*s_%.*s", STR_ARG(owner), STR_ARG(rename->old)), false);
        }
    }
    scan_getters(rename, row, text);
    scan_suffixes(rename, row, text);
}

/* PHP: a call in other letters, in a file that is no code. */
static void scan_case(Rename *rename, const CatalogFile *row, Str text)
{
    Str old = rename->old;
    if (!rename->facts->folds_functions || !(rename->is_function || rename->is_type) ||
        rename_speaks(rename, row->language)) /* its places are judged */
        return;
    for (size_t at = 1; at + old.len < text.len; at++) {
        Str found = str_slice(text, at, at + old.len);
        char before = text.ptr[at - 1], after = text.ptr[at + old.len];
        bool code = byte_in(after, "(:;") || (rename->is_type && before == ' ' && after == ' ');
        if (code && !byte_is_word(before) && before != '$' && str_equal_nocase(found, old) &&
            !str_equal(found, old))
            rename_add_told(rename, row->path, (uint32_t)lines_at_offset(text, at),
                            STR("it is written in other letters here, which may mean it"));
    }
}

/* ---- names that are put together ---- */

/* Whether a piece of a string is the beginning or the end of the name. */
static bool is_part(const Rename *rename, Str piece)
{
    return piece.len >= PART_BYTES_MIN && piece.len < rename->old.len &&
           (str_starts(rename->old, piece) || str_ends(rename->old, piece));
}

/* The text between the quotes, cut where a value is put in. */
static bool string_has_part(const Rename *rename, Str inner)
{
    size_t start = 0;
    for (size_t i = 0; i <= inner.len; i++) {
        bool word = i < inner.len && byte_is_word(inner.ptr[i]);
        if (word)
            continue;
        if (is_part(rename, str_slice(inner, start, i)))
            return true;
        start = i + 1;
    }
    return false;
}

/* Whether a string after `at` holds a part of the name. */
static bool call_has_part(const Rename *rename, Str text, size_t at)
{
    size_t end = MIN(text.len, at + CALL_BYTES);
    for (size_t i = at; i < end && text.ptr[i] != ';' && text.ptr[i] != '\n'; i++) {
        char quote = text.ptr[i];
        if (!byte_in(quote, "\"'`"))
            continue;
        size_t close = i + 1;
        while (close < end && text.ptr[close] != quote)
            close++;
        if (string_has_part(rename, str_slice(text, i + 1, close)))
            return true;
        i = close;
    }
    return false;
}

/* Whether a call that begins there has no name that is written out: `getattr(o, name)`. */
static bool is_open_call(Str text, size_t at, bool commands)
{
    bool call = at < text.len && text.ptr[at] == '(';
    bool command =
        commands && at + 1 < text.len && text.ptr[at] == ' ' && byte_is_alpha(text.ptr[at + 1]);
    if (!call && !command)
        return false;
    for (size_t i = at + 1; i < text.len && i < at + CALL_BYTES; i++) {
        if (byte_in(text.ptr[i], ")\n"))
            return i > at + 1;
        if (byte_in(text.ptr[i], "\"'`") || (commands && text.ptr[i] == ':'))
            return false;
    }
    return false;
}

/* Whether what is written out at the ends of a computed text fits the name: `"do_" + x`. */
static bool ends_fit(const Rename *rename, Str text)
{
    size_t open = text.len && byte_in(text.ptr[0], "fF") ? 1 : 0;
    char last = text.len ? text.ptr[text.len - 1] : 0;
    if (open < text.len && byte_in(text.ptr[open], "\"'")) {
        size_t end = open + 1;
        while (end < text.len && text.ptr[end] != text.ptr[open] && text.ptr[end] != '{')
            end++;
        if (!str_starts(rename->old, str_slice(text, open + 1, end)))
            return false;
    }
    size_t start = text.len ? text.len - 1 : 0;
    while (byte_in(last, "\"'") && start && text.ptr[start - 1] != last &&
           text.ptr[start - 1] != '}')
        start--;
    return !byte_in(last, "\"'") || !start ||
           str_ends(rename->old, str_slice(text, start, text.len - 1));
}

/* Whether the line is in a type that has the member, or from which a type inherits that has it. */
static bool is_in_kin(const Rename *rename, const CatalogFile *row, uint32_t line)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < row->count; i++)
        if (symbol_is_type((SymbolKind)row->entries[i].kind) &&
            row->entries[i].start_line <= line && line <= row->entries[i].end_line)
            found = i;
    return found && (rename_is_owner(rename, row->first + found) ||
                     rename_is_kin(rename, row->first + found));
}

/* Whether a call looks up, by a text that is not written out, in what has the symbol by its name:
   `getattr(shapes, kind)`. */
static bool looks_up_here(const Rename *rename, const CatalogFile *row, Str text, size_t at)
{
    if (at >= text.len || text.ptr[at] != '(')
        return false;
    Str arguments = rename_arguments(text, at);
    size_t comma = str_find_byte(arguments, ',');
    if (comma == STR_NONE)
        return false;
    Str value = str_trim(str_slice(arguments, 0, comma)),
        name = str_from_offset(arguments, comma + 1);
    name = str_trim(str_slice(name, 0, str_find_byte(name, ',')));
    Str home =
        catalog_row(rename->catalog, catalog_place(rename->catalog, rename->symbol).file)->path;
    size_t slash = str_find_last_byte(home, '/');
    Str base = slash == STR_NONE ? home : str_from_offset(home, slash + 1);
    Str stem = str_slice(base, 0, str_find_byte(base, '.'));
    Str last = handle_last_part(value);
    bool here = !rename->is_member &&
                (str_equal(last, stem) || str_find(value, STR("modules")) != STR_NONE ||
                 str_find(value, STR("import_module")) != STR_NONE);
    bool plain = name.len && byte_in(name.ptr[0], "\"'") &&
                 str_find_byte(str_from_offset(name, 1), name.ptr[0]) == name.len - 2;
    return !plain && ends_fit(rename, name) &&
           (here ||
            (rename->is_member && (rename_is_owner_named(rename, last) ||
                                   (name_is_listed("self cls this", value) &&
                                    is_in_kin(rename, row, (uint32_t)lines_at_offset(text, at))))));
}

/* Python: `globals()[name]`, where the name is not written out. */
static void scan_scopes(Rename *rename, const CatalogFile *row, Str text)
{
    static const char *const marks[] = {"globals()[", "vars()[", "locals()[", "__dict__[",
                                        "globals().get("};
    uint32_t home = catalog_place(rename->catalog, rename->symbol).file;
    bool here = &rename->catalog->files.ptr[home] == row && !rename->is_member;
    for (size_t i = 0; (here || rename->is_member) && i < COUNT(marks); i++) {
        Str mark = str_from(marks[i]);
        for (size_t at = 0; (at = rename_find_mark(text, mark, at)) != STR_NONE; at += mark.len) {
            Str key = str_from_offset(text, at + mark.len);
            key = str_slice(
                key, 0,
                MIN(str_find_byte(key, mark.ptr[mark.len - 1] == '[' ? ']' : ')'), key.len));
            bool plain = key.len > 1 && byte_in(key.ptr[0], "\"'") &&
                         str_find_byte(str_from_offset(key, 1), key.ptr[0]) == key.len - 2;
            bool member = str_equal(mark, STR("__dict__["));
            if (!plain && member == rename->is_member && ends_fit(rename, key))
                rename_add_told(rename, row->path, (uint32_t)lines_at_offset(text, at),
                                STR("names are looked up here that are not written out"));
        }
    }
}

/* Code that looks up names by strings: a listed word, a computed member, a variable function. */
static void scan_lookups(Rename *rename, const CatalogFile *row, Str text)
{
    const RenameFacts *facts = rename->facts;
    Str rest = facts->by_name ? str_from(facts->by_name) : (Str){0}, word;
    while (str_take_until(&rest, ' ', &word)) {
        size_t from = 0, at;
        while (word.len && (at = find_word(str_from_offset(text, from), word, false)) != STR_NONE) {
            from += at + word.len;
            rename->looks_up |= is_open_call(text, from, facts->types_mix || facts->exports);
            if (looks_up_here(rename, row, text, from))
                rename_add_told(rename, row->path, (uint32_t)lines_at_offset(text, from),
                                str_format(rename->request->arena,
                                           "'%.*s' looks up names here that are not written out",
                                           STR_ARG(word)));
            if (!facts->names_are_global && call_has_part(rename, text, from))
                rename_add_told(rename, row->path, (uint32_t)lines_at_offset(text, from),
                                str_format(rename->request->arena,
                                           "code here may put the name '%.*s' together",
                                           STR_ARG(rename->old)));
        }
    }
}

static void tell_part(Rename *rename, const CatalogFile *row, Str text, size_t at)
{
    rename_add_told(rename, row->path, (uint32_t)lines_at_offset(text, at),
                    str_format(rename->request->arena, "code here may put the name '%.*s' together",
                               STR_ARG(rename->old)));
}

/* Whether a string of the text that is joined with something is a part of the name. */
static bool has_joined_part(const Rename *rename, Str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char quote = text.ptr[i];
        size_t close = i + 1;
        if (!byte_in(quote, "\"'"))
            continue;
        while (close < text.len && text.ptr[close] != quote && text.ptr[close] != '\n')
            close++;
        Str before = str_trim(str_slice(text, 0, i)),
            after = str_trim(str_from_offset(text, MIN(close + 1, text.len)));
        bool joined = (before.len && byte_in(before.ptr[before.len - 1], ".+")) ||
                      (after.len && byte_in(after.ptr[0], ".+"));
        if (joined && string_has_part(rename, str_slice(text, i + 1, close)))
            return true;
        i = close;
    }
    return false;
}

/* Whether the brackets at the offset hold a name that is not one of an index: `o[key]`. */
static bool is_keyed(Str text, size_t open)
{
    size_t end = open + 1;
    while (end < text.len && (byte_is_word(text.ptr[end]) || text.ptr[end] == '.'))
        end++;
    return end > open + 1 && end < text.len && text.ptr[end] == ']' &&
           byte_is_alpha(text.ptr[open + 1]) &&
           !name_is_listed("i j n index idx", str_slice(text, open + 1, end));
}

/* JavaScript: `o[name](…)`, `o["pre" + name]`, and for a field `o[name]`. */
static void scan_computed(Rename *rename, const CatalogFile *row, Str text)
{
    for (size_t i = 1; i + 1 < text.len; i++) {
        char byte = text.ptr[i], next = text.ptr[i + 1], before = text.ptr[i - 1];
        rename->looks_up |= byte == ']' && (next == '(' || next == '?');
        if (byte != '[' || !(byte_is_word(before) || before == ')') || byte_is_digit(next))
            continue;
        rename->looks_up |= rename->is_member && !rename->is_function && is_keyed(text, i);
        size_t close = str_find_byte(str_from_offset(text, i), ']');
        if (close != STR_NONE && call_has_part(rename, str_slice(text, 0, i + close), i))
            tell_part(rename, row, text, i);
    }
}

/* PHP: `$o->$name(…)`, `$f(…)`. */
static void scan_variable_calls(Rename *rename, const CatalogFile *row, Str text)
{
    bool before = rename->looks_up;
    size_t first = 0;
    rename->looks_up = false;
    for (size_t i = 1; i + 1 < text.len && !rename->looks_up; i++) {
        size_t end = i + 1;
        if (text.ptr[i] != '$')
            continue;
        while (end < text.len && byte_is_word(text.ptr[end]))
            end++;
        rename->looks_up =
            byte_in(text.ptr[i - 1], ">:") || (end < text.len && text.ptr[end] == '(');
        first = i;
    }
    if (rename->looks_up && has_joined_part(rename, text))
        tell_part(rename, row, text, first);
    rename->looks_up |= before;
}

/* A place that no search for the word finds, and no edit changes. */
static void scan_disguised(Rename *rename, const CatalogFile *row, Str text)
{
    size_t at = disguise_find(row->language, text, rename->old, 0);
    if (at != STR_NONE)
        rename_add_conflict(rename, row->path, (uint32_t)lines_at_offset(text, at),
                            str_format(rename->request->arena,
                                       "'%.*s' is written here in another spelling",
                                       STR_ARG(rename->old)));
}

void rename_scan_text(Rename *rename, const CatalogFile *row, Str text)
{
    scan_derived(rename, row, text);
    if (!rename_speaks(rename, row->language))
        return;
    scan_disguised(rename, row, text);
    rename_scan_data(rename, row, text);
    scan_case(rename, row, text);
    scan_lookups(rename, row, text);
    rename_scan_parts(rename, row, text);
    rename_scan_mixed(rename, row, text);
    rename_scan_modules(rename, text);
    if (rename->facts->private_mark)
        scan_scopes(rename, row, text);
    if (!rename->is_member && !rename->is_function)
        return;
    if (rename->facts->exports)
        scan_computed(rename, row, text);
    if (rename->facts->strings_are_callable)
        scan_variable_calls(rename, row, text);
}
