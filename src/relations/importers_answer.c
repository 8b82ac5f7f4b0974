/* Breadth-first search by steps: each step is one pass over the imports of all files. An import
   that leads to a file of a package counts for all of its files where the language imports
   packages. */
#include "relations/importers_answer.h"

#include "base/map.h"
#include "base/path.h"
#include "base/shell.h"
#include "query/beyond.h"
#include "query/mentions.h"
#include "query/response.h"
#include "query/unseen.h"
#include "session/notices.h"
#include "text/address.h"

typedef struct Found {
    uint32_t file, line; /* of its first import */
    uint32_t steps;
    Str outside; /* NEIGHBOURS_OUT: a package outside the tree */
} Found;

typedef struct Importers {
    SessionRequest *request;
    IndexSession *session;
    const Catalog *catalog;
    const ImportersQuestion *question;
    uint32_t *steps; /* of each file from those asked about, plus one; 0: not reached */
    VEC(Found) found;
    uint32_t tests;
    Json *named; /* text that has its name, where no importer is known */
} Importers;

/* What an import of the file names where the language imports packages: the folder and the package;
   else empty. */
static Str package_key(Arena *arena, const Catalog *catalog, uint32_t id)
{
    const CatalogFile *file = catalog_row(catalog, id);
    if (!file->path.len || !file->package || !lang_facts(file->language)->imports_name_packages)
        return (Str){0};
    Str folder = path_directory(file->path);
    return str_format(arena, "%.*s %u %.*s", STR_ARG(lang_id(file->language)), file->package,
                      STR_ARG(folder));
}

/* An import of a file means its whole package: adds the files of the packages reached in `steps`.
 */
static void add_packages(Importers *importers, Arena scratch, uint32_t steps)
{
    const Catalog *catalog = importers->catalog;
    Map packages = map_open(&scratch);
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        Str key = importers->steps[file] == steps ? package_key(&scratch, catalog, file) : (Str){0};
        if (key.len)
            *map_put(&packages, key, NULL) = 1;
    }
    for (uint32_t file = 0; file < catalog->files.len && packages.len; file++) {
        Arena work = scratch;
        Str key = importers->steps[file] ? (Str){0} : package_key(&work, catalog, file);
        if (key.len && map_find(&packages, key))
            importers->steps[file] = steps;
    }
}

static void add_found(Importers *importers, Found found)
{
    const CatalogFile *file = &importers->catalog->files.ptr[found.file];
    importers->tests += !found.outside.len && file->class == FILE_TEST;
    *VEC_PUSH(importers->request->arena, &importers->found) = found;
}

/* Adds the files that import one reached in `steps`; false if no file is. */
static bool step_in(Importers *importers, Arena scratch, uint32_t steps)
{
    size_t before = importers->found.len;
    add_packages(importers, scratch, steps);
    for (uint32_t file = 0; file < importers->catalog->files.len; file++) {
        Arena work = scratch;
        ImportLinkVec imports = {0};
        if (!importers->catalog->files.ptr[file].path.len || importers->steps[file])
            continue;
        catalog_imports(importers->catalog, &work, file, &imports);
        for (size_t i = 0; i < imports.len; i++) {
            uint32_t target = imports.ptr[i].target;
            if (target == FILE_NOWHERE || importers->steps[target] != steps)
                continue;
            add_found(importers,
                      (Found){.file = file, .line = imports.ptr[i].line, .steps = steps});
            break;
        }
    }
    for (size_t i = before; i < importers->found.len; i++)
        importers->steps[importers->found.ptr[i].file] = steps + 1;
    return importers->found.len > before;
}

/* Adds what the files import, each once, in the order of their lines. */
static void step_out(Importers *importers)
{
    const IdVec *files = &importers->question->files;
    Arena *arena = importers->request->arena;
    for (size_t f = 0; f < files->len; f++) {
        ImportLinkVec imports = {0};
        catalog_imports(importers->catalog, arena, files->ptr[f], &imports);
        for (size_t i = 0; i < imports.len; i++) {
            const ImportLink *link = &imports.ptr[i];
            bool outside = link->target == FILE_NOWHERE, known = false;
            Str package = outside ? catalog_name(importers->catalog, link->package) : (Str){0};
            for (size_t k = 0; k < importers->found.len && !known; k++)
                known = outside ? str_equal(importers->found.ptr[k].outside, package)
                                : !importers->found.ptr[k].outside.len &&
                                      importers->found.ptr[k].file == link->target;
            if (!known && (!outside || package.len) && (outside || !importers->steps[link->target]))
                add_found(importers, (Found){.file = outside ? files->ptr[f] : link->target,
                                             .line = link->line,
                                             .steps = 1,
                                             .outside = package});
        }
    }
}

