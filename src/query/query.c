/* Shared parts of the tools that query the index: resolving a symbol's name, with errors that list
   candidates and similar names; showing a symbol as a line or a value; and fitting lists into a
   budget. */
#include "query/query.h"

#include "query/module_meant.h"

#include "base/path.h"
#include "base/shell.h"
#include "index/catalog/classify.h"
#include "index/catalog/merged.h"
#include "query/mentions_missing.h"
#include "query/query_nearest.h"
#include "query/unseen.h"
#include "search/inherited.h"
#include "search/parts.h"
#include "search/spelled.h"
#include "session/answer.h"
#include "session/listing.h"
#include "session/notices.h"
#include "text/address.h"
#include "text/nearest.h"

#define NEAREST_SHOWN 3
/* Maximum bytes of the list of candidates other than the chosen one. */
#define OTHERS_BYTES 400

const char *const query_risks[] = {"low", "medium", "high", NULL};

Str query_place_of(Arena *arena, Str path, uint32_t start, uint32_t end)
{
    Buf text = buf_open(arena, 0);
    buf_put(&text, path);
    buf_printf(&text, ":%u", start);
    if (end != start)
        buf_printf(&text, "-%u", end);
    return buf_str(&text);
}

Str query_place(const Catalog *catalog, Arena *arena, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    return place.index ? query_place_of(arena, file->path, entry->start_line, entry->end_line)
                       : file->path;
}

Str query_place_at(const Catalog *catalog, Arena *arena, uint32_t symbol, uint32_t line)
{
    return query_place(catalog, arena, merged_part_at(catalog, symbol, line));
}

void query_put_line(Buf *out, Arena scratch, const Catalog *catalog, uint32_t symbol)
{
    const Entry *entry = catalog_entry(catalog, symbol);
    Str name = catalog_qualified_name(catalog, &scratch, symbol);
    view_put_address(out, query_place(catalog, &scratch, symbol));
    if (!catalog_place(catalog, symbol).index) {
        buf_put(out, STR("  file"));
        return;
    }
    buf_printf(out, "  %.*s ", STR_ARG(symbol_kind_name((SymbolKind)entry->kind)));
    view_put_line_text(out, name);
}

Json *query_value_of(Arena *arena, const Catalog *catalog, uint32_t symbol, Str hash)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str kind = place.index ? symbol_kind_name((SymbolKind)entry->kind) : STR("file");
    Json *value = json_object(arena);
    json_set(value, STR("name"), json_str(arena, catalog_qualified_name(catalog, arena, symbol)));
    json_set(value, STR("kind"), json_str(arena, kind));
    json_set(value, STR("path"), json_str(arena, address_value(arena, file->path)));
    json_set(value, STR("start"), json_u64(arena, entry->start_line));
    json_set(value, STR("end"), json_u64(arena, entry->end_line));
    json_set(value, STR("hash"), json_str(arena, hash));
    return value;
}

Json *query_value(Arena *arena, const Catalog *catalog, uint32_t symbol)
{
    return query_value_of(arena, catalog, symbol, catalog_symbol_hash(catalog, arena, symbol));
}

Json *query_frame(Arena *arena, const IndexSession *session, Str type)
{
    Json *value = json_object(arena);
    json_set(value, STR("_type"), json_str(arena, type));
    json_set(value, STR("version"), json_u64(arena, 1));
    if (session && query_note(session).len)
        json_set(value, STR("note"), json_str(arena, query_note(session)));
    if (session && session->limits)
        json_set(value, STR("limits"), session->limits);
    return value;
}

#define ESCAPED_BYTES_MAX 6 /* \\u001b */

Json *query_echo(Arena *arena, Str question, uint64_t budget)
{
    uint64_t room = budget / 4;
    size_t at = 0, chars = 0;
    while (at < question.len) {
        size_t start = at;
        uint32_t c = str_decode(question, &at);
        bool plain = c >= ' ' && c != '"' && c != '\\' && c < 0x7F;
        size_t bytes = plain ? 1 : MAX(at - start, (size_t)ESCAPED_BYTES_MAX);
        if (bytes > room)
            return json_str(arena, str_cut_chars(arena, question, chars));
        room -= bytes;
        chars++;
    }
    return json_str(arena, question);
}

Str query_note(const IndexSession *session)
{
    return session->stale.len ? session->stale : session->notice;
}

size_t query_note_bytes(const IndexSession *session)
{
    size_t len = query_note(session).len;
    return len ? len + sizeof "[]" : 0;
}

