/* A distinct name, which hardly is a word of a language, is taken for a use wherever no reader of
   code looks. Any other name must be qualified, or be written in a form of its kind: alone in
   quotation marks, after a sign, called, as a goal of its tool. A path must lead to what is gone,
   from its own folder or from the root. */
#include "change/left_places.h"

#include "base/path.h"
#include "change/use_text.h"
#include "text/address.h"

#include <stdlib.h>

/* A plain word in more files than this is an everyday one; words of settings are so sooner. */
#define PLAIN_FILES_MAX 8
#define PLAIN_KEY_FILES_MAX 3
/* Places of one name that are listed. */
#define NAME_PLACES_MAX 40
#define NAME_MENTIONS_MAX 3

/* ---- text around a place ---- */

static bool is_part(char c)
{
    return byte_is_word(c) || c == '-' || (unsigned char)c >= 0x80;
}

static char before_at(Str text, size_t start, size_t back)
{
    return start >= back ? text.ptr[start - back] : '\0';
}

static char at(Str text, size_t i)
{
    return i < text.len ? text.ptr[i] : '\0';
}

static bool is_quote(char c)
{
    return c && byte_in(c, "\"'`");
}

/* Whether the text has the word, not within a longer one; letters of any case. */
static bool has_word(Str text, Str word)
{
    for (size_t i = 0; i + word.len <= text.len; i++)
        if ((!i || !byte_is_word(text.ptr[i - 1])) && !byte_is_word(at(text, i + word.len)) &&
            str_equal_nocase(str_slice(text, i, i + word.len), word))
            return true;
    return false;
}

static bool has_any_word(Str text, const char *words)
{
    Str rest = str_from(words), word;
    while (str_take_until(&rest, ' ', &word))
        if (word.len && has_word(text, word))
            return true;
    return false;
}

/* The word before a sign that joins two names: `a` of `a.b`, `a::b`, `a#b`, `a/b`, `a->b`. */
static Str qualifier_at(Str text, size_t start)
{
    size_t end = start;
    while (end && start - end < 2 && byte_in(text.ptr[end - 1], ".:#/\\>-"))
        end--;
    size_t from = end;
    while (from && byte_is_word(text.ptr[from - 1]))
        from--;
    return end < start ? str_slice(text, from, end) : (Str){0};
}

/* Whether the line says whose the name is: `m.f`, `m:f`, `from m import f`. */
static bool is_qualified(const LeftName *name, const LeftPlace *place)
{
    Str before = qualifier_at(place->text, place->start);
    const Str owners[] = {name->owner, name->owner.len ? (Str){0} : name->stem,
                          name->owner.len ? (Str){0} : name->folder};
    for (size_t i = 0; i < COUNT(owners); i++)
        if (owners[i].len &&
            (str_equal(before, owners[i]) ||
             (owners[i].len > 1 && str_ends(owners[i], before) && before.len &&
              byte_in(before_at(owners[i], owners[i].len, before.len + 1), ".:/\\"))))
            return true;
    return !name->owner.len && name->stem.len && !str_equal(name->stem, name->word) &&
           has_word(place->text, name->stem) &&
           has_any_word(place->text, "import from require use include");
}

/* ---- forms of a kind ---- */

static bool is_callable(SymbolKind kind)
{
    return symbol_is_callable(kind) || kind == SYMBOL_MACRO;
}

/* Whether a command that runs the target or the script is in the line before it; with `next`, right
   before it. */
static bool is_command(const LeftName *name, const LeftPlace *place, bool next)
{
    Str before = str_slice(place->text, 0, place->start), commands[LEFT_COMMANDS_MAX];
    left_names_commands(name, commands);
    for (size_t i = 0; i < LEFT_COMMANDS_MAX && commands[i].len; i++)
        if (next ? str_ends(str_trim_end(before), commands[i]) : has_word(before, commands[i]))
            return true;
    return false;
}

/* Whether a line asks a database. */
static bool is_query(Str line)
{
    return has_any_word(line, "select insert update delete join from where alter") &&
           has_any_word(line, "from into set table join where by");
}