/* ---- the answer ---- */

static bool is_asked_for_importers(const Importers *importers)
{
    return importers->question->direction == NEIGHBOURS_IN;
}

static Str row_text(Arena *arena, const Importers *importers, const Found *found)
{
    const CatalogFile *file = &importers->catalog->files.ptr[found->file];
    if (found->outside.len)
        return str_format(arena, "%.*s (outside)", STR_ARG(found->outside));
    Str path = address_shown(arena, file->path);
    return is_asked_for_importers(importers)
               ? str_format(arena, "%.*s:%u", STR_ARG(path), found->line)
               : path;
}

static const char wording[] =
    "{?in}importers{:}imports{/} of {?module}module {module}{:}{path}{/}: "
    "{?total}{?in}{total} file{total:s} import{total:is s|} it{:}{total}{/}{:}none known{/}"
    "{?tests}, {tests} of them tests{/}\n"
    "{*files}  {?outside}{path} (outside){:}{path:address}{?in}:{line}{/}{/}"
    "{?steps=1}{:} ({steps} steps){/}\n{/}"
    "{?left}  … {left} more: --limit {total}\n{/}";

/* How text names the file or module: `util.h`, or `net` of the module `src.net`. A line of text has
   no control characters. */
static Str word_of(const ImportersQuestion *question)
{
    Str base = path_base(question->name);
    size_t dot = question->module ? str_find_last_byte(base, '.') : STR_NONE, len = 0;
    Str word = dot == STR_NONE ? base : str_from_offset(base, dot + 1);
    while (len < word.len && (unsigned char)word.ptr[len] >= ' ')
        len++;
    return str_slice(word, 0, len);
}

/* The word without the suffix of a file, as many languages write it in an import. */
static Str stem_of(const ImportersQuestion *question)
{
    Str word = word_of(question);
    size_t dot = str_find_byte(word, '.');
    return dot && dot != STR_NONE ? str_slice(word, 0, dot) : word;
}

/* Whether imports name the directory of a file of this name instead of the file. */
static bool is_of_directory(Str stem)
{
    static const char *const stems[] = {"__init__", "__main__", "action", "default", "index",
                                        "init",     "lib",      "main",   "mod",     "package"};
    for (size_t i = 0; i < COUNT(stems); i++)
        if (str_equal(stem, str_from(stems[i])))
            return true;
    return false;
}

/* Other words by which an import may name a file: `v` of `_v.scss`, and the directory of
   `__init__.py`. Returns their number. */
static size_t other_words(const ImportersQuestion *question, Str words[2])
{
    Str stem = stem_of(question), bare = stem, folder = path_directory(question->name);
    size_t count = 0;
    while (bare.len && bare.ptr[0] == '_')
        bare = str_from_offset(bare, 1);
    if (bare.len && bare.len < stem.len && !str_ends(bare, STR("_")))
        words[count++] = bare;
    folder = path_base(folder);
    if (!question->module && is_of_directory(stem) && byte_is_word(folder.ptr[0]))
        words[count++] = folder;
    return count;
}

/* What text names the file or module: `no line of the 5 text files has the word b`. */
static Str named_in_text(SessionRequest *request, IndexSession *session,
                         const ImportersQuestion *question, Json **named)
{
    Str words[3] = {stem_of(question)};
    size_t count = 1 + other_words(question, words + 1);
    Buf out = buf_open(request->arena, 0);
    for (size_t i = 0; i < count; i++) {
        MentionRest rest =
            mentions_rest_of(request, session, mentions_of(request, session, NULL, words[i]));
        if (!i)
            *named = mentions_value(request->arena, session, &rest);
        if (i && !rest.total && !rest.all->missed)
            continue;
        Str text = mentions_sentence(request, session, &rest, &(MentionKnown){0});
        buf_printf(&out, "%s%.*s", i ? "; " : "", STR_ARG(text));
    }
    return buf_str(&out);
}

