/* One pass over the paths of the index: a path is compared only with the names that end in its last
   part. */
#include "agent/named_files.h"

#include "agent/agent_call.h"
#include "base/map.h"
#include "base/path.h"
#include "index/catalog/classify.h"
#include "query/query.h"
#include "session/require.h"

/* A name of more files is too vague. */
#define FILES_OF_NAME_MAX 3
/* A longer declaration is shown by the lines around the one that is meant. */
#define DECLARATION_LINES_MAX 120
#define LINES_BEFORE 60
#define LINES_AFTER 20

/* How well a path answers a name; larger is better. The number of equal last parts is added. */
enum {
    MATCH_NONE,
    MATCH_BASE = 1,     /* of a path elsewhere, only the last part */
    MATCH_PARTS = 1000, /* of a path elsewhere, the last parts */
    MATCH_WHOLE = 2000, /* the whole name, which is the end of the path */
    MATCH_EXACT = 3000
};

typedef struct Best {
    unsigned score;
    size_t count;
    uint32_t files[FILES_OF_NAME_MAX];
} Best;

/* Places by the last part of their names. */
typedef struct LastParts {
    Map first;      /* 1 + the first place */
    uint32_t *next; /* of a place: 1 + the next one of the same last part */
} LastParts;

typedef struct Naming {
    Arena *arena;
    const TaskPlaceVec *places;
    NamedFileVec *found;
    Str root;
    const Catalog *catalog;
    LastParts paths;   /* parts end at `/` */
    LastParts modules; /* of names without `/`: parts end at a dot */
    Best *best;        /* of each place */
} Naming;

/* ---- names ---- */

/* The name as a path from the root, if it is written from there. */
static Str name_of(const Naming *naming, const TaskPlace *place)
{
    bool inside = path_is_absolute(place->name) && path_is_inside(place->name, naming->root);
    size_t start = naming->root.len + 1;
    return inside && place->name.len > start ? str_from_offset(place->name, start) : place->name;
}

static Str after_last(Str text, char separator)
{
    size_t at = str_find_last_byte(text, separator);
    return at == STR_NONE ? text : str_from_offset(text, at + 1);
}

static LastParts open_parts(Arena *arena, size_t places)
{
    return (LastParts){.first = map_open(arena), .next = NEW(arena, uint32_t, places + 1)};
}

static void put(LastParts *parts, Str last, size_t place)
{
    uint64_t *first = map_put(&parts->first, last, NULL);
    parts->next[place] = (uint32_t)*first;
    *first = place + 1;
}

static Str stem_of(Str path)
{
    Str base = path_base(path), extension = path_extension(base);
    return extension.len ? str_slice(base, 0, base.len - extension.len - 1) : base;
}

/* ---- matches ---- */

/* The number of parts: one more than its separators. */
static size_t count_parts(Str text, char separator)
{
    size_t count = 1;
    for (size_t i = 0; i < text.len; i++)
        count += text.ptr[i] == separator;
    return count;
}

/* The number of last parts that a name and a path share. */
static size_t shared_parts(Str name, char separator, Str path)
{
    size_t count = 0;
    while (name.len && path.len) {
        Str x = after_last(name, separator), y = path_base(path);
        if (!str_equal(x, y))
            break;
        count++;
        name = str_slice(name, 0, name.len - MIN(name.len, x.len + 1));
        path = str_slice(path, 0, path.len - MIN(path.len, y.len + 1));
    }
    return count;
}

static bool is_all_capitals(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (name.ptr[i] >= 'a' && name.ptr[i] <= 'z')
            return false;
    return true;
}

/* A module's name, `package.module`, or a file at the top that is called without its ending, such
   as README. */
static unsigned score_stem(Str name, Str path)
{
    Str stem = str_slice(path, 0, path.len - path_base(path).len + stem_of(path).len);
    size_t parts = shared_parts(name, '.', stem), wanted = count_parts(name, '.');
    if (wanted > 1)
        return parts == wanted ? MATCH_WHOLE : MATCH_NONE;
    return parts == 1 && !path_depth(path) && is_all_capitals(name) ? MATCH_WHOLE : MATCH_NONE;
}

static unsigned score_path(const TaskPlace *place, Str name, Str path)
{
    size_t parts = shared_parts(name, '/', path), wanted = count_parts(name, '/');
    bool elsewhere = path_is_absolute(name) || str_find_byte(name, ':') != STR_NONE;
    if (!parts)
        return MATCH_NONE;
    if (str_equal(name, path))
        return MATCH_EXACT;
    if (parts == wanted)
        return MATCH_WHOLE;
    if (parts >= 2 || (parts == wanted - 1 && !elsewhere))
        return MATCH_PARTS + (unsigned)parts;
    bool foreign = classify_path(name, 0, NULL) == FILE_VENDORED || classify_is_foreign(name) ||
                   str_starts(name, STR("/usr/"));
    return place->line && elsewhere && !foreign ? MATCH_BASE : MATCH_NONE;
}

