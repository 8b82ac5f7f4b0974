#include "relations/test_uses.h"

#include "base/path.h"
#include "index/resolve/rules.h"
#include "project/test_role.h"
#include "query/mentions.h"
#include "relations/found_uses.h"
#include "relations/handed_over.h"
#include "relations/likely_callers.h"
#include "relations/table_users.h"
#include "relations/test_data.h"

/* Symbols whose users are looked for, and those of them on the way: each needs the files that have
   its name. */
#define ASKED_MAX 12
#define ASKED_AWAY_MAX 3
/* Programs whose name is looked for in all text, and the fewest bytes that such a name has. */
#define PROGRAMS_MAX 3
#define PROGRAM_NAME_BYTES 4
/* Values farther away are set from what is set from it: a search for each costs too much. */
#define AWAY_STEPS_MAX 1
/* How far away, and for how many symbols, callers by a receiver of unknown type are looked for. */
#define LIKELY_STEPS_MAX 3
#define LIKELY_MAX 20
/* What is read for a symbol that is asked about: some tenths of a second at most. */
static const FoundLimits near = {400, 2 * MB};
/* The same for calls by receivers of unknown type, and for values on the way. */
static const FoundLimits away = {20, 256 * KB};

static void add(Project *project, TestUses *uses, NeighbourUser user)
{
    for (size_t i = 0; i < uses->users.len; i++)
        if (uses->users.ptr[i].symbol == user.symbol)
            return;
    *VEC_PUSH(project->request->arena, &uses->users) = user;
}

/* Whether it is the only symbol of its name. */
static bool is_only(const IndexSession *session, uint32_t symbol)
{
    uint32_t name = catalog_entry(session->catalog, symbol)->name;
    return catalog_named(session->catalog, name).len == 1;
}

/* Adds the functions whose lines of code are among the mentions. */
static void add_mentions(Project *project, const Mentions *all, NeighbourUser user, TestUses *uses)
{
    IndexSession *session = (IndexSession *)project->session;
    MentionRest rest = mentions_rest_of(project->request, session, all);
    IdVec users = {0};
    for (size_t i = 0; i < rest.lines.len; i++) {
        const MentionLine *line = &rest.lines.ptr[i];
        if (line->kind == MENTION_CODE || line->kind == MENTION_TEST)
            test_data_users(project, line->file, line->line, &users);
    }
    for (size_t i = 0; i < users.len; i++) {
        user.symbol = users.ptr[i];
        add(project, uses, user);
    }
}

/* Adds the functions whose lines of code have the name. */
static void add_naming(Project *project, uint32_t symbol, uint32_t steps, TestUses *uses)
{
    IndexSession *session = (IndexSession *)project->session;
    const Mentions *all = mentions_of_symbol(project->request, session, symbol);
    add_mentions(project, all, (NeighbourUser){.steps = steps + 1, .unsure = true}, uses);
}

/* ---- programs ---- */

static bool is_only_file(const Catalog *catalog, Str base)
{
    size_t count = 0;
    for (size_t i = 0; i < catalog->files.len; i++)
        count += str_equal(path_base(catalog->files.ptr[i].path), base);
    return count == 1;
}

/* What names the path of a program may run it: `bash "$root/bin/release.sh"`. A program's first
   line says what runs it. */
static void add_starters(Project *project, uint32_t file, uint32_t steps, TestUses *uses)
{
    IndexSession *session = (IndexSession *)project->session;
    const Catalog *catalog = session->catalog;
    const CatalogFile *row = &catalog->files.ptr[file];
    Str base = path_base(row->path);
    bool test = row->class == FILE_TEST;
    if (test || uses->programs >= PROGRAMS_MAX || base.len < PROGRAM_NAME_BYTES)
        return;
    const char *path = str_terminate(project->request->arena, row->path);
    if (!str_starts(project_file(project, (Str){0}, path)->text, STR("#!")))
        return;
    uses->programs++;
    const Mentions *all = mentions_of(project->request, session, NULL, base);
    bool unsure = !is_only_file(catalog, base);
    add_mentions(project, all, (NeighbourUser){.steps = steps + 1, .unsure = unsure}, uses);
}

/* Whether tests in the language of the symbol are known at all: else its users lead to none. */
static bool has_tests(const Catalog *catalog, uint32_t symbol, TestUses *uses)
{
    const Language *language = catalog->files.ptr[catalog_place(catalog, symbol).file].language;
    if (lang_facts(language)->tests_are_in_test_modules || uses->language == language)
        return uses->language != language || uses->tested;
    uses->language = language;
    uses->tested = false;
    for (size_t i = 0; i < catalog->files.len && !uses->tested; i++)
        uses->tested = catalog->files.ptr[i].path.len && catalog->files.ptr[i].class == FILE_TEST &&
                       catalog->files.ptr[i].language == language;
    return uses->tested;
}

