#include "search/unused.h"

#include "index/catalog/merged.h"
#include "search/override.h"

#include <stdlib.h>

/* Shorter beginnings of names say nothing. */
#define BEGINNING_MIN 3

Str unused_doubt_text(UnusedDoubt doubt)
{
    static const char *const texts[] = {
#define X(name, text) [UNUSED_BIT_##name] = (text),
        UNUSED_DOUBTS(X)
#undef X
    };
    return str_from(texts[doubt]);
}

enum {
    USED = 1,
    USED_BY_TESTS = 2,
    FOREIGN_BASE = 4 /* a type: something of another repository is a base of it */
};

typedef struct Uses {
    const Catalog *catalog;
    uint8_t *of_symbol;  /* USED… */
    bool *name_is_meant; /* by name id: a method of that name is used */
    bool *mentioned;     /* by name id: by any file's references */
} Uses;

static bool is_within(const CatalogFile *file, uint32_t index, uint32_t around)
{
    while (index && index != around)
        index = file->entries[index].parent;
    return index == around;
}

static void take_edge(Uses *uses, const CatalogFile *file, const Edge *edge)
{
    const Catalog *catalog = uses->catalog;
    if (edge->callee == SYMBOL_NOWHERE) {
        uses->of_symbol[edge->caller] |= edge->kind == REFERENCE_BASE ? FOREIGN_BASE : 0;
        return;
    }
    SymbolPlace target = catalog_place(catalog, edge->callee);
    bool own = edge->callee >= file->first && edge->callee < file->first + file->count;
    if (own && is_within(file, edge->caller - file->first, target.index))
        return;
    uses->of_symbol[edge->callee] |= file->class == FILE_TEST ? USED_BY_TESTS : USED;
    const Entry *entry = catalog_entry(catalog, edge->callee);
    if (entry->kind == SYMBOL_METHOD || entry->kind == SYMBOL_PROPERTY)
        uses->name_is_meant[entry->name] = true;
    /* What a used symbol stands in is used. */
    const CatalogFile *home = catalog_row(catalog, target.file);
    for (uint32_t at = entry->parent; at; at = home->entries[at].parent)
        uses->of_symbol[home->first + at] |= file->class == FILE_TEST ? USED_BY_TESTS : USED;
}

static bool note_mention(void *context, uint32_t name)
{
    ((Uses *)context)->mentioned[name] = true;
    return true;
}

static void collect(Uses *uses)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    for (uint32_t f = 0; f < uses->catalog->files.len; f++) {
        const CatalogFile *file = &uses->catalog->files.ptr[f];
        EdgeVec edges = {0};
        arena_reset(&work);
        catalog_edges(uses->catalog, &work, f, &edges);
        for (size_t i = 0; i < edges.len; i++)
            take_edge(uses, file, &edges.ptr[i]);
        catalog_mentions(uses->catalog, f, note_mention, uses);
    }
}

/* What runs when a base's or an interface's method is called is used as that is. */
static void collect_overrides(Uses *uses, Catalog *catalog)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    OverrideSetVec sets = override_sets(catalog, &work);
    for (size_t i = 0; i < sets.len; i++)
        for (size_t k = 0; k < sets.ptr[i].derived.len; k++)
            uses->of_symbol[sets.ptr[i].derived.ptr[k]] |=
                uses->of_symbol[sets.ptr[i].base] & (USED | USED_BY_TESTS);
}

/* A struct of C often has its only variable behind it, which no edge tells; an enum is used by its
   members; `typedef enum {…} Name` is one, too. */
static bool is_candidate(const CatalogFile *file, const Entry *entry)
{
    static const bool kinds[SYMBOL_KIND_COUNT] = {
        [SYMBOL_FUNCTION] = true, [SYMBOL_METHOD] = true, [SYMBOL_CLASS] = true,
        [SYMBOL_STRUCT] = true,   [SYMBOL_UNION] = true,  [SYMBOL_INTERFACE] = true,
        [SYMBOL_TRAIT] = true,    [SYMBOL_ENUM] = true,   [SYMBOL_TYPE] = true,
        [SYMBOL_MACRO] = true};
    bool tag =
        entry->kind == SYMBOL_STRUCT || entry->kind == SYMBOL_UNION || entry->kind == SYMBOL_ENUM;
    bool named_tag = entry->kind == SYMBOL_TYPE && entry->start_line != entry->end_line;
    if ((tag || named_tag) && lang_is_c(file->language))
        return false;
    return file->class == FILE_SOURCE && file->state == FILE_SYNTACTIC && kinds[entry->kind] &&
           entry->name && !entry_is_declaration(entry);
}