void importers_note_none(SessionRequest *request, IndexSession *session,
                         const ImportersQuestion *question)
{
    Json *named = NULL;
    Str listed = named_in_text(request, session, question, &named);
    session_note(request, session,
                 session_hint(request, str_format(request->arena, "no import of it is known; %.*s",
                                                  STR_ARG(listed))));
    unseen_note_short(request, session, UNSEEN_TEXT, UNSEEN_NOTE_BYTES);
}

/* Notes what the answer did not look at: text that names the file, and symbols that are used
   without an import. */
static void note_unfollowed(Importers *importers)
{
    SessionRequest *request = importers->request;
    const ImportersQuestion *question = importers->question;
    if (!is_asked_for_importers(importers)) {
        unseen_note_short(request, importers->session, UNSEEN_SUM, UNSEEN_NOTE_BYTES);
        return;
    }
    if (importers->found.len) {
        beyond_note_word(request, importers->session, word_of(question));
        return;
    }
    Str listed = named_in_text(request, importers->session, question, &importers->named);
    Str quoted = shell_quote(request->arena, question->name);
    session_note(request, importers->session,
                 session_hint(request, str_format(request->arena,
                                                  "its symbols may be used without an import: "
                                                  "fovea impact %.*s; %.*s",
                                                  STR_ARG(quoted), STR_ARG(listed))));
    unseen_note_short(request, importers->session, UNSEEN_TEXT, UNSEEN_NOTE_BYTES);
}

/* Code before tests; near before far; then by path, which is the order of the files. */
static uint32_t *order_rows(const Importers *importers)
{
    size_t count = importers->found.len, at = 0;
    uint32_t *order = NEW(importers->request->arena, uint32_t, count + 1);
    for (int tests = 0; tests < 2; tests++)
        for (uint32_t i = 0; i < count; i++) {
            const Found *found = &importers->found.ptr[i];
            FileClass class = importers->catalog->files.ptr[found->file].class;
            bool test = is_asked_for_importers(importers) && class == FILE_TEST;
            if (test == (bool)tests)
                order[at++] = i;
        }
    return order;
}

static Json *row_value(Arena *arena, const Importers *importers, const Found *found)
{
    const CatalogFile *file = &importers->catalog->files.ptr[found->file];
    bool in = is_asked_for_importers(importers);
    Json *row = json_object(arena);
    Str path = found->outside.len ? found->outside : address_value(arena, file->path);
    json_set(row, STR("path"), json_str(arena, path));
    json_set(row, STR("line"), json_u64(arena, found->line));
    json_set(row, STR("steps"), json_u64(arena, found->steps));
    json_set(row, STR("test"), json_bool(arena, in && file->class == FILE_TEST));
    json_set(row, STR("outside"), json_bool(arena, found->outside.len > 0));
    return row;
}

static bool put_answer(const Importers *importers, Err *err)
{
    const ImportersQuestion *question = importers->question;
    Arena *arena = importers->request->arena;
    bool in = is_asked_for_importers(importers);
    size_t total = importers->found.len, shown = (size_t)MIN(question->limit, (uint64_t)total);
    const uint32_t *order = order_rows(importers);
    Response response = response_open(importers->request, importers->session,
                                      in ? STR("importers") : STR("imports"), wording);
    Json *value = response.value, *rows = json_array(arena);
    json_set(value, question->module ? STR("module") : STR("path"),
             json_str(arena, address_value(arena, question->name)));
    json_set(value, STR("total"), json_u64(arena, total));
    if (in)
        json_set(value, STR("tests"), json_u64(arena, importers->tests));
    for (size_t i = 0; i < shown; i++)
        json_add(rows, row_value(arena, importers, &importers->found.ptr[order[i]]));
    json_set(value, STR("files"), rows);
    if (importers->named)
        json_set(value, STR("named"), importers->named);
    json_set(response.words, STR("in"), json_bool(arena, in));
    json_set(response.words, STR("left"), json_u64(arena, total - shown));
    return response_send(&response, err);
}

static Importers open_importers(SessionRequest *request, IndexSession *session,
                                const ImportersQuestion *question)
{
    Importers importers = {.request = request,
                           .session = session,
                           .catalog = session->catalog,
                           .question = question,
                           .steps = NEW(request->arena, uint32_t, session->catalog->files.len + 1)};
    for (size_t i = 0; i < question->files.len; i++)
        importers.steps[question->files.ptr[i]] = 1;
    return importers;
}