static bool is_of_database(SymbolKind kind)
{
    return kind >= SYMBOL_TABLE && kind <= SYMBOL_SCHEMA;
}

/* Whether the word is alone in quotation marks, signs before it aside. */
static bool is_alone(Str text, size_t start, size_t end)
{
    while (start && byte_in(text.ptr[start - 1], "#.$@:/"))
        start--;
    return is_quote(before_at(text, start, 1)) && at(text, end) == before_at(text, start, 1);
}

/* Whether a sign before the word makes it a name: `$f`, `#f`, `@f`, `{{ f`, `${f`, `x.f`. */
static bool is_signed(Str text, size_t start, size_t end)
{
    char last = before_at(text, start, 1), other = before_at(text, start, 2);
    if (last && byte_in(last, "$@%&"))
        return true;
    if (last && byte_in(last, ".#:"))
        return at(text, end) != '.' && !(last == ':' && other == '/');
    if (last && byte_in(last, "({") && other && byte_in(other, "${"))
        return true;
    while (start && text.ptr[start - 1] == ' ')
        start--;
    while (at(text, end) == ' ')
        end++;
    return before_at(text, start, 1) == '{' || at(text, end) == '}';
}

/* Bytes before a string in which the word `class` makes it a list of classes. */
#define CLASS_BYTES 14

/* Whether a class of a style sheet is among those of an element. */
static bool is_class(Str text, size_t start)
{
    size_t from = start;
    while (from && !is_quote(text.ptr[from - 1]))
        from--;
    Str before = str_slice(text, from > CLASS_BYTES ? from - CLASS_BYTES : 0, from);
    return from && str_find(before, STR("class")) != STR_NONE;
}

/* Whether the word is the whole of a value: `needs: build`, `- build`. */
static bool is_value(Str text, size_t start, size_t end)
{
    Str before = str_trim(str_slice(text, 0, start)), after = str_trim(str_from_offset(text, end));
    return before.len && byte_in(before.ptr[before.len - 1], ":-=[,") &&
           (!after.len || byte_in(after.ptr[0], "#,]"));
}

static bool has_form(const LeftName *name, const LeftPlace *place)
{
    Str text = place->text;
    size_t start = place->start, end = start + name->word.len;
    bool call = at(text, end) == '(', code = place->followed;
    if (is_callable(name->kind) && call)
        return true;
    if (name->kind == SYMBOL_ELEMENT || (name->kind == SYMBOL_TARGET && code))
        return false; /* a plain word there is one of many */
    if (is_of_database(name->kind) && is_query(code ? place->string : text))
        return true;
    if (name->kind == SYMBOL_RULE || name->kind == SYMBOL_SELECTOR)
        return is_class(text, start) || is_alone(text, start, end);
    if (is_command(name, place, false))
        return true;
    if (name->kind == SYMBOL_TARGET ||
        (name->kind == SYMBOL_KEY && str_equal(name->owner, STR("scripts"))))
        return false;
    if (name->kind == SYMBOL_KEY && name->language == place->language && is_value(text, start, end))
        return true;
    if (name->kind == SYMBOL_KEY && !is_quote(before_at(text, start, 1)))
        return byte_in(before_at(text, start, 1), "${%");
    if (is_alone(text, start, end))
        return !code || name->of_data;
    if (!name->of_data && (is_callable(name->kind) || symbol_is_type(name->kind)))
        return before_at(text, start, 1) && byte_in(before_at(text, start, 1), "$@#");
    return is_signed(code ? place->string : text,
                     code ? str_find(place->string, name->word) : start,
                     code ? str_find(place->string, name->word) + name->word.len : end);
}

/* Whether a string is data, not a sentence. */
static bool is_data(Str string)
{
    return str_find_byte(string, ' ') == STR_NONE || str_find_byte(string, '(') != STR_NONE ||
           is_query(string);
}

/* ---- packages ---- */

static bool is_import_line(Str line)
{
    return has_any_word(line, "import using use open require requires alias include opens exports");
}