static bool is_entry_name(Str name)
{
    static const char *const names[] = {
        "main", "init", "setup", "teardown", "run", "handler", "Main", "Init", "wWinMain",
        "WinMain", "DllMain",
        /* Java's runtime calls these when it writes and reads objects. */
        "readObject", "writeObject", "readObjectNoData", "readResolve", "writeReplace", "finalize",
        /* Ruby's calls these when a class is derived from, a module taken in, a method missing. */
        "inherited", "included", "extended", "prepended", "method_missing", "respond_to_missing?"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(name, str_from(names[i])))
            return true;
    /* Elixir's names that are put together when it is compiled are called by what they become. */
    return str_starts(name, STR("unquote(")) ||
           (str_starts(name, STR("__")) && str_ends(name, STR("__")));
}

/* Whether others than the repository's own code can name it. */
static bool is_exported(const CatalogFile *file, const Entry *entry, Str name)
{
    if (entry->modifiers & (MODIFIER(EXPORTED) | MODIFIER(PUBLIC) | MODIFIER(EXTERN)))
        return true;
    if (entry->modifiers & MODIFIER(PRIVATE))
        return false;
    if (!lang_is_c(file->language))
        return lang_shows(file->language, name);
    bool member = entry->parent || entry->owner;
    return (member || !(entry->modifiers & MODIFIER(STATIC))) &&
           (entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD ||
            str_ends(file->path, STR(".h")));
}

/* Who gets an object can call its members: one of an exported type, or a literal that goes on. */
static unsigned doubts_of_owner(const Uses *uses, const CatalogFile *file, const Entry *entry)
{
    const Entry *owner = &file->entries[entry->parent];
    bool member = entry->kind == SYMBOL_METHOD && entry->parent;
    if (!member || entry->modifiers & MODIFIER(PRIVATE) || lang_is_c(file->language))
        return 0;
    bool type = owner->kind == SYMBOL_CLASS || owner->kind == SYMBOL_INTERFACE;
    if (type)
        return is_exported(file, owner, catalog_name(uses->catalog, owner->name)) ? UNUSED(MEMBER)
                                                                                  : 0;
    static const bool literals[SYMBOL_KIND_COUNT] = {[SYMBOL_FUNCTION] = true,
                                                     [SYMBOL_METHOD] = true,
                                                     [SYMBOL_CONSTANT] = true,
                                                     [SYMBOL_VARIABLE] = true,
                                                     [SYMBOL_PROPERTY] = true};
    return literals[owner->kind] ? UNUSED(OBJECT) : 0;
}

static unsigned doubts_of(const Uses *uses, const CatalogFile *file, uint32_t index)
{
    const Entry *entry = &file->entries[index];
    Str name = catalog_name(uses->catalog, entry->name);
    bool member = entry->kind == SYMBOL_METHOD || entry->modifiers & MODIFIER(OVERRIDE);
    unsigned doubts = 0;
    doubts |= is_exported(file, entry, name) ? UNUSED(EXPORTED) : 0;
    /* A compiler would have told of a static function that is not used. */
    bool built = lang_is_c(file->language) &&
                 (entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_MACRO);
    doubts |= built ? UNUSED(BUILT) : 0;
    doubts |=
        doubts || str_find(name, STR("#")) != STR_NONE ? 0 : doubts_of_owner(uses, file, entry);
    doubts |= is_entry_name(name) ? UNUSED(ENTRY) : 0;
    doubts |= uses->mentioned[entry->name] ? UNUSED(NAMED) : 0;
    doubts |= member && uses->name_is_meant[entry->name] ? UNUSED(NAMESAKE) : 0;
    bool derived = uses->of_symbol[file->first + entry->parent] & FOREIGN_BASE;
    doubts |= member && derived ? UNUSED(INHERITED) : 0;
    doubts |= uses->of_symbol[file->first + index] & USED_BY_TESTS ? UNUSED(TESTS) : 0;
    return doubts;
}