bool query_put_text(SessionRequest *request, const IndexSession *session, Buf *out, Err *err)
{
    Str note = query_note(session);
    if (note.len)
        buf_printf(out, "[%.*s]\n", STR_ARG(note));
    return session_send_buf(request, out, err);
}

/* ---- naming ---- */

/* A list, by commas, of at most NEAREST_SHOWN paths with the base name `base` that end in
   `path`. */
static Str paths_that_end(Arena *arena, const Catalog *catalog, Str base, Str path)
{
    Buf list = buf_open(arena, ERR_HINT_BYTES / 2);
    for (size_t i = 0, shown = 0; i < catalog->files.len && shown < NEAREST_SHOWN; i++) {
        Str other = catalog->files.ptr[i].path;
        if (str_equal(path_base(other), base) && str_ends(other, path))
            buf_printf(&list, "%s%.*s", shown++ ? ", " : "", STR_ARG(other));
    }
    return buf_str(&list);
}

static Str nearest_paths(Arena *arena, const Catalog *catalog, Str path)
{
    size_t count = catalog->files.len;
    Str base = path_base(path), list = paths_that_end(arena, catalog, base, path);
    if (!list.len)
        list = paths_that_end(arena, catalog, base, base);
    if (list.len)
        return list;
    Str *bases = NEW(arena, Str, count + 1);
    for (size_t i = 0; i < count; i++)
        bases[i] = path_base(catalog->files.ptr[i].path);
    base = nearest_find(base, bases, count);
    return base.len ? paths_that_end(arena, catalog, base, base) : (Str){0};
}

static Str fail_no_file(SessionRequest *request, const Catalog *catalog, Str path, Err *err)
{
    Str near = nearest_paths(request->arena, catalog, path);
    Buf hint = buf_open(request->arena, 0);
    if (near.len)
        buf_printf(&hint, "did you mean %.*s? Paths", STR_ARG(near));
    else
        buf_put(&hint, STR("paths"));
    buf_put(&hint, STR(" start at the repository's root"));
    err_set(err, ERR_NOT_FOUND, "no file '%.*s' in the index",
            STR_ARG(str_slice(path, 0, PATH_SHOWN_BYTES)));
    return buf_str(&hint);
}

bool query_check_path(SessionRequest *request, const Catalog *catalog, Str part, Err *err)
{
    for (size_t i = 0; i < catalog->files.len; i++)
        if (!part.len || str_find(catalog->files.ptr[i].path, part) != STR_NONE)
            return true;
    if (!part.len)
        return true;
    Str near = nearest_paths(request->arena, catalog, part);
    err_set(err, ERR_NOT_FOUND, "no file's path contains '%.*s'",
            STR_ARG(str_slice(part, 0, PATH_SHOWN_BYTES)));
    const Module *module = module_meant(request, catalog, part);
    if (module && module->directory.len)
        return err_hint(err, "it is the module in %.*s: --path %.*s", STR_ARG(module->directory),
                        STR_ARG(shell_quote_path(request->arena, module->directory)));
    return near.len ? err_hint(err, "did you mean %.*s?", STR_ARG(near))
                    : err_hint(err, "fovea overview lists the folders");
}

/* A hint how to see the contents of a file. */
static Str lines_hint(const SessionRequest *request, Str path)
{
    return str_format(request->arena, "fovea map %.*s shows what is on which lines",
                      STR_ARG(shell_quote_path(request->arena, path)));
}

bool query_fail_line(const SessionRequest *request, Str path, uint64_t line, uint64_t last,
                     Err *err)
{
    err_set(err, ERR_NOT_FOUND, "'%.*s' has no line %llu: its last is %llu",
            STR_ARG(str_slice(path, 0, PATH_SHOWN_BYTES)), (unsigned long long)line,
            (unsigned long long)last);
    return err_hint(err, "%.*s", STR_ARG(lines_hint(request, path)));
}

/* The error for a file that is only listed and has no symbols in the index. */
static bool fail_unindexed(SessionRequest *request, const CatalogFile *file, Str text, Err *err)
{
    static const char *const kinds[FILE_CLASS_COUNT] = {[FILE_GENERATED] = "generated",
                                                        [FILE_VENDORED] = "someone else's code",
                                                        [FILE_MINIFIED] = "minified",
                                                        [FILE_LARGE] = "very large",
                                                        [FILE_POINTER] = "a pointer of git LFS"};
    err_set(err, ERR_NOT_FOUND, "no symbol '%.*s' in the index: the file is %s and only listed",
            STR_ARG(str_slice(text, 0, PATH_SHOWN_BYTES)),
            kinds[file->class] ? kinds[file->class] : "not code");
    return err_hint(err, "fovea page %.*s reads it",
                    STR_ARG(shell_quote_path(request->arena, text)));
}