/* Whether the word is before a sign that names what is in it: `n::f`, `N.f`, `n\\f`, `n:f`. */
static bool is_container_form(const LeftPlace *place, Str word)
{
    size_t end = place->start + word.len;
    char next = at(place->text, end), after = at(place->text, end + 1);
    bool capital = word.ptr[0] >= 'A' && word.ptr[0] <= 'Z';
    if (next == '\\' || (next == ':' && (after == ':' || (after >= 'a' && after <= 'z'))))
        return true;
    return next == '.' && byte_is_word(after) && (capital || str_find_byte(word, '.') != STR_NONE);
}

/* A package or a module, which is gone, in code. */
static LeftSense judge_container(const LeftName *name, const LeftPlace *place)
{
    char last = before_at(place->text, place->start, 1);
    if (place->kind == MENTION_COMMENT || place->kind == MENTION_PROSE)
        return name->distinct ? LEFT_MENTION : LEFT_NOTHING;
    if (name->shared || name->common || (last && byte_in(last, ".@$")) ||
        (place->string.len && !name->distinct))
        return LEFT_NOTHING;
    bool form = is_import_line(place->text) || is_container_form(place, name->word);
    return form || (name->distinct && !place->followed) ? LEFT_USE : LEFT_NOTHING;
}

/* A declaration that is in another package now. */
static LeftSense judge_member(const LeftName *name, const LeftPlace *place)
{
    Str before = qualifier_at(place->text, place->start);
    bool code = place->followed && !place->string.len;
    if (place->kind == MENTION_COMMENT || place->kind == MENTION_PROSE)
        return LEFT_NOTHING;
    if (str_equal(before, name->owner))
        return LEFT_USE;
    bool own = code && !name->shared &&
               str_equal(left_names_package(place->package), name->package) && !before.len;
    return own ? LEFT_USE : LEFT_NOTHING;
}

static bool is_container(SymbolKind kind)
{
    return kind == SYMBOL_MODULE || kind == SYMBOL_NAMESPACE || kind == SYMBOL_PACKAGE;
}

/* Whether code reads a variable of the environment, or of a script that it includes: `$HOST`. */
static bool is_variable(const LeftName *name, const LeftPlace *place)
{
    char last = before_at(place->text, place->start, 1);
    bool value = name->kind == SYMBOL_VARIABLE || name->kind == SYMBOL_CONSTANT;
    bool capital =
        (name->of_data && name->distinct) || (value && name->language == place->language);
    for (size_t i = 0; i < name->word.len; i++)
        capital &= !(name->word.ptr[i] >= 'a' && name->word.ptr[i] <= 'z');
    return capital &&
           (last == '$' || (last == '{' && before_at(place->text, place->start, 2) == '$'));
}

/* Whether code of the declaring language names it as its kind is named there: a column in a query,
   a target that another one needs, a variable. */
static bool is_code_form(const LeftName *name, const LeftPlace *place)
{
    Str before = str_slice(place->text, 0, place->start);
    if (name->shared || !place->followed || place->string.len)
        return false;
    if (name->kind == SYMBOL_TARGET && name->language == place->language)
        return str_find_byte(before, ':') != STR_NONE && !str_starts(before, STR("\t"));
    if (is_of_database(name->kind) && !name->common)
        return is_query(place->text) || (name->distinct && name->language == place->language);
    return is_variable(name, place);
}

static LeftSense judge_name(const LeftName *name, const LeftPlace *place)
{
    size_t end = place->start + name->word.len;
    bool text = !place->followed;
    char last = before_at(place->text, place->start, 1), next = at(place->text, end);
    bool option = last == '-' && before_at(place->text, place->start, 2) == '-';
    if (str_equal(str_trim(place->text), name->head) || (last == '-' && !option) ||
        (next == '-' && is_part(at(place->text, end + 1))))
        return LEFT_NOTHING; /* the former declaration as text, or a part of another name */
    if (place->kind == MENTION_PROSE || place->kind == MENTION_COMMENT)
        return name->shared || name->common || !name->distinct ? LEFT_NOTHING : LEFT_MENTION;
    if (is_code_form(name, place) || (!name->shared && is_command(name, place, true)))
        return LEFT_USE;
    if (name->shared || name->common)
        return (text || place->string.len) && is_qualified(name, place) ? LEFT_USE : LEFT_NOTHING;
    if (!text && !place->string.len)
        return name->distinct ? LEFT_MENTION : LEFT_NOTHING;
    if (is_qualified(name, place) || has_form(name, place))
        return LEFT_USE;
    if (!name->distinct)
        return LEFT_NOTHING;
    return text || is_data(place->string) ? LEFT_USE : LEFT_MENTION;
}

