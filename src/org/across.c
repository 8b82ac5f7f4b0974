/* The spelling of a name determines the packages it may belong to; the database knows their
   publishers and the symbols of that name in them. The rules of each system then exclude candidates
   that the import cannot mean. */
#include "org/across.h"

#include "base/path.h"
#include "lang/outline.h"
#include "org/org_text.h"

/* Components of an import path tried as a package's name: no module path has more. */
#define PREFIXES_MAX 32

typedef struct Asking {
    Org *org;
    Arena *arena;
    Str branch;
    AcrossNameVec *names;
} Asking;

/* ---- systems of packages ---- */

/* Besides its own name, an import may mean a package that is published under … */
typedef enum PublishedAs {
    PUBLISHED_AS_IS,    /* no other name */
    PUBLISHED_AS_FIRST, /* only the first component: Python */
    PUBLISHED_AS_OUTER, /* the name without its last component: a member of a Java class */
    PUBLISHED_AS_LEAD,  /* any of the names that it begins with: Go */
} PublishedAs;

typedef enum SystemPlace {
    PLACE_ANY,
    PLACE_PACKAGE, /* the directory of the package */
    PLACE_MODULE,  /* the module's file or directory: Python */
    PLACE_BELOW,   /* the directory that the rest of the import names: Go */
} SystemPlace;

/* The rules by which code of a system names packages (LangFacts.package_system). */
typedef struct PackageSystem {
    const char *name;
    const char *beneath; /* separator of subpackages; NULL: code imports packages only */
    PublishedAs published;
    SystemPlace place;           /* of a symbol that an import means */
    bool packages_are_exact;     /* the symbol's file is of the package that is published */
    bool exports_are_marked;     /* a symbol without a mark is not visible, if others have one */
    bool declarations_are_apart; /* C: in headers; functions marked static are not visible */
} PackageSystem;

static const PackageSystem package_systems[] = {
    {.name = "npm", .place = PLACE_PACKAGE, .exports_are_marked = true},
    {.name = "cargo", .place = PLACE_PACKAGE, .exports_are_marked = true},
    {.name = "python", .beneath = ".", .published = PUBLISHED_AS_FIRST, .place = PLACE_MODULE},
    {.name = "go", .published = PUBLISHED_AS_LEAD, .place = PLACE_BELOW},
    {.name = "maven", .beneath = ".", .published = PUBLISHED_AS_OUTER, .packages_are_exact = true},
    {.name = "c", .declarations_are_apart = true},
};

/* Never NULL: of an unknown system nothing is known. */
static const PackageSystem *system_of(Str name)
{
    static const PackageSystem unknown;
    for (size_t i = 0; i < COUNT(package_systems); i++)
        if (str_equal(name, str_from(package_systems[i].name)))
            return &package_systems[i];
    return &unknown;
}

Str across_beneath(Str system)
{
    return str_from(system_of(system)->beneath);
}

/* ---- arrays of parameters ---- */

typedef struct Column {
    Buf text;
} Column;

static Column column_open(Arena *arena)
{
    Column column = {.text = buf_open(arena, 0)};
    buf_put_byte(&column.text, '{');
    return column;
}

static void column_put(Column *column, Arena *arena, Str value)
{
    org_array_put(&column->text, org_text(arena, value));
}

static PostgresValue column_value(Column *column)
{
    buf_put_byte(&column->text, '}');
    return (PostgresValue){.text = buf_str(&column->text)};
}

/* ---- publishers ---- */

typedef struct Publisher {
    size_t name; /* index in names */
    Str repository, package, path, label;
} Publisher;
typedef VEC(Publisher) PublisherVec;

/* The names under which the package of an import may be published. */
static size_t published_names(const AcrossName *name, Str list[PREFIXES_MAX])
{
    PublishedAs published = system_of(name->system)->published;
    Str package = name->package;
    size_t count = 0, most = published == PUBLISHED_AS_LEAD    ? PREFIXES_MAX
                             : published == PUBLISHED_AS_OUTER ? 2
                                                               : 1;
    if (published == PUBLISHED_AS_FIRST)
        package = str_slice(package, 0, str_find_byte(package, '.'));
    list[count++] = package;
    while (count < most) {
        size_t end = str_find_last_byte(package, published == PUBLISHED_AS_LEAD ? '/' : '.');
        if (end == STR_NONE)
            break;
        package = str_slice(package, 0, end);
        list[count++] = package;
    }
    return count;
}

