#include "relations/test_beyond.h"

#include "base/path.h"
#include "index/catalog/classify.h"
#include "query/mentions.h"

/* Files that are read for examples, places that are shown, and files of other tests. */
#define EXAMPLE_FILES_MAX 40
#define EXAMPLES_SHOWN 3
#define OTHERS_SHOWN 3

/* ---- examples ---- */

typedef struct Examples {
    SessionRequest *request;
    Project *project;
    TestBeyond *beyond;
    const CatalogFile *file;
    const char *word;
} Examples;

/* Where an example begins: a prompt, behind what begins a comment. */
static bool has_prompt(Str line, const char *prompt)
{
    size_t at = 0;
    while (at < line.len && (byte_is_space(line.ptr[at]) || byte_in(line.ptr[at], "#*/-!;|'")))
        at++;
    return str_starts(str_from_offset(line, at), str_from(prompt));
}

static void add_example(Examples *examples, const ProjectRow *row, size_t line)
{
    TestBeyond *beyond = examples->beyond;
    if (beyond->examples.len == EXAMPLES_SHOWN) {
        beyond->more = true;
        return;
    }
    if (!beyond->examples.len)
        beyond->runner = str_from(row->doc_runner);
    *VEC_PUSH(examples->request->arena, &beyond->examples) =
        str_format(examples->request->arena, "%.*s:%zu", STR_ARG(examples->file->path), line);
}

/* Reads a file for examples of one kind: lines with a prompt, or the fenced lines of comments. */
static void read_examples(Examples *examples, const ProjectRow *row, Str text)
{
    bool fenced = false;
    size_t number = 0;
    for (Str line; str_take_line(&text, &line);) {
        Str bare = str_trim(line);
        bool comment = row->doc_comment && str_starts(bare, str_from(row->doc_comment));
        number++;
        if (comment && str_find(bare, STR("```")) != STR_NONE)
            fenced = !fenced;
        bool example = row->doc_prompt ? has_prompt(line, row->doc_prompt) : comment && fenced;
        if (example && project_has_word(line, examples->word))
            add_example(examples, row, number);
    }
}

static void read_file(Examples *examples, const ProjectTable *table)
{
    const char *path = str_terminate(examples->request->arena, examples->file->path);
    Str text = project_file(examples->project, (Str){0}, path)->text;
    for (size_t i = 0; i < table->count; i++) {
        const ProjectRow *row = &table->rows[i];
        if (row->doc_prompt || row->doc_comment)
            read_examples(examples, row, text);
        if (row->maker && str_find(text, str_from(row->maker)) != STR_NONE &&
            str_find(text, str_from(row->made)) != STR_NONE &&
            examples->beyond->makers.len < OTHERS_SHOWN)
            *VEC_PUSH(examples->request->arena, &examples->beyond->makers) = examples->file->path;
    }
}

static bool has_examples(const ProjectTable *table)
{
    for (size_t i = 0; table && i < table->count; i++)
        if (table->rows[i].doc_prompt || table->rows[i].doc_comment || table->rows[i].maker)
            return true;
    return false;
}

static void find_examples(SessionRequest *request, IndexSession *session, Project *project,
                          uint32_t symbol, TestBeyond *beyond)
{
    const Catalog *catalog = session->catalog;
    const CatalogFile *own = &catalog->files.ptr[catalog_place(catalog, symbol).file];
    const ProjectTable *table = project_table_of(own->language);
    size_t read = 0;
    if (!has_examples(table))
        return;
    const Mentions *all = mentions_of_symbol(request, session, symbol);
    for (size_t i = 0; i < all->list.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[all->list.ptr[i].file];
        Examples examples = {request, project, beyond, file,
                             str_terminate(request->arena, all->word)};
        if (file->language != own->language && all->list.ptr[i].kind != MENTION_PROSE)
            continue;
        beyond->more = beyond->more || ++read > EXAMPLE_FILES_MAX;
        if (read <= EXAMPLE_FILES_MAX)
            read_file(&examples, table);
    }
    beyond->more = beyond->more || all->missed;
}

/* ---- other kinds ---- */

/* Tests that run programs, or say in sentences what steps do. */
static bool is_other_kind(Str path)
{
    static const char *const ends[] = {".feature", ".robot", ".bats", ".txtar",
                                       ".cram",    ".story", ".exp"};
    for (size_t i = 0; i < COUNT(ends); i++)
        if (str_ends(path, str_from(ends[i])))
            return true;
    return str_find(path, STR("testdata/script/")) != STR_NONE;
}

static void add_other(SessionRequest *request, TestBeyond *beyond, Str path)
{
    beyond->other_count++;
    if (beyond->others.len < OTHERS_SHOWN)
        *VEC_PUSH(request->arena, &beyond->others) = path;
}

/* Whether it is code of a language that the index does not know, as its path says: a test. */
static bool is_test_of_unknown_language(const CatalogFile *file)
{
    Str base = path_base(file->path);
    return lang_facts(file->language)->is_plain_text && str_find_byte(base, '.') != STR_NONE &&
           !str_ends(base, STR(".txt")) && classify_is_named_as_test(file->path);
}

static void find_others(SessionRequest *request, IndexSession *session, uint32_t symbol,
                        TestBeyond *beyond)
{
    const Catalog *catalog = session->catalog;
    const Language *own = catalog->files.ptr[catalog_place(catalog, symbol).file].language;
    const Mentions *all = mentions_of_symbol(request, session, symbol);
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (file->path.len && file->language != own && is_other_kind(file->path))
            add_other(request, beyond, file->path);
    }
    for (size_t i = 0; i < all->list.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[all->list.ptr[i].file];
        if (is_test_of_unknown_language(file) && !is_other_kind(file->path))
            add_other(request, beyond, file->path);
    }
}

void test_beyond(SessionRequest *request, IndexSession *session, Project *project, uint32_t symbol,
                 TestBeyond *beyond)
{
    *beyond = (TestBeyond){0};
    find_examples(request, session, project, symbol, beyond);
    find_others(request, session, symbol, beyond);
}

static void put_list(Buf *out, const Str *paths, size_t count, bool more)
{
    for (size_t i = 0; i < count; i++) {
        buf_put(out, i ? STR(", ") : (Str){0});
        view_put_line_text(out, paths[i]);
    }
    buf_put(out, more ? STR(", …\n") : STR("\n"));
}

void test_beyond_put(Buf *out, const TestBeyond *beyond, bool none)
{
    if (beyond->examples.len) {
        buf_put(out, STR("examples with its name, which "));
        buf_put(out, beyond->runner);
        buf_put(out, STR(" runs: "));
        put_list(out, beyond->examples.ptr, beyond->examples.len, beyond->more);
    }
    if (beyond->makers.len) {
        buf_put(out, STR("tests that code makes there are not listed: "));
        put_list(out, beyond->makers.ptr, beyond->makers.len, false);
    }
    if (none && beyond->others.len) {
        buf_put(out, STR("tests that are not followed: "));
        put_list(out, beyond->others.ptr, beyond->others.len,
                 beyond->other_count > beyond->others.len);
    }
}