static void add_handed_over(Project *project, uint32_t symbol, uint32_t steps, TestUses *uses)
{
    IdVec users = {0};
    handed_over_find(project, symbol, &users);
    for (size_t i = 0; i < users.len; i++)
        add(project, uses, (NeighbourUser){.symbol = users.ptr[i], .steps = steps + 1});
}

static bool has(const IdVec *list, uint32_t symbol)
{
    for (size_t i = 0; i < list->len; i++)
        if (list->ptr[i] == symbol)
            return true;
    return false;
}

/* Adds the callers that only their file's words tell from callers of other methods. */
static void add_likely(Project *project, uint32_t symbol, uint32_t steps, TestUses *uses)
{
    IdVec callers = {0};
    if (steps > LIKELY_STEPS_MAX || uses->likely.len >= LIKELY_MAX || has(&uses->likely, symbol))
        return;
    *VEC_PUSH(project->request->arena, &uses->likely) = symbol;
    likely_callers_find(project, symbol, &callers);
    for (size_t i = 0; i < callers.len; i++)
        add(project, uses,
            (NeighbourUser){.symbol = callers.ptr[i], .steps = steps + 1, .unsure = true});
}

/* Adds what takes any element of the table that holds the function. */
static bool add_table(Project *project, uint32_t symbol, uint32_t steps, TestUses *uses, Err *err)
{
    IndexSession *session = (IndexSession *)project->session;
    uint32_t table = table_around(session->catalog, symbol);
    FoundUses found;
    if (table == SYMBOL_NOWHERE || steps > LIKELY_STEPS_MAX || has(&uses->asked, table) ||
        uses->tables >= ASKED_AWAY_MAX)
        return true;
    *VEC_PUSH(project->request->arena, &uses->asked) = table;
    uses->tables++;
    if (!found_uses_within(project->request, session, table, &away, &found, err))
        return false;
    table_users_keep(project, table, &found);
    for (size_t i = 0; i < found.list.len; i++)
        add(project, uses, (NeighbourUser){found.list.ptr[i].user, steps + 1, true});
    return true;
}

/* Whether libraries have methods of that name: what calls it needs more evidence than the name. */
static bool is_common(const Catalog *catalog, uint32_t symbol)
{
    const Rules *rules = rules_of(catalog->files.ptr[catalog_place(catalog, symbol).file].language);
    return rules_list_has(rules->library_names,
                          catalog_name(catalog, catalog_entry(catalog, symbol)->name));
}

/* Adds the users that the text of files shows: of a value, of a method with an own name. */
static bool add_found(Project *project, uint32_t symbol, uint32_t steps, TestUses *uses, Err *err)
{
    IndexSession *session = (IndexSession *)project->session;
    FoundUses found;
    bool value = found_uses_apply(session->catalog, symbol), focused = !steps && !uses->guessing;
    if (uses->values >= (focused ? ASKED_MAX : ASKED_AWAY_MAX) || (!value && !focused) ||
        steps > AWAY_STEPS_MAX || !has_tests(session->catalog, symbol, uses) ||
        has(&uses->asked, symbol))
        return true;
    *VEC_PUSH(project->request->arena, &uses->asked) = symbol;
    uses->values++;
    if (!found_uses_within(project->request, session, symbol, value && focused ? &near : &away,
                           &found, err))
        return false;
    bool common = is_common(session->catalog, symbol);
    for (size_t i = 0; i < found.list.len; i++) {
        bool unsure = found.list.ptr[i].confidence == EDGE_AMBIGUOUS;
        bool guess = unsure && (value || (common && !test_holds(project, found.list.ptr[i].user)));
        if (!guess && !found.list.ptr[i].as) /* the search itself goes over overriding */
            add(project, uses, (NeighbourUser){found.list.ptr[i].user, steps + 1, unsure});
    }
    if (value && !found.list.len && focused && is_only(session, symbol))
        add_naming(project, symbol, steps, uses);
    return true;
}

bool test_uses(Project *project, uint32_t symbol, uint32_t steps, TestUses *uses, Err *err)
{
    if (symbol == SYMBOL_NOWHERE)
        return true;
    SymbolPlace place = catalog_place(project->session->catalog, symbol);
    if (!place.index && !has(&uses->asked, symbol)) {
        *VEC_PUSH(project->request->arena, &uses->asked) = symbol;
        add_starters(project, place.file, steps, uses);
    }
    if (!place.index)
        return true;
    add_handed_over(project, symbol, steps, uses);
    if (!uses->guessing)
        add_likely(project, symbol, steps, uses);
    return (uses->guessing || add_table(project, symbol, steps, uses, err)) &&
           add_found(project, symbol, steps, uses, err);
}
