#include "relations/test_uses.h"

#include "query/mentions.h"
#include "relations/found_uses.h"
#include "relations/test_data.h"

/* Symbols whose users are looked for, and those of them on the way: each needs the files that have
   its name. */
#define ASKED_MAX 12
#define ASKED_AWAY_MAX 3
/* Values farther away are set from what is set from it: a search for each costs too much. */
#define AWAY_STEPS_MAX 1
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

/* Adds the functions whose lines of code have the name. */
static void add_naming(Project *project, uint32_t symbol, uint32_t steps, TestUses *uses)
{
    IndexSession *session = (IndexSession *)project->session;
    const Mentions *all = mentions_of_symbol(project->request, session, symbol);
    MentionRest rest = mentions_rest_of(project->request, session, all);
    IdVec users = {0};
    for (size_t i = 0; i < rest.lines.len; i++) {
        const MentionLine *line = &rest.lines.ptr[i];
        if (line->kind == MENTION_CODE || line->kind == MENTION_TEST)
            test_data_users(project, line->file, line->line, &users);
    }
    for (size_t i = 0; i < users.len; i++)
        add(project, uses, (NeighbourUser){users.ptr[i], steps + 1, true});
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

bool test_uses(Project *project, uint32_t symbol, uint32_t steps, TestUses *uses, Err *err)
{
    IndexSession *session = (IndexSession *)project->session;
    FoundUses found;
    if (symbol == SYMBOL_NOWHERE || !catalog_place(session->catalog, symbol).index ||
        uses->asked.len >= (steps ? ASKED_AWAY_MAX : ASKED_MAX))
        return true;
    bool value = found_uses_apply(session->catalog, symbol);
    if ((!value && steps) || steps > AWAY_STEPS_MAX || !has_tests(session->catalog, symbol, uses))
        return true;
    for (size_t i = 0; i < uses->asked.len; i++)
        if (uses->asked.ptr[i] == symbol)
            return true;
    *VEC_PUSH(project->request->arena, &uses->asked) = symbol;
    if (!found_uses_within(project->request, session, symbol, value && !steps ? &near : &away,
                           &found, err))
        return false;
    for (size_t i = 0; i < found.list.len; i++) {
        bool unsure = found.list.ptr[i].confidence == EDGE_AMBIGUOUS;
        if (!unsure || !value)
            add(project, uses, (NeighbourUser){found.list.ptr[i].user, steps + 1, unsure});
    }
    if (value && !found.list.len && !steps && is_only(session, symbol))
        add_naming(project, symbol, steps, uses);
    return true;
}
