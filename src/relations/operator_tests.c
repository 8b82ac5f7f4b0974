#include "relations/operator_tests.h"

#include "base/id_map.h"
#include "project/test_role.h"
#include "relations/reached_test.h"
#include "search/members.h"
#include "text/lines.h"

/* Users of the type whose text is read. */
#define USERS_MAX 200

/* Shapes of code that no word shows. */
typedef enum SignShape {
    SHAPE_NONE,
    SHAPE_COMPARED, /* `a < b` */
    SHAPE_INDEXED,  /* `a[i]` */
    SHAPE_MEMBER,   /* `a.b`, `a->b` */
    SHAPE_HELD,     /* `a in b` */
    SHAPE_ANY       /* whatever makes or uses an object */
} SignShape;

/* Signs that stand for one kind of use, and the words that show it. */
typedef struct SignFamily {
    const char *signs, *words; /* separated by blanks; a word with `|` does not go on */
    SignShape shape;
    const char *in_tests; /* further words that show it there */
} SignFamily;

#define SORTED_WORDS \
    "sort Sort min| max| Min Max set< map< Tree heap. Heap priority_queue PriorityQueue between " \
    "clamp compare Compar isLess isGreater assert_operator Greater Less"

static const SignFamily families[] = {
    {.signs = "< > <= >= <=>", .words = SORTED_WORDS, .shape = SHAPE_COMPARED},
    {.signs = "sort compare heap", .words = SORTED_WORDS},
    {.signs = "== != eql? ===",
     .words = "== != equals contains include in_array indexOf remove uniq case when",
     .in_tests = "equal Equal eq( eq| eql be( contain Contain Same assert_eq assert_ne match"},
    {.signs = "hash {…} ## hash()",
     .words = "hash Hash set| Set dict Map uniq distinct group put( insert( contains",
     .in_tests = "=> key Key",
     .shape = SHAPE_INDEXED},
    {.signs = "{} #{…} ${…} fmt str repr string s\"…\" $\"…\" tostring tostring() inspect "
              "console.log print show var_dump format",
     .words = "{} {: #{ ${ format print puts String( str( repr( f\" f' $\" s\" tostring inspect "
              "fmt %s %v",
     .in_tests = "to_s toString to_string Inspect String string echo join show"},
    {.signs = "for foreach for…of (…) * Enum.count Enum.slice yield* each",
     .words = "for foreach each map| sum( sorted list( tuple( set( join collect in| iter Iter "
              "stream toList Array.from ... filter reduce to_a count first Enum"},
    {.signs = "in has isset", .words = "contain include Contain isset has", .shape = SHAPE_HELD},
    {.signs = "with using try } <close> Using", .words = "with using try| close"},
    {.signs = "len # count count()",
     .words = "len( # size count Count length has_length empty Empty"},
    {.signs = "if", .words = "if not and or assert while bool( true True"},
    {.signs = "json json_encode JSON.stringify JSON YAML yaml pickle",
     .words = "json JSON Json yaml YAML pickle dump load Marshal"},
    {.signs = "[] []= [..] {…}= unset del", .words = "[] fetch dig", .shape = SHAPE_INDEXED},
    {.signs = ". .= -> ->= .() :: unset()", .words = "-> ::", .shape = SHAPE_MEMBER},
    {.signs = "dataclass new", .shape = SHAPE_ANY},
    {.signs = "() .()", .words = ")( map( filter( apply call sort"},
};

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
        bool called = word.ptr[word.len - 1] == '(';
        bool inside = at && is_lower(word.ptr[0]) && byte_is_word(text.ptr[at - 1]) &&
                      (called || text.ptr[at - 1] != '_');
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

/* Whether a value is indexed, `a[i]`, or a member of it is used. */
static bool has_access(Str text, const char *marks)
{
    for (size_t i = 1; i < text.len; i++)
        if (byte_in(text.ptr[i], marks) &&
            (byte_is_word(text.ptr[i - 1]) || byte_in(text.ptr[i - 1], ")]")))
            return true;
    return false;
}

/* Whether a value is looked for in another: `a in b`, unlike `for a in b`. */
static bool has_membership(Str text)
{
    for (Str line; str_take_line(&text, &line);) {
        size_t in = str_find(line, STR(" in ")), loop = str_find(line, STR("for "));
        if (in != STR_NONE && (loop == STR_NONE || loop > in))
            return true;
    }
    return false;
}