/* ---- paths ---- */

/* Lists of patterns may name what is not there. */
static bool is_pattern_list(Str path)
{
    Str base = path_base(path);
    return str_ends(base, STR("ignore")) || str_equal(base, STR(".gitattributes")) ||
           str_equal(base, STR("CODEOWNERS"));
}

/* The path that a text has around its last part: from the last blank, quotation mark or bracket. */
static Str path_at(Str text, size_t start, size_t end)
{
    size_t from = start;
    while (from && (is_part(text.ptr[from - 1]) || byte_in(text.ptr[from - 1], "./~@+")))
        from--;
    return str_slice(text, from, end);
}

/* The place before a quotation mark, behind which a call gives a path in parts: `"a", "b"`,
   `"a" / "b"`. STR_NONE: no part is before it. */
static size_t part_before(Str text, size_t from)
{
    size_t i = from;
    char quote = before_at(text, i, 1);
    if (!is_quote(quote))
        return STR_NONE;
    for (i--; i && text.ptr[i - 1] == ' ';)
        i--;
    bool joins = i && byte_in(text.ptr[i - 1], ",/");
    for (i -= joins; i && text.ptr[i - 1] == ' ';)
        i--;
    return joins && before_at(text, i, 1) == quote ? i - 1 : STR_NONE;
}

/* Parts of one path that are read. */
#define PARTS_MAX 8

/* The path with the parts before it: `a/b.c` of `join("a", "b.c")`. */
static Str whole_path_at(Arena *arena, Str text, size_t start, size_t end)
{
    Str path = path_at(text, start, end);
    size_t from = end - path.len;
    for (int count = 0; count < PARTS_MAX; count++) {
        size_t before = part_before(text, from);
        Str part = before == STR_NONE ? (Str){0} : path_at(text, before, before);
        if (!part.len || !is_quote(before_at(text, before - part.len, 1)))
            break;
        path = path_join(arena, part, path);
        from = before - part.len;
    }
    return path;
}

/* Whether the word ends the path: no other ending, no folder below it. */
static bool ends_path(Str text, size_t end, bool folder)
{
    char next = at(text, end), after = at(text, end + 1);
    if (folder && next == '/')
        return !is_part(after) && after != '.'; /* else what is in it has a name of its own */
    return !(next == '-' || next == '/' || (next == '.' && byte_is_word(after)) ||
             (unsigned char)next >= 0x80);
}

static bool is_there(const LeftNames *names, Str path)
{
    return map_find(&names->paths, path) != NULL;
}

/* Whether another path of the new state ends so. */
static bool is_elsewhere(const LeftNames *names, Str tail)
{
    for (size_t i = 0; i < names->paths.len; i++)
        if (str_ends(names->paths.entries[i].key, tail))
            return true;
    return false;
}

/* Where a written path leads from a folder. */
static Str lead(Arena *arena, Str folder, Str written)
{
    Str path = str_equal(folder, STR(".")) ? written : path_join(arena, folder, written);
    path = path_normalise(arena, path);
    return str_starts(path, STR("/")) ? str_from_offset(path, 1) : path;
}

/* Whether the line writes the path in the form of a link: `](a.md)`, `<a.md>`, `src="a.md"`. */
static bool is_link(Str text, size_t start, Str written)
{
    size_t from = start + path_base(written).len - written.len;
    char last = before_at(text, from, 1);
    return (last == '(' && before_at(text, from, 2) == ']') || last == '<' ||
           (is_quote(last) && before_at(text, from, 2) == '=') ||
           str_find(str_slice(text, 0, from), STR(":: ")) != STR_NONE;
}