static bool find_publishers(Asking *asking, PublisherVec *found, Err *err)
{
    Arena *arena = asking->arena;
    Column systems = column_open(arena), packages = column_open(arena);
    IdVec of = {0};
    for (size_t i = 0; i < asking->names->len; i++) {
        Str list[PREFIXES_MAX];
        size_t count = published_names(&asking->names->ptr[i], list);
        for (size_t k = 0; k < count; k++) {
            column_put(&systems, arena, asking->names->ptr[i].system);
            column_put(&packages, arena, list[k]);
            *VEC_PUSH(arena, &of) = (uint32_t)i;
        }
    }
    PostgresRows rows;
    const PostgresValue values[] = {
        column_value(&systems), column_value(&packages), {.text = asking->branch}};
    const PostgresStatement statement = {.sql = "SELECT n, repository, name, path, label"
                                                " FROM fovea.published($1::text[], $2::text[], $3)",
                                         .values = values,
                                         .count = COUNT(values)};
    if (!of.len)
        return true;
    if (!postgres_query(asking->org->postgres, arena, &statement, &rows, err))
        return false;
    for (size_t i = 0; i < rows.count; i++) {
        int64_t n = postgres_number(&rows, i, 0);
        if (n < 1 || (uint64_t)n > of.len)
            continue;
        Publisher publisher = {.name = of.ptr[n - 1],
                               .repository = postgres_text(&rows, i, 1),
                               .package = org_text_back(arena, postgres_text(&rows, i, 2)),
                               .path = org_text_back(arena, postgres_text(&rows, i, 3)),
                               .label = org_text_back(arena, postgres_text(&rows, i, 4))};
        if (!str_equal(publisher.repository, asking->names->ptr[publisher.name].repository))
            *VEC_PUSH(arena, found) = publisher;
    }
    return true;
}

/* ---- symbols of the name ---- */

/* The required place of the symbol: a directory, or for Python a module without `.py`. */
static Str place_of(Arena *arena, const AcrossName *name, const Publisher *publisher)
{
    SystemPlace place = system_of(name->system)->place;
    if (place == PLACE_PACKAGE)
        return publisher->path;
    if (place == PLACE_MODULE)
        return publisher->path.len ? path_join(arena, publisher->path, publisher->package)
                                   : publisher->package;
    if (place == PLACE_ANY)
        return (Str){0};
    Str rest = str_from_offset(name->package, publisher->package.len);
    rest = str_starts(rest, STR("/")) ? str_from_offset(rest, 1) : rest;
    return publisher->path.len && rest.len ? path_join(arena, publisher->path, rest)
           : rest.len                      ? rest
                                           : publisher->path;
}

typedef struct Candidate {
    OrgPlace place;
    SymbolKind kind;
    uint32_t modifiers, parent;
} Candidate;
typedef VEC(Candidate) CandidateVec;

static SymbolKind kind_of(Str name)
{
    for (unsigned kind = 0; kind < SYMBOL_KIND_COUNT; kind++)
        if (str_equal(symbol_kind_name((SymbolKind)kind), name))
            return (SymbolKind)kind;
    return SYMBOL_NONE;
}

/* The path of a Python module, dotted, below the directory of its package. */
static bool is_module(Arena *arena, const Publisher *publisher, Str path, Str module)
{
    size_t skip = publisher->path.len ? publisher->path.len + 1 : 0;
    Str below = str_from_offset(path, skip);
    if (str_ends(below, STR("/__init__.py")))
        below = str_slice(below, 0, below.len - strlen("/__init__.py"));
    else if (str_ends(below, STR(".py")))
        below = str_slice(below, 0, below.len - strlen(".py"));
    Buf dotted = buf_open(arena, 0);
    for (size_t i = 0; i < below.len; i++)
        buf_put_byte(&dotted, below.ptr[i] == '/' ? '.' : below.ptr[i]);
    return str_equal(buf_str(&dotted), module);
}

/* Whether the import can mean the candidate at all. */
static bool may_mean(Arena *arena, const AcrossName *name, const Publisher *publisher,
                     const Candidate *candidate)
{
    const PackageSystem *system = system_of(name->system);
    bool reached = symbol_is_callable(candidate->kind) || symbol_is_type(candidate->kind) ||
                   candidate->kind == SYMBOL_TYPE || candidate->kind == SYMBOL_MACRO ||
                   candidate->kind == SYMBOL_VARIABLE || candidate->kind == SYMBOL_CONSTANT ||
                   candidate->kind == SYMBOL_ENUM || candidate->kind == SYMBOL_UNION;
    if (!reached || candidate->place.class == FILE_TEST || candidate->modifiers & MODIFIER(PRIVATE))
        return false;
    if (system->place == PLACE_BELOW) {
        Str directory = path_directory(candidate->place.path);
        Str wanted = place_of(arena, name, publisher);
        return str_equal(directory, wanted.len ? wanted : STR("."));
    }
    if (system->packages_are_exact)
        return str_equal(candidate->place.package, publisher->package);
    bool hidden = candidate->kind == SYMBOL_FUNCTION && candidate->modifiers & MODIFIER(STATIC);
    return !system->declarations_are_apart || !hidden;
}

/* Drops candidates for which a better one exists: declarations if a definition exists, constructors
   of a type, unexported symbols, and symbols outside the module that the import names. */
