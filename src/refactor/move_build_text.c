/* A build file is read by statements, and each mention of a source by the list that it is in.
   Sources under different conditions are in different lists. A mention that may be another file of
   the same name does not count. */
#include "refactor/move_build.h"

#include "base/path.h"
#include "text/lines.h"

typedef struct Statement {
    size_t start, end;
    uint32_t line;
    uint32_t condition; /* the branch that it is in; 0: none */
} Statement;

/* ---- statements ---- */

/* The text with its comments blanked. */
static Str without_comments(const BuildFile *file)
{
    Str text = str_copy(file->arena, file->text);
    char *bytes = (char *)text.ptr;
    bool comment = false;
    for (size_t i = 0; i < text.len && file->syntax != BUILD_PROJECT; i++) {
        bool begins = bytes[i] == '#' && (!i || byte_is_space(bytes[i - 1]));
        comment = bytes[i] != '\n' && (comment || begins);
        if (comment && bytes[i] != '\\')
            bytes[i] = ' ';
    }
    return text;
}

/* The end of the quoted text that begins at `at`, if it ends in its line. */
static size_t skip_quoted(Str text, size_t at)
{
    size_t end = at + 1;
    while (end < text.len && text.ptr[end] != text.ptr[at] && text.ptr[end] != '\n')
        end++;
    return end < text.len && text.ptr[end] == text.ptr[at] ? end : at;
}

/* Where brackets are not closed, a statement is a line. */
static size_t statement_end(BuildSyntax syntax, Str text, size_t at)
{
    bool brackets = syntax == BUILD_CMAKE || syntax == BUILD_MESON || syntax == BUILD_BRACKETS;
    size_t depth = 0, line = str_find_byte(str_from_offset(text, at), '\n');
    line = line == STR_NONE ? text.len : at + line + 1;
    if (syntax == BUILD_PROJECT)
        return text.len;
    for (; at < text.len; at++) {
        char c = text.ptr[at];
        if (brackets && byte_in(c, "\"'"))
            at = skip_quoted(text, at);
        else if (brackets && byte_in(c, "([{"))
            depth++;
        else if (brackets && byte_in(c, ")]}"))
            depth -= depth > 0;
        if (c != '\n' || depth)
            continue;
        size_t before = at > 0 && text.ptr[at - 1] == '\r' ? at - 1 : at;
        if (!before || text.ptr[before - 1] != '\\')
            return at + 1;
    }
    return depth ? line : text.len;
}

static Str first_word(Arena *arena, Str statement)
{
    Str text = str_trim(statement);
    size_t end = 0;
    while (end < text.len && byte_is_word(text.ptr[end]))
        end++;
    return str_lower(arena, str_slice(text, 0, end));
}

/* Follows a statement that begins or ends a branch. */
static void follow_branches(const BuildFile *file, Str statement, IdVec *open, uint32_t *count)
{
    bool recipe = file->syntax == BUILD_MAKE && str_starts(statement, STR("\t"));
    Str word = first_word(file->arena, statement);
    if (file->syntax == BUILD_BRACKETS || file->syntax == BUILD_PROJECT)
        return;
    if (name_is_listed("ifeq ifneq ifdef ifndef", word) || (!recipe && str_equal(word, STR("if"))))
        *VEC_PUSH(file->arena, open) = ++*count;
    else if (open->len && name_is_listed("else elif elseif", word))
        open->ptr[open->len - 1] = ++*count;
    else if (open->len && str_equal(word, STR("endif")))
        open->len--;
}

/* ---- which list ---- */

static Str without_operator(Str head)
{
    while (head.len && byte_in(head.ptr[head.len - 1], "+:?! \t"))
        head.len--;
    return str_trim(head);
}