/* Whether a path from the root of a machine ends with the whole path: `/srv/app/bin/run.pl`. */
static bool is_installed(const LeftName *name, Str written)
{
    size_t rest = written.len > name->path.len ? written.len - name->path.len : 0;
    return rest && str_starts(written, STR("/")) && !str_starts(written, STR("//")) &&
           !name->is_folder && str_ends(written, name->path) && written.ptr[rest - 1] == '/' &&
           (name->distinct || path_depth(name->path));
}

static bool leads_there(Arena *arena, const LeftNames *names, const LeftName *name,
                        const LeftPlace *place, Str written)
{
    Str own = path_directory(place->path), near = lead(arena, own, written);
    Str top = lead(arena, STR("."), written);
    if (str_equal(near, name->path))
        return true;
    if (is_there(names, near) || is_there(names, top))
        return false;
    if (str_equal(top, name->path) || is_installed(name, written))
        return true;
    while (str_starts(written, STR("../")) || str_starts(written, STR("./")) ||
           str_starts(written, STR("/")))
        written = str_from_offset(written, str_find_byte(written, '/') + 1);
    bool parts = str_find_byte(written, '/') != STR_NONE;
    Str tail = str_format(arena, "/%.*s", STR_ARG(written));
    bool alone = parts || (!name->is_folder && name->distinct);
    return alone && (str_ends(name->path, tail) || str_equal(name->path, written)) &&
           !is_elsewhere(names, tail);
}

/* Whether code writes a path without quotation marks, as scripts of builds do. */
static bool is_argument(const LeftName *name, const LeftPlace *place, Str written)
{
    size_t end = place->start + name->word.len, from = end - written.len;
    char last = before_at(place->text, from, 1), next = at(place->text, end);
    bool apart = (!last || byte_in(last, " \t(")) && (!next || byte_in(next, " \t\r\n)"));
    return apart && (!name->is_folder || str_find(place->text, STR("dir")) != STR_NONE);
}

/* Whether a path or a word is written as a folder is. */
static bool is_folder_form(const LeftName *name, const LeftPlace *place, Str written)
{
    size_t end = place->start + name->word.len;
    char last = before_at(place->text, place->start, 1), next = at(place->text, end);
    bool bracketed = last == '(' && next == ')';
    if (!str_equal(written, name->word) || bracketed)
        return true;
    return !name->common && (next == '/' || (is_quote(last) && next == last));
}

/* Whether a document includes another by its name: `\\input{a}`, a line of a table of contents. */
static bool is_include(Str text, size_t end, Str written)
{
    char last = before_at(text, end - written.len, 1);
    Str line = str_trim(text);
    bool listed = str_equal(line, written) && byte_in(text.ptr[0], " \t");
    return listed ||
           (last == '{' && at(text, end) == '}' &&
            (str_find(text, STR("\\in")) != STR_NONE || str_find(text, STR("\\sub")) != STR_NONE));
}

/* Whether a file, whatever its ending, or a folder of the new state is at the path, or at the end
   of whose path it is. */
static bool is_module_there(const LeftNames *names, Str written)
{
    for (size_t i = 0; i < names->paths.len; i++) {
        Str path = names->paths.entries[i].key;
        size_t slash = str_find_last_byte(path, '/'), dot = str_find_last_byte(path, '.');
        bool ends = dot != STR_NONE && (slash == STR_NONE || dot > slash);
        Str stem = ends ? str_slice(path, 0, dot) : path;
        if (str_equal(stem, written) ||
            (str_ends(stem, written) && stem.ptr[stem.len - written.len - 1] == '/'))
            return true;
    }
    return false;
}

/* The same path with slashes for its dots; those before it are kept. */
static Str with_slashes(Arena *arena, Str written)
{
    char *text = NEW(arena, char, written.len + 1);
    for (size_t i = 0; i < written.len; i++)
        text[i] = written.ptr[i] == '.' ? '/' : written.ptr[i];
    return (Str){text, written.len};
}