static bool has_shape(Str text, SignShape shape)
{
    switch (shape) {
    case SHAPE_NONE: return false;
    case SHAPE_COMPARED: return has_comparison(text);
    case SHAPE_INDEXED: return has_access(text, "[");
    case SHAPE_MEMBER: return has_access(text, ".-:");
    case SHAPE_HELD: return has_membership(text);
    case SHAPE_ANY: return true;
    }
    return false;
}

/* Whether the text has one of the words; the list may be NULL. */
static bool has_one(Str text, const char *list)
{
    Str words = list ? str_from(list) : (Str){0}, word;
    while (str_take_until(&words, ' ', &word))
        if (has_beginning(text, word))
            return true;
    return false;
}

/* Whether the text has what may run the method, whose name the language calls by this sign. */
static bool has_sign(Str text, Str sign, bool test)
{
    const SignFamily *family = family_of(sign);
    size_t end = str_find(sign, STR("…"));
    if (!family)
        return str_find(text, str_slice(sign, 0, MIN(end, sign.len))) != STR_NONE;
    return has_one(text, family->words) || (test && has_one(text, family->in_tests)) ||
           has_shape(text, family->shape);
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
    uint32_t type;
    IdVec *list;
    IdMap seen;
    Arena *tables;
    size_t read;
} Users;

/* Takes a function outside of tests if its text has the sign. */
static void take_function(Users *users, uint32_t symbol)
{
    const Catalog *catalog = users->project->session->catalog;
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, symbol)->kind;
    bool function = kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD || kind == SYMBOL_CONSTRUCTOR;
    bool code = function && !test_holds(users->project, symbol);
    if (code && id_map_put(&users->seen, users->tables, symbol, 0) == ID_MAP_NONE &&
        users->read++ < USERS_MAX && has_sign(text_of(users->project, symbol), users->sign, false))
        *VEC_PUSH(users->project->request->arena, users->list) = symbol;
}

/* Takes the members of a type whose fields hold objects of the other: of one field, those that
   name it. */
static void take_mates(Users *users, uint32_t type, uint32_t field)
{
    const Catalog *catalog = users->project->session->catalog;
    Arena *arena = users->project->request->arena;
    IdVec members = {0};
    if (type == SYMBOL_NOWHERE || type == users->type)
        return;
    const char *name =
        str_terminate(arena, catalog_name(catalog, catalog_entry(catalog, field)->name));
    members_of(catalog, arena, type, &members);
    for (size_t i = 0; i < members.len; i++)
        if (type == field || project_has_word(text_of(users->project, members.ptr[i]), name))
            take_function(users, members.ptr[i]);
}

/* Takes what mentions the type and, of a field that does, the members that name it. */
static bool take_user(void *context, const Edge *edge)
{
    Users *users = context;
    const Catalog *catalog = users->project->session->catalog;
    uint32_t user = edge->caller;
    if (edge->confidence == EDGE_AMBIGUOUS || edge->kind == EDGE_PART ||
        !catalog_place(catalog, user).index)
        return true;
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, user)->kind;
    if (symbol_is_type(kind) && edge->kind == REFERENCE_TYPE)
        take_mates(users, user, user);
    else if (kind == SYMBOL_FIELD || kind == SYMBOL_PROPERTY)
        take_mates(users, test_class(catalog, user), user);
    take_function(users, user);
    return users->read < USERS_MAX;
}

void operator_tests_users(Project *project, uint32_t type, Str sign, IdVec *list)
{
    Arena tables SCOPED(arena_close) = {0};
    arena_open(&tables, 0);
    Users users = {.project = project, .sign = sign, .type = type, .list = list, .tables = &tables};
    catalog_edges_to(project->session->catalog, type, take_user, &users);
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

void operator_tests_keep(Project *project, Str sign, TestReach *reach)
{
    size_t kept = 0;
    for (size_t i = 0; i < reach->tests.len; i++) {
        ReachedTest test = reach->tests.ptr[i];
        if (!has_sign(text_of_test(project, &test), sign, true))
            continue;
        reach->tests.ptr[i] = reach->tests.ptr[kept];
        reach->tests.ptr[kept++] = test;
    }
    reach->tests.len = kept;
}
