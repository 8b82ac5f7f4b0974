#include "project/test_role.h"

#include "project/project_build.h"
#include "search/tests.h"
#include "text/lines.h"

/* ---- the text of a declaration ---- */

/* The comment lines that end right above the offset. */
static Str comment_above(Str text, size_t at)
{
    size_t start = at;
    while (start) {
        size_t before = str_find_last_byte(str_slice(text, 0, start - 1), '\n');
        size_t line = before == STR_NONE ? 0 : before + 1;
        Str shown = str_trim(str_slice(text, line, start));
        if (!str_starts(shown, STR("*")) && !str_starts(shown, STR("/")) &&
            !str_starts(shown, STR("#")))
            break;
        start = line;
    }
    return str_slice(text, start, at);
}

/* Offset after the parenthesis that closes the one at `at`. */
static size_t after_parentheses(Str text, size_t at)
{
    size_t depth = 0;
    for (size_t i = at; i < text.len; i++) {
        depth += text.ptr[i] == '(';
        if (text.ptr[i] == ')' && !--depth)
            return i + 1;
    }
    return text.len;
}

/* Finds `name` as a word that parentheses or generic parameters follow. */
static size_t find_name(Str text, Str name)
{
    for (size_t at = 0; name.len && at < text.len;) {
        size_t found = str_find(str_from_offset(text, at), name);
        if (found == STR_NONE)
            break;
        found += at;
        size_t end = found + name.len;
        bool begins = !found || !byte_is_word(text.ptr[found - 1]);
        while (end < text.len && (byte_is_space(text.ptr[end]) || text.ptr[end] == '`'))
            end++;
        if (begins && end < text.len && byte_in(text.ptr[end], "(<["))
            return found;
        at = found + name.len;
    }
    return STR_NONE;
}

/* What belongs to this declaration, where others stand before it on its line. */
static Str own_marks(Str before)
{
    size_t depth = 0, start = 0;
    for (size_t i = 0; i < before.len; i++) {
        char c = before.ptr[i];
        depth += byte_in(c, "([");
        depth -= depth && byte_in(c, ")]");
        if (!depth && byte_in(c, "{};"))
            start = i + 1;
    }
    return str_from_offset(before, start);
}

TestHead test_head(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str whole =
        project_file(project, (Str){0}, str_terminate(project->request->arena, file->path))->text;
    if (!place.index || !whole.len)
        return (TestHead){.text = whole};
    size_t start = lines_offset(whole, entry->start_line);
    size_t end = lines_offset(whole, entry->end_line + 1);
    Str text = str_slice(whole, start, end);
    size_t at = find_name(text, catalog_name(catalog, entry->name));
    TestHead head = {.text = text, .lead = comment_above(whole, start)};
    if (at == STR_NONE)
        return head;
    head.marks = own_marks(str_slice(text, 0, at));
    size_t open = str_find_byte(str_from_offset(text, at), '(');
    if (open == STR_NONE)
        return head;
    size_t close = after_parentheses(text, at + open);
    head.parameters = str_trim(str_slice(text, at + open + 1, close - (close > at + open + 1)));
    head.body = str_from_offset(text, close);
    return head;
}

/* ---- attributes ---- */

static bool is_of_name(char c)
{
    return byte_is_word(c) || c == '.' || c == ':' || c == '\\';
}

/* Takes the last word of a dotted name at the offset. */
static Str name_at(Str text, size_t *at)
{
    while (*at < text.len && byte_is_space(text.ptr[*at]))
        ++*at;
    size_t start = *at;
    while (*at < text.len && is_of_name(text.ptr[*at])) {
        if (!byte_is_word(text.ptr[*at]))
            start = *at + 1;
        ++*at;
    }
    return str_slice(text, start, *at);
}

static size_t after_string(Str text, size_t at)
{
    char quote = text.ptr[at++];
    while (at < text.len && text.ptr[at] != quote)
        at += text.ptr[at] == '\\' ? 2 : 1;
    return MIN(at + 1, text.len);
}

bool test_next_mark(Str *rest, Str *name)
{
    Str text = *rest;
    for (size_t at = 0; at < text.len;) {
        char c = text.ptr[at];
        if (c == '"') {
            at = after_string(text, at);
        } else if (c == '(') {
            at = after_parentheses(text, at);
        } else if (byte_in(c, "@[,")) {
            at++;
            *name = name_at(text, &at);
            if (!name->len)
                continue;
            *rest = str_from_offset(text, at);
            return true;
        } else {
            at++;
        }
    }
    return false;
}

bool test_is_marked(Str marks, const char *word)
{
    Str name;
    while (test_next_mark(&marks, &name))
        if (str_equal(name, str_from(word)))
            return true;
    return false;
}

bool test_is_listed(const char *const *list, Str name)
{
    for (; list && *list; list++)
        if (str_equal(name, str_from(*list)))
            return true;
    return false;
}