static void find(Importers *importers, uint32_t depth)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    if (!is_asked_for_importers(importers)) {
        add_packages(importers, scratch, 1);
        step_out(importers);
        return;
    }
    for (uint32_t steps = 1; steps <= depth && step_in(importers, scratch, steps);)
        steps++;
}

bool importers_answer(SessionRequest *request, IndexSession *session,
                      const ImportersQuestion *question, Err *err)
{
    Importers importers = open_importers(request, session, question);
    find(&importers, question->depth);
    note_unfollowed(&importers);
    return put_answer(&importers, err);
}

/* Files that a note names. */
#define NOTED_FILES 3

static Json *noted_value(const Importers *importers, const uint32_t *order)
{
    Arena *arena = importers->request->arena;
    Json *value = json_object(arena), *paths = json_array(arena);
    json_set(value, STR("total"), json_u64(arena, importers->found.len));
    for (size_t i = 0; i < MIN(importers->found.len, (size_t)NOTED_FILES); i++)
        json_add(paths,
                 json_str(arena, row_text(arena, importers, &importers->found.ptr[order[i]])));
    json_set(value, STR("first"), paths);
    return value;
}

/* `imported by 12 files (a.c:1, …): fovea callers src/dict.h`, or empty. Sets the
   same as a field of the value. */
static Str direction_text(SessionRequest *request, IndexSession *session,
                          ImportersQuestion *question, NeighbourDirection direction, Json *value)
{
    bool in = direction == NEIGHBOURS_IN;
    question->direction = direction;
    Importers importers = open_importers(request, session, question);
    find(&importers, 1);
    size_t count = importers.found.len;
    const uint32_t *order = order_rows(&importers);
    Buf out = buf_open(request->arena, 0);
    json_set(value, in ? STR("imported_by") : STR("imports"), noted_value(&importers, order));
    if (!count)
        return (Str){0};
    buf_printf(&out, in ? "imported by %zu file%s" : "it imports %zu file%s", count,
               count == 1 ? "" : "s");
    for (size_t i = 0; i < MIN(count, (size_t)NOTED_FILES); i++)
        buf_printf(&out, "%s%.*s", i ? ", " : " (",
                   STR_ARG(row_text(request->arena, &importers, &importers.found.ptr[order[i]])));
    buf_put(&out, count > NOTED_FILES ? STR(", …)") : STR(")"));
    buf_printf(&out, ": fovea callers %.*s%s",
               STR_ARG(shell_quote_path(request->arena, question->name)),
               in ? "" : " --direction out");
    return session_hint(request, buf_str(&out));
}

static void note_direction(SessionRequest *request, IndexSession *session,
                           ImportersQuestion *question, NeighbourDirection direction, Json *value)
{
    Str text = direction_text(request, session, question, direction, value);
    if (text.len)
        session_note(request, session, text);
}

Str importers_known(SessionRequest *request, IndexSession *session, ImportersQuestion *question,
                    Json *value)
{
    return direction_text(request, session, question, NEIGHBOURS_IN, value);
}

Json *importers_tell(SessionRequest *request, IndexSession *session, uint32_t file_symbol)
{
    ImportersQuestion question = {0};
    if (!importers_take_file(request, session->catalog, file_symbol, &question))
        return NULL;
    Json *value = json_object(request->arena);
    note_direction(request, session, &question, NEIGHBOURS_IN, value);
    note_direction(request, session, &question, NEIGHBOURS_OUT, value);
    return value;
}

bool importers_take_file(SessionRequest *request, const Catalog *catalog, uint32_t symbol,
                         ImportersQuestion *question)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    if (place.index)
        return false;
    *VEC_PUSH(request->arena, &question->files) = place.file;
    question->name = catalog->files.ptr[place.file].path;
    return true;
}

bool importers_take_module(SessionRequest *request, const IndexSession *session, Str text,
                           ImportersQuestion *question)
{
    const Catalog *catalog = session->catalog;
    Modules modules = modules_of(request->arena, catalog);
    size_t module;
    Err ignored = {0};
    if (!query_module(request, session, &modules, text, &module, &ignored))
        return false;
    for (uint32_t id = 0; id < catalog->files.len; id++)
        if (catalog->files.ptr[id].path.len && modules.of_file[id] == module)
            *VEC_PUSH(request->arena, &question->files) = id;
    question->name = modules.list.ptr[module].name;
    question->module = true;
    return question->files.len > 0;
}