/* Whether it is written as the path of a file: with a folder and a name with an extension. */
static bool is_path_form(Str text)
{
    Str base = path_base(text);
    size_t dot = str_find_last_byte(base, '.');
    return base.len < text.len && dot != STR_NONE && dot && dot + 1 < base.len &&
           str_find_byte(text, '(') == STR_NONE && str_find_byte(text, ' ') == STR_NONE;
}

/* For `path::Name`, `path:12` or a path with a wrong file or line: sets the error and returns a
   hint; otherwise empty. */
static Str fail_place(SessionRequest *request, Catalog *catalog, Str text, Err *err)
{
    size_t colons = str_find(text, STR("::")), colon = str_find_last_byte(text, ':');
    uint64_t line = 0;
    bool by_line = colon != STR_NONE && colon && text.ptr[colon - 1] != ':' &&
                   str_parse_u64(str_from_offset(text, colon + 1), &line);
    Str path = str_slice(text, 0, by_line ? colon : colons), name;
    bool whole = !by_line && colons == STR_NONE && is_path_form(text);
    if ((!by_line || colons != STR_NONE) && !whole &&
        (colons == STR_NONE || str_find_byte(path, '/') == STR_NONE))
        return (Str){0};
    if (whole)
        return fail_no_file(request, catalog, text, err);
    uint32_t file = by_line ? catalog_find_file(catalog, path) : handle_file(catalog, text, &name);
    if (file == FILE_NOWHERE)
        return fail_no_file(request, catalog, path, err);
    if (!by_line)
        return (Str){0};
    query_fail_line(request, path, line, catalog->files.ptr[file].lines, err);
    return lines_hint(request, path);
}

/* Similar names, if the index is current: otherwise the name may have been written just now. */
static Str nearest_symbol(SessionRequest *request, IndexSession *session, Str name)
{
    return session_is_current(request) ? query_nearest(request, session, name) : (Str){0};
}

/* The path of `path/file::Name`; empty: no file is named. */
static Str path_of(Str text)
{
    size_t colons = str_find(text, STR("::"));
    Str path = str_slice(text, 0, colons == STR_NONE ? 0 : colons);
    return str_find_byte(path, '/') == STR_NONE ? (Str){0} : path;
}

/* What was not looked at for the name: in one file, or in all. */
static Str denial(SessionRequest *request, const IndexSession *session, Str path, Str name)
{
    Str word = str_slice(handle_last_part(name), 0, PATH_SHOWN_BYTES);
    return unseen_denial(request, session, path, UNSEEN_ALL, word);
}

static bool fail_not_found(SessionRequest *request, IndexSession *session, Str text, Err *err)
{
    Str name;
    text = address_read(request->arena, text);
    size_t colons = str_find(text, STR("::"));
    uint32_t file = handle_file(session->catalog, text, &name);
    const CatalogFile *row = file == FILE_NOWHERE ? NULL : &session->catalog->files.ptr[file];
    if (row && !classify_is_indexed(row->class, row->path))
        return fail_unindexed(request, row, text, err);
    if (!row)
        name = colons == STR_NONE ? text : str_from_offset(text, colons + 2);
    Str shown = str_slice(text, 0, PATH_SHOWN_BYTES);
    if (session->stale.len) {
        err_set(err, ERR_NOT_FOUND, "no symbol '%.*s' in what is indexed so far; %.*s",
                STR_ARG(shown), STR_ARG(session->stale));
        return err_hint(err, "ask again in a moment; fovea grep %.*s finds its text now",
                        STR_ARG(shell_quote(request->arena, str_slice(handle_last_part(text), 0,
                                                                      PATH_SHOWN_BYTES))));
    }
    Str hint = fail_place(request, session->catalog, text, err);
    bool placed = hint.len > 0;
    if (!placed)
        err_set(err, ERR_NOT_FOUND, "no symbol '%.*s' in the index", STR_ARG(shown));
    if (!placed && module_meant_hint(request, session->catalog, text, err))
        return false;
    Str list = colons != STR_NONE || !hint.len ? nearest_symbol(request, session, name) : (Str){0};
    if (list.len)
        hint = str_format(request->arena, "did you mean %.*s?", STR_ARG(list));
    else if (!hint.len)
        hint = STR("fovea find searches by parts of names");
    Str unseen = denial(request, session, row ? row->path : path_of(text), name);
    Str named = placed ? (Str){0} : mentions_of_missing(request, session, name, list.len > 0);
    const char *gap = list.len ? " " : "; ";
    return err_hint(err, "%.*s%s%.*s%s%.*s", STR_ARG(hint), named.len ? gap : "", STR_ARG(named),
                    !unseen.len ? ""
                    : named.len ? "; "
                                : gap,
                    STR_ARG(unseen));
}