/* A module that is gone, in a string or in settings: `shop.tasks`, `./tasks`, `shop/tasks`. */
static LeftSense judge_module(Arena *arena, const LeftNames *names, const LeftName *name,
                              const LeftPlace *place)
{
    size_t end = place->start + name->word.len;
    Str written = whole_path_at(arena, place->text, place->start, end);
    bool relative = str_starts(written, STR("./")) || str_starts(written, STR("../"));
    char next = at(place->text, end);
    if (place->kind == MENTION_PROSE || place->kind == MENTION_COMMENT ||
        (place->followed && !place->string.len) || next == '-' || next == '/' || next == '$')
        return LEFT_NOTHING;
    if (relative) {
        Str near = lead(arena, path_directory(place->path), written);
        return str_equal(near, name->path) && !is_module_there(names, near) ? LEFT_USE
                                                                            : LEFT_NOTHING;
    }
    if (str_find_byte(written, '/') == STR_NONE)
        written = with_slashes(arena, written);
    bool parts = str_find_byte(written, '/') != STR_NONE && written.ptr[0] != '/';
    bool own = str_equal(written, name->path) ||
               str_ends(name->path, str_format(arena, "/%.*s", STR_ARG(written)));
    return parts && own && !is_module_there(names, written) ? LEFT_USE : LEFT_NOTHING;
}

static LeftSense judge_path(Arena *arena, const LeftNames *names, const LeftName *name,
                            const LeftPlace *place)
{
    size_t end = place->start + name->word.len;
    Str written = path_at(place->text, place->start, end);
    Str whole = whole_path_at(arena, place->text, place->start, end);
    if (name->is_module)
        return judge_module(arena, names, name, place);
    if (!ends_path(place->text, end, name->is_folder) ||
        !leads_there(arena, names, name, place, whole) ||
        (name->is_folder && !is_folder_form(name, place, written)))
        return LEFT_NOTHING;
    if (place->kind == MENTION_PROSE && !name->is_stem)
        return is_link(place->text, place->start, written) ? LEFT_USE : LEFT_MENTION;
    if (name->is_stem)
        return is_include(place->text, end, written) ? LEFT_USE : LEFT_NOTHING;
    if (is_pattern_list(place->path))
        return LEFT_NOTHING;
    if (place->kind == MENTION_COMMENT)
        return LEFT_MENTION;
    if (place->followed && !place->string.len)
        return is_argument(name, place, written) ? LEFT_USE : LEFT_NOTHING;
    return LEFT_USE;
}

LeftSense left_places_judge(Arena *arena, const LeftNames *names, const LeftPlace *place)
{
    const LeftName *name = &names->list.ptr[place->name];
    if (name->is_read)
        return LEFT_NOTHING; /* nothing is gone */
    bool whole = name->package.len && str_equal(name->word, name->package);
    if (whole || (is_container(name->kind) && !place->string.len))
        return judge_container(name, place);
    if (name->package.len)
        return judge_member(name, place);
    return name->reported == REPORTED_FILE ? judge_path(arena, names, name, place)
                                           : judge_name(name, place);
}

/* ---- all ---- */

static Str say_why(Arena *arena, const LeftNames *names, const LeftName *name, LeftSense sense)
{
    Str now = names->set->files.ptr[name->file].new.path;
    if (sense == LEFT_MENTION)
        return STR("the text mentions it");
    if (name->package.len) {
        Str package = left_names_package(names->set->files.ptr[name->file].new.outline.package);
        return package.len ? str_format(arena, "it is in %.*s now", STR_ARG(package))
                           : STR("it is in no package now");
    }
    if (name->reported != REPORTED_FILE)
        return STR("the text has its name");
    return now.len && !name->is_folder
               ? str_format(arena, "the file is %.*s now", STR_ARG(address_shown(arena, now)))
               : STR("nothing is at that path now");
}