static void take(Naming *naming, size_t place, uint32_t file, unsigned score)
{
    Best *best = &naming->best[place];
    if (score < best->score || score == MATCH_NONE)
        return;
    if (score > best->score)
        *best = (Best){.score = score};
    if (best->count < FILES_OF_NAME_MAX)
        best->files[best->count] = file;
    best->count++;
}

static void compare(Naming *naming, const LastParts *parts, Str last, uint32_t file)
{
    Str path = naming->catalog->files.ptr[file].path;
    const uint64_t *first = map_find(&parts->first, last);
    for (uint64_t at = first ? *first : 0; at; at = parts->next[at - 1]) {
        const TaskPlace *place = &naming->places->ptr[at - 1];
        Str name = name_of(naming, place);
        take(naming, at - 1, file,
             parts == &naming->paths ? score_path(place, name, path) : score_stem(name, path));
    }
}

static void compare_all(Naming *naming)
{
    const Catalog *catalog = naming->catalog;
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        Str path = catalog->files.ptr[file].path;
        Str base = path_base(path), stem = stem_of(path);
        if (!path.len)
            continue;
        compare(naming, &naming->paths, base, file);
        if (!str_equal(base, stem))
            compare(naming, &naming->modules, stem, file);
    }
}

/* ---- lines ---- */

/* The innermost function or type around a line; 0: none. */
static uint32_t around_line(const CatalogFile *file, uint32_t line)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        bool counts = symbol_is_callable(entry->kind) || symbol_is_type(entry->kind);
        if (counts && entry->start_line <= line && line <= entry->end_line)
            best = i;
    }
    return best;
}

static void choose_lines(const Naming *naming, uint32_t id, NamedFile *named)
{
    const CatalogFile *file = catalog_row(naming->catalog, id);
    uint32_t around = around_line(file, named->line);
    uint32_t first = 1, last = UINT32_MAX;
    if (around) {
        first = file->entries[around].start_line;
        last = file->entries[around].end_line;
        named->symbol =
            catalog_qualified_name(naming->catalog, naming->arena, file->first + around);
    }
    bool is_long = last - first >= DECLARATION_LINES_MAX;
    uint32_t from = named->line > LINES_BEFORE ? named->line - LINES_BEFORE : 1;
    named->first = is_long ? MAX(first, from) : first;
    named->last = is_long ? MIN(last, named->line + LINES_AFTER) : last;
}

static bool is_known(const NamedFileVec *found, const NamedFile *named)
{
    for (size_t i = 0; i < found->len; i++) {
        const NamedFile *other = &found->ptr[i];
        if (str_equal(other->path, named->path) && other->first == named->first &&
            other->last == named->last)
            return true;
    }
    return false;
}

static void add_best(Naming *naming, size_t place)
{
    const Best *best = &naming->best[place];
    size_t most = best->score < MATCH_WHOLE ? 1 : FILES_OF_NAME_MAX;
    for (size_t i = 0; best->count <= most && i < best->count; i++) {
        const CatalogFile *file = &naming->catalog->files.ptr[best->files[i]];
        NamedFile named = {.path = str_copy(naming->arena, file->path),
                           .line = naming->places->ptr[place].line};
        if (named.line > file->lines)
            named.line = 0; /* of another version */
        if (named.line)
            choose_lines(naming, best->files[i], &named);
        if (!is_known(naming->found, &named))
            *VEC_PUSH(naming->arena, naming->found) = named;
    }
}

/* ---- the index ---- */

static bool run(SessionRequest *request, void *state, Err *err)
{
    Naming *naming = state;
    const SessionNeeds needs = {.parts = QUERY_PARTS};
    IndexSession session SCOPED(session_close) = {0};
    if (!session_begin(request, &session, needs, err))
        return false;
    size_t count = naming->places->len;
    Arena *scratch = request->arena;
    naming->found->len = 0;
    naming->catalog = session.catalog;
    naming->paths = open_parts(scratch, count);
    naming->modules = open_parts(scratch, count);
    naming->best = NEW(scratch, Best, count + 1);
    for (size_t i = 0; i < count; i++) {
        Str name = name_of(naming, &naming->places->ptr[i]);
        put(&naming->paths, path_base(name), i);
        if (str_find_byte(name, '/') == STR_NONE)
            put(&naming->modules, after_last(name, '.'), i);
    }
    compare_all(naming);
    for (size_t i = 0; i < count; i++)
        add_best(naming, i);
    return true;
}

bool named_files_find(Arena *arena, const ToolContext *context, const TaskPlaceVec *places,
                      NamedFileVec *found)
{
    Naming naming = {.arena = arena, .places = places, .found = found, .root = context->root};
    Err ignored;
    return places->len && agent_call_ask(context, run, &naming, &ignored);
}