/* The last word of a path, without what is in angle brackets behind it. */
static Str last_word(Str path)
{
    size_t end = path.len, depth = 0;
    while (end && (depth || path.ptr[end - 1] == '>')) {
        end--;
        depth += path.ptr[end] == '>';
        depth -= path.ptr[end] == '<' && depth;
    }
    size_t start = end;
    while (start && byte_is_word(path.ptr[start - 1]))
        start--;
    return str_slice(path, start, end);
}

Str unused_implemented(Str head)
{
    head = str_slice(head, 0, MIN(str_find_byte(head, '{'), head.len));
    if (str_starts(head, STR("instance "))) {
        head = str_slice(head, 0, MIN(str_find(head, STR(" where")), head.len));
        size_t context = str_find(head, STR("=>"));
        head = str_trim(str_from_offset(head, context == STR_NONE ? 9 : context + 2));
        return last_word(str_slice(head, 0, MIN(str_find_byte(head, ' '), head.len)));
    }
    size_t end = str_find(head, STR(" for "));
    bool given = end != STR_NONE && str_find(head, STR("impl")) < end;
    return given ? last_word(str_trim(str_slice(head, 0, end))) : (Str){0};
}

bool unused_is_own_base(Catalog *catalog, Str name)
{
    uint32_t id = names_find(&catalog->names, name);
    IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++) {
        uint8_t kind = catalog_entry(catalog, named.ptr[i])->kind;
        if (kind == SYMBOL_TRAIT || kind == SYMBOL_INTERFACE || kind == SYMBOL_CLASS)
            return true;
    }
    return false;
}

/* Whether it lies in a candidate that is unused itself. */
static bool is_told(const Uses *uses, const CatalogFile *file, uint32_t index)
{
    for (uint32_t at = file->entries[index].parent; at; at = file->entries[at].parent)
        if (is_candidate(file, &file->entries[at]) && !(uses->of_symbol[file->first + at] & USED))
            return true;
    return false;
}

/* ---- order ---- */

typedef struct Ordered {
    UnusedSymbol found;
    uint32_t doubts, lines;
    Str path;
} Ordered;

static int surest_first(const void *a, const void *b)
{
    const Ordered *x = a, *y = b;
    if (x->doubts != y->doubts)
        return x->doubts < y->doubts ? -1 : 1;
    if (x->lines != y->lines)
        return x->lines < y->lines ? 1 : -1;
    int order = str_compare(x->path, y->path);
    return order ? order
                 : (x->found.symbol > y->found.symbol) - (x->found.symbol < y->found.symbol);
}

static void sort(const Catalog *catalog, UnusedSymbolVec *list)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    Ordered *all = NEW(&work, Ordered, list->len + 1);
    for (size_t i = 0; i < list->len; i++) {
        const Entry *entry = catalog_entry(catalog, list->ptr[i].symbol);
        uint32_t file = catalog_place(catalog, list->ptr[i].symbol).file;
        all[i] = (Ordered){list->ptr[i], (uint32_t)__builtin_popcount(list->ptr[i].doubts),
                           entry->end_line - entry->start_line + 1, catalog->files.ptr[file].path};
    }
    if (list->len)
        qsort(all, list->len, sizeof *all, surest_first);
    for (size_t i = 0; i < list->len; i++)
        list->ptr[i] = all[i].found;
}

/* ---- the list ---- */

static void add_unused(const Uses *uses, const CatalogFile *file, Arena *arena,
                       UnusedSymbolVec *list)
{
    for (uint32_t i = 1; i < file->count; i++) {
        /* What is destroyed names no destructor. */
        bool destructor = str_starts(catalog_name(uses->catalog, file->entries[i].name), STR("~"));
        bool used = uses->of_symbol[file->first + i] & USED || destructor ||
                    merged_lead(uses->catalog, file->first + i) != file->first + i;
        if (used || !is_candidate(file, &file->entries[i]) || is_told(uses, file, i))
            continue;
        *VEC_PUSH(arena, list) = (UnusedSymbol){file->first + i, doubts_of(uses, file, i)};
    }
}

