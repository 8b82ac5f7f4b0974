/* Strings are taken where they are a name: given first to a decorator, under a key such as
   `name`, or next to the symbol in a call. Paths, sentences and markup are left out. */
#include "query/mentions_registered.h"

#include "index/catalog/classify.h"
#include "lang/name_sites.h"
#include "text/lines.h"

/* A shorter or longer string is not looked for. */
#define WORD_MIN 3
#define WORD_MAX 80
/* Lines above a declaration that may be its attributes. */
#define ABOVE_MAX 20

/* Keys of decorators whose value is a name. */
static const char keys[] = "name selector exportAs value id alias token tag qualifier key event "
                           "topic queue command rename export_name attribute names";

static bool is_quote(char byte)
{
    return byte == '"' || byte == '\'' || byte == '`';
}

static void add(Arena *arena, Str name, StrVec *names)
{
    bool letters = false;
    if (name.len < WORD_MIN || name.len > WORD_MAX || names->len == REGISTERED_MAX)
        return;
    for (size_t i = 0; i < name.len; i++) {
        if (!byte_is_word(name.ptr[i]) && !byte_in(name.ptr[i], "-.:"))
            return;
        letters = letters || name.ptr[i] >= 'A';
    }
    for (size_t i = 0; i < names->len; i++)
        if (str_equal(names->ptr[i], name))
            return;
    if (letters && byte_is_word(name.ptr[0]))
        *VEC_PUSH(arena, names) = str_copy(arena, name);
}

static bool is_telling(Str part)
{
    for (size_t i = 0; i < part.len; i++)
        if (part.ptr[i] == '-' || (i && part.ptr[i] >= 'A' && part.ptr[i] <= 'Z'))
            return true;
    return false;
}

/* A name, or a selector such as `button[appMark], app-rows`, of which tags are left out. */
static void add_string(Arena *arena, Str text, StrVec *names)
{
    static const char marks[] = " ,[]#*<>()=";
    size_t marked = 0;
    if (str_find_byte(text, '/') != STR_NONE)
        return;
    for (size_t i = 0; i < text.len; i++)
        marked += byte_in(text.ptr[i], marks);
    for (size_t i = 0, end; i < text.len; i = end + 1) {
        for (end = i; end < text.len && !byte_in(text.ptr[end], marks);)
            end++;
        Str part = str_slice(text, i, end);
        if (!marked || is_telling(part))
            add(arena, part, names);
    }
}

/* The word before the offset, over blanks. */
static Str word_before(Str text, size_t at)
{
    while (at && byte_in(text.ptr[at - 1], " \t"))
        at--;
    return str_word_before(text, at);
}

static bool is_name_place(Str text, size_t quote, int depth)
{
    size_t at = quote;
    while (at && byte_in(text.ptr[at - 1], " \t\r\n"))
        at--;
    if (!at)
        return false;
    char before = text.ptr[at - 1];
    if (before == ':' || before == '=')
        return depth <= 2 && name_is_listed(keys, word_before(text, at - 1));
    return depth == 1 && byte_in(before, "(,");
}

/* The offset of the quote that ends the string, or the end. */
static size_t string_end(Str text, size_t quote)
{
    size_t end = quote + 1;
    while (end < text.len && text.ptr[end] != text.ptr[quote])
        end += text.ptr[end] == '\\' ? 2 : 1;
    return MIN(end, text.len);
}

static void take_decorators(Arena *arena, Str head, StrVec *names)
{
    int depth = 0;
    for (size_t i = 0; i < head.len; i++) {
        char byte = head.ptr[i];
        depth += byte_in(byte, "({");
        depth -= depth > 0 && byte_in(byte, ")}");
        if (!is_quote(byte))
            continue;
        size_t end = string_end(head, i);
        if (is_name_place(head, i, depth))
            add_string(arena, str_slice(head, i + 1, end), names);
        i = end;
    }
}

/* Where the attributes above a declaration begin. */
static size_t lead_of(Str text, size_t start)
{
    for (int i = 0; i < ABOVE_MAX && start; i++) {
        size_t line = start;
        while (line && text.ptr[line - 1] != '\n')
            line--;
        if (!line)
            return start;
        size_t above = line - 1;
        while (above && text.ptr[above - 1] != '\n')
            above--;
        Str before = str_trim(str_slice(text, above, line));
        if (!str_starts(before, STR("@")) && !str_starts(before, STR("[")) &&
            !str_starts(before, STR("#[")))
            return start;
        start = above;
    }
    return start;
}

static bool read_text(SessionRequest *request, const IndexSession *session, uint32_t file,
                      Arena *arena, Str *text)
{
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    FsFile open SCOPED(fs_close) = {.fd = -1};
    FsPolicy policy = request->policy;
    Err ignored = {0};
    return fs_tree_open(arena, &policy, session->repo.root, &tree, &ignored) &&
           fs_tree_file(&tree, session->catalog->files.ptr[file].path, &open) &&
           open.size <= INDEX_FILE_BYTES_MAX && fs_read_all(arena, &open, text, &ignored);
}

