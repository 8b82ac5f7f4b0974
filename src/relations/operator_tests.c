#include "relations/operator_tests.h"

#include "project/test_role.h"
#include "relations/reached_test.h"
#include "text/lines.h"

/* Users of the type whose text is read. */
#define USERS_MAX 200

/* Signs that stand for one kind of use, and the words that show it. */
typedef struct SignFamily {
    const char *signs, *words; /* separated by blanks; a word with `|` does not go on */
    bool compares;
} SignFamily;

static const SignFamily families[] = {
    {"< > <= >= <=> sort",
     "sort Sort min| max| Min Max set< map< Tree heap Heap queue Queue between compare Compar",
     true},
    {"{} #{…} ${…} fmt", "{} {: #{ ${ to_s format print puts String( toString fmt %s %v", false}};

static const SignFamily *family_of(Str sign)
{
    for (size_t i = 0; i < COUNT(families); i++) {
        Str rest = str_from(families[i].signs), one;
        while (str_take_until(&rest, ' ', &one))
            if (str_equal(one, sign))
                return &families[i];
    }
    return NULL;
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Whether the text has a word that begins so. */
static bool has_beginning(Str text, Str word)
{
    bool whole = str_ends(word, STR("|"));
    word = str_slice(word, 0, word.len - whole);
    for (size_t from = 0; from < text.len;) {
        size_t at = str_find(str_from_offset(text, from), word);
        if (at == STR_NONE)
            return false;
        at += from;
        from = at + word.len;
        bool inside = at && is_lower(word.ptr[0]) && byte_is_word(text.ptr[at - 1]) &&
                      text.ptr[at - 1] != '_';
        bool goes_on = whole && from < text.len && is_lower(text.ptr[from]);
        if (!inside && !goes_on)
            return true;
    }
    return false;
}

/* Whether two values are compared: `a < b`, with blanks, unlike `vector<int>`. */
static bool has_comparison(Str text)
{
    for (size_t i = 1; i + 1 < text.len; i++) {
        bool sign = byte_in(text.ptr[i], "<>") && text.ptr[i - 1] == ' ';
        if (sign && byte_in(text.ptr[i + 1], " ="))
            return true;
    }
    return false;
}

/* Whether the text has what may run the method, whose name the language calls by this sign. */
static bool has_sign(Str text, Str sign)
{
    const SignFamily *family = family_of(sign);
    size_t end = str_find(sign, STR("…"));
    if (!family)
        return str_find(text, str_slice(sign, 0, MIN(end, sign.len))) != STR_NONE;
    Str words = str_from(family->words), word;
    while (str_take_until(&words, ' ', &word))
        if (has_beginning(text, word))
            return true;
    return family->compares && has_comparison(text);
}

/* The lines of a symbol. */
static Str text_of(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, symbol).file);
    const Entry *entry = catalog_entry(catalog, symbol);
    const char *path = str_terminate(project->request->arena, file->path);
    Str text = project_file(project, (Str){0}, path)->text;
    return str_slice(text, lines_offset(text, entry->start_line),
                     lines_offset(text, entry->end_line + 1));
}

typedef struct Users {
    Project *project;
    Str sign;
    IdVec *list;
    size_t read;
} Users;

static bool take_user(void *context, const Edge *edge)
{
    Users *users = context;
    const Catalog *catalog = users->project->session->catalog;
    bool code = edge->confidence != EDGE_AMBIGUOUS && edge->kind != EDGE_PART &&
                catalog_place(catalog, edge->caller).index &&
                !test_holds(users->project, edge->caller);
    if (code && has_sign(text_of(users->project, edge->caller), users->sign))
        *VEC_PUSH(users->project->request->arena, users->list) = edge->caller;
    return ++users->read < USERS_MAX;
}

void operator_tests_users(Project *project, uint32_t type, Str sign, IdVec *users)
{
    Users asked = {.project = project, .sign = sign, .list = users};
    catalog_edges_to(project->session->catalog, type, take_user, &asked);
}

static Str text_of_test(Project *project, const ReachedTest *test)
{
    const Catalog *catalog = project->session->catalog;
    if (test->block == TEST_EXAMPLE)
        return test_head(project, test->symbol).lead;
    if (!test->block)
        return text_of(project, test->symbol);
    const TitledBlocks *blocks = test_blocks(project, catalog_place(catalog, test->symbol).file);
    const TitledBlock *own = &blocks->list.ptr[test->block];
    const char *path = str_terminate(project->request->arena, test->path);
    return str_slice(project_file(project, (Str){0}, path)->text, own->body, own->end);
}

size_t operator_tests_keep(Project *project, Str sign, TestReach *reach)
{
    size_t kept = 0;
    for (size_t i = 0; i < reach->tests.len; i++) {
        ReachedTest test = reach->tests.ptr[i];
        if (!has_sign(text_of_test(project, &test), sign))
            continue;
        reach->tests.ptr[i] = reach->tests.ptr[kept];
        reach->tests.ptr[kept++] = test;
    }
    if (kept)
        reach->tests.len = kept;
    return kept;
}