/* What a statement of Make adds to. *skipped: it says how an object is made, not where it goes. */
static Str head_of_make(Str statement, bool *skipped)
{
    static const char *const objects[] = {".o", ".lo", ".obj"};
    size_t equal = str_find_byte(statement, '='), colon = str_find_byte(statement, ':');
    if (str_starts(statement, STR("\t")))
        return (Str){0};
    if (equal != STR_NONE && (colon == STR_NONE || equal < colon || equal <= colon + 2))
        return without_operator(str_slice(statement, 0, equal));
    if (colon == STR_NONE)
        return (Str){0};
    Str head = str_trim(str_slice(statement, 0, colon));
    for (size_t i = 0; i < COUNT(objects); i++)
        *skipped |= str_ends(head, str_from(objects[i]));
    return head;
}

/* The first argument of a call of CMake that names no way of adding. */
static Str head_of_call(Arena *arena, Str statement)
{
    size_t open = str_find_byte(statement, '(');
    Str rest = str_from_offset(statement, open == STR_NONE ? statement.len : open + 1);
    if (str_equal(first_word(arena, statement), STR("set_source_files_properties")))
        return (Str){0};
    for (;;) {
        rest = str_trim(rest);
        size_t end = 0;
        while (end < rest.len && !byte_is_space(rest.ptr[end]) && rest.ptr[end] != ')')
            end++;
        Str word = str_slice(rest, 0, end);
        if (!name_is_listed("APPEND PREPEND", word))
            return word;
        rest = str_from_offset(rest, end);
    }
}

static Str head_of_assignment(Str statement)
{
    size_t equal = str_find_byte(statement, '=');
    for (size_t i = 0; equal != STR_NONE && i < equal; i++)
        if (byte_in(statement.ptr[i], "([{\"'"))
            return (Str){0};
    return equal == STR_NONE ? (Str){0} : without_operator(str_slice(statement, 0, equal));
}

/* The innermost open bracket before an offset, or where the statement begins. */
static size_t bracket_around(Str text, size_t start, size_t until)
{
    size_t closed = 0;
    for (size_t at = until; at-- > start;) {
        if (byte_in(text.ptr[at], ")]}"))
            closed++;
        else if (byte_in(text.ptr[at], "([{") && !closed)
            return at;
        else if (byte_in(text.ptr[at], "([{"))
            closed--;
    }
    return start;
}

/* The key of the list that a mention is in; empty: it is in none. */
static Str list_of(const BuildFile *file, Str text, const Statement *statement, size_t at)
{
    Str body = str_slice(text, statement->start, statement->end), head = {0};
    size_t place = statement->start;
    bool skipped = false;
    if (file->syntax == BUILD_MAKE)
        head = head_of_make(body, &skipped);
    else if (file->syntax == BUILD_CMAKE)
        head = head_of_call(file->arena, body);
    else if (file->syntax == BUILD_MESON)
        head = head_of_assignment(body);
    else if (file->syntax == BUILD_BRACKETS)
        place = bracket_around(text, statement->start, at);
    if (skipped)
        return (Str){0};
    return head.len ? str_format(file->arena, "%u %.*s", statement->condition, STR_ARG(head))
                    : str_format(file->arena, "@%zu", place);
}

/* ---- mentions ---- */

static bool is_below(Str path, Str folder)
{
    return str_equal(folder, STR(".")) ||
           (str_starts(path, folder) && path.len > folder.len && path.ptr[folder.len] == '/');
}

static bool is_tail(Str path, Str tail)
{
    return str_ends(path, tail) &&
           (path.len == tail.len || path.ptr[path.len - tail.len - 1] == '/');
}

/* Whether a path as a build file writes it, without variables before it, means the source. */
static bool means(const BuildFile *file, Str folders, bool variable, bool object, Str source)
{
    Str base = path_base(source), here = path_directory(file->path);
    bool below = is_below(source, here) || str_find(file->text, STR("VPATH")) != STR_NONE ||
                 str_find(file->text, STR("vpath")) != STR_NONE;
    if (!variable) {
        Str parts[] = {STR("/"), here, STR("/"), folders, base};
        Str full = path_normalise(file->arena, str_join_all(file->arena, parts, COUNT(parts)));
        full = str_from_offset(full, 1);
        if (str_equal(full, source))
            return true;
        if (catalog_find_listed(file->catalog, full) != FILE_NOWHERE)
            return false;
    }
    while (str_starts(folders, STR("/")) || str_starts(folders, STR("./")) ||
           str_starts(folders, STR("../")))
        folders = str_from_offset(folders, str_find_byte(folders, '/') + 1);
    if (folders.len && is_tail(source, str_join(file->arena, folders, base)))
        return true;
    return below && (!folders.len || object);
}