/* The offset of the first such word that is not part of another. */
static size_t find_word(Str text, Str word)
{
    for (size_t from = 0, at; (at = str_find(str_from_offset(text, from), word)) != STR_NONE;
         from += at + 1) {
        size_t start = from + at, end = start + word.len;
        if ((!start || !byte_is_word(text.ptr[start - 1])) &&
            (end == text.len || !byte_is_word(text.ptr[end])))
            return start;
    }
    return STR_NONE;
}

/* ---- names for the linker ---- */

/* Bytes after the name of a declaration that may say under which name it is linked. */
#define LINKED_BYTES 400
/* Declarations of one name in a file that are looked at. */
#define LINKED_MAX 16

/* Words before the parenthesis or the equals sign of such a name. */
static const char linkers[] = "asm __asm__ __asm alias __alias__ ifunc weakref name";

/* Takes `asm("name")`, `alias("name")`, `bind(C, name="name")` from the rest of a head. */
static void take_linked(Arena *arena, Str rest, StrVec *names)
{
    rest = str_slice(rest, 0, LINKED_BYTES);
    for (size_t i = 0; i < rest.len && !byte_in(rest.ptr[i], ";{"); i++) {
        if (!is_quote(rest.ptr[i]))
            continue;
        size_t end = string_end(rest, i), at = i;
        while (at && byte_in(rest.ptr[at - 1], " \t("))
            at--;
        at -= at && rest.ptr[at - 1] == '=';
        if (name_is_listed(linkers, word_before(rest, at)))
            add_string(arena, str_slice(rest, i + 1, end), names);
        i = end;
    }
}

/* Takes those of all declarations of the name in the file: one may be apart from its definition. */
static void take_all_linked(Arena *arena, const Catalog *catalog, const CatalogFile *file, Str text,
                            uint32_t index, StrVec *names)
{
    uint32_t name = file->entries[index].name;
    Str word = catalog_name(catalog, name);
    for (uint32_t i = 1, seen = 0; i < file->count && seen < LINKED_MAX; i++) {
        if (file->entries[i].name != name)
            continue;
        seen++;
        Str rest = str_from_offset(text, lines_offset(text, file->entries[i].start_line));
        size_t at = find_word(str_slice(rest, 0, LINKED_BYTES), word);
        if (at != STR_NONE)
            take_linked(arena, str_from_offset(rest, at + word.len), names);
    }
}

void registered_names(SessionRequest *request, const IndexSession *session, uint32_t symbol,
                      StrVec *names)
{
    Arena work SCOPED(arena_close) = {0};
    SymbolPlace place = catalog_place(session->catalog, symbol);
    const CatalogFile *file = catalog_row(session->catalog, place.file);
    Str text;
    const char *spellings = lang_facts(file->language)->spellings;
    bool linked = name_is_listed(spellings, STR("linked"));
    if (!place.index || !(linked || name_is_listed(spellings, STR("registered"))))
        return;
    const Entry *entry = &file->entries[place.index];
    arena_open(&work, 0);
    if (!read_text(request, session, place.file, &work, &text))
        return;
    if (linked) {
        take_all_linked(request->arena, session->catalog, file, text, place.index, names);
        return;
    }
    size_t start = lines_offset(text, entry->start_line);
    Str whole = str_slice(text, start, lines_offset(text, entry->end_line + 1));
    size_t name = find_word(whole, catalog_name(session->catalog, entry->name));
    if (name != STR_NONE)
        take_decorators(request->arena, str_slice(text, lead_of(text, start), start + name), names);
}

/* `('name', Word`, `['name'] = Word`, `'name': Word`, `'name' => Word`. */
static void take_before(Arena *arena, Str before, StrVec *names)
{
    static const char *const joints[] = {",", ":", "=>", "] =", "]="};
    before = str_trim(before);
    for (size_t i = 0; i < COUNT(joints); i++) {
        Str joint = str_from(joints[i]);
        if (!str_ends(before, joint))
            continue;
        Str rest = str_trim(str_slice(before, 0, before.len - joint.len));
        if (!rest.len || !is_quote(rest.ptr[rest.len - 1]))
            continue;
        size_t open = str_find_last_byte(str_slice(rest, 0, rest.len - 1), rest.ptr[rest.len - 1]);
        if (open != STR_NONE)
            add_string(arena, str_slice(rest, open + 1, rest.len - 1), names);
    }
}

void registered_names_on(SessionRequest *request, const IndexSession *session, uint32_t file,
                         uint32_t line, Str word, StrVec *names)
{
    Arena work SCOPED(arena_close) = {0};
    Str text;
    arena_open(&work, 0);
    if (!read_text(request, session, file, &work, &text))
        return;
    size_t start = lines_offset(text, line);
    Str whole = str_slice(text, start, lines_offset(text, line + 1));
    for (size_t from = 0, at; (at = str_find(str_from_offset(whole, from), word)) != STR_NONE;
         from += at + word.len)
        take_before(request->arena, str_slice(whole, 0, from + at), names);
}