static bool is_listed(const ConsequenceVec *found, Str path, uint32_t line)
{
    for (size_t i = 0; i < found->len; i++)
        if (found->ptr[i].line == line && str_equal(found->ptr[i].path, path))
            return true;
    return false;
}

/* Whether the line has an import that leads to a file: its path is resolved (importers.h). */
static bool is_import(Arena *arena, const Catalog *catalog, const LeftPlace *place)
{
    uint32_t file = place->followed ? catalog_find_file(catalog, place->path) : FILE_NOWHERE;
    ImportLinkVec links = {0};
    if (file == FILE_NOWHERE)
        return false;
    catalog_imports(catalog, arena, file, &links);
    for (size_t i = 0; i < links.len; i++)
        if (links.ptr[i].line == place->line && links.ptr[i].target != FILE_NOWHERE)
            return true;
    return false;
}

/* What was judged of one name. */
typedef struct Judged {
    uint32_t files, uses, mentions;
    Str last;
} Judged;

/* Whether a plain word is in too many files to be a name. */
static Judged *judge_all(Arena *arena, const LeftNames *names, const Catalog *catalog,
                         const LeftPlaceVec *places, LeftSense *senses)
{
    Judged *judged = NEW(arena, Judged, names->list.len + 1);
    for (size_t i = 0; i < places->len; i++) {
        const LeftPlace *place = &places->ptr[i];
        Judged *row = &judged[place->name];
        senses[i] = left_places_judge(arena, names, place);
        const LeftName *name = &names->list.ptr[place->name];
        if (senses[i] && name->reported == REPORTED_FILE && !name->package.len &&
            is_import(arena, catalog, place))
            senses[i] = LEFT_NOTHING;
        row->files += senses[i] == LEFT_USE && !str_equal(row->last, place->path);
        row->last = senses[i] == LEFT_USE ? place->path : row->last;
    }
    return judged;
}

static int by_place(const void *a, const void *b)
{
    const LeftPlace *one = a, *other = b;
    int order = str_compare(one->path, other->path);
    if (order)
        return order;
    if (one->line != other->line)
        return one->line < other->line ? -1 : 1;
    if (one->start != other->start)
        return one->start < other->start ? -1 : 1;
    return one->name < other->name ? -1 : one->name > other->name;
}

void left_places_sort(LeftPlaceVec *places)
{
    if (places->len)
        qsort(places->ptr, places->len, sizeof *places->ptr, by_place);
}

void left_places_add(Arena *arena, const LeftNames *names, const Catalog *catalog,
                     LeftPlaceVec *places, ConsequenceVec *found)
{
    LeftSense *senses = NEW(arena, LeftSense, places->len + 1);
    Judged *judged = judge_all(arena, names, catalog, places, senses);
    for (LeftSense sense = LEFT_USE; sense > LEFT_NOTHING; sense--)
        for (size_t i = 0; i < places->len; i++) {
            const LeftPlace *place = &places->ptr[i];
            const LeftName *name = &names->list.ptr[place->name];
            Judged *row = &judged[place->name];
            bool use = sense == LEFT_USE, path = name->reported == REPORTED_FILE;
            bool package = name->package.len > 0;
            uint32_t few = name->kind == SYMBOL_KEY ? PLAIN_KEY_FILES_MAX : PLAIN_FILES_MAX;
            bool everyday = !path && !name->distinct && row->files > few;
            uint32_t *count = use ? &row->uses : &row->mentions;
            if (senses[i] != sense || everyday || is_listed(found, place->path, place->line) ||
                (*count)++ >= (use ? NAME_PLACES_MAX : NAME_MENTIONS_MAX))
                continue;
            *VEC_PUSH(arena, found) = (Consequence){.fault = use ? USE_NAMED : USE_MENTIONED,
                                                    .file = name->file,
                                                    .reported = name->reported,
                                                    .path = place->path,
                                                    .line = place->line,
                                                    .user = place->path,
                                                    .target = package ? name->package
                                                              : path  ? name->path
                                                                      : (Str){0},
                                                    .likely = true,
                                                    .why = say_why(arena, names, name, sense)};
        }
}