/* Whether a source is mentioned where its name without extension is written. *alone: as the program
   or module that is made of it. */
static bool is_mention(const BuildFile *file, Str text, size_t at, Str source, bool *alone)
{
    Str extension = path_extension(source), base = path_base(source);
    size_t end = at + base.len - extension.len, start = at;
    if (at && (byte_is_word(text.ptr[at - 1]) || byte_in(text.ptr[at - 1], "-.+")))
        return false;
    if (end > text.len || text.ptr[end - 1] != '.')
        return false;
    Str rest = str_from_offset(text, end);
    size_t length = 0;
    while (length < rest.len && byte_is_word(rest.ptr[length]))
        length++;
    Str written = str_slice(rest, 0, length);
    bool object = name_is_listed("o lo obj", written) || str_starts(rest, STR("$"));
    bool goes_on = length < rest.len && byte_in(rest.ptr[length], ".-+");
    *alone = name_is_listed("so dll dylib exe", written);
    if (goes_on || (!object && !*alone && !str_equal(written, extension)))
        return false;
    while (start && (byte_is_word(text.ptr[start - 1]) || byte_in(text.ptr[start - 1], "./-+")))
        start--;
    bool variable = start && byte_in(text.ptr[start - 1], ")}>@");
    if (start && text.ptr[start - 1] == '\\') /* Windows: the folders are not followed */
        variable = true;
    return means(file, str_slice(text, start, at), variable, object || *alone, source);
}

static void add_mention(BuildFile *file, Str key, uint32_t line, size_t which, bool alone)
{
    if (!key.len)
        return;
    for (size_t i = 0; i < file->lists.len; i++)
        if (str_equal(file->lists.ptr[i].key, key)) {
            file->lists.ptr[i].has[which] = true;
            return;
        }
    BuildList *list = VEC_PUSH(file->arena, &file->lists);
    list->key = key;
    list->line = line;
    list->has[which] = true;
    list->alone = alone;
}

static bool read_statement(BuildFile *file, Str text, const Statement *statement)
{
    for (size_t which = 0; which < COUNT(file->sources); which++) {
        Str source = file->sources[which], base = path_base(source);
        Str stem = str_slice(base, 0, base.len - path_extension(base).len);
        for (size_t at = statement->start, found; at < statement->end; at += found + stem.len) {
            Str rest = str_slice(text, at, statement->end);
            bool alone = false;
            found = str_find(rest, stem);
            if (found == STR_NONE)
                break;
            if (!is_mention(file, text, at + found, source, &alone))
                continue;
            if (++file->mentions > BUILD_MENTIONS_MAX)
                return false;
            uint32_t line = statement->line + (uint32_t)lines_count_feeds(
                                                  str_slice(text, statement->start, at + found));
            Str key = alone ? source : list_of(file, text, statement, at + found);
            add_mention(file, key, line, which, alone);
        }
    }
    return true;
}

bool build_read_lists(BuildFile *file)
{
    Str text = without_comments(file);
    IdVec open = {0};
    uint32_t branches = 0;
    Statement statement = {.line = 1};
    while (statement.start < text.len) {
        statement.end = statement_end(file->syntax, text, statement.start);
        Str body = str_slice(text, statement.start, statement.end);
        follow_branches(file, body, &open, &branches);
        statement.condition = open.len ? open.ptr[open.len - 1] : 0;
        if (!read_statement(file, text, &statement))
            return false;
        statement.line += (uint32_t)lines_count_feeds(body);
        statement.start = statement.end;
    }
    return true;
}