/* Lists candidates from *next on, until the list is full: hash, place, kind and name. A list that
   begins with the first candidate has one per line. */
static Str list_candidates(SessionRequest *request, const Catalog *catalog,
                           const HandleMatch *match, size_t *next, size_t max)
{
    Buf list = buf_open(request->arena, max);
    bool lines = !*next;
    for (; *next < match->symbols.len; ++*next) {
        Buf item = buf_open(request->arena, 0);
        Str hash = catalog_symbol_hash(catalog, request->arena, match->symbols.ptr[*next]);
        buf_printf(&item, "%s%.*s  ", lines ? "\n  " : list.len ? ", " : "", STR_ARG(hash));
        query_put_line(&item, *request->scratch, catalog, match->symbols.ptr[*next]);
        buf_put(&list, buf_str(&item));
        if (list.overflow)
            break;
    }
    return buf_str(&list);
}

bool query_fail_ambiguous(SessionRequest *request, const IndexSession *session,
                          const HandleMatch *match, Str text, Err *err)
{
    size_t next = 0;
    Str list = list_candidates(request, session->catalog, match, &next, ERR_HINT_BYTES / 8 * 7);
    err_set(err, ERR_FAILED, "%zu symbols are called '%.*s'", match->total,
            STR_ARG(str_slice(text, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "say which by its hash or PATH::Name:%.*s", STR_ARG(list));
}

/* Notes which candidate was chosen, and what the other candidates are. */
static void note_others(SessionRequest *request, IndexSession *session, const HandleMatch *match,
                        Str text)
{
    Buf note = buf_open(request->arena, 0);
    size_t next = 1, max = session->others_bytes ? session->others_bytes : OTHERS_BYTES;
    Str others = list_candidates(request, session->catalog, match, &next, max);
    buf_printf(&note, "%zu symbols are called '%.*s'; meant is ", match->total,
               STR_ARG(str_slice(text, 0, PATH_SHOWN_BYTES)));
    query_put_line(&note, *request->scratch, session->catalog, match->symbols.ptr[0]);
    if (others.len)
        buf_printf(&note, "; also: %.*s", STR_ARG(others));
    if (match->total > next)
        buf_printf(&note, "%s%zu more", others.len ? " and " : "; ", match->total - next);
    session_note(request, session, buf_str(&note));
}

/* Notes the declarations of one name in one file; `all`: the answer is about all of them. */
static void note_alike(SessionRequest *request, IndexSession *session, const HandleMatch *match,
                       bool all)
{
    const Catalog *catalog = session->catalog;
    Buf note = buf_open(request->arena, 0);
    size_t shown = 0;
    buf_printf(
        &note, "%.*s is declared %zu times in %.*s",
        STR_ARG(catalog_qualified_name(catalog, request->arena, match->symbols.ptr[0])),
        match->total,
        STR_ARG(catalog->files.ptr[catalog_place(catalog, match->symbols.ptr[0]).file].path));
    for (; shown < MIN(match->symbols.len, (size_t)HANDLE_CANDIDATES_MAX); shown++) {
        const Entry *entry = catalog_entry(catalog, match->symbols.ptr[shown]);
        static const char *const before[] = {"; shown is ", "; also "};
        static const char *const before_all[] = {"; all are meant: ", ", "};
        buf_put(&note, str_from(shown > 1 ? ", " : (all ? before_all : before)[shown]));
        view_put_range(&note, entry->start_line, entry->end_line);
    }
    if (match->total > shown)
        buf_printf(&note, " and %zu more", match->total - shown);
    session_note(request, session, buf_str(&note));
}

Exclusion query_leave_out(Arena *arena, const Catalog *catalog, QueryFilter filter)
{
    return exclude_files(catalog, arena, filter.exclude, filter.no_tests);
}

Str query_left_out(Arena *arena, QueryFilter filter)
{
    Buf out = buf_open(arena, 0);
    Str pattern;
    if (filter.no_tests)
        buf_put(&out, STR(" --no-tests"));
    while (str_take_line(&filter.exclude, &pattern))
        if (pattern.len)
            buf_printf(&out, " --exclude %.*s", STR_ARG(shell_quote(arena, pattern)));
    return buf_str(&out);
}

Str query_in_file(Arena *arena, Str file, Str symbols)
{
    Buf out = buf_open(arena, 0);
    Str name;
    while (file.len && str_take_line(&symbols, &name)) {
        name = str_trim(name);
        bool placed =
            str_find_byte(name, '/') != STR_NONE ||
            (str_find_byte(name, ':') != STR_NONE && str_find(name, STR("::")) == STR_NONE);
        buf_printf(&out, "%s%.*s%s%.*s", out.len ? "\n" : "", STR_ARG(placed ? (Str){0} : file),
                   placed ? "" : "::", STR_ARG(name));
    }
    return file.len ? buf_str(&out) : symbols;
}

/* Notes the parts of a merged declaration of TypeScript, such as an interface and a constant; all
   of them are meant. */
static void note_merged(SessionRequest *request, IndexSession *session, uint32_t symbol)
{
    const Catalog *catalog = session->catalog;
    IdVec parts = {0};
    merged_parts(catalog, request->arena, symbol, &parts);
    Buf note = buf_open(request->arena, 0);
    for (size_t i = 0; i < parts.len; i++) {
        const Entry *part = catalog_entry(catalog, parts.ptr[i]);
        buf_printf(&note, "%s%.*s ", i ? ", " : "declared in parts: also ",
                   STR_ARG(symbol_kind_name((SymbolKind)part->kind)));
        view_put_range(&note, part->start_line, part->end_line);
    }
    if (parts.len)
        session_note(request, session, buf_str(&note));
}

bool query_text(const SessionRequest *request, Str symbol, Str file, Str *text, Err *err)
{
    file = str_trim(file);
    *text = str_trim(symbol).len ? query_in_file(request->arena, file, symbol) : file;
    if (text->len)
        return true;
    err_set(err, ERR_USAGE, "%s: no SYMBOL given", request->command);
    return err_hint(err, "fovea %s NAME", request->command);
}

/* Makes an absolute path relative to the repository's root, if it is inside. */
static Str below_root(const IndexSession *session, Str text)
{
    Str root = session->repo.root;
    bool below =
        root.len > 1 && text.len > root.len && str_starts(text, root) && text.ptr[root.len] == '/';
    return below ? str_from_offset(text, root.len + 1) : text;
}

static void note_meant(SessionRequest *request, IndexSession *session, Str text, const char *why,
                       uint32_t symbol)
{
    Buf note = buf_open(request->arena, 0);
    buf_printf(&note, "%.*s%s: meant is ", STR_ARG(str_slice(text, 0, PATH_SHOWN_BYTES)), why);
    query_put_line(&note, *request->scratch, session->catalog, symbol);
    session_note(request, session, buf_str(&note));
}

/* Finds an inherited member (`Flask.route`, of Scaffold.route) or one of a file by its stem
   (`m.run`, of m.lua), and notes that. */
static bool take_member(SessionRequest *request, IndexSession *session, Str asked, Str text,
                        uint32_t *symbol)
{
    Inherited inherited = inherited_find(session->catalog, request->arena, text);
    *symbol = inherited.member;
    if (inherited.member != SYMBOL_NOWHERE) {
        note_meant(request, session, asked,
                   inherited.within ? " is in an object that it holds" : " is inherited",
                   inherited.member);
        return true;
    }
    *symbol = spelled_by_stem(session->catalog, text);
    if (*symbol == SYMBOL_NOWHERE)
        return false;
    note_meant(request, session, asked, " is no name of the index", *symbol);
    return true;
}

/* Whether the symbol is a file as a whole that the path does not name, not even in part. */
static bool is_other_file(const Catalog *catalog, uint32_t symbol, Str path)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    return !place.index && !str_ends(catalog->files.ptr[place.file].path, path);
}

/* Finds symbols under other spellings of the name; false without any. */
static bool find_spelled(SessionRequest *request, IndexSession *session, Str text,
                         HandleMatch *match)
{
    Str variants[SPELLED_MAX];
    size_t count = spelled_variants(request->arena, text, variants);
    Str path = spelled_path(session->catalog, request->arena, text);
    if (path.len)
        handle_find(session->catalog, request->arena, path, match);
    for (size_t i = 0; i < count && !match->total; i++)
        handle_find(session->catalog, request->arena, variants[i], match);
    bool guessed = str_find_byte(text, '/') != STR_NONE && str_find(text, STR("::")) == STR_NONE;
    if (match->total && guessed && is_other_file(session->catalog, match->symbols.ptr[0], text))
        return false;
    if (match->total && match->clear && guessed)
        note_meant(request, session, text, " is no name of the index", match->symbols.ptr[0]);
    return match->total > 0;
}

static bool take_spelled_member(SessionRequest *request, IndexSession *session, Str text,
                                uint32_t *symbol)
{
    Str variants[SPELLED_MAX];
    size_t count = spelled_variants(request->arena, text, variants);
    bool found = take_member(request, session, text, text, symbol);
    for (size_t i = 0; i < count && !found; i++)
        found = take_member(request, session, text, variants[i], symbol);
    return found;
}

typedef struct Meant {
    uint32_t symbol;
    size_t parts; /* further parts of its type at the named place */
    IdVec *alike; /* or NULL: takes all declarations of that name in its file */
} Meant;

static void note_meaning(SessionRequest *request, IndexSession *session, const HandleMatch *match,
                         Str text, bool all)
{
    if (match->alike)
        note_alike(request, session, match, all);
    else if (match->total > 1)
        note_others(request, session, match, text);
    note_merged(request, session, match->symbols.ptr[0]);
}

/* Finds the symbol that the text means. */
static bool find_meant(SessionRequest *request, IndexSession *session, Str text, Meant *meant,
                       Err *err)
{
    HandleMatch match;
    handle_find(session->catalog, request->arena, text, &match);
    if (!match.total) {
        text = below_root(session, str_trim(text));
        handle_find(session->catalog, request->arena, text, &match);
    }
    if (!match.total && str_find_byte(text, '\n') != STR_NONE) {
        err_set(err, ERR_USAGE, "symbol: several were given");
        return err_hint(err, "one a call; fovea symbol takes a list");
    }
    if (!match.total && take_spelled_member(request, session, text, &meant->symbol))
        return true;
    if (!match.total && !find_spelled(request, session, text, &match))
        return fail_not_found(request, session, text, err);
    meant->symbol = match.symbols.ptr[0];
    if (!match.clear)
        return query_fail_ambiguous(request, session, &match, text, err);
    note_meaning(request, session, &match, text, meant->alike != NULL);
    meant->parts = match.parts;
    for (size_t i = 1; meant->alike && match.alike && i < match.symbols.len; i++)
        *VEC_PUSH(request->arena, meant->alike) = match.symbols.ptr[i];
    return true;
}

bool query_declaration(SessionRequest *request, IndexSession *session, Str text, uint32_t *symbol,
                       Err *err)
{
    Meant meant = {0};
    if (!find_meant(request, session, text, &meant, err))
        return false;
    *symbol = meant.symbol;
    if (meant.parts)
        session_note(request, session,
                     str_format(request->arena, "the first of %zu parts there", meant.parts + 1));
    return true;
}

static bool find_lead(SessionRequest *request, IndexSession *session, Str text, Meant *meant,
                      Err *err)
{
    if (!find_meant(request, session, text, meant, err))
        return false;
    uint32_t named = meant->symbol;
    meant->symbol = parts_lead(session->catalog, named);
    if (meant->symbol != named)
        note_meant(request, session, text, " is a part", meant->symbol);
    return true;
}

bool query_symbol(SessionRequest *request, IndexSession *session, Str text, uint32_t *symbol,
                  Err *err)
{
    Meant meant = {0};
    bool found = find_lead(request, session, text, &meant, err);
    *symbol = meant.symbol;
    return found;
}

bool query_symbols(SessionRequest *request, IndexSession *session, Str text, IdVec *symbols,
                   Err *err)
{
    *symbols = (IdVec){0};
    *VEC_PUSH(request->arena, symbols) = SYMBOL_NOWHERE;
    Meant meant = {.alike = symbols};
    bool found = find_lead(request, session, text, &meant, err);
    symbols->ptr[0] = meant.symbol;
    return found;
}