/* Whether an attribute's name is one of the list, or ends in one: `ParameterizedTest`. */
static bool has_mark(Str marks, const char *const *list, bool ends)
{
    Str name;
    while (test_next_mark(&marks, &name)) {
        if (test_is_listed(list, name))
            return true;
        for (const char *const *word = list; ends && word && *word; word++)
            if (str_ends(name, str_from(*word)))
                return true;
    }
    return false;
}

/* ---- classes ---- */

static bool is_class(const Entry *entry)
{
    return entry->kind == SYMBOL_CLASS || entry->kind == SYMBOL_STRUCT ||
           entry->kind == SYMBOL_INTERFACE || entry->kind == SYMBOL_TRAIT ||
           entry->kind == SYMBOL_OBJECT;
}

uint32_t test_class(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    for (uint32_t index = file->entries[place.index].parent; index;
         index = file->entries[index].parent)
        if (is_class(&file->entries[index]))
            return symbol - place.index + index;
    return SYMBOL_NOWHERE;
}

static size_t indent_of(Project *project, uint32_t symbol)
{
    Str text = test_head(project, symbol).text;
    size_t at = 0;
    while (at < text.len && byte_in(text.ptr[at], " \t"))
        at++;
    return at;
}

bool test_is_replaced(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *own = &file->entries[place.index];
    size_t indent = indent_of(project, symbol);
    bool nested = own->parent && indent > indent_of(project, file->first + own->parent) + 4;
    for (uint32_t i = place.index + 1; i < file->count && !nested && (own->parent || !indent); i++)
        if (file->entries[i].name == own->name && file->entries[i].parent == own->parent &&
            file->entries[i].kind == own->kind && indent_of(project, file->first + i) == indent)
            return true;
    return false;
}

typedef struct Derived {
    Project *project;
    IdVec *found;
} Derived;

static bool note_derived(void *context, const Edge *edge)
{
    Derived *derived = context;
    IdVec *found = derived->found;
    if (edge->kind != REFERENCE_BASE || edge->confidence == EDGE_AMBIGUOUS)
        return true;
    for (size_t i = 0; i < found->len; i++)
        if (found->ptr[i] == edge->caller)
            return true;
    if (found->len < TEST_CLASSES_MAX)
        *VEC_PUSH(derived->project->request->arena, found) = edge->caller;
    return found->len < TEST_CLASSES_MAX;
}

void test_derived(Project *project, uint32_t type, IdVec *found)
{
    Derived derived = {project, found};
    size_t from = found->len;
    catalog_edges_to(project->session->catalog, type, note_derived, &derived);
    for (; from < found->len; from++)
        catalog_edges_to(project->session->catalog, found->ptr[from], note_derived, &derived);
}

/* ---- files of tests ---- */

bool test_names_file(Project *project, uint32_t file)
{
    const Catalog *catalog = project->session->catalog;
    enum {
        UNKNOWN,
        NO,
        YES
    };
    if (!project->named)
        project->named = NEW(project->request->arena, uint8_t, catalog->files.len + 1);
    uint8_t *known = &project->named[file];
    const CatalogFile *row = &catalog->files.ptr[file];
    const ProjectTable *table = *known ? NULL : project_table_of(row->language);
    *known = MAX(*known, NO);
    bool code = table && row->class == FILE_SOURCE;
    for (size_t i = 0; code && i < table->count; i++)
        if (table->rows[i].names && table->rows[i].names(project, row))
            *known = YES;
    TestRun ignored;
    if (code && *known == NO && project_build_runs(project, row, &ignored))
        *known = YES;
    return *known == YES;
}

bool test_holds(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    return tests_hold(catalog, symbol) ||
           test_names_file(project, catalog_place(catalog, symbol).file);
}

/* ---- roles ---- */

/* Whether the attribute stands before the class, as TestNG allows: its public methods are tests. */
static bool is_class_marked(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    uint32_t type = test_class(catalog, symbol);
    Str other, marks = test_head(project, symbol).marks;
    if (type == SYMBOL_NOWHERE || !(catalog_entry(catalog, symbol)->modifiers & MODIFIER(PUBLIC)) ||
        test_next_mark(&marks, &other)) /* a method with a mark of its own is what that says */
        return false;
    Str text = test_head(project, type).text;
    size_t body = str_find_byte(text, '{');
    Str head = str_slice(text, 0, MIN(body, text.len)), name;
    while (test_next_mark(&head, &name))
        if (str_equal(name, STR("Test")))
            return true;
    return false;
}

/* `@test` in a comment: PHPUnit. */
static bool is_noted(Str lead, const LangFacts *facts)
{
    return facts->test_names && project_has_word(lead, "@test");
}