UnusedSymbolVec unused_find(Catalog *catalog, Arena *arena)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    size_t names = names_count(&catalog->names) + 1;
    Uses uses = {.catalog = catalog,
                 .of_symbol = NEW(&work, uint8_t, catalog->symbol_count + 1),
                 .name_is_meant = NEW(&work, bool, names),
                 .mentioned = NEW(&work, bool, names)};
    UnusedSymbolVec list = {0};
    collect(&uses);
    collect_overrides(&uses, catalog);
    for (uint32_t f = 0; f < catalog->files.len; f++)
        add_unused(&uses, &catalog->files.ptr[f], arena, &list);
    sort(catalog, &list);
    return list;
}

/* ---- words ---- */

/* `b` of `a.b`. */
static Str last_part(const Catalog *catalog, uint32_t name)
{
    Str text = catalog_name(catalog, name);
    size_t dot = str_find_last_byte(text, '.');
    return str_from_offset(text, dot == STR_NONE ? 0 : dot + 1);
}

UnusedWords unused_words(const Catalog *catalog, Arena *arena, const UnusedSymbolVec *list)
{
    UnusedWords words = {.counts = map_open(arena), .beginnings = map_open(arena)};
    for (size_t i = 0; i < list->len; i++) {
        Str name = last_part(catalog, catalog_entry(catalog, list->ptr[i].symbol)->name);
        if (list->ptr[i].doubts || !name.len)
            continue;
        map_put(&words.counts, name, NULL);
        words.heads[(unsigned char)name.ptr[0]] = true;
    }
    return words;
}

/* `'get_%s'`, `"get_" + name`, `"get_#{name}"`: names are put together of what stands before. */
static void note_beginning(UnusedWords *words, Str text, size_t start, size_t end)
{
    static const Str behind = STR_INIT("'\"`%{$#");
    bool open = end < text.len && str_find_byte(behind, text.ptr[end]) != STR_NONE;
    Str word = str_slice(text, start, end);
    if (open && text.ptr[end - 1] == '_' && word.len >= BEGINNING_MIN &&
        !map_find(&words->beginnings, word))
        map_put(&words->beginnings, str_copy(words->beginnings.arena, word), NULL);
}

void unused_count(UnusedWords *words, Str text)
{
    for (size_t i = 0, end; i < text.len; i = MAX(end, i + 1)) {
        for (end = i; end < text.len && byte_is_word(text.ptr[end]);)
            end++;
        if (end == i)
            continue;
        note_beginning(words, text, i, end);
        bool wanted = words->heads[(unsigned char)text.ptr[i]];
        uint64_t *count = wanted ? map_find(&words->counts, str_slice(text, i, end)) : NULL;
        if (count)
            (*count)++;
    }
}

static bool has_beginning(const UnusedWords *words, Str name)
{
    for (size_t i = BEGINNING_MIN; i < name.len; i++)
        if (name.ptr[i - 1] == '_' && map_find(&words->beginnings, str_slice(name, 0, i)))
            return true;
    return false;
}

void unused_settle(const Catalog *catalog, UnusedWords *words, UnusedSymbolVec *list)
{
    for (size_t f = 0; f < catalog->files.len; f++)
        for (uint32_t i = 1; i < catalog->files.ptr[f].count; i++) {
            Str name = last_part(catalog, catalog_row(catalog, (uint32_t)f)->entries[i].name);
            uint64_t *count = map_find(&words->counts, name);
            if (count && *count)
                (*count)--;
        }
    for (size_t i = 0; i < list->len; i++) {
        Str name = last_part(catalog, catalog_entry(catalog, list->ptr[i].symbol)->name);
        const uint64_t *count = list->ptr[i].doubts ? NULL : map_find(&words->counts, name);
        if (count && *count)
            list->ptr[i].doubts |= UNUSED(NAMED);
        else if (!list->ptr[i].doubts && has_beginning(words, name))
            list->ptr[i].doubts |= UNUSED(PARTS);
    }
    sort(catalog, list);
}