static void keep_best(Arena *arena, const AcrossName *name, const Publisher *publisher,
                      CandidateVec *all)
{
    bool defined = false, typed = false, within = false, exported = false;
    const PackageSystem *system = system_of(name->system);
    const uint32_t marks = MODIFIER(EXPORTED) | MODIFIER(PUBLIC) | MODIFIER(DEFAULT);
    for (size_t i = 0; i < all->len; i++) {
        const Candidate *one = &all->ptr[i];
        defined = defined || one->modifiers & ENTRY_HAS_BODY;
        typed = typed || symbol_is_type(one->kind);
        exported =
            exported || (system->exports_are_marked && !one->parent && one->modifiers & marks);
        within = within || (system->place == PLACE_MODULE && !one->parent &&
                            is_module(arena, publisher, one->place.path, name->package));
    }
    size_t kept = 0;
    for (size_t i = 0; i < all->len; i++) {
        const Candidate *one = &all->ptr[i];
        bool announced = system->declarations_are_apart && defined &&
                         symbol_is_callable(one->kind) && !(one->modifiers & ENTRY_HAS_BODY);
        bool made = typed && one->kind == SYMBOL_CONSTRUCTOR;
        bool outside =
            within && (one->parent || !is_module(arena, publisher, one->place.path, name->package));
        bool hidden = exported && !one->parent && !(one->modifiers & marks);
        if (!announced && !made && !outside && !hidden)
            all->ptr[kept++] = *one;
    }
    all->len = kept;
}

static void take_candidates(Asking *asking, const Publisher *publisher, CandidateVec *all)
{
    AcrossName *name = &asking->names->ptr[publisher->name];
    keep_best(asking->arena, name, publisher, all);
    if (all->len && !name->label.len)
        name->label = publisher->label;
    for (size_t i = 0; i < all->len; i++) {
        bool known = false;
        for (size_t k = 0; k < name->candidates.len && !known; k++) {
            const OrgPlace *other = &name->candidates.ptr[k];
            known = str_equal(other->repository, all->ptr[i].place.repository) &&
                    str_equal(other->path, all->ptr[i].place.path) &&
                    other->index == all->ptr[i].place.index;
        }
        if (!known)
            *VEC_PUSH(asking->arena, &name->candidates) = all->ptr[i].place;
    }
}

static bool find_candidates(Asking *asking, const PublisherVec *publishers, Err *err)
{
    Arena *arena = asking->arena;
    Column columns[4];
    for (size_t i = 0; i < COUNT(columns); i++)
        columns[i] = column_open(arena);
    for (size_t i = 0; i < publishers->len; i++) {
        const Publisher *publisher = &publishers->ptr[i];
        const AcrossName *name = &asking->names->ptr[publisher->name];
        column_put(&columns[0], arena, publisher->repository);
        column_put(&columns[1], arena, name->system);
        column_put(&columns[2], arena, place_of(arena, name, publisher));
        column_put(&columns[3], arena, name->name);
    }
    PostgresRows rows;
    const PostgresValue values[] = {column_value(&columns[0]),
                                    column_value(&columns[1]),
                                    column_value(&columns[2]),
                                    column_value(&columns[3]),
                                    {.text = asking->branch}};
    const PostgresStatement statement = {
        .sql = "SELECT " ORG_PLACE_COLUMNS ", n, kind, modifiers, parent"
               " FROM fovea.find_in($1::text[], $2::text[], $3::text[], $4::text[], $5)",
        .values = values,
        .count = COUNT(values)};
    if (!publishers->len)
        return true;
    if (!postgres_query(asking->org->postgres, arena, &statement, &rows, err))
        return false;
    size_t row = 0;
    for (size_t i = 0; i < publishers->len; i++) {
        CandidateVec all = {0};
        for (; row < rows.count && postgres_number(&rows, row, ORG_PLACE_WIDTH) == (int64_t)i + 1;
             row++) {
            Candidate one = {.place = org_place(arena, &rows, row),
                             .kind = kind_of(postgres_text(&rows, row, ORG_PLACE_WIDTH + 1)),
                             .modifiers =
                                 (uint32_t)postgres_number(&rows, row, ORG_PLACE_WIDTH + 2),
                             .parent = (uint32_t)postgres_number(&rows, row, ORG_PLACE_WIDTH + 3)};
            if (may_mean(arena, &asking->names->ptr[publishers->ptr[i].name], &publishers->ptr[i],
                         &one))
                *VEC_PUSH(arena, &all) = one;
        }
        take_candidates(asking, &publishers->ptr[i], &all);
    }
    return true;
}

bool across_resolve(Org *org, Arena *arena, Str branch, AcrossNameVec *names, Err *err)
{
    Asking asking = {.org = org, .arena = arena, .branch = branch, .names = names};
    PublisherVec publishers = {0};
    if (!find_publishers(&asking, &publishers, err) || !find_candidates(&asking, &publishers, err))
        return false;
    for (size_t i = 0; i < names->len; i++)
        if (names->ptr[i].candidates.len > ACROSS_CANDIDATES_MAX)
            names->ptr[i].candidates.len = 0;
    return true;
}

unsigned across_confidence(const AcrossName *name)
{
    return name->candidates.len == 1 ? EDGE_LIKELY : EDGE_AMBIGUOUS;
}