/* Whether the name begins as that of a test of a class that is derived from another. */
static bool is_named(Project *project, uint32_t symbol, const LangFacts *facts)
{
    const Catalog *catalog = project->session->catalog;
    Str name = catalog_name(catalog, catalog_entry(catalog, symbol)->name);
    uint32_t type = test_class(catalog, symbol);
    bool starts = false;
    for (const char *const *word = facts->test_names; word && *word; word++)
        starts = starts || str_starts(name, str_from(*word));
    if (!starts || type == SYMBOL_NOWHERE)
        return false;
    Str text = test_head(project, type).text;
    Str head = str_slice(text, 0, MIN(str_find_byte(text, '{'), text.len));
    return project_has_word(head, "extends") || str_find_byte(head, ':') != STR_NONE;
}

static TestRole role_by_marks(Project *project, uint32_t symbol, const LangFacts *facts)
{
    const Catalog *catalog = project->session->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    TestHead head = test_head(project, symbol);
    Str name = catalog_name(catalog, entry->name);
    bool method = entry->kind == SYMBOL_METHOD || entry->kind == SYMBOL_FUNCTION;
    if (has_mark(head.marks, facts->test_setups, false) ||
        (test_holds(project, symbol) &&
         (test_is_listed(facts->test_setups, name) || entry->kind == SYMBOL_CONSTRUCTOR)))
        return TEST_SETUP;
    if (!method || entry->modifiers & MODIFIER(PRIVATE)) /* no framework calls those */
        return TEST_NONE;
    if (has_mark(head.marks, facts->test_marks, true))
        return TEST_CASE;
    if (!test_holds(project, symbol))
        return TEST_NONE;
    bool is_case = is_noted(head.lead, facts) || is_named(project, symbol, facts) ||
                   is_class_marked(project, symbol);
    return is_case ? TEST_CASE : TEST_NONE;
}

static RoleFunction role_function(const ProjectTable *table)
{
    for (size_t i = 0; table && i < table->count; i++)
        if (table->rows[i].roles)
            return table->rows[i].roles;
    return NULL;
}

bool test_prepares(Project *project, uint32_t setup, uint32_t test)
{
    const Catalog *catalog = project->session->catalog;
    uint32_t file = catalog_place(catalog, setup).file;
    const ProjectTable *table = project_table_of(catalog->files.ptr[file].language);
    for (size_t i = 0; table && i < table->count; i++)
        if (table->rows[i].prepares)
            return table->rows[i].prepares(project, setup, test);
    return true;
}

/* Whether a row of the language says how the text of a test begins. */
static bool has_beginnings(const Language *language)
{
    const ProjectTable *table = project_table_of(language);
    for (size_t i = 0; table && i < table->count; i++)
        if (table->rows[i].test_begins)
            return true;
    return false;
}

static bool has_blocks(const Language *language)
{
    const ProjectTable *table = project_table_of(language);
    for (size_t i = 0; table && i < table->count; i++)
        if (table->rows[i].block.words)
            return true;
    return false;
}

bool test_has_roles(const Language *language)
{
    return role_function(project_table_of(language)) != NULL || has_beginnings(language);
}

bool test_shows_in_text(const Language *language)
{
    return lang_facts(language)->test_marks || has_beginnings(language);
}

bool test_is_known_of(const Language *language)
{
    const LangFacts *facts = lang_facts(language);
    return facts->test_names || facts->test_marks || facts->modules_are_tests ||
           test_has_roles(language) || has_blocks(language);
}

bool test_begins_as_one(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const Language *language = catalog->files.ptr[place.file].language;
    const ProjectTable *table = project_table_of(language);
    if (!place.index || !has_beginnings(language))
        return false;
    Str text = str_trim(test_head(project, symbol).text);
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].test_begins && str_starts(text, str_from(table->rows[i].test_begins)))
            return true;
    return false;
}

/* What the beginnings of the language say: only what begins so is a test. */
static TestRole role_by_beginning(Project *project, uint32_t symbol)
{
    bool whole = !catalog_place(project->session->catalog, symbol).index;
    bool is_case = whole ? test_holds(project, symbol) : test_begins_as_one(project, symbol);
    return is_case ? TEST_CASE : TEST_NONE;
}

TestRole test_role(Project *project, uint32_t symbol, bool called)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const LangFacts *facts = lang_facts(file->language);
    RoleFunction by = role_function(project_table_of(file->language));
    bool readable = test_head(project, symbol).text.len > 0;
    if (by && readable)
        return by(project, symbol, called);
    if (readable && has_beginnings(file->language))
        return role_by_beginning(project, symbol);
    if (facts->test_marks && place.index && readable)
        return role_by_marks(project, symbol, facts);
    if (!test_holds(project, symbol))
        return TEST_NONE;
    if (place.index &&
        test_is_listed(facts->test_setups, catalog_name(catalog, file->entries[place.index].name)))
        return TEST_SETUP;
    return tests_may_be_case(catalog, symbol, called) ? TEST_CASE : TEST_NONE;
}
